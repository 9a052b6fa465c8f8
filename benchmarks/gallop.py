"""Dogs of several sizes and shapes gallop, by a law that no cue offers yet."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..bodies.character import Character
from ..evaluation.cases import attempt, run_cases
from ..evaluation.dog_shapes import like_a_dog
from ..evaluation.galloping import galloping
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from .parts.table import Row

BODIES = ("dog", "cat's size", "horse's size", "varied 1", "varied 2")
SIZES = {"cat's size": 0.2, "horse's size": 1.4}  # [m] of a dog's shape
VARIETY = 0.15
FROUDE, GRAVITY = 1.6, 9.81  # speed squared over gravity and the hips' height; [m/s2]
LASTS, SETTLED = 30.0, 0.5  # [s]; share of the run up to the fall after which it is measured


class Run(NamedTuple):
    """Time until a fall [s], and share of the asked speed, of flight, and of each foot's stance."""

    held: float
    speed: float
    flight: float
    duty: float


def measure() -> list[Row]:
    """One row for all, and one for each body."""
    runs = run_cases(_gallop, BODIES)
    held = sum(run.held >= LASTS for run in runs)
    return [
        Row(f"gallop for {LASTS:g} s at a Froude number of {FROUDE:g}, of {len(BODIES)} bodies",
            "-", "-", str(held), held == len(BODIES), f"must: {len(BODIES)}"),
        *(Row(f"{name}: seconds until a fall; share of the speed; of flight; duty factor", "-",
              "-", f"{run.held:.1f}; {run.speed:.2f}; {run.flight:.2f}; "
              f"{run.duty:.2f}") for name, run in zip(BODIES, runs, strict=True)),
    ]  # fmt: skip


def _gallop(name: str) -> Run:
    body = _body(name)
    cue = Cue("trot", speed=math.sqrt(FROUDE * GRAVITY * body.height))
    with galloping():
        take = attempt(Shot([Performer(body, [cue], recover=False)], duration=LASTS))
    if take is None:
        return Run(0.0, 0.0, 0.0, 0.0)
    performance = take.performances[0]
    end = LASTS if performance.fell_at is None else performance.fell_at
    settled = (take.times > SETTLED * end) & (take.times < end)
    way = performance.center_of_mass[settled, :2]
    time = float(np.ptp(take.times[settled]))
    contacts = performance.foot_contacts[settled]
    flight, duty = float((~contacts.any(axis=1)).mean()), float(contacts.mean())
    speed = float(np.linalg.norm(way[-1] - way[0])) / time / cue.parameters["speed"]
    return Run(end, speed, flight, duty)


def _body(name: str) -> Character:
    if name in SIZES:
        return like_a_dog(SIZES[name])
    dog = Character.quadruped()
    return dog if name == "dog" else dog.vary(int(name.split()[1]), VARIETY)
