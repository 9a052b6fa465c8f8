"""Getting up from any fall: limp bodies that are dropped, then get up and trot on.

Jones 2011, Section 5.1.4, rises from lying on the side.
"""

from __future__ import annotations

import math

import numpy as np

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..evaluation.cases import attempt, run_cases
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .parts.table import Row

RUNS, MUST, AIM = 100, 90, 99
DROPPED_FROM = 1.25  # of the hips' height: where no orientation puts a foot into the ground
RISES, WITHIN = 3.0, 10.0  # [s]: when it is told to get up, and how long it has
TROTS_AFTER, SPEED = 7.0, 1.0  # [s] of those, [m/s]
WATCHED, LEAST_SPEED = 1.0, 0.5  # [s] at the end, of the speed
UPRIGHT, HIGH = 0.8, 0.8  # cosine between the frames' and the world's up; of the standing height


def measure() -> list[Row]:
    """One row for all falls."""
    risen = run_cases(trots_again, range(RUNS))
    lost = ", ".join(str(seed) for seed, up in enumerate(risen) if not up)
    return [
        Row(
            figure=f"limp and dropped in any orientation: upright and trotting within "
            f"{WITHIN:g} s, of {RUNS}",
            paper="most falls on flat ground",
            peer="",
            ours=f"{sum(risen)}" + (f" (not: {lost})" if lost else ""),
            passed=sum(risen) >= MUST,
            bar=f"must: {MUST}, aim: {AIM}",
        )
    ]


def trots_again(seed: int) -> bool:
    """Whether a fallen dog is upright and trots when its time is over."""
    take = attempt(shot_of(seed))
    return take is not None and is_trotting(take)


def shot_of(seed: int) -> Shot:
    """A limp dog is dropped in some orientation, gets up and trots."""
    random = np.random.default_rng(seed)
    turn = random.normal(size=4)
    w, x, y, z = (turn / np.linalg.norm(turn)).tolist()
    dog = Character.quadruped()
    pose = {"root": ((0.0, 0.0, DROPPED_FROM * dog.height), (w, x, y, z))}
    cues = [
        Cue("fall", protect=random.uniform(0.0, 1.0)),
        Cue("get_up", start=RISES),
        Cue("trot", start=RISES + TROTS_AFTER, speed=SPEED),
    ]
    return Shot([Performer(dog, cues, pose=pose)], duration=RISES + WITHIN)


def is_trotting(take: Take) -> bool:
    """Whether a dog ends upright and on the move."""
    performance, last = take.performances[0], take.times >= take.times[-1] - WATCHED
    frames = [performance.segment_names.index(name) for name in ("pelvis", "torso")]
    axes = matrices_from_quaternions(performance.segment_orientations[last][:, frames])
    way = np.diff(performance.center_of_mass[last][[0, -1], :2], axis=0)
    height = HIGH * Character.quadruped().standing_height_of_root
    return bool(
        (axes[..., 2, 2] > UPRIGHT).all()
        and (performance.root_position[last, 2] > height).all()
        and math.hypot(*way[0]) > LEAST_SPEED * SPEED * WATCHED
    )
