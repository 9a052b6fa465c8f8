"""Footprints that are stepped on, pushes that are balanced or stepped out."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

import numpy as np

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.footprint_lists import Footprint, footprint_errors, random_footprints
from ..evaluation.gait_measures import footstrikes
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from .capture_point import CAPTURE
from .gbwc_pushes import survives
from .parts.table import Row

LISTS, MUST_LISTS = 20, 19
BEGIN, SHIFT = 0.5, 0.9  # [s] before the first footprint; of shifting the weight, at most
MOST_MISSED, MOST_TURNED = 0.03, math.radians(5.0)  # [m], [rad], in the mean
LASTING, EVERY = 0.1, 2.5  # [s], of a push and between pushes in a row
DIRECTIONS, ORDERS = 16, 5
ROW_FORCES = (170.0, 250.0)  # [N]
SINGLE_FORCES, SINGLE_TIMES = (350.0, 500.0), (2.0, 2.3, 2.6, 2.9)  # [N], [s]
LIGHT_FORCE = 60.0  # [N], that takes no step
BODIES, BODY_AMOUNT, STEPS, STOOD = 20, 0.25, 4, 30.0  # [-], [-], [-], [s]
TIMED = 10.0  # [s]


def measure() -> list[Row]:
    """Rows of footprints, pushes, bodies and speed."""
    return [
        *_list_rows(),
        *_impulse_rows(),
        *_single_rows(),
        _body_row(),
        _speed_row(),
    ]


def _list_rows() -> list[Row]:
    outcomes = run_cases(_step_on_list, range(LISTS))
    done = [errors for errors in outcomes if errors is not None]
    missed = float(np.mean([m for errors in done for m, _ in errors])) if done else math.inf
    turned = float(np.mean([t for errors in done for _, t in errors])) if done else math.inf
    return [
        Row(f"lists of 8 random footprints completed, of {LISTS}", "shown", "-", f"{len(done)}",
            len(done) >= MUST_LISTS, f"must: {MUST_LISTS}"),
        Row("mean error of their feet [cm], [degrees]", "", "-",
            f"{100 * missed:.1f}, {math.degrees(turned):.1f}",
            missed <= MOST_MISSED and turned <= MOST_TURNED, "must: 3, 5; aim: 2"),
    ]  # fmt: skip


def _step_on_list(seed: int) -> list[tuple[float, float]] | None:
    prints = random_footprints(human(), seed)
    return _errors_on(human(), prints)


def _errors_on(body: Character, prints: list[Footprint]) -> list[tuple[float, float]] | None:
    cue = Cue("step", start=BEGIN, footsteps=prints)
    lasting = sum(step["duration"] + SHIFT for step in prints)
    take = attempt(Shot([Performer(body, [cue])], duration=BEGIN + lasting + 1.0))
    return None if take is None else footprint_errors(body, take, prints, BEGIN)


def _impulse_rows() -> list[Row]:
    momenta: Mapping[str, float] = {}
    cases = [(f, o, damping) for f in ROW_FORCES for damping in (momenta, CAPTURE)
             for o in range(ORDERS)]  # fmt: skip
    stood = run_cases(_stand_in_a_row, cases)
    rows = []
    for i, force in enumerate(ROW_FORCES):
        ours, capture = (stood[(2 * i + k) * ORDERS : (2 * i + k + 1) * ORDERS] for k in (0, 1))
        whole = sum(count == DIRECTIONS for count in ours)
        must = ORDERS if i == 0 else 3
        figure = (
            f"{force:g} N x {LASTING:g} s from {DIRECTIONS} directions every {EVERY:g} s, "
            f"orders absorbed whole of {ORDERS}; pushes until a fall; the capture point alone"
        )
        rows.append(
            Row(figure, "170 N shown" if i == 0 else "capture point fails at 250 N", "-",
                f"{whole}; {_numbers(ours)}; {_numbers(capture)}", whole >= must, f"must: {must}")
        )  # fmt: skip
    return rows


def _numbers(counts: list[int]) -> str:
    return ", ".join(str(count) for count in counts)


def _stand_in_a_row(case: tuple[float, int, Mapping[str, float]]) -> int:
    """How many of the pushes, one from each direction, are stood before a fall."""
    force, order, damping = case
    turns = np.random.default_rng(order).permutation(DIRECTIONS) * 2 * math.pi / DIRECTIONS
    pushes = [
        Push(0, "torso", time=2.0 + EVERY * i, duration=LASTING,
             force=(force * math.cos(turn), force * math.sin(turn), 0.0))
        for i, turn in enumerate(turns.tolist())
    ]  # fmt: skip
    performer = Performer(human(), [Cue("balance", **damping)])
    take = attempt(Shot([performer], pushes=pushes, duration=2.0 + EVERY * DIRECTIONS))
    if take is None:
        return 0
    fell_at = take.performances[0].fell_at
    return DIRECTIONS if fell_at is None else int((fell_at - 2.0) // EVERY)


def _single_rows() -> list[Row]:
    turns = [2 * math.pi * i / DIRECTIONS for i in range(DIRECTIONS)]
    total = DIRECTIONS * len(SINGLE_TIMES)
    rows = []
    for force, must in zip(SINGLE_FORCES, (60, None), strict=True):
        cases = [(force, turn, at) for turn in turns for at in SINGLE_TIMES]
        stood = sum(run_cases(_stands, cases))
        rows.append(
            Row(f"one push of {force:g} N x {LASTING:g} s, {DIRECTIONS} directions at "
                f"{len(SINGLE_TIMES)} times: upright of {total}", "-", "350 N (side) a prototype",
                f"{stood}", None if must is None else stood >= must,
                "aim: all" if must is None else f"must: {must}")
        )  # fmt: skip
    steps = sum(run_cases(_steps_when_pushed_lightly, turns))
    rows.append(Row(f"one push of {LIGHT_FORCE:g} N alike: steps taken", "none", "-", f"{steps}",
                    steps == 0, "must: 0"))  # fmt: skip
    return rows


def _stands(case: tuple[float, float, float]) -> bool:
    force, turn, at = case
    return survives(Performer(human(), [Cue("balance")]), force, turn, at)


def _steps_when_pushed_lightly(turn: float) -> int:
    force = (LIGHT_FORCE * math.cos(turn), LIGHT_FORCE * math.sin(turn), 0.0)
    push = Push(0, "torso", time=2.0, duration=LASTING, force=force)
    take = attempt(Shot([Performer(human(), [Cue("balance")])], pushes=[push], duration=5.0))
    return 1 if take is None else len(footstrikes(take.performances[0], start=1.0))


def _body_row() -> Row:
    done = run_cases(_stand_step_and_survive, range(BODIES))
    wrong = [str(seed) for seed, whole in enumerate(done) if not whole]
    note = f" (not {', '.join(wrong)})" if wrong else ""
    return Row(f"bodies varied by {BODY_AMOUNT:g} that stand {STOOD:g} s, take {STEPS} steps and "
               f"survive 170 N, of {BODIES}", "two bodies shown", "-", f"{sum(done)}{note}",
               sum(done) >= 18, "must: 18")  # fmt: skip


def _stand_step_and_survive(seed: int) -> bool:
    body = human().vary(seed, BODY_AMOUNT)
    stands = attempt(Shot([Performer(body, [Cue("balance")])], duration=STOOD))
    if stands is None or stands.performances[0].fell_at is not None:
        return False
    if _errors_on(body, random_footprints(body, seed, STEPS)) is None:
        return False
    turn = 2 * math.pi * seed / BODIES
    return survives(Performer(body, [Cue("balance")]), ROW_FORCES[0], turn, 2.0)


def _speed_row() -> Row:
    shot = Shot([Performer(human(), [Cue("balance")])], duration=TIMED)
    simulate(shot)
    begin = time.perf_counter()
    simulate(shot)
    fast = TIMED / (time.perf_counter() - begin)
    return Row("simulate() of 10 s of balance [x real time]", "1", "4.5 a prototype", f"{fast:.1f}",
               fast >= 1.0, "must: 1, aim: 3")  # fmt: skip
