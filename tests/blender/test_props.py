"""Mesh objects as props for the hands, in the scene and its panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from props import PROPS

Run = Callable[[str], dict[str, Any]]


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


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("cue('pick_up')", "There is no prop yet: choose one in the cue."),
        ("cue('reach')", "There is no target yet: choose one in the cue."),
        (
            "cue('pick_up', prop=crate())\n"
            "bpy.ops.footfall.set_part(part='OBSTACLE', object='crate')",
            "The prop 'crate' of Pick up has no mass, so that it never moves",
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
