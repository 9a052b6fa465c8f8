"""Light members in a scene: hidden, saved, changed in kind, removed, rendered."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from light_crowds import COUNT, FRAMES, instances, make_crowd, two_side_by_side

from footfall.base.errors import InvalidInput


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
    from footfall.operators.part_properties import register_once
    from footfall.rigs.blender.crowd_stage import render_crowd
    from footfall.rigs.blender.hidden_rigs import hide_rigs

    register_once()
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


def test_a_picture_shows_the_place_around_the_members(blender, mannequin, tmp_path) -> None:
    from footfall.operators.part_properties import register_once
    from footfall.rigs.blender.crowd_stage import render_crowd
    from footfall.rigs.blender.scene_parts import NOTHING, OBSTACLE

    register_once()
    plan, collection = two_side_by_side(mannequin)
    blender.ops.mesh.primitive_cube_add(size=1.0, location=(0.0, 0.0, 0.5))
    box = blender.context.object

    def picture(part: str) -> np.ndarray:
        box.footfall_part.part = part
        render_crowd(plan, collection, str(tmp_path / f"{part}.png"), 12)
        return np.array(blender.data.images.load(str(tmp_path / f"{part}.png")).pixels[:])

    changed = np.abs(picture(OBSTACLE) - picture(NOTHING)).reshape(-1, 4).max(axis=1) > 0.05
    assert changed.mean() > 0.02
    assert box.users_scene == (blender.context.scene,)
