"""The tutorial A crowd in a square: its steps, as docs/manual/tutorial_crowd.md tells them.

Part of window_tutorials.py. A step's name is its heading on the page, and its picture's.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import bpy
from mathutils import Vector

sys.path.append(str(Path(__file__).parent))
from tutorial_pictures import Crop, Lesson, add_adult, check, sidebar, viewport
from window_controls import (
    WAIT,
    WHOLE,
    WIDE,
    Steps,
    click,
    find,
    hover,
    middle_of_view,
    place,
    press,
    scroll,
    scrolled,
    simulate,
    state,
    tap,
    until,
)
from window_places import (
    FIELDS,
    INSET,
    LEFT,
    ROW,
    SETTLED,
    character,
    header_place,
    type_over,
    type_text,
)
from window_scene import ended, height, look_at, middle_of
from window_strips import click_ruler

CROWD, CANCEL = "bpy.ops.footfall.crowd", "bpy.ops.footfall.cancel"
LENGTH = "duration_frames"  # data paths
COUNT, BEHAVIOUR, SURFACE, VARIATION = (
    f"crowd.{name}" for name in ("count", "behaviour", "surface", "variation")
)
SIDE, FRAMES, MEMBERS, VARIED = 10.0, "96", "12", "0.15"  # [m]
SHOWN = 0.3  # progress at which the panel of a run is shown
LOOKED_AT, LAST = 60, 96  # frames
FAR, TALLER = 0.5, 1.1  # [m] that each member goes; of the tallest to the smallest
ABOVE = 95  # [pixel] of a picture above a field
AWAY = 16.0  # [m] from which the square is seen


def lay_out_a_square(lesson: Lesson) -> Steps:
    at = middle_of_view()
    yield from hover(*at, WAIT)
    tap("A", shift=True)
    yield 2 * SETTLED
    yield from type_and_return(at, "plane")
    tap("S")
    yield SETTLED
    yield from type_and_return(at, f"{SIDE / 2:g}")
    (plane,) = bpy.data.objects
    check(tuple(plane.dimensions) == (SIDE, SIDE, 0.0), "the plane has ten metres each way")
    yield from look_at(Vector((0.0, 0.0, 0.0)), AWAY)
    yield from lesson.show(viewport(600, 400))


def add_a_character(lesson: Lesson) -> Steps:
    yield from add_adult(lesson)


def set_the_length(lesson: Lesson) -> Steps:
    at = yield from find(LENGTH, FIELDS)
    yield from type_over(at, FRAMES)
    check(bpy.context.scene.footfall.duration == 4.0, "96 frames are four seconds")
    yield from lesson.show(sidebar(130, 300), at)


def open_the_panel_crowd(lesson: Lesson) -> Steps:
    x, y = yield from header_place(bpy.types.FOOTFALL_PT_crowd)
    at = x, y - INSET
    yield from hover(*at, WAIT)
    yield from click(*at)
    yield SETTLED
    yield from scroll("WHEELDOWNMOUSE", WHOLE)
    yield 2 * SETTLED
    count = yield from find(COUNT, FIELDS)
    yield from lesson.show(beside(count, 330))


def set_the_count(lesson: Lesson) -> Steps:
    at = yield from find(COUNT, FIELDS)
    yield from type_over(at, MEMBERS)
    check(settings().count == int(MEMBERS), "the crowd has twelve members")
    yield from lesson.show(beside(at, 190), at)


def choose_wander(lesson: Lesson) -> Steps:
    x, y = yield from find(BEHAVIOUR, WIDE)  # its first column
    at = x, y - ROW - INSET
    yield from hover(*at, WAIT)
    yield from click(*at)
    yield SETTLED
    check(settings().behaviour == "wander", "they wander")
    yield from lesson.show(beside(at, 190), at)


def choose_the_plane_as_the_surface(lesson: Lesson) -> Steps:
    at = yield from find(SURFACE, FIELDS)
    yield from hover(*at, WAIT)
    yield from click(*at)
    yield 2 * SETTLED
    yield from type_and_return(at, "plane")
    check(settings().surface == bpy.data.objects["Plane"], "they start on the plane")
    yield from lesson.show(beside(at, 190), at)


def let_the_bodies_differ(lesson: Lesson) -> Steps:
    at = yield from find(VARIATION, FIELDS)
    yield from type_over(at, VARIED)
    check(round(settings().variation, 3) == float(VARIED), "the variation is as typed")
    yield from lesson.show(beside(at, 190), at)


def press_make_crowd(lesson: Lesson) -> Steps:
    yield from press(CROWD, LEFT)
    yield from until(lambda: state().running)
    yield from until(lambda: state().progress > SHOWN or not state().running)
    check(state().running, "the panel says how far it is")
    before = scrolled()
    cancel = yield from find(CANCEL, LEFT)
    check(scrolled() == before, "it says so where the button was")
    yield from lesson.show(beside(cancel, 190))
    yield from ended()
    check(len(members()) == int(MEMBERS), "the collection Crowd has twelve members")


def look_at_the_crowd(lesson: Lesson) -> Steps:
    bpy.context.scene.frame_set(1)
    heights = [height(body) for body in members()]
    check(max(heights) > TALLER * min(heights), "no two are alike")
    check(min(ways()) > FAR, "each of them walks")
    tap("RIGHT_BRACKET", shift=True)
    yield SETTLED
    tap("H")
    yield 2 * SETTLED
    skin = character()
    check(skin.hide_get() and skin.parent.hide_get(), "the first character is hidden")
    yield from click_ruler(LOOKED_AT)
    check(bpy.context.scene.frame_current == LOOKED_AT, "the playhead is there")
    yield from look_at(Vector((0.0, 0.0, 0.9)), 0.8 * AWAY)
    yield from lesson.show(viewport(600, 400))


def beside(at: tuple[int, int], tall: int) -> Crop:
    """Part of the sidebar, from a little above a field."""
    region = place("UI")["region"]
    return sidebar(region.y + region.height - at[1] - ABOVE, tall)


def settings() -> bpy.types.PropertyGroup:
    return bpy.context.scene.footfall.crowd


def members() -> list[bpy.types.Object]:
    """The meshes in the collection Crowd."""
    return [thing for thing in bpy.data.collections["Crowd"].objects if thing.type == "MESH"]


def ways() -> list[float]:
    """How long the members' ways are [m]."""
    places = []
    for frame in range(1, LAST + 1, 19):
        bpy.context.scene.frame_set(frame)
        places.append([middle_of(body) for body in members()])
    return [
        sum((b - a).xy.length for a, b in pairwise(way)) for way in zip(*places, strict=True)
    ]


def type_and_return(at: tuple[int, int], text: str) -> Steps:
    yield from type_text(at, text)
    yield SETTLED
    for value in ("PRESS", "RELEASE"):
        simulate("RET", value, *at)
    yield 2 * SETTLED


STEPS = (
    lay_out_a_square, add_a_character, set_the_length, open_the_panel_crowd, set_the_count,
    choose_wander, choose_the_plane_as_the_surface, let_the_bodies_differ, press_make_crowd,
    look_at_the_crowd,
)  # fmt: skip
