"""GBWC's turns and stops: headings reached from any phase, a turning rate kept, standing.

Coros, Beaudoin, van de Panne 2010, Sections 3.5 and 4.
"""

from __future__ import annotations

import math

import numpy as np

from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.gait_measures import (
    facing_over_a_step,
    footstrikes,
    stays_within,
    time_to_stand,
)
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.table import Row

SPEED = 0.8  # [m/s]
# Just under half a turn, so that the sign says which way round.
ANGLES = (45.0, -45.0, 90.0, -90.0, 179.9, -179.9)  # [degrees]
RUNS = 20  # over the phases of a stride
WALK_IN = 5.0  # [s]
REACHED, WITHIN = 6.0, math.radians(10.0)  # [s], [rad]
AFTERWARDS = 2.0  # [s] for which the heading must be kept
PEER_REACHED = 12.0  # [s]

RATE, RATE_TIME, RATE_SHARE = 0.5, 30.0, 0.1  # [rad/s], [s], of the rate

STOP_SPEED, STOPPED, STOP_RUNS = 1.2, 3.0, 10  # [m/s], [s]
STOP_WATCHED = 8.0  # [s] after the cue
CYCLES, CYCLE_PART = 10, 4.0  # of walking and standing [s]
IDLE_TIME, LEAST_SWAY = 120.0, 1.0  # [s], [cm]


def measure() -> list[Row]:
    """Rows of turns, turning rate, stops, start-stop cycles and idling."""
    start, length = stride_after(SPEED, WALK_IN)
    times = [start + length * run / RUNS for run in range(RUNS)]
    cases = [(angle, time) for angle in ANGLES for time in times]
    settled = run_cases(_turn, cases)
    turns = [_turn_row(angle, settled[i * RUNS : (i + 1) * RUNS]) for i, angle in enumerate(ANGLES)]
    return [*turns, _rate_row(), _stop_row(), _cycles_row(), _idle_row()]


def stride_after(speed: float, time: float) -> tuple[float, float]:
    """Start and length [s] of the human's first stride of the left foot after a time."""
    shot = Shot([Performer(human(), [Cue("walk", speed=speed)])], duration=time + WALK_IN)
    take = attempt(shot)
    strikes = np.zeros(0) if take is None else footstrikes(take.performances[0], ".L", start=time)
    if len(strikes) < 2:  # it fell: any time does, for every run will fall
        return time, 1.0
    return float(strikes[0]), float(strikes[1] - strikes[0])


def _turn(case: tuple[float, float]) -> float:
    """Seconds until the new heading is kept; inf when it is not, or when the walker falls."""
    angle, time = case
    cues = [
        Cue("walk", speed=SPEED),
        Cue("walk", start=time, speed=SPEED, heading=math.radians(angle)),
    ]
    shot = Shot([Performer(human(), cues)], duration=time + REACHED + AFTERWARDS)
    take = attempt(shot)
    if take is None or take.performances[0].fell_at is not None:
        return math.inf
    # A half turn may end on either side of it.
    error = np.angle(np.exp(1j * (facing_over_a_step(take) - math.radians(angle))))
    return stays_within(take.times, error, WITHIN, time)


def _turn_row(angle: float, settled: list[float]) -> Row:
    reached = [time for time in settled if time <= REACHED]
    return Row(
        figure=f"turn by {angle:.0f} degrees at {SPEED:g} m/s within {REACHED:g} s: "
        f"of {RUNS} runs over the phases; slowest [s]",
        paper="shown",
        peer=f"within {PEER_REACHED:g} s",
        ours=f"{len(reached)} of {RUNS}; {max(reached, default=math.nan):.1f}",
        passed=len(reached) == RUNS,
        bar=f"must: {RUNS} of {RUNS}",
    )


def _rate_row() -> Row:
    rates = run_cases(_turning_rate, [RATE, -RATE])
    kept = all(
        abs(rate - asked) <= RATE_SHARE * RATE
        for rate, asked in zip(rates, (RATE, -RATE), strict=True)
    )
    return Row(
        figure=f"turn_rate of {RATE:g} and {-RATE:g} rad/s for {RATE_TIME:g} s: mean [rad/s]",
        paper="up to 2",
        peer="",
        ours=" and ".join("falls" if math.isnan(rate) else f"{rate:.3f}" for rate in rates),
        passed=kept,
        bar="must: within 10 %",
    )


def _turning_rate(rate: float) -> float:
    """Mean rate [rad/s] over the time that it is asked for; nan when the walker falls."""
    cues = [
        Cue("walk", speed=SPEED),
        Cue("walk", start=WALK_IN, speed=SPEED, turn_rate=rate),
    ]
    take = attempt(Shot([Performer(human(), cues)], duration=WALK_IN + RATE_TIME))
    if take is None or take.performances[0].fell_at is not None:
        return math.nan
    start = int(np.searchsorted(take.times, WALK_IN))
    faced = facing_over_a_step(take)
    return float((faced[-1] - faced[start]) / RATE_TIME)


def _stop_row() -> Row:
    start, length = stride_after(STOP_SPEED, WALK_IN)
    times = run_cases(_stop, [start + length * run / STOP_RUNS for run in range(STOP_RUNS)])
    return Row(
        figure=f"stop from {STOP_SPEED:g} m/s until slower than 0.05 m/s, "
        f"{STOP_RUNS} runs over the phases: median, slowest [s]",
        paper="shown",
        peer="",
        ours=f"{np.median(times):.1f}, {max(times):.1f}",
        passed=max(times) <= STOPPED,
        bar=f"must: within {STOPPED:g} s",
    )


def _stop(time: float) -> float:
    cues = [Cue("walk", speed=STOP_SPEED), Cue("stand", start=time)]
    take = attempt(Shot([Performer(human(), cues)], duration=time + STOP_WATCHED))
    if take is None or take.performances[0].fell_at is not None:
        return math.inf
    return time_to_stand(take, time)


def _cycles_row() -> Row:
    cues = []
    for cycle in range(CYCLES):
        start = 2 * CYCLE_PART * cycle
        cues += [Cue("walk", start=start, speed=SPEED), Cue("stand", start=start + CYCLE_PART)]
    take = attempt(Shot([Performer(human(), cues)], duration=2 * CYCLE_PART * CYCLES))
    fell_at = math.nan if take is None else take.performances[0].fell_at
    return Row(
        figure=f"{CYCLES} cycles of {CYCLE_PART:g} s walking and {CYCLE_PART:g} s standing",
        paper="shown",
        peer="",
        ours="no fall" if fell_at is None else f"falls at {fell_at:.1f} s",
        passed=fell_at is None,
        bar="must: no fall",
    )


def _idle_row() -> Row:
    shot = Shot([Performer(human(), [Cue("stand", idle=1.0)])], duration=IDLE_TIME)
    take = attempt(shot)
    figure = f"idle for {IDLE_TIME:g} s: center of mass sways by [cm]; footstrikes"
    bar = f"must: no fall, weight shifts by {LEAST_SWAY:g} cm"
    if take is None or take.performances[0].fell_at is not None:
        return Row(figure, "shown", "", "falls", False, bar)
    performance = take.performances[0]
    sway = 100 * float(np.ptp(performance.center_of_mass[:, 1]))
    ours = f"{sway:.1f}; {len(footstrikes(performance))}"
    return Row(figure, "shown", "", ours, sway >= LEAST_SWAY, bar)
