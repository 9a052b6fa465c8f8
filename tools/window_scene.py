"""A scene in a real window: skinned rigs, cues, times, and measures and pictures of a body.

For scripts that run inside Blender by tools/blender_window.sh, beside window_controls.py.
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

import bpy
from mathutils import Quaternion, Vector

sys.path.append(str(Path(__file__).parent))
from skinned_body import add_body
from window_controls import Steps, middle_of_view, place, simulate, state, take_picture, until

RATE = 24  # frames a second
BEGINS = 20.0  # [s] in which a pressed button begins its run, on a busy computer
VIEWPORT = "1056x810+0+28"  # of a window of 1280 x 900, with the sidebar
COLOURS = ("+dither", "-colors", "96")  # keeps a picture small
MIXAMO = {
    "pelvis": None, "spine": "Hips", "spine.001": "Spine", "spine.002": "Spine1",
    "spine.003": "Spine2", "spine.004": "Neck", "spine.005": "Neck1", "spine.006": "Head",
    "shoulder": "Shoulder", "upper_arm": "Arm", "forearm": "ForeArm", "hand": "Hand",
    "thigh": "UpLeg", "shin": "Leg", "foot": "Foot", "toe": "ToeBase",
}  # fmt: skip


def clear_scene() -> None:
    """Make an empty scene with Footfall's default settings."""
    old = bpy.context.scene
    bpy.ops.scene.new(type="NEW")
    bpy.data.scenes.remove(old)
    for things in (
        bpy.data.objects, bpy.data.meshes, bpy.data.armatures, bpy.data.actions,
        bpy.data.collections, bpy.data.libraries,
    ):  # fmt: skip
        for thing in list(things):
            things.remove(thing)
    bpy.context.scene.render.fps = RATE
    view = place("WINDOW")["area"].spaces.active
    view.overlay.show_bones = view.overlay.show_extras = False
    view.overlay.show_relationship_lines = False


def human() -> tuple[bpy.types.Object, bpy.types.Object]:
    rig = generated("human")
    return rig, add_body(rig)


def generated(kind: str) -> bpy.types.Object:
    """A generated Rigify rig, without its metarig."""
    with bpy.context.temp_override(**place("WINDOW")):
        getattr(bpy.ops.object, f"armature_{kind}_metarig_add")()
        drawing = bpy.context.object
        bpy.ops.pose.rigify_generate()
    rig = bpy.context.object
    rig.name = "rig"
    bpy.data.objects.remove(drawing)
    bpy.ops.ed.undo_push(message="A rig")
    return rig


def rename_as_mixamo(rig: bpy.types.Object) -> None:
    for bone in rig.data.bones:
        base, _dot, side = bone.name.rpartition(".")
        sided = side in ("L", "R")
        word = MIXAMO.get(base if sided else bone.name)
        if word is not None:
            start = {"L": "Left", "R": "Right"}[side] if sided else ""
            bone.name = f"mixamorig:{start}{word}"


def cue(skill: str, frame: int) -> bpy.types.PropertyGroup:
    """Add a cue, in place of the first one of a new scene; returns its parameters."""
    settings = bpy.context.scene.footfall
    bpy.context.scene.frame_set(frame)
    if len(settings.cues) == 1 and not settings.get("begun"):
        settings.cues.remove(0)
    settings["begun"] = True
    bpy.ops.footfall.add_cue(skill=skill)
    added = settings.cues[len(settings.cues) - 1]
    added.begins = "AT_FRAME"
    bpy.context.scene.frame_set(1)
    return added.parameters


def length(seconds: float) -> None:
    bpy.context.scene.footfall.duration = seconds
    bpy.ops.ed.undo_push(message="Settings")


def ended() -> Steps:
    """Wait for the end of a run, which may be refused at once."""
    deadline = time.monotonic() + BEGINS
    yield from until(lambda: state().running or time.monotonic() > deadline)
    yield from until(lambda: not state().running)
    yield 0.5


def to_time(seconds: float) -> None:
    scene = bpy.context.scene
    scene.frame_set(scene.footfall.start_frame + round(seconds * RATE))


def evaluated(body: bpy.types.Object) -> list[Vector]:
    """The vertices of the evaluated skinned mesh in the world."""
    shown = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return [shown.matrix_world @ vertex.co for vertex in shown.data.vertices]


def middle_of(body: bpy.types.Object) -> Vector:
    points = evaluated(body)
    return sum(points, Vector()) / len(points)


def lowest(body: bpy.types.Object) -> float:
    return min(point.z for point in evaluated(body))


def height(body: bpy.types.Object) -> float:
    return max(point.z for point in evaluated(body)) - lowest(body)


def stretch(body: bpy.types.Object) -> float:
    """Largest ratio of an edge's length to that at rest; in a torn mesh it is about 10."""
    points, rest = evaluated(body), [vertex.co for vertex in body.data.vertices]
    scale = body.matrix_world.to_scale()[0]
    worst = 0.0
    for edge in body.data.edges:
        a, b = edge.vertices
        worst = max(worst, (points[a] - points[b]).length / (rest[a] - rest[b]).length / scale)
    return worst


def hip_height(rig: bpy.types.Object) -> float:
    bpy.context.view_layer.update()
    return (rig.matrix_world @ rig.pose.bones["ORG-thigh.L"].head).z


def look_at_rig(distance: float = 6.0) -> Steps:
    rig = bpy.data.objects.get("rig", bpy.context.object)
    body = next(thing for thing in rig.children if thing.type == "MESH")
    yield from look_at(middle_of(body), distance)


def look_at(middle: Vector, distance: float) -> Steps:
    """Look from the front and the side, a little from above."""
    view = place("WINDOW")["area"].spaces.active.region_3d
    view.view_location, view.view_distance = middle, distance
    view.view_rotation = Quaternion((0, 0, 1), math.radians(35)) @ Quaternion(
        (1, 0, 0), math.radians(78)
    )
    x, y = middle_of_view()
    simulate("MOUSEMOVE", "NOTHING", x, y)
    yield 0.5


def picture(name: str) -> None:
    """Save a picture of the viewport."""
    take_picture(f"{name}.png", "-crop", VIEWPORT, "+repage", *COLOURS)
