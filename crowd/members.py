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
from ..catalogue.crowds import CROWD_BEHAVIOURS, DANCING
from ..shots.cue import LATEST, Cue
from ..shots.shot import Ground, Performer, Push, Shot
from .arrivals import Arrival, Source, arrivals
from .behaviours import BEHAVIOURS, roam, walking_with
from .blasts import Blast
from .companies import CIRCLES, beside, companies, room_for
from .looks import Look, Looks, draw_look
from .manner import Array, Circle, Manner, Start, Where
from .queues import Queue, nearest_of
from .reactions import reacting
from .scatter import scatter
from .seats import WHIM, Seat, SeatPlace, around_seats, given_places, with_seats
from .surfaces import Rectangle, Surface

MOST_MEMBERS = 10000
MOST_VARIED = 0.5  # largest variation of proportions
# Purposes of the random streams.
PLACES, MEMBER, ARRIVALS, SEATS, COMPANIES, QUEUES, REACTION, CIRCLE = range(8)
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
        sources, sinks: out of which members come during the shot, and by which they leave; without
            sources all are there from the beginning. At most `count` come, as far as there is time.
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
        count = len(self.arrivals()) if self.sources else self.count
        return [number for number in range(count) if number not in self.removed]

    def look(self, number: int, there: Collection[str]) -> Look:
        """What a member looks like, whose rig has the objects of these names."""
        return draw_look(self.looks, self.seeds.get(number, self.seed), number, there)

    def arrivals(self) -> list[Arrival]:
        """When and where members come out of the sources, by their number."""
        random = np.random.default_rng([self.seed, ARRIVALS])
        return arrivals(self.sources, self.count, self.duration, random)


def make_shot(bodies: Sequence[Character], crowd: Crowd, **around: Any) -> Shot:
    """The shot of a crowd of these bodies in turn, each with its own proportions.

    Its performers are the members `crowd.numbers`; `around` holds other attributes of the Shot.

    Raises InvalidInput where members have no room, or lack a source, sink, seat or queue.
    """
    _check_places(crowd)
    around = {**around, "props": with_seats(around.get("props", ()), crowd.seats)}
    drawn = _Drawn(bodies, crowd, around.get("ground", Ground.flat()))
    members = [drawn.member(number) for number in crowd.numbers]
    there = np.array([member.position for member in members])
    blasts = [
        blast.push_on(number) for blast in crowd.blasts for number in range(len(members))
    ]
    return Shot(
        members,
        pushes=[
            *(replace(push, performer=_nearest(there, at)) for at, push in crowd.pushes), *blasts
        ],
        duration=crowd.duration,
        frame_rate=crowd.frame_rate,
        seed=crowd.seed,
        performers_collide=True,
        **around,
    )


def _check_places(crowd: Crowd) -> None:
    """Raise InvalidInput where what members do needs places that are not there."""
    behaviour = CROWD_BEHAVIOURS[crowd.behaviour]
    if behaviour.passes and not (crowd.sources and crowd.sinks):
        raise InvalidInput(
            "A crowd that passes through needs a source and a sink: mark objects as those."
        )
    if behaviour.sits and not crowd.seats:
        raise InvalidInput("A crowd that sits needs seats: mark objects as those.")
    if behaviour.queues and not crowd.queues:
        raise InvalidInput("A crowd that lines up needs queues: mark objects as those.")


def _nearest(places: Array, place: Sequence[float]) -> int:
    return int(np.argmin(np.linalg.norm(places - place, axis=1)))


class _Drawn:
    """What is drawn for the members of a crowd."""

    def __init__(self, bodies: Sequence[Character], crowd: Crowd, ground: Ground) -> None:
        self._bodies, self._crowd, self._ground = bodies, crowd, ground
        self._surface = around_seats(crowd.surface, crowd.seats)
        count = len(crowd.arrivals()) if crowd.sources else crowd.count
        self._companions = companies(count, self._sizes, self._random(COMPANIES))
        self._starts = self._places()
        places = [self._starts[companion.leader][0] for companion in self._companions]
        self._seats = given_places(crowd.seats, places, self._random(SEATS))

    def member(self, number: int) -> Performer:
        crowd, (leader, rank, company) = self._crowd, self._companions[number]
        body, where, random = self._draw(number)
        start = _behave(crowd, body.kind, where, random)
        if rank and where.circle is None:
            _, led, chances = self._draw(leader)
            lead = _behave(crowd, body.kind, led, chances)
            given = crowd.places.get(number)
            place = beside(led.place, lead.heading, rank) if given is None else np.array(given)
            start = walking_with(lead, start)._replace(place=place)
        x, y = (where.place if start.place is None else start.place).tolist()
        member = Performer(
            body, start.cues, position=(x, y), heading=start.heading, recover=crowd.recover,
            enters=self._starts[leader][1], leaves=start.leaves,
            company="" if where.circle else company,
        )  # fmt: skip
        chances = np.random.default_rng([crowd.seed, REACTION, number])
        return reacting(member, crowd.blasts, crowd.sinks, chances)

    @property
    def _sizes(self) -> tuple[int, int]:
        """Of the smallest and the largest company."""
        behaviour, sizes = CROWD_BEHAVIOURS[self._crowd.behaviour], self._crowd.manner.together
        if behaviour.chats:
            return sizes if min(sizes) > 1 else CIRCLES
        return sizes if behaviour.together else (1, 1)

    def _random(self, purpose: int) -> np.random.Generator:
        return np.random.default_rng([self._crowd.seed, purpose])

    def _places(self) -> dict[int, tuple[Array, float]]:
        """The place (2,) [m] of each member that follows no other, and when it enters [s]."""
        crowd, random = self._crowd, self._random(PLACES)
        leaders = [n for n, companion in enumerate(self._companions) if not companion.rank]
        if crowd.sources:
            come = [
                (crowd.sources[source].surface.place(random), time)
                for time, source in crowd.arrivals()
            ]
            return {number: come[number] for number in leaders}
        kept = {i: crowd.places[n] for i, n in enumerate(leaders) if n in crowd.places}
        spacing = crowd.spacing + room_for(self._sizes)
        places = scatter(len(leaders), self._surface, spacing, random, kept)
        return {number: (place, 0.0) for number, place in zip(leaders, places, strict=True)}

    def _draw(self, number: int) -> tuple[Character, Where, np.random.Generator]:
        """A member's body, where it starts, and its further chances."""
        crowd = self._crowd
        random = np.random.default_rng([crowd.seeds.get(number, crowd.seed), MEMBER, number])
        body = self._bodies[number % len(self._bodies)]
        varied = scale_groups(body, _proportions(crowd, random))
        heading = float(random.uniform(-math.pi, math.pi))
        place, _ = self._starts[self._companions[number].leader]
        seat = self._seat_of(number, varied)
        where = Where(
            self._surface, place, heading, crowd.sinks, bool(crowd.sources), seat,
            self._queue_of(number, place), self._circle_of(number),
        )  # fmt: skip
        return varied, where, random

    def _circle_of(self, number: int) -> Circle | None:
        """The circle in which a member stands; None where the crowd does not talk."""
        crowd, (leader, rank, _) = self._crowd, self._companions[number]
        if not CROWD_BEHAVIOURS[crowd.behaviour].chats:
            return None
        random = np.random.default_rng([crowd.seed, CIRCLE, leader])
        middle = self._surface.place(random) if crowd.sources else self._starts[leader][0]
        size = sum(companion.leader == leader for companion in self._companions)
        return Circle(middle, rank, size, float(random.uniform(0.0, 2.0 * math.pi)))

    def _queue_of(self, number: int, place: Array) -> Queue | None:
        """The queue of a member that starts at a place (2,) [m]; None without any."""
        queues = self._crowd.queues
        whim = np.random.default_rng([self._crowd.seed, QUEUES, number])
        return nearest_of(queues, place, whim.uniform(1.0, WHIM, len(queues))) if queues else None

    def _seat_of(self, number: int, body: Character) -> SeatPlace | None:
        """A member's place to sit; None where all are taken, or its own does not suit it."""
        place = self._seats[number]
        return place if place and place.suits(body.leg_length, self._ground) else None


def _behave(crowd: Crowd, kind: str, where: Where, random: np.random.Generator) -> Start:
    """How a member starts; a body that cannot do what the crowd does roams."""
    for behave in (BEHAVIOURS[crowd.behaviour], roam):
        start = behave(crowd.manner, where, random)
        if all(suits(cue.skill, kind) for cue in start.cues):
            break
    return start._replace(cues=[_for_body(cue, kind) for cue in start.cues])


def _for_body(cue: Cue, kind: str) -> Cue:
    """A cue without the parameters that a kind of body does not have."""
    taken = parameters_for(cue.skill, kind)
    known = {name: value for name, value in cue.parameters.items() if name in taken}
    return Cue(cue.skill, cue.start, **known)


def _proportions(crowd: Crowd, random: np.random.Generator) -> dict[str, Range]:
    """Random factors on the length and the width of each part."""
    usual = (1.0 - crowd.variation, 1.0 + crowd.variation)
    factors = {}
    for part in PARTS:
        length, width = random.uniform(*crowd.ranges.get(part, usual), size=2).tolist()
        factors[part] = (length, width)
    return factors
