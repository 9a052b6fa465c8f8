"""Running: how long, how fast, over what, and what it withstands.

Every figure counts starts that differ, never one run. Perturbed starts are standing ones: at a
random moment of the run a short push changes the velocity of the center of mass, and leans the
trunk, as it acts on the torso.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..shots.cue import Cue
from ..shots.shot import Ground, Performer, Push, Shot
from ..shots.take import Take
from .parts.table import Row

SPEEDS, AIMED, FAST = (2.0, 2.5, 3.0, 3.5, 5.0), (1.5, 4.0, 4.5, 6.0), 5.0  # [m/s]
LASTS, UP_TO_SPEED = 30.0, 6.0  # [s] of a run; until it is judged
WITHIN, CLOSELY = 0.1, 0.05  # of the asked speed; of a fast one
AIRBORNE = (0.15, 0.4)  # of the cycle, with both feet off
STARTS, MUST_STARTS, KICK, KICK_TIME = 20, 16, 0.2, 0.05  # [-], [-], [m/s], [s]
STARTED, STRIDE = 6.0, 0.66  # [s]
PUSH, PUSH_TIME, DIRECTIONS, MUST_PUSHES = 100.0, 0.2, 8, 7  # [N], [s]
TURN_RATES, TURNS_IN = (0.3, 0.7, 1.1), 4.0  # [rad/s], [s] that turning in takes at most
SLOPES = (2.0, -2.0, 5.0, -5.0)  # [degrees]
BODIES, AMOUNT, MUST_BODIES = 5, 0.15, 3
STRUCK_AT, STRUCK_LASTS, RATE = (2.0, 3.0, 5.0), 12.0, 200.0  # [m/s], [s], [1/s]: 5 ms a frame
HARDEST = 5.0  # [body weights] of a landing, up to the speed that a person jogs at
DROPS, LANDS_WITHIN = (0.1, 0.2, 0.3), 4.0  # [m], [s]


@dataclass(frozen=True)
class Run:
    """A case: what is asked of a runner."""

    speed: float = 3.0  # [m/s]
    duration: float = 20.0  # [s]
    body: Character | None = None
    pushes: tuple[Push, ...] = ()
    ground: Ground | None = None
    turn_rate: float = 0.0  # [rad/s], once it is up to speed
    faster: float = 0.0  # [m/s], once it is up to speed


@dataclass(frozen=True)
class Ran:
    """What came of it: until when it was upright, how fast it was, how much of it was flight, how
    many steps it took a second, and how fast it turned in the end [rad/s].
    """

    fell_at: float | None
    speed: float = 0.0
    airborne: float = 0.0
    steps: float = 0.0
    turn_rate: float = 0.0

    def turns(self, speed: float, rate: float) -> bool:
        """Whether it was as fast as asked and turned as sharply, to the side that was asked."""
        return self.keeps(speed) and abs(self.turn_rate - rate) <= WITHIN * abs(rate)

    def keeps(self, speed: float) -> bool:
        """Whether it did not fall and was as fast as asked."""
        within = CLOSELY if speed == FAST else WITHIN
        return self.fell_at is None and abs(self.speed - speed) <= within * speed


def run(case: Run) -> Ran:
    """Run a case from standing."""
    shot = _shot(case)
    take = attempt(shot)
    if take is None:
        return Ran(0.0)
    performance = take.performances[0]
    if performance.fell_at is not None:
        return Ran(performance.fell_at)
    late = take.times >= UP_TO_SPEED
    moved = np.diff(performance.center_of_mass[late, :2], axis=0)
    way = float(np.linalg.norm(moved, axis=1).sum())
    down, lasted = performance.foot_contacts[late], float(np.ptp(take.times[late]))
    strikes = int((down[1:] & ~down[:-1]).sum())
    airborne = float((~down.any(axis=1)).mean())
    return Ran(None, way / lasted, airborne, strikes / lasted, _turn_rate(take, case))


def _turn_rate(take: Take, case: Run) -> float:
    """Of the direction of travel, once it has turned in [rad/s]."""
    if not case.turn_rate:
        return 0.0
    seen = take.times >= UP_TO_SPEED + TURNS_IN
    velocity = np.diff(take.performances[0].center_of_mass[seen, :2], axis=0)
    direction = np.unwrap(np.arctan2(velocity[:, 1], velocity[:, 0]))
    return float(np.polyfit(take.times[seen][1:], direction, 1)[0])


def _shot(case: Run) -> Shot:
    turn_rate = [(0.0, 0.0), (UP_TO_SPEED - 0.5, 0.0), (UP_TO_SPEED, case.turn_rate)]
    end = case.speed + case.faster
    speed = [(0.0, case.speed), (UP_TO_SPEED, case.speed), (UP_TO_SPEED + 1.0, end)]
    cue = Cue("run", speed=speed, turn_rate=turn_rate)
    return Shot(
        [Performer(case.body or human(), [cue])], pushes=case.pushes, duration=case.duration,
        ground=case.ground or Ground.flat(),
    )  # fmt: skip


def measure() -> list[Row]:
    """Gates first, then what the run withstands."""
    return [
        _drop_row(),
        _in_place_row(),
        *(_speed_row(speed, "must") for speed in SPEEDS),
        *(_speed_row(speed, "aim") for speed in AIMED),
        *(_shock_row(speed) for speed in STRUCK_AT),
        _starts_row(),
        _faster_row(),
        *(_turn_row(rate) for rate in TURN_RATES),
        *(_slope_row(slope) for slope in SLOPES),
        _push_row(),
        _body_row(),
        _pace_row(),
    ]


def _drop_row() -> Row:
    bodies = [human(), *(human().vary(seed, AMOUNT) for seed in range(1, 4))]
    landed = run_cases(_lands, [(body, height) for body in bodies for height in DROPS])
    return Row(
        "drops of 10, 20 and 30 cm that end in standing, four bodies", "", "",
        f"{sum(landed)} of {len(landed)}", all(landed), "must: all",
    )  # fmt: skip


def _lands(case: tuple[Character, float]) -> bool:
    body, height = case
    root = ((0.0, 0.0, body.standing_height_of_root + height), (1.0, 0.0, 0.0, 0.0))
    performer = Performer(body, [Cue("stand")], pose={"root": root})
    take = attempt(Shot([performer], duration=LANDS_WITHIN))
    return take is not None and take.performances[0].fell_at is None


def _in_place_row() -> Row:
    (ran,) = run_cases(run, [Run(speed=0.0, duration=LASTS)])
    passed = ran.fell_at is None and ran.airborne >= AIRBORNE[0]
    return Row(
        "run in place for 30 s: fell at [s], flight", "", "",
        f"{ran.fell_at}, {ran.airborne:.2f}", passed, "must: none, 0.15",
    )  # fmt: skip


def _speed_row(speed: float, bar: str) -> Row:
    runs = run_cases(run, [Run(speed, LASTS, body) for body in _alike()])
    kept = sum(ran.keeps(speed) for ran in runs)
    upright = [ran for ran in runs if ran.fell_at is None]
    real = all(AIRBORNE[0] <= ran.airborne <= AIRBORNE[1] for ran in upright)
    passed, within = kept == len(runs) and real, CLOSELY if speed == FAST else WITHIN
    return Row(
        f"run {speed} m/s for 30 s, four bodies: speed kept; speeds; flight; steps a second",
        "3 m/s", "",
        f"{kept} of {len(runs)}; {_span([r.speed for r in upright])}; "
        f"{_span([r.airborne for r in upright])}; {_span([r.steps for r in upright])}",
        passed if bar == "must" else None, f"{bar}: all, {100 * within:g} %, 0.15 to 0.4",
    )  # fmt: skip


def _span(values: list[float]) -> str:
    return f"{min(values):.2f} to {max(values):.2f}" if values else "-"


def _shock_row(speed: float) -> Row:
    shocks = run_cases(_hardest_landing, [(speed, body) for body in _alike()])
    hardest = max(shocks) if all(shocks) else math.nan
    passed = hardest <= HARDEST if speed < FAST else None
    return Row(
        f"run {speed} m/s, four bodies: hardest 5 ms of the landings [body weights]", "", "",
        f"{hardest:.1f}", passed, "must: 5, aim: 4" if speed < FAST else "aim: 4",
    )  # fmt: skip


def _hardest_landing(case: tuple[float, Character]) -> float:
    """The largest mean over 5 ms of the ground's force, once up to speed; 0 where it falls."""
    speed, body = case
    performer = Performer(body, [Cue("run", speed=speed)])
    shot = Shot([performer], duration=STRUCK_LASTS, frame_rate=RATE)
    take = attempt(shot, record=("contact_forces",))
    if take is None or take.performances[0].fell_at is not None:
        return 0.0
    forces = take.performances[0].contact_forces
    assert forces is not None
    upwards = forces[take.times >= UP_TO_SPEED, :, 2].sum(axis=1)
    return float(upwards.max() / (body.mass * 9.81))


def _alike() -> list[Character]:
    """The human, and three bodies near it."""
    return [human(), *(human().vary(seed, 0.02) for seed in range(1, 4))]


def _starts_row() -> Row:
    cases = []
    for seed in range(STARTS):
        random = np.random.default_rng(seed)
        force = KICK * human().mass / KICK_TIME
        when = STARTED + STRIDE * random.uniform()
        cases.append(_pushed(force, KICK_TIME, random.uniform(-math.pi, math.pi), when, 26.0))
    upright = sum(ran.fell_at is None for ran in run_cases(run, cases))
    return Row(
        "3 m/s for 20 s after a kick of 0.2 m/s, any direction and phase, upright", "", "",
        f"{upright} of {STARTS}", upright >= MUST_STARTS, f"must: {MUST_STARTS}",
    )  # fmt: skip


def _pushed(force: float, lasting: float, direction: float, when: float, until: float) -> Run:
    push = Push(
        performer=0, segment="torso", time=when, duration=lasting,
        force=(force * math.cos(direction), force * math.sin(direction), 0.0),
    )  # fmt: skip
    return Run(duration=until, pushes=(push,))


def _faster_row() -> Row:
    (ran,) = run_cases(run, [Run(2.5, 20.0, faster=1.0)])
    return Row(
        "from 2.5 to 3.5 m/s: fell at [s]", "3 to 3.7 m/s", "", f"{ran.fell_at}",
        ran.fell_at is None, "must: none",
    )  # fmt: skip


def _turn_row(rate: float) -> Row:
    cases = [Run(body=body, turn_rate=way * rate) for body in _alike() for way in (1.0, -1.0)]
    runs = run_cases(run, cases)
    turned = [
        ran for case, ran in zip(cases, runs, strict=True) if ran.turns(case.speed, case.turn_rate)
    ]
    upright = sum(ran.fell_at is None for ran in runs)
    return Row(
        f"3 m/s, turning {rate} rad/s for 14 s, four bodies, both ways: upright; as fast and as "
        "sharply as asked; speeds; turns [rad/s]", "1.1", "",
        f"{upright} of {len(runs)}; {len(turned)}; {_span([r.speed for r in turned])}; "
        f"{_span([abs(r.turn_rate) for r in turned])}",
        len(turned) == len(runs), "must: all, 10 %",
    )  # fmt: skip


def _slope_row(slope: float) -> Row:
    (ran,) = run_cases(run, [Run(ground=Ground.slope(slope))])
    must = ran.fell_at is None if abs(slope) <= 2.0 else None
    return Row(f"3 m/s on a slope of {slope:g} degrees for 20 s: fell at [s]", "5", "",
               f"{ran.fell_at}", must, "must: 2, aim: 5")  # fmt: skip


def _push_row() -> Row:
    cases = [
        _pushed(PUSH, PUSH_TIME, 2.0 * math.pi * i / DIRECTIONS,
                STARTED + STRIDE * i / DIRECTIONS, 12.0)
        for i in range(DIRECTIONS)
    ]  # fmt: skip
    upright = sum(ran.fell_at is None for ran in run_cases(run, cases))
    return Row(
        "3 m/s, 100 N x 0.2 s at the torso from 8 directions, upright", "200 N", "",
        f"{upright} of {DIRECTIONS}", upright >= MUST_PUSHES, f"must: {MUST_PUSHES}",
    )  # fmt: skip


def _body_row() -> Row:
    bodies = [human().vary(seed, AMOUNT) for seed in range(1, BODIES + 1)]
    bodies += [Character.preset("child"), Character.preset("giant")]
    legs = [body.leg_length / human().leg_length for body in bodies]
    cases = [Run(3.0 * leg**0.5, body=body) for body, leg in zip(bodies, legs, strict=True)]
    upright = [ran.fell_at is None for ran in run_cases(run, cases)]
    varied = sum(upright[:BODIES])
    return Row(
        "bodies varied by 0.15, child and giant, as fast by size for 20 s, upright", "", "",
        f"{varied} of {BODIES}, {sum(upright[BODIES:])} of 2", varied >= MUST_BODIES,
        f"must: {MUST_BODIES} of {BODIES}",
    )  # fmt: skip


def _pace_row() -> Row:
    run(Run(duration=UP_TO_SPEED + 1.0))  # compiled, from here on
    began = time.perf_counter()
    run(Run(duration=10.0))
    pace = 10.0 / (time.perf_counter() - began)
    return Row("x real time, one core", "0.4", "", f"{pace:.2f}", pace >= 1.0, "must: 1, aim: 3")
