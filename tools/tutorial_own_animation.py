"""The tutorial Your own animation with physics: its steps.

docs/manual/tutorial_own_animation.md tells them. Part of window_tutorials.py. A step's name is its
heading on the page, and its picture's.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy
from mathutils import Vector

sys.path.append(str(Path(__file__).parent))
from tutorial_pictures import (
    Lesson,
    add_adult,
    baked,
    check,
    cues,
    look_from_aside,
    sidebar,
    viewport,
    whole_timeline,
)
from window_controls import (
    WAIT,
    Steps,
    can_accept,
    click,
    hover,
    middle_of_view,
    press,
    state,
    tap,
    until,
)
from window_places import LEFT, SETTLED, character, type_text
from window_scene import on_screen
from window_strips import click_ruler, make_room, show_frames

MAKE_PHYSICAL, ACCEPT = (f"bpy.ops.footfall.{name}" for name in ("make_physical", "accept"))
ARM, HAND = "upper_arm.R", "hand.R"
ANGLE, LAST = "80", 20  # [degrees]; frame of the second key
RAISED = 0.3  # [m] that the hand rises


def add_a_character(lesson: Lesson) -> Steps:
    yield from add_adult(lesson)


def go_to_pose_mode(lesson: Lesson) -> Steps:
    tap("TAB", ctrl=True)
    yield 2 * SETTLED
    check(bpy.context.mode == "POSE", "the armature is in Pose Mode")
    yield from lesson.show(viewport(400, 380))


def click_on_the_right_upper_arm(lesson: Lesson) -> Steps:
    at = on_screen(middle_of_bone(ARM))
    yield from hover(*at, WAIT)
    yield from click(*at)
    yield 2 * SETTLED
    chosen = bpy.context.active_pose_bone
    check(chosen is not None and chosen.name == ARM, "the upper arm is chosen")
    yield from lesson.show(viewport(400, 380), at)


def set_a_first_key(lesson: Lesson) -> Steps:
    tap("I")
    yield 2 * SETTLED
    check(baked() is not None, "the armature has an Action")
    yield from make_room()
    yield from show_frames()
    yield from lesson.show(whole_timeline())


def go_to_frame_20(lesson: Lesson) -> Steps:
    yield from click_ruler(LAST)
    check(bpy.context.scene.frame_current == LAST, "the playhead is at frame 20")
    yield from lesson.show(whole_timeline())


def raise_the_arm(lesson: Lesson) -> Steps:
    before = hand().z
    for key in ("R", "Y"):
        tap(key)
        yield SETTLED
    at = middle_of_view()
    yield from type_text(at, ANGLE)
    yield SETTLED
    yield from lesson.show(viewport(400, 380))
    yield from click(*at)
    yield 2 * SETTLED
    check(hand().z - before > RAISED, "the hand is raised")


def set_a_second_key(lesson: Lesson) -> Steps:
    tap("I")
    yield 2 * SETTLED
    check(tuple(baked().frame_range) == (1.0, LAST), "the Action goes from frame 1 to 20")
    tap("TAB", ctrl=True)
    yield 2 * SETTLED
    check(bpy.context.mode == "OBJECT", "the scene is in Object Mode")
    yield from lesson.show(whole_timeline())


def press_make_physical(lesson: Lesson) -> Steps:
    yield from press(MAKE_PHYSICAL, LEFT)
    yield from until(lambda: state().previewing)
    yield 2 * SETTLED
    check([cue.skill for cue in cues()] == ["perform"], "a cue Perform has replaced the walk")
    yield from lesson.show(sidebar(0, 560))
    yield from until(can_accept)


def press_accept(lesson: Lesson) -> Steps:
    own = baked().name
    yield from press(ACCEPT, LEFT)
    yield from until(lambda: not state().previewing)
    yield SETTLED
    check(baked().name != own, "the motion is in an Action of its own")
    check(own in bpy.data.actions, "your Action is kept")
    yield from lesson.show(whole_timeline())


def look_what_became_of_it(lesson: Lesson) -> Steps:
    heights = [point.z for point in positions()]
    check(heights[-1] - heights[0] > RAISED / 2, "the hand is raised by the muscles")
    yield from click_ruler(LAST)
    yield from look_from_aside(4.5)
    yield from lesson.show(viewport(400, 380))


def armature() -> bpy.types.Object:
    return character().parent


def middle_of_bone(name: str) -> Vector:
    bone = armature().pose.bones[name]
    return armature().matrix_world @ ((bone.head + bone.tail) / 2)


def hand() -> Vector:
    bpy.context.view_layer.update()
    return (armature().matrix_world @ armature().pose.bones[HAND].head).copy()


def positions() -> list[Vector]:
    """Where the hand is in each frame."""
    found = []
    for frame in range(1, LAST + 1):
        bpy.context.scene.frame_set(frame)
        found.append(hand())
    return found


STEPS = (
    add_a_character, go_to_pose_mode, click_on_the_right_upper_arm, set_a_first_key,
    go_to_frame_20, raise_the_arm, set_a_second_key, press_make_physical, press_accept,
    look_what_became_of_it,
)  # fmt: skip
