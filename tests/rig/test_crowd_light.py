"""Light members of a crowd: where full ones are, and changed into each other without a change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from light_crowds import COUNT, FRAMES, at, instances, make_crowd

MILLIMETRE = 1e-3
TENTH_OF_A_DEGREE = 0.1
ANIMALS = ("Fox.glb", "quaternius_Farm_Horse.fbx")


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
