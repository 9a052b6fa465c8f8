"""From a rig's animation to a walking style: read it, find the cycle, fit the curves."""

from __future__ import annotations

from ...base.errors import RigError
from ...catalogue.styles.content import Style
from ...motion.style_fit import fit_style
from ...motion.walking_cycle import find_gait
from .motion import animated_range, read_animation
from .rig import Rig


def style_of_animation(rig: Rig, name: str) -> Style:
    """The style of the walk that the rig's Action or NLA shows within the scene's frame range.

    Raises RigError with one sentence when there is no walk.
    """
    armature = rig.armature
    try:
        gait = find_gait(read_animation(rig))
    except ValueError as error:
        if animated_range(armature) is None:
            raise RigError(
                f"The armature {armature.name!r} has no animation: give it the Action of a walk."
            ) from error
        raise RigError(
            f"No walking cycle was found in the animation of {armature.name!r}: {error}; "
            "show at least two steps in the scene's frame range."
        ) from error
    data = armature.animation_data
    action = data.action.name if data and data.action else "animation"
    return fit_style(gait, rig.character, name, f"As in {action} of {armature.name}.")
