"""A blast in a standing crowd: those who are near fall, get up, and all flee."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..crowd.blasts import Blast
from ..crowd.members import Crowd, make_shot
from ..crowd.surfaces import Rectangle
from ..evaluation.cases import human
from ..evaluation.overlapping import overlapping_pairs
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Performance
from .parts.table import Row

MEMBERS, SIDE, SPACING = 60, 12.0, 0.9  # [m]
BLAST = Blast(place=(0.0, 0.0), time=2.0, impulse=700.0, radius=6.0)
SECONDS, REACTION = 15.0, 0.7  # [s]
NEAR, WITHIN, LEAST = 3.0, 12.0, 54  # [m], [s], members
FLEES_TO, FASTEST = (15.0, 40.0), 1.6  # [m] from the blast, [m/s]
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
    shot = make_shot([human()], crowd)
    return replace(shot, performers=[_fleeing(p) for p in shot.performers])


def _fleeing(performer: Performer) -> Performer:
    """The performer, which walks away from the blast after a moment."""
    away = np.array(performer.position) / max(float(np.hypot(*performer.position)), 0.1)
    path = [tuple((distance * away).tolist()) for distance in FLEES_TO]
    flee = Cue("goals", start=BLAST.time + REACTION, path=path, speed=FASTEST)
    return replace(performer, cues=[*performer.cues, flee])


def _walks_again(performance: Performance, rate: float) -> bool:
    """Whether the performer walks, on its feet, in the last second before the limit."""
    last, second = round((BLAST.time + WITHIN) * rate), round(rate)
    places, heights = performance.root_position[:, :2], performance.root_position[:, 2]
    speeds = np.linalg.norm(places[second:] - places[:-second], axis=1)
    up = heights[second:] > ON_FEET * heights[0]
    walks = (speeds > WALKING) & up
    return bool(walks[last - 2 * second : last - second].any())
