"""What members of a crowd do, by the name of each behaviour."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..catalogue.crowds import (
    CHATTING,
    DANCING,
    PASSING,
    QUEUEING,
    ROAMING,
    SITTING,
    STANDING_ABOUT,
    TO_GOALS,
    WANDERING,
)
from ..catalogue.styles import list_dances
from ..shots.cue import Cue
from .destinations import across, along, exit_of, leave_by, towards
from .manner import Manner, Start, Where
from .staying import chat, queue, sit

MOST_TURNING = 0.3  # [rad/s], largest turn rate of members that roam
WAYPOINTS = 12  # number of places to which a wanderer walks before it stands
SHARED = ("path", "speed", "at_end", "turn_rate")  # by those who walk together


def _dance(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    style = str(random.choice(manner.dances or list_dances()))
    return Start(where.heading, [Cue(DANCING.skill, bpm=manner.bpm, style=style)])


def _stand(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    return Start(where.heading, [Cue(STANDING_ABOUT.skill)])


def _wander(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    places = [where.surface.place(random).tolist() for _ in range(WAYPOINTS)]
    path = [where.place.tolist(), *places]
    return Start(where.heading, [Cue(WANDERING.skill, path=path, **manner.gait(random))])


def roam(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Walk in wide circles, for bodies that cannot follow a path."""
    turning = float(random.uniform(-MOST_TURNING, MOST_TURNING))
    return Start(where.heading, [Cue(ROAMING.skill, turn_rate=turning, **manner.gait(random))])


def _walk_to_goals(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    place = where.place
    goals = along(manner.goals, place) if manner.goals else [across(where.surface, place)]
    points = [place.tolist(), *(point.tolist() for point in goals)]
    cue = Cue(TO_GOALS.skill, path=points, **manner.gait(random))
    return Start(towards(goals[0], place), [cue])


def _pass(manner: Manner, where: Where, random: np.random.Generator) -> Start:
    """Walk to a sink other than the one that is where the member comes from."""
    goal = exit_of(where, random)
    cue = leave_by(goal, where.place, manner.gait(random), start=0.0)
    return Start(towards(goal, where.place), [cue], leaves=True)


def walking_with(leader: Start, alone: Start) -> Start:
    """How a member starts that goes with a leader, at its speed, in a manner of its own."""
    cues = []
    for led, own in zip(leader.cues, alone.cues, strict=True):
        shared = {name: led.parameters.get(name) for name in SHARED if name in led.parameters}
        cues.append(Cue(led.skill, led.start, **{**own.parameters, **shared}))
    return leader._replace(cues=cues)


BEHAVIOURS: Mapping[str, Callable[[Manner, Where, np.random.Generator], Start]] = {
    DANCING.name: _dance,
    WANDERING.name: _wander,
    TO_GOALS.name: _walk_to_goals,
    PASSING.name: _pass,
    SITTING.name: sit,
    QUEUEING.name: queue,
    CHATTING.name: chat,
    STANDING_ABOUT.name: _stand,
}  # fmt: skip
