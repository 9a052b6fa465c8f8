"""Hair, skirt and belly of a crowd's members hang as they do on the rig, each on its own body."""

from __future__ import annotations

import numpy as np
import pytest
from synthetic import make_take

from footfall.bodies.softness import preset_of
from footfall.bodies.stretch import stretch_between
from footfall.crowd.description import Crowd
from footfall.crowd.surfaces import Rectangle

FIELD, FAR = Rectangle((300.0, 300.0)), 60.0  # [m]: so large that no members meet
SECONDS = 0.8
HAIR = [f"hair_0.{i:03d}" for i in range(6)]


def dressed(bpy):
    """The dressed adult with a belly and a rigid pin in its hair, whose bones all move its mesh."""
    from footfall.evaluation.dressed_mannequin import dressed_mannequin
    from footfall.rigs.blender.rig import read_rig

    armature = dressed_mannequin(strands=2).armature
    bpy.context.scene.render.fps = 60
    bpy.ops.object.mode_set(mode="EDIT")
    bones = armature.data.edit_bones
    for name, above, offset in (
        ("belly", "hips", (0.0, -0.1, 0.05)), ("hairpin", HAIR[3], (0.0, 0.02, 0.0))
    ):  # fmt: skip
        bone = bones.new(name)
        bone.parent = bones[above]
        bone.head = bone.parent.head + bone.parent.head.__class__(offset)
        bone.tail = bone.head + bone.head.__class__((0.0, -0.1, 0.0))
    bpy.ops.object.mode_set(mode="OBJECT")
    body = armature.children[0]
    for bone in armature.data.bones:
        if bone.name not in body.vertex_groups:
            body.vertex_groups.new(name=bone.name).add([0], 0.01, "ADD")
    return read_rig(armature)


def hung(rig):
    from footfall.rigs.blender.hanging import find_hanging
    from footfall.rigs.blender.hanging_pose import HungChain

    return [HungChain(found=f, hanging=preset_of(f.kind)) for f in find_hanging(rig)[0]]


def make_members(rig, hangs: bool = True, variation: float = 0.0, still: bool = False):
    """Two members and what they were made of."""
    from footfall.rigs.blender.crowd_plan import CrowdPlan
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, members_of, write_crowd

    crowd = Crowd(count=2, variation=variation, surface=FIELD, spacing=FAR)
    plan = CrowdPlan([rig], crowd, start_frame=1)
    groups = groups_to_simulate(plan)
    takes = []
    for group in groups:
        one = group.shot.performers[0]
        # A share so small that the arms keep away from hair and skirt.
        takes.append(make_take(one.character, one.position, one.heading, seconds=SECONDS, seed=4,
                               still=still, share=0.15))  # fmt: skip
    collection = write_crowd(plan, groups, takes, [hung(rig)] if hangs else [])
    performers = [group.shot.performers[0] for group in groups]
    return members_of(collection), performers, takes


def heads(bpy, armature, bones) -> np.ndarray:
    """(frames, bones, 3) in the scene."""
    found = []
    for frame in range(1, int(60 * SECONDS) + 1):
        bpy.context.scene.frame_set(frame)
        posed = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
        found.append([posed.matrix_world @ posed.pose.bones[bone].head for bone in bones])
    return np.array(found)


def test_on_an_unvaried_member_all_hangs_as_on_the_rig(blender) -> None:
    from footfall.rigs.blender.hanging import add_hanging
    from footfall.rigs.blender.keys import write_take

    rig = dressed(blender)
    members, _, takes = make_members(rig)
    bones = [*HAIR, *(f"skirt_{i}.003" for i in range(8)), "belly", "hairpin"]
    write_take(rig, takes[0])
    stiff = heads(blender, rig.armature, bones)
    add_hanging(rig, hung(rig))
    alone = heads(blender, rig.armature, bones)
    member = heads(blender, members[0], bones)
    moved = np.linalg.norm(alone - stiff, axis=2).max(axis=0)
    assert moved[bones.index("belly")] > 0.01
    assert moved[bones.index(HAIR[-1])] > 0.05
    assert moved[bones.index("hairpin")] > 0.02
    apart = np.linalg.norm(member - alone, axis=2)
    skirt = [bone.startswith("skirt") for bone in bones]
    assert apart[:, ~np.array(skirt)].max() < 0.01
    assert apart[:6, skirt].max() < 0.003  # before legs touch it, which lets differences grow


def test_a_varied_member_has_hair_of_its_own_length_that_swings(blender) -> None:
    rig = dressed(blender)
    members, performers, _ = make_members(rig, variation=0.3)
    rest = rig.armature.data.bones
    plain = np.array([rest[bone].head_local for bone in HAIR])
    lengths = []
    for number, performer in enumerate(performers):
        factors = stretch_between(rig.character, performer.character)["head"]
        at = heads(blender, members[number], HAIR)
        found = np.linalg.norm(np.diff(at, axis=1), axis=2)
        # The rig faces -y: a segment's x is the rig's -y, and its y the rig's x.
        way = np.diff(plain, axis=0) * (factors[1], factors[0], factors[2])
        assert found == pytest.approx(np.tile(np.linalg.norm(way, axis=1), (len(at), 1)), rel=1e-3)
        lengths.append(found[0].sum())
    assert lengths[0] != pytest.approx(lengths[1], rel=0.01)


def test_on_a_member_that_stands_nothing_moves(blender) -> None:
    members, _, _ = make_members(dressed(blender), variation=0.3, still=True)
    at = heads(blender, members[0], [*HAIR, "belly"])
    assert np.ptp(at, axis=0).max() < 2e-3


def test_bones_keep_their_shape_on_a_widened_body(blender) -> None:
    """The widths of the segment's bone would shear a bone that turns on it."""
    members, _, _ = make_members(dressed(blender), variation=0.3)
    blender.context.scene.frame_set(30)
    posed = members[0].evaluated_get(blender.context.evaluated_depsgraph_get())
    for bone in (HAIR[-1], "skirt_3.003", "belly"):
        axes = np.array(posed.pose.bones[bone].matrix)[:3, :3]
        axes /= np.linalg.norm(axes, axis=0)
        assert np.abs(axes.T @ axes - np.eye(3)).max() < 1e-4


def test_without_it_they_are_stiff(blender) -> None:
    members, _, _ = make_members(dressed(blender), hangs=False)
    bones = members[0].pose.bones
    paths = {curve.data_path for curve in members[0].animation_data.action.fcurves}
    assert not any(bones[bone].path_from_id() in path for path in paths for bone in HAIR)
