"""The first walker: speed kept for a minute, on bodies of several proportions, bit-identically."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..bodies.character import Character
from ..evaluation.soles import slide_speed, sole_depth
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .parts.table import Row

SPEEDS = (0.6, 0.8, 1.0)
DURATION, SETTLED = 60.0, 10.0  # [s]
SEEDS = (None, 1, 2, 3, 4, 5)  # None is the body that is not varied
AMOUNT = 0.1
WITHIN = 0.1  # of the asked speed
LARGEST_SLIDE = 0.03  # [m/s]
DEEPEST_SOLE = 0.01  # [m]
PEER_SPEEDS = {0.6: "0.61", 0.8: "0.78", 1.0: "0.85"}  # cartwheel-3d, between its measured points


@dataclass(frozen=True)
class Walked:
    """What one minute of walking came to."""

    speed: float
    fell: bool
    mean: float
    slide: float
    depth: float


def measure() -> list[Row]:
    """Every figure of the walk, a row each."""
    jobs = [(speed, seed) for speed in SPEEDS for seed in SEEDS]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        walks = list(pool.map(_walk, jobs))
        same = _is_repeated(pool)
    rows = [_speed_row(speed, [w for w in walks if w.speed == speed]) for speed in SPEEDS]
    slide, depth = max(w.slide for w in walks), max(w.depth for w in walks)
    return [
        *rows,
        Row("loaded foot slides, worst of all walks [m/s]", "", "", f"{slide:.4f}",
            slide <= LARGEST_SLIDE, f"must: at most {LARGEST_SLIDE:g}"),
        Row("sole under the ground, worst [m]", "", "", f"{depth:.4f}",
            depth <= DEEPEST_SOLE, f"must: at most {DEEPEST_SOLE:g}"),
        Row("Take of the same Shot in two processes, and after save and load", "",
            "", "bit-identical" if same else "differs", same, "must: bit-identical"),
    ]  # fmt: skip


def _speed_row(speed: float, walks: list[Walked]) -> Row:
    fallen = sum(w.fell for w in walks)
    means = [w.mean for w in walks]
    kept = all(abs(mean - speed) <= WITHIN * speed for mean in means)
    return Row(
        figure=f"walk {speed} m/s for 60 s, human and 5 bodies varied by 0.1: falls; speeds [m/s]",
        paper="",
        peer=f"0; {PEER_SPEEDS[speed]} (one body)",
        ours=f"{fallen} of {len(walks)}; {min(means):.3f} to {max(means):.3f}",
        passed=fallen == 0 and kept,
        bar=f"must: 0; {speed} +- {100 * WITHIN:g} %",
    )


def _walk(job: tuple[float, int | None]) -> Walked:
    speed, seed = job
    human = Character.humanoid(height=1.75, mass=70.4)
    body = human if seed is None else human.vary(seed, AMOUNT)
    shot = Shot([Performer(body, [Cue("walk", speed=speed)])], duration=DURATION)
    take = simulate(shot, record=("contact_forces",))
    performance = take.performances[0]
    settled = int(np.searchsorted(take.times, SETTLED))
    way = performance.center_of_mass[-1, 0] - performance.center_of_mass[settled, 0]
    return Walked(
        speed=speed,
        fell=performance.fell_at is not None,
        mean=float(way / (take.times[-1] - take.times[settled])),
        slide=max(slide_speed(body, take.times, performance, side) for side in (".L", ".R")),
        depth=sole_depth(body, performance),
    )


def _is_repeated(pool: ProcessPoolExecutor) -> bool:
    """Whether two processes, one of which reads the shot from a file, give the same bits."""
    shot = Shot([Performer(Character.humanoid(), [Cue("walk", speed=0.8)])], duration=10.0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shot.json"
        shot.save(path)
        digests = list(pool.map(_digest_of_file, [path, path]))
    return digests == [_digest(simulate(shot))] * 2


def _digest_of_file(path: Path) -> str:
    return _digest(simulate(Shot.load(path)))


def _digest(take: Take) -> str:
    digest = hashlib.sha256()
    performance = take.performances[0]
    for array in (
        performance.segment_positions, performance.segment_orientations,
        performance.joint_positions, performance.center_of_mass,
    ):  # fmt: skip
        digest.update(array.tobytes())
    return digest.hexdigest()
