"""Rigs that are linked from another file, as studios keep their characters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from baking import bake
from drawn import T_POSE, build_armature, draw_skeleton

from footfall import Character
from footfall.base.errors import RigError


@pytest.fixture
def linked(blender, tmp_path: Path):
    """An armature that is linked from library.blend into a scene of its own."""
    armature = build_armature(blender, draw_skeleton(Character.humanoid(), T_POSE))
    armature.name = "hero"
    library = tmp_path / "library.blend"
    blender.ops.wm.save_as_mainfile(filepath=str(library))
    blender.ops.wm.read_homefile(use_empty=True)
    blender.context.scene.render.fps = 60
    with blender.data.libraries.load(str(library), link=True) as (_, here):
        here.objects = ["hero"]
    blender.context.collection.objects.link(here.objects[0])
    blender.context.view_layer.update()
    return here.objects[0]


def hips(bpy, armature, frame: int) -> np.ndarray:
    bpy.context.scene.frame_set(frame)
    posed = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return np.array(posed.matrix_world @ posed.pose.bones["Hips"].head)


def test_a_linked_rig_asks_for_an_override(blender, linked) -> None:
    with pytest.raises(RigError, match="linked from another file: make a library override"):
        bake(blender, linked)


def test_an_override_is_baked_and_walks_when_the_file_is_opened_again(
    blender, linked, tmp_path: Path
) -> None:
    override = linked.override_create(remap_local_usages=True)
    assert override.override_library is not None
    _, _, action = bake(blender, override, start_frame=1)
    last = int(action.frame_range[1])
    moved = [hips(blender, override, frame) for frame in (1, last)]
    assert np.linalg.norm(moved[1] - moved[0]) > 0.1
    blender.ops.wm.save_as_mainfile(filepath=str(tmp_path / "shot.blend"))
    blender.ops.wm.open_mainfile(filepath=str(tmp_path / "shot.blend"))
    again = next(o for o in blender.data.objects if o.override_library is not None)
    for frame, place in zip((1, last), moved, strict=True):
        np.testing.assert_allclose(hips(blender, again, frame), place, atol=1e-5)
