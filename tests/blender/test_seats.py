"""Mesh objects of the scene as seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

CHAIR = """
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot

def chair():
    # A board 0.45 m square at 0.4 to 0.45 m, and a back that reaches up to 0.9 m.
    data = bpy.data.meshes.new("Stool")
    corners, faces = [], []
    for low, high in (((-.2, -.25, .4), (.25, .25, .45)), ((-.25, -.25, .4), (-.2, .25, .9))):
        first = len(corners)
        corners += [(x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1])
                    for x in (low[0], high[0])]
        sides = (0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)
        faces += [[first + corner for corner in side] for side in sides]
    data.from_pydata(corners, [], faces)
    thing = bpy.data.objects.new("Stool", data)
    bpy.context.scene.collection.objects.link(thing)
    return thing

rig = metarig()
cue = settings().cues[0]
cue.skill = "sit_to_stand"
"""


def test_of_a_chair_with_a_back_the_seat_is_sat_on(in_blender: Run) -> None:
    said = in_blender(
        CHAIR
        + """
thing = chair()
thing.location = (2, 1, 0)
thing.footfall_part.part = "OBSTACLE"
cue.sit_to_stand.seat = thing
shot = read_shot(bpy.context.scene, read_chosen_rig(bpy.context))
said["props"] = [(p.name, p.shape, p.size, p.position) for p in shot.props]
said["seat"] = shot.performers[0].cues[0].parameters["seat"]
"""
    )
    ((name, shape, size, position),) = said["props"]
    assert (name, shape, said["seat"]) == ("Stool", "box", "Stool")
    assert size == pytest.approx([0.45, 0.5, 0.05], abs=1e-5)
    assert position == pytest.approx([2.025, 1.0, 0.425], abs=1e-5)


def test_a_cue_without_a_seat_asks_for_one(in_blender: Run) -> None:
    said = in_blender(CHAIR + "said['refusal'] = refusal(bpy.ops.footfall.bake)")
    assert "There is no seat yet: choose one in the cue." in said["refusal"]


def test_a_mesh_with_no_level_face_is_no_seat(in_blender: Run) -> None:
    said = in_blender(
        CHAIR
        + """
thing = chair()
thing.rotation_euler = (0.5, 0, 0)
cue.sit_to_stand.seat = thing
said["refusal"] = refusal(bpy.ops.footfall.bake)
"""
    )
    assert "The seat 'Stool' has no level face to sit on" in said["refusal"]
