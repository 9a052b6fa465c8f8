"""The keyed motion of a prop that nothing can push: a platform, an elevator, a door, a beam."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..base.checks import check_list, check_number, check_numbers, check_orientation
from ..base.errors import InvalidInput

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
LATEST, FURTHEST = 1e6, 1e6  # [s] of a key; [m] of a position from the origin
FASTEST, FASTEST_TURN = 50.0, 50.0  # [m/s], [rad/s] from key to key


@dataclass(frozen=True)
class KeyedMotion:
    """Poses of a prop over time, in the world. It rests before the first and after the last one.

    Attributes:
        times: (n,) of the poses, rising [s]; two or more.
        positions: (n, 3) [m]; between them the speed changes without jumps.
        orientations: (n, 4) quaternions (w, x, y, z); empty: the prop keeps its own orientation.
    """

    times: Sequence[float]
    positions: Sequence[Vector]
    orientations: Sequence[Quaternion] = ()


def check_keyed_motion(name: str, motion: KeyedMotion) -> None:
    """Raise InvalidInput with one sentence for the first error in the motion of a prop."""
    what = f"the motion of prop {name!r}"
    if not isinstance(motion, KeyedMotion):
        raise InvalidInput(f"The motion of prop {name!r} must be a KeyedMotion, got {motion!r}.")
    for values in (motion.times, motion.positions, motion.orientations):
        check_list(what, values)
    count = len(motion.times)
    if count < 2:
        raise InvalidInput(f"The motion of prop {name!r} needs at least 2 times, got {count}.")
    for values in (motion.positions, motion.orientations or motion.times):
        if len(values) != count:
            raise InvalidInput(
                f"The motion of prop {name!r} has {count} times and {len(values)} poses: it needs "
                "one for each time."
            )
    for time in motion.times:
        check_number(f"a time in {what}", time, "s", -LATEST, LATEST)
    for position in motion.positions:
        check_numbers(f"a position in {what}", position, "m", -FURTHEST, FURTHEST)
    for orientation in motion.orientations:
        check_orientation(f"an orientation in {what}", orientation)
    _check_speeds(name, motion)


def _check_speeds(name: str, motion: KeyedMotion) -> None:
    """Raise InvalidInput where times do not rise, or a pose is too far from the one before."""
    for one, other in pairwise(range(len(motion.times))):
        time, span = motion.times[one], motion.times[other] - motion.times[one]
        if span <= 0.0:
            raise InvalidInput(
                f"The times in the motion of prop {name!r} must rise, got {time:g} s before "
                f"{motion.times[other]:g} s."
            )
        speed = math.dist(motion.positions[one], motion.positions[other]) / span
        turn = _angle(motion, one, other) / span
        for value, most, unit in ((speed, FASTEST, "m/s"), (turn, FASTEST_TURN, "rad/s")):
            if value > most:
                raise InvalidInput(
                    f"The prop {name!r} moves with {value:.3g} {unit} after {time:g} s: "
                    f"at most {most:g} {unit} can be simulated."
                )


def _angle(motion: KeyedMotion, one: int, other: int) -> float:
    """The angle [rad] between the orientations of two keys."""
    if not motion.orientations:
        return 0.0
    pairs = zip(motion.orientations[one], motion.orientations[other], strict=True)
    return 2.0 * math.acos(min(abs(sum(a * b for a, b in pairs)), 1.0))
