"""GBWC's styles: each walks a minute and turns on ten bodies, and no two look alike.

Coros, Beaudoin, van de Panne 2010, Section 5.2.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..catalogue import list_styles
from ..evaluation.cases import attempt, human, run_cases, similar_speed
from ..evaluation.gait_measures import facing_over_a_step, footstrikes, stays_within
from ..evaluation.joint_angles import axes_per_joint, mean_stride, stride_difference
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.table import Row

Array = NDArray[np.float64]
SPEED = 0.8  # [m/s], of a body with legs of 0.9 m
STRAIGHT, TURNING, AFTERWARDS = 60.0, 6.0, 2.0  # [s] walked, allowed for the turn, watched after
HALF_TURN, WITHIN = math.pi, math.radians(10.0)  # [rad]
SEEDS, AMOUNT = range(10), 0.15
FEWEST_STYLES = 14
COMPARED, SETTLED = 30.0, 10.0  # [s] of walking that is compared, once settled
APART = 6.0  # [degrees]


def measure() -> list[Row]:
    """A row for each style, one for how many there are, one for the pair that is most alike."""
    styles = list_styles()
    cases = [(style, seed) for style in styles for seed in SEEDS]
    outcomes = dict(zip(cases, run_cases(_walk_and_turn, cases), strict=True))
    rows = [_style_row(style, [outcomes[style, seed] for seed in SEEDS]) for style in styles]
    count = Row("styles shipped", "3 shown", "17, of which 10 walk 20 s", f"{len(styles)}",
                len(styles) >= FEWEST_STYLES, f"must: {FEWEST_STYLES}")  # fmt: skip
    return [count, *rows, _difference_row(styles)]


def _walk_and_turn(case: tuple[str, int]) -> str:
    """What went wrong; "" when nothing did."""
    style, seed = case
    body = human().vary(seed, AMOUNT)
    speed = similar_speed(SPEED, body)
    cues = [
        Cue("walk", speed=speed, style=style),
        Cue("walk", start=STRAIGHT, speed=speed, style=style, heading=HALF_TURN),
    ]
    take = attempt(Shot([Performer(body, cues)], duration=STRAIGHT + TURNING + AFTERWARDS))
    if take is None:
        return "diverges"
    fell_at = take.performances[0].fell_at
    if fell_at is not None:
        return f"falls at {fell_at:.1f} s"
    error = np.angle(np.exp(1j * (facing_over_a_step(take) - HALF_TURN)))
    settled = stays_within(take.times, error, WITHIN, STRAIGHT)
    return "" if settled <= TURNING else "does not reach the heading"


def _style_row(style: str, outcomes: list[str]) -> Row:
    wrong = [f"body {seed} {what}" for seed, what in zip(SEEDS, outcomes, strict=True) if what]
    done = len(outcomes) - len(wrong)
    return Row(
        figure=f"{style}: walks {STRAIGHT:g} s and turns 180 degrees, of {len(SEEDS)} bodies "
        f"varied by {AMOUNT:g}",
        paper="shown on one body",
        peer="",
        ours=f"{done}" + (f" ({', '.join(wrong)})" if wrong else ""),
        passed=not wrong,
        bar=f"must: {len(SEEDS)}",
    )


def _difference_row(styles: tuple[str, ...]) -> Row:
    strides = dict(zip(styles, run_cases(_stride_of, styles), strict=True))
    walking = {style: stride for style, stride in strides.items() if stride is not None}
    apart = {
        (a, b): math.degrees(stride_difference(walking[a], walking[b]))
        for a, b in combinations(walking, 2)
    }
    closest = min(apart, key=lambda pair: apart[pair]) if apart else ("", "")
    least = apart.get(closest, 0.0)
    by_axis = least / math.sqrt(axes_per_joint(human()))
    return Row(
        figure="angle by which the joints of any two styles differ over a mean stride, RMS, "
        "least [degrees]",
        paper="",
        peer="",
        ours=f"{least:.1f} ({' and '.join(closest)}; {by_axis:.1f} about each axis)",
        passed=least >= APART and len(walking) == len(styles),
        bar=f"must: {APART:g}",
    )


def _stride_of(style: str) -> Array | None:
    """The human's mean stride in a style; None when it falls."""
    cue = Cue("walk", speed=SPEED, style=style)
    take = attempt(Shot([Performer(human(), [cue])], duration=COMPARED))
    if take is None or take.performances[0].fell_at is not None:
        return None
    performance = take.performances[0]
    if len(footstrikes(performance, ".L", SETTLED)) < 2:
        return None
    return mean_stride(human(), performance, take.times, SETTLED)
