"""Moving colliders: platforms that start and stop under a body, beams that swing into it.

A beam is keyed: nothing slows it down, so that the body takes on its whole speed. Bodies stand, or
walk 0.8 m/s.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..base.errors import SimulationError
from ..evaluation.cases import human, run_cases
from ..evaluation.moving_props import beam, platform
from ..rollout.simulate import WHOLE, simulate_parts
from ..shots.cue import Cue
from ..shots.shot import Performer, Prop, Shot
from .parts.table import Row

WALK = 0.8  # [m/s]
DIRECTIONS = tuple((round(math.cos(a), 6), round(math.sin(a), 6), 0.0)
                   for a in np.arange(8) * math.pi / 4)  # fmt: skip
UP_AND_DOWN = ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0))
TOP, HIGH = 0.3, 4.0  # [m] of a platform at first; of one that may go down
STARTS, STOPS, PLATFORM_LASTS = 1.0, 3.0, 6.5  # [s]
HEIGHTS = {"hip": 0.95, "chest": 1.3}  # [m]
SIDES = {"behind": 0.0, "the right": math.pi / 2, "ahead": math.pi, "the left": -math.pi / 2}
SPEEDS, VIOLENT = (0.5, 1.0, 2.0), 3.5  # [m/s]
AFTER, TO_RISE = 3.0, 20.0  # [s] after a hit, in which a body comes to rest, or gets up
FASTEST = 12.0  # [m/s] of a segment: a body that the engine throws apart is faster


class Case(NamedTuple):
    """What moves, and what the body does."""

    skill: str
    direction: tuple[float, float, float] | None = None
    height: float = 0.0
    speed: float = 0.0
    heading: float = 0.0
    recover: bool = False


class Outcome(NamedTuple):
    """What became of it; fastest: of a segment's center [m/s]; rose: whether it got up."""

    fell: bool
    stepped: bool
    rose: bool
    fastest: float


def measure() -> list[Row]:
    """Rows for platforms and beams, for bodies that stand and walk."""
    groups = [*_groups()]
    outcomes = iter(run_cases(_moved, [case for _, cases in groups for case in cases]))
    return [_row(what, cases, [next(outcomes) for _ in cases]) for what, cases in groups]


def _groups() -> Iterator[tuple[str, list[Case]]]:
    for skill, doing in (("stand", "standing"), ("walk", f"walking {WALK:g} m/s")):
        yield f"platform, 1 m/s2 to 1 m/s and back to 0, 8 directions: {doing}", [
            Case(skill, direction) for direction in DIRECTIONS
        ]
        yield f"elevator, 1 m/s2 to 1 m/s and back to 0, up and down: {doing}", [
            Case(skill, direction) for direction in UP_AND_DOWN
        ]
        for speed in SPEEDS:
            for sides in (("behind", "ahead"), ("the right", "the left")):
                hit = f"beam of {speed:g} m/s at hip and chest, from {' and '.join(sides)}"
                yield f"{hit}: {doing}", [
                    Case(skill, None, height, speed, SIDES[side])
                    for height in HEIGHTS.values()
                    for side in sides
                ]
    yield f"beam of {VIOLENT:g} m/s at the chest, from 4 sides: standing, with recover", [
        Case("stand", None, HEIGHTS["chest"], VIOLENT, heading, recover=True)
        for heading in SIDES.values()
    ]


def _row(what: str, cases: list[Case], outcomes: list[Outcome]) -> Row:
    total, fell = len(cases), sum(outcome.fell for outcome in outcomes)
    stepped = sum(outcome.stepped for outcome in outcomes)
    fastest = max(outcome.fastest for outcome in outcomes)
    said = f"{total - fell} held, {stepped} stepped; fastest segment {fastest:.1f} m/s"
    sound = fastest < FASTEST
    if cases[0].recover:
        rose = sum(outcome.rose for outcome in outcomes)
        said = f"{fell} fell, {rose} of them on their feet again; fastest segment {fastest:.1f} m/s"
        return Row(f"{what}, of {total}", "", "", said, sound and rose == fell > 0,
                   "must: all that fall get up")  # fmt: skip
    if cases[0].direction is None and cases[0].heading in (SIDES["the right"], SIDES["the left"]):
        return Row(f"{what}, of {total}", "", "", said, sound and fell == 0, "aim: all held")
    return Row(f"{what}, of {total}", "", "", said, sound and fell == 0, "must: all held")


def _moved(case: Case) -> Outcome:
    prop, hit, end = _prop(case)
    pose = None
    if case.direction is not None:
        level = human().standing_height_of_root + _top(case)
        pose = {"root": ((0.0, 0.0, level), (1.0, 0.0, 0.0, 0.0))}
    cue = Cue("walk", speed=WALK) if case.skill == "walk" else Cue("stand")
    performer = Performer(human(), [cue], pose=pose, recover=case.recover)
    shot = Shot([performer], props=[prop], duration=end)
    try:
        take = simulate_parts(shot, WHOLE, ends_at_fall=True)
    except SimulationError:
        return Outcome(True, True, False, math.inf)
    p = take.performances[0]
    speeds = np.linalg.norm(np.diff(p.segment_positions, axis=0), axis=2) * shot.frame_rate
    names = [name for time, name in p.events if time > hit]
    fell = p.fell_at is not None or any(cue.skill == "fall" for cue in p.cues)
    stepped = any(name.startswith("footstrike") for name in names)
    return Outcome(fell, stepped, "on_feet" in names, float(speeds.max()))


def _top(case: Case) -> float:
    return HIGH if case.direction in UP_AND_DOWN else TOP


def _prop(case: Case) -> tuple[Prop, float, float]:
    """What moves, when it begins to act on the body [s], and the shot's end [s]."""
    if case.direction is not None:
        return platform(case.direction, _top(case)), STARTS, PLATFORM_LASTS
    _, hit = beam(case.height, case.speed, case.heading, (0.0, 0.0))
    way = WALK * (hit - 0.5) if case.skill == "walk" else 0.0  # setting off takes half a second
    prop, hit = beam(case.height, case.speed, case.heading, (way, 0.0))
    return prop, hit - 0.5, hit + (TO_RISE if case.recover else AFTER)
