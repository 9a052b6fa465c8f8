"""A crowd: members of various bodies at random places, as one shot.

Each member draws from its own random stream, made from the crowd's seed and the member's number, so
that another count or another member's seed does not change it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..base.checks import check_number
from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.proportions import GROUPS, scale_groups
from ..catalogue.bodies import parameters_for, suits
from ..catalogue.crowds import DANCING
from ..shots.cue import LATEST, Cue
from ..shots.shot import Performer, Push, Shot
from .behaviours import BEHAVIOURS, Array, Manner, roam
from .scatter import scatter
from .surfaces import Rectangle, Surface

MOST_MEMBERS = 10000
MOST_VARIED = 0.5  # largest variation of proportions
PLACES, MEMBER = 0, 1  # purposes of the random streams
PARTS = tuple(dict.fromkeys(GROUPS.values()))
Range = tuple[float, float]
EIGHT_BY_EIGHT = Rectangle((8.0, 8.0))  # [m]


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """The description of a crowd.

    Attributes:
        count: number of members, removed ones included.
        behaviour: what members do, a name in BEHAVIOURS; bodies that cannot do it roam.
        manner: how members move.
        seed: of all random numbers.
        surface: where members start.
        spacing: smallest distance between two members at the start [m].
        variation: relative variation of the length and the width of each part of the body.
        ranges: by part, smallest and largest factor on length and width, instead of `variation`.
        seeds: by member number, a seed of its own instead of the crowd's.
        places: by member number, a given place [m].
        removed: numbers of members that are left out.
        pushes: each with a place [m]; it acts on the member that starts nearest to the place.
        recover: whether members that fall get up and go on.
        duration: [s].
        frame_rate: [1/s].
    """

    count: int = 16
    behaviour: str = DANCING.name
    manner: Manner = field(default_factory=Manner)
    seed: int = 0
    surface: Surface = EIGHT_BY_EIGHT
    spacing: float = 1.0
    variation: float = 0.2
    ranges: Mapping[str, Range] = field(default_factory=dict)
    seeds: Mapping[int, int] = field(default_factory=dict)
    places: Mapping[int, Sequence[float]] = field(default_factory=dict)
    removed: Collection[int] = ()
    pushes: Sequence[tuple[Sequence[float], Push]] = ()
    recover: bool = True
    duration: float = 10.0
    frame_rate: float = 30.0

    def __post_init__(self) -> None:
        check_number("the count of members", self.count, "", 1, MOST_MEMBERS)
        if self.behaviour not in BEHAVIOURS:
            raise InvalidInput(
                f"Unknown behaviour {self.behaviour!r}; allowed: {', '.join(BEHAVIOURS)}."
            )
        check_number("the spacing", self.spacing, "m", 0.0, 1e3)
        check_number("the variation", self.variation, "", 0.0, MOST_VARIED)
        for part in self.ranges:
            if part not in PARTS:
                raise InvalidInput(
                    f"There is no part of the body {part!r} to vary; allowed: {', '.join(PARTS)}."
                )
        check_number("the duration", self.duration, "s", 0.0, LATEST, above=True)

    @property
    def numbers(self) -> list[int]:
        """Numbers of the members that are not removed."""
        return [number for number in range(self.count) if number not in self.removed]


def make_shot(bodies: Sequence[Character], crowd: Crowd, **around: Any) -> Shot:
    """The shot of a crowd of these bodies in turn, each with its own proportions.

    Its performers are the members `crowd.numbers`; `around` holds other attributes of the Shot.
    """
    random = np.random.default_rng([crowd.seed, PLACES])
    places = scatter(crowd.count, crowd.surface, crowd.spacing, random, crowd.places)
    there = places[crowd.numbers]
    return Shot(
        [
            _member(bodies[number % len(bodies)], crowd, number, place)
            for number, place in zip(crowd.numbers, there, strict=True)
        ],
        pushes=[replace(push, performer=_nearest(there, at)) for at, push in crowd.pushes],
        duration=crowd.duration,
        frame_rate=crowd.frame_rate,
        seed=crowd.seed,
        performers_collide=True,
        **around,
    )


def _nearest(places: Array, place: Sequence[float]) -> int:
    return int(np.argmin(np.linalg.norm(places - place, axis=1)))


def _member(body: Character, crowd: Crowd, number: int, place: Array) -> Performer:
    random = np.random.default_rng([crowd.seeds.get(number, crowd.seed), MEMBER, number])
    varied = scale_groups(body, _proportions(crowd, random))
    heading = float(random.uniform(-math.pi, math.pi))
    heading, cue = _behave(crowd, body.kind, place, heading, random)
    x, y = place.tolist()
    return Performer(varied, [cue], position=(x, y), heading=heading, recover=crowd.recover)


def _behave(
    crowd: Crowd, kind: str, place: Array, heading: float, random: np.random.Generator
) -> tuple[float, Cue]:
    """A member's heading and cue; a body that cannot do what the crowd does roams."""
    for behave in (BEHAVIOURS[crowd.behaviour], roam):
        begun, cue = behave(crowd.manner, crowd.surface, place, heading, random)
        if suits(cue.skill, kind):
            break
    taken = parameters_for(cue.skill, kind)
    return begun, Cue(cue.skill, **{n: v for n, v in cue.parameters.items() if n in taken})


def _proportions(crowd: Crowd, random: np.random.Generator) -> dict[str, Range]:
    """Random factors on the length and the width of each part."""
    usual = (1.0 - crowd.variation, 1.0 + crowd.variation)
    factors = {}
    for part in PARTS:
        length, width = random.uniform(*crowd.ranges.get(part, usual), size=2).tolist()
        factors[part] = (length, width)
    return factors
