"""GBWC's pushes: 0.1 s on the torso, walking and standing, from all sides at all phases.

Coros, Beaudoin, van de Panne 2010, Section 6, "Robustness".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.gait_measures import footstrikes
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from ..shots.take import Performance
from .parts.table import Row

SPEED = 0.6  # [m/s]
LASTING = 0.1  # [s]
WALK_IN, STAND_IN = 4.0, 3.0  # [s] before the push
UPRIGHT_FOR = 6.0  # [s] after it
SIDES = ("forward", "forward-left", "left", "back-left",
         "back", "back-right", "right", "forward-right")  # fmt: skip
PHASES = (0.0, 0.25, 0.5, 0.75)  # of a step, from footstrike to footstrike
STANCES = (".L", ".R")
STANDING_DIRECTIONS = 16
PAPER = "all at 600 N"
PEER_WORST = "300 N (left, right) to 750 N (back) at the worst phase"


@dataclass(frozen=True)
class Trial:
    """One row: a push of `force` [N] on a walker; how often it must and should stay upright."""

    force: float
    leg_collision: bool
    must: int | None
    aim: int | None


WALKING = (
    Trial(600.0, False, 60, 64),
    Trial(800.0, False, None, 48),
    Trial(300.0, True, 60, None),
    Trial(600.0, True, None, 56),
)
STANDING = (Trial(300.0, True, 16, None), Trial(500.0, True, None, 16))


def measure() -> list[Row]:
    """A row for each force, walking and standing."""
    return [
        *(_walking_row(trial) for trial in WALKING),
        *(_standing_row(trial) for trial in STANDING),
    ]


def _walking_row(trial: Trial) -> Row:
    angles = [math.radians(360.0 * i / len(SIDES)) for i in range(len(SIDES))]
    times = times_at_phases(trial.leg_collision, STANCES, PHASES)
    cases = [(trial.force, a, time, trial.leg_collision) for a in angles for time in times]
    upright = run_cases(stays_up_walking, cases)
    fallen = {
        side: upright[i * len(times) : (i + 1) * len(times)].count(False)
        for i, side in enumerate(SIDES)
    }
    return _row(f"pushed while walking {SPEED:g} m/s", trial, upright, _listed(fallen))


def _standing_row(trial: Trial) -> Row:
    turns = [360.0 * i / STANDING_DIRECTIONS for i in range(STANDING_DIRECTIONS)]
    cases = [(trial.force, math.radians(turn), trial.leg_collision) for turn in turns]
    upright = run_cases(_stays_up_standing, cases)
    fallen = {f"{turn:g} degrees": int(not up) for turn, up in zip(turns, upright, strict=True)}
    return _row("pushed while standing", trial, upright, _listed(fallen))


def _row(what: str, trial: Trial, upright: Sequence[bool], fallen: str) -> Row:
    legs = "legs collide" if trial.leg_collision else "legs pass through each other"
    survived, total = sum(upright), len(upright)
    bars = [f"must: {trial.must}"] if trial.must is not None else []
    bars += [f"aim: {trial.aim}"] if trial.aim is not None else []
    walking = total > STANDING_DIRECTIONS
    return Row(
        figure=f"{what}, {trial.force:g} N for {LASTING:g} s, {legs}: upright "
        f"{UPRIGHT_FOR:g} s later, of {total}",
        paper=PAPER if walking and not trial.leg_collision else "",
        peer=PEER_WORST if walking else "",
        ours=f"{survived}" + (f" (falls: {fallen})" if fallen else ""),
        passed=None if trial.must is None else survived >= trial.must,
        bar=", ".join(bars),
    )


def _listed(fallen: dict[str, int]) -> str:
    return ", ".join(f"{side} {count}" for side, count in fallen.items() if count)


def times_at_phases(
    leg_collision: bool, stances: Sequence[str], phases: Sequence[float]
) -> list[float]:
    """Times [s] at which an undisturbed walk is at each phase of a step on each stance foot."""
    performer = Performer(human(), [Cue("walk", speed=SPEED)], leg_collision=leg_collision)
    take = attempt(Shot([performer], duration=2 * WALK_IN))
    performance = None if take is None else take.performances[0]
    times = []
    for stance in stances:
        strike, following = _step_after(performance, stance)
        times += [strike + phase * (following - strike) for phase in phases]
    return times


def _step_after(performance: Performance | None, stance: str) -> tuple[float, float]:
    """The first footstrike of a side after the walk-in, and the other side's that follows it."""
    if performance is not None:
        own = footstrikes(performance, stance, start=WALK_IN)
        other = footstrikes(performance, ".R" if stance == ".L" else ".L", start=WALK_IN)
        later = other[other > own[0]] if len(own) else other
        if len(own) and len(later):
            return float(own[0]), float(later[0])
    return WALK_IN, WALK_IN + 1.0  # it fell: every pushed run will fall as well


def stays_up_walking(case: tuple[float, float, float, bool]) -> bool:
    """Whether a walker pushed by (force [N], direction [rad], time [s], legs collide) stays up."""
    force, direction, time, leg_collision = case
    cue = Cue("walk", speed=SPEED)
    return survives(Performer(human(), [cue], leg_collision=leg_collision), force, direction, time)


def _stays_up_standing(case: tuple[float, float, bool]) -> bool:
    force, direction, leg_collision = case
    performer = Performer(human(), [Cue("stand")], leg_collision=leg_collision)
    return survives(performer, force, direction, STAND_IN)


def pushed_shot(performer: Performer, force: float, direction: float, time: float) -> Shot:
    """A shot with a push of `force` [N] towards a world direction [rad] at a time [s]."""
    vector = (force * math.cos(direction), force * math.sin(direction), 0.0)
    push = Push(0, "torso", time=time, duration=LASTING, force=vector)
    return Shot([performer], pushes=[push], duration=time + LASTING + UPRIGHT_FOR)


def survives(performer: Performer, force: float, direction: float, time: float) -> bool:
    """Whether the performer has not fallen six seconds after a push."""
    take = attempt(pushed_shot(performer, force, direction, time))
    return take is not None and take.performances[0].fell_at is None
