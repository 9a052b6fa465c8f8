"""Whether a rig can take what is to be written, asked before anything is changed."""

from __future__ import annotations

from ...catalogue.output import Output
from ...errors import RigError
from ...take import Take
from . import rigify
from .rig import Rig


def check_writable(rig: Rig, take: Take, performer: int, output: Output) -> None:
    """Raise RigError with one sentence where it cannot."""
    _check_take(rig, take, performer)
    _check_armature(rig)
    _check_action(rig, output)
    if output.feet_on_ik and not rigify.is_human(rig.rest.skeleton):
        raise RigError(
            f"The rig {rig.armature.name!r} is no generated Rigify rig of a human, so that its "
            "feet have no IK controls that are known: leave feet on IK off."
        )


def _check_take(rig: Rig, take: Take, performer: int) -> None:
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


def _check_armature(rig: Rig) -> None:
    armature, data = rig.armature, rig.armature.animation_data
    if armature.library or (armature.data.library and not armature.override_library):
        raise RigError(
            f"The armature {armature.name!r} is linked from another file: "
            "make a library override of it first."
        )
    if data is not None and data.use_tweak_mode:
        raise RigError(
            f"The armature {armature.name!r} has an NLA strip in tweak mode: leave it (Tab) first."
        )


def _check_action(rig: Rig, output: Output) -> None:
    data = rig.armature.animation_data
    action = data.action if data is not None else None
    if output.destination == "active" and action is not None and action.library:
        raise RigError(
            f"The Action {action.name!r} is linked from another file: bake into a new one."
        )
