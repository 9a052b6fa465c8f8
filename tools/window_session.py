"""A session in a real window: bake, cancel, preview, scrub, change, accept, undo.

Runs inside Blender (tools/blender_window.sh FOLDER window_session.py ZIP MOMENTS, with
window_controls.py, window_shown.py and snapshot.py in the folder) and leaves report.json and
pictures in the folder that it runs in. MOMENTS is how often a preview is cancelled, and how often
its worker is killed. tests/test_window.py and the benchmark window_interruptions read the report.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from snapshot import snapshot
from window_controls import (
    MODULE,
    PATIENCE,
    WAIT,
    Steps,
    can_accept,
    install,
    middle_of_view,
    open_tab,
    press,
    rigify_human,
    run,
    said,
    simulate,
    state,
    take_picture,
    tap,
    until,
)
from window_shown import clear_reports, read_reports

LATEST = 2.0  # [s] after the press
LONG = 40.0  # [s] of walk, which no machine simulates before it is interrupted
PREVIEW, STEER = "bpy.ops.footfall.preview()", "bpy.ops.footfall.preview(steered=True)"


def session() -> Steps:
    """Run the session; each yield returns control to Blender for that many seconds."""
    zip_name, moments = sys.argv[-2:]
    install(zip_name)
    rigify_human()
    yield 1.0
    yield from open_tab()
    take_picture("panel.png")
    yield from bake_session()
    yield from preview_session()
    yield from steer_session()
    yield from interruptions("cancels", lambda: tap("ESC"), int(moments))
    yield from interruptions("kills", kill_worker, int(moments))


def bake_session() -> Steps:
    """Bake, once interrupted and once to the end, and undo."""
    settings = bpy.context.scene.footfall
    settings.duration = LONG
    yield 0.5
    before = snapshot()
    yield from press("bpy.ops.footfall.bake")
    yield from until(lambda: state().progress > 0.0)
    said["running"] = state().running
    take_picture("baking.png")
    tap("Z", ctrl=True)  # an undo during the bake would remove its rig
    said["progress"] = yield from watch(lambda: state().progress > 0.3 or not state().running)
    tap("ESC")
    yield from until(lambda: not state().running)
    said["escaped"] = snapshot() == before
    take_picture("cancelled.png")

    settings.duration = 6.0
    bpy.ops.ed.undo_push(message="Duration")
    before = snapshot()
    actions = len(bpy.data.actions)
    yield from press("bpy.ops.footfall.bake")
    yield from until(lambda: state().running)
    yield from until(lambda: not state().running)
    yield 0.5
    said["baked"] = len(bpy.data.actions) - actions
    said["walked"] = distance_walked()
    yield 1.0
    take_picture("baked.png")
    bpy.context.scene.frame_set(1)
    tap("Z", ctrl=True)
    yield 1.0
    said["bake_undone"] = snapshot() == before
    take_picture("undone.png")


def preview_session() -> Steps:
    """Preview, scrub, change a parameter, accept, undo, redo."""
    yield from press("bpy.ops.footfall.overlay")
    yield 0.5
    take_picture("skeleton.png")
    at_rest = torso()
    yield from press(PREVIEW)
    pressed = time.monotonic()
    yield from until(lambda: torso() != at_rest, look=0.01)
    said["first_motion"] = time.monotonic() - pressed
    yield from until(lambda: state().progress == 1.0)
    said["scrubbed"] = []
    for frame in (40, 100):
        bpy.context.scene.frame_set(frame)
        yield 0.5
        said["scrubbed"].append(torso())
    take_picture("preview.png")
    bpy.context.scene.footfall.mass = 80.0
    yield from until(lambda: state().progress < 1.0)
    yield from until(lambda: state().progress == 1.0)
    tap("ESC")
    yield from until(lambda: not state().previewing)

    bpy.ops.ed.undo_push(message="Mass")
    before, actions = snapshot(), len(bpy.data.actions)
    yield from press(PREVIEW)
    yield from until(can_accept)
    yield from press("bpy.ops.footfall.accept")
    yield from until(lambda: not state().previewing)
    yield 1.0
    said["accepted"] = len(bpy.data.actions) - actions
    accepted = snapshot()
    tap("Z", ctrl=True)
    yield 1.0
    said["preview_undone"] = snapshot() == before
    tap("Z", ctrl=True, shift=True)
    yield 1.0
    said["preview_redone"] = snapshot() == accepted
    tap("Z", ctrl=True)
    yield 1.0


def steer_session() -> Steps:
    """Steer by a key and by a drag in the viewport, then leave it."""
    before = snapshot()
    yield from press(STEER)
    yield from until(lambda: state().progress > 0.1)
    tap("UP_ARROW")
    yield 0.5
    x, y = middle_of_view()
    simulate("LEFTMOUSE", "PRESS", x, y)
    yield WAIT
    simulate("MOUSEMOVE", "NOTHING", x - 40, y + 40)
    yield WAIT
    simulate("LEFTMOUSE", "RELEASE", x - 40, y + 40)
    yield 1.0
    take_picture("steering.png")
    said["steered"] = [[step.speed, step.heading] for step in active_preview().steps]
    tap("ESC")
    yield from until(lambda: not state().previewing)
    yield 0.2
    said["steering_left"] = snapshot() == before


def interruptions(name: str, interrupt: Callable[[], None], count: int) -> Steps:
    """Interrupt a preview at `count` random moments; reports each time whether the scene is
    unchanged, and the status bar's message.
    """
    moments = random.Random(name)
    bpy.context.scene.footfall.duration = LONG
    yield 0.5
    before = snapshot()
    same, reports = [], []
    for _ in range(count):
        clear_reports()
        yield from press(PREVIEW)
        yield from until(lambda: state().previewing, look=0.01)
        yield moments.uniform(0.0, LATEST)
        interrupt()
        yield from until(lambda: not state().previewing)
        yield 0.2
        same.append(snapshot() == before)
        reports.append(read_reports())
    said[name], said[f"{name}_reports"] = same, reports
    take_picture(f"{name}.png")


def kill_worker() -> None:
    """Kill the worker that simulates, as in a crash."""
    active_preview()._worker.process.kill()


def active_preview() -> object:
    return sys.modules[f"{MODULE}.operators.previewing"].active_preview()


def watch(reached: Callable[[], bool]) -> Iterator[float]:
    seen = [state().progress]
    deadline = time.monotonic() + PATIENCE
    while not reached() and time.monotonic() < deadline:
        yield WAIT
        seen.append(state().progress)
    return seen


def torso() -> list[float]:
    rig = bpy.data.objects["rig"]
    return [round(value, 6) for value in rig.matrix_world @ rig.pose.bones["torso"].head]


def distance_walked() -> float:
    """Distance that the torso covers on the ground [m]; leaves the timeline in mid walk."""
    scene, rig = bpy.context.scene, bpy.data.objects["rig"]
    places = []
    for moment in (0.0, scene.footfall.duration, scene.footfall.duration / 4):
        scene.frame_set(scene.footfall.start_frame + round(moment * scene.render.fps))
        places.append(rig.matrix_world @ rig.pose.bones["torso"].head)
    return (places[1] - places[0]).xy.length


if __name__ == "__main__":
    run(session)
