"""Checks of the panel's cues that need no measured body."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import bpy

from ..base.errors import InvalidInput
from ..catalogue import (
    CUES,
    FootstepsParameter,
    PlaceParameter,
    PropParameter,
    TargetParameter,
)
from ..catalogue.bodies import check_suits, parameters_for
from ..rigs.blender.scene import gravity_of
from ..rigs.blender.scene_footprints import check_footprints
from ..rigs.blender.scene_path import check_in_scene, check_path
from ..shots.cue_checks import check_exclusive, has_no_end
from ..shots.shot import check_gravity, never_ends
from .cue_order import can_be_followed, head_of
from .scene_shot import cues_in_play
from .skill_properties import typed_value


def check_cues(scene: bpy.types.Scene, kind: str) -> None:
    """Raise InvalidInput for the first cue in play that this kind of body cannot perform, or that
    lacks a setting.
    """
    check_gravity(gravity_of(scene))
    settings, places = scene.footfall, [index for index, *_ in cues_in_play(scene)]
    for index in places:
        _check_cue(settings.cues[index], kind)
    skills = [index for index in places if not settings.cues[index].is_event]
    for before, index in pairwise(skills):
        one, other = settings.cues[before], settings.cues[index]
        if head_of(settings.cues, index) != index and not can_be_followed(one):
            raise has_no_end(one.skill, other.skill)
    if settings.as_long_as_cues and not can_be_followed(settings.cues[skills[-1]]):
        raise never_ends(settings.cues[skills[-1]].skill)


def cue_at_fault(scene: bpy.types.Scene, kind: str) -> int | None:
    """Index of the first cue in play that cannot be performed by itself; None: all can.

    Raises InvalidInput where no cue is in play.
    """
    for index, *_ in cues_in_play(scene):
        try:
            _check_cue(scene.footfall.cues[index], kind)
        except InvalidInput:
            return index
    return None


def _check_cue(cue: bpy.types.PropertyGroup, kind: str) -> None:
    check_suits(cue.skill, kind)
    taken = parameters_for(cue.skill, kind)
    values = {}
    for parameter in (p for p in CUES[cue.skill].parameters if p.name in taken):
        values[parameter.name] = typed_value(cue.parameters, parameter)
        _check_shown(parameter, values[parameter.name])
    check_exclusive(cue.skill, values)


def _check_shown(parameter: Any, thing: Any) -> None:
    """Raise InvalidInput where the object that shows a parameter is missing."""
    if isinstance(parameter, FootstepsParameter):
        check_footprints(thing)
    elif isinstance(parameter, PlaceParameter):
        if thing is None and not parameter.is_needed:
            return
        if parameter.least > 1:
            check_path(thing)
        else:
            check_in_scene(thing, parameter.name)
    elif isinstance(parameter, PropParameter) or (
        isinstance(parameter, TargetParameter) and (parameter.is_needed or thing is not None)
    ):
        check_in_scene(thing, parameter.name)
