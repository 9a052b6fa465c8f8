"""Light members of a crowd: where full ones are, and changed into each other without a change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from synthetic import make_take

from footfall.base.errors import InvalidInput
from footfall.crowd.members import Crowd
from footfall.crowd.surfaces import Rectangle

COUNT = 3
FRAMES = (1.0, 3.0, 5.5, 13.0)
MILLIMETRE = 1e-3
TENTH_OF_A_DEGREE = 0.1
ANIMALS = ("Fox.glb", "quaternius_Farm_Horse.fbx")


@pytest.fixture
def mannequin(blender) -> Any:
    from footfall.rigs.blender.mannequin import add_mannequin
    from footfall.rigs.mannequin.build import build_mannequin

    layer = blender.context.scene.collection
    return add_mannequin(build_mannequin("adult"), "Human", layer, 1.0)[0]


def make_crowd(armature, kind: str = "full", plan=None):
    """A crowd with synthetic takes: its plan and its collection."""
    from footfall.rigs.blender.crowd_plan import CrowdPlan
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, write_crowd
    from footfall.rigs.blender.rig import read_rig

    if plan is None:
        field = Rectangle((300.0, 300.0))
        crowd = Crowd(count=COUNT, variation=0.3, surface=field, spacing=60.0)
        plan = CrowdPlan([read_rig(armature)], crowd, start_frame=1, kind=kind)
    groups = groups_to_simulate(plan)
    takes = [take_of(group.shot.performers[0]) for group in groups]
    return plan, write_crowd(plan, groups, takes)


def take_of(performer):
    return make_take(
        performer.character, performer.position, performer.heading, seconds=0.2, seed=4
    )


def at(frame: float):
    import bpy

    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
    return bpy.context.evaluated_depsgraph_get()


def instances(collection, frame: float) -> dict[int, list[np.ndarray]]:
    """The matrices of all shown parts, by the place of the part in its collection."""
    from footfall.rigs.blender.crowd_light_object import light_objects

    shown: dict[int, list[np.ndarray]] = {}
    lights = light_objects(collection)
    for seen in at(frame).object_instances:
        if seen.is_instance and seen.parent.original in lights:
            part = int(seen.object.name[:3])
            shown.setdefault(part, []).append(np.array(seen.matrix_world))
    return shown


def bones(collection, names, frame: float) -> dict[int, np.ndarray]:
    """The evaluated bones (bones, 4, 4) of the full members in the scene."""
    from footfall.rigs.blender.crowd_scene import members_of

    graph, members = at(frame), members_of(collection)
    posed = {number: member.evaluated_get(graph) for number, member in members.items()}
    return {
        number: np.array([member.matrix_world @ member.pose.bones[name].matrix for name in names])
        for number, member in posed.items()
    }


def names_of(rig) -> tuple[str, ...]:
    from footfall.rigs.blender.light_rig import make_light_rig

    light = make_light_rig(rig)
    light.remove()
    return light.skeleton.names[: light.skeleton.count]


def errors(one: np.ndarray, other: np.ndarray) -> tuple[float, float, float]:
    """Of matrices (n, 4, 4): greatest distance, angle [degrees] and ratio of scales less 1."""
    apart = np.linalg.norm(one[:, :3, 3] - other[:, :3, 3], axis=1).max()
    sizes = [np.linalg.norm(m[:, :3, :3], axis=1) for m in (one, other)]
    a, b = (m[:, :3, :3] / size[:, None] for m, size in zip((one, other), sizes, strict=True))
    chord = np.linalg.norm(a - b, axis=(1, 2)).max() / np.sqrt(8.0)
    angle = np.degrees(2.0 * np.arcsin(min(chord, 1.0)))
    return float(apart), float(angle), float(np.abs(sizes[0] / sizes[1] - 1.0).max())


def pairs(shown: dict[int, list[np.ndarray]], full: dict[int, np.ndarray]) -> Iterator[Any]:
    """Each shown part with the nearest full member's bone."""
    for part, matrices in shown.items():
        for matrix in matrices:
            there = [bones[part] for bones in full.values()]
            yield matrix, min(there, key=lambda b: np.linalg.norm(b[:3, 3] - matrix[:3, 3]))


def assert_shown_as(shown, full, metre: float, parts: int | None = None) -> None:
    matched = [np.array(list(side)) for side in zip(*pairs(shown, full), strict=True)]
    assert parts is None or len(matched[0]) == parts
    apart, angle, scale = errors(*matched)
    assert apart * metre < MILLIMETRE
    assert angle < TENTH_OF_A_DEGREE
    assert scale < 1e-3


def test_parts_of_light_members_are_where_the_bones_of_full_ones_are(blender, mannequin) -> None:
    from footfall.rigs.blender.crowd_kinds import make_light

    plan, collection = make_crowd(mannequin)
    names = names_of(plan.rigs[0])
    full = {frame: bones(collection, names, frame) for frame in FRAMES}
    make_light(collection, range(COUNT))
    for frame in FRAMES:
        assert_shown_as(instances(collection, frame), full[frame], 1.0, COUNT * len(names))


@pytest.mark.parametrize("file", ANIMALS)
def test_light_animals_are_where_full_ones_are(blender, shared_rig, file: str) -> None:
    from footfall.rigs.blender.crowd_kinds import make_light

    plan, collection = make_crowd(shared_rig(file))
    names, metre = names_of(plan.rigs[0]), plan.rigs[0].bone_map.metres_per_unit
    full = {frame: bones(collection, names, frame) for frame in FRAMES}
    make_light(collection, range(COUNT))
    for frame in FRAMES:
        assert_shown_as(instances(collection, frame), full[frame], metre)


def test_members_written_light_are_those_that_would_be_full(blender, mannequin) -> None:
    plan, collection = make_crowd(mannequin)
    names = names_of(plan.rigs[0])
    _, light = make_crowd(mannequin, "light")
    for frame in FRAMES:
        full = bones(collection, names, frame)
        assert_shown_as(instances(light, frame), full, 1.0, COUNT * len(names))


def test_a_light_member_made_full_keeps_its_motion(blender, mannequin) -> None:
    from footfall.rigs.blender.crowd_kinds import make_full, make_light
    from footfall.rigs.blender.crowd_scene import kinds_of

    plan, collection = make_crowd(mannequin)
    names = names_of(plan.rigs[0])
    before = {frame: bones(collection, names, frame) for frame in FRAMES}
    make_light(collection, range(COUNT))
    make_full(collection, [0, 2])
    assert kinds_of(collection) == {0: "full", 1: "light", 2: "full"}
    for frame in FRAMES:
        after = bones(collection, names, frame)
        assert set(after) == {0, 2}
        for number, matrices in after.items():
            apart, angle, scale = errors(matrices, before[frame][number])
            assert apart < MILLIMETRE
            assert angle < TENTH_OF_A_DEGREE
            assert scale < 1e-3


def test_what_an_artist_has_keyed_stays_when_the_member_is_made_light(blender, mannequin) -> None:
    from footfall.rigs.blender.actions import curves_of
    from footfall.rigs.blender.crowd_kinds import make_light
    from footfall.rigs.blender.crowd_scene import members_of

    plan, collection = make_crowd(mannequin)
    names = names_of(plan.rigs[0])
    member = members_of(collection)[1]
    unchanged = bones(collection, names, 5)[1]
    path = f'pose.bones["{names[1]}"].rotation_quaternion'
    for curve in curves_of(member, member.animation_data.action):
        if curve.data_path == path:
            for point in curve.keyframe_points:
                point.co[1] = (0.8, 0.6, 0.0, 0.0)[curve.array_index]
            curve.update()
    full = {frame: bones(collection, names, frame) for frame in (3.0, 5.0)}
    assert errors(full[5.0][1], unchanged)[1] > 5.0
    make_light(collection, [0, 1, 2])
    for frame, there in full.items():
        assert_shown_as(instances(collection, frame), there, 1.0)


def test_vertices_that_one_bone_moves_are_where_the_full_member_has_them(blender, shared_rig):
    """What the rig's mesh looks like stays: places, and faces' materials and UV maps."""
    from footfall.rigs.blender.crowd_kinds import make_light
    from footfall.rigs.blender.crowd_scene import members_of
    from footfall.rigs.blender.evaluated_mesh import evaluated_mesh

    _, collection = make_crowd(shared_rig("rocketbox_Male_Adult_17.fbx"))
    at(9)
    meshes = [t for m in members_of(collection).values() for t in m.children if t.type == "MESH"]
    materials = {slot.material for thing in meshes for slot in thing.material_slots}
    maps = {layer.name for thing in meshes for layer in thing.data.uv_layers}
    full = np.concatenate([evaluated_mesh(thing)[0] for thing in meshes])
    make_light(collection, range(COUNT))
    for seen in at(9).object_instances:
        if seen.is_instance and seen.object.name.startswith("003"):  # a head
            mesh, place = seen.object.original.data, np.array(seen.matrix_world)
    points = np.array([v.co for v in mesh.vertices]) @ place[:3, :3].T + place[:3, 3]
    nearest = np.array([np.linalg.norm(full - point, axis=1).min() for point in points[::5]])
    assert np.mean(nearest < MILLIMETRE) > 0.8
    assert set(mesh.materials) <= materials
    assert {layer.name for layer in mesh.uv_layers} == maps


def test_boxes_have_the_sizes_of_the_simulated_segments(blender, mannequin) -> None:
    plan, collection = make_crowd(mannequin, "boxes")
    segments = plan.rigs[0].character.segments
    shown = instances(collection, 4)
    assert set(shown) == {len(segments) + i for i, s in enumerate(segments) if s.shape}
    (seen,) = [
        [
            np.ptp(np.array([v.co for v in s.object.data.vertices]), axis=0)
            * np.linalg.norm(np.array(s.matrix_world)[:3, :3], axis=0)
            for s in at(4).object_instances
            if s.is_instance and int(s.object.name[:3]) == len(segments)
        ]
    ]
    sizes = [p.character.segment("pelvis").shape.size for p in plan.shot.performers]
    seen_sizes, wanted = (sorted(sorted(map(float, size)) for size in all_of)
                          for all_of in (seen, sizes))  # fmt: skip
    assert np.allclose(seen_sizes, wanted, rtol=0.02)


def two_side_by_side(mannequin, present=None):
    """A plan of two members close to each other, and a collection with them, light."""
    import bpy

    from footfall.rigs.blender.crowd_light import write_light
    from footfall.rigs.blender.crowd_motion import CrowdPlacement
    from footfall.rigs.blender.crowd_plan import CrowdPlan
    from footfall.rigs.blender.light_rig import make_light_rig
    from footfall.rigs.blender.rig import read_rig

    rig = read_rig(mannequin)
    field = Rectangle((3.0, 3.0))
    plan = CrowdPlan([rig], Crowd(count=2, spacing=1.5, surface=field), 1)
    takes = [take_of(performer) for performer in plan.shot.performers]
    performances = [
        replace(take.performances[0], present=(present or {}).get(number))
        for number, take in enumerate(takes)
    ]
    take = replace(takes[0], performances=performances)
    collection = bpy.data.collections.new("Two")
    bpy.context.scene.collection.children.link(collection)
    placement = CrowdPlacement(
        collection=collection, start_frame=1, metres_per_unit=1.0, ground=0.0
    )
    light = make_light_rig(rig)
    write_light([light], plan.shot, take, [0, 1], placement)
    return plan, collection


def test_members_are_hidden_while_they_are_not_in_the_shot(blender, mannequin) -> None:
    _, collection = two_side_by_side(mannequin, present={1: (3, 7)})
    counts = [sum(map(len, instances(collection, f).values())) for f in (1, 3, 4, 7, 8)]
    each = counts[0]
    assert counts == [each, each, 2 * each, 2 * each, each]


def test_a_file_with_light_members_opens_and_plays_as_it_was_saved(
    blender, mannequin, tmp_path
) -> None:
    from footfall.rigs.blender.files import save_blend

    _, collection = make_crowd(mannequin, "light")
    before = {frame: instances(collection, frame) for frame in FRAMES}
    save_blend(str(tmp_path / "crowd.blend"))
    blender.ops.wm.open_mainfile(filepath=str(tmp_path / "crowd.blend"))
    collection = blender.data.collections["Crowd"]
    after = {frame: instances(collection, frame) for frame in FRAMES}
    for frame in FRAMES:
        assert before[frame].keys() == after[frame].keys()
        for part, matrices in before[frame].items():
            assert np.allclose(matrices, after[frame][part], atol=1e-6)
    assert not np.allclose(before[1.0][0], before[13.0][0], atol=0.01)


def test_kinds_follow_the_distance_to_the_camera(blender, mannequin) -> None:
    from footfall.rigs.blender.crowd_kinds import set_kinds
    from footfall.rigs.blender.crowd_roots import kinds_by_distance
    from footfall.rigs.blender.crowd_scene import kinds_of

    plan, collection = make_crowd(mannequin)
    places = np.array([performer.position for performer in plan.shot.performers])
    camera = blender.data.objects.new("Camera", blender.data.cameras.new("Camera"))
    blender.context.scene.collection.objects.link(camera)
    camera.location = (*places[1], 3.0)
    blender.context.view_layer.update()
    far = np.linalg.norm(places - places[1], axis=1)
    middle = float(np.sort(far)[1:].mean())
    wanted = {n: "full" if n == 1 else "light" if far[n] < middle else "boxes" for n in range(3)}
    for _ in range(2):  # of full members, and of those that it made
        kinds = kinds_by_distance(collection, camera, 8.0, middle)
        assert kinds == wanted
        set_kinds(collection, kinds)
        assert kinds_of(collection) == wanted
    camera.location = (*places[0], 3.0)
    camera.keyframe_insert("location", frame=blender.context.scene.frame_end)
    camera.location = (*places[1], 3.0)
    camera.keyframe_insert("location", frame=blender.context.scene.frame_start)
    assert kinds_by_distance(collection, camera, 8.0, middle)[0] == "full"


def test_what_cannot_be_is_one_sentence_and_changes_nothing(blender, mannequin) -> None:
    from footfall.rigs.blender.crowd_kinds import make_full, make_light
    from footfall.rigs.blender.crowd_roots import kinds_by_distance
    from footfall.rigs.blender.crowd_scene import kinds_of

    _, collection = make_crowd(mannequin, "light")
    kinds, things = kinds_of(collection), len(blender.data.objects)
    with pytest.raises(InvalidInput, match="Crowd has no member 8"):
        make_full(collection, [1, 7])
    with pytest.raises(InvalidInput, match="Unknown kind of members 'heavy'; allowed: full, light"):
        make_light(collection, [1], "heavy")
    with pytest.raises(InvalidInput, match="There is no camera to measure from"):
        kinds_by_distance(collection, None, 1.0, 2.0)
    camera = blender.data.objects.new("Camera", blender.data.cameras.new("Camera"))
    with pytest.raises(InvalidInput, match="Full members must be nearer than light ones: 9 m"):
        kinds_by_distance(collection, camera, 9.0, 2.0)
    blender.data.objects.remove(camera)
    mannequin.name = "Another"
    with pytest.raises(InvalidInput, match="The rig 'Human' of this crowd is gone"):
        make_full(collection, [1])
    assert kinds_of(collection) == kinds
    assert len(blender.data.objects) == things


def test_members_drawn_again_are_of_the_kind_that_they_were(blender, mannequin) -> None:
    from footfall.rigs.blender.crowd_kinds import make_full
    from footfall.rigs.blender.crowd_scene import groups_to_simulate, kinds_of

    plan, collection = make_crowd(mannequin, "light")
    make_full(collection, [2])
    before = instances(collection, 5)
    seeds = {1: 77, 2: 77}
    again = replace(
        plan, crowd=replace(plan.crowd, seeds=seeds), collection=collection, kind="boxes"
    )
    assert [list(group.numbers) for group in groups_to_simulate(again)] == [[1], [2]]
    make_crowd(mannequin, plan=again)
    assert kinds_of(collection) == {0: "light", 1: "light", 2: "full"}
    after = instances(collection, 5)
    kept = [np.abs(np.array(after[0]) - matrix).max(axis=(1, 2)).min() < 1e-5
            for matrix in before[0]]  # fmt: skip
    assert sorted(kept) == [False, True]


def test_a_linked_rig_has_light_members(blender, mannequin, tmp_path) -> None:
    library = str(tmp_path / "library.blend")
    blender.ops.wm.save_as_mainfile(filepath=library)
    blender.ops.wm.read_homefile(use_empty=True)
    with blender.data.libraries.load(library, link=True) as (there, here):
        here.objects = there.objects
    for thing in here.objects:
        blender.context.scene.collection.objects.link(thing)
    blender.context.view_layer.update()
    rig = next(thing for thing in here.objects if thing.type == "ARMATURE")
    plan, collection = make_crowd(rig, "light")
    assert set(map(len, instances(collection, 5).values())) == {COUNT}
    assert len(instances(collection, 5)) == len(plan.rigs[0].character.segments)


def test_removed_light_members_leave_the_others_and_nothing_behind(blender, mannequin) -> None:
    from footfall.rigs.blender.crowd_scene import read_crowd, remove_members

    meshes, things = len(blender.data.meshes), len(blender.data.objects)
    _, collection = make_crowd(mannequin, "boxes")
    before = instances(collection, 5)
    remove_members(collection, [1])
    assert read_crowd(collection).crowd.numbers == [0, 2]
    after = instances(collection, 5)
    assert {part: len(found) for part, found in after.items()} == dict.fromkeys(before, 2)
    remove_members(collection, [0, 2])
    assert (len(blender.data.meshes), len(blender.data.objects)) == (meshes, things)
    assert len(blender.data.node_groups) == 0


def test_a_locked_member_stays_locked_in_either_kind(blender, mannequin) -> None:
    from footfall.rigs.blender.crowd_kinds import make_full, make_light
    from footfall.rigs.blender.crowd_scene import LOCKED, locked_in, members_of

    _, collection = make_crowd(mannequin)
    members_of(collection)[1][LOCKED] = True
    make_light(collection, range(COUNT))
    assert locked_in(collection) == {1}
    make_full(collection, range(COUNT))
    assert locked_in(collection) == {1}


def test_a_picture_of_light_members_shows_them(blender, mannequin, tmp_path) -> None:
    from footfall.rigs.blender.crowd_stage import render_crowd
    from footfall.rigs.blender.hidden_rigs import hide_rigs

    plan, collection = two_side_by_side(mannequin)
    hide_rigs([mannequin])

    def picture(name: str) -> np.ndarray:
        render_crowd(plan, collection, str(tmp_path / name), 12)
        image = blender.data.images.load(str(tmp_path / name))
        return np.array(image.pixels[:])

    full = picture("full.png")
    for thing in collection.objects:
        thing.hide_render = True
    empty = picture("empty.png")
    changed = np.abs(full - empty).reshape(-1, 4).max(axis=1) > 0.05
    assert changed.mean() > 0.02
