"""What members of a crowd do who notice a blast: walk away from it fast, or turn to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..catalogue import CUES, PlaceParameter
from ..catalogue.bodies import suits
from ..catalogue.crowds import FLEE, FLEEING, LOOKING, UNMOVED
from ..catalogue.gait import WALK_ON
from ..shots.cue import Cue
from ..shots.performer import Performer
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
LASTS = ("stay", "serve")  # parameters of how long a cue takes at its place


def reacting(
    performer: Performer, blasts: Sequence[Blast], sinks: Sequence[Surface],
    random: np.random.Generator,
) -> Performer:  # fmt: skip
    """A member with what it does about the blasts that it notices, one after the other."""
    for blast in sorted(blasts, key=lambda blast: blast.time):
        delay, speed = float(random.uniform(*DELAY)), float(random.uniform(*FASTEST))
        goals = [sink.place(random) for sink in sinks]
        place = place_at(performer, blast.time)
        skill = FLEEING if blast.reaction == FLEE else LOOKING
        if blast.reaction == UNMOVED or place is None or not suits(skill, performer.character.kind):
            continue
        if np.linalg.norm(place - blast.place) > blast.noticed:
            continue
        start = blast.time + delay
        if blast.reaction == FLEE:
            pace = speed * math.sqrt(performer.character.leg_length / ADULT_LEG)
            cue = _flee(place, blast, goals, start, pace)
        else:
            cue = Cue(LOOKING, start, target=blast.place, distance=WATCHING)
        before = [c for c in performer.cues if c.start is None or c.start < start]
        leaves = blast.reaction == FLEE and bool(goals)
        performer = replace(performer, cues=[*before, cue], leaves=leaves, company="")
    return performer


def _flee(place: Array, blast: Blast, goals: Sequence[Array], start: float, pace: float) -> Cue:
    """The cue to walk away from a place (2,) [m]: to the goal that seems nearest, or far enough."""
    off = place - blast.place
    away = off / max(float(np.linalg.norm(off)), LEAST)
    if not goals:
        far = np.array(blast.place) + (blast.noticed + BEYOND) * away
        return Cue(FLEEING, start, path=[place.tolist(), far.tolist()], speed=pace)
    ways = [goal - place for goal in goals]
    seems = [np.linalg.norm(way) * (1.0 if way @ away > 0.0 else WRONG_WAY) for way in ways]
    goal = goals[int(np.argmin(seems))]
    path = [place.tolist(), goal.tolist()]
    return Cue(FLEEING, start, path=path, speed=pace, at_end=WALK_ON)


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
