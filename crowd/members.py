"""A crowd as one shot: members of various bodies, each at its place and with its cues.

Each member draws from its own random stream, made from the crowd's seed and the member's number, so
that another count or another member's seed does not change it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..bodies.proportions import scale_groups
from ..catalogue.bodies import parameters_for, suits
from ..catalogue.crowds import CROWD_BEHAVIOURS, CrowdBehaviour
from ..shots.cue import Cue
from ..shots.shot import Ground, Performer, Shot
from .behaviours import BEHAVIOURS, roam, walking_with
from .companies import beside, room_for, sizes_of
from .description import PARTS, Crowd, Range
from .manner import Array, Circle, Start, Where
from .queues import Queue, nearest_of
from .reactions import pushes_of, reacting
from .scatter import scatter
from .seats import WHIM, SeatPlace, around_seats, given_places, with_seats

# Purposes of the random streams, beside those of the description.
PLACES, MEMBER, SEATS, QUEUES, REACTION, CIRCLE = 0, 1, 3, 5, 6, 7


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
    blasts = [push for blast in crowd.blasts for push in pushes_of(blast, members)]
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
    does = crowd.behaviours
    if any(behaviour.passes for behaviour in does) and not (crowd.sources and crowd.sinks):
        raise InvalidInput(
            "A crowd that passes through needs a source and a sink: mark objects as those."
        )
    if any(behaviour.sits for behaviour in does) and not crowd.seats:
        raise InvalidInput("A crowd that sits needs seats: mark objects as those.")
    if any(behaviour.queues for behaviour in does) and not crowd.queues:
        raise InvalidInput("A crowd that lines up needs queues: mark objects as those.")


def _nearest(places: Array, place: Sequence[float]) -> int:
    return int(np.argmin(np.linalg.norm(places - place, axis=1)))


class _Drawn:
    """What is drawn for the members of a crowd."""

    def __init__(self, bodies: Sequence[Character], crowd: Crowd, ground: Ground) -> None:
        self._bodies, self._crowd, self._ground = bodies, crowd, ground
        self._surface = around_seats(crowd.surface, crowd.seats)
        self._companions = crowd.companions
        self._arrivals = crowd.arrivals
        self._members = crowd.numbers_with_removed
        self._sizes = Counter(self._companions[number].leader for number in self._members)
        self._starts = self._places()
        sitting = [n for n in self._starts if self._does(n).sits]
        places = [self._starts[n][0] for n in sitting]
        given = given_places(crowd.seats, places, self._random(SEATS))
        self._seats = dict(zip(sitting, given, strict=True))

    def member(self, number: int) -> Performer:
        crowd, (leader, rank, company, _) = self._crowd, self._companions[number]
        body, where, random = self._draw(number)
        start = self._start(number, body.kind, where, random)
        if rank and where.circle is None:
            _, led, chances = self._draw(leader)
            lead = self._start(leader, body.kind, led, chances)
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

    def _start(self, number: int, kind: str, where: Where, random: np.random.Generator) -> Start:
        """How a member starts; a body that cannot do what it should roams."""
        for behave in (BEHAVIOURS[self._companions[number].behaviour], roam):
            start = behave(self._crowd.manner, where, random)
            if all(suits(cue.skill, kind) for cue in start.cues):
                break
        return start._replace(cues=[_for_body(cue, kind) for cue in start.cues])

    def _does(self, number: int) -> CrowdBehaviour:
        return CROWD_BEHAVIOURS[self._companions[number].behaviour]

    def _random(self, purpose: int) -> np.random.Generator:
        return np.random.default_rng([self._crowd.seed, purpose])

    def _places(self) -> dict[int, tuple[Array, float]]:
        """The place (2,) [m] of each member that follows no other, and when it enters [s]."""
        crowd, random = self._crowd, self._random(PLACES)
        come = {
            number: (crowd.sources[source].surface.place(random), time)
            for number, (time, source) in self._arrivals.items()
        }
        leaders = [number for number in self._members if not self._companions[number].rank]
        there = [number for number in leaders if number not in come]
        kept = {i: crowd.places[n] for i, n in enumerate(there) if n in crowd.places}
        spacings = [crowd.spacing + self._room_of(number) for number in there]
        places = scatter(self._surface, spacings, random, kept)
        stand = {number: (place, 0.0) for number, place in zip(there, places, strict=True)}
        return {number: come.get(number) or stand[number] for number in leaders}

    def _room_of(self, leader: int) -> float:
        """Breadth [m] that a company may take beside its leader."""
        return room_for(sizes_of(self._does(leader).name, self._crowd.manner.together))

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
            self._surface, place, heading, crowd.sinks, number in self._arrivals, seat,
            self._queue_of(number, place), self._circle_of(number),
        )  # fmt: skip
        return varied, where, random

    def _circle_of(self, number: int) -> Circle | None:
        """The circle in which a member stands; None where it does not talk."""
        if not self._does(number).chats:
            return None
        leader, rank, _, _ = self._companions[number]
        random = np.random.default_rng([self._crowd.seed, CIRCLE, leader])
        comes = leader in self._arrivals
        middle = self._surface.place(random) if comes else self._starts[leader][0]
        return Circle(middle, rank, self._sizes[leader], float(random.uniform(0.0, 2.0 * math.pi)))

    def _queue_of(self, number: int, place: Array) -> Queue | None:
        """The queue of a member that starts at a place (2,) [m]; None without any."""
        queues = self._crowd.queues
        whim = np.random.default_rng([self._crowd.seed, QUEUES, number])
        return nearest_of(queues, place, whim.uniform(1.0, WHIM, len(queues))) if queues else None

    def _seat_of(self, number: int, body: Character) -> SeatPlace | None:
        """A member's place to sit; None where all are taken, or its own does not suit it."""
        place = self._seats.get(number)
        return place if place and place.suits(body.leg_length, self._ground) else None


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
