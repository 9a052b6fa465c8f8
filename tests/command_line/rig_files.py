"""Files with rigs, made and looked into by a Blender of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from shell import PATIENCE


def blender_script(source: str, folder: Path) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", "import bpy, json, os, sys\n" + source],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=folder,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def save_metarigs(path: Path, folder: Path, **kinds: str) -> None:
    """Save a file with metarigs, by their names, of such kinds as "human"."""
    added = "".join(
        f"bpy.ops.object.armature_{kind}_metarig_add()\nbpy.context.object.name = {name!r}\n"
        for name, kind in kinds.items()
    )
    blender_script(
        f"""
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.preferences.addon_enable(module="rigify")
{added}
bpy.ops.wm.save_as_mainfile(filepath={str(path)!r})
os._exit(0)
""",
        folder,
    )


def make_rig(path: Path, folder: Path) -> None:
    blender_script(
        f"""
bpy.ops.wm.read_homefile(use_empty=True)
bpy.ops.preferences.addon_enable(module="rigify")
bpy.ops.object.armature_basic_human_metarig_add()
bpy.ops.export_scene.fbx(filepath={str(path)!r}, add_leaf_bones=False)
os._exit(0)
""",
        folder,
    )


def look_into(path: Path, folder: Path) -> dict[str, Any]:
    text = blender_script(
        f"""
bpy.ops.wm.open_mainfile(filepath={str(path)!r})
scene = bpy.context.scene
said = dict(
    range=[scene.frame_start, scene.frame_end],
    rate=scene.render.fps / scene.render.fps_base,
    action=bpy.data.objects["rig"].animation_data.action.name,
    preview_left=any("Preview" in s.name for s in bpy.data.scenes) or "Ground" in bpy.data.objects,
)
print("SAID" + json.dumps(said), flush=True)
os._exit(0)
""",
        folder,
    )
    said: dict[str, Any] = json.loads(text.rpartition("SAID")[2])
    return said
