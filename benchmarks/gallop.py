"""Dogs of several sizes and shapes gallop straight on, turn, stop, and pass over bars."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..bodies.character import Character
from ..evaluation.cases import attempt, run_cases
from ..evaluation.dog_shapes import like_a_dog
from ..evaluation.touching import touched
from ..shots.cue import Cue
from ..shots.shot import Performer, Prop, Shot
from .parts.table import Row

BODIES = ("dog", "cat's size", "horse's size", "varied 1", "varied 2")
SIZES = {"cat's size": 0.2, "horse's size": 1.4}  # [m] of a dog's shape
VARIETY = 0.15
FROUDE, GRAVITY = 1.6, 9.81  # speed squared over gravity and the hips' height; [m/s2]
TURN, TURNS_FOR, NEAR = 3.0, 12.0, 0.2  # [rad], [s], [rad]
STOPS_AT, STANDS_BY, STILL = 5.0, 13.0, 0.1  # [s], [s], [m/s]
PASSING, MUST_PASS = 10, 9  # bodies
BAR_HEIGHT, BAR_THICK = 0.3, 0.1  # of the hips' height, of the leg
# [leg]: way to the bar, by how much it grows from body to body, way behind the bar
BAR_AT, BAR_OFFSET, BEYOND = 11.0, 0.43, 4.0
LASTS, SETTLED = 30.0, 0.5  # [s]; share of the run up to the fall after which it is measured


class Run(NamedTuple):
    """How a body galloped.

    Attributes:
        held: time until a fall [s].
        speed: share of the asked one.
        flight, duty: shares of the time: of no foot on the ground, and of each foot on it.
        lowest: height of the pelvis, as a share of that in standing.
    """

    held: float
    speed: float
    flight: float
    duty: float
    lowest: float


def measure() -> list[Row]:
    """One row for all, and one for each body."""
    runs = run_cases(_gallop, BODIES)
    held = sum(run.held >= LASTS for run in runs)
    turned = sum(run_cases(_turns, [(name, side) for name in BODIES for side in (-1.0, 1.0)]))
    stopped = sum(run_cases(_stops, BODIES))
    passed = run_cases(_passes, range(PASSING))
    clear = sum(clean for _, clean in passed)
    return [
        Row(f"gallop for {LASTS:g} s at a Froude number of {FROUDE:g}, of {len(BODIES)} bodies",
            "-", "-", str(held), held == len(BODIES), f"must: {len(BODIES)}"),
        Row(f"turned by {TURN:g} rad to either side within {TURNS_FOR:g} s, of {2 * len(BODIES)}",
            "-", "-", str(turned), turned == 2 * len(BODIES), "aim: all"),
        Row(f"told to stand after {STOPS_AT:g} s, stand after {STANDS_BY:g} s, of {len(BODIES)}",
            "-", "-", str(stopped), stopped == len(BODIES), "aim: all"),
        Row(f"bar of {BAR_HEIGHT:g} of the hips' height across the way, of {PASSING} bodies: "
            "passed; untouched", "-", "-", f"{sum(crossed for crossed, _ in passed)}; {clear}",
            clear >= MUST_PASS, f"must: {MUST_PASS}"),
        *(Row(f"{name}: seconds until a fall; share of the speed; of flight; duty factor; "
              "lowest pelvis, of its height in standing", "-",
              "-", f"{run.held:.1f}; {run.speed:.2f}; {run.flight:.2f}; "
              f"{run.duty:.2f}; {run.lowest:.2f}") for name, run in zip(BODIES, runs, strict=True)),
    ]  # fmt: skip


def _gallop(name: str) -> Run:
    body = _body(name)
    cue = Cue("gallop", speed=_speed(body))
    take = attempt(Shot([Performer(body, [cue], recover=False)], duration=LASTS))
    if take is None:
        return Run(0.0, 0.0, 0.0, 0.0, 0.0)
    performance = take.performances[0]
    end = LASTS if performance.fell_at is None else performance.fell_at
    settled = (take.times > SETTLED * end) & (take.times < end)
    way = performance.center_of_mass[settled, :2]
    time = float(np.ptp(take.times[settled]))
    contacts = performance.foot_contacts[settled]
    flight, duty = float((~contacts.any(axis=1)).mean()), float(contacts.mean())
    speed = float(np.linalg.norm(way[-1] - way[0])) / time / cue.parameters["speed"]
    lowest = float(performance.root_position[settled, 2].min() / performance.root_position[0, 2])
    return Run(end, speed, flight, duty, lowest)


def _turns(case: tuple[str, float]) -> bool:
    """Whether a body gallops until it goes the other way."""
    name, side = case
    body = _body(name)
    cue = Cue("gallop", speed=_speed(body), heading=side * TURN)
    take = attempt(Shot([Performer(body, [cue], recover=False)], duration=TURNS_FOR))
    if take is None or take.performances[0].fell_at is not None:
        return False
    last = take.performances[0].center_of_mass[take.times > TURNS_FOR - 1.0]
    facing = math.atan2(*(last[-1] - last[0])[1::-1])
    return abs(math.remainder(facing - side * TURN, math.tau)) < NEAR


def _stops(name: str) -> bool:
    """Whether a galloping body that is told to stand does so in time."""
    body = _body(name)
    cues = [Cue("gallop", speed=_speed(body)), Cue("stand", start=STOPS_AT)]
    take = attempt(Shot([Performer(body, cues, recover=False)], duration=STANDS_BY + 1.0))
    if take is None or take.performances[0].fell_at is not None:
        return False
    last = take.performances[0].center_of_mass[take.times > STANDS_BY]
    return bool(np.linalg.norm(last[-1] - last[0]) < STILL)


def _passes(number: int) -> tuple[bool, bool]:
    """Whether a galloping body passes over a bar without a fall, and does not touch it either."""
    body = _body(BODIES[number] if number < len(BODIES) else f"varied {number}")
    leg, high = body.leg_length, BAR_HEIGHT * body.height
    place = (BAR_AT + BAR_OFFSET * number) * leg
    size = (BAR_THICK * leg, 6.0 * leg, high)
    bar = Prop("bar", "box", size=size, position=(place, 0.0, high / 2))
    lasts = place / _speed(body) + 6.0 * math.sqrt(body.height)
    cue = Cue("gallop", speed=_speed(body))
    take = attempt(Shot([Performer(body, [cue], recover=False)], props=[bar], duration=lasts))
    if take is None or take.performances[0].fell_at is not None:
        return False, False
    performance = take.performances[0]
    crossed = bool(performance.root_position[-1, 0] > place + BEYOND * leg)
    parts = [name for name in body.segment_names if not name.startswith("tail")]
    return crossed, crossed and not touched(body, performance, [bar], parts)


def _speed(body: Character) -> float:
    return math.sqrt(FROUDE * GRAVITY * body.height)


def _body(name: str) -> Character:
    if name in SIZES:
        return like_a_dog(SIZES[name])
    dog = Character.quadruped()
    return dog if name == "dog" else dog.vary(int(name.split()[1]), VARIETY)
