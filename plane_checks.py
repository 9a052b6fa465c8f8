"""What planar characters can be told, before anything is simulated."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue import PLANAR_SKILLS
from .catalogue.planar import controller_of
from .cue import Cue, skills_among
from .errors import InvalidInput
from .rigs.character import Character
from .rigs.planar import PLANAR


def check_plane(character: Character, cues: Sequence[Cue]) -> None:
    """Raise InvalidInput where planar characters and others are told what they cannot do."""
    done = skills_among(cues)
    if character.kind != PLANAR:
        for cue in done:
            if cue.skill in PLANAR_SKILLS:
                raise InvalidInput(
                    f"{cue.skill} is for planar characters, and this one is a {character.kind}: "
                    "take Character.planar(...), or another skill."
                )
        return
    for cue in done:
        if cue.skill not in PLANAR_SKILLS:
            raise InvalidInput(
                f"A planar character cannot {cue.skill}; allowed: {', '.join(PLANAR_SKILLS)}."
            )
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
