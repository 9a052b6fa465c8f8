"""The timeline in a real window: room for its strips, drags along them, and the ruler.

For scripts that run inside Blender by tools/blender_window.sh, beside window_controls.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import MODULE, Steps, click, hover, simulate, take_picture

RULER = 10  # [pixel] of a place in the ruler, from above
ROOM = 30  # [pixel] of a timeline, above what strips need
STRIP, EVENT = 9.0, 26.0  # [pixel] of a strip and of an event, above the band's lower edge


def timeline() -> dict[str, object]:
    """The window, area and region of the timeline, as a context override."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "DOPESHEET_EDITOR")
    region = next(region for region in area.regions if region.type == "WINDOW")
    return {"window": window, "area": area, "region": region}


def make_room() -> Steps:
    """Pull the timeline's upper edge up until it has room for strips."""
    drawing = sys.modules[f"{MODULE}.operators.drawing.cue_times"]
    area, region = timeline()["area"], timeline()["region"]
    more = round(drawing.room_needed(bpy.context) + ROOM - region.height)
    if more > 0:
        x, y = area.x + area.width // 2, area.y + area.height
        yield from hover(x, y, 0.3)
        yield from drag_from(x, y, 0, more)


def drag_from(x: int, y: int, right: int, up: int, held: str = "") -> Steps:
    """Drag with the left mouse button; `held`: the name of a picture before its release."""
    simulate("LEFTMOUSE", "PRESS", x, y)
    yield 0.2
    for share in (0.3, 0.7, 1.0):
        simulate("MOUSEMOVE", "NOTHING", round(x + share * right), round(y + share * up))
        yield 0.2
    if held:
        take_picture(held)
    simulate("LEFTMOUSE", "RELEASE", x + right, y + up)
    yield 0.5


def show_frames() -> Steps:
    with bpy.context.temp_override(**timeline()):
        bpy.ops.action.view_all()
    yield 0.5


def place_of(frame: float, up: float = STRIP) -> tuple[int, int]:
    """A place in the window over the band of strips [pixel]."""
    drawing = sys.modules[f"{MODULE}.operators.drawing.cue_times"]
    with bpy.context.temp_override(**timeline()):
        region = bpy.context.region
        layout = drawing.layout_of(bpy.context, region)
    return round(region.x + layout.x(frame)), round(region.y + layout.bottom + up)


def drag_frames(begin: float, end: float, held: str = "", up: float = STRIP) -> Steps:
    """Drag along the band of strips."""
    (x, y), (to, _) = place_of(begin, up), place_of(end, up)
    yield from hover(x, y, 0.2)
    yield from drag_from(x, y, to - x, 0, held)


def drag_and_escape(begin: float, end: float) -> Steps:
    """Drag along the band of strips, and press Escape before the button is released."""
    (x, y), (to, _) = place_of(begin), place_of(end)
    yield from hover(x, y, 0.2)
    simulate("LEFTMOUSE", "PRESS", x, y)
    yield 0.2
    simulate("MOUSEMOVE", "NOTHING", to, y)
    yield 0.2
    simulate("ESC", "PRESS", to, y)
    yield 0.2
    simulate("LEFTMOUSE", "RELEASE", to, y)
    yield 0.2


def click_ruler(frame: int) -> Steps:
    """Go to a frame by a click in the ruler."""
    x, _ = place_of(frame)
    region = timeline()["region"]
    yield from click(x, region.y + region.height - RULER)
    yield 0.5
