"""A crowd: members of various bodies at random places, as one shot.

Each member draws from a stream of its own, made from the crowd's seed and its number, so that
another count or another member's seed leaves it as it is.
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
MOST_VARIED = 0.5  # amount by which proportions may vary
PLACES, MEMBER = 0, 1  # what a stream of random numbers is for
PARTS = tuple(dict.fromkeys(GROUPS.values()))
Range = tuple[float, float]
EIGHT_BY_EIGHT = Rectangle((8.0, 8.0))  # [m]


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """What a crowd is made of.

    Attributes:
        count: how many members, those that were removed among them.
        behaviour: what they do, a name in BEHAVIOURS; bodies that cannot do it roam.
        manner: how they do it.
        seed: of everything that is random.
        surface: where they start.
        spacing: least distance of two members at the start [m].
        variation: by how much the length and the width of each part of the body vary.
        ranges: smallest and largest factor on the length and the width of single parts instead.
        seeds: own seeds of single members, by number; others follow the crowd's.
        places: given places of single members [m], by number.
        removed: numbers of members that are left out.
        pushes: each with a place [m]: it acts on who starts nearest to that.
        recover: whether members get up and go on where they fall.
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
        """Of the members that are there."""
        return [number for number in range(self.count) if number not in self.removed]


def make_shot(bodies: Sequence[Character], crowd: Crowd, **around: Any) -> Shot:
    """The shot of a crowd of these bodies in turn, each with proportions of its own.

    Its performers are those of `crowd.numbers`; `around` as the shot's attributes.
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
    """What a member does; a body that cannot do that roams: dogs do not dance."""
    for behave in (BEHAVIOURS[crowd.behaviour], roam):
        begun, cue = behave(crowd.manner, crowd.surface, place, heading, random)
        if suits(cue.skill, kind):
            break
    taken = parameters_for(cue.skill, kind)
    return begun, Cue(cue.skill, **{n: v for n, v in cue.parameters.items() if n in taken})


def _proportions(crowd: Crowd, random: np.random.Generator) -> dict[str, Range]:
    """Factors on the length and the width of each part."""
    usual = (1.0 - crowd.variation, 1.0 + crowd.variation)
    factors = {}
    for part in PARTS:
        length, width = random.uniform(*crowd.ranges.get(part, usual), size=2).tolist()
        factors[part] = (length, width)
    return factors
