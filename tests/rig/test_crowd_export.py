"""An exported crowd, read back by Blender's own importers, is where it was in the scene."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from light_crowds import COUNT, at, make_crowd

from footfall.base.errors import InvalidInput

MILLIMETRE = 1e-3
FRAMES = (1, 5, 13)
BONES = ("hips", "head", "hand.L", "foot.R")
SEEN = 0.02  # [m]: what is smaller is not seen
KINDS = ("objects", "meshes", "armatures", "actions", "scenes", "node_groups", "materials")


def read_back(blender, path: Path) -> None:
    """The file alone, in a new scene with the frame rate of the old one."""
    blender.ops.wm.read_homefile(use_empty=True)
    blender.context.scene.render.fps = 60
    if path.suffix == ".abc":
        blender.ops.wm.alembic_import(filepath=str(path), as_background_job=False)
    elif path.suffix == ".glb":
        blender.ops.import_scene.gltf(filepath=str(path), disable_bone_shape=True)
    else:
        blender.ops.wm.usd_import(filepath=str(path))


def heads(frames=FRAMES) -> np.ndarray:
    """The heads (frames, members, bones, 3) of the armatures of a scene, in a fixed order."""
    import bpy

    places = []
    for frame in frames:
        graph = at(frame)
        members = [t for t in bpy.context.scene.objects if t.type == "ARMATURE" and t.pose]
        members = [m for m in members if "Crowd" in m.name]
        posed = [member.evaluated_get(graph) for member in members]
        places.append([[_head(member, name) for name in BONES] for member in posed])
    order = np.argsort(np.array(places)[0, :, 0, 0])
    return np.array(places)[:, order]


def _head(member, name: str) -> np.ndarray:
    found = member.pose.bones.get(name) or member.pose.bones[name.replace(".", "_")]
    return np.array(member.matrix_world @ found.head)


def surfaces(frame: int) -> list[np.ndarray]:
    """The vertices (n, 3) of all meshes and instances of the scene that are large enough to see."""
    import bpy

    rig = bpy.data.objects.get("Human Body")  # of which the crowd is made
    found = []
    for seen in at(frame).object_instances:
        if seen.object.type != "MESH" or seen.object.original == rig:
            continue
        mesh, world = seen.object.to_mesh(), np.array(seen.matrix_world)
        points = np.array([v.co for v in mesh.vertices]).reshape(-1, 3)
        seen.object.to_mesh_clear()
        points = points @ world[:3, :3].T + world[:3, 3]
        if len(points) and np.ptp(points, axis=0).max() > SEEN:
            found.append(points)
    return sorted(found, key=lambda points: tuple(points.mean(axis=0).round(2)))


def assert_same(before: list[np.ndarray], after: list[np.ndarray]) -> None:
    """The same surfaces, of which exporters may double vertices.

    A bone that others carry may be skewed, which no file has: its vertices are about 1 cm away
    where bodies vary by 30 %.
    """
    assert len(before) == len(after)
    for one in after:
        middles = [np.linalg.norm(other.mean(axis=0) - one.mean(axis=0)) for other in before]
        other = before[int(np.argmin(middles))]
        assert np.abs(one.min(axis=0) - other.min(axis=0)).max() < MILLIMETRE
        assert np.abs(one.max(axis=0) - other.max(axis=0)).max() < MILLIMETRE
        apart = np.linalg.norm(one[::50, None] - other, axis=2).min(axis=1)
        assert np.mean(apart < MILLIMETRE) > 0.8
        assert apart.max() < 15 * MILLIMETRE


def crowd(blender, mannequin, kind: str = "full", present=()):
    _, collection = make_crowd(mannequin, kind, present=present)
    blender.context.scene.frame_start, blender.context.scene.frame_end = 1, 13
    return collection


@pytest.mark.parametrize("ending", [".usdc", ".usda", ".glb"])
def test_joints_of_exported_members_are_where_they_were(
    blender, mannequin, tmp_path, ending: str
) -> None:
    from footfall.rigs.blender.crowd_export import export_crowd

    collection = crowd(blender, mannequin)
    mannequin.name = "Human"
    before = heads()
    export_crowd(collection, str(tmp_path / f"crowd{ending}"))
    read_back(blender, tmp_path / f"crowd{ending}")
    after = heads()
    assert before.shape == (len(FRAMES), COUNT, len(BONES), 3)
    assert np.abs(np.diff(before, axis=0)).max() > 10 * MILLIMETRE
    assert np.linalg.norm(after - before, axis=-1).max() < MILLIMETRE


@pytest.mark.parametrize(
    ("kind", "ending"),
    [("full", ".usdc"), ("full", ".abc"), ("full", ".glb"), ("light", ".usdc"), ("light", ".abc")],
)
def test_exported_surfaces_are_where_they_were_while_members_are_there(
    blender, mannequin, tmp_path, kind: str, ending: str
) -> None:
    from footfall.rigs.blender.crowd_export import export_crowd

    collection = crowd(blender, mannequin, kind, present=(None, (2, 7), None))
    before = {frame: surfaces(frame) for frame in FRAMES}
    assert len(before[1]) == len(before[13]) < len(before[5])
    export_crowd(collection, str(tmp_path / f"crowd{ending}"))
    read_back(blender, tmp_path / f"crowd{ending}")
    for frame in FRAMES:
        assert_same(before[frame], surfaces(frame))


def test_an_export_leaves_the_file_as_it_was(blender, mannequin, tmp_path) -> None:
    from footfall.rigs.blender.crowd_export import export_crowd
    from footfall.rigs.blender.crowd_kinds import make_light
    from footfall.rigs.blender.crowd_scene import members_of

    collection = crowd(blender, mannequin)
    make_light(collection, [1])
    blender.context.scene.frame_set(7)
    there = {kind: sorted(getattr(blender.data, kind).keys()) for kind in KINDS}
    shown, before = blender.context.scene, surfaces(7)
    hips = members_of(collection)[0].pose.bones["hips"]
    stood = hips.location.copy()
    for ending in (".usdc", ".abc"):
        export_crowd(collection, str(tmp_path / f"crowd{ending}"))
    assert blender.context.scene == shown
    assert shown.frame_current == 7
    assert hips.location == stood
    assert {kind: sorted(getattr(blender.data, kind).keys()) for kind in KINDS} == there
    assert_same(before, surfaces(7))


def test_one_member_alone_is_exported(blender, mannequin, tmp_path) -> None:
    from footfall.rigs.blender.crowd_export import export_crowd

    collection = crowd(blender, mannequin)
    before = heads()
    said = export_crowd(collection, str(tmp_path / "one.glb"), [1])
    assert said == "Exported 1 member to one.glb."
    read_back(blender, tmp_path / "one.glb")
    after = heads()
    assert after.shape[1] == 1
    apart = np.linalg.norm(before - after, axis=-1).max(axis=(0, 2))
    assert apart.min() < MILLIMETRE


def test_what_cannot_be_exported_is_one_sentence(blender, mannequin, tmp_path) -> None:
    from footfall.rigs.blender.crowd_export import export_crowd

    collection = crowd(blender, mannequin, "light")
    for name, numbers, sentence in (
        ("crowd.obj", None, "A crowd is exported as .usd or .usdc or .usda or .abc or .glb"),
        ("crowd.glb", None, "glTF has no light members: make them full"),
        ("crowd.usdc", [1], "There are no full members to export"),
    ):
        with pytest.raises(InvalidInput, match=sentence):
            export_crowd(collection, str(tmp_path / name), numbers)
    (tmp_path / "crowd.usdc").mkdir()
    for name in ("missing/crowd.abc", "missing/crowd.usdc", "crowd.usdc"):
        with pytest.raises(InvalidInput, match=f"The file '.*{name}' cannot be written: .+"):
            export_crowd(collection, str(tmp_path / name))
    assert [path.name for path in tmp_path.iterdir()] == ["crowd.usdc"]
