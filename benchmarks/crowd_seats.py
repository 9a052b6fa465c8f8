"""Benches in a square: members come from all sides, sit down, wait, rise and leave."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..crowd.arrivals import Source
from ..crowd.description import Crowd
from ..crowd.manner import Manner
from ..crowd.members import make_shot
from ..crowd.seats import BEFORE, Seat
from ..crowd.surfaces import Rectangle, Strip
from ..evaluation.cases import human
from ..evaluation.overlapping import overlapping_pairs
from ..rollout.simulate import simulate
from ..shots.prop import Prop
from ..shots.shot import Shot
from ..shots.take import Performance, Take
from .parts.table import Row

Array = NDArray[np.float64]
MEMBERS, SECONDS, RATE = 20, 70.0, 0.3  # [s], [1/s] of each source
STAY = (3.0, 8.0)  # [s]
SIZE, THICKNESS, TOP = (1.8, 0.45), 0.05, 0.45  # [m], of a bench
BENCHES, AROUND = 7, 5.0  # [m] from the middle of the square, from which they face away
HALF, BREADTH = 12.0, 6.0  # [m] from there to the sources on four sides, which are also the sinks
ON_PLACE = BEFORE + 0.25  # [m] from where one comes to, to the pelvis of the one who sits there
RATE_OF_FRAMES = 30.0  # [1/s]


def measure() -> list[Row]:
    """All rows; takes some minutes."""
    shot = seats_shot()
    take = simulate(shot)
    sat = sum(map(_sat_on_its_place, take.performances, _places(shot)))
    left = sum(_left(p, take) for p in take.performances)
    fell = sum(any(cue.skill == "fall" for cue in p.cues) for p in take.performances)
    overlaps, count = overlapping_pairs(shot, take), len(shot.performers)
    return [
        Row("members that sit down on places of their own", "", "", f"{sat} of {count}",
            sat == MEMBERS, bar=f"must: {MEMBERS}"),
        Row(f"members that have risen and left within {SECONDS:g} s", "", "", f"{left} of {count}",
            left == MEMBERS, bar=f"must: {MEMBERS}"),
        Row("members that fell meanwhile", "", "", str(fell), fell == 0, bar="must: 0"),
        Row("pairs of trunks over 5 cm in each other for over 0.5 s", "", "", str(overlaps),
            overlaps == 0, bar="must: 0"),
    ]  # fmt: skip


def seats_shot(seed: int = 1) -> Shot:
    """Benches around the middle of a square, each with three places."""
    along = np.array([[-BREADTH / 2, HALF], [BREADTH / 2, HALF]])
    ends = [Strip(along @ turn, 1.0) for turn in map(_turned, np.arange(4) * math.pi / 2)]
    crowd = Crowd(
        count=MEMBERS, behaviour="sit", variation=0.1, duration=SECONDS, seed=seed,
        surface=Rectangle((20.0, 20.0)), sources=[Source(surface=end, rate=RATE) for end in ends],
        sinks=ends, seats=[_bench(number) for number in range(BENCHES)],
        manner=Manner(stay=STAY, speed=(1.0, 1.3)), frame_rate=RATE_OF_FRAMES,
    )  # fmt: skip
    return make_shot([human()], crowd)


def _turned(angle: float) -> Array:
    """(2, 2) by which rows of points are turned about the origin."""
    return np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])


def _bench(number: int) -> Seat:
    heading = 2.0 * math.pi * number / BENCHES
    x, y = AROUND * math.cos(heading), AROUND * math.sin(heading)
    turn = heading / 2.0
    bench = Prop(
        f"bench {number + 1}", "box", size=(*SIZE[::-1], THICKNESS),
        position=(x, y, TOP - THICKNESS / 2),
        orientation=(math.cos(turn), 0.0, 0.0, math.sin(turn)),
    )  # fmt: skip
    return Seat(prop=bench, heading=heading)


def _places(shot: Shot) -> list[Array]:
    """(2,) of each performer, where it is to come to before it sits down [m]."""
    sits = [next(cue for cue in p.cues if cue.skill == "stand_to_sit") for p in shot.performers]
    return [np.array(cue.values()["place"]) for cue in sits]


def _sat_on_its_place(performance: Performance, place: Array) -> bool:
    """Whether the performer sat, with its pelvis over its own place."""
    seated = [time for time, name in performance.events if name == "seated"]
    if not seated:
        return False
    pelvis = performance.root_position[round(seated[0] * RATE_OF_FRAMES), :2]
    return bool(np.linalg.norm(pelvis - place) < ON_PLACE)


def _left(performance: Performance, take: Take) -> bool:
    on_feet = "on_feet" in {name for _, name in performance.events}
    present = performance.present
    return on_feet and present is not None and present[1] < len(take.times)
