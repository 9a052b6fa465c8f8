"""Places in a real window that no command tells, numbers that are typed, and the ready character.

For scripts that run inside Blender by tools/blender_window.sh, beside window_controls.py. The tab
is found by clicks, after which another one is open.
"""

from __future__ import annotations

import sys
from pathlib import Path
from string import ascii_lowercase

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import (
    MODULE,
    SMALL,
    TAB,
    WAIT,
    Finding,
    Steps,
    click,
    find,
    hover,
    is_below,
    place,
    simulate,
)

REMOVE = "bpy.ops.footfall.remove_cue"
OTHER_TAB = "View"
MARK, WIDE_MARK = "bpy.ops.screen.animation_play", 6  # of a header that is looked for
SETTLED = 0.5  # [s] in which the window follows an action
KEYS = dict(zip("0123456789.", (
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "PERIOD",
), strict=True)) | {letter: letter.upper() for letter in ascii_lowercase}  # fmt: skip

FIELDS, LEFT, RIGHT = (0.5,), (0.3,), (0.7,)  # columns of numbers, and of two buttons in a row

# In pixels.
ROW = 20  # height of a button
INSET = 6  # from a button's upper edge, near which it is found, into it
TAB_INSET, TAB_STEP = 10, 15  # from the sidebar's right edge; of the search for the tab
ENTRY = (60, -24)  # first line of the menu Add Cue, from the middle of the button that opens it


def type_over(at: tuple[int, int], text: str) -> Steps:
    """Click on a number and type over it."""
    yield from hover(*at, WAIT)
    simulate("LEFTMOUSE", "PRESS", *at)
    simulate("LEFTMOUSE", "RELEASE", *at)
    yield SETTLED
    yield from type_text(at, text)
    simulate("RET", "PRESS", *at)
    simulate("RET", "RELEASE", *at)
    yield SETTLED


def type_text(at: tuple[int, int], text: str) -> Steps:
    for letter in text:
        simulate(KEYS[letter], "PRESS", *at, unicode=letter)
        simulate(KEYS[letter], "RELEASE", *at)
        yield WAIT


def tab_place() -> Finding:
    """Where Footfall's tab is: found by clicks, after which another tab is open."""
    sidebar = place("UI")["region"]
    x = sidebar.x + sidebar.width - TAB_INSET
    for y in range(sidebar.y + sidebar.height - TAB_INSET, sidebar.y, -TAB_STEP):
        yield from click(x, y)
        yield 2 * WAIT
        if sidebar.active_panel_category == TAB:
            sidebar.active_panel_category = OTHER_TAB
            yield SETTLED
            return x, y
    raise RuntimeError("The sidebar has no tab of Footfall.")


def header_place(panel: type) -> Finding:
    """Where the header of a closed panel is: found by a button that it has meanwhile."""
    panel.draw_header_preset = _draw_mark
    _register_from(panel)
    yield SETTLED
    _, y = yield from find(MARK, FIELDS)
    del panel.draw_header_preset
    _register_from(panel)
    yield 2 * SETTLED
    sidebar = place("UI")["region"]
    return sidebar.x + sidebar.width // 4, y


def _draw_mark(self: bpy.types.Panel, context: bpy.types.Context) -> None:
    wide = self.layout.row()
    wide.ui_units_x = WIDE_MARK
    wide.operator(MARK.removeprefix("bpy.ops."), text="Here")


def _register_from(panel: type) -> None:
    """Register a panel of the tab anew, and those below it, whose order is that of registering."""
    found = [c for c in sys.modules[f"{MODULE}.panels"].CLASSES if issubclass(c, bpy.types.Panel)]
    own = [c for c in found if hasattr(c, "bl_category") and not hasattr(c, "bl_parent_id")]
    below = own[own.index(panel) :]
    for each in below:
        bpy.utils.unregister_class(each)
    for each in below:
        bpy.utils.register_class(each)


def add_menu_place() -> Finding:
    """The button of the menu Add Cue, which is above that which removes a cue."""
    x, y = yield from find(REMOVE, SMALL)
    return x, y + ROW


def end_of(path: str) -> Finding:
    """The last place of a field to the right."""
    x, y = yield from find(path)
    while is_below(path):
        x += 2
        yield from hover(x, y, WAIT)
    return x, y


def character() -> bpy.types.Object:
    """The skin of the only character."""
    return next(thing for thing in bpy.data.objects if thing.type == "MESH" and thing.parent)


def to_share(share: float) -> None:
    """Go to a frame of the shot: 0 is its first, 1 its last."""
    scene = bpy.context.scene
    length = scene.footfall.duration * scene.render.fps
    scene.frame_set(scene.footfall.start_frame + round(share * length))
