"""The manual's tutorials, done step by step in a real window with mouse and keys, and its pictures.

    FOOTFALL_WINDOW=1280x1150 tools/blender_window.sh FOLDER window_tutorials.py ZIP [TUTORIAL...]
    cp FOLDER/tutorial_*.png docs/manual

Runs inside Blender, with the scripts that it imports in the folder; the window is so tall that an
open panel Crowd is whole. Leaves report.json with the steps that each tutorial has done, and a
picture of each step. A step that does not do what docs/manual/tutorial_NAME.md says ends the run
with an error.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
import tutorial_crowd
import tutorial_fall
import tutorial_first_walk
import tutorial_own_animation
from tutorial_pictures import Lesson
from window_controls import WHOLE, Steps, install, open_tab, place, run, said, scroll, state
from window_places import SETTLED
from window_scene import clear_scene

TUTORIALS = {
    "first_walk": tutorial_first_walk.STEPS,
    "fall": tutorial_fall.STEPS,
    "own_animation": tutorial_own_animation.STEPS,
    "crowd": tutorial_crowd.STEPS,
}


def session() -> Steps:
    words = sys.argv[sys.argv.index("--") + 1 :]
    install(words[0])
    yield 2 * SETTLED
    for name in words[1:] or TUTORIALS:
        yield from begin()
        lesson, done, began = Lesson(name), [], time.monotonic()
        said[name] = {"steps": done}
        for step in TUTORIALS[name]:
            lesson.step = step.__name__
            yield from step(lesson)
            done.append(lesson.step)
        said[name] |= {"idle": not (state().running or state().previewing),
                       "seconds": time.monotonic() - began}  # fmt: skip


def begin() -> Steps:
    """An empty scene with the tab open, shown from its top."""
    clear_scene()
    bpy.context.preferences.view.smooth_view = 0
    yield SETTLED
    yield from open_tab()
    yield from scroll("WHEELUPMOUSE", WHOLE)
    view = place("WINDOW")["area"].spaces.active
    view.overlay.show_bones = view.overlay.show_extras = True
    bpy.ops.ed.undo_push(message="An empty scene")
    yield SETTLED


if __name__ == "__main__":
    run(session)
