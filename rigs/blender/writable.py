"""Checks of whether a rig can be keyed, made before anything is changed."""

from __future__ import annotations

import bpy

from ...base.errors import RigError
from ...catalogue.output import Output
from ...shots.take import Take
from .rig import Rig


def check_writable(armature: bpy.types.Object, output: Output, is_human: bool) -> None:
    """Raise RigError with one sentence where an armature cannot be keyed.

    Args:
        is_human: whether the armature is a generated Rigify human.
    """
    _check_armature(armature)
    _check_action(armature, output)
    if output.feet_on_ik and not is_human:
        raise RigError(
            f"The rig {armature.name!r} is no generated Rigify rig of a human, so that its "
            "feet have no IK controls that are known: leave feet on IK off."
        )


def check_take(rig: Rig, take: Take, performer: int) -> None:
    """Raise RigError with one sentence where a take is not one of this rig."""
    if not 0 <= performer < len(take.performances):
        raise RigError(
            f"The take has no performer {performer}; allowed: 0 to {len(take.performances) - 1}."
        )
    known = take.performances[performer].segment_names
    unknown = [role for role in rig.rest.roles if role not in known]
    if unknown:
        raise RigError(
            f"The take was made for another body: it has no {', '.join(unknown)}; "
            "simulate it with this rig."
        )


def _check_armature(armature: bpy.types.Object) -> None:
    data = armature.animation_data
    if armature.library or (armature.data.library and not armature.override_library):
        raise RigError(
            f"The armature {armature.name!r} is linked from another file: "
            "make a library override of it first."
        )
    if data is not None and data.use_tweak_mode:
        raise RigError(
            f"The armature {armature.name!r} has an NLA strip in tweak mode: leave it (Tab) first."
        )


def _check_action(armature: bpy.types.Object, output: Output) -> None:
    data = armature.animation_data
    action = data.action if data is not None else None
    if output.destination == "active" and action is not None and action.library:
        raise RigError(
            f"The Action {action.name!r} is linked from another file: bake into a new one."
        )
