"""Take the pictures of docs/manual in a real window.

    cp tools/manual_pictures.py tools/window_session.py dist/footfall-*.zip FOLDER
    tools/blender_window.sh FOLDER manual_pictures.py ZIP
    cp FOLDER/manual_*.png docs/manual

Runs inside Blender; says what went wrong in FOLDER/report.json.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import bpy

SUBPANELS = ("bones", "output", "surroundings")
SPEED, DURATION = 1.0, 4.0  # [m/s], [s]
FRAME = 60  # in mid walk


def load_session() -> ModuleType:
    """The other script's ways to press buttons and to wait."""
    path = Path(__file__).with_name("window_session.py")
    spec = importlib.util.spec_from_file_location("window_session", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


window = load_session()


def session() -> window.Steps:
    window.install(sys.argv[-1])
    window.rigify_human()
    yield 1.0
    yield from window.open_tab()
    settings = bpy.context.scene.footfall
    settings.duration, settings.cues[0].walk.speed = DURATION, SPEED
    yield 0.5
    take_sidebar("panel")
    for name in SUBPANELS:
        show_open(name, True)
        yield 0.5
        take_sidebar(name)
        show_open(name, False)
    yield from window.press("bpy.ops.footfall.overlay")
    yield 0.5
    window.take_picture("manual_skeleton.png")
    yield from window.press("bpy.ops.footfall.overlay")
    yield from window.press("bpy.ops.footfall.preview")
    yield from window.until(lambda: window.progress() == 1.0)
    bpy.context.scene.frame_set(FRAME)
    yield 0.5
    window.take_picture("manual_preview.png")
    yield from window.press("bpy.ops.footfall.accept")
    bpy.context.scene.frame_set(FRAME)
    yield 1.0
    window.take_picture("manual_baked.png")


def show_open(name: str, is_open: bool) -> None:
    """Open or close a panel below the main one, which Blender has no call for."""
    panel = getattr(bpy.types, f"FOOTFALL_PT_{name}")
    bpy.utils.unregister_class(panel)
    panel.bl_options = set() if is_open else {"DEFAULT_CLOSED"}
    bpy.utils.register_class(panel)
    window.place("UI")["region"].tag_redraw()


def take_sidebar(name: str) -> None:
    region = window.place("UI")["region"]
    top = bpy.context.window_manager.windows[0].height - region.y - region.height
    crop = f"{region.width}x{region.height}+{region.x}+{top}"
    picture = f"manual_{name}.png"
    line = ["import", "-window", "root", "-crop", crop, "+repage", picture]
    subprocess.run(line, check=True)


if __name__ == "__main__":
    window.session = session
    window.run()
