"""Both momenta against the capture point: when each starts to step, and who stays up.

Wu and Zordan 2010, Section 6, "Comparison to IP": the same pushes for the supervisor with linear
and angular damping, (5) and (6), and for the capture point (8), which knows no angular momentum.
Draws docs/capture_point.png.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.gait_measures import footstrikes
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from ..shots.take import Take
from .parts.plots import plot_step_starts
from .parts.table import Row

CAPTURE: Mapping[str, float] = {"linear_damping": 3.2, "angular_damping": 0.0}  # root of g / height
LAWS: Mapping[str, Mapping[str, float]] = {  # dampings [1/s]
    "both momenta, 4 and 3": {},
    "both momenta, 4 and 6 (the paper's)": {"linear_damping": 4.0, "angular_damping": 6.0},
    "capture point": CAPTURE,
}
FORCES = (100.0, 150.0, 200.0, 250.0, 300.0, 350.0, 400.0, 450.0, 500.0)  # [N]
DIRECTIONS, LASTING = 16, 0.1  # [-], [s]
PUSHED_AT, WATCHED = 1.0, 4.0  # [s]; after the push
FRAME_RATE = 250.0  # [1/s], fine enough to see when a foot lifts


@dataclass(frozen=True)
class Outcome:
    """Of one push: when the first foot lifted after it began [s], None for no step; and the end."""

    starts: float | None
    is_upright: bool


def measure() -> list[Row]:
    """A row for each force; plots them in docs/."""
    turns = [2 * math.pi * i / DIRECTIONS for i in range(DIRECTIONS)]
    cases = [(law, force, turn) for law in LAWS for force in FORCES for turn in turns]
    found = dict(zip(cases, run_cases(push_once, cases), strict=True))
    by_law = {
        law: [[found[law, force, turn] for turn in turns] for force in FORCES] for law in LAWS
    }
    plot_step_starts(
        FORCES,
        {law: [mean_start(tried) for tried in tries] for law, tries in by_law.items()},
        {law: [sum(o.is_upright for o in tried) for tried in tries]
         for law, tries in by_law.items()},
    )  # fmt: skip
    return [
        Row(
            f"{force:g} N x {LASTING:g} s from {DIRECTIONS} directions: first step after [s], in "
            "the mean; who steps; who is upright",
            "momenta sooner", "-",
            "; ".join(f"{law}: {_told(tries[i])}" for law, tries in by_law.items()),
        )
        for i, force in enumerate(FORCES)
    ]  # fmt: skip


def push_once(case: tuple[str, float, float]) -> Outcome:
    """What becomes of a stander under a law, pushed with a force [N] to a direction [rad]."""
    law, force, turn = case
    vector = (force * math.cos(turn), force * math.sin(turn), 0.0)
    push = Push(0, "torso", time=PUSHED_AT, duration=LASTING, force=vector)
    performer = Performer(human(), [Cue("balance", **LAWS[law])])
    shot = Shot([performer], pushes=[push], duration=PUSHED_AT + WATCHED, frame_rate=FRAME_RATE)
    take = attempt(shot)
    if take is None:
        return Outcome(None, False)
    return Outcome(_first_lift(take), take.performances[0].fell_at is None)


def _first_lift(take: Take) -> float | None:
    """When [s] after the push the first foot that strikes had lifted."""
    performance = take.performances[0]
    lifts = []
    for foot, side in enumerate((".L", ".R")):
        strikes = footstrikes(performance, side, start=PUSHED_AT)
        if len(strikes):
            before = take.times < strikes[0] - 1.0 / FRAME_RATE
            down = take.times[before & performance.foot_contacts[:, foot]]
            lifts.append(float(down[-1]) - PUSHED_AT)
    return min(lifts, default=None)


def mean_start(tried: list[Outcome]) -> float:
    """Mean time [s] from the push to the first step of those who step; NaN where nobody does."""
    starts = [outcome.starts for outcome in tried if outcome.starts is not None]
    return float(np.mean(starts)) if starts else math.nan


def _told(tried: list[Outcome]) -> str:
    stepped = sum(outcome.starts is not None for outcome in tried)
    upright = sum(outcome.is_upright for outcome in tried)
    after = f"{mean_start(tried):.3f} s, " if stepped else ""
    return f"{after}{stepped} step, {upright} upright"
