"""A blast in a standing crowd: those who are near fall, get up, and all flee."""

from __future__ import annotations

import numpy as np

from ..catalogue.crowds import FLEE
from ..crowd.blasts import Blast
from ..crowd.description import Crowd
from ..crowd.members import make_shot
from ..crowd.surfaces import Rectangle
from ..evaluation.cases import human
from ..evaluation.overlapping import overlapping_pairs
from ..rollout.simulate import simulate
from ..shots.shot import Shot
from ..shots.take import Performance
from .parts.table import Row

MEMBERS, SIDE, SPACING = 60, 12.0, 0.9  # [m]
NOTICED = 12.0  # [m]: all of them notice it
# 175 N s at 3 m throw a body over; a step keeps it up under the 70 at 3.6 m.
BLAST = Blast(
    place=(0.0, 0.0), time=2.0, impulse=700.0, radius=4.0, reaction=FLEE, noticed=NOTICED
)
SECONDS = 15.0  # [s]
NEAR, WITHIN, LEAST = 3.0, 12.0, 54  # [m], [s], members
WALKING = 0.4  # [m/s] of the pelvis over the ground, in the mean of a second
ON_FEET = 0.8  # of the first height of the pelvis


def measure() -> list[Row]:
    """All rows; takes some minutes."""
    shot = blast_shot(MEMBERS)
    take = simulate(shot)
    near = [
        p for p, performer in zip(take.performances, shot.performers, strict=True)
        if np.hypot(*performer.position) < NEAR
    ]  # fmt: skip
    fell = sum(any(cue.skill == "fall" for cue in p.cues) for p in near)
    walking = sum(_walks_again(p, shot.frame_rate) for p in take.performances)
    overlaps = overlapping_pairs(shot, take)
    return [
        Row(f"of {len(near)} within 3 m of a blast, those who fall", "", "", str(fell),
            fell == len(near), bar=f"must: {len(near)}"),
        Row(f"of {MEMBERS}, those who walk again within 12 s", "", "", str(walking),
            walking >= LEAST, bar=f"must: {LEAST}"),
        Row("pairs of trunks over 5 cm in each other for over 0.5 s", "", "", str(overlaps),
            overlaps == 0, bar="must: 0"),
    ]  # fmt: skip


def blast_shot(members: int, seed: int = 2) -> Shot:
    """A standing crowd around a blast, from which all flee."""
    crowd = Crowd(
        count=members, behaviour="stand", surface=Rectangle((SIDE, SIDE)), spacing=SPACING,
        variation=0.15, duration=SECONDS, seed=seed, blasts=[BLAST],
    )  # fmt: skip
    return make_shot([human()], crowd)


def _walks_again(performance: Performance, rate: float) -> bool:
    """Whether the performer walks before the limit, after the blast and after it last was down."""
    first, second = round(BLAST.time * rate), round(rate)
    seen = slice(first, first + round(WITHIN * rate))
    places, heights = performance.root_position[seen, :2], performance.root_position[seen, 2]
    (low,) = np.nonzero(heights < ON_FEET * performance.root_position[0, 2])
    up_from = low[-1] + 1 if len(low) else 0
    speeds = np.linalg.norm(places[second:] - places[:-second], axis=1)
    return bool((speeds[up_from:] > WALKING).any())
