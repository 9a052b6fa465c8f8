"""Members differ in parts, materials and shape keys, and full and light ones show the same."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from light_crowds import COUNT, make_crowd
from looking import (
    BAGS,
    HATS,
    SHIRTS,
    add_choices,
    boxes_of,
    light_boxes_and_shirts,
    look_shown,
    new_box,
    new_collection,
    wanted_looks,
)

from footfall.base.errors import InvalidInput
from footfall.crowd.surfaces import Rectangle

MILLIMETRE = 1e-3
SEED = 3  # with which all three members have other parts and other shirts
TWO_SHIRTS = 4  # a seed with which they have two of the three shirts


@pytest.fixture
def choices(blender, mannequin):
    add_choices(mannequin)
    return mannequin


@pytest.fixture
def body(blender, choices):
    return blender.data.objects["Human Body"]


def plan_of(mannequin, kind: str = "full", **changes):
    from footfall.crowd.description import Crowd
    from footfall.rigs.blender.crowd_looks import read_looks
    from footfall.rigs.blender.crowd_plan import CrowdPlan
    from footfall.rigs.blender.rig import read_rig

    crowd = Crowd(
        count=COUNT, seed=SEED, variation=0.3, surface=Rectangle((300.0, 300.0)), spacing=60.0,
        looks=read_looks(wanted_looks(**changes), [mannequin]),
    )  # fmt: skip
    return CrowdPlan([read_rig(mannequin)], crowd, start_frame=1, kind=kind)


def drawn(plan, number: int) -> dict:
    look = plan.crowd.look(number, HATS + BAGS)
    return {
        "parts": sorted(look.parts), "shirt": look.materials["Shirt"],
        "belly": round(look.keys["Belly"], 5),
    }  # fmt: skip


def test_each_full_member_shows_what_was_drawn_for_it(choices) -> None:
    plan = plan_of(choices)
    _, collection = make_crowd(choices, plan=plan)
    shown = [look_shown(collection, number) for number in range(COUNT)]
    assert shown == [drawn(plan, number) for number in range(COUNT)]
    assert len({one["shirt"] for one in shown}) > 1
    assert len({tuple(one["parts"]) for one in shown}) == COUNT


def test_meshes_are_shared_where_no_shape_key_varies(blender, choices, body) -> None:
    plan = plan_of(choices, keys={})
    _, collection = make_crowd(choices, plan=plan)
    shirts = [look_shown(collection, number)["shirt"] for number in range(COUNT)]
    assert shirts == [plan.crowd.look(n, ()).materials["Shirt"] for n in range(COUNT)]
    bodies = {t.data.name for t in collection.objects if t.name.endswith("Human Body")}
    assert bodies == {body.data.name}
    assert body.data.materials[:] == [
        blender.data.materials[name] for name in ("Mannequin", SHIRTS[0])
    ]


def test_a_removed_member_takes_its_own_mesh_along(blender, choices) -> None:
    from footfall.rigs.blender.crowd_scene import remove_members

    before = {mesh.name for mesh in blender.data.meshes}
    _, collection = make_crowd(choices, plan=plan_of(choices))
    assert len(blender.data.meshes) == len(before) + COUNT
    remove_members(collection, range(COUNT))
    assert {mesh.name for mesh in blender.data.meshes} == before
    assert len(blender.data.shape_keys) == 1


def test_a_value_of_a_shape_key_is_seen_in_the_mesh(choices) -> None:
    from footfall.rigs.blender.crowd_scene import members_of
    from footfall.rigs.blender.evaluated_mesh import evaluated_mesh

    wide = {"Belly": (4.0, 5.0)}  # beyond the slider of the key
    tall = {}
    for keys in ({}, wide):
        plan = plan_of(choices, keys=keys)
        _, collection = make_crowd(choices, plan=plan)
        body = next(t for t in members_of(collection)[1].children if "Body" in t.name)
        tall[bool(keys)] = np.ptp(evaluated_mesh(body)[0][:, 2])
    assert tall[True] / tall[False] > 1.35


def test_light_members_show_the_parts_and_materials_of_full_ones(choices) -> None:
    from footfall.rigs.blender.crowd_kinds import make_light

    plan = plan_of(choices)
    _, collection = make_crowd(choices, plan=plan)
    full = {n: boxes_of(collection, n, 5.0) for n in range(COUNT)}
    make_light(collection, range(COUNT))
    assert_light_shows(collection, plan, full)


def test_members_made_light_at_once_show_the_same(choices) -> None:
    plan = plan_of(choices)
    _, collection = make_crowd(choices, plan=plan)
    full = {n: boxes_of(collection, n, 5.0) for n in range(COUNT)}
    _, light = make_crowd(choices, plan=replace(plan, kind="light"))
    assert_light_shows(light, plan, full)


def assert_light_shows(collection, plan, full) -> None:
    places = np.array([performer.position for performer in plan.shot.performers])
    boxes, shirts = light_boxes_and_shirts(collection, places, 5.0)
    for number in range(COUNT):
        assert shirts[number] == {drawn(plan, number)["shirt"]}
        assert len(boxes[number]) == len(full[number]) == 8 * len(drawn(plan, number)["parts"])
        apart = np.linalg.norm(boxes[number][:, None] - full[number], axis=2).min(axis=1)
        assert apart.max() < MILLIMETRE


def test_boxes_have_no_parts_and_no_shirt(choices) -> None:
    from footfall.rigs.blender.crowd_kinds import make_light

    plan = plan_of(choices)
    _, collection = make_crowd(choices, plan=plan)
    make_light(collection, range(COUNT), "boxes")
    places = np.array([performer.position for performer in plan.shot.performers])
    boxes, shirts = light_boxes_and_shirts(collection, places, 5.0)
    assert {len(points) for points in boxes.values()} == {0}
    assert set().union(*shirts.values()) == set()


def test_a_look_stays_through_all_kinds_and_a_saved_file(blender, choices, tmp_path) -> None:
    from footfall.rigs.blender.crowd_kinds import make_full, make_light
    from footfall.rigs.blender.files import save_blend

    plan = plan_of(choices)
    _, collection = make_crowd(choices, plan=plan)
    make_light(collection, range(COUNT))
    save_blend(str(tmp_path / "crowd.blend"))
    blender.ops.wm.open_mainfile(filepath=str(tmp_path / "crowd.blend"))
    collection = blender.data.collections["Crowd"]
    make_light(collection, [1], "boxes")
    make_full(collection, range(COUNT))
    shown = [look_shown(collection, number) for number in range(COUNT)]
    assert shown == [drawn(plan, number) for number in range(COUNT)]


def test_a_member_rolled_again_has_a_new_look_and_others_keep_theirs(choices) -> None:
    plan = plan_of(choices)
    _, collection = make_crowd(choices, plan=plan)
    before = [look_shown(collection, number) for number in range(COUNT)]
    again = replace(plan, crowd=replace(plan.crowd, seeds={1: 77}), collection=collection)
    make_crowd(choices, plan=again)
    after = [look_shown(collection, number) for number in range(COUNT)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True]
    assert after[1] == drawn(again, 1)


@contextlib.contextmanager
def hidden(blender, how: str) -> Iterator[None]:
    """The options hidden in a way in which an artist may have hidden them."""
    layers = blender.context.view_layer.layer_collection.children
    for name in ("Hats", "Bags"):
        for thing in blender.data.collections[name].objects:
            if how == "object":
                thing.hide_viewport = thing.hide_render = True
            elif how == "eye":
                thing.hide_set(True)
        if how == "excluded":
            layers[name].exclude = True
    yield
    if how == "excluded":
        assert layers["Hats"].exclude and layers["Bags"].exclude


@pytest.mark.parametrize("how", ["object", "eye", "excluded"])
@pytest.mark.parametrize("kind", ["full", "light"])
def test_options_may_be_hidden(blender, choices, how: str, kind: str) -> None:
    plan = plan_of(choices)
    _, collection = make_crowd(choices, plan=plan)
    full = {n: boxes_of(collection, n, 5.0) for n in range(COUNT)}
    with hidden(blender, how):
        _, again = make_crowd(choices, plan=plan_of(choices, kind))
    if kind == "light":
        assert_light_shows(again, plan, full)
        return
    for number in range(COUNT):
        assert look_shown(again, number) == drawn(plan, number)
        assert np.abs(boxes_of(again, number, 5.0) - full[number]).max() < MILLIMETRE


def test_all_of_a_rig_s_meshes_may_be_options(choices, body) -> None:
    new_collection("Bodies").objects.link(body)
    collections = {"Hats": 1.0, "Bags": 1.0, "Bodies": 1.0}
    plan = plan_of(choices, "light", collections=collections)
    _, collection = make_crowd(choices, plan=plan)
    places = np.array([performer.position for performer in plan.shot.performers])
    boxes, shirts = light_boxes_and_shirts(collection, places, 5.0)
    assert [len(boxes[n]) for n in range(COUNT)] == [16] * COUNT
    assert [shirts[n] for n in range(COUNT)] == [{drawn(plan, n)["shirt"]} for n in range(COUNT)]


def test_a_cancelled_crowd_goes_on_only_with_the_same_looks(choices) -> None:
    from footfall.rigs.blender.unfinished_crowd import plan_key

    one, same, other = (plan_key(plan_of(choices, **wish)) for wish in ({}, {}, {"keys": {}}))
    assert one == same != other


@pytest.mark.parametrize("kind", ["full", "light"])
def test_a_picture_shows_the_materials_that_vary(blender, choices, tmp_path, kind: str) -> None:
    from footfall.operators.part_properties import register_once
    from footfall.rigs.blender.crowd_stage import render_crowd
    from footfall.rigs.blender.hidden_rigs import hide_rigs

    register_once()
    plan = plan_of(choices, kind, collections={}, keys={})
    crowd = replace(
        plan.crowd, surface=Rectangle((14.0, 14.0)), spacing=7.0, duration=0.2, seed=TWO_SHIRTS
    )
    plan, collection = make_crowd(choices, plan=replace(plan, crowd=crowd))
    hide_rigs([choices])
    render_crowd(plan, collection, str(tmp_path / "crowd.png"), 12)
    image = blender.data.images.load(str(tmp_path / "crowd.png"))
    pixels = np.array(image.pixels[:]).reshape(-1, 4)[:, :3]
    vivid = pixels[np.ptp(pixels, axis=1) > 0.6].argmax(axis=1)
    worn = {plan.crowd.look(number, ()).materials["Shirt"] for number in range(COUNT)}
    assert 1 < len(worn) < len(SHIRTS)
    assert {SHIRTS[i] for i in set(vivid.tolist())} == worn


def test_what_cannot_be_varied_is_one_sentence(blender, choices) -> None:
    from footfall.rigs.blender.crowd_looks import read_looks

    stray = new_collection("Stray")
    new_box("Lamp", 0.1, stray)
    new_collection("Empty")
    for changes, sentence in (
        ({"collections": {"Shoes": 1.0}}, "There is no collection 'Shoes'"),
        ({"collections": {"Empty": 1.0}}, "The collection 'Empty' has no meshes"),
        ({"collections": {"Stray": 1.0}}, "'Lamp' of the collection 'Stray' is not moved by a rig"),
        ({"collections": {"Hats": 2.0}}, "The chance of 'Hats' must be 0 to 1"),
        ({"prefixes": ["Trousers"]}, "a material whose name begins with 'Trousers'"),
        ({"prefixes": [""]}, "a material whose name begins with ''"),
        ({"keys": {"Nose": (0.0, 1.0)}}, "No mesh of the crowd's rigs has a shape key 'Nose'"),
    ):
        with pytest.raises(InvalidInput, match=sentence):
            read_looks(wanted_looks(**changes), [choices])


@pytest.mark.parametrize(("kind", "gone"), [("objects", "Cap"), ("materials", "Shirt Red")])
def test_a_crowd_whose_options_are_gone_says_so_and_stays(blender, choices, kind, gone) -> None:
    from footfall.rigs.blender.crowd_kinds import make_light
    from footfall.rigs.blender.crowd_scene import kinds_of

    _, collection = make_crowd(choices, plan=plan_of(choices))
    getattr(blender.data, kind)[gone].name = "Other"
    things = len(blender.data.objects)
    with pytest.raises(InvalidInput, match=f"'{gone}' of this crowd is gone"):
        make_light(collection, [0])
    assert kinds_of(collection) == dict.fromkeys(range(COUNT), "full")
    assert len(blender.data.objects) == things
