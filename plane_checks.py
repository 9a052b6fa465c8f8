"""What can be told to who walks in a plane, before anything is simulated."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue.planar import controller_of
from .cue import Cue, skills_among
from .errors import InvalidInput
from .rigs.character import Character
from .rigs.plane_body import plane_body


def check_plane(character: Character, cues: Sequence[Cue]) -> None:
    """Raise InvalidInput where who is in a plane is told what it cannot do."""
    done = skills_among(cues)
    for cue in done:
        if cue.skill != "planar_walk":
            raise InvalidInput(
                f"Who walks in a plane does nothing else, got a {cue.skill} at {cue.start:g} s: "
                "give it to another performer or shot."
            )
    if not done or done[0].start > 0.0:
        raise InvalidInput(
            "Who walks in a plane does not stand by itself: its first cue must start at 0 s."
        )
    body = plane_body(character, controller_of(done[0].values()["controller"])["character"])
    for cue in done:
        _check_controller(body, cue)
        if cue.values()["heading"] not in (None, done[0].values()["heading"]):
            raise InvalidInput(
                f"The planar_walk at {cue.start:g} s has another heading than the first one: "
                "a plane does not turn."
            )


def _check_controller(character: Character, cue: Cue) -> None:
    controller = controller_of(cue.values()["controller"])
    if set(Character.planar(controller["character"]).joint_names) != set(character.joint_names):
        raise InvalidInput(
            f"The controller {controller['name']!r} is for the joints of a "
            f"{controller['character']}, which this performer's body does not have."
        )
