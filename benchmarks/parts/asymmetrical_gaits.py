"""Dogs of several sizes and shapes that gallop or canter: on and on, turning, over bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...bodies.character import Character
from ...evaluation.cases import attempt, run_cases
from ...evaluation.dog_shapes import like_a_dog
from ...evaluation.touching import touched
from ...shots.cue import Cue
from ...shots.shot import Performer, Prop, Shot
from ...shots.take import Performance, Take
from .table import Row

BODIES = ("dog", "cat's size", "horse's size", "varied 1", "varied 2")
SIZES = {"cat's size": 0.2, "horse's size": 1.4}  # [m] of a dog's shape
VARIETY, GRAVITY = 0.15, 9.81  # [-], [m/s2]
TURN, TURNS_FOR, NEAR = 3.0, 12.0, 0.2  # [rad], [s], [rad]
STOPS_AT, STANDS_BY, STILL = 5.0, 13.0, 0.1  # [s], [s], [m/s]
PASSING, MUST_PASS = 10, 9  # bodies
BAR_HEIGHT, BAR_THICK = 0.3, 0.1  # of the hips' height, of the leg
# [leg]: way to the bar, by how much it grows from body to body, way behind the bar
BAR_AT, BAR_OFFSET, BEYOND = 11.0, 0.43, 4.0
LASTS, SETTLED = 30.0, 0.5  # [s]; share of the run up to the fall after which it is measured


class Case(NamedTuple):
    """A skill at a Froude number, the speed squared over gravity and the hips' height."""

    skill: str
    froude: float

    def speed_of(self, body: Character) -> float:
        """[m/s]"""
        return math.sqrt(self.froude * GRAVITY * body.height)


class Run(NamedTuple):
    """How a body ran.

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


def rows_of(case: Case, bars: str) -> list[Row]:
    """One row for all bodies of each kind, and one for each body; `bars` is the bar of bars."""
    runs = run_cases(_run, [(case, name) for name in BODIES])
    held = sum(run.held >= LASTS for run in runs)
    both = [(case, name, side) for name in BODIES for side in (-1.0, 1.0)]
    turned = sum(run_cases(_turns, both))
    stopped = sum(run_cases(_stops, [(case, name) for name in BODIES]))
    passed = run_cases(_passes, [(case, number) for number in range(PASSING)])
    clear = sum(clean for _, clean in passed)
    return [
        Row(f"{case.skill} for {LASTS:g} s at a Froude number of {case.froude:g}, of "
            f"{len(BODIES)} bodies", "-", "-", str(held), held == len(BODIES),
            f"must: {len(BODIES)}"),
        Row(f"turned by {TURN:g} rad to either side within {TURNS_FOR:g} s, of {2 * len(BODIES)}",
            "-", "-", str(turned), turned == 2 * len(BODIES), "aim: all"),
        Row(f"told to stand after {STOPS_AT:g} s, stand after {STANDS_BY:g} s, of {len(BODIES)}",
            "-", "-", str(stopped), stopped == len(BODIES), "aim: all"),
        Row(f"bar of {BAR_HEIGHT:g} of the hips' height across the way, of {PASSING} bodies: "
            "passed; untouched", "-", "-", f"{sum(crossed for crossed, _ in passed)}; {clear}",
            clear >= MUST_PASS, f"{bars}: {MUST_PASS}"),
        *(Row(f"{name}: seconds until a fall; share of the speed; of flight; duty factor; "
              "lowest pelvis, of its height in standing", "-",
              "-", f"{run.held:.1f}; {run.speed:.2f}; {run.flight:.2f}; "
              f"{run.duty:.2f}; {run.lowest:.2f}") for name, run in zip(BODIES, runs, strict=True)),
    ]  # fmt: skip


def body_of(name: str) -> Character:
    """One of BODIES, or "varied N"."""
    if name in SIZES:
        return like_a_dog(SIZES[name])
    dog = Character.quadruped()
    return dog if name == "dog" else dog.vary(int(name.split()[1]), VARIETY)


def performed(
    body: Character, cues: Sequence[Cue], lasts: float, props: Sequence[Prop] = (),
    frame_rate: float = 30.0,
) -> tuple[Take, Performance] | None:  # fmt: skip
    """What a body does for so long [s]; None where its shot cannot be simulated."""
    performer = Performer(body, cues, recover=False)
    take = attempt(Shot([performer], props=props, duration=lasts, frame_rate=frame_rate))
    return None if take is None else (take, take.performances[0])


def _run(run: tuple[Case, str]) -> Run:
    case, name = run
    body = body_of(name)
    done = performed(body, [Cue(case.skill, speed=case.speed_of(body))], LASTS)
    if done is None:
        return Run(0.0, 0.0, 0.0, 0.0, 0.0)
    take, performance = done
    end = LASTS if performance.fell_at is None else performance.fell_at
    settled = (take.times > SETTLED * end) & (take.times < end)
    way = performance.center_of_mass[settled, :2]
    time = float(np.ptp(take.times[settled]))
    contacts = performance.foot_contacts[settled]
    flight, duty = float((~contacts.any(axis=1)).mean()), float(contacts.mean())
    speed = float(np.linalg.norm(way[-1] - way[0])) / time / case.speed_of(body)
    lowest = float(performance.root_position[settled, 2].min() / performance.root_position[0, 2])
    return Run(end, speed, flight, duty, lowest)


def _turns(run: tuple[Case, str, float]) -> bool:
    """Whether a body keeps up until it goes the other way."""
    case, name, side = run
    body = body_of(name)
    cue = Cue(case.skill, speed=case.speed_of(body), heading=side * TURN)
    done = performed(body, [cue], TURNS_FOR)
    if done is None or done[1].fell_at is not None:
        return False
    last = done[1].center_of_mass[done[0].times > TURNS_FOR - 1.0]
    facing = math.atan2(*(last[-1] - last[0])[1::-1])
    return abs(math.remainder(facing - side * TURN, math.tau)) < NEAR


def _stops(run: tuple[Case, str]) -> bool:
    """Whether a body that is told to stand does so in time."""
    case, name = run
    body = body_of(name)
    cues = [Cue(case.skill, speed=case.speed_of(body)), Cue("stand", start=STOPS_AT)]
    done = performed(body, cues, STANDS_BY + 1.0)
    if done is None or done[1].fell_at is not None:
        return False
    last = done[1].center_of_mass[done[0].times > STANDS_BY]
    return bool(np.linalg.norm(last[-1] - last[0]) < STILL)


def _passes(run: tuple[Case, int]) -> tuple[bool, bool]:
    """Whether a body passes over a bar without a fall, and does not touch it either."""
    case, number = run
    body = body_of(BODIES[number] if number < len(BODIES) else f"varied {number}")
    leg, high = body.leg_length, BAR_HEIGHT * body.height
    place = (BAR_AT + BAR_OFFSET * number) * leg
    size = (BAR_THICK * leg, 6.0 * leg, high)
    bar = Prop("bar", "box", size=size, position=(place, 0.0, high / 2))
    lasts = place / case.speed_of(body) + 6.0 * math.sqrt(body.height)
    done = performed(body, [Cue(case.skill, speed=case.speed_of(body))], lasts, [bar])
    if done is None or done[1].fell_at is not None:
        return False, False
    performance = done[1]
    crossed = bool(performance.root_position[-1, 0] > place + BEYOND * leg)
    parts = [name for name in body.segment_names if not name.startswith("tail")]
    return crossed, crossed and not touched(body, performance, [bar], parts)
