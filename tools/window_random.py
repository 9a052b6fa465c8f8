"""Random sequences of an artist's actions in a real window, each on a file of its own.

Runs inside Blender (tools/blender_window.sh FOLDER window_random.py ZIP COUNT SEED, with
window_controls.py, skinned_body.py and snapshot.py in the folder) and leaves report.json: for each
sequence its actions, and what was wrong. tests/test_window.py and the benchmark window_random
read it.
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
from window_controls import (
    PATIENCE,
    Steps,
    install,
    middle_of_view,
    open_tab,
    place,
    rigify_human,
    run,
    said,
    simulate,
    state,
    tap,
)

STEPS = 30  # of a sequence
DURATIONS = (1.0, 2.0)  # [s] of a shot
PAUSES = (0.0, 0.5)  # [s] after an action
RUNS = (0.0, 1.5)  # [s] that a run goes on before it is cancelled
SETTLING = 0.2  # [s] in which Blender hears simulated keys
LONGEST = 120.0  # [s] until a run must have ended after Esc
FILE, SAVED = (str(Path(__file__).parent / f"{name}.blend") for name in ("human", "saved"))
MARK = "footfall_before_preview"
# Of a sequence: runs that began, cancelled ones whose scene was compared, previews accepted.
counted = {"runs": 0, "compared": 0, "accepted": 0}
SKILLS = ("walk", "stand", "fall", "get_up", "step", "follow", "push", "pick_up", "run")


def session() -> Steps:
    """Each yield hands control back to Blender for that many seconds."""
    zip_name, count, seed = sys.argv[-3:]
    install(zip_name)
    yield from make_file()
    yield from open_tab()
    said["sequences"] = {}
    for number in range(int(seed), int(seed) + int(count)):
        yield from sequence(number)
        Path("report.json").write_text(json.dumps(said, indent=1))


def make_file() -> Steps:
    """A skinned human, a crate and a curve, for each sequence to open anew."""
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
    """What the actions of one seed do, noted as `said["sequences"][number]`."""
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
    """Do one action; Blender's own refusals are none of ours."""
    try:
        with_steps = action(dice, wrong)
        if with_steps is not None:
            yield from with_steps
    except (RuntimeError, TypeError) as error:  # a TypeError: a mode that this object has not
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
        except RuntimeError as error:  # it refused
            if "Traceback" in str(error):
                wrong.append(f"{name}: {error}")
        yield dice.uniform(*RUNS)
        yield from end_run(wrong, name)
        yield 0.2
        if keys() != keyed:  # it was done before
            return
        counted["compared"] += 1
        if snapshot() != before:
            wrong.append(f"{name} was cancelled, and the scene is another one:{apart(before)}")

    return action


def keys() -> int:
    """How many Actions there are: one more when a run was done before it was cancelled."""
    return len(bpy.data.actions)


def apart(before: str) -> str:
    """Where two scenes differ."""
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
    """Let the keys that were tapped be heard, one of which may start playback, and end that."""
    yield SETTLING
    with bpy.context.temp_override(**place("WINDOW")):
        bpy.ops.screen.animation_cancel(restore_frame=False)
    yield SETTLING


def operator(call: str, **options: object) -> Callable:
    """An operator of Blender, or of ours, in the viewport."""
    folder, name = call.split(".")

    def action(dice: random.Random, wrong: list[str]) -> None:
        with bpy.context.temp_override(**place("WINDOW")):
            found = getattr(getattr(bpy.ops, folder), name)
            if found.poll():
                found(**options)

    return action


def key(name: str, **modifiers: bool) -> Callable:
    return lambda dice, wrong: tap(name, **modifiers)


def click(dice: random.Random, wrong: list[str]) -> Steps:
    """Select what is there, or nothing."""
    x, y = middle_of_view()
    x, y = x + dice.randint(-150, 150), y + dice.randint(-200, 200)
    for value in ("PRESS", "RELEASE"):
        simulate("LEFTMOUSE", value, x, y)
        yield 0.05


def activate(dice: random.Random, wrong: list[str]) -> None:
    things = list(bpy.context.view_layer.objects)
    if things and bpy.context.mode == "OBJECT":
        chosen = dice.choice(things)
        bpy.context.view_layer.objects.active = chosen
        chosen.select_set(True)


def activate_rig(dice: random.Random, wrong: list[str]) -> None:
    rig = bpy.context.view_layer.objects.get("rig")
    if rig is not None and bpy.context.mode == "OBJECT":
        bpy.context.view_layer.objects.active = rig
        rig.select_set(True)


def pick_rig(dice: random.Random, wrong: list[str]) -> None:
    if not state().running:
        bpy.context.scene.footfall.armature = bpy.data.objects.get("rig")


def delete(dice: random.Random, wrong: list[str]) -> Steps:
    tap("X")
    yield 0.2
    tap("RET")
    yield 0.1


def change_frame(dice: random.Random, wrong: list[str]) -> None:
    bpy.context.scene.frame_set(dice.randint(-10, 60), subframe=dice.choice((0.0, 0.5)))


def change_panel(dice: random.Random, wrong: list[str]) -> None:
    """A setting; the panel is greyed out while a bake runs."""
    settings = bpy.context.scene.footfall
    if state().running:
        return
    settings.duration = dice.uniform(*DURATIONS)
    chosen = dice.choice(("mass", "speed", "skill", "start", "output", "recover"))
    cue = settings.cues[0] if settings.cues else None
    if chosen == "mass":
        settings.mass = dice.choice((0.0, 60.0, 90.0))
    elif chosen == "speed" and cue is not None:
        cue.walk.speed = dice.uniform(0.0, 1.5)
    elif chosen == "skill" and cue is not None:
        choose_skill(dice, cue)
    elif chosen == "start":
        settings.start_frame = dice.randint(-5, 20)
    elif chosen == "output":
        settings.output.destination = dice.choice(("new", "active", "nla"))
        settings.output.feet_on_ik = dice.random() < 0.3
        settings.output.blend_frames = dice.choice((0, 5))
    else:
        settings.recover = False


def choose_skill(dice: random.Random, cue: bpy.types.PropertyGroup) -> None:
    cue.skill = dice.choice(SKILLS)
    if cue.skill == "follow":
        cue.follow.path = bpy.data.objects.get("path")
    elif cue.skill == "pick_up":
        cue.skill = "walk"  # the search for a grasp takes longer than a sequence may


def make_ready(dice: random.Random, wrong: list[str]) -> Steps:
    """The scene, the rig, the mode and cues that can be baked, as an artist gets to again."""
    go_home(dice, wrong)
    if "rig" not in bpy.context.view_layer.objects:
        bpy.ops.wm.open_mainfile(filepath=FILE)
        yield 0.3
    with bpy.context.temp_override(**place("WINDOW")):
        if bpy.context.mode != "OBJECT" and bpy.ops.object.mode_set.poll():
            bpy.ops.object.mode_set(mode="OBJECT")
    activate_rig(dice, wrong)
    walk_again(dice, wrong)


def walk_again(dice: random.Random, wrong: list[str]) -> None:
    """Cues that can be baked."""
    settings = bpy.context.scene.footfall
    if state().running:
        return
    settings.cues.clear()
    cue = settings.cues.add()
    cue.skill, cue.frame = "walk", settings.start_frame
    settings.duration = dice.uniform(*DURATIONS)


def rename(dice: random.Random, wrong: list[str]) -> None:
    for thing in bpy.data.objects:
        if thing.name in ("crate", "wagon", "body", "skin") and dice.random() < 0.5:
            old = thing.name
            thing.name = {"crate": "wagon", "wagon": "crate", "body": "skin", "skin": "body"}[old]


def exclude(dice: random.Random, wrong: list[str]) -> None:
    children = bpy.context.view_layer.layer_collection.children
    if children:
        chosen = dice.choice(list(children))
        chosen.exclude = not chosen.exclude


def switch_scene(dice: random.Random, wrong: list[str]) -> None:
    window = bpy.context.window_manager.windows[0]
    if len(bpy.data.scenes) == 1:
        bpy.data.scenes.new("next")
    window.scene = dice.choice(list(bpy.data.scenes))


def go_home(dice: random.Random, wrong: list[str]) -> None:
    """To the scene of the rig, with all that is in it shown."""
    bpy.context.window_manager.windows[0].scene = bpy.data.scenes["Scene"]
    for child in bpy.context.view_layer.layer_collection.children:
        child.exclude = False


def join(dice: random.Random, wrong: list[str]) -> None:
    with bpy.context.temp_override(**place("WINDOW")):
        if bpy.ops.object.join.poll():
            bpy.ops.object.join()


def save(dice: random.Random, wrong: list[str]) -> None:
    bpy.ops.wm.save_as_mainfile(filepath=SAVED, copy=True)


def load(dice: random.Random, wrong: list[str]) -> None:
    there = [path for path in (FILE, SAVED) if Path(path).exists()]
    bpy.ops.wm.open_mainfile(filepath=dice.choice(there))


def escape(dice: random.Random, wrong: list[str]) -> None:
    tap("ESC")


def to_its_end(name: str) -> Callable:
    """Start a run, wait for its end, and accept what a preview shows."""

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
    """Take what is shown, where its simulation is done."""
    accept_now()


def accept_now() -> None:
    with bpy.context.temp_override(**place("UI")):
        if bpy.ops.footfall.accept.poll():
            bpy.ops.footfall.accept("INVOKE_DEFAULT")
            counted["accepted"] += 1


# What is done -> how, and how often beside the others.
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
