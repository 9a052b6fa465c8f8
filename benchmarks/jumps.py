"""Jumps: up, ahead, onto a box, down a step, over a gap out of a run; on twenty bodies."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import FootfallError
from ..bodies.character import Character
from ..evaluation.applied_torques import simulate_watched
from ..evaluation.cases import human, run_cases
from ..evaluation.joint_ranges import furthest_beyond
from ..evaluation.jump_measures import Measured, measure_jump, platforms
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.ground import Ground
from ..shots.shot import Performer, Prop, Shot
from ..shots.take import Performance, Take
from .parts.table import Row

PRESETS, VARIED, AMOUNT = ("child", "giant", "robot"), range(16), 0.15
WATCHED = range(4)  # bodies whose torques are watched, which takes longer
LASTS, RUN_LASTS, RATE = 8.5, 10.0, 200.0  # [s], [1/s]: forces are means over 5 ms
FLAT = Ground.flat()
BOX = Prop("box", "box", size=(1.2, 2.0, 0.4), mass=0.0, position=(1.05, 0.0, 0.2))
DOWN = Ground.steps(-0.6, 0.3, 1)
NEAR, WIDTH, RUN = 14.0, 1.5, 3.0  # of a gap [m]; out of a run [m/s]
GAP = platforms(NEAR, NEAR + WIDTH)
HURDLES = {height: Prop("hurdle", size=(0.05, 1.6, height), position=(NEAR, 0.0, 0.5 * height))
           for height in (0.2, 0.3)}  # fmt: skip


@dataclass(frozen=True)
class Task:
    """A jump: its name, the cue's parameters, what it needs, and what is asked for.

    Attributes:
        rise: [m]; way: (2,) [m]; turn: [rad]: asked for.
        is_run: whether the body runs before and afterwards.
        must: how many bodies of twenty must land and stand; None where it is no must.
    """

    name: str
    given: Mapping[str, Any]
    way: tuple[float, float]
    must: int | None = 19
    rise: float | None = None
    turn: float = 0.0
    is_run: bool = False
    ground: Ground = FLAT
    props: Sequence[Prop] = field(default=())


TASKS = (
    Task("0.3 m up", {"height": 0.3}, (0.0, 0.0), rise=0.3),
    Task("1 m ahead", {"distance": 1.0}, (1.0, 0.0)),
    Task("onto a box of 0.4 m", {"distance": 0.85}, (0.85, 0.0), props=(BOX,)),
    Task("down a step of 0.6 m", {"distance": 0.8}, (0.8, 0.0), ground=DOWN),
    Task("over a gap of 1.5 m out of a run of 3 m/s", {}, (math.nan, 0.0), 18, is_run=True,
         ground=GAP),
    *(Task(f"over a hurdle of {height} m out of a run of 3 m/s", {}, (math.nan, 0.0), None,
           is_run=True, props=(hurdle,)) for height, hurdle in HURDLES.items()),
    Task("up, turning by 90 degrees", {"turn": math.pi / 2}, (0.0, 0.0), None, turn=math.pi / 2),
)


class Outcome(NamedTuple):
    """What a body did: whether it stood, how far off it was, and its hardest moments.

    Attributes:
        off: from where it was to land [m]; short: of the rise [m]; turned: off the turn [rad].
        shock, drift: as in `Measured`; torque: largest share of a joint's limit; nan where it
            was not watched.
        beyond: furthest of a joint beyond its range [rad].
    """

    stands: bool
    off: float = math.nan
    short: float = math.nan
    turned: float = math.nan
    shock: float = math.nan
    drift: float = math.nan
    torque: float = math.nan
    beyond: float = math.nan


def measure() -> list[Row]:
    """Rows of each jump on twenty bodies, and of the physics of them all."""
    cases = [(task, number) for task in range(len(TASKS)) for number in range(20)]
    outcomes = run_cases(_jump, cases)
    rows = [
        _row_of(TASKS[task], [o for (t, _), o in zip(cases, outcomes, strict=True) if t == task])
        for task in range(len(TASKS))
    ]
    return [*rows, *_physics_rows([o for o in outcomes if not math.isnan(o.off)])]


def _row_of(task: Task, outcomes: Sequence[Outcome]) -> Row:
    stood = sum(o.stands for o in outcomes)
    landed = [o for o in outcomes if o.stands]
    shown = str(stood)
    if not task.is_run:
        shown += f"; {_mean([100 * o.off for o in landed]):.0f} cm"
    if task.rise is not None:
        shown += f", {_mean([100 * o.short for o in landed]):.0f} cm short of the rise"
    if task.turn:
        shown += f", {math.degrees(_mean([o.turned for o in landed])):.0f} degrees"
    shown += f"; {_mean([o.shock for o in landed]):.1f} body weights"
    passed, bar = None, ""
    if task.must is not None:
        passed, bar = stood >= task.must, f"must: {task.must}"
    return Row(f"jump {task.name}: bodies of 20 that land and stand; off their place in the mean; "
               "hardest 5 ms of the landing", "-", "-", shown, passed, bar)  # fmt: skip


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else math.nan


def _physics_rows(outcomes: Sequence[Outcome]) -> list[Row]:
    drift = float(np.nanmax([o.drift for o in outcomes]))
    torque = float(np.nanmax([o.torque for o in outcomes]))
    beyond = float(np.nanmax([o.beyond for o in outcomes]))
    return [
        Row("momentum over ground and angular momentum in flight: largest change", "-", "-",
            f"{100 * drift:.2f} %", drift < 0.01, "must: 1 %"),
        Row("largest torque of four bodies, of the joint's limit", "-", "-", f"{torque:.3f}",
            torque <= 1.0001, "must: 1"),
        Row("furthest of a joint beyond its range [degrees]", "-", "-",
            f"{math.degrees(beyond):.1f}", beyond < math.radians(5.0), "must: 5"),
    ]  # fmt: skip


def body_of(number: int) -> Character:
    """The human, three presets, and varied ones."""
    if number == 0:
        return human()
    if number <= len(PRESETS):
        return Character.preset(PRESETS[number - 1])
    return human().vary(number - len(PRESETS) - 1, AMOUNT)


def _jump(case: tuple[int, int]) -> Outcome:
    task, body = TASKS[case[0]], body_of(case[1])
    shot = Shot(
        [Performer(body, _cues(task), recover=False)], ground=task.ground,
        props=task.props, duration=RUN_LASTS if task.is_run else LASTS, frame_rate=RATE,
    )  # fmt: skip
    try:
        take, torque = _simulate(shot, is_watched=case[1] in WATCHED)
    except FootfallError:  # it says how far this body can
        return Outcome(False)
    performance, found = take.performances[0], measure_jump(body, take)
    if task.is_run:
        return _run_on(performance, found)
    lands = any(name == "landed" for _, name in performance.events)
    return Outcome(
        lands and performance.fell_at is None,
        float(np.linalg.norm(found.way - task.way)),
        0.0 if task.rise is None else task.rise - found.rise,
        abs(found.turn - task.turn), found.shock, found.drift, torque,
        furthest_beyond(body, performance),
    )  # fmt: skip


def _cues(task: Task) -> list[Cue]:
    if not task.is_run:
        return [Cue("jump", **task.given)]
    return [Cue("run", speed=RUN), Cue("jump", start=2.5), Cue("run", start=None, speed=RUN)]


def _run_on(performance: Performance, found: Measured) -> Outcome:
    """What came of a leap: whether the body is 2 m behind the gap and never fell."""
    is_over = performance.root_position[-1, 0] > NEAR + WIDTH + 2.0
    stands = bool(is_over) and performance.fell_at is None
    return Outcome(stands, off=0.0, short=0.0, shock=found.shock)


def _simulate(shot: Shot, *, is_watched: bool) -> tuple[Take, float]:
    """A take, and the largest torque of a joint, of its limit; nan where nobody watches."""
    if not is_watched:
        return simulate(shot, record=("contact_forces", "momentum")), math.nan
    take, shares = simulate_watched(shot)
    return take, max(shares.values())
