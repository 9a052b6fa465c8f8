"""Getting up: from random lying poses to standing on both feet, with the forces that it takes.

Jones 2011, Chapter 6, rises from one prone pose in two dimensions.
"""

from __future__ import annotations

import hashlib
import json
import math
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..base.errors import SimulationError
from ..bodies.character import Character
from ..evaluation.cases import human, similar_speed
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Ground, Performer, Push, Shot
from ..shots.shot_key import program
from ..shots.take import Performance, Take
from .parts.table import Row

GRAVITY = 9.81
FRAME_RATE = 50.0  # of frames that are 20 ms long, over which contact forces are averaged
LIES_AT, MOTION = 4.0, 20.0  # [s]: when it begins to rise, and for how long it may
STANDS_FOR, SLOW = 2.0, 0.1  # [s], [m/s] of the center of mass
OVER_FEET = 0.15  # of the leg: center of mass to the middle of the feet, over the ground
HUMAN_RUNS, BODY_RUNS, VARIATION = 14, 6, 0.2
# [m/s] at which a body moves that is pushed, and when it is pushed [s].
MOVES = {"stand": (0.0, 0.5), "walk": (1.2, 1.5), "run": (3.0, 2.0)}
OTHERS = f"bodies varied by {VARIATION:g}"
MUST_HUMAN, MUST_BODIES = 0.98, 0.9
MUST_USUAL, AIM_USUAL, MUST_SLOWEST, MUST_WALL = 6.0, 4.0, 10.0, 30.0  # [s]
MOST_FORCE, MOST_MISSING = 4.0, 0.02  # of body weight


@dataclass(frozen=True)
class Case:
    """A fall: a stander, walker or runner that is pushed, or a limp body that is dropped.

    Attributes:
        body: seed of the variation of the body, -1 the human; or a preset's name.
        seed: of the push or the pose.
        dropped: whether it is dropped.
        slope: of the ground, up towards +x [degrees].
        way: over hands and knees, out of a squat, or either.
        moves: what it does as it is pushed: a key of `MOVES`.
        style: in which it gets up.
    """

    body: int | str
    seed: int
    dropped: bool
    slope: float = 0.0
    way: str = "either"
    moves: str = "stand"
    style: str = "usual"

    @property
    def character(self) -> Character:
        if isinstance(self.body, str):
            return Character.preset(self.body)
        return human() if self.body < 0 else human().vary(self.body, VARIATION)


@dataclass(frozen=True)
class Outcome:
    """What came of a case.

    Attributes:
        stood_after: from the beginning of the rise until it stands for good [s]; None: never.
        peak: largest contact force while rising, of body weight.
        missing: RMS of the rate of change of momentum that neither gravity nor contacts explain,
            of body weight.
        wall: time that it took to search and simulate [s].
    """

    stood_after: float | None
    peak: float
    missing: float
    wall: float


def measure() -> list[Row]:
    """A row for the human, for other bodies, and for what it took."""
    humans = [Case(-1, seed, seed % 2 == 1) for seed in range(HUMAN_RUNS)]
    bodies = [Case(seed, seed, seed % 2 == 1) for seed in range(BODY_RUNS)]
    return rows(humans, bodies)


def rows(humans: Sequence[Case], bodies: Sequence[Case], others: str = OTHERS) -> list[Row]:
    """The table of some cases of the human and of others.

    Those that were simulated before are not simulated again.
    """
    of_human = [outcome_of(case) for case in humans]
    of_bodies = [outcome_of(case) for case in bodies]
    return [
        success("human", of_human, MUST_HUMAN),
        *times(of_human),
        success(others, of_bodies, MUST_BODIES),
        *efforts([*of_human, *of_bodies]),
    ]


def outcome_of(case: Case) -> Outcome:
    """What came of a case; a run that was broken off goes on where it stopped."""
    folder = Path(tempfile.gettempdir()) / "footfall_rising" / _program()
    told = "_".join(f"{value:g}" if isinstance(value, float) else str(value)
                    for value in astuple(case))  # fmt: skip
    path = folder / f"{told}.json"
    if path.exists():
        return Outcome(**json.loads(path.read_text("utf-8")))
    outcome = _run(case)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(outcome)), encoding="utf-8")
    return outcome


def _program() -> str:
    """Tells one state of the program, and of this measure, from another."""
    return hashlib.sha256(program().encode() + Path(__file__).read_bytes()).hexdigest()[:16]


def _run(case: Case) -> Outcome:
    began = time.perf_counter()
    character = case.character
    shot = shot_of(case, character)
    try:
        take = simulate(shot, record=("contact_forces", "momentum"))
    except SimulationError:
        return Outcome(None, math.inf, math.inf, time.perf_counter() - began)
    performance = take.performances[0]
    rising = take.times >= LIES_AT
    weight = character.mass * GRAVITY
    return Outcome(
        stood_after=_stood_after(take, performance, character, shot.ground),
        peak=_peak(performance, rising) / weight,
        missing=_missing(performance, rising, character) / weight,
        wall=time.perf_counter() - began,
    )


def shot_of(case: Case, character: Character) -> Shot:
    """A fall that is over when the rise begins."""
    random = np.random.default_rng(case.seed)
    angle = random.uniform(0.0, 2.0 * math.pi)
    ground = Ground.slope(case.slope) if case.slope else Ground.flat()
    cues = [Cue("get_up", start=LIES_AT, way=case.way, style=case.style)]
    duration = LIES_AT + MOTION + STANDS_FOR
    if case.dropped:
        turn = random.normal(size=4)
        w, x, y, z = (turn / np.linalg.norm(turn)).tolist()
        pose = {"root": ((0.0, 0.0, 0.7 * character.height), (w, x, y, z))}
        performer = Performer(character, [Cue("fall", protect=0.0), *cues], pose=pose)
        return Shot([performer], ground=ground, duration=duration, frame_rate=FRAME_RATE)
    force = random.uniform(250.0, 500.0) * character.mass / human().mass
    at = MOVES[case.moves][1]
    push = Push(
        0, "torso", time=at, duration=0.1,
        force=(force * math.cos(angle), force * math.sin(angle), 0.0),
    )  # fmt: skip
    fall = Cue("fall", start=at + 0.1, protect=random.uniform(0.0, 1.0))
    performer = Performer(character, [_first_cue(case, character), fall, *cues])
    return Shot(
        [performer], pushes=[push], ground=ground, duration=duration, frame_rate=FRAME_RATE
    )


def _first_cue(case: Case, character: Character) -> Cue:
    speed, _ = MOVES[case.moves]
    return Cue(case.moves, speed=similar_speed(speed, character)) if speed else Cue(case.moves)


def _stood_after(
    take: Take, performance: Performance, character: Character, ground: Ground
) -> float | None:
    """When it began to stand on both feet, COM over them, slow, for long enough; None if never."""
    names = performance.segment_names
    feet = [names.index("foot.L"), names.index("foot.R")]
    middle = performance.segment_positions[:, feet, :2].mean(axis=1)
    com = performance.center_of_mass
    speed = np.linalg.norm(np.gradient(com, take.times, axis=0), axis=1)
    near = np.linalg.norm(com[:, :2] - middle, axis=1) < OVER_FEET * character.leg_length
    levels = [ground.height_at(x, y) or 0.0 for x, y in performance.root_position[:, :2].tolist()]
    height = performance.root_position[:, 2] - levels
    high = height > 0.8 * character.standing_height_of_root
    stands = performance.foot_contacts.all(axis=1) & near & high & (speed < SLOW)
    stands &= take.times >= LIES_AT
    needed, lasted = round(STANDS_FOR * FRAME_RATE), 0
    for frame, holds in enumerate(stands):
        lasted = lasted + 1 if holds else 0
        if lasted >= needed:
            return float(take.times[frame] - STANDS_FOR - LIES_AT)
    return None


def _peak(performance: Performance, rising: NDArray[np.bool_]) -> float:
    """Largest force on all of the body in one frame [N]."""
    assert performance.contact_forces is not None
    total = performance.contact_forces[rising].sum(axis=1)
    return float(np.linalg.norm(total, axis=1).max())


def _missing(performance: Performance, rising: NDArray[np.bool_], character: Character) -> float:
    """RMS of the force [N] that momentum gains beyond gravity and contacts."""
    assert performance.momentum is not None and performance.contact_forces is not None
    gained = np.diff(performance.momentum[:, :3], axis=0) * FRAME_RATE
    weight = np.array([0.0, 0.0, -character.mass * GRAVITY])
    given = performance.contact_forces.sum(axis=1)[1:] + weight
    return float(np.sqrt((((gained - given)[rising[1:]]) ** 2).sum(axis=1).mean()))


def success(who: str, outcomes: Sequence[Outcome], must: float) -> Row:
    """How many of some stood."""
    stood = [o.stood_after for o in outcomes if o.stood_after is not None]
    return Row(
        figure=f"{who}: stands within {MOTION:g} s of motion, of {len(outcomes)}",
        paper="one prone pose, in 2D",
        peer="",
        ours=f"{len(stood)}" + (f" (median after {np.median(stood):.2f} s)" if stood else ""),
        passed=len(stood) >= must * len(outcomes),
        bar=f"must: {must:.0%}",
    )


def times(outcomes: Sequence[Outcome]) -> list[Row]:
    """How long it took those that stood, from at rest to standing."""
    stood = [o.stood_after for o in outcomes if o.stood_after is not None]
    if not stood:
        return []
    usual, slowest = float(np.median(stood)), max(stood)
    return [
        Row("human: time to stand, median [s]", "", "", f"{usual:.2f}",
            usual <= MUST_USUAL, f"must: {MUST_USUAL:g}, aim: {AIM_USUAL:g}"),
        Row("human: time to stand, slowest [s]", "", "", f"{slowest:.2f}",
            slowest <= MUST_SLOWEST, f"must: {MUST_SLOWEST:g}"),
    ]  # fmt: skip


def efforts(outcomes: Sequence[Outcome]) -> list[Row]:
    """What it took in all runs, also in those that did not stand."""
    peak, missing = max(o.peak for o in outcomes), max(o.missing for o in outcomes)
    wall = float(np.median([o.wall for o in outcomes]))
    return [
        Row("largest contact force while rising, of body weight", "", "", f"{peak:.2f}",
            peak < MOST_FORCE, f"must: {MOST_FORCE:g}"),
        Row("momentum that no force explains, RMS, of body weight", "", "", f"{missing:.4f}",
            missing < MOST_MISSING, f"must: {MOST_MISSING:g}"),
        Row("wall time of a run, median [s]", "", "", f"{wall:.0f}",
            wall <= MUST_WALL, f"must: {MUST_WALL:g}"),
    ]  # fmt: skip
