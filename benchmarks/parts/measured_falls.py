"""What is measured of a fall: slides, segments in each other, joints, the head, torques."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_quaternions
from ...bodies.character import Character
from ...evaluation.applied_torques import watch_torques
from ...evaluation.bearing import (
    ARM,
    HEAD,
    PARTS,
    bearing,
    contact_slides,
    first_touch,
    running_mean,
)
from ...evaluation.body_overlap import Pair, depths
from ...evaluation.cases import attempt
from ...evaluation.joint_ranges import beyond_range
from ...evaluation.pushed_falls import DIRECTIONS, FRAME_RATE, Case, begins, fall_shot, harder
from ...motion.biped_frames import in_parents
from ...shots.take import Performance, Take

Array = NDArray[np.float64]
GRAVITY = 9.81
BEARS = 0.1  # of the weight
MEAN = round(0.02 * FRAME_RATE)  # frames
ENDS_CONTACT = round(0.1 * FRAME_RATE)  # frames without load
# Of the cases: also limp; with the engine's torques watched. Each share has all directions.
LIMP_EVERY, WATCHED_EVERY = 3, 7
SIDES = (".L", ".R")
FALLING, RISING = "falls", "rises"


@dataclass(frozen=True)
class Fall:
    """What came of a case.

    Attributes:
        case: with the force that threw it down; tries: pushes that it took.
        falls_at: when the fall begins [s].
        slides: of each contact [m], by phase and part.
        overlaps: of each pair of segments that meet, the greatest depth [m], by phase.
        beyond: of each joint, the furthest beyond its range [degrees].
        head, limp_head: greatest force on the head, protected and limp [body weights].
        limbs_at, head_at: when an arm or knee, and the head, first bears on the ground, from the
            beginning of the fall [s]; None: never.
        torques: largest torque of each joint, of its limit; None where not watched.
        stands: whether it stands in the end; None where it does not rise.
    """

    case: Case
    tries: int
    falls_at: float
    slides: dict[tuple[str, str], list[float]]
    overlaps: dict[str, dict[Pair, float]]
    beyond: dict[str, float]
    head: float
    limp_head: float | None
    limbs_at: float | None
    head_at: float | None
    torques: dict[str, float] | None
    stands: bool | None

    @property
    def deepest(self) -> float:
        """Greatest depth of any two segments in each other [m]."""
        return max((d for pairs in self.overlaps.values() for d in pairs.values()), default=0.0)

    @property
    def is_limbs_first(self) -> bool:
        return self.head_at is None or (self.limbs_at is not None and self.limbs_at < self.head_at)


def fall_of(case: Case) -> Fall | None:
    """What comes of a case; None where the body stays up, however hard the push, or diverges."""
    for number, tried in enumerate(harder(case)):
        falls_at = begins(tried)
        if falls_at is not None:
            return _measured(tried, number + 1, falls_at)
    return None


def _measured(case: Case, tries: int, falls_at: float) -> Fall | None:
    take, torques = _simulated(case, falls_at)
    if take is None:
        return None
    limp = None
    if (case.number // DIRECTIONS + case.direction) % LIMP_EVERY == 0:
        limp = attempt(fall_shot(case, falls_at, protect=0.0), record=("contact_forces",))
    phases = _phases(take, falls_at)
    character, performance = case.character, take.performances[0]
    began = phases[FALLING].start
    return Fall(
        case=case, tries=tries, falls_at=falls_at,
        slides={
            (phase, part): [
                slide for side in SIDES
                for slide in _slides(case, character, performance, part, side, frames)
            ]
            for phase, frames in phases.items() for part in PARTS
        },
        overlaps={
            phase: _overlaps(character, performance, frames) for phase, frames in phases.items()
        },
        beyond=_beyond(character, performance, began),
        head=_head_force(character, take, began),
        limp_head=None if limp is None else _head_force(character, limp, began),
        limbs_at=_landing(case, character, performance, began, [*PARTS["knee"], *ARM], SIDES),
        head_at=_landing(case, character, performance, began, HEAD, ("",)),
        torques=torques,
        stands="on_feet" in [name for _, name in performance.events] if case.rises else None,
    )  # fmt: skip


def _simulated(case: Case, falls_at: float) -> tuple[Take | None, dict[str, float] | None]:
    """The protected fall, and in some cases its torques as the engine is given them."""
    shot = fall_shot(case, falls_at, protect=1.0)
    if case.number % WATCHED_EVERY or case.rises:
        return attempt(shot, record=("contact_forces",)), None
    with watch_torques() as watched:
        take = attempt(shot, record=("contact_forces",))
    return take, watched.shares(case.character)


def _phases(take: Take, falls_at: float) -> dict[str, slice]:
    """Frames of the fall and, where it gets up, of the rise."""
    rises = [cue.began for cue in take.performances[0].cues if cue.skill == "get_up"]
    began = math.ceil(falls_at * FRAME_RATE)
    if not rises or rises[0] is None:
        return {FALLING: slice(began, len(take.times))}
    rise = math.ceil(rises[0] * FRAME_RATE)
    return {FALLING: slice(began, rise), RISING: slice(rise, len(take.times))}


def _slides(
    case: Case, character: Character, performance: Performance, part: str, side: str, frames: slice
) -> list[float]:
    found = bearing(character, performance, PARTS[part], side, case.heights())
    loaded = running_mean(found.load, MEAN) > BEARS * character.mass * GRAVITY
    within = slice(frames.start, frames.stop - 1)
    return contact_slides(loaded[frames], found.steps[within], ENDS_CONTACT)


def _overlaps(
    character: Character, performance: Performance, frames: slice
) -> dict[Pair, float]:
    found = {pair: float(d[frames].max()) for pair, d in depths(character, performance).items()}
    return {pair: depth for pair, depth in found.items() if depth > 0.0}


def _beyond(character: Character, performance: Performance, began: int) -> dict[str, float]:
    names = performance.segment_names
    parents = [names.index(s.parent) if s.parent else -1 for s in character.segments]
    axes = matrices_from_quaternions(performance.segment_orientations[began:])
    turns = in_parents(axes, parents)
    return {
        segment.joint.name: math.degrees(float(beyond_range(segment.joint, turns[:, i]).max()))
        for i, segment in enumerate(character.segments)
    }


def _head_force(character: Character, take: Take, began: int) -> float:
    """Greatest force on the head, as a mean over 20 ms [body weights]."""
    performance = take.performances[0]
    assert performance.contact_forces is not None
    forces = performance.contact_forces[began:, performance.segment_names.index("head")]
    peak = np.linalg.norm(running_mean(forces, MEAN), axis=1).max()
    return float(peak / (character.mass * GRAVITY))


def _landing(
    case: Case, character: Character, performance: Performance, began: int,
    segments: Sequence[tuple[str, float, float]], sides: Sequence[str],
) -> float | None:  # fmt: skip
    """When one of the segments first bears, from the beginning of the fall [s]; None: never."""
    found = [
        bearing(character, performance, [segment], side, case.heights())
        for segment in segments for side in sides
    ]  # fmt: skip
    frame = first_touch([b._replace(load=b.load[began:]) for b in found])
    return None if frame is None else frame / FRAME_RATE
