"""Pushes: of a shot, and of the cues of its performers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.checks import check_bool, check_number, check_numbers
from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..catalogue.pushes import CUSTOM, WORLD, force_from, impulse_of
from .cue import LATEST, Cue
from .performer import Performer

Vector = tuple[float, float, float]
STRONGEST = 1e9  # [N] along an axis
FURTHEST = 1e3  # [m] of a point in a segment's frame, of a blast from the origin, and its reach


@dataclass(frozen=True)
class Push:
    """A force [N] on a segment, at its center of mass or at `point` [m] in the segment's frame.

    Attributes:
        heading_frame: whether the force is in the performer's heading frame at the start of the
            push (x ahead, y to its left); else it is in the world.
        center: of a blast (x, y) [m] in the world; the force is then in the frame whose x points
            away from there as it begins, and falls with the distance to 0 at `radius` [m].
    """

    performer: int
    segment: str
    time: float
    duration: float
    force: Vector
    point: Vector | None = None
    heading_frame: bool = False
    center: tuple[float, float] | None = None
    radius: float = 0.0


def push_of(cue: Cue, number: int, character: Character, gravity: float) -> Push:
    """The Push of a cue, for the performer of that number.

    Args:
        gravity: [m/s2]; the impulse that a word for the strength means scales with it.
    """
    values = cue.values()
    direction, duration = values["direction"], values["duration"]
    rest = {"performer": number, "segment": values["segment"], "time": cue.earliest}
    if direction == WORLD:
        return Push(**rest, duration=duration, force=values["force"])
    impulse = values["impulse"]
    if values["strength"] != CUSTOM:
        body = character.kind, character.mass, character.leg_length
        impulse = impulse_of(values["strength"], *body, gravity)
    force = force_from(direction, impulse, duration)
    return Push(**rest, duration=duration, force=force, heading_frame=True)


def check_push(push: Push, performers: Sequence[Performer]) -> None:
    """Raise InvalidInput with one sentence for the first error."""
    if not isinstance(push, Push):
        raise InvalidInput(f"Each push of a shot must be a Push, got {push!r}.")
    number = push.performer
    if not isinstance(number, int) or isinstance(number, bool) or not -1 < number < len(performers):
        raise InvalidInput(
            f"A push names performer {number!r}; allowed: 0 to {len(performers) - 1}."
        )
    performers[number].character.segment(push.segment)
    check_number("a push's time", push.time, "s", 0.0, LATEST)
    check_number("a push's duration", push.duration, "s", 0.0, LATEST, above=True)
    check_numbers("a push's force", push.force, "N", -STRONGEST, STRONGEST)
    if push.center is not None:
        check_numbers("a blast's center", push.center, "m", -FURTHEST, FURTHEST, size=2)
        check_number("a blast's radius", push.radius, "m", 0.0, FURTHEST, above=True)
    if push.point is not None:
        check_numbers("a push's point", push.point, "m", -FURTHEST, FURTHEST)
    check_bool("a push's heading_frame", push.heading_frame)
