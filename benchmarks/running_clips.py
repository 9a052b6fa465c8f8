"""Running and skipping from clips: shipped ones, and captured ones."""

from __future__ import annotations

import math
import tempfile
import time
from pathlib import Path

import numpy as np

from ..bodies.character import Character
from ..evaluation.bundled_clips import write_bundled_clip
from ..evaluation.cases import attempt, human, run_cases
from ..motion.clip import reference_of_motion
from ..motion.pendulum_analysis import analyse
from ..motion.physical_consistency import captured, make_consistent
from ..motion.reference import ReferenceMotion, load_reference, save_reference
from ..motion.tracking_error import joint_distance
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..shots.take import Take
from .improved_runs import improved_row
from .parts.table import Row

SKIP_SPEED, LASTS, SETTLED = 2.2, 12.0, 5.0  # [m/s]; [s] of a run; until it is judged
BODIES, AMOUNT, WITHIN = 5, 0.15, 0.1  # -; of the asked speed
CLIP = Path(__file__).resolve().parents[2] / "shared" / "data" / "pab_jog.fbx"
CLOSE, LONGEST_ANALYSIS = 15.0, 20.0  # [degrees], [s]
# Runs from walks, how long the first of them lasts, and how much longer each next one [s].
STARTS, FIRST, LATER = 8, 1.0, 0.4
Case = tuple[str, str, float, Character]  # skill, reference, speed, body


def measure() -> list[Row]:
    """Rows of skips, of closeness, and of clips that nobody here made."""
    return [
        _skip_row(), _bodies_row(), _closeness_row(), *_given_clip_rows(),
        *_clip_rows(bundled_run()),
    ]  # fmt: skip


def travel(case: Case, after: float = 0.0) -> tuple[bool, float]:
    """Whether nobody fell, and how fast it was [m/s]; it may walk first for some time [s]."""
    take = _take(case, after)
    if take is None or take.performances[0].fell_at is not None:
        return False, 0.0
    late = take.times >= after + SETTLED
    moved = np.diff(take.performances[0].center_of_mass[late, :2], axis=0)
    return True, float(np.linalg.norm(moved, axis=1).sum() / np.ptp(take.times[late]))


def _take(case: Case, after: float = 0.0) -> Take | None:
    skill, reference, speed, body = case
    walks = [Cue("walk", speed=1.0)] if after > 0.0 else []
    cues = [*walks, Cue(skill, start=after, speed=speed, reference=reference)]
    return attempt(Shot([Performer(body, cues)], duration=after + LASTS, frame_rate=120.0))


def _started(case: tuple[Case, int]) -> tuple[bool, float]:
    return travel(case[0], FIRST + LATER * case[1])


def _skip_row() -> Row:
    ((upright, speed),) = run_cases(travel, [("skip", "skip", SKIP_SPEED, human())])
    passed = upright and abs(speed - SKIP_SPEED) <= WITHIN * SKIP_SPEED
    return Row(f"skip at {SKIP_SPEED} m/s for {LASTS:g} s: upright; speed", "shown", "",
               f"{upright}; {speed:.2f}", passed, "must: 10 s")  # fmt: skip


def _bodies_row() -> Row:
    bodies = [human().vary(seed, AMOUNT) for seed in range(1, BODIES + 1)]
    scale = [math.sqrt(body.leg_length / human().leg_length) for body in bodies]
    cases = [("skip", "skip", SKIP_SPEED * size, body)
             for size, body in zip(scale, bodies, strict=True)]  # fmt: skip
    upright = sum(stood for stood, _ in run_cases(travel, cases))
    return Row(f"skip alike, bodies varied by {AMOUNT}, upright", "", "",
               f"{upright} of {BODIES}", None, "aim: all")  # fmt: skip


def _closeness_row() -> Row:
    apart = measure_closeness(("run", "run", load_reference("run").speed, human()))
    return Row("joint angles of the run from its clip's, RMS [degrees]", "", "", f"{apart:.1f}",
               apart <= CLOSE, f"must: {CLOSE:g}")  # fmt: skip


def measure_closeness(case: Case) -> float:
    """RMS angle [degrees] between a run's joints and its clip's at the same phase."""
    take, reference = _take(case), load_reference(case[1])
    if take is None:
        return math.nan
    apart = joint_distance(take.performances[0], take.times, reference, SETTLED)
    return math.degrees(apart)


def _given_clip_rows() -> list[Row]:
    if not CLIP.is_file():
        return [Row(f"{CLIP.name} (not there)", "", "", "-", None, "must: 10 s")]
    began = time.process_time()
    reference = _learned(CLIP)
    analyse(reference)
    lasted = time.process_time() - began
    took = Row("cycle, soundness and analysis of it [s]", "129", "", f"{lasted:.1f}",
               lasted <= LONGEST_ANALYSIS, f"must: {LONGEST_ANALYSIS:g}")  # fmt: skip
    return [*_clip_rows(reference), took]


def bundled_run() -> ReferenceMotion:
    """The captured run that comes with PyBullet."""
    with tempfile.TemporaryDirectory() as folder:
        return _learned(write_bundled_clip("run", folder))


def _clip_rows(reference: ReferenceMotion) -> list[Row]:
    """Of a clip as it is read, on two bodies, and better after a search."""
    pace = math.sqrt(human().leg_length / reference.character.leg_length)
    with tempfile.TemporaryDirectory() as folder:
        saved = str(Path(folder) / "clip.json")
        save_reference(reference, saved)
        bodies = {"its body": (1.0, reference.character), "the human": (pace, human())}
        cases = [
            (("run", saved, reference.speed * pace, body), start)
            for pace, body in bodies.values()
            for start in range(STARTS)
        ]
        ran = run_cases(_started, cases)
    upright = [[speed for stood, speed in of if stood] for of in (ran[:STARTS], ran[STARTS:])]
    speeds = [float(np.mean(of)) if of else 0.0 for of in upright]
    as_read = Row(
        f"{reference.name} at {reference.speed:.2f} m/s by size for {LASTS:g} s from {STARTS} "
        f"walks, on {' and on '.join(bodies)}: upright; speed", "", "",
        ", ".join(f"{len(of)}; {v:.2f}" for of, v in zip(upright, speeds, strict=True)),
        len(upright[0]) > STARTS // 2, f"must: {STARTS // 2 + 1} on its body",
    )  # fmt: skip
    return [as_read, improved_row(reference)]


def _learned(clip: Path) -> ReferenceMotion:
    """What `footfall learn-run` saves of a clip; processes that only simulate need no Blender."""
    from ..rigs.blender.files import open_clip
    from ..rigs.blender.motion import read_animation
    from ..rigs.blender.rig import read_rig

    rig = read_rig(open_clip(str(clip)))
    motion = read_animation(rig)
    read = reference_of_motion(motion, rig.character, clip.stem)
    reference, _ = make_consistent(read, captured(motion.rate))
    return reference
