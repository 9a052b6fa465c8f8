"""The description of a crowd: who is in it, where members start, what they do, what happens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..base.checks import check_number
from ..base.errors import InvalidInput
from ..bodies.proportions import GROUPS
from ..catalogue.crowds import CROWD_BEHAVIOURS, DANCING, CrowdBehaviour
from ..shots.cue import LATEST
from ..shots.shot import Push
from .arrivals import Arrival, Source, arrivals
from .blasts import Blast
from .companies import Companion, companies
from .looks import Look, Looks, draw_look
from .manner import Manner
from .mix import behaviour_of, check_shares
from .queues import Queue
from .seats import Seat
from .surfaces import Rectangle, Surface

MOST_MEMBERS = 10000
MOST_VARIED = 0.5  # largest variation of proportions
ARRIVALS, COMPANIES, MIX = 2, 4, 8  # purposes of random streams, beside those of the members
PARTS = tuple(dict.fromkeys(GROUPS.values()))
Range = tuple[float, float]
EIGHT_BY_EIGHT = Rectangle((8.0, 8.0))  # [m]


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """The description of a crowd.

    Attributes:
        count: number of members, removed ones included.
        behaviour: what members do, a name in CROWD_BEHAVIOURS; bodies that cannot do it roam.
        shares: of the members that do something else, by its name; about as many do it.
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
        sources, sinks: out of which members come during the shot, and by which they leave. Where
            some pass through, only these come, and the others are there from the beginning, as all
            are without sources. At most `count` come, as far as there is time.
        seats: of which each member that sits is given a place of its own, as long as there are any;
            they become props of the shot.
        queues: in which members line up.
        blasts: that throw over those who are near.
        recover: whether members that fall get up and go on.
        looks: what members' meshes, materials and shape keys are drawn from.
        duration: [s].
        frame_rate: [1/s].
    """

    count: int = 16
    behaviour: str = DANCING.name
    shares: Mapping[str, float] = field(default_factory=dict)
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
    sources: Sequence[Source] = ()
    sinks: Sequence[Surface] = ()
    seats: Sequence[Seat] = ()
    queues: Sequence[Queue] = ()
    blasts: Sequence[Blast] = ()
    recover: bool = True
    looks: Looks = field(default_factory=Looks)
    duration: float = 10.0
    frame_rate: float = 30.0

    def __post_init__(self) -> None:
        check_number("the count of members", self.count, "", 1, MOST_MEMBERS)
        if self.behaviour not in CROWD_BEHAVIOURS:
            raise InvalidInput(
                f"Unknown behaviour {self.behaviour!r}; allowed: {', '.join(CROWD_BEHAVIOURS)}."
            )
        check_shares(self.behaviour, self.shares)
        check_number("the spacing", self.spacing, "m", 0.0, 1e3)
        check_number("the variation", self.variation, "", 0.0, MOST_VARIED)
        for part in self.ranges:
            if part not in PARTS:
                raise InvalidInput(
                    f"There is no part of the body {part!r} to vary; allowed: {', '.join(PARTS)}."
                )
        check_number("the duration", self.duration, "s", 0.0, LATEST, above=True)

    @property
    def behaviours(self) -> tuple[CrowdBehaviour, ...]:
        """All that members of it may do."""
        others = [name for name, share in self.shares.items() if share > 0.0]
        return tuple(CROWD_BEHAVIOURS[name] for name in (self.behaviour, *others))

    @property
    def numbers(self) -> list[int]:
        """Numbers of the members that are in the shot."""
        return [number for number in self.numbers_with_removed if number not in self.removed]

    @property
    def numbers_with_removed(self) -> list[int]:
        """Numbers of the members that have time to come, removed ones included."""
        return [
            number for number, companion in enumerate(self.companions)
            if number in self.arrivals or not self._comes(companion)
        ]  # fmt: skip

    def look(self, number: int, there: Collection[str]) -> Look:
        """What a member looks like, whose rig has the objects of these names."""
        return draw_look(self.looks, self.seeds.get(number, self.seed), number, there)

    @cached_property
    def companions(self) -> list[Companion]:
        """What each member does, and with whom, by its number."""

        def drawn(leader: int) -> str:
            chance = np.random.default_rng([self.seed, MIX, leader]).uniform()
            return behaviour_of(chance, self.behaviour, self.shares, self.manner.together)

        random = np.random.default_rng([self.seed, COMPANIES])
        return companies(self.count, drawn, self.manner.together, random)

    @cached_property
    def arrivals(self) -> dict[int, Arrival]:
        """When and where members come out of the sources, by their number."""
        random = np.random.default_rng([self.seed, ARRIVALS])
        found = arrivals(self.sources, self.count, self.duration, random)
        come = [n for n, companion in enumerate(self.companions) if self._comes(companion)]
        return dict(zip(come, found, strict=False))

    def _comes(self, companion: Companion) -> bool:
        """Whether a member comes out of a source."""
        passes = any(behaviour.passes for behaviour in self.behaviours)
        return bool(self.sources) and (
            CROWD_BEHAVIOURS[companion.behaviour].passes or not passes
        )
