"""Lifts: twelve boxes from the floor and off tables, put onto another table; on several bodies."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.lift_measures import Lifted, measure_lift
from ..shots.cue import Cue
from ..shots.shot import Performer, Prop, Shot
from .parts.table import Row

BOX = (0.3, 0.4, 0.3)  # [m]
HEIGHTS = (0.0, 0.9, 0.2, 0.6, 0.0, 1.0, 0.1, 0.4, 0.0, 0.75, 0.3, 0.05)  # [m] of what bears it
MASSES = tuple(np.linspace(2.0, 15.0, len(HEIGHTS)).tolist())  # [kg]
EDGE, DEPTH, BREADTH = 0.05, 0.5, 0.9  # of a table [m]; from its edge to the box
PUT_ON = (0.7, 0.0, 0.4, 0.9)  # [m]: heights of what it is put on, in turns
PUTS_DOWN, LASTS = 12.0, 28.0  # [s]
TARGET = (-2.4, 0.3)  # [m]
MUST_TIME, MUST_SPEED, MUST_TRUNK, MUST_OFF = 2.5, 1.2, 45.0, 0.03  # [s], [m/s], [degrees], [m]
LIGHT = 10.0  # [kg]: up to here a lift from the floor keeps the trunk upright
OTHERS = ("robot", "giant", *range(6))  # presets, and seeds of varied bodies
AMOUNT = 0.15


class Case(NamedTuple):
    """A body, by preset or seed; None is the human; and which of the boxes it lifts."""

    body: str | int | None
    box: int


class Outcome(NamedTuple):
    """How it was lifted, None where it was not; and how far off it was put down [m]."""

    lifted: Lifted | None
    off: float


def measure() -> list[Row]:
    """Rows of the human, and of the others."""
    boxes = range(len(HEIGHTS))
    own = run_cases(_outcome, [Case(None, box) for box in boxes])
    cases = [Case(body, box) for body in OTHERS for box in boxes]
    return [*_rows(own), *_others(cases, run_cases(_outcome, cases))]


def _outcome(case: Case) -> Outcome:
    random = np.random.default_rng(case.box)
    height, put_on = HEIGHTS[case.box], PUT_ON[case.box % len(PUT_ON)]
    box = Prop("box", "box", BOX, mass=MASSES[case.box], position=(0.0, 0.0, height + BOX[2] / 2))
    ahead = DEPTH / 2 - BOX[0] / 2 - EDGE
    tables = [
        _table("table", ahead, 0.0, height), _table("other", TARGET[0] - ahead, TARGET[1], put_on)
    ]  # fmt: skip
    cues = [
        Cue("pick_up", prop="box"),
        Cue("put_down", start=PUTS_DOWN, target=(*TARGET, put_on)),
    ]
    x, y = random.uniform(-0.3, 0.3, 2)
    character = body_of(case)
    performer = Performer(
        character, cues, position=(-1.3 + float(x), float(y)),
        heading=float(random.uniform(-0.3, 0.3)),
    )  # fmt: skip
    props = [box, *(table for table in tables if table.size[2] > 0.0)]
    try:
        take = attempt(Shot([performer], props=props, duration=LASTS))
    except InvalidInput:
        return Outcome(None, math.inf)
    if take is None:
        return Outcome(None, math.inf)
    off = take.props["box"].position[-1] - (*TARGET, put_on + BOX[2] / 2)
    return Outcome(measure_lift(take, character, "box"), float(np.linalg.norm(off)))


def body_of(case: Case) -> Character:
    """The body of a case."""
    if case.body is None:
        return human()
    if isinstance(case.body, str):
        return Character.preset(case.body)
    return human().vary(case.body, AMOUNT)


def _table(name: str, x: float, y: float, height: float) -> Prop:
    return Prop(name, "box", (DEPTH, BREADTH, height), position=(x, y, height / 2))


def _rows(outcomes: list[Outcome]) -> list[Row]:
    """The human's rows; a box that was not lifted counts as missed in each."""
    lifts = [outcome.lifted for outcome in outcomes]
    done = [lift for lift in lifts if lift is not None]
    floor = [
        lift.trunk if lift is not None else math.inf
        for lift, height, mass in zip(lifts, HEIGHTS, MASSES, strict=True)
        if height == 0.0 and mass < LIGHT
    ]
    slowest = max((lift.time for lift in done), default=math.inf)
    fastest = max((lift.speed for lift in done), default=math.inf)
    tilted = max((lift.tilt for lift in done), default=math.inf)
    put = [outcome.off for outcome in outcomes]
    whole, many = len(done) == len(lifts), len(lifts)
    return [
        _row(f"boxes of 2 to 15 kg lifted from 0 to 1 m, of {many}", str(len(done)),
             f"must: {many}", whole),
        _row("standing before it to standing with it, slowest [s]", f"{slowest:.2f}",
             f"must: {MUST_TIME:g}", whole and slowest <= MUST_TIME),
        _row("speed of the box as it is lifted and put down, largest [m/s]", f"{fastest:.2f}",
             f"must: {MUST_SPEED:g}", whole and fastest <= MUST_SPEED),
        _row("trunk from upright, lifts from the floor under 10 kg, largest [degrees]",
             f"{max(floor):.0f}", f"must: {MUST_TRUNK:g}", max(floor) <= MUST_TRUNK),
        _row("put down: off its place, farthest [cm]", f"{100 * max(put):.1f}", "must: 3",
             max(put) <= MUST_OFF),
        _row("tilt of the box until it is let go, largest [degrees]", f"{tilted:.0f}", "", None),
    ]  # fmt: skip


def _others(cases: list[Case], outcomes: list[Outcome]) -> list[Row]:
    """A row of each other body: how many it lifts, in the time and at the speed."""
    rows = []
    for body in OTHERS:
        own = [each for case, each in zip(cases, outcomes, strict=True) if case.body == body]
        lifts = [outcome.lifted for outcome in own if outcome.lifted is not None]
        good = sum(lift.time <= MUST_TIME and lift.speed <= MUST_SPEED for lift in lifts)
        put = sum(outcome.off <= MUST_OFF for outcome in own)
        name = body if isinstance(body, str) else f"varied by {AMOUNT:g}, seed {body}"
        rows.append(
            _row(f"{name}: lifted; in {MUST_TIME:g} s and below {MUST_SPEED:g} m/s; put down "
                 f"within 3 cm, of {len(own)}", f"{len(lifts)}; {good}; {put}", "aim: all", None)
        )  # fmt: skip
    return rows


def _row(figure: str, ours: str, bar: str, passed: bool | None) -> Row:
    return Row(figure=figure, paper="", peer="", ours=ours, bar=bar, passed=passed)
