"""What members of a crowd do who notice a blast: walk away from it fast, turn to it, cheer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..catalogue import CUES, PlaceParameter
from ..catalogue.bodies import suits
from ..catalogue.crowds import CHEER, CHEERING, CHEERING_DANCE, FLEE, FLEEING, LOOKING, UNMOVED
from ..catalogue.gait import WALK_ON
from ..shots.cue import Cue
from ..shots.performer import Performer
from ..shots.shot import Push
from .blasts import Blast
from .manner import Array
from .surfaces import Surface

DELAY = (0.4, 1.0)  # [s] from the blast to the reaction
FASTEST = (1.4, 1.7)  # [m/s] of those who flee, with an adult's legs
ADULT_LEG = 0.9  # [m]
BEYOND = 3.0  # [m] outside of where the blast is noticed, to which they flee
WRONG_WAY = 3.0  # how many times as far a sink seems that lies past the blast
SLOWEST, LEAST = 0.1, 1e-3  # [m/s]; [m]: nearer to the blast any way leads away from it
WATCHING = 100.0  # [m]: nobody comes nearer in order to look
SHORT_OF = 0.1  # of the way to a goal: where the path to it begins
SAMPLING = 0.1  # [s] of the trajectory of a blast that moves
LASTS = ("stay", "serve")  # parameters of how long a cue takes at its place


def reacting(
    performer: Performer, blasts: Sequence[Blast], sinks: Sequence[Surface],
    random: np.random.Generator,
) -> Performer:  # fmt: skip
    """A member with what it does about the blasts that it notices, one after the other."""

    def noticed_at(blast: Blast) -> float:
        met = first_within(performer, blast, blast.noticed)
        return blast.time if met is None else met.time

    for blast in sorted(blasts, key=noticed_at):
        delay, speed = float(random.uniform(*DELAY)), float(random.uniform(*FASTEST))
        goals = [sink.place(random) for sink in sinks]
        met = first_within(performer, blast, blast.noticed)  # an earlier reaction led elsewhere
        skill = FLEEING if blast.reaction == FLEE else LOOKING
        if met is None or blast.reaction == UNMOVED or not suits(skill, performer.character.kind):
            continue
        start, place = met.time + delay, place_at(performer, met.time)
        if met.reaction == FLEE and place is not None:
            pace = speed * math.sqrt(performer.character.leg_length / ADULT_LEG)
            cues = [_flee(place, met, goals, start, pace)]
        else:
            cues = list(_turn(met, start))
        before = [c for c in performer.cues if c.start is None or c.start < start]
        leaves = met.reaction == FLEE and bool(goals)
        performer = replace(performer, cues=[*before, *cues], leaves=leaves, company="")
    return performer


def pushes_of(blast: Blast, members: Sequence[Performer]) -> Iterator[Push]:
    """The pushes of a blast: where it moves, on each member that it comes near, when it does."""
    for number, member in enumerate(members):
        met = first_within(member, blast, blast.radius) if blast.trajectory else blast
        if met is not None and met.impulse > 0.0:
            yield met.push_on(number)


def first_within(performer: Performer, blast: Blast, distance: float) -> Blast | None:
    """The blast where and when a performer first is within a distance [m] of it; None if never."""
    for time, x, y in _sampled(blast):
        place = place_at(performer, time)
        if place is not None and math.dist(place, (x, y)) <= distance:
            return replace(blast, place=(x, y), time=time, trajectory=())
    return None


def _sampled(blast: Blast) -> Iterator[tuple[float, float, float]]:
    """Times [s] of a blast, and where it is then."""
    if not blast.trajectory:
        yield blast.time, *blast.place
        return
    keys = np.array(blast.trajectory, float)
    begin, end = keys[[0, -1], 0]
    times = np.linspace(begin, end, int((end - begin) / SAMPLING) + 2)
    x, y = (np.interp(times, keys[:, 0], keys[:, axis]) for axis in (1, 2))
    yield from zip(times.tolist(), x.tolist(), y.tolist(), strict=True)


def _turn(blast: Blast, start: float) -> Iterator[Cue]:
    """Turn to a blast from a time [s] on, and cheer if that is the reaction."""
    yield Cue(LOOKING, start, target=blast.place, distance=WATCHING)
    if blast.reaction == CHEER:
        yield Cue(CHEERING, None, style=CHEERING_DANCE)


def _flee(place: Array, blast: Blast, goals: Sequence[Array], start: float, pace: float) -> Cue:
    """The cue to walk away from a place (2,) [m]: to the goal that seems nearest, or far enough."""
    off = place - blast.place
    away = off / max(float(np.linalg.norm(off)), LEAST)
    if not goals:
        far = np.array(blast.place) + (blast.noticed + BEYOND) * away
        return Cue(FLEEING, start, path=_way_to(far, place), speed=pace)
    ways = [goal - place for goal in goals]
    seems = [np.linalg.norm(way) * (1.0 if way @ away > 0.0 else WRONG_WAY) for way in ways]
    goal = goals[int(np.argmin(seems))]
    return Cue(FLEEING, start, path=_way_to(goal, place), speed=pace, at_end=WALK_ON)


def _way_to(goal: Array, place: Array) -> list[list[float]]:
    """The path to a goal (2,) [m], which begins shortly before it: whoever is thrown on from its
    place (2,) does not walk back there.
    """
    return [(goal + SHORT_OF * (place - goal)).tolist(), goal.tolist()]


def place_at(performer: Performer, time: float) -> Array | None:
    """About where a performer is at a time [s]: (2,) [m]; None while it is not in the shot."""
    now, place = performer.enters, np.array(performer.position, float)
    if time < now:
        return None
    for cue in performer.cues:
        if cue.earliest > time:
            return place
        now, values = max(now, cue.earliest), cue.values()
        for point in _ways(cue, values):
            way, speed = point - place, max(float(values.get("speed") or 1.0), SLOWEST)
            seconds = float(np.linalg.norm(way)) / speed
            if now + seconds > time:
                return place + way * (time - now) / seconds
            now, place = now + seconds, point
        now += sum(float(values.get(name) or 0.0) for name in LASTS)
        if now > time or cue.ending is None:
            return place
    return None if performer.leaves else place


def _ways(cue: Cue, values: dict[str, Any]) -> list[Array]:
    """The places (2,) [m] to which a cue leads, one after the other."""
    found = list[Array]()
    for parameter in CUES[cue.skill].parameters:
        value = values[parameter.name]
        if isinstance(parameter, PlaceParameter) and value is not None:
            points = value if parameter.least > 1 else (value,)
            found += [np.array(point, float) for point in points]
    return found
