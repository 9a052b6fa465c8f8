"""Random actions of an artist other than runs: keys, clicks, settings, objects, scenes, files.

Each action is called with the sequence's random numbers and its list of errors; it may return
steps, with a pause [s] after each. tools/window_random.py chooses among the actions.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import Steps, middle_of_view, place, simulate, state, tap

DURATIONS = (1.0, 2.0)  # [s] of a shot
FILE, SAVED = (str(Path(__file__).parent / f"{name}.blend") for name in ("human", "saved"))
SKILLS = ("walk", "stand", "fall", "get_up", "step", "follow", "push", "pick_up", "run")


def operator(call: str, **options: object) -> Callable:
    """An action that calls an operator in the viewport."""
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
    """Click at a random place, to select an object or nothing."""
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
    """Change a setting; the panel is greyed out while a bake runs."""
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
    """Restore a scene, rig, mode and cues that can be baked, as an artist would."""
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
    """Replace the cues by a walk, which can be baked."""
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
    """Switch to the rig's scene, with all its collections shown."""
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
