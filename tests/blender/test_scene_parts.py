"""The scene in the shot: curves, targets, ground, obstacles, pushes, gravity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

Run = Callable[[str], dict[str, Any]]

SHOT = """
import math
from footfall.operators.rig_run import read_chosen_rig
from footfall.operators.scene_shot import read_shot

def shot():
    return read_shot(bpy.context.scene, read_chosen_rig(bpy.context))

def curve(kind, points, cyclic=False):
    data = bpy.data.curves.new("Path", "CURVE")
    data.dimensions = "3D"
    spline = data.splines.new(kind)
    rows = spline.bezier_points if kind == "BEZIER" else spline.points
    rows.add(len(points) - len(rows))
    for row, point in zip(rows, points):
        row.co = point if kind == "BEZIER" else (*point, 1.0)
        if kind == "BEZIER":
            row.handle_left_type = row.handle_right_type = "VECTOR"
    spline.use_cyclic_u = cyclic
    thing = bpy.data.objects.new("Path", data)
    bpy.context.scene.collection.objects.link(thing)
    return thing

def follow(thing):
    cue = settings().cues[0]
    cue.skill, cue.follow.path = "follow", thing
    return cue

rig = metarig()
"""


@pytest.mark.parametrize("kind", ["BEZIER", "POLY", "NURBS"])
def test_a_curve_becomes_a_path_in_metres_where_it_stands(in_blender: Run, kind: str) -> None:
    said = in_blender(
        SHOT
        + f"""
thing = curve({kind!r}, [(0, 0, 0), (1, 0, 0), (2, 0, 5)])
thing.location, thing.rotation_euler, thing.scale = (1, 2, 0), (0, 0, math.pi / 2), (3, 3, 3)
follow(thing)
said["path"] = shot().performers[0].cues[0].parameters["path"]
said["same"] = shot() == shot()
"""
    )
    path = np.array(said["path"])
    assert np.abs(path[:, 0] - 1.0).max() < 1e-5
    assert (np.diff(path[:, 1]) > 0.0).all()
    if kind != "NURBS":  # which does not reach its outer points
        assert path[[0, -1], 1] == pytest.approx([2.0, 8.0], abs=1e-5)
    assert said["same"]


def test_a_run_takes_a_path_or_none(in_blender: Run) -> None:
    said = in_blender(
        SHOT
        + """
cue = settings().cues[0]
cue.skill = "run"
said["without"] = sorted(shot().performers[0].cues[0].parameters)
cue.run.path = curve("POLY", [(0, 0, 0), (9, 0, 0)])
said["path"] = shot().performers[0].cues[0].parameters["path"]
"""
    )
    assert "path" not in said["without"]
    assert said["path"] == [[0, 0], [9, 0]]


def test_a_closed_curve_becomes_a_closed_path(in_blender: Run) -> None:
    said = in_blender(
        SHOT
        + """
follow(curve("POLY", [(0, 0, 0), (2, 0, 0), (2, 2, 0)], cyclic=True))
said["path"] = shot().performers[0].cues[0].parameters["path"]
"""
    )
    assert said["path"] == [[0, 0], [2, 0], [2, 2], [0, 0]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("follow(curve('POLY', [(0, 0, 0)]))", "The path 'Path' has no length: give it at least"),
        ("follow(curve('POLY', [(0, 0, 0), (math.nan, 0, 0)]))", "has a point nowhere (NaN)"),
        ("follow(curve('POLY', [(0, 0, 0)])).follow.path.data.splines.clear()", "has 0 lines"),
        (
            "bpy.data.collections.new('Bin').objects.link(gone := curve('POLY', [(0, 0, 0)]))\n"
            "follow(gone)\nbpy.context.scene.collection.objects.unlink(gone)",
            "The path 'Path' is no longer in the scene: choose another.",
        ),
        (
            "bpy.ops.mesh.primitive_plane_add()\nbpy.ops.footfall.set_part(part='GROUND')\n"
            "bpy.context.object.data.clear_geometry()\nsettings(armature=rig)",
            "The ground 'Plane' has no faces: give it some.",
        ),
        (
            "bpy.ops.mesh.primitive_plane_add(location=(50, 0, 0))\n"
            "bpy.ops.footfall.set_part(part='GROUND')\nsettings(armature=rig)",
            "There is no ground under the performer at",
        ),
        (
            "bpy.ops.mesh.primitive_plane_add()\nbpy.ops.footfall.set_part(part='OBSTACLE')\n"
            "bpy.context.object.data.vertices[0].co = (math.nan, 0, 0)\nsettings(armature=rig)",
            "The mesh 'Plane' has a vertex nowhere (NaN): remove it.",
        ),
        (
            "bpy.context.scene.use_gravity = False\nsettings(armature=rig)",
            "Gravity must pull down for a character to stand, got (0.0, 0.0, 0.0) m/s2",
        ),
        ("bpy.ops.footfall.set_part(part='GROUND')", "Nothing selected can be that: select a mesh"),
    ],
)
def test_what_the_scene_cannot_be_is_one_sentence(
    in_blender: Run, change: str, sentence: str
) -> None:
    said = in_blender(
        SHOT
        + f"""
def press():
    exec({change!r}, globals())
    bpy.ops.footfall.bake()

said["refusal"] = refusal(press)
"""
    )
    assert sentence in said["refusal"]
    assert "Traceback" not in said["refusal"]


def test_an_object_is_approached_where_it_stands(in_blender: Run) -> None:
    said = in_blender(
        SHOT
        + """
bpy.ops.object.empty_add(location=(3.0, -1.5, 2.0))
cue = settings(armature=rig).cues[0]
cue.skill, cue.approach.target, cue.approach.distance = "approach", bpy.context.object, 0.75
said["parameters"] = shot().performers[0].cues[0].parameters
"""
    )
    assert said["parameters"]["target"] == [3.0, -1.5]
    assert said["parameters"]["distance"] == 0.75


def test_meshes_become_ground_with_their_modifiers_in_metres_from_the_soles_up(
    in_blender: Run,
) -> None:
    said = in_blender(
        SHOT
        + """
rig.location.z = 2.0
bpy.ops.mesh.primitive_plane_add(size=1.0, location=(0.0, 0.0, 2.1))
floor = bpy.context.object
floor.scale = (20.0, 20.0, 1.0)
array = floor.modifiers.new("Array", "ARRAY")
array.count = 2
bpy.ops.footfall.set_part(part="GROUND")
settings(armature=rig).ground_friction = 0.3
ground = shot().ground
said["triangles"], said["friction"] = len(ground.triangles), ground.friction
said["height"] = [ground.height_at(x, 0.3) for x in (0.0, 25.0, 40.0)]
bpy.ops.footfall.set_part(part="NOTHING", object=floor.name)
said["flat"] = shot().ground.kind
"""
    )
    assert said["triangles"] == 4
    assert said["friction"] == 0.3
    assert said["height"][:2] == pytest.approx([0.1, 0.1], abs=0.05)
    assert said["height"][2] is None
    assert said["flat"] == "flat"


def test_obstacles_are_hulls_or_boxes_that_never_move(in_blender: Run) -> None:
    said = in_blender(
        SHOT
        + """
bpy.ops.mesh.primitive_cube_add(size=2.0, location=(3.0, 1.0, 0.5))
cube = bpy.context.object
cube.scale, cube.rotation_euler = (0.5, 0.25, 0.5), (0.0, 0.0, math.pi / 2)
bpy.ops.footfall.set_part(part="OBSTACLE")
settings(armature=rig)
(hull,) = shot().props
cube.footfall_part.shape = "BOX"
(box,) = shot().props
said["hull"] = [hull.shape, hull.mass, hull.position, hull.vertices]
said["box"] = [box.shape, box.mass, box.position, box.size, box.orientation]
said["same"] = shot() == shot()
"""
    )
    shape, mass, position, vertices = said["hull"]
    assert (shape, mass) == ("mesh", 0.0)
    assert position == pytest.approx([3.0, 1.0, 0.5], abs=0.01)
    assert np.ptp(vertices, axis=0) == pytest.approx([0.5, 1.0, 1.0], abs=1e-5)
    shape, mass, position, size, orientation = said["box"]
    assert (shape, mass) == ("box", 0.0)
    assert position == pytest.approx([3.0, 1.0, 0.5], abs=0.01)
    assert size == pytest.approx([1.0, 0.5, 1.0], abs=1e-5)
    assert orientation == pytest.approx([0.5**0.5, 0.0, 0.0, 0.5**0.5], abs=1e-5)
    assert said["same"]


def test_an_empty_with_a_keyed_strength_pushes_along_its_arrow(in_blender: Run) -> None:
    said = in_blender(
        SHOT
        + """
bpy.context.scene.render.fps = 10
bpy.ops.object.empty_add(type="SINGLE_ARROW", rotation=(0.0, math.pi / 2, 0.0))
empty = bpy.context.object
bpy.ops.footfall.set_part(part="PUSH")
for frame, strength in ((1, 0.0), (6, 300.0), (8, 0.0)):
    empty.footfall_part.strength = strength
    empty.footfall_part.keyframe_insert("strength", frame=frame)
from footfall.rigs.blender.actions import curves_of
for key in curves_of(empty, empty.animation_data.action)[0].keyframe_points:
    key.interpolation = "CONSTANT"
empty.footfall_part.segment = "head"
settings(armature=rig, duration=2.0)
said["pushes"] = [[p.segment, p.time, p.duration, p.force] for p in shot().pushes]
bpy.context.scene.gravity = (0.0, 0.0, -1.62)
said["gravity"] = shot().gravity
"""
    )
    ((segment, time, duration, force),) = said["pushes"]
    assert segment == "head"
    assert (time, duration) == pytest.approx((0.5, 0.2))
    assert force == pytest.approx([300.0, 0.0, 0.0], abs=1e-3)
    assert said["gravity"] == [0.0, 0.0, -1.62]


def test_reading_the_scene_leaves_no_trace_on_its_objects(in_blender: Run) -> None:
    said = in_blender(
        SHOT
        + """
bpy.ops.mesh.primitive_plane_add(size=20.0)
settings(armature=rig)
before = snapshot()
shot()
said["same"] = snapshot() == before
"""
    )
    assert said["same"]


def test_a_baked_rig_follows_a_curve_on_a_mesh(in_blender: Run) -> None:
    said = in_blender(
        SHOT
        + """
bpy.ops.mesh.primitive_plane_add(size=20.0)
bpy.ops.footfall.set_part(part="GROUND")
follow(curve("POLY", [(0, 0, 0), (0, -2.0, 0)])).follow.speed = 0.8
bpy.context.view_layer.objects.active = rig
settings(duration=5.0)
said["result"] = sorted(bpy.ops.footfall.bake())
scene = bpy.context.scene
scene.frame_set(121)
said["hips"] = list(rig.matrix_world @ rig.pose.bones["spine"].head)
"""
    )
    assert said["result"] == ["FINISHED"]
    assert said["hips"][:2] == pytest.approx([0.0, -2.0], abs=0.25)
