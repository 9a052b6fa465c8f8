"""Install the extension's zip into a fresh Blender user folder and bake a walk with it.

    BLENDER_USER_RESOURCES=FOLDER python tools/bake_installed.py ZIP REPORT.json

Runs in a Python with bpy; tests/test_extension.py runs it in one without any other package.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import time
import traceback
from pathlib import Path

import bpy

MODULE = "bl_ext.user_default.footfall"
DURATION = 4.0  # [s]
SPEED = 0.8  # [m/s]
WHEELS = ("scipy", "numba", "llvmlite", "pybullet", "footfall")


def main(extension: str, report: str) -> None:
    said: dict[str, object] = {"modules_before": [n for n in WHEELS if importlib.util.find_spec(n)]}
    said["connections"] = watch_network()
    try:
        install(extension)
        said["module"] = MODULE
        rig = rigify_human()
        said["result"] = sorted(bake(rig))
        said["walked"] = distance_walked(rig)
        said["check"] = check()
        bpy.ops.preferences.addon_disable(module=MODULE)
        said["left_behind"] = footfall_classes()
    except Exception:
        said["error"] = traceback.format_exc()
    Path(report).write_text(json.dumps(said))


def install(extension: str) -> None:
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.extensions.package_install_files(
        repo="user_default", filepath=extension, enable_on_install=True
    )
    if MODULE not in bpy.context.preferences.addons:
        raise RuntimeError(f"{MODULE} is not enabled after the installation")


def rigify_human() -> bpy.types.Object:
    bpy.ops.preferences.addon_enable(module="rigify")
    bpy.ops.object.armature_human_metarig_add()
    bpy.ops.pose.rigify_generate()
    return bpy.context.object


def bake(rig: bpy.types.Object) -> set[str]:
    bpy.context.view_layer.objects.active = rig
    settings = bpy.context.scene.footfall
    if not settings.cues:  # the extension was enabled in an open file
        bpy.ops.footfall.add_cue(skill="walk")
    settings.duration, settings.cues[0].walk.speed = DURATION, SPEED
    return bpy.ops.footfall.bake()


def check() -> list[str]:
    """The report of Check Installation."""
    checking = importlib.import_module(f"{MODULE}.operators.checking")
    bpy.ops.footfall.check()
    while checking.CHECK.process is not None:
        time.sleep(0.1)
        checking.poll()
    return list(checking.CHECK.lines)


def watch_network() -> list[str]:
    """A list to which each connection that this process tries from now on is appended."""
    tried: list[str] = []

    def note(event: str, arguments: tuple[object, ...]) -> None:
        if event in ("socket.connect", "socket.getaddrinfo", "urllib.Request"):
            tried.append(f"{event} {arguments}")

    sys.addaudithook(note)
    return tried


def distance_walked(rig: bpy.types.Object) -> float:
    scene = bpy.context.scene
    hips = []
    for frame in (1, 1 + round(DURATION * scene.render.fps)):
        scene.frame_set(frame)
        hips.append(rig.matrix_world @ rig.pose.bones["torso"].head)
    return (hips[1] - hips[0]).xy.length


def footfall_classes() -> list[str]:
    classes = [name for name in dir(bpy.types) if name.startswith("FOOTFALL_")]
    owners = (bpy.types.Scene, bpy.types.Object, bpy.types.WindowManager)
    return classes + [f"{o.__name__}.footfall" for o in owners if hasattr(o, "footfall")]


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    # Skip Blender's own exit, which may hang or crash.
    os._exit(0)
