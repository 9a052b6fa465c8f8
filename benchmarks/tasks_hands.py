"""Hands: reach at any height, carry, push and pull a crate, put down, Figure 12."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput
from ..bodies.character import Character
from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.gait_measures import facing
from ..shots.cue import Cue
from ..shots.ground import Ground
from ..shots.shot import Performer, Prop, Shot
from ..shots.take import Performance, Take
from .parts.put_down_early import put_down_early
from .parts.table import Row

REACHERS = ("human", "robot", "child", "giant", "varied")
HEIGHTS = tuple(np.linspace(0.0, 1.1, 12).tolist())  # of the body
BEARINGS = tuple(math.pi / 2 * k + 0.3 for k in range(4))  # [rad]
AWAY, REACH_LASTS, STANDS, NEAR = 1.5, 15.0, 3.0, 0.05  # [m], [s], [s], [m]
CARRIERS, MASSES, OFFSETS = ("human", "robot"), (5.0, 15.0, 25.0), 10
CRATE, LIFTED_BY, CARRIES, CARRY_SPEED = (0.3, 0.4, 0.3), 18.0, 20.0, 0.6  # [m], [s], [s], [m/s]
HEAVY, HEAVY_MASS, HEAVY_FRICTION = (0.7, 0.8, 0.9), 80.0, 0.25  # 0.2 on a ground of 0.8
HOLDS_BY, HAULS, HAUL_SPEED = 12.0, 16.0, 0.4  # [s], [s], [m/s]
STEERED_AT = HOLDS_BY + HAULS / 3  # [s]
STEERED, MUST_MOVE, MISSED = math.pi / 6, 3.0, math.radians(15.0)  # [rad], [m], [rad]
MUST_REACH, MUST_OF_TEN = 0.9, 0.9
# Figure 12: stairs up, two things to step over on top of them, and a place behind them.
STAIR, TREAD, STAIRS, BEFORE_STAIRS = 0.15, 0.3, 3, 2.0  # [m], [m], -, [m]
LOG_SIZE, LOGS, PUT_AT = (0.1, 2.0, 0.2), (2.8, 4.4), 6.2  # [m]; from the first stair on
CARRIED_UP, CLIMBS, PUTS_DOWN, STARTS = 15.0, 34.0, 16.0, 6  # [kg], [s], [s], -
PUT_OFF = 0.1  # [m] that it may lie off its place


Array = NDArray[np.float64]


@dataclass(frozen=True)
class Reach:
    """A body, a height of the target over that of the body, and the direction in which it is."""

    body: str
    height: float
    bearing: float


@dataclass(frozen=True)
class Load:
    """A body, a mass in its hands or the skill that hauls the heavy crate, and a seed."""

    body: str
    mass: float
    skill: str
    seed: int


def measure() -> list[Row]:
    """Rows of reaching, carrying, hauling, and of the paper's Figure 12."""
    rows = [_reach_row(name) for name in REACHERS]
    for body in CARRIERS:
        rows += [_load_row(body, mass, "pick_up", f"{mass:g} kg carried") for mass in MASSES]
        rows += [_load_row(body, HEAVY_MASS, f"{way}_crate", f"{way} 80 kg and steer it")
                 for way in ("push", "pull")]  # fmt: skip
    rows += [put_down_early(body) for body in CARRIERS]
    return [*rows, *(_figure_12_row(body) for body in CARRIERS)]


def body_called(name: str) -> Character:
    """A preset, or a human varied."""
    return human().vary(3, 0.2) if name == "varied" else Character.preset(name)


def _reach_row(name: str) -> Row:
    cases = [Reach(name, height, bearing) for height in HEIGHTS for bearing in BEARINGS]
    done = sum(run_cases(_reaches, cases))
    return Row(
        figure=f"reach, {name}: within 5 cm and standing 3 s later, of {len(cases)}",
        paper="shown", peer="", ours=str(done), passed=done >= MUST_REACH * len(cases),
        bar="must: 90%, aim: 99%",
    )  # fmt: skip


def _reaches(case: Reach) -> bool:
    body = body_called(case.body)
    place = AWAY * math.cos(case.bearing), AWAY * math.sin(case.bearing)
    target = (*place, case.height * body.height)
    try:
        take = attempt(Shot([Performer(body, [Cue("reach", target=target)])], duration=REACH_LASTS))
    except InvalidInput:  # the target is refused, for this body reaches less high
        return False
    if take is None:
        return False
    performance = take.performances[0]
    near = _hand_off(body, performance, np.array(target)) < NEAR
    first = float(take.times[int(np.argmax(near))]) if near.any() else math.inf
    stands = performance.fell_at is None and first + STANDS <= REACH_LASTS
    return bool(stands and near[-1])


def _hand_off(body: Character, performance: Performance, target: Array) -> Array:
    """(frames,) distance of a place from the right hand, between wrist and fingertips [m]."""
    hand = body.segment("hand.R")
    wrist = performance.joint_positions[:, performance.joint_names.index("wrist.R")]
    middle = performance.segment_positions[:, performance.segment_names.index("hand.R")]
    along = (middle - wrist) * hand.length / abs(hand.center[2])
    share = np.sum((target - wrist) * along, axis=1) / np.sum(along * along, axis=1)
    nearest = wrist + np.clip(share, 0.0, 1.0)[:, None] * along
    off: Array = np.linalg.norm(nearest - target, axis=1)
    return off


def _load_row(body: str, mass: float, skill: str, what: str) -> Row:
    cases = [Load(body, mass, skill, seed) for seed in range(OFFSETS)]
    done = sum(run_cases(_carries if skill == "pick_up" else _hauls, cases))
    return Row(
        figure=f"{body}: {what}, of {OFFSETS} start offsets", paper="shown", peer="",
        ours=str(done), passed=done >= MUST_OF_TEN * OFFSETS, bar="must: 9",
    )  # fmt: skip


def _carries(case: Load) -> bool:
    """Lifts a crate, walks with it for 20 s, turns by 90 degrees, never lets it sink."""
    random = np.random.default_rng(case.seed)
    away, bearing = 1.2 + random.uniform(0.0, 1.0), random.uniform(-math.pi, math.pi)
    heading = bearing + math.pi + random.uniform(-0.8, 0.8)
    crate = Prop("crate", "box", CRATE, mass=case.mass, position=(0.0, 0.0, CRATE[2] / 2))
    turned = heading + math.pi / 2
    cues = [
        Cue("pick_up", prop="crate"),
        Cue("walk", start=LIFTED_BY, speed=CARRY_SPEED),
        Cue("walk", start=LIFTED_BY + CARRIES / 2, speed=CARRY_SPEED, heading=turned),
        Cue("stand", start=LIFTED_BY + CARRIES - 2.0),
    ]
    place = away * math.cos(bearing), away * math.sin(bearing)
    performer = Performer(body_called(case.body), cues, position=place, heading=heading)
    take = attempt(Shot([performer], props=[crate], duration=LIFTED_BY + CARRIES))
    if take is None:
        return False
    held = take.props["crate"].position[take.times > LIFTED_BY][:, 2]
    performance = take.performances[0]
    off = abs(math.remainder(float(facing(performance)[-1]) - turned, 2.0 * math.pi))
    return performance.fell_at is None and float(held.min()) > CRATE[2] and off < MISSED


def _hauls(case: Load) -> bool:
    """Moves 80 kg by 3 m on a friction of 0.2 and steers it by 30 degrees."""
    random = np.random.default_rng(case.seed)
    crate = Prop(
        "crate", "box", HEAVY, mass=HEAVY_MASS, position=(1.9, 0.0, HEAVY[2] / 2),
        friction=HEAVY_FRICTION,
    )  # fmt: skip
    heading = [(0.0, 0.0), (STEERED_AT, 0.0), (STEERED_AT + 0.1, STEERED)]
    cues = [
        Cue(case.skill, prop="crate", speed=HAUL_SPEED, heading=heading),
        Cue("stand", start=HOLDS_BY + HAULS),
    ]
    place = random.uniform(-0.4, 0.4, 2).tolist()
    performer = Performer(
        body_called(case.body), cues, position=(place[0], place[1]),
        heading=float(random.uniform(-0.5, 0.5)),
    )  # fmt: skip
    take = attempt(Shot([performer], props=[crate], duration=HOLDS_BY + HAULS + 2.0))
    if take is None or take.performances[0].fell_at is not None:
        return False
    return _has_moved(take, backwards=case.skill == "pull_crate")


def _figure_12_row(body: str) -> Row:
    cases = [Load(body, CARRIED_UP, "pick_up", seed) for seed in range(STARTS)]
    done = sum(run_cases(_climbs, cases))
    return Row(
        figure=f"Figure 12, {body}: 15 kg up three stairs of 15 cm, over two obstacles of 20 cm "
        f"and put down, of {STARTS} start offsets",
        paper="shown", peer="", ours=str(done), passed=done == STARTS, bar="must: all",
    )  # fmt: skip


def _climbs(case: Load) -> bool:
    """Lifts a crate, carries it up three stairs and over two things on top, and puts it down."""
    random = np.random.default_rng(case.seed)
    ground, edge, top = Ground.steps(STAIR, TREAD, STAIRS), TREAD, STAIR * STAIRS
    crate = Prop(
        "crate", "box", CRATE, mass=case.mass, position=(edge - BEFORE_STAIRS, 0.0, CRATE[2] / 2)
    )
    logs = [
        Prop(f"log{x:g}", "box", LOG_SIZE, position=(edge + x, 0.0, top + LOG_SIZE[2] / 2))
        for x in LOGS
    ]
    target = edge + PUT_AT, 0.0, top
    cues = [
        Cue("pick_up", prop="crate"),
        Cue("walk", start=LIFTED_BY, speed=CARRY_SPEED),
        Cue("put_down", start=LIFTED_BY + CLIMBS, target=target),
    ]
    x, y = random.uniform(-0.4, 0.4, 2).tolist()
    performer = Performer(
        body_called(case.body), cues, position=(edge - BEFORE_STAIRS - 1.2 + x, y),
        heading=float(random.uniform(-0.5, 0.5)),
    )  # fmt: skip
    take = attempt(
        Shot([performer], ground=ground, props=[crate, *logs],
             duration=LIFTED_BY + CLIMBS + PUTS_DOWN)
    )  # fmt: skip
    return take is not None and _is_put_down(take, np.array(target))


def _is_put_down(take: Take, target: Array) -> bool:
    performance, place = take.performances[0], take.props["crate"].position[-1]
    names = [name for _, name in performance.events]
    rests = np.linalg.norm(place - target - (0.0, 0.0, CRATE[2] / 2)) < PUT_OFF
    return bool(performance.fell_at is None and "release" in names and rests)


def _has_moved(take: Take, backwards: bool) -> bool:
    """Whether the crate came far enough along the heading, or against it, and turned with it."""
    motion = take.props["crate"]
    heading = np.where(take.times[1:] < STEERED_AT, 0.0, STEERED)
    along = np.stack([np.cos(heading), np.sin(heading)], axis=1)
    way = float((np.diff(motion.position[:, :2], axis=0) * along).sum())
    w, _, _, z = motion.orientation[-1]
    off = abs(math.remainder(2.0 * math.atan2(z, w) - STEERED, 2.0 * math.pi))
    return (-way if backwards else way) > MUST_MOVE and off < MISSED
