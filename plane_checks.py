"""What planar characters can be told, before anything is simulated."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue.planar import controller_of
from .cue import Cue, skills_among
from .errors import InvalidInput
from .rigs.character import Character


def check_plane(character: Character, cues: Sequence[Cue]) -> None:
    """Raise InvalidInput where a planar character is told what it cannot do."""
    done = skills_among(cues)
    for cue in done:
        _check_controller(character, cue)
    if not done or done[0].start > 0.0:
        raise InvalidInput(
            "A planar character does not stand by itself: its first cue must start at 0 s."
        )


def _check_controller(character: Character, cue: Cue) -> None:
    controller = controller_of(cue.values()["controller"])
    if set(Character.planar(controller["character"]).joint_names) != set(character.joint_names):
        raise InvalidInput(
            f"The controller {controller['name']!r} is for the joints of a "
            f"{controller['character']}, which this character does not have."
        )
