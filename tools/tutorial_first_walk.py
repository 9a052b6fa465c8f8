"""The tutorial A First Walk: its steps, as docs/manual/tutorial_first_walk.md tells them.

Part of window_tutorials.py. A step's name is its heading on the page, and its picture's.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from tutorial_pictures import (
    Lesson,
    add_adult,
    around,
    baked,
    check,
    cues,
    look_from_aside,
    sidebar,
    viewport,
    whole_timeline,
)
from window_controls import (
    SMALL,
    TAB,
    WAIT,
    Steps,
    can_accept,
    click,
    find,
    hover,
    middle_of_view,
    place,
    press,
    state,
    tap,
    until,
)
from window_places import (
    FIELDS,
    LEFT,
    RIGHT,
    SETTLED,
    character,
    tab_place,
    to_share,
    type_over,
)
from window_scene import middle_of

OVERLAY, PREVIEW, ACCEPT = (
    f"bpy.ops.footfall.{name}" for name in ("overlay", "preview()", "accept")
)
SPEED, LENGTH = "walk.speed", "duration_frames"  # data paths
FASTER, FRAMES = "1.4", "72"
FAR = 1.0  # [m]


def delete_everything(lesson: Lesson) -> Steps:
    place("WINDOW")["area"].spaces.active.show_region_ui = False
    bpy.ops.mesh.primitive_cube_add()
    bpy.ops.ed.undo_push(message="A cube")
    yield SETTLED
    for key in ("A", "X"):
        tap(key)
        yield 2 * SETTLED
    at = middle_of_view()  # where the question opens, with its button below the pointer
    yield from lesson.show(around(at, 190, 120, 460, 240), at)
    yield from click(*at)
    yield 2 * SETTLED
    check(not bpy.data.objects, "the scene is empty")


def open_the_tab_footfall(lesson: Lesson) -> Steps:
    tap("N")
    yield 2 * SETTLED
    tab = yield from tab_place()
    yield from hover(*tab, WAIT)
    yield from click(*tab)
    yield SETTLED
    check(place("UI")["region"].active_panel_category == TAB, "the tab is open")
    yield from lesson.show(sidebar(0, 300), tab)


def add_a_character(lesson: Lesson) -> Steps:
    yield from add_adult(lesson)


def set_the_speed(lesson: Lesson) -> Steps:
    at = yield from find(SPEED, FIELDS)
    yield from type_over(at, FASTER)
    check(round(cues()[0].walk.speed, 3) == float(FASTER), "the speed is as typed")
    yield from lesson.show(sidebar(0, 310), at)


def set_the_length(lesson: Lesson) -> Steps:
    at = yield from find(LENGTH, FIELDS)
    yield from type_over(at, FRAMES)
    check(bpy.context.scene.footfall.duration == 3.0, "72 frames are three seconds")
    yield from lesson.show(sidebar(130, 300), at)


def see_what_the_physics_sees(lesson: Lesson) -> Steps:
    yield from press(OVERLAY, SMALL)
    yield SETTLED
    check(state().overlay, "the skeleton is shown")
    yield from lesson.show(viewport(400, 380))
    yield from press(OVERLAY, SMALL)
    yield SETTLED
    check(not state().overlay, "the skeleton is gone")


def press_preview(lesson: Lesson) -> Steps:
    start = middle_of(character())
    yield from press(PREVIEW, RIGHT)
    yield from until(can_accept)
    to_share(1.0)
    check((middle_of(character()) - start).xy.length > FAR, "the character has walked")
    check(baked() is None, "nothing is keyed yet")
    to_share(0.4)
    yield from look_from_aside(6.0)
    yield from lesson.show(viewport(600, 420))


def change_it_while_it_plays(lesson: Lesson) -> Steps:
    before = place_at_the_end()
    at = yield from find(SPEED, FIELDS)
    yield from type_over(at, "0.7")
    yield from until(lambda: not can_accept())
    yield from until(can_accept)
    check((place_at_the_end() - before).length > FAR / 2, "it walks less far")
    to_share(0.6)
    yield from lesson.show(sidebar(130, 430))


def press_accept(lesson: Lesson) -> Steps:
    yield from press(ACCEPT, LEFT)
    yield from until(lambda: not state().previewing)
    yield SETTLED
    check(baked() is not None, "the walk is an Action of the armature")
    yield from lesson.show(whole_timeline())


def take_it_back(lesson: Lesson) -> Steps:
    tap("Z", ctrl=True)
    yield 2 * SETTLED
    check(baked() is None, "one step of undo takes the keys back")
    tap("Z", ctrl=True, shift=True)
    yield 2 * SETTLED
    check(baked() is not None, "redo brings them again")
    to_share(0.6)
    yield from look_from_aside(6.0)
    yield from lesson.show(viewport(600, 420))


def place_at_the_end() -> object:
    to_share(1.0)
    return middle_of(character()).xy


STEPS = (
    delete_everything, open_the_tab_footfall, add_a_character, set_the_speed, set_the_length,
    see_what_the_physics_sees, press_preview, change_it_while_it_plays, press_accept,
    take_it_back,
)  # fmt: skip
