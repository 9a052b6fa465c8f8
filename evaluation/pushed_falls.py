"""Pushes that throw a body down: standing, walking, running and on stairs, from all sides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..shots.cue import Cue
from ..shots.ground import Ground
from ..shots.push import Push
from ..shots.shot import Performer, Shot
from .bearing import Heights, level
from .cases import attempt, human

Array = NDArray[np.float64]
FRAME_RATE = 100.0  # [1/s]: two frames are 20 ms
DIRECTIONS, LASTS = 12, 0.2  # -, [s] of the push
MOVES = {  # [N] that a push has at least, when it comes [s]
    "stand": (600.0, 0.5), "walk": (300.0, 1.5), "run": (300.0, 2.0), "stairs": (300.0, 2.3),
}  # fmt: skip
HARDEST = 1200.0  # [N] on the human; a body's own in proportion to its mass
ROUNDS, HUMAN_ROUNDS, STAIRS, VARIATION = 5, 3, 20, 0.2
TRIES = 4  # of a case, each with a harder push, until the body falls
RISE, RUN, STEPS = 0.16, 0.3, 8  # [m], [m], -
WALKS, CLIMBS, RUNS = 1.2, 0.8, 3.0  # [m/s]
GOES_OVER_WITHIN, FALLS_FOR = 1.5, 2.5  # [s] from the push's beginning; from the fall's
LIES_FOR, RISES_FOR = 0.5, 17.0  # [s]


@dataclass(frozen=True)
class Case:
    """A body, how it moves, and a push.

    Attributes:
        number: among the benchmark's cases.
        body: seed of the varied body; -1 the human.
        moves: "stand", "walk", "run" or "stairs".
        direction: of the push: 0 ahead, counterclockwise in 30 degrees.
        climbs: of the stairs: 1 up, -1 down, 0 on flat ground.
        rises: whether the body gets up afterwards.
        force: on the human [N].
    """

    number: int
    body: int
    moves: str
    direction: int
    climbs: int
    rises: bool
    force: float

    @property
    def character(self) -> Character:
        return human() if self.body < 0 else human().vary(self.body, VARIATION)

    def heights(self) -> Heights:
        """The ground's height at any place."""
        if not self.climbs:
            return level
        rise = self.climbs * RISE
        return lambda places: rise * np.clip(np.floor(places[..., 0] / RUN), 0, STEPS)


def cases() -> list[Case]:
    """All 200; what a case is depends on its number alone."""
    flat = ["stand", "walk", "run"]
    found = []
    for number in range(ROUNDS * len(flat) * DIRECTIONS + STAIRS):
        around, direction = divmod(number, DIRECTIONS)
        lap, way = divmod(around, len(flat))
        on_stairs = lap == ROUNDS
        moves = "stairs" if on_stairs else flat[way]
        force = np.random.default_rng(number).uniform(MOVES[moves][0], HARDEST)
        found.append(
            Case(
                number=number,
                body=-1 if lap < HUMAN_ROUNDS or on_stairs else number,
                moves=moves,
                direction=direction,
                climbs=0 if not on_stairs else (-1, 1)[(around + direction) % 2],
                rises=lap == 1 and direction % len(flat) == way and direction % 2 == 0,
                force=float(force),
            )
        )
    return found


def harder(case: Case) -> Iterator[Case]:
    """The case, and then the same with harder pushes."""
    random = np.random.default_rng((case.number, 1))
    yield case
    for _ in range(TRIES - 1):
        case = replace(case, force=float(random.uniform(case.force, HARDEST)))
        yield case


def begins(case: Case) -> float | None:
    """When the body begins to fall [s]; None where it stays up."""
    performer = Performer(case.character, [_first_cue(case)], recover=True)
    take = attempt(_shot(case, performer, _pushed_at(case) + GOES_OVER_WITHIN))
    if take is None:
        return None
    falls = [cue.began for cue in take.performances[0].cues if cue.skill == "fall"]
    return falls[0] if falls else None


def fall_shot(case: Case, falls_at: float, protect: float) -> Shot:
    """The push, and the fall from a time on [s], as protected as told."""
    cues = [_first_cue(case), Cue("fall", start=falls_at, protect=protect)]
    end = falls_at + FALLS_FOR
    if case.rises and protect > 0.0:
        cues.append(Cue("get_up", start=end + LIES_FOR))
        end += LIES_FOR + RISES_FOR
    return _shot(case, Performer(case.character, cues), end)


def _first_cue(case: Case) -> Cue:
    if case.moves == "stand":
        return Cue("stand")
    if case.moves == "run":
        return Cue("run", speed=RUNS)
    return Cue("walk", speed=CLIMBS if case.climbs else WALKS)


def _pushed_at(case: Case) -> float:
    return MOVES[case.moves][1]


def _shot(case: Case, performer: Performer, duration: float) -> Shot:
    angle = 2.0 * math.pi * case.direction / DIRECTIONS
    force = case.force * performer.character.mass / human().mass
    push = Push(
        0, "torso", time=_pushed_at(case), duration=LASTS,
        force=(force * math.cos(angle), force * math.sin(angle), 0.0),
    )  # fmt: skip
    ground = Ground.steps(case.climbs * RISE, RUN, STEPS) if case.climbs else Ground.flat()
    return Shot(
        [performer], pushes=[push], ground=ground, duration=duration, frame_rate=FRAME_RATE
    )
