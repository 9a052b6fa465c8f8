"""Members of a crowd: evaluated, they have the proportions and the motion that were simulated."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from baking import CLOSE
from synthetic import make_take

from footfall import Performer, Shot, Take
from footfall.bodies.stretch import stretch_between
from footfall.crowd.description import Crowd
from footfall.crowd.surfaces import Rectangle

FILES = (
    "mpfb_mixamo_rig.blend", "cmu_cgspeed_walk.bvh", "makehuman_tpose.bvh", "mannequiny.glb",
    "kaykit_Knight.glb", "RiggedFigure_unnamed.glb", "rocketbox_Male_Adult_17.fbx", "pab_jog.fbx",
    "cmu_08_02_walk.fbx",
)  # fmt: skip
WIDELY = 0.3
FIELD, FAR = Rectangle((300.0, 300.0)), 60.0  # [m]: so large that no members meet


def make_plan(rig, count: int):
    from footfall.rigs.blender.crowd_plan import CrowdPlan

    return CrowdPlan(
        [rig], Crowd(count=count, variation=WIDELY, surface=FIELD, spacing=FAR), start_frame=1
    )


def simulated(groups, **motion) -> list[Take]:
    """A synthetic take of groups of one member each."""
    return [take_of(group.shot.performers[0], **motion) for group in groups]


def take_of(performer: Performer, **motion) -> Take:
    return make_take(
        performer.character, performer.position, performer.heading,
        **{"seconds": 0.2, "seed": 4, **motion},
    )  # fmt: skip


def make_crowd(armature, count: int = 3, **motion):
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, members_of, write_crowd
    from footfall.rigs.blender.rig import read_rig

    plan = make_plan(read_rig(armature), count)
    groups = groups_to_simulate(plan)
    takes = simulated(groups, **motion)
    collection = write_crowd(plan, groups, takes)
    done = [(group.shot, take) for group, take in zip(groups, takes, strict=True)]
    return plan, done, collection, members_of(collection)


def worst_error(bpy, rig, shot: Shot, take: Take, member) -> float:
    """Greatest distance [m] of a bone's evaluated head from its segment's joint."""
    p, metre = take.performances[0], rig.bone_map.metres_per_unit
    names = [rig.bone_map.roles.get(n) for n in shot.performers[0].character.segment_names]
    worst = 0.0
    for frame in range(len(take.times)):
        bpy.context.scene.frame_set(1 + frame)
        posed = member.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for i, bone in enumerate(names):
            if bone is None:
                continue
            head = np.array(posed.matrix_world @ posed.pose.bones[bone].head) * metre
            head[2] -= rig.ground_height
            joint = p.root_position[frame] if i == 0 else p.joint_positions[frame, i - 1]
            worst = max(worst, float(np.linalg.norm(head - joint)))
    return worst


@pytest.mark.parametrize("file", FILES)
def test_joints_of_members_are_those_of_the_take(blender, shared_rig, file: str) -> None:
    plan, done, _, members = make_crowd(shared_rig(file))
    for number, (shot, take) in enumerate(done):
        error = worst_error(blender, plan.rigs[0], shot, take, members[number])
        assert error < CLOSE


def test_joints_of_generated_rigify_members_are_those_of_the_take(blender, rigify_human) -> None:
    plan, done, _, members = make_crowd(rigify_human)
    for number, (shot, take) in enumerate(done):
        error = worst_error(blender, plan.rigs[0], shot, take, members[number])
        assert error < CLOSE


def points_of(member) -> np.ndarray:
    """(n, 3) evaluated vertices of the member's first mesh, in the scene."""
    from footfall.rigs.blender.evaluated_mesh import evaluated_mesh

    return evaluated_mesh(next(t for t in member.children if t.type == "MESH"))[0]


def test_the_body_that_is_seen_is_as_tall_as_the_one_simulated(blender, rigify_human) -> None:
    _, done, _, members = make_crowd(rigify_human, still=True)
    for number, (shot, _) in enumerate(done):
        height = shot.performers[0].character.height
        assert np.ptp(points_of(members[number])[:, 2]) == pytest.approx(height, abs=5e-3)


def test_a_mesh_has_the_lengths_and_widths_that_were_simulated(blender, shared_rig) -> None:
    plan, done, _, members = make_crowd(shared_rig("rocketbox_Male_Adult_17.fbx"), still=True)
    rig = plan.rigs[0]
    thing = next(t for t in members[0].children if t.type == "MESH")
    skull = whole_on(thing, rig.bone_map.roles["head"])
    drawn = tallness(thing, skull)
    for number, (shot, _) in enumerate(done):
        factors = stretch_between(rig.character, shot.performers[0].character)
        seen = np.ptp(points_of(members[number])[skull][:, 2])
        assert seen == pytest.approx(factors["head"][2] * drawn, rel=0.02)


def whole_on(thing, bone: str) -> list[int]:
    """Vertices that move with one bone alone."""
    group = thing.vertex_groups[bone].index
    return [v.index for v in thing.data.vertices if [g.group for g in v.groups] == [group]]


def tallness(thing, vertices: list[int]) -> float:
    """Of some vertices, as the artist modelled them [m]."""
    points = np.array([thing.matrix_world @ thing.data.vertices[i].co for i in vertices])
    return float(np.ptp(points, axis=0)[2])


def test_members_share_their_mesh_and_own_armature_and_action(blender, shared_rig) -> None:
    _, _, collection, members = make_crowd(shared_rig("mannequiny.glb"))
    things = [t for t in collection.objects if t.type == "MESH"]
    assert len({t.data.name for t in things}) == 1
    assert len({m.data.name for m in members.values()}) == 3
    assert len({m.animation_data.action.name for m in members.values()}) == 3
    assert {t.find_armature() for t in things} == set(members.values())
    assert {c.name for m in members.values() for c in m.users_collection} == {collection.name}


def test_what_hangs_on_a_bone_goes_with_each_member(blender, shared_rig) -> None:
    armature = shared_rig("kaykit_Knight.glb")
    hung = {t.name for t in armature.children if t.parent_type == "BONE" and not t.hide_render}
    _, _, _, members = make_crowd(armature)
    for member in members.values():
        names = {t.name for t in member.children if t.parent_type == "BONE"}
        assert names == {f"{member.name} {name}" for name in hung}


def test_a_member_that_moves_as_before_is_left_alone(blender, shared_rig) -> None:
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, members_of, write_crowd

    plan, _, collection, members = make_crowd(shared_rig("mannequiny.glb"))
    for member in members.values():
        member["kept"] = True
    again = replace(plan, crowd=replace(plan.crowd, seeds={1: 77}), collection=collection)
    groups = groups_to_simulate(again)
    assert [list(group.numbers) for group in groups] == [[1]]
    write_crowd(again, groups, simulated(groups))
    kept = ["kept" in member for _, member in sorted(members_of(collection).items())]
    assert kept == [True, False, True]


def test_hidden_rigs_of_an_opened_file_make_the_same_members(blender, shared_rig, tmp_path) -> None:
    from footfall.rigs.blender.crowd_scene import (
        groups_to_simulate,
        members_of,
        read_crowd,
        write_crowd,
    )
    from footfall.rigs.blender.files import save_blend
    from footfall.rigs.blender.hidden_rigs import hide_rigs, shown
    from footfall.rigs.blender.rig import read_rig

    plan, _, _, members = make_crowd(shared_rig("kaykit_Knight.glb"))
    hide_rigs([rig.armature for rig in plan.rigs])
    blender.context.scene.frame_set(5)
    before = [points_of(members[number]) for number in range(3)]
    save_blend(str(tmp_path / "crowd.blend"))
    blender.ops.wm.open_mainfile(filepath=str(tmp_path / "crowd.blend"))
    stored = read_crowd(blender.data.collections["Crowd"])
    with shown(stored.rigs):
        rigs = [read_rig(rig) for rig in stored.rigs]
    again = replace(plan, rigs=rigs, crowd=stored.crowd)
    groups = groups_to_simulate(again)
    members = members_of(write_crowd(again, groups, simulated(groups)))
    blender.context.scene.frame_set(5)
    after = [points_of(members[number]) for number in range(3)]
    assert np.abs(np.subtract(before, after)).max() < CLOSE


def test_a_deleted_member_is_known_to_be_gone(blender, shared_rig) -> None:
    from footfall.rigs.blender.crowd_members import remove_member
    from footfall.rigs.blender.crowd_scene import read_crowd

    plan, _, collection, members = make_crowd(shared_rig("mannequiny.glb"))
    meshes, actions = len(blender.data.meshes), len(blender.data.actions)
    remove_member(members[1])
    stored = read_crowd(collection)
    assert stored.crowd.numbers == [0, 2]
    assert stored.rigs == [plan.rigs[0].armature]
    assert len(blender.data.meshes) == meshes
    assert len(blender.data.actions) == actions - 1


def test_a_crowd_opens_as_it_was_saved(blender, rigify_human, tmp_path) -> None:
    from footfall.rigs.blender.crowd_scene import members_of
    from footfall.rigs.blender.files import save_blend

    _, _, _, members = make_crowd(rigify_human)
    blender.context.scene.frame_set(9)
    before = [points_of(member) for member in members.values()]
    save_blend(str(tmp_path / "crowd.blend"))
    blender.ops.wm.open_mainfile(filepath=str(tmp_path / "crowd.blend"))
    members = members_of(blender.data.collections["Crowd"])
    blender.context.scene.frame_set(9)
    after = [points_of(member) for member in members.values()]
    assert np.array_equal(before, after)
