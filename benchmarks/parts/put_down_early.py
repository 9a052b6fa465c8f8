"""Put Down asked for at any moment of a pick-up: how fast the box ever moves, and where it ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...bodies.character import Character
from ...evaluation.cases import attempt, human, run_cases
from ...shots.cue import Cue
from ...shots.shot import Performer, Prop, Shot
from .table import Row

STARTS, LASTS = 20, 40.0  # -, [s]
FASTEST_BOX = 2.0  # [m/s] on every frame: lifted, carried at a walk, bumped into, lowered
PUT_OFF = 0.1  # [m] that it may lie off its place
LIGHTEST, HEAVIEST, CARRIED_AT = 0.5, 20.0, 0.7  # [kg], [kg], [m/s]


@dataclass(frozen=True)
class Early:
    """A body, and the seed of a box, of places and of the moment at which Put Down is asked for."""

    body: str
    seed: int


def put_down_early(body: str) -> Row:
    """A body's row: the greatest speed of the box in all starts, and how often it is put down."""
    results = run_cases(_put_down, [Early(body, seed) for seed in range(STARTS)])
    put = sum(is_put for is_put, _ in results)
    fastest = max(speed for _, speed in results)
    return Row(
        figure=f"put down asked for at any moment of a pick-up, {body}: greatest speed of the box "
        f"[m/s]; put down on its place, of {STARTS}",
        paper="-", peer="", ours=f"{fastest:.2f}; {put}",
        passed=fastest < FASTEST_BOX and put == STARTS, bar=f"must: below {FASTEST_BOX:g}; all",
    )  # fmt: skip


def _put_down(case: Early) -> tuple[bool, float]:
    """Whether the box is put down on its place, and its greatest speed [m/s]."""
    random = np.random.default_rng(case.seed)
    width, height = random.uniform(0.15, 0.5), random.uniform(0.1, 0.5)
    mass = math.exp(random.uniform(math.log(LIGHTEST), math.log(HEAVIEST)))
    away, bearing = random.uniform(0.8, 2.5), random.uniform(-math.pi, math.pi)
    place = away * math.cos(bearing), away * math.sin(bearing)
    box = Prop("box", "box", (0.3, width, height), mass=mass, position=(*place, height / 2))
    way = random.uniform(-2.0, 2.0, 2).tolist()
    target = (place[0] + way[0], place[1] + way[1], 0.0)
    cues = [
        Cue("pick_up", prop="box"),
        Cue("put_down", start=random.uniform(0.5, 14.0), target=target, speed=CARRIED_AT),
    ]
    body = human() if case.body == "human" else Character.preset(case.body)
    shot = Shot([Performer(body, cues)], props=[box], duration=LASTS, seed=case.seed)
    take = attempt(shot)
    if take is None:
        return False, math.inf
    moved = np.diff(take.props["box"].position, axis=0) * shot.frame_rate
    rests = take.props["box"].position[-1] - (*target[:2], height / 2)
    stands = take.performances[0].fell_at is None
    is_put = stands and "release" in [name for _, name in take.performances[0].events]
    return bool(is_put and np.linalg.norm(rests) < PUT_OFF), float(
        np.linalg.norm(moved, axis=1).max()
    )
