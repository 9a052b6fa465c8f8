"""Steps onto platforms and off them: by the skill, and on the way of walks; on twenty bodies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import FootfallError
from ..evaluation.cases import human, run_cases
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.ground import Ground
from ..shots.shot import Performer, Prop, Shot
from .jumps import body_of
from .parts.table import Row

BODIES, MUST = 20, 18
SPEED = 0.8  # [m/s], for the human
NEAR, DEEP, WIDE = 2.0, 2.0, 2.0  # [m]: where a platform begins, and its size, for the human
OFFSET, OFFSETS = 0.13, 7  # [m], by which others stand further off
UPS, DOWNS, OVER = (0.2, 0.3, 0.45), (0.2, 0.3, 0.45), 0.3  # [m], for the human
LASTS, OVER_LASTS, RATE = 12.0, 24.0, 200.0  # [s], [1/s]: forces are means over 5 ms
BEYOND = 1.0  # [m] behind a platform: the end of a path over it
ON_IT, BEHIND = 0.05, 0.6  # [m] behind an edge, for the human
STANDS = 0.9  # of the height of the hips at the beginning


@dataclass(frozen=True)
class Way:
    """What is asked for: a cue's skill, and a rise [m], negative down; or over a platform."""

    skill: str
    rise: float
    is_over: bool = False


class Done(NamedTuple):
    """Whether a body got there and stands, and its hardest 5 ms [body weights]."""

    arrived: bool
    shock: float


def measure() -> list[Row]:
    ups = [_row(Way("step_up", rise), f"onto {rise:g} m, a prop") for rise in UPS]
    downs = [_row(Way("step_up", -drop), f"off {drop:g} m of the ground") for drop in DOWNS]
    over = [_row(Way(skill, OVER, is_over=True), f"up {OVER:g} m and down again")
            for skill in ("walk", "follow", "approach")]  # fmt: skip
    return [*ups, *downs, *over]


def _row(way: Way, named: str) -> Row:
    found = run_cases(partial(_go, way), range(BODIES))
    arrived = sum(done.arrived for done in found)
    shocks = [done.shock for done in found if done.arrived]
    middle, most = np.quantile(shocks or [math.nan], (0.5, 1.0)).tolist()
    return Row(f"`{way.skill}` {named}, scaled by size, {BODIES} bodies: stand there; hardest 5 ms "
               "in the median, at most [body weights]", "-", "-",
               f"{arrived}; {middle:.1f}, {most:.1f}", arrived >= MUST if way.rise > 0.0 else None,
               f"{'must' if way.rise > 0.0 else 'aim'}: {MUST}")  # fmt: skip


def _led_to(skill: str, end: float) -> dict[str, Any]:
    """Parameters of a walk that has an end [m]."""
    if skill == "follow":
        return {"path": [(0.0, 0.0), (end, 0.0)]}
    return {"target": (end, 0.0), "distance": 0.0} if skill == "approach" else {}


def _go(way: Way, number: int) -> Done:
    """How a body of `bench jumps` steps up or down what suits its size."""
    body = body_of(number)
    size = body.leg_length / human().leg_length
    near, rise = size * NEAR + OFFSET * (number % OFFSETS), size * way.rise
    ground, props = Ground.flat(), []
    if rise > 0.0:
        deep = size * DEEP
        props = [Prop("platform", size=(deep, WIDE * size, rise),
                      position=(near + 0.5 * deep, 0.0, 0.5 * rise))]  # fmt: skip
    else:
        ground = Ground.steps(rise, near, 1)
    end = near + size * (DEEP + BEYOND)
    cue = Cue(way.skill, speed=SPEED * math.sqrt(size), **_led_to(way.skill, end))
    shot = Shot([Performer(body, [cue], recover=False)], ground=ground, props=props,
                duration=OVER_LASTS if way.is_over else LASTS, frame_rate=RATE)  # fmt: skip
    try:
        performance = simulate(shot, record=("contact_forces",)).performances[0]
    except FootfallError:  # it cannot, or the run diverged
        return Done(False, math.nan)
    if performance.fell_at is not None or performance.contact_forces is None:
        return Done(False, math.nan)
    hips = performance.root_position
    weight = sum(segment.mass for segment in body.segments) * 9.81
    shock = float(performance.contact_forces.sum(axis=1)[:, 2].max()) / weight
    if way.is_over:
        return Done(bool(hips[-1, 0] > near + size * (DEEP + BEHIND)), shock)
    is_there = hips[-1, 0] > near + size * ON_IT and hips[-1, 2] - rise > STANDS * hips[0, 2]
    told = any(name == "stepped_up" for _, name in performance.events)
    return Done(bool(is_there and told), shock)
