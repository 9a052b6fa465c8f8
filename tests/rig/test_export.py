"""The file exported for a game engine moves the rig as the baked scene does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from baking import bake
from drawn import T_POSE, build_armature, draw_skeleton

from footfall import Character

IMPORTERS = {
    ".fbx": lambda bpy, path: bpy.ops.import_scene.fbx(filepath=path),
    ".glb": lambda bpy, path: bpy.ops.import_scene.gltf(filepath=path),
}
NEAR = 2e-3  # [m]; exporters write single precision and turn the axes
BONES = ("Hips", "LeftFoot", "RightHand")


def heads(bpy, armature, first: int, count: int) -> np.ndarray:
    """Places of the bones' heads (frames, bones, 3) [m]."""
    places = np.empty((count, len(BONES), 3))
    for i in range(count):
        bpy.context.scene.frame_set(first + i)
        posed = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
        places[i] = [posed.matrix_world @ posed.pose.bones[bone].head for bone in BONES]
    return places


@pytest.mark.parametrize("root_motion", ["hips", "object"])
@pytest.mark.parametrize("ending", IMPORTERS)
def test_an_exported_rig_moves_as_the_baked_one(
    blender, tmp_path: Path, ending: str, root_motion: str
) -> None:
    from footfall.catalogue.output import Output
    from footfall.rigs.blender.export import save_baked
    from footfall.rigs.blender.scene import set_frame_range

    armature = build_armature(blender, draw_skeleton(Character.humanoid(), T_POSE))
    _, _, action = bake(blender, armature, output=Output(root_motion=root_motion))
    first, last = map(int, action.frame_range)
    set_frame_range(blender.context.scene, first, last - first + 1)
    baked = heads(blender, armature, first, last - first + 1)
    assert np.ptp(baked[:, 0, :2], axis=0).max() > 0.1
    path = tmp_path / f"walk{ending}"
    save_baked(armature, str(path))
    blender.ops.wm.read_homefile(use_empty=True)
    blender.context.scene.render.fps = 60
    IMPORTERS[ending](blender, str(path))
    imported = next(thing for thing in blender.data.objects if thing.type == "ARMATURE")
    start = round(imported.animation_data.action.frame_range[0])
    np.testing.assert_allclose(heads(blender, imported, start, len(baked)), baked, atol=NEAR)
