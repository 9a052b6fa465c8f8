"""Speed over the stride, and tracking of planned poses beside the runner that ships.

The runner that ships takes posture, contacts and times from the clip; the trackers follow the
planner's poses, the paper's by its feed-forward torques and low gains, the other one by the
whole-body program. Kwon and Hodgins 2010; the speed is their Figure 7.
Draws docs/running_speed.png.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..motion.reference import load_reference
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Performance
from .parts.plots import ASKED, OURS, new_figure, save
from .parts.table import Row

SPEED, LASTS, SETTLED, RATE = 3.0, 12.0, 5.0, 240.0  # [m/s], [s], [s], [1/s]
SHARES = np.linspace(0.0, 1.0, 101)  # of a stride
TRACKERS = {"paper": "equations 11 to 13", "program": "whole-body program"}
BODIES, AMOUNT = 4, 0.15
Array = NDArray[np.float64]
Case = tuple[str, Character]


def measure() -> list[Row]:
    """Rows of the speed's profile and of both trackers; draws docs/running_speed.png."""
    return [_profile_row(), *(_tracking_row(tracking) for tracking in TRACKERS)]


def _profile_row() -> Row:
    take = attempt(_shot("runner", human()))
    if take is None:
        return Row("speed over a stride", "as in the clip", "", "diverged", False,
                   "must: no fall")
    strides = _strides(take.performances[0], take.times)
    clip = _clip_profile()
    _plot(clip, strides)
    off = float(np.sqrt(np.mean((strides.mean(axis=0) - clip) ** 2)))
    return Row(f"forward speed over the stride, off the clip's, RMS [m/s]; of {len(strides)} "
               "strides", "alike", "", f"{off:.2f}")  # fmt: skip


def _shot(tracking: str, body: Character) -> Shot:
    speed = SPEED * math.sqrt(body.leg_length / human().leg_length)
    cue = Cue("run", speed=speed, tracking=tracking)
    return Shot([Performer(body, [cue])], duration=LASTS, frame_rate=RATE)


def _strides(performance: Performance, times: Array) -> Array:
    """(strides, SHARES) forward speed [m/s] from footstrike to footstrike of the left foot."""
    speed = np.gradient(performance.center_of_mass[:, 0], times)
    strikes = [time for time, name in performance.events if name == "footstrike.L"]
    late = [time for time in strikes if time > SETTLED]
    return np.array(
        [
            np.interp(first + SHARES * (last - first), times, speed)
            for first, last in pairwise(late)
        ]
    )


def _clip_profile() -> Array:
    """(SHARES,) the same of the clip's cycle."""
    reference = load_reference("run")
    com = reference.figure.place(reference.posture).com[:, 0]
    ahead = np.append(com[1:], com[0] + reference.travel[0])
    speed = (ahead - com) * reference.frames / reference.period
    strikes = next(contact.start for contact in reference.contacts if contact.side == ".L")
    phases = (np.arange(reference.frames) + 0.5) / reference.frames
    return np.interp((SHARES + strikes) % 1.0, phases, speed, period=1.0)


def _plot(clip: Array, strides: Array) -> None:
    figure = new_figure(6.0, 3.5)
    if figure is None:
        return
    axes = figure.add_subplot()
    percent = 100.0 * SHARES
    axes.plot(percent, clip, "--", color=ASKED, label="clip")
    axes.plot(percent, strides.mean(axis=0), color=OURS, label="simulated, mean")
    least, most = strides.min(axis=0), strides.max(axis=0)
    axes.fill_between(percent, least, most, color=OURS, alpha=0.2, label="all strides")
    axes.set_xlabel("stride, from footstrike to footstrike of the left foot [%]")
    axes.set_ylabel("forward speed [m/s]")
    axes.grid(alpha=0.3)
    axes.legend()
    save(figure, "running_speed.png")


def lasts(case: Case) -> float:
    """How long [s] a tracker is on its feet once it has taken over; nan where it has not."""
    tracking, body = case
    take = attempt(_shot(tracking, body))
    if take is None:
        return 0.0
    performance = take.performances[0]
    began = next((time for time, name in performance.events if name == "tracked"), math.nan)
    return (performance.fell_at or float(take.times[-1])) - began


def _tracking_row(tracking: str) -> Row:
    bodies = [human(), *(human().vary(seed, AMOUNT) for seed in range(1, BODIES + 1))]
    found = run_cases(lasts, [(tracking, body) for body in bodies])
    told = ", ".join(f"{time:.1f}" for time in found)
    return Row(f"planned poses tracked by {TRACKERS[tracking]}: upright for [s], human and "
               f"{BODIES} bodies", "runs", "fell after 1 s", told)  # fmt: skip
