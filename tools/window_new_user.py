"""A new user in a real window: how many actions and seconds of waiting lead to four first results.

    cp tools/window_new_user.py tools/window_controls.py tools/window_places.py \
        tools/window_scene.py tools/skinned_body.py dist/footfall-*.zip FOLDER
    FOOTFALL_WINDOW=1920x1080 tools/blender_window.sh FOLDER window_new_user.py ZIP [SCENE...]

Runs inside Blender with real mouse events. Each click, drag, key, turn of the wheel over several
notches and typed entry is an action. Leaves report.json with the actions, the seconds between the
press of a button and the end of its run, and the facts of each scene, and new_user_*.png. Where a
button is, is found out beforehand and is no action: a user sees it.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path

import bpy
from mathutils import Vector

sys.path.append(str(Path(__file__).parent))
from window_controls import (
    WAIT,
    WHOLE,
    Steps,
    click,
    drag,
    find,
    hidden_below,
    hover,
    install,
    open_tab,
    place,
    press,
    run,
    said,
    scroll,
    scrolled,
    take_picture,
    take_sidebar,
    tap,
)
from window_places import (
    ENTRY,
    INSET,
    ROW,
    SETTLED,
    add_menu_place,
    character,
    end_of,
    header_place,
    tab_place,
    to_share,
    type_over,
)
from window_scene import (
    COLOURS,
    clear_scene,
    ended,
    look_at,
    lowest,
    middle_of,
    on_screen,
)

ADULT = "bpy.ops.footfall.add_character(body='adult'"
BAKE, CROWD = "bpy.ops.footfall.bake", "bpy.ops.footfall.crowd"
COUNT, BEHAVIOUR, STYLE = "crowd.count", "crowd.behaviour", "walk.style"  # data paths
MEMBERS = 12
UPRIGHT = 0.9  # of the standing height of the mesh's middle
DROPPED = 4.0  # [s] in which a drop is done, on a busy computer
LARGE = 1.5  # a resolution scale

# Places of the shelf, in pixels.
SHELF_SWITCH = 12  # right of the end of a style's field
TILE = (605, 50)  # first style, from the lower left


class User:
    """Acts in the window, and counts."""

    def __init__(self) -> None:
        self.actions: list[str] = []
        self.waited = 0.0

    def key(self, name: str, key: str) -> Steps:
        self.actions.append(name)
        tap(key)
        yield 2 * SETTLED

    def click(self, name: str, at: tuple[int, int]) -> Steps:
        self.actions.append(name)
        yield from hover(*at, WAIT)
        yield from click(*at)
        yield SETTLED

    def press(self, name: str, command: str) -> Steps:
        """Click a button of the sidebar, after a turn of the wheel where it is out of sight."""
        before = scrolled()
        yield from press(command)
        self.actions += ["scroll"] * (scrolled() != before) + [name]

    def enter(self, name: str, at: tuple[int, int], text: str) -> Steps:
        self.actions.append(name)
        yield from type_over(at, text)

    def drop(self, name: str, start: tuple[int, int], end: tuple[int, int]) -> Steps:
        self.actions.append(name)
        yield from drag(start, end, f"new_user_{name}_dragged.png")
        yield DROPPED

    def wait(self) -> Steps:
        """Until the run that was begun has ended."""
        began = time.monotonic()
        yield from ended()
        self.waited += time.monotonic() - began


def session() -> Steps:
    words = sys.argv[sys.argv.index("--") + 1 :]
    install(words[0])
    yield 2 * SETTLED
    for name in words[1:] or SCENES:
        user, facts = User(), {}
        said[name] = facts
        yield from SCENES[name](user, facts)
        facts |= {"actions": user.actions, "waited": user.waited}
        take_picture(f"new_user_{name}.png", *COLOURS)


def first_walk(user: User, facts: dict[str, object]) -> Steps:
    """From an empty scene and a closed sidebar to a skinned character that walks."""
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    place("WINDOW")["area"].spaces.active.show_region_ui = False
    yield SETTLED
    yield from user.key("N", "N")
    tab = yield from tab_place()
    yield from user.click("tab", tab)
    yield from user.press("Adult Human", ADULT)
    yield SETTLED
    facts["hidden"] = yield from hidden_below()
    yield from take_sidebar("new_user_panel.png")
    body = character()
    start = middle_of(body)
    yield from user.press("Bake", BAKE)
    yield from user.wait()
    to_share(1.0)
    facts["moved"] = (middle_of(body) - start).xy.length
    lows = []
    for share in (0.25, 0.5, 0.75, 1.0):
        to_share(share)
        lows.append(lowest(body))
    facts["lowest"] = [min(lows), max(lows)]
    to_share(0.3)
    yield from look_at(middle_of(body), 6.0)


def falls(user: User, facts: dict[str, object]) -> Steps:
    """A character is pushed over, falls, gets up and walks on, by the first ready-made list."""
    yield from begin_with_character()
    body = character()
    standing = middle_of(body).z
    at = yield from add_menu_place()
    yield from user.click("Add Cue", at)
    take_picture("new_user_menu.png", *COLOURS)
    yield from user.click("Pushed over and gets up", (at[0] + ENTRY[0], at[1] + ENTRY[1]))
    facts["cues"] = [cue.skill for cue in bpy.context.scene.footfall.cues]
    yield from user.press("Bake", BAKE)
    yield from user.wait()
    heights, places = [], []
    for i in range(61):
        to_share(i / 60)
        places.append(middle_of(body))
        heights.append(places[-1].z / standing)
    facts["fell_to"], facts["ends_at"] = min(heights), heights[-1]
    stood = max(i for i, height in enumerate(heights) if height < UPRIGHT)
    facts["walked_on"] = (places[-1] - places[min(stood + 1, 60)]).xy.length
    to_share(heights.index(min(heights)) / 60)
    yield from look_at(middle_of(body), 8.0)


def style(user: User, facts: dict[str, object]) -> Steps:
    """A style is dragged from the shelf onto a character."""
    yield from begin_with_character()
    body = character()
    yield from look_at(middle_of(body), 6.0)
    facts["before"] = bpy.context.scene.footfall.cues[0].walk.style
    field = yield from end_of(STYLE)
    yield from user.click("shelf", (field[0] + SHELF_SWITCH, field[1]))
    yield 2.0
    take_picture("new_user_shelf.png", *COLOURS)
    view = place("WINDOW")["area"]
    shelf = next(region for region in view.regions if region.type == "ASSET_SHELF")
    tile = (shelf.x + TILE[0], shelf.y + TILE[1])
    yield from user.drop("style", tile, on_screen(middle_of(body)))
    facts["after"] = bpy.context.scene.footfall.cues[0].walk.style
    facts["objects"] = len(bpy.data.objects)


def crowd(user: User, facts: dict[str, object]) -> Steps:
    """Twelve walkers that look like the character."""
    yield from begin_with_character()
    header = yield from header_place(bpy.types.FOOTFALL_PT_crowd)
    there = set(bpy.data.objects)
    yield from user.click("Crowd", header)
    count = yield from find(COUNT)
    yield from user.enter("Count", count, f"{MEMBERS}")
    dance = yield from find(BEHAVIOUR)
    yield from user.click("Wander", (dance[0], dance[1] - ROW - INSET))
    facts["asked"] = [getattr(bpy.context.scene.footfall.crowd, n) for n in ("count", "behaviour")]
    yield from take_sidebar("new_user_crowd_panel.png")
    yield from user.press("Make Crowd", CROWD)
    yield from user.wait()
    bodies = [thing for thing in bpy.data.objects if thing not in there and thing.type == "MESH"]
    places = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        to_share(share)
        places.append([middle_of(body) for body in bodies])
    ways = [
        sum((b - a).xy.length for a, b in itertools.pairwise(way))
        for way in zip(*places, strict=True)
    ]
    facts["members"], facts["least_walked"] = len(bodies), min(ways, default=0.0)
    to_share(0.5)
    yield from look_at(Vector((0.0, 0.0, 0.9)), 14.0)


def large(user: User, facts: dict[str, object]) -> Steps:
    """The panel at a resolution scale of 1.5: how much of it is below the window's end."""
    yield from begin_with_character()
    bpy.context.preferences.view.ui_scale = LARGE
    yield 2 * SETTLED
    facts["hidden"] = yield from hidden_below()
    yield from take_sidebar("new_user_large_panel.png")
    bpy.context.preferences.view.ui_scale = 1.0
    yield 2 * SETTLED


def begin_with_character() -> Steps:
    """A scene with nothing but a ready character, and the tab open, shown from its top."""
    clear_scene()
    place("WINDOW")["area"].spaces.active.show_region_asset_shelf = False  # of another scene
    yield SETTLED
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.footfall.add_character(body="adult")
        bpy.ops.ed.undo_push(message="A character")
    yield from open_tab()
    yield from scroll("WHEELUPMOUSE", WHOLE)


SCENES: dict[str, Callable[[User, dict[str, object]], Steps]] = {
    "first_walk": first_walk, "large": large, "falls": falls, "style": style, "crowd": crowd,
}  # fmt: skip


if __name__ == "__main__":
    run(session)
