"""Pops and slides in falls: how suddenly segments turn from frame to frame, how far feet slide.

A frame's angular acceleration is the change of a segment's turn from one frame to the next. In the
air, from the beginning of the fall until anything but a foot touches the ground, only muscles and
gravity act; from then on impacts are counted as well. What the walker does before, while it
fights for its balance, is told by itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import multiply_quaternions
from ..controllers.balance.toppling import TOO_FAR_OVER
from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.soles import lowest_steps, slides
from ..shots.shot import Cue, Performer, Push, Shot
from ..shots.take import Performance
from .parts.table import Row

Array = NDArray[np.float64]
RATE, LASTS, PUSH = 30.0, 2.4, 0.1  # [1/s]; [s] from the push on; [s] of the push
DIRECTIONS, BODIES, VARIATION = 8, (-1, 1), 0.2
IMPULSES = (100.0, 160.0)  # on the human [N s]; a body's own in proportion to its mass
PUSHED_AT = {False: 0.5, True: 1.0}  # standing, walking [s]
SPEED, GRAVITY, TOUCHES = 1.0, 9.81, 20.0  # [m/s], [m/s2], [N]
BEARS = 0.1  # of body weight: a foot is loaded
PARTS = {
    "arms": ("upper_arm", "lower_arm"),
    "head": ("head",),
    "trunk": ("pelvis", "lower_back", "torso"),
    "legs": ("upper_leg", "lower_leg"),
    "feet": ("foot",),
}
MOST_IN_AIR = {"arms": 60.0}  # [degrees/frame2] in nine of ten falls


@dataclass(frozen=True)
class Case:
    """A push on a standing or walking body; body -1 is the human, others are varied."""

    body: int
    walks: bool
    impulse: float
    direction: float


@dataclass(frozen=True)
class Fall:
    """Greatest angular accelerations by part [degrees/frame2], furthest slide, the head's landing.

    Attributes:
        before, in_air, landed: from the push on, from the beginning of the fall on, and from when
            more than the feet is on the ground.
        slide: furthest that a loaded foot slides in one contact [m].
        limbs_first: whether an arm or knee lands before the head.
        head: greatest force on the head in a frame, of body weight.
    """

    before: dict[str, float]
    in_air: dict[str, float]
    landed: dict[str, float]
    slide: float
    limbs_first: bool
    head: float


def measure() -> list[Row]:
    """The rows; takes some minutes."""
    turns = [2.0 * math.pi * i / DIRECTIONS for i in range(DIRECTIONS)]
    cases = [Case(*c) for c in itertools.product(BODIES, (False, True), IMPULSES, turns)]
    return rows([fall for fall in run_cases(fall_of, cases) if fall is not None], len(cases))


def rows(falls: Sequence[Fall], tried: int) -> list[Row]:
    """The table of some falls."""
    found = [Row("falls, of pushes", "", "", f"{len(falls)} of {tried}")]
    for part in PARTS:
        in_air = [fall.in_air[part] for fall in falls]
        most = MOST_IN_AIR.get(part)
        found.append(
            Row(
                f"{part}: angular acceleration, greatest: median, 90 %, worst [degrees/frame2]",
                "", "", f"in the air {_spread(in_air)}; landed "
                f"{_spread([fall.landed[part] for fall in falls])}",
                None if most is None else bool(np.percentile(in_air, 90) <= most),
                "" if most is None else f"must: {most:g} in the air in 90 %",
            )
        )  # fmt: skip
    before = _spread([fall.before["arms"] for fall in falls])
    slides = _spread([100.0 * fall.slide for fall in falls])
    head = [fall.head for fall in falls]
    return [
        *found,
        Row("arms, alike, while it fights for its balance", "", "", before),
        Row("slide of a loaded foot in the fall, furthest: median, 90 %, worst [cm]", "", "",
            slides),
        Row("an arm or knee lands before the head", "", "",
            f"{sum(fall.limbs_first for fall in falls)} of {len(falls)}"),
        Row("greatest force on the head: median, worst [body weights]", "", "",
            f"{np.median(head):.2f}, {max(head):.2f}"),
    ]  # fmt: skip


def _spread(values: Sequence[float]) -> str:
    return f"{np.median(values):.1f}, {np.percentile(values, 90):.1f}, {max(values):.1f}"


def fall_of(case: Case) -> Fall | None:
    """What comes of a push; None where the body stays up."""
    character = human() if case.body < 0 else human().vary(case.body, VARIATION)
    force = case.impulse / PUSH * character.mass / human().mass
    cue = Cue("walk", speed=SPEED) if case.walks else Cue("stand")
    pushed = PUSHED_AT[case.walks]
    push = Push(
        0, "torso", time=pushed, duration=PUSH,
        force=(force * math.cos(case.direction), force * math.sin(case.direction), 0.0),
    )  # fmt: skip
    shot = Shot(
        [Performer(character, [cue], recover=True)], pushes=[push], duration=pushed + LASTS,
        frame_rate=RATE,
    )  # fmt: skip
    take = attempt(shot, record=("contact_forces",))
    if take is None:
        return None
    performance = take.performances[0]
    begins = _begins(performance, round(pushed * RATE))
    if begins is None:
        return None
    lands = begins + _first(_touching(performance, but=("foot", "toes"))[begins:])
    turned = angular_accelerations(performance.segment_orientations)
    weight = character.mass * GRAVITY
    loaded = [_loads(performance, side)[begins:] > BEARS * weight for side in (".L", ".R")]
    steps = [lowest_steps(character, performance, side)[begins:] for side in (".L", ".R")]
    assert performance.contact_forces is not None
    head = performance.segment_names.index("head")
    return Fall(
        before=_greatest(performance, turned[round(pushed * RATE) : begins - 1]),
        in_air=_greatest(performance, turned[begins : lands - 1]),
        landed=_greatest(performance, turned[lands - 1 :]),
        slide=max(
            (way for pair in zip(loaded, steps, strict=True) for way in slides(*pair)), default=0.0
        ),
        limbs_first=_first(_touching(performance, ("hand", "lower_arm", "lower_leg")))
        <= _first(_touching(performance, ("head",))),
        head=float(performance.contact_forces[:, head, 2].max() / weight),
    )


def angular_accelerations(orientations: Array) -> Array:
    """(frames - 2, n) from (frames, n, 4) quaternions; the first is that of frame 1."""
    back = orientations[:-1] * [1.0, -1.0, -1.0, -1.0]
    turns = multiply_quaternions(orientations[1:], back)
    turns = np.where(turns[..., :1] < 0.0, -turns, turns)
    sine = np.linalg.norm(turns[..., 1:], axis=-1, keepdims=True)
    angles = np.degrees(2.0 * np.arctan2(sine, turns[..., :1]))
    vectors = angles * turns[..., 1:] / np.maximum(sine, 1e-12)
    accelerations: Array = np.linalg.norm(np.diff(vectors, axis=0), axis=-1)
    return accelerations


def _begins(performance: Performance, pushed: int) -> int | None:
    """The first frame of the fall, as the runtime sees it: too far over, or not on feet alone."""
    torso = performance.segment_orientations[:, performance.segment_names.index("torso")]
    up = 1.0 - 2.0 * (torso[:, 1] ** 2 + torso[:, 2] ** 2)
    falls = (up < TOO_FAR_OVER) | _touching(performance, but=("foot", "toes"))
    falls[:pushed] = False
    return _first(falls) if falls.any() else None


def _touching(
    performance: Performance, parts: Sequence[str] | None = None, but: Sequence[str] = ()
) -> NDArray[np.bool_]:
    """(frames,) whether any segment of these parts, or of all but some, touches the ground."""
    assert performance.contact_forces is not None
    bases = [name.partition(".")[0] for name in performance.segment_names]
    chosen = [i for i, b in enumerate(bases) if (parts is None or b in parts) and b not in but]
    forces = np.linalg.norm(performance.contact_forces[:, chosen], axis=-1)
    touching: NDArray[np.bool_] = (forces > TOUCHES).any(axis=1)
    return touching


def _first(holds: NDArray[np.bool_]) -> int:
    """The first frame that holds, or the number of frames."""
    return int(holds.argmax()) if holds.any() else len(holds)


def _greatest(performance: Performance, accelerations: Array) -> dict[str, float]:
    names = [name.partition(".")[0] for name in performance.segment_names]
    return {
        part: float(
            accelerations[:, [i for i, n in enumerate(names) if n in chosen]].max(initial=0.0)
        )
        for part, chosen in PARTS.items()
    }


def _loads(performance: Performance, side: str) -> Array:
    """(frames,) vertical force on a foot [N]."""
    assert performance.contact_forces is not None
    parts = [performance.segment_names.index(part + side) for part in ("foot", "toes")]
    loads: Array = performance.contact_forces[:, parts, 2].sum(axis=1)
    return loads
