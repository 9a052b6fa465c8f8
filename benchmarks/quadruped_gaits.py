"""Trotting and walking at many speeds, turns both ways, and pushes from all sides."""

from __future__ import annotations

import math

from ..bodies.character import Character
from ..evaluation.cases import attempt, run_cases
from ..evaluation.gait_measures import facing_over_a_step, footstrikes, mean_speed, stays_within
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from ..shots.take import Take
from .parts.table import Row

# Gait, speed [m/s], for how long [s].
LONG, SHORT = 60.0, 20.0
SPEEDS = (
    ("trot", 0.5, LONG), ("trot", 1.0, LONG), ("trot", 1.5, LONG), ("trot", 2.0, LONG),
    ("walk", 0.3, SHORT), ("walk", 0.6, SHORT), ("walk", 0.9, SHORT),
)  # fmt: skip
SHARE = 0.15  # of the speed: how far off it may be
WALK_IN = 4.0  # [s]

TURNING = (("trot", 1.0), ("walk", 0.6))  # gait, speed [m/s]
TURNS = (90.0, -90.0)  # [degrees]
REACHED, WITHIN = 6.0, math.radians(10.0)  # [s], [rad]
AFTERWARDS = 2.0  # [s] for which the heading must be kept

FORCE, LASTING = 100.0, 0.1  # [N], [s]
SIDES = ("forward", "forward-left", "left", "back-left",
         "back", "back-right", "right", "forward-right")  # fmt: skip
PHASES = (0.0, 0.25, 0.5, 0.75)  # of a stride
UPRIGHT_FOR = 4.0  # [s] after a push


def measure() -> list[Row]:
    """A row for each speed and each turn, and one for the pushes."""
    speeds = run_cases(speed_of, SPEEDS)
    turns = [(gait, speed, angle) for gait, speed in TURNING for angle in TURNS]
    settled = run_cases(time_to_turn, turns)
    return [
        *(_speed_row(*case, found) for case, found in zip(SPEEDS, speeds, strict=True)),
        *(_turn_row(*case, found) for case, found in zip(turns, settled, strict=True)),
        _push_row(),
    ]


def go(cues: list[Cue], duration: float, pushes: tuple[Push, ...] = ()) -> Take | None:
    """A dog's take; None when it fell."""
    performer = Performer(Character.quadruped(), cues)
    take = attempt(Shot([performer], pushes=list(pushes), duration=duration))
    return None if take is None or take.performances[0].fell_at is not None else take


def speed_of(case: tuple[str, float, float]) -> float:
    """Mean speed [m/s] along +x of (gait, speed [m/s], time [s]); nan when it falls."""
    gait, speed, duration = case
    take = go([Cue(gait, speed=speed)], duration)
    return math.nan if take is None else mean_speed(take, WALK_IN)


def _speed_row(gait: str, asked: float, duration: float, found: float) -> Row:
    return Row(
        figure=f"{gait} at {asked:g} m/s for {duration:g} s: mean speed [m/s]",
        paper="",
        peer="",
        ours="falls" if math.isnan(found) else f"{found:.3f}",
        passed=abs(found - asked) <= SHARE * asked,
        bar=f"must: no fall, within {SHARE:.0%}",
    )


def time_to_turn(case: tuple[str, float, float]) -> float:
    """Seconds until (gait, speed [m/s], angle [degrees]) keeps its new heading; inf if never."""
    gait, speed, angle = case
    heading = math.radians(angle)
    cues = [Cue(gait, speed=speed), Cue(gait, start=WALK_IN, speed=speed, heading=heading)]
    take = go(cues, WALK_IN + REACHED + AFTERWARDS)
    if take is None:
        return math.inf
    return stays_within(take.times, facing_over_a_step(take) - heading, WITHIN, WALK_IN)


def _turn_row(gait: str, speed: float, angle: float, settled: float) -> Row:
    return Row(
        figure=f"turn by {angle:g} degrees, {gait} at {speed:g} m/s: within "
        f"{math.degrees(WITHIN):.0f} degrees of it after [s]",
        paper="",
        peer="",
        ours="never" if math.isinf(settled) else f"{settled:.1f}",
        passed=settled <= REACHED,
        bar=f"must: no fall, {REACHED:g} s",
    )


def _push_row() -> Row:
    times = push_times()
    cases = [(360.0 * i / len(SIDES), time) for i in range(len(SIDES)) for time in times]
    upright = run_cases(stays_up, cases)
    falls = {
        side: upright[i * len(times) : (i + 1) * len(times)].count(False)
        for i, side in enumerate(SIDES)
    }
    fallen = ", ".join(f"{side} {count}" for side, count in falls.items() if count)
    return Row(
        figure=f"{FORCE:g} N for {LASTING:g} s at the torso, trot at 1 m/s, {len(SIDES)} ways "
        f"at {len(times)} phases: upright {UPRIGHT_FOR:g} s later, of {len(cases)}",
        paper="",
        peer="",
        ours=f"{sum(upright)}" + (f" (falls: {fallen})" if fallen else ""),
        passed=all(upright),
        bar="must: all",
    )


def push_times() -> list[float]:
    """Times [s] at which a trot at 1 m/s is at each of the phases of its stride."""
    take = go([Cue("trot", speed=1.0)], 2 * WALK_IN)
    strikes = [] if take is None else footstrikes(take.performances[0], ".FL", WALK_IN).tolist()
    start, following = strikes[:2] if len(strikes) > 1 else (WALK_IN, WALK_IN)
    return [start + phase * (following - start) for phase in PHASES]


def stays_up(case: tuple[float, float]) -> bool:
    """Whether a trotter that is pushed towards (direction [degrees], at a time [s]) stays up."""
    direction, time = math.radians(case[0]), case[1]
    force = (FORCE * math.cos(direction), FORCE * math.sin(direction), 0.0)
    push = Push(0, "torso", time=time, duration=LASTING, force=force)
    return go([Cue("trot", speed=1.0)], time + LASTING + UPRIGHT_FOR, (push,)) is not None
