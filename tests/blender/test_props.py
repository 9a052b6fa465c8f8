"""Mesh objects that are picked up, pushed and put down: read, keyed and shown with the rig."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from stepping import PREVIEW

Run = Callable[[str], dict[str, Any]]

PROPS = """
import math
from mathutils import Matrix, Vector
from footfall.operators.plan import read_chosen_rig
from footfall.operators.scene_shot import read_shot

scene = bpy.context.scene
rig = metarig()

def shot():
    return read_shot(scene, read_chosen_rig(bpy.context))

def crate(x=0.0, y=-1.4, z=0.1, size=(0.3, 0.3, 0.2), origin=(0.0, 0.0, 0.0)):
    # A box whose middle is at (x, y, z) and whose origin lies elsewhere.
    bpy.ops.mesh.primitive_cube_add(size=1.0)
    thing = bpy.context.object
    thing.name, thing.scale = "crate", size
    thing.data.transform(Matrix.Translation([-o / s for o, s in zip(origin, size)]))
    thing.location = Vector((x, y, z)) + Vector(origin)
    bpy.context.view_layer.objects.active = rig
    return thing

def cue(skill, **values):
    item = settings(armature=rig).cues[0]
    item.skill = skill
    for name, value in values.items():
        setattr(item.parameters, name, value)
    return item

def middle(thing):
    bpy.context.view_layer.update()
    return list(thing.matrix_world @ (sum((v.co for v in thing.data.vertices), Vector()) / 8))
"""

FALLING = (
    PROPS
    + """
thing = crate(x=1.0, y=0.5, z=1.0, origin=(0.2, 0.1, 0.3))
bpy.ops.footfall.set_part(part="PROP", object="crate")
cue("stand")
settings(duration=0.5, start_frame=3)
scene.frame_set(20)
"""
)


def test_a_mesh_is_a_prop_with_its_mass_in_metres_wherever_its_origin_lies(in_blender: Run) -> None:
    said = in_blender(
        PROPS
        + """
thing = crate(0.3, -1.4, 0.1, origin=(0.5, 0.0, 0.1))
thing.rotation_euler.z = 0.5
bpy.ops.footfall.set_part(part="PROP", object="crate")
thing.footfall_part.mass = 12.0
cue("pick_up", prop=thing)
(prop,) = shot().props
said["prop"] = [prop.name, prop.shape, prop.size, prop.mass, prop.friction]
said["apart"] = (Vector(prop.position) - Vector(middle(thing))).length
said["turn"] = 2.0 * math.acos(prop.orientation[0])
said["cue"] = shot().performers[0].cues[0].parameters["prop"]
"""
    )
    name, shape, size, mass, friction = said["prop"]
    assert (name, shape, said["cue"]) == ("crate", "box", "crate")
    assert size == pytest.approx([0.3, 0.3, 0.2], abs=1e-5)
    assert (mass, friction) == (12.0, 0.5)
    assert said["apart"] < 0.02  # the soles of this rig lie a little above the floor
    assert said["turn"] == pytest.approx(0.5, abs=1e-5)


def test_a_hull_balances_where_its_volume_is_and_not_where_its_vertices_are(
    in_blender: Run,
) -> None:
    said = in_blender(
        PROPS
        + """
bpy.ops.mesh.primitive_cone_add(vertices=64, radius1=0.2, depth=0.4, location=(0.0, -1.4, 0.2))
cone = bpy.context.object
bpy.context.view_layer.objects.active = rig
cue("push_crate", prop=cone)
(prop,) = shot().props
said["prop"] = [prop.shape, prop.mass, prop.position]
"""
    )
    shape, mass, position = said["prop"]
    assert (shape, mass) == ("mesh", 5.0)
    assert position == pytest.approx([0.0, -1.4, 0.1], abs=0.01)  # a quarter of its height


def test_empties_that_hang_on_a_prop_or_are_called_handle_are_its_handles(in_blender: Run) -> None:
    said = in_blender(
        PROPS
        + """
thing = crate(0.0, -1.4, 0.1, origin=(0.0, 0.0, 0.1))
for name, place, hangs in (("Grip L", (0.15, -1.4, 0.15), True),
                           ("Handle R", (-0.15, -1.4, 0.15), False),
                           ("Lamp", (0.0, -1.4, 0.3), False)):
    bpy.ops.object.empty_add(location=place)
    empty = bpy.context.object
    empty.name = name
    if hangs:
        empty.parent, empty.matrix_parent_inverse = thing, thing.matrix_world.inverted()
bpy.context.view_layer.objects.active = rig
cue("pick_up", prop=thing)
said["handles"] = shot().props[0].handles
"""
    )
    assert list(said["handles"]) == ["Grip L", "Handle R"]
    assert said["handles"]["Grip L"] == pytest.approx([0.15, 0.0, 0.05], abs=1e-5)
    assert said["handles"]["Handle R"] == pytest.approx([-0.15, 0.0, 0.05], abs=1e-5)


def test_a_target_is_a_prop_by_its_name_and_any_other_object_a_place(in_blender: Run) -> None:
    said = in_blender(
        PROPS
        + """
table = crate(0.0, -1.4, 0.4, size=(0.6, 0.6, 0.8))
bpy.ops.object.empty_add(location=(0.2, -1.0, 1.3))
empty = bpy.context.object
bpy.context.view_layer.objects.active = rig
for thing in (empty, table):
    item = cue("reach", target=thing, hand="both")
    said[thing.name] = shot().performers[0].cues[0].parameters["target"]
bpy.ops.footfall.set_part(part="OBSTACLE", object="crate")
said["prop"] = shot().performers[0].cues[0].parameters["target"]
"""
    )
    assert said["Empty"] == pytest.approx([0.2, -1.0, 1.3], abs=0.02)
    assert said["crate"] == pytest.approx([0.0, -1.4, 0.4], abs=0.02)
    assert said["prop"] == "crate"


@pytest.mark.parametrize("strip", [False, True])
def test_a_prop_is_read_where_it_is_on_the_start_frame(in_blender: Run, strip: bool) -> None:
    said = in_blender(
        PROPS
        + f"""
thing = crate()
for frame, x in ((5, 0.2), (30, 3.0)):
    thing.location.x = x
    thing.keyframe_insert("location", frame=frame)
if {strip}:
    data = thing.animation_data
    track = data.nla_tracks.new()
    track.strips.new("Slide", 5, data.action)
    data.action = None
scene.frame_set(30)
cue("pick_up", prop=thing)
settings(start_frame=5)
before = snapshot()
said["x"] = shot().props[0].position[0]
said["same"] = snapshot() == before
"""
    )
    assert said["x"] == pytest.approx(0.2, abs=1e-4)
    assert said["same"]


@pytest.mark.parametrize("mode", ["XYZ", "QUATERNION", "AXIS_ANGLE"])
def test_a_prop_is_keyed_in_its_rotation_mode_below_its_parent_in_one_undo_step(
    in_blender: Run, mode: str
) -> None:
    said = in_blender(
        FALLING
        + f"""
bpy.ops.object.empty_add(location=(3.0, 1.0, 0.0), rotation=(0.3, 0.0, 1.0))
above = bpy.context.object
above.scale = (2.0, 2.0, 2.0)
bpy.context.view_layer.objects.active = rig
bpy.context.view_layer.update()
thing.rotation_mode = {mode!r}
stood = thing.matrix_world.copy()
thing.parent = above
thing.matrix_world = stood
bpy.context.view_layer.update()
said["start"] = middle(thing)
bpy.ops.ed.undo_push(message="before")
before = snapshot()
said["result"] = sorted(bpy.ops.footfall.bake("EXEC_DEFAULT", True))
thing = bpy.data.objects["crate"]
said["keyed"] = sorted({{c.data_path for c in thing.animation_data.action.fcurves}})
said["action"] = thing.animation_data.action.name
said["path"] = []
for frame in range(3, 16):
    scene.frame_set(frame)
    said["path"].append(middle(thing))
bpy.ops.ed.undo()
said["undone"] = snapshot() == before
"""
    )
    channel = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
    assert said["result"] == ["FINISHED"]
    assert said["keyed"] == ["location", channel.get(mode, "rotation_euler")]
    assert said["action"] == "Stand crate"
    path = np.array(said["path"])
    assert path[0] == pytest.approx(said["start"], abs=1e-5)
    times = np.arange(len(path)) / 24.0
    in_the_air = path[:, 2] > 0.12
    fallen = said["start"][2] - 0.5 * 9.81 * times**2
    assert path[in_the_air, 2] == pytest.approx(fallen[in_the_air], abs=0.02)
    assert path[-1, 2] == pytest.approx(0.1, abs=0.02)  # it lies on the ground
    assert said["undone"]


def test_a_preview_shows_props_moving_puts_them_back_and_is_accepted_as_seen(
    in_blender: Run,
) -> None:
    said = in_blender(
        FALLING
        + PREVIEW
        + """
before = snapshot()
begin_preview(bpy.context)
until(lambda: active_preview().frames > 3)
scene.frame_set(6)
said["falls"] = middle(thing)[2]
until(simulated)
step(40)  # the panel is looked at again: what is shown is no other wish
said["still_there"] = simulated()
scene.frame_set(10)
seen = middle(thing)
bpy.ops.footfall.cancel()
said["same"] = snapshot() == before
bpy.ops.footfall.preview()
said["keys"] = thing.animation_data is None
bpy.ops.footfall.accept()
scene.frame_set(10)
said["apart"] = (Vector(seen) - Vector(middle(thing))).length
scene.frame_set(14)
begin_preview(bpy.context)
until(simulated)
first = active_preview().take.props["crate"].position[0]
said["again"] = list(first)
bpy.ops.footfall.cancel()
"""
    )
    assert said["falls"] < 0.99
    assert said["still_there"] and said["same"] and said["keys"]
    assert said["apart"] < 1e-4
    assert said["again"] == pytest.approx([1.0, 0.5, 1.0], abs=0.02)


HELD = """
thing = crate(0.0, -0.55, 0.15, size=(0.3, 0.3, 0.3), origin=(0.1, 0.1, 0.0))
cue("pick_up", prop=thing)
more = settings(duration=14.5).cues.add()
more.skill, more.frame, more.walk.speed = "walk", 289, 0.7
said["result"] = sorted(bpy.ops.footfall.bake())
rows = []
for frame in range(1, 349):
    scene.frame_set(frame)
    inside = thing.matrix_world.to_quaternion().to_matrix().transposed()
    hands = []
    for side in ("L", "R"):
        bone = rig.pose.bones["hand." + side]
        hand = rig.matrix_world @ ((bone.head + bone.tail) / 2)
        hands += list(inside @ (hand - thing.matrix_world.translation))
    rows.append([*thing.matrix_world.translation, *hands])
said["rows"] = rows
"""


def test_hands_stay_on_what_they_carry_within_a_centimetre(in_blender: Run) -> None:
    said = in_blender(PROPS + HELD)
    assert said["result"] == ["FINISHED"]
    rows = np.array(said["rows"])
    places, hands = rows[:, :3], rows[:, 3:].reshape(-1, 2, 3)
    carried = slice(260, None)
    assert (places[carried, 2] > 0.5).all()
    assert np.hypot(*(places[-1, :2] - places[260, :2])) > 0.3  # it is carried along
    drift = np.linalg.norm(hands[carried] - hands[260], axis=2)
    assert drift.max() < 0.01


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("cue('pick_up')", "There is no prop yet: choose one in the cue."),
        ("cue('reach')", "There is no target yet: choose one in the cue."),
        (
            "cue('pick_up', prop=crate())\n"
            "bpy.ops.footfall.set_part(part='OBSTACLE', object='crate')",
            "The prop 'crate' of pick_up has no mass, so that it never moves",
        ),
        (
            "cue('pick_up', prop=crate())\n"
            "bpy.data.objects['crate'].constraints.new('LIMIT_LOCATION')",
            "The prop 'crate' has delta transforms or constraints, or hangs on a bone",
        ),
        (
            "cue('pick_up', prop=crate())\nsettings().output.use_loop = True",
            "A take that moves the prop 'crate' is neither a loop nor in place",
        ),
        (
            "cue('pick_up', prop=crate())\n"
            "bpy.ops.footfall.set_part(part='PROP', object='crate')\n"
            "bpy.data.objects['crate'].footfall_part.mass = 200.0",
            "The prop 'crate' weighs 200 kg; these arms can carry a thing of its size",
        ),
    ],
)
def test_what_hands_cannot_do_in_the_scene_is_one_sentence(
    in_blender: Run, change: str, sentence: str
) -> None:
    said = in_blender(
        PROPS
        + f"""
exec({change!r}, globals())
before = snapshot()
said["refusal"] = refusal(bpy.ops.footfall.bake)
said["same"] = snapshot() == before
"""
    )
    assert sentence in said["refusal"]
    assert "Traceback" not in said["refusal"]
    assert said["same"]


def test_a_cue_makes_a_prop_of_its_object_by_a_button(in_blender: Run) -> None:
    said = in_blender(
        PROPS
        + """
thing = crate()
cue("push_crate", prop=thing)
said["before"] = json.dumps(drawn(bpy.types.FOOTFALL_PT_main))
said["clean"] = not thing.is_property_set("footfall_part")
bpy.ops.footfall.set_part(part="PROP", object="crate")
said["after"] = json.dumps(drawn(bpy.types.FOOTFALL_PT_main))
said["around"] = json.dumps(drawn(bpy.types.FOOTFALL_PT_surroundings))
"""
    )
    assert "footfall.set_part" in said["before"]
    assert said["clean"]
    assert "footfall.set_part" not in said["after"]
    assert "Prop: crate" in said["around"]
    assert "FOOTFALL_PG_part.mass" in said["around"]


def test_a_prop_removed_during_a_preview_is_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        FALLING
        + PREVIEW
        + """
begin_preview(bpy.context)
until(moving)
bpy.data.objects.remove(thing)
def go_on():
    from footfall.errors import FootfallError
    try:
        until(simulated)
        step(5)
        bpy.ops.footfall.accept()
    except FootfallError as error:
        raise RuntimeError(str(error))
said["refusal"] = refusal(go_on)
from footfall.operators.previewing import end_preview
end_preview()
said["pose"] = rig.animation_data is None
"""
    )
    assert "was removed while its" in said["refusal"]
    assert said["pose"]
