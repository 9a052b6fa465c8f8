"""Scenes in a real window: Make Physical on rigs of other conventions, from library Actions.

Their files lie beside this script; they are those of ../shared/data (see FILES). Part of
window_hour.py.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import bpy
from mathutils import Vector

sys.path.append(str(Path(__file__).parent))
from snapshot import curves, snapshot
from window_controls import WIDE, Steps, can_accept, place, press, state, tap, until
from window_scene import look_at, lowest, picture, stretch

FILES = ("mannequiny.glb", "cc_base_cmu_005_03.bvh", "cc_base_cmu_002_04.bvh")
GAME, CAPTURED, LIBRARY = (str(Path(__file__).parent / name) for name in FILES)
MAKE_PHYSICAL, ACCEPT = (f"bpy.ops.footfall.{name}" for name in ("make_physical", "accept"))
CENTIMETRES = 0.01  # [m], the unit of the BVH files
TRIES = 4.0  # few, for a short run
STRETCH = (95, 119)  # frames of the captured Action, 60 a second, that are performed


def fight(facts: dict[str, object]) -> Steps:
    """A game's character, whose file brings a library of Actions, puts up its fists."""
    bpy.ops.import_scene.gltf(filepath=GAME)
    rig = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    bpy.context.view_layer.objects.active = rig
    found = (action for action in bpy.data.actions if action.name.startswith("idle_to_fight"))
    rig.animation_data.action = next(found)
    yield from made_physical(facts, rig, "hand.r", "hour_fight")


def linked_action(facts: dict[str, object]) -> Steps:
    """A rig of Character Creator's names performs an Action that is linked from another file."""
    library = str(Path("captured.blend").resolve())
    _import_bvh(LIBRARY)
    action = bpy.context.object.animation_data.action
    action.use_frame_range = True
    action.frame_start, action.frame_end = STRETCH
    bpy.data.libraries.write(library, {action}, fake_user=True)
    name = action.name
    bpy.data.objects.remove(bpy.context.object)
    bpy.data.actions.remove(action)

    _import_bvh(CAPTURED)
    rig = bpy.context.object
    bpy.data.actions.remove(rig.animation_data.action)
    rig.data.display_type = "STICK"
    place("WINDOW")["area"].spaces.active.overlay.show_bones = True
    with bpy.data.libraries.load(library, link=True) as (_there, here):
        here.actions = [name]
    (action,) = here.actions
    rig.animation_data.action = action
    yield from made_physical(facts, rig, "CC_Base_R_Hand", "hour_linked_action")


def _import_bvh(path: str) -> None:
    bpy.ops.import_anim.bvh(filepath=path, global_scale=CENTIMETRES, update_scene_fps=True)


def made_physical(facts: dict[str, object], rig: bpy.types.Object, bone: str, name: str) -> Steps:
    """Press Make Physical, watch the preview, accept it, and undo all of it.

    Args:
        bone: that is compared between the Action and what becomes of it.
        name: of the picture.
    """
    original = rig.animation_data.action
    scene = bpy.context.scene
    first, last = (round(end) for end in original.frame_range)
    frames = range(first, last + 1)
    scene.frame_set(first)
    yield from look_at(_place(rig, bone), 4.5)
    keys, actions, asked = curves(original), len(bpy.data.actions), _places(rig, bone, frames)
    scene.frame_set(first)
    bpy.ops.ed.undo_push(message="An Action")
    before, shown = snapshot(), _place(rig, bone)
    yield from press(MAKE_PHYSICAL, WIDE)
    pressed = time.monotonic()
    yield from until(lambda: state().previewing)
    bpy.context.scene.footfall.cues[0].perform.tries = TRIES
    yield from until(lambda: _place(rig, bone) != shown, look=0.01)
    facts["first_motion"] = time.monotonic() - pressed
    picture(f"{name}_searching")
    yield from until(can_accept)
    facts["searched"] = time.monotonic() - pressed
    facts["keyed_before"] = len(bpy.data.actions) - actions
    yield from press(ACCEPT, WIDE)
    yield from until(lambda: not state().previewing)
    yield 0.5
    facts["actions"] = len(bpy.data.actions) - actions
    facts["original_kept"] = curves(original) == keys and rig.animation_data.action != original
    done = _places(rig, bone, frames)
    facts["off"] = [(a - b).length for a, b in zip(asked, done, strict=True)]
    scene.frame_set((first + last) // 2)
    yield 0.5
    skins = [thing for thing in rig.children if "ARMATURE" in {m.type for m in thing.modifiers}]
    facts["lowest"] = min(map(lowest, skins), default=None)
    facts["stretch"] = max(map(stretch, skins), default=None)
    picture(name)
    scene.frame_set(first)
    undone, cues = [], []
    for _step in ("the keys", "the cues"):
        tap("Z", ctrl=True)
        yield 0.5
        undone.append(snapshot() == before)
        cues.append([cue.skill for cue in bpy.context.scene.footfall.cues])
    facts["undone"], facts["cues"] = undone, cues


def _places(rig: bpy.types.Object, bone: str, frames: range) -> list[Vector]:
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append(_place(rig, bone))
    return found


def _place(rig: bpy.types.Object, bone: str) -> Vector:
    return (rig.matrix_world @ rig.pose.bones[bone].head).copy()
