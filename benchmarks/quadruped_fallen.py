"""Getting up from any fall: limp bodies that are dropped, then get up and trot on.

Jones 2011, Section 5.1.4, rises from lying on the side. Ways to get up are tried until one ends in
standing: how many rolls that takes is measured too, and the same falls on slopes, where the body
is to get up and stand.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..evaluation.cases import attempt, run_cases
from ..shots.cue import Cue
from ..shots.shot import Ground, Performer, Shot
from ..shots.take import Performance, Take
from ..skills.four_legs.get_up_ways import read_way
from .parts.table import Row

RUNS, MEDIAN_TRIES, MOST_TRIES = 100, 2, 10
SLOPES, RUNS_ON_SLOPES = (-12.0, -6.0, 6.0, 12.0, 17.0), 10  # [degrees], up towards +x
DROPPED_FROM = 1.25  # of the hips' height: where no orientation puts a foot into the ground
REACHES = 0.7  # of the hips' height: how far from its pelvis a dog may be lower on a slope
RISES, WITHIN = 3.0, 10.0  # [s]: when it is told to get up, and how long it has
TROTS_AFTER, SPEED = 7.0, 1.0  # [s] of those, [m/s]
WATCHED, LEAST_SPEED = 1.0, 0.5  # [s] at the end, of the speed
UPRIGHT, HIGH = 0.8, 0.8  # cosine between the frames' and the world's up; of the standing height


class Outcome(NamedTuple):
    """How a dog got up.

    Attributes:
        risen: whether it is upright and high in the end; trots: whether it is on the move, too.
        tries: number of rolls up to the one that led to standing; None where none did.
    """

    risen: bool
    trots: bool
    tries: int | None


def measure() -> list[Row]:
    """Rows for all falls on level ground, for the tries that they took, and for each slope."""
    level = run_cases(outcome_of, [(seed, 0.0) for seed in range(RUNS)])
    tries = [o.tries for o in level if o.tries is not None]
    median, most = (statistics.median(tries), max(tries)) if tries else (math.inf, math.inf)
    trots = [o.trots for o in level]
    return [
        Row(
            figure=f"limp and dropped in any orientation: upright and trotting within "
            f"{WITHIN:g} s, of {RUNS}",
            paper="most falls on flat ground",
            peer="",
            ours=_count(trots),
            passed=all(trots),
            bar="must: all",
        ),
        Row(
            figure="rolls tried until one leads to standing: median, most",
            paper="",
            peer="",
            ours=f"{median:g}, {most:g}",
            passed=len(tries) == RUNS and median <= MEDIAN_TRIES and most <= MOST_TRIES,
            bar=f"must: {MEDIAN_TRIES}, {MOST_TRIES}",
        ),
        *(_on_slope(slope) for slope in SLOPES),
    ]


def _on_slope(degrees: float) -> Row:
    outcomes = run_cases(outcome_of, [(seed, degrees) for seed in range(RUNS_ON_SLOPES)])
    risen = [outcome.risen for outcome in outcomes]
    return Row(
        figure=f"on a slope of {degrees:g} degrees: up and standing after {WITHIN:g} s, "
        f"of {RUNS_ON_SLOPES}",
        paper="",
        peer="",
        ours=_count(risen),
        passed=all(risen),
        bar="must: all",
    )


def _count(succeeds: Sequence[bool]) -> str:
    """How many do, and the seeds of those that do not."""
    lost = ", ".join(str(seed) for seed, does in enumerate(succeeds) if not does)
    return f"{sum(succeeds)}" + (f" (not: {lost})" if lost else "")


def outcome_of(case: tuple[int, float]) -> Outcome:
    """How a dog gets up after the fall of a seed, on a slope [degrees]."""
    seed, degrees = case
    take = attempt(shot_of(seed, degrees))
    if take is None:
        return Outcome(False, False, None)
    tries = _tries(take.performances[0])
    return Outcome(is_up(take, degrees), is_trotting(take), tries)


def _tries(performance: Performance) -> int | None:
    if not performance.plans:
        return None
    roll, _ = read_way(performance.plans[0][1])
    return roll + 1  # ways are numbered in the order in which they are tried


def shot_of(seed: int, degrees: float = 0.0) -> Shot:
    """A limp dog is dropped in some orientation and gets up; on level ground it trots on."""
    random = np.random.default_rng(seed)
    turn = random.normal(size=4)
    w, x, y, z = (turn / np.linalg.norm(turn)).tolist()
    dog = Character.quadruped()
    height = (DROPPED_FROM + REACHES * abs(math.tan(math.radians(degrees)))) * dog.height
    pose = {"root": ((0.0, 0.0, height), (w, x, y, z))}
    cues = [Cue("fall", protect=random.uniform(0.0, 1.0)), Cue("get_up", start=RISES)]
    if not degrees:
        cues.append(Cue("trot", start=RISES + TROTS_AFTER, speed=SPEED))
    ground = Ground.slope(degrees) if degrees else Ground.flat()
    return Shot([Performer(dog, cues, pose=pose)], ground=ground, duration=RISES + WITHIN)


def is_up(take: Take, degrees: float = 0.0) -> bool:
    """Whether a dog on a slope ends upright and high."""
    performance, last = take.performances[0], _last(take)
    frames = [performance.segment_names.index(name) for name in ("pelvis", "torso")]
    axes = matrices_from_quaternions(performance.segment_orientations[last][:, frames])
    place = performance.root_position[last]
    over = place[:, 2] - math.tan(math.radians(degrees)) * place[:, 0]
    height = HIGH * Character.quadruped().standing_height_of_root
    return bool((axes[..., 2, 2] > UPRIGHT).all() and (over > height).all())


def is_trotting(take: Take) -> bool:
    """Whether a dog on level ground ends upright and on the move."""
    way = np.diff(take.performances[0].center_of_mass[_last(take)][[0, -1], :2], axis=0)
    return is_up(take) and math.hypot(*way[0]) > LEAST_SPEED * SPEED * WATCHED


def _last(take: Take) -> NDArray[np.bool_]:
    """(frames,) mask of those at the end."""
    last: NDArray[np.bool_] = take.times >= take.times[-1] - WATCHED
    return last
