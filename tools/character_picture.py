"""Draws the characters of Add Character: at rest, in poses that bend the skin far, and walking.

python tools/character_picture.py OUT.png [BODY ...]

A row for each body, all at one scale. Workbench renders, without a window.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from matplotlib import image

import footfall
from footfall.simulation.silence_output import silence_output

BODIES = ("adult", "child")
WIDE, PIXELS = 270, 170.0  # [pixel] of a picture, and of a metre
ROOM, BELOW = 1.32, 0.05  # height that is shown, of the body's; [m] under the soles
FRONT, SIDE, BACK, ASKEW = (0, 1, 0), (-1, 0, 0), (0, -1, 0), (-1, 1.3, -0.3)  # directions of view
# Turns about the body's axes [degree] of the left bone and, mirrored, of the right one.
SQUAT = (
    ("thigh", "X", -115), ("thigh", "Y", -14), ("shin", "X", 140), ("foot", "X", -28),
    ("hips", "X", 30), ("upper_arm", "Z", -60), ("forearm", "Z", -20),
)  # fmt: skip
RAISED = (("upper_arm", "Y", -120),)
DURATION, SHOWN = 3.0, 55  # [s] of the walk, and its frame in the picture
BACKGROUND, SKIN = (0.36, 0.37, 0.39), (0.78, 0.73, 0.66)


def pose(rig: Any, turns: Any) -> None:
    for bone in rig.pose.bones:
        bone.matrix_basis = Matrix()
    for name, axis, degrees in turns:
        for side, sign in (("", 1), (".L", 1), (".R", 1 if axis == "X" else -1)):
            bone = rig.pose.bones.get(name + side)
            if bone is not None:
                own = bone.bone.matrix_local.to_3x3()
                turn = own.inverted() @ Matrix.Rotation(math.radians(sign * degrees), 3, axis) @ own
                bone.rotation_mode = "QUATERNION"
                bone.rotation_quaternion = turn.to_quaternion() @ bone.rotation_quaternion


def pictures(body: str) -> Iterator[Any]:
    """Pictures (height, width, 3) of a body."""
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.footfall.add_character(body=body)
    rig = bpy.context.object
    rig.hide_render = True
    light(ROOM * rig.children[0].dimensions.z)
    for turns, views in (((), (FRONT, SIDE, BACK)), (SQUAT, (ASKEW,)), (RAISED, (FRONT,))):
        pose(rig, turns)
        for view in views:
            yield picture(rig, view)
    pose(rig, ())
    bpy.context.scene.footfall.duration = DURATION
    bpy.ops.footfall.bake()
    bpy.context.scene.frame_set(SHOWN)
    for view in (SIDE, ASKEW):
        yield picture(rig, view)


def light(tall: float) -> None:
    """Workbench, and a camera that shows a height [m]."""
    scene = bpy.context.scene
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.render.resolution_x, scene.render.resolution_y = WIDE, int(PIXELS * tall)
    shading = scene.display.shading
    shading.color_type, shading.single_color = "SINGLE", SKIN
    shading.show_cavity, shading.cavity_type = True, "WORLD"
    scene.world = bpy.data.worlds.new("Grey")
    scene.world.color = BACKGROUND
    scene.camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    scene.collection.objects.link(scene.camera)
    scene.camera.data.type = "ORTHO"
    scene.camera.data.ortho_scale = max(WIDE / PIXELS, tall)


def picture(rig: Any, view: Any) -> Any:
    """The body from a direction, its soles at the lower edge."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    place = rig.matrix_world @ rig.pose.bones["hips"].head
    along = Vector(view).normalized()
    middle = scene.render.resolution_y / PIXELS / 2 - BELOW
    scene.camera.location = Vector((place.x, place.y, middle)) - 5.0 * along
    scene.camera.rotation_euler = along.to_track_quat("-Z", "Y").to_euler()
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "picture.png")
        with silence_output():
            bpy.ops.render.render(write_still=True)
        return image.imread(scene.render.filepath)[..., :3]


def main(out: str, *bodies: str) -> None:
    footfall.register()
    rows = [np.concatenate(list(pictures(body)), axis=1) for body in bodies or BODIES]
    image.imsave(out, np.concatenate(rows, axis=0))
    sys.stdout.flush()
    os._exit(0)  # Blender as a module may hang while the interpreter ends


if __name__ == "__main__":
    main(*sys.argv[1:])
