"""What a walk costs in a search for gait numbers: distance from people's walk, blows, slips, falls.

A style's numbers are searched as steps from those that it has (`STEPS` is one step of each).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..catalogue.styles.content import GAIT, Style, check_style
from ..search.trial import Trial
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from ..shots.take import Take
from .cases import attempt, human, similar_speed
from .gait_bounds import BARS
from .gait_measures import mean_speed, moving_mean
from .natural_gait import gait_figures
from .soles import slide_speed

Array = NDArray[np.float64]
STEPS: Mapping[str, float] = {
    "top": 0.003, "drop": 0.06, "lowest": 0.04, "double_support": 0.015, "behind_ankle": 0.12,
    "on_ball": 0.03, "braked_by": 0.008, "reach": 0.002, "swing_delay": 0.1,
    "step_period": 0.02, "foot_pitch": 0.04,
}  # fmt: skip
GAIT_NAMES = [name for name in STEPS if name in GAIT]
SPEEDS = (1.0, 1.2, 1.4)  # [m/s], at which people's bounds count
LEISURELY = 0.75  # [m/s], at which some of them do
ALWAYS = ("knee at strike", "knee in loading", "knee in mid-stance", "knee at 45 %")
BODIES, AMOUNT, OTHERS_SPEED = (101, 102, 103), 0.15, 1.2
DURATION, OTHERS_DURATION, SETTLED, RATE = 10.2, 7.5, 3.5, 400.0  # [s], [s], [s], [1/s]
FIRST = 10.0  # [s], in which a walk must come to its speed
PUSH, PUSHED_AT, PUSH_LASTS = 300.0, 4.0, 0.1  # [N], [s], [s]
MARGIN = 0.3  # by which bounds are narrowed, in differences that anybody would see
FALL = 100.0
TRIAL = "trial"  # name of the style that is tried
HARD, MUCH_HARDER = 2.2, 0.2  # of body weight: a 5 ms blow that costs nothing; that costs 1
SLOW, MUCH_SLOWER = 0.05, 0.02  # of the asked speed in the first 10 s
OFF, MUCH_OFF = 0.01, 0.01  # of the asked speed later
SLIPS, SLIPS_MORE = 0.02, 0.01  # [m/s] of a loaded foot


@dataclass(frozen=True)
class GaitTask:
    """A style whose numbers are searched, as JSON, and the bodies that walk in it."""

    style: str
    bodies: Sequence[Character] = field(
        default_factory=lambda: [human().vary(seed, AMOUNT) for seed in BODIES]
    )


def style_of(task: GaitTask, steps: Array) -> Style:
    """The task's style with its numbers moved by (n,) steps, within their ranges."""
    style = json.loads(task.style)
    for name, step in zip(GAIT_NAMES, steps, strict=False):
        _, low, high = GAIT[name]
        moved = style["gait"][name] + step * STEPS[name]
        style["gait"][name] = round(float(np.clip(moved, low, high)), 4)
    offsets, pitch = style["offsets"], style["curves"]["foot_pitch"]
    period = offsets.get("step_period", 1.0) + steps[len(GAIT_NAMES)] * STEPS["step_period"]
    offsets["step_period"] = round(float(period), 4)
    knots = np.array(pitch) + steps[len(GAIT_NAMES) + 1 :] * STEPS["foot_pitch"]
    style["curves"]["foot_pitch"] = np.round(knots, 3).tolist()
    return check_style(style)


def count_numbers(task: GaitTask) -> int:
    return len(GAIT_NAMES) + 1 + len(json.loads(task.style)["curves"]["foot_pitch"])


def make_gait_cost(task: GaitTask) -> Callable[[Trial], float]:
    """The function that returns a trial's cost: the mean over all walks, 100 for a fall."""

    def cost_of(trial: Trial) -> float:
        style = style_of(task, trial.vector)
        costs = [_walk_cost(style, human(), speed, DURATION) for speed in SPEEDS]
        costs.append(_walk_cost(style, human(), LEISURELY, OTHERS_DURATION))
        costs += [
            _walk_cost(style, body, similar_speed(OTHERS_SPEED, body), OTHERS_DURATION)
            for body in task.bodies
        ]
        return float(np.mean([*costs, _pushed_cost(style)]))

    return cost_of


def _walk_cost(style: Style, body: Character, speed: float, duration: float) -> float:
    take = attempt(_shot(style, body, speed, duration), record=("contact_forces",))
    if take is None or take.performances[0].fell_at is not None:
        return FALL
    figures = gait_figures(body, take, SETTLED)
    bars = [bar for bar in BARS if speed > LEISURELY or bar.figure.startswith(ALWAYS)]
    cost = sum(bar.excess(figures, MARGIN) for bar in bars)
    cost += sum(distance**2 for distance in figures.off.values())
    cost += _beyond(_blow(body, take), HARD, MUCH_HARDER)
    if duration > FIRST:
        cost += _beyond(1.0 - mean_speed(take, 0.0, FIRST) / speed, SLOW, MUCH_SLOWER)
    cost += _beyond(abs(figures.speed / speed - 1.0), OFF, MUCH_OFF)
    slides = [slide_speed(body, take.times, take.performances[0], side) for side in (".L", ".R")]
    return cost + _beyond(max(slides), SLIPS, SLIPS_MORE)


def _beyond(value: float, limit: float, much: float) -> float:
    return max(value - limit, 0.0) / much


def _shot(
    style: Style, body: Character, speed: float, duration: float, pushes: Sequence[Push] = ()
) -> Shot:
    performer = Performer(body, [Cue("walk", speed=speed, style=TRIAL)])
    styles: dict[str, Mapping[str, Any]] = {TRIAL: {**style, "name": TRIAL}}
    return Shot([performer], pushes, duration=duration, frame_rate=RATE, styles=styles)


def _blow(body: Character, take: Take) -> float:
    """The largest mean over 5 ms of the force under both feet [body weights]."""
    forces = take.performances[0].contact_forces
    assert forces is not None
    upwards = forces[int(SETTLED * RATE) :, :, 2].sum(axis=1)
    return float(moving_mean(upwards, 2).max() / (body.mass * 9.81))


def _pushed_cost(style: Style) -> float:
    """100 where a push from the side ends in a fall."""
    push = Push(0, "torso", time=PUSHED_AT, duration=PUSH_LASTS, force=(0.0, PUSH, 0.0))
    take = attempt(_shot(style, human(), SPEEDS[1], OTHERS_DURATION, [push]))
    return FALL if take is None or take.performances[0].fell_at is not None else 0.0
