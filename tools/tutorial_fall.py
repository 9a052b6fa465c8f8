"""The tutorial Pushed over and up: its steps, as docs/manual/tutorial_fall.md tells them.

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
from window_controls import WAIT, Steps, click, find, hover, press, simulate
from window_places import (
    FIELDS,
    LEFT,
    SETTLED,
    add_menu_place,
    character,
    type_over,
)
from window_scene import ended, middle_of
from window_strips import EVENT, click_ruler, drag_frames, make_room, place_of, show_frames

BAKE = "bpy.ops.footfall.bake"
FROM, LENGTH = "push.direction", "duration_frames"  # data paths
FRAMES = "264"  # as long as the way down and up, and some steps
BEFORE, AFTER = 37, 49  # first frame of the push
LYING, STANDING = 0.4, 0.85  # of the height of the standing mesh's middle
ENTRY = (-280, -24)  # [pixel] of the menu's first line from its button, at the window's right
DRAWN = 2.0  # [s] until a menu is drawn
SIDES = 5  # directions of a push


def add_a_character(lesson: Lesson) -> Steps:
    yield from add_adult(lesson)


def open_the_menu_of_cues(lesson: Lesson) -> Steps:
    at = yield from add_menu_place()
    yield from hover(*at, WAIT)
    yield from click(*at)
    yield DRAWN
    lesson.clicked = at
    yield from lesson.show(around(at, 380, 380, 420, 420), at)


def choose_pushed_over_and_gets_up(lesson: Lesson) -> Steps:
    x, y = lesson.clicked
    at = x + ENTRY[0], y + ENTRY[1]
    yield from hover(*at, SETTLED)
    yield from click(*at)
    yield 2 * SETTLED
    check([cue.skill for cue in cues()] == ["walk", "push"], "there are a walk and a push")
    check(bpy.context.scene.footfall.recover, "it gets up again")
    yield from lesson.show(sidebar(0, 430))


def choose_the_push_in_the_list(lesson: Lesson) -> Steps:
    x, y = yield from add_menu_place()
    at = x - 150, y - 27  # the second row
    yield from hover(*at, WAIT)
    yield from click(*at)
    yield SETTLED
    chosen = cues()[bpy.context.scene.footfall.active_cue]
    check(chosen.skill == "push", "the push is chosen")
    check(chosen.push.strength == "knocks_over", "it knocks over")
    yield from lesson.show(sidebar(0, 320), at)


def let_it_come_from_the_left(lesson: Lesson) -> Steps:
    at = yield from find(FROM, FIELDS)
    for _turn in range(SIDES):
        if cues()[1].push.direction == "from_left":
            break
        simulate("WHEELDOWNMOUSE", "PRESS", *at, ctrl=True)
        yield SETTLED
    check(cues()[1].push.direction == "from_left", "the push comes from the left")
    yield from lesson.show(sidebar(0, 320), at)


def set_the_length(lesson: Lesson) -> Steps:
    at = yield from find(LENGTH, FIELDS)
    yield from type_over(at, FRAMES)
    check(bpy.context.scene.footfall.duration == 11.0, "264 frames are eleven seconds")
    yield from lesson.show(sidebar(130, 330), at)


def pull_the_timeline_up(lesson: Lesson) -> Steps:
    yield from make_room()
    yield from show_frames()
    yield from lesson.show(whole_timeline())


def drag_the_push_to_a_later_frame(lesson: Lesson) -> Steps:
    check(cues()[1].frame == BEFORE, "the push is in frame 37")
    yield from drag_frames(BEFORE, AFTER, up=EVENT)
    check(cues()[1].frame == AFTER, "the push is in frame 49")
    yield from lesson.show(whole_timeline(), place_of(AFTER, EVENT))


def press_bake(lesson: Lesson) -> Steps:
    standing = middle_of(character()).z
    yield from press(BAKE, LEFT)
    yield from ended()
    check(baked() is not None, "the keys are written")
    heights = heights_of(standing)
    lowest = min(heights, key=heights.__getitem__)
    check(heights[lowest] < LYING, "it lies on the ground")
    check(heights[max(heights)] > STANDING, "it stands at the end")
    bpy.context.scene.frame_set(lowest)
    yield from look_from_aside(7.0)
    yield from lesson.show(viewport(600, 400))


def go_to_the_frame_where_it_rises(lesson: Lesson) -> Steps:
    standing = max(heights_of(1.0).values())
    heights = heights_of(standing)
    lowest = min(heights, key=heights.__getitem__)
    rising = next(f for f in sorted(heights) if f > lowest and heights[f] > 0.6)
    yield from click_ruler(rising)
    check(abs(bpy.context.scene.frame_current - rising) <= 1, "the playhead is there")
    yield from look_from_aside(7.0)
    yield from lesson.show(viewport(600, 400))


def heights_of(standing: float) -> dict[int, float]:
    """How high the middle of the mesh is in some frames, as a share of that of standing."""
    found = {}
    for frame in range(1, int(FRAMES) + 1, 6):
        bpy.context.scene.frame_set(frame)
        found[frame] = middle_of(character()).z / standing
    return found


STEPS = (
    add_a_character, open_the_menu_of_cues, choose_pushed_over_and_gets_up,
    choose_the_push_in_the_list, let_it_come_from_the_left, set_the_length, pull_the_timeline_up,
    drag_the_push_to_a_later_frame, press_bake, go_to_the_frame_where_it_rises,
)  # fmt: skip
