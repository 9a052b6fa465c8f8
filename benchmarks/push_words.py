"""Words for how hard a push is: what becomes of bodies of all sizes, standing and on the move.

A nudge must make no body fall and no standing one step; a shove must make none fall and all
standing ones step; what knocks over must make them fall.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..base.errors import SimulationError
from ..bodies.character import Character
from ..catalogue.pushes import SIDES, WORDS
from ..evaluation.cases import human, run_cases, similar_speed
from ..rollout.simulate import WHOLE, simulate_parts
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Performance, Take
from .parts.table import Row

PRESETS = ("human", "child", "giant", "beast1")
VARIED, AMOUNT = 4, 0.3
DOGS, DOG_AMOUNT = 3, 0.2
WALK, TROT = 0.8, 1.0  # [m/s], of a human and of the drawn dog
TIMES, AFTER = (1.5, 1.8), 2.0  # [s] of the push; watched after it
USUAL, SHORT, LONG = 0.1, 0.05, 0.3  # [s] for which a push lasts


class Case(NamedTuple):
    """A body by name, what it does, and how it is pushed."""

    body: str
    skill: str
    direction: str
    strength: str
    time: float
    duration: float


class Outcome(NamedTuple):
    """What became of a push; after a nudge, how far the body is from where it would be [m]."""

    fell: bool
    stepped: bool
    aside: float


def measure() -> list[Row]:
    """Rows for each word: bodies on two legs that stand and walk, dogs that stand and trot."""
    groups = [(strength, what, cases) for strength in WORDS for what, cases in _groups(strength)]
    outcomes = iter(run_cases(_pushed, [case for *_, cases in groups for case in cases]))
    return [
        _row(strength, what, cases, [next(outcomes) for _ in cases])
        for strength, what, cases in groups
    ]


def _groups(strength: str) -> Iterator[tuple[str, list[Case]]]:
    """What is pushed, and how."""
    bipeds = (*PRESETS, *(f"varied {seed}" for seed in range(VARIED)))
    dogs = tuple(f"dog {seed}" for seed in range(DOGS))
    for bodies, skill, what in (
        (bipeds, "stand", "bodies on two legs, standing"),
        (bipeds, "walk", f"the same, walking {WALK:g} m/s made similar"),
        (dogs, "stand", "dogs, standing"),
        (dogs, "trot", f"dogs, trotting {TROT:g} m/s"),
    ):
        yield f"{len(bodies)} {what}", [
            Case(body, skill, direction, strength, time, USUAL)
            for body in bodies
            for direction in SIDES
            for time in TIMES
        ]
    yield f"human, standing, pushed for {SHORT:g} and {LONG:g} s", [
        Case("human", "stand", direction, strength, time, duration)
        for duration in (SHORT, LONG)
        for direction in SIDES
        for time in TIMES
    ]


def _row(strength: str, what: str, cases: list[Case], outcomes: list[Outcome]) -> Row:
    total, fell = len(outcomes), sum(outcome.fell for outcome in outcomes)
    stepped = sum(outcome.stepped for outcome in outcomes)
    said = f"{fell} fall"
    stands = cases[0].skill == "stand"
    if stands and strength != "knocks_over":
        said += f", {stepped} step"
    if strength == "nudge":
        said += f", off by {100 * max(outcome.aside for outcome in outcomes):.0f} cm at most"
    passed = {
        "nudge": not fell and not (stands and stepped),
        "shove": not fell and (stepped == total or not stands),
        "knocks_over": fell >= 0.95 * total,
    }[strength]
    bar = {
        "nudge": "must: no fall, no step of standing ones",
        "shove": "must: no fall, all standing ones step",
        "knocks_over": "must: 95 %",
    }[strength]
    return Row(f"{strength}: {what}, of {total}", "-", "-", said, passed, bar)


def _pushed(case: Case) -> Outcome:
    body, doing = _body(case.body), _cue(case)
    push = Cue(
        "push", start=case.time, direction=case.direction, strength=case.strength,
        duration=case.duration,
    )  # fmt: skip
    lasting = case.time + AFTER
    pushed = _run(body, [doing, push], lasting)
    if pushed is None:
        return Outcome(True, True, math.inf)
    p = pushed.performances[0]
    stepped = any(name.startswith("footstrike") for time, name in p.events if time > case.time)
    aside = math.nan
    if case.strength == "nudge":
        alone = _run(body, [doing], lasting)
        aside = math.inf if alone is None else _distance(p, alone.performances[0])
    return Outcome(p.fell_at is not None, stepped, aside)


def _run(body: Character, cues: list[Cue], duration: float) -> Take | None:
    shot = Shot([Performer(body, cues)], duration=duration)
    try:
        return simulate_parts(shot, WHOLE, ends_at_fall=True)
    except SimulationError:
        return None


def _distance(one: Performance, other: Performance) -> float:
    return float(np.linalg.norm(one.center_of_mass[-1] - other.center_of_mass[-1]))


def _cue(case: Case) -> Cue:
    if case.skill == "walk":
        return Cue("walk", speed=similar_speed(WALK, _body(case.body)))
    return Cue("trot", speed=TROT) if case.skill == "trot" else Cue("stand")


def _body(name: str) -> Character:
    kind, _, seed = name.partition(" ")
    if kind == "varied":
        return human().vary(int(seed), AMOUNT)
    if kind == "dog":
        dog = Character.quadruped()
        return dog.vary(int(seed), DOG_AMOUNT) if int(seed) else dog
    return human() if kind == "human" else Character.preset(kind)
