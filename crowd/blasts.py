"""Events of a crowd: pushes on all who are near, away from a place, and what others do then."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.checks import check_number, check_vector
from ..base.errors import InvalidInput
from ..catalogue.crowds import REACTIONS, UNMOVED
from ..shots.cue import LATEST
from ..shots.shot import Push

LASTS = 0.15  # [s]
LIFTS = 0.15  # of the push outwards: the part upwards
AT = "torso"
STRONGEST, WIDEST = 1e4, 1e3  # [N s], [m]


@dataclass(frozen=True, kw_only=True)
class Blast:
    """
    Attributes:
        place: (x, y) [m]; time: [s]. Both are unused where there is a trajectory.
        trajectory: where it is while it moves, as (time [s], x, y [m]) in order; each member is
            pushed, and notices it, when it first comes near enough.
        impulse: on a body at the place [N s]; it falls with the distance, to 0 at `radius` [m].
        reaction: of those who are near, one of REACTIONS; those who fall do so once they are up.
        noticed: distance [m] within which members react.
    """

    place: tuple[float, float] = (0.0, 0.0)
    time: float = 0.0
    trajectory: tuple[tuple[float, float, float], ...] = ()
    impulse: float = 400.0
    radius: float = 5.0
    reaction: str = UNMOVED
    noticed: float = 12.0

    def __post_init__(self) -> None:
        check_vector("a blast's place", self.place, 2)
        check_number("a blast's time", self.time, "s", 0.0, LATEST)
        for point in self.trajectory:
            check_vector("a point of a blast's trajectory", point, 3)
        times = [time for time, _, _ in self.trajectory]
        if times != sorted(set(times)):
            raise InvalidInput(f"The trajectory of a blast needs rising times, got {times!r}.")
        check_number("a blast's impulse", self.impulse, "N s", 0.0, STRONGEST)
        check_number("a blast's radius", self.radius, "m", 0.0, WIDEST, above=True)
        if self.reaction not in REACTIONS:
            raise InvalidInput(
                f"Unknown reaction to a blast {self.reaction!r}; allowed: {', '.join(REACTIONS)}."
            )
        check_number("how far a blast is noticed", self.noticed, "m", 0.0, WIDEST, above=True)

    def push_on(self, performer: int) -> Push:
        """The blast's push on the performer with a number, at its place and time."""
        force = self.impulse / LASTS
        return Push(
            performer, AT, self.time, LASTS, (force, 0.0, LIFTS * force), center=self.place,
            radius=self.radius,
        )  # fmt: skip
