"""Animated obstacles of the scene are moved props of the shot, and keep their animation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from props import PROPS

Run = Callable[[str], dict[str, Any]]

# A slab under the rig that begins to move at frame 5, and where the corners of its mesh are.
SLAB = (
    PROPS
    + """
from mathutils import Quaternion

def obstacle(z=-0.1, shape="BOX"):
    thing = crate(0.0, 0.0, z, size=(4.0, 4.0, 0.2), origin=(0.3, 0.2, 0.05))
    bpy.ops.footfall.set_part(part="OBSTACLE", object="crate")
    thing.footfall_part.shape = shape
    cue("stand")
    settings(duration=1.0, start_frame=1)
    return thing

def key(thing, frame, place, turn=0.0):
    thing.location, thing.rotation_euler.z = place, turn
    thing.keyframe_insert("location", frame=frame)
    thing.keyframe_insert("rotation_euler", frame=frame)

def off(thing):
    # How far the prop's corners are from those of the mesh, at most, over all frames [m].
    motion, rate = shot().props[0].motion, scene.render.fps / scene.render.fps_base
    prop, up, worst = shot().props[0], read_chosen_rig(bpy.context).ground_height, 0.0
    present = scene.frame_current
    for time, place, turn in zip(motion.times, motion.positions, motion.orientations):
        scene.frame_set(round(1 + time * rate))
        turn = Quaternion(turn).to_matrix()
        if prop.shape == "box":
            signs = [(x, y, z) for x in (-.5, .5) for y in (-.5, .5) for z in (-.5, .5)]
            corners = [Vector([s * l for s, l in zip(sign, prop.size)]) for sign in signs]
        else:
            corners = [Vector(v) for v in prop.vertices]
        corners = [turn @ c + Vector(place) + Vector((0, 0, up)) for c in corners]
        world = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world
        for vertex in thing.data.vertices:
            spot = world @ vertex.co
            worst = max(worst, min((spot - corner).length for corner in corners))
    scene.frame_set(present)
    return worst
"""
)


@pytest.mark.parametrize("shape", ["BOX", "HULL"])
def test_a_keyed_obstacle_is_where_its_mesh_is_on_every_frame(in_blender: Run, shape: str) -> None:
    said = in_blender(
        SLAB
        + f"""
thing = obstacle(shape={shape!r})
key(thing, 5, (0.3, 0.2, -0.05))
key(thing, 30, (1.0, -0.6, 0.4), 0.8)
prop = shot().props[0]
said["off"], said["keys"], said["mass"] = off(thing), len(prop.motion.times), prop.mass
said["first"] = prop.motion.times[0]
"""
    )
    assert said["off"] < 1e-4
    assert said["keys"] > 20
    assert (said["first"], said["mass"]) == (0.0, 0.0)


def test_an_obstacle_moved_by_its_parent_or_a_constraint_is_read_frame_by_frame(
    in_blender: Run,
) -> None:
    said = in_blender(
        SLAB
        + """
thing = obstacle()
bpy.ops.object.empty_add(location=(0.0, 0.0, 0.0))
empty = bpy.context.object
bpy.context.view_layer.objects.active = rig
key(empty, 5, (0.0, 0.0, 0.0))
key(empty, 30, (0.5, 0.2, 0.7), -0.6)
thing.parent = empty
said["parent"] = off(thing)
thing.parent = None
thing.constraints.new("CHILD_OF").target = empty
scene.frame_set(12)
said["constraint"], said["frame"] = off(thing), scene.frame_current
"""
    )
    assert said["parent"] < 1e-4
    assert said["constraint"] < 1e-4
    assert said["frame"] == 12


def test_an_obstacle_that_stays_or_changes_its_size_has_no_motion(in_blender: Run) -> None:
    said = in_blender(
        SLAB
        + """
from footfall.base.errors import InvalidInput
thing = obstacle()
key(thing, 1, (0.3, 0.2, -0.05))
key(thing, 20, (0.3, 0.2, -0.05))
said["motion"], said["ground"] = shot().props[0].motion, shot().ground.kind
thing.keyframe_insert("scale", frame=1)
thing.scale = (8.0, 4.0, 0.2)
thing.keyframe_insert("scale", frame=20)
try:
    shot()
except InvalidInput as error:
    said["error"] = str(error)
"""
    )
    assert said["motion"] is None
    assert said["ground"] == "flat"
    assert said["error"] == (
        "The obstacle 'crate' changes its size as it moves: key its place and turn only."
    )


def test_a_bake_on_an_elevator_carries_the_rig_and_leaves_the_elevator_alone(
    in_blender: Run,
) -> None:
    said = in_blender(
        SLAB
        + """
thing = obstacle()
key(thing, 1, (0.3, 0.2, -0.05))
key(thing, 21, (0.3, 0.2, 0.35))
before = curves(thing.animation_data.action)
said["result"] = sorted(bpy.ops.footfall.bake("EXEC_DEFAULT", True))
said["same"] = before == curves(thing.animation_data.action)
heights = []
for frame in (1, 24):
    scene.frame_set(frame)
    heights.append((rig.matrix_world @ rig.pose.bones["spine"].head).z)
said["rise"] = heights[1] - heights[0]
"""
    )
    assert said["result"] == ["FINISHED"]
    assert said["same"]
    assert said["rise"] == pytest.approx(0.4, abs=0.03)
