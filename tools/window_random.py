"""Random sequences of an artist's actions in a real window, each on a new copy of a file.

Runs inside Blender (tools/blender_window.sh FOLDER window_random.py ZIP COUNT SEED, with
window_actions.py, window_controls.py, skinned_body.py and snapshot.py in the folder) and leaves
report.json: for each sequence its actions, and its errors. tests/test_window.py and the benchmark
window_random read it.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from skinned_body import add_body
from snapshot import snapshot
from window_actions import (
    FILE,
    activate,
    activate_rig,
    change_frame,
    change_panel,
    click,
    delete,
    escape,
    exclude,
    go_home,
    join,
    key,
    load,
    make_ready,
    operator,
    pick_rig,
    rename,
    save,
    switch_scene,
    walk_again,
)
from window_controls import (
    PATIENCE,
    Steps,
    install,
    open_tab,
    place,
    rigify_human,
    run,
    said,
    state,
    tap,
)

STEPS = 30  # of a sequence
PAUSES = (0.0, 0.5)  # [s] after an action
RUNS = (0.0, 1.5)  # [s] that a run goes on before it is cancelled
SETTLING = 0.2  # [s] in which Blender handles simulated keys
LONGEST = 120.0  # [s] until a run must have ended after Esc
MARK = "footfall_before_preview"
# Counts of a sequence: runs begun, cancelled runs with compared scenes, accepted previews.
counted = {"runs": 0, "compared": 0, "accepted": 0}


def session() -> Steps:
    """Run the sequences; each yield returns control to Blender for that many seconds."""
    zip_name, count, seed = sys.argv[-3:]
    install(zip_name)
    yield from make_file()
    yield from open_tab()
    said["sequences"] = {}
    for number in range(int(seed), int(seed) + int(count)):
        yield from sequence(number)
        Path("report.json").write_text(json.dumps(said, indent=1))


def make_file() -> Steps:
    """Save a file with a skinned human, a crate and a curve; each sequence opens it."""
    rig = rigify_human()
    yield 0.5
    with bpy.context.temp_override(**place("WINDOW")):
        add_body(rig)
        bpy.ops.mesh.primitive_cube_add(size=0.4, location=(0.0, -1.5, 0.2))
        bpy.context.object.name = "crate"
        bpy.ops.curve.primitive_bezier_curve_add(location=(1.0, 0.0, 0.0))
        bpy.context.object.name = "path"
        for thing in bpy.context.view_layer.objects:
            thing.select_set(thing == rig)
        bpy.context.view_layer.objects.active = rig
    bpy.context.scene.footfall.duration = 1.5
    bpy.ops.wm.save_as_mainfile(filepath=FILE)
    yield 0.5


def sequence(number: int) -> Steps:
    """Run the actions of one seed; `said["sequences"][number]` receives their errors."""
    dice = random.Random(number)
    actions: list[str] = []
    wrong: list[str] = []
    counted.update(dict.fromkeys(counted, 0))
    noted = said["sequences"][str(number)] = {"actions": actions, "wrong": wrong}
    bpy.ops.wm.open_mainfile(filepath=FILE)
    yield 0.5
    for _ in range(STEPS):
        name = dice.choices(list(ACTIONS), WEIGHTS)[0]
        actions.append(name)
        print(f"[{number}.{len(actions)}] {name}", flush=True)
        yield from take(ACTIONS[name], dice, wrong, name)
        yield dice.uniform(*PAUSES)
    yield from end_run(wrong, "the sequence")
    if any(MARK in thing for thing in bpy.data.objects):
        wrong.append("an object is still marked as shown by a preview")
    noted |= counted


def take(action: Callable, dice: random.Random, wrong: list[str], name: str) -> Steps:
    """Do one action; refusals by Blender's own operators are no errors."""
    try:
        with_steps = action(dice, wrong)
        if with_steps is not None:
            yield from with_steps
    except (RuntimeError, TypeError) as error:  # TypeError: a mode that the object lacks
        if "Traceback" in str(error):
            wrong.append(f"{name}: {error}")


def end_run(wrong: list[str], what: str) -> Steps:
    """Press Esc until nothing runs."""
    deadline = time.monotonic() + LONGEST
    while state().running or state().previewing:
        if time.monotonic() > deadline:
            wrong.append(f"after {what} it still runs: {state().note}")
            return
        tap("ESC")
        yield 0.3


def start(name: str, **options: bool) -> None:
    """Press a button that starts a run."""
    with bpy.context.temp_override(**place("UI")):
        getattr(bpy.ops.footfall, name)("INVOKE_DEFAULT", **options)
    counted["runs"] += 1


def cancelled(name: str, **options: bool) -> Callable:
    """Start a run, cancel it, and compare the scene."""

    def action(dice: random.Random, wrong: list[str]) -> Steps:
        yield from end_run(wrong, "a run")
        yield from stop_playing()
        if not getattr(bpy.ops.footfall, name).poll():
            return
        before, keyed = snapshot(), keys()
        try:
            start(name, **options)
        except RuntimeError as error:  # a refusal
            if "Traceback" in str(error):
                wrong.append(f"{name}: {error}")
        yield dice.uniform(*RUNS)
        yield from end_run(wrong, name)
        yield 0.2
        if keys() != keyed:  # the run ended before it was cancelled
            return
        counted["compared"] += 1
        if snapshot() != before:
            wrong.append(f"{name} was cancelled, and the scene is another one:{apart(before)}")

    return action


def keys() -> int:
    """The number of Actions: one more when a run ended before it was cancelled."""
    return len(bpy.data.actions)


def apart(before: str) -> str:
    """The differences between two scenes."""
    found: list[str] = []

    def compare(one: object, other: object, path: str) -> None:
        if isinstance(one, dict) and isinstance(other, dict):
            for name in {*one, *other}:
                compare(one.get(name), other.get(name), f"{path}/{name}")
        elif one != other:
            found.append(f" {path}: {one!r:.200} -> {other!r:.200}")

    compare(json.loads(before), json.loads(snapshot()), "")
    return ";".join(sorted(found)[:4])


def stop_playing() -> Steps:
    """Wait until Blender has handled the tapped keys, and stop playback, which one may start."""
    yield SETTLING
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.screen.animation_cancel(restore_frame=False)
    yield SETTLING


def to_its_end(name: str) -> Callable:
    """Start a run, wait for its end, and accept a preview."""

    def action(dice: random.Random, wrong: list[str]) -> Steps:
        yield from end_run(wrong, "a run")
        if not getattr(bpy.ops.footfall, name).poll():
            return
        start(name)
        deadline = time.monotonic() + PATIENCE
        while state().running or (state().previewing and not bpy.ops.footfall.accept.poll()):
            if time.monotonic() > deadline:
                wrong.append(f"{name} still runs: {state().note}")
                return
            yield 0.1
        if state().previewing:
            accept_now()

    return action


def begin(name: str, **options: bool) -> Callable:
    def action(dice: random.Random, wrong: list[str]) -> None:
        if getattr(bpy.ops.footfall, name).poll():
            start(name, **options)

    return action


def accept(dice: random.Random, wrong: list[str]) -> None:
    """Accept a preview whose simulation has ended."""
    accept_now()


def accept_now() -> None:
    with bpy.context.temp_override(**place("UI")):
        if bpy.ops.footfall.accept.poll():
            bpy.ops.footfall.accept("INVOKE_DEFAULT")
            counted["accepted"] += 1


# Name of an action -> the action, and its relative frequency.
CHOICES: dict[str, tuple[Callable, float]] = {
    "preview": (begin("preview"), 4),
    "steer": (begin("preview", steered=True), 1),
    "bake": (begin("bake"), 3),
    "preview and Esc": (cancelled("preview"), 3),
    "steer and Esc": (cancelled("preview", steered=True), 1),
    "bake and Esc": (cancelled("bake"), 3),
    "preview and accept": (to_its_end("preview"), 2),
    "bake to the end": (to_its_end("bake"), 1),
    "accept": (accept, 2),
    "Esc": (escape, 3),
    "Cancel": (operator("footfall.cancel"), 1),
    "Ctrl+Z": (key("Z", ctrl=True), 4),
    "undo": (operator("ed.undo"), 1),
    "Ctrl+Shift+Z": (key("Z", ctrl=True, shift=True), 2),
    "X, Enter": (delete, 2),
    "click": (click, 2),
    "A": (key("A"), 1),
    "activate": (activate, 2),
    "activate the rig": (activate_rig, 4),
    "pick the rig": (pick_rig, 2),
    "Tab": (key("TAB"), 2),
    "Ctrl+Tab": (key("TAB", ctrl=True), 1),
    "Object Mode": (operator("object.mode_set", mode="OBJECT"), 3),
    "Pose Mode": (operator("object.mode_set", mode="POSE"), 2),
    "Edit Mode": (operator("object.mode_set", mode="EDIT"), 1),
    "frame": (change_frame, 3),
    "Space": (key("SPACE"), 1),
    "panel": (change_panel, 3),
    "walk again": (walk_again, 1),
    "make ready": (make_ready, 7),
    "add a cue": (operator("footfall.add_cue", skill="stand"), 0.5),
    "remove a cue": (operator("footfall.remove_cue"), 1),
    "skeleton": (operator("footfall.overlay"), 1),
    "clear": (operator("footfall.clear"), 1),
    "rename": (rename, 1),
    "H": (key("H"), 1),
    "show all": (operator("object.hide_view_clear"), 1),
    "exclude": (exclude, 1),
    "another scene": (switch_scene, 1),
    "home": (go_home, 1),
    "join": (join, 0.5),
    "save": (save, 2),
    "load": (load, 1.5),
}
ACTIONS = {name: action for name, (action, _) in CHOICES.items()}
WEIGHTS = [weight for _, weight in CHOICES.values()]


if __name__ == "__main__":
    run(session)
