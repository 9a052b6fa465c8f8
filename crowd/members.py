"""A crowd: members of various bodies at random places who dance, wander or cross, as one shot.

Each member draws from a stream of its own, made from the crowd's seed and its number, so that
another count or another member's seed leaves it as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..catalogue.styles import list_dances
from ..checks import check_number
from ..cue import LATEST, Cue
from ..errors import InvalidInput
from ..rigs.character import Character
from ..shot import Performer, Shot
from .scatter import scatter

Array = NDArray[np.float64]
WAYPOINTS = 12  # that a wanderer goes to before it stands
BEYOND = 2.0  # [m] past the other edge, where those who cross go to
MOST_MEMBERS = 10000
PLACES, MEMBER = 0, 1  # what a stream of random numbers is for


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """What a crowd is made of.

    Attributes:
        count: how many members.
        behaviour: "dance" in place, "wander" about, or cross to the other side ("goals").
        seed: of everything that is random.
        area: length along x and y of where they start, around the origin [m].
        spacing: least distance of two members at the start [m].
        variation: amount by which proportions vary, as in `Character.vary`.
        speed: slowest and fastest pace [m/s].
        bpm: of a dance.
        seeds: own seeds of single members, by number; others follow the crowd's.
        duration: [s].
        frame_rate: [1/s].
    """

    count: int = 16
    behaviour: str = "dance"
    seed: int = 0
    area: tuple[float, float] = (8.0, 8.0)
    spacing: float = 1.0
    variation: float = 0.2
    speed: tuple[float, float] = (0.9, 1.3)
    bpm: float = 110.0
    seeds: Mapping[int, int] = field(default_factory=dict)
    duration: float = 10.0
    frame_rate: float = 30.0

    def __post_init__(self) -> None:
        check_number("the count of members", self.count, "", 1, MOST_MEMBERS)
        if self.behaviour not in BEHAVIOURS:
            raise InvalidInput(
                f"Unknown behaviour {self.behaviour!r}; allowed: {', '.join(BEHAVIOURS)}."
            )
        for axis, length in zip("xy", self.area, strict=True):
            check_number(f"the area's {axis}", length, "m", 0.0, 1e4, above=True)
        check_number("the spacing", self.spacing, "m", 0.0, 1e3)
        check_number("the duration", self.duration, "s", 0.0, LATEST, above=True)


def make_shot(bodies: Sequence[Character], crowd: Crowd) -> Shot:
    """The shot of a crowd of these bodies in turn, each with proportions of its own."""
    random = np.random.default_rng([crowd.seed, PLACES])
    places = scatter(crowd.count, crowd.area, crowd.spacing, random)
    return Shot(
        [
            _member(bodies[number % len(bodies)], crowd, number, place)
            for number, place in enumerate(places)
        ],
        duration=crowd.duration,
        frame_rate=crowd.frame_rate,
        seed=crowd.seed,
        performers_collide=True,
    )


def _member(body: Character, crowd: Crowd, number: int, place: Array) -> Performer:
    random = np.random.default_rng([crowd.seeds.get(number, crowd.seed), MEMBER, number])
    varied = body.vary(int(random.integers(2**31)), crowd.variation)
    heading, cue = BEHAVIOURS[crowd.behaviour](crowd, place, random)
    x, y = place.tolist()
    return Performer(varied, [cue], position=(x, y), heading=heading)


def _dance(crowd: Crowd, place: Array, random: np.random.Generator) -> tuple[float, Cue]:
    style = str(random.choice(list_dances()))
    return _any_heading(random), Cue("dance", bpm=crowd.bpm, style=style)


def _wander(crowd: Crowd, place: Array, random: np.random.Generator) -> tuple[float, Cue]:
    half = np.array(crowd.area) / 2
    path = [place.tolist(), *random.uniform(-half, half, size=(WAYPOINTS, 2)).tolist()]
    return _any_heading(random), Cue("goals", path=path, speed=_pace(crowd, random))


def _cross(crowd: Crowd, place: Array, random: np.random.Generator) -> tuple[float, Cue]:
    """Whoever starts on the left goes to the right, and the other way round."""
    x, y = place.tolist()
    side = math.copysign(1.0, x)
    path = [(x, y), (-side * (crowd.area[0] / 2 + BEYOND), y)]
    return (math.pi if side > 0 else 0.0), Cue("goals", path=path, speed=_pace(crowd, random))


def _any_heading(random: np.random.Generator) -> float:
    return float(random.uniform(-math.pi, math.pi))


def _pace(crowd: Crowd, random: np.random.Generator) -> float:
    return float(random.uniform(*crowd.speed))


BEHAVIOURS: Mapping[str, Callable[[Crowd, Array, np.random.Generator], tuple[float, Cue]]] = {
    "dance": _dance,
    "wander": _wander,
    "goals": _cross,
}
