"""The shot that the panel and the scene describe."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import bpy

from ..base.errors import InvalidInput
from ..bodies.kinds import BIPED
from ..catalogue import (
    CUES,
    AnyParameter,
    ClipParameter,
    ContactMarksParameter,
    FootstepsParameter,
    Parameter,
    PlaceParameter,
    PoseParameter,
    PropParameter,
    TargetParameter,
)
from ..catalogue.bodies import parameters_for
from ..catalogue.styles.content import Style
from ..rigs.blender.rig import Rig
from ..rigs.blender.scene import frame_rate, make_shot, read_surroundings
from ..rigs.blender.scene_footprints import read_footprints
from ..rigs.blender.scene_keys import keyed_values, without_needless
from ..rigs.blender.scene_parts import OBSTACLE, PROP, parts_of
from ..rigs.blender.scene_path import check_in_scene, read_path, read_place, read_spot
from ..shots.cue import Cue
from ..shots.feasibility import ready_to_run
from ..shots.shot import Shot
from .clips import action_of, read_clip_text, read_found_clip, read_pose_text, where_clip_begins
from .cue_order import head_of, in_time
from .skill_properties import as_typed, is_used, shortest, typed_value, unused_settings
from .style_properties import edited_name

SHOWN = PlaceParameter | FootstepsParameter | TargetParameter | PropParameter  # shown by objects
STRAIGHT = 1e-4  # of a parameter's unit: keys this close to linear interpolation are left out


def read_shot(scene: bpy.types.Scene, rig: Rig) -> Shot:
    """A shot with one performer, where the rig stands, and the scene around it: resolved, and
    checked to be feasible. Raises InvalidInput.
    """
    settings, rate = scene.footfall, frame_rate(scene)
    duration = None if settings.as_long_as_cues else shortest(settings.duration)
    seconds = (last_frame(scene) - settings.start_frame) / rate if duration is None else duration
    cues = read_cues(scene, rig)
    rig = where_clip_begins(rig, cues)
    around = read_surroundings(
        scene, rig, start_frame=settings.start_frame, duration=seconds,
        friction=shortest(settings.ground_friction), cues=cues,
    )  # fmt: skip
    shot = make_shot(
        rig, cues, duration=duration, rate=rate, styles=_edited_styles(scene),
        recover=settings.recover, plans=rig.armature.footfall.known_plans(), **around,
    )  # fmt: skip
    return ready_to_run(shot)


def _edited_styles(scene: bpy.types.Scene) -> dict[str, Style]:
    """The edited styles of cues, by their names in the shot."""
    edited = {edited_name(i): scene.footfall.cues[i].edited for i, *_ in cues_in_play(scene)}
    return {name: style.content(name) for name, style in edited.items() if style.is_worn}


def read_cues(scene: bpy.types.Scene, rig: Rig) -> list[Cue]:
    """The cues of the list by rising time, from the start frame on. Raises InvalidInput."""
    return [_read_cue(scene, rig, *part) for part in cues_in_play(scene)]


def cues_in_play(scene: bpy.types.Scene) -> list[tuple[int, int, int]]:
    """Index in the list, first and last frame of each cue that is read, by rising time.

    The last cue before the start frame is the character's first one. Raises InvalidInput.
    """
    settings = scene.footfall
    _check_frames(settings)
    order, heads = in_time(settings.cues), _heads(settings)
    before = [i for i in heads if settings.cues[i].frame <= settings.start_frame]
    last, parts = last_frame(scene), []
    for place, index in enumerate(order):
        head = head_of(settings.cues, index)
        if head in before[:-1]:
            continue
        frame = max(settings.cues[head].frame, settings.start_frame)
        following = [settings.cues[i].frame for i in order[place + 1 :] if i in heads]
        until = min([f for f in following if f > frame] + [last])
        parts.append((index, frame, max(until, frame)))
    return parts


def items_in_play(scene: bpy.types.Scene) -> list[bpy.types.PropertyGroup]:
    """The cues that are read, by rising time. Raises InvalidInput."""
    return [scene.footfall.cues[index] for index, *_ in cues_in_play(scene)]


def last_frame(scene: bpy.types.Scene) -> int:
    """The last frame of the shot; for a shot as long as its cues, the last frame with keys."""
    settings = scene.footfall
    last = settings.start_frame + int(shortest(settings.duration) * frame_rate(scene))
    return max(last, scene.frame_end) if settings.as_long_as_cues else last


def _heads(settings: bpy.types.PropertyGroup) -> list[int]:
    """Indices, by rising frames, of the cues of skills that begin at a frame."""
    cues = settings.cues
    return [i for i in in_time(cues) if not cues[i].is_event and head_of(cues, i) == i]


def _check_frames(settings: bpy.types.PropertyGroup) -> None:
    if not any(not cue.is_event for cue in settings.cues):
        raise InvalidInput("There is no cue yet: add one to the list in the Footfall panel.")
    for cue in settings.cues:
        if cue.is_event and cue.frame < settings.start_frame:
            raise InvalidInput(
                f"The {cue.skill} at frame {cue.frame} comes before the start frame "
                f"{settings.start_frame}: move one of them."
            )
    frames = [settings.cues[i].frame for i in _heads(settings)]
    for one, other in pairwise(frames):
        if one == other:
            raise InvalidInput(f"Two cues begin at frame {one}: move one of them.")


def _read_cue(scene: bpy.types.Scene, rig: Rig, index: int, first: int, last: int) -> Cue:
    """A cue of the list, with its keys from its first to its last frame."""
    item, start_frame = scene.footfall.cues[index], scene.footfall.start_frame
    rate = frame_rate(scene)
    values = {}
    taken = parameters_for(item.skill, rig.character.kind if rig else BIPED)
    for parameter in (p for p in CUES[item.skill].parameters if p.name in taken):
        value = typed_value(item.parameters, parameter)
        if isinstance(parameter, ClipParameter):
            value = read_clip_text(item, rig) if rig else None
        elif isinstance(parameter, PoseParameter):
            value = read_pose_text(item, parameter, rig) if rig else ""
        elif isinstance(parameter, ContactMarksParameter):  # after its clip, which has been read
            value = value or (read_found_clip(item, rig).marks if rig else "")
        elif isinstance(parameter, SHOWN):
            value = _read_shown(scene, rig, parameter, value)
        elif _may_be_keyed(item.parameters, parameter):
            path = f"footfall.cues[{index}].{item.skill}.{parameter.name}"
            frames = range(first, last + 1)
            keyed = keyed_values(scene, path, frames)
            if keyed is not None:
                times = [(frame - start_frame) / rate for frame in frames]
                value = _channel(parameter, times, keyed)
        elif parameter.name == "reference":
            value = bpy.path.abspath(value)
        elif parameter.name == "style" and item.edited.is_worn:
            value = edited_name(index)
        if value is not None:
            values[parameter.name] = value
    for name in unused_settings(item):
        values.pop(name, None)
    follows = head_of(scene.footfall.cues, index) != index
    return Cue(item.skill, start=None if follows else (first - start_frame) / rate, **values)


def _may_be_keyed(group: bpy.types.PropertyGroup, parameter: AnyParameter) -> bool:
    return isinstance(parameter, Parameter) and parameter.keyable and is_used(group, parameter)


def _read_shown(scene: bpy.types.Scene, rig: Rig, parameter: AnyParameter, thing: Any) -> Any:
    """The value of a parameter that objects of the scene show. Raises InvalidInput."""
    frame = scene.footfall.start_frame
    if isinstance(parameter, FootstepsParameter):
        return read_footprints(thing, rig)
    if isinstance(parameter, PlaceParameter):
        if thing is None and not parameter.is_needed:
            return None
        is_path = parameter.least > 1
        return read_path(thing, rig) if is_path else read_place(thing, rig, parameter.name, frame)
    if thing is None and isinstance(parameter, TargetParameter) and not parameter.is_needed:
        return None
    check_in_scene(thing, parameter.name)
    if isinstance(parameter, PropParameter) or _is_prop(scene, thing):
        return thing.name
    return read_spot(thing, rig, parameter.name, frame)


def _is_prop(scene: bpy.types.Scene, thing: bpy.types.Object) -> bool:
    """Whether an object is a prop of the shot, by its settings or because a cue moves it."""
    parts = [*parts_of(scene, OBSTACLE), *parts_of(scene, PROP)]
    return thing in parts or thing in things_moved(scene)


def things_moved(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The objects that active cues pick up, push or pull. Raises InvalidInput."""
    moved = []
    for index, *_ in cues_in_play(scene):
        cue = scene.footfall.cues[index]
        for parameter in CUES[cue.skill].parameters:
            if isinstance(parameter, PropParameter) and parameter.is_moved:
                thing = getattr(cue.parameters, parameter.name)
                check_in_scene(thing, parameter.name)
                moved.append(thing)
    return moved


def footprints_in_play(scene: bpy.types.Scene) -> list[tuple[bpy.types.Collection, bool]]:
    """Collections of footprints of active cues, and whether each cue is the character's first.

    Raises InvalidInput.
    """
    cues = [scene.footfall.cues[index] for index, *_ in cues_in_play(scene)]
    skills = [cue for cue in cues if not cue.is_event]
    shown = [(cue, place == 0) for place, cue in enumerate(skills)]
    steps = [(cue, first) for cue, first in shown if CUES[cue.skill].takes("footsteps")]
    collections = [(cue.parameters.footsteps, is_first) for cue, is_first in steps]
    return [(found, is_first) for found, is_first in collections if found]


def name_of_bake(scene: bpy.types.Scene, armature: bpy.types.Object) -> str:
    """The name of the Action that a bake makes: that of its first skill, with that of the Action
    which it performs. Raises InvalidInput.
    """
    cue = _first_cue(scene)
    performed = action_of(cue, armature)
    return f"{performed.name} {cue.skill.title()}" if performed else cue.skill.title()


def first_skill(scene: bpy.types.Scene) -> str:
    """The first skill. Raises InvalidInput."""
    return _first_cue(scene).skill


def _first_cue(scene: bpy.types.Scene) -> bpy.types.PropertyGroup:
    """The first cue of a skill. Raises InvalidInput."""
    settings = scene.footfall
    _check_frames(settings)
    skills = _heads(settings)
    begun = [i for i in skills if settings.cues[i].frame <= settings.start_frame]
    return settings.cues[(begun[-1:] or skills)[0]]


def _channel(parameter: Parameter, times: list[float], values: list[float]):
    """A constant where all values are equal, else keys."""
    typed = [as_typed(value, parameter) for value in values]
    keys = without_needless(list(zip(times, typed, strict=True)), STRAIGHT)
    return typed[0] if len({value for _, value in keys}) == 1 else keys
