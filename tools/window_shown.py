"""What a real Blender window tells and shows: the messages of its Info editor, its open panels.

For scripts that run inside Blender by tools/blender_window.sh, beside window_controls.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import MODULE


def read_reports() -> str:
    """The status bar's messages since `clear_reports`, without the commands that were run."""
    with info_editor():
        bpy.ops.info.select_all(action="SELECT")
        bpy.context.window_manager.clipboard = ""
        bpy.ops.info.report_copy()
    shown = str(bpy.context.window_manager.clipboard).splitlines()
    return "\n".join(line for line in shown if not line.startswith("bpy."))


def clear_reports() -> None:
    with info_editor():
        bpy.ops.info.select_all(action="SELECT")
        bpy.ops.info.report_delete()


@contextmanager
def info_editor() -> Iterator[None]:
    """Call an operator in the Info editor, which briefly replaces the outliner.
    """
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "OUTLINER")
    area.type = "INFO"
    region = next(region for region in area.regions if region.type == "WINDOW")
    try:
        with bpy.context.temp_override(window=window, area=area, region=region):
            yield
    finally:
        area.type = "OUTLINER"


def show_open(name: str | None) -> None:
    """Show one of the panels besides the main one open, and that of which it is a part; Blender has
    no call for it.
    """
    found = sys.modules[f"{MODULE}.panels"].CLASSES
    panels = {p.__name__: p for p in found if "DEFAULT_CLOSED" in getattr(p, "bl_options", ())}
    chosen = f"FOOTFALL_PT_{name}"
    opened = {chosen, parent_of(panels[chosen])} & panels.keys() if name else set()
    for title in reversed(panels):
        names = (title, f"{title}_opened", f"{title}_below")
        bpy.utils.unregister_class(next(filter(None, (getattr(bpy.types, n, None) for n in names))))
    for title, panel in panels.items():
        if title in opened or parent_of(panel) in opened:
            panel = _copied(panel, title in opened, opened)
        bpy.utils.register_class(panel)


def parent_of(panel: type) -> str:
    return str(getattr(panel, "bl_parent_id", ""))


def _copied(panel: type, is_open: bool, opened: set[str]) -> type:
    """A copy of a panel that begins open, or below one: Blender stores closed panels by name."""
    kept = {n: v for n, v in vars(panel).items() if n not in ("bl_rna", "__dict__", "__weakref__")}
    kept["bl_idname"] = name = f"{panel.__name__}_{'opened' if is_open else 'below'}"
    if is_open:
        kept["bl_options"] = set()
    if parent_of(panel) in opened:
        kept["bl_parent_id"] = f"{parent_of(panel)}_opened"
    return type(name, panel.__bases__, kept)
