"""The cycle in a run, a skip or a walk, and the contacts of its feet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import percentile_filter

from .consistency_errors import runs_of
from .reference import Contact
from .walking_motion import SIDES, Motion, Z, facing_of, to_heading

Array = NDArray[np.float64]
SHORTEST, LONGEST = 0.4, 2.0  # [s] of a cycle
ALIKE = 0.35  # of the poses' variance: largest difference of frames a cycle apart
AS_GOOD = 1.3  # times the least difference: bound for a shorter period to be the cycle
STILL = 0.02  # [rad] RMS: a body that moves less counts as still
LOW, NEARBY = 8.0, 0.7  # percentile of the height of standing feet, window of time [s]
NEAR = 0.025  # of the leg: a point of a sole this close to the ground may stand
SLOW = 0.35  # of the body's speed: bound for a standing point
STILL_POINT = 0.35  # [m/s]: the same where the body hardly moves
BLINK, GAP = 0.06, 0.1  # [s]: shorter contacts, and gaps between them, are noise
TURNING = np.radians(25.0)  # largest turn of a straight cycle


@dataclass(frozen=True)
class Cycle:
    """A cycle between two frames of equal pose, and its contacts in phases."""

    first: int
    last: int
    contacts: tuple[Contact, ...]


def find_cycle(motion: Motion) -> Cycle:
    """The most typical cycle of a motion; raises ValueError with the reason if there is none."""
    poses = _poses(motion)
    spread = float(((poses - poses.mean(axis=0)) ** 2).mean())
    if np.sqrt(spread) < STILL:
        raise ValueError("nothing moves in it")
    period = _period(poses, spread, motion.rate)
    if period is None:
        raise ValueError("no pose comes again within 2 seconds, so show at least one whole stride")
    contacts = standing_frames(motion)
    first = _best_start(motion, poses, period)
    last = first + period
    found = tuple(
        contact
        for s in range(len(SIDES))
        for contact in _in_phases(contacts[:, s], first, period, motion.rate, SIDES[s])
    )
    if {contact.side for contact in found} != set(SIDES):
        raise ValueError("no foot stands still while the other one swings")
    return Cycle(first, last, tuple(sorted(found, key=lambda contact: contact.start)))


def _poses(motion: Motion) -> Array:
    """(frames, values) of the segments' axes in the frame of the pelvis's heading."""
    turn = to_heading(facing_of(motion))
    return np.concatenate(
        [(turn @ axes).reshape(motion.frames, 9) for axes in motion.axes.values()], axis=1
    )


def _period(poses: Array, spread: float, rate: float) -> int | None:
    """Number of frames after which poses recur: the shortest lag about as good as the best."""
    shortest, longest = round(SHORTEST * rate), min(round(LONGEST * rate), len(poses) - 2)
    lags = np.arange(shortest, longest + 1)
    if len(lags) < 3:
        return None
    # Only a part of a long clip repeats well: the clip may begin and end with standing still.
    unlike = np.array([_typical(((poses[g:] - poses[:-g]) ** 2).mean(axis=1)) for g in lags])
    dips = [i for i in range(len(lags)) if unlike[i] == unlike[max(i - 2, 0) : i + 3].min()]
    best = min(unlike[i] for i in dips) if dips else np.inf
    if best > ALIKE * 2.0 * spread:
        return None
    return next(int(lags[i]) for i in dips if unlike[i] <= AS_GOOD * best + 0.01 * spread)


def _typical(values: Array) -> float:
    return float(np.percentile(values, 50.0))


def _best_start(motion: Motion, poses: Array, period: int) -> int:
    """The frame whose pose recurs best a cycle later, in a part that goes straight ahead."""
    count = motion.frames - period
    again = ((poses[period:] - poses[:count]) ** 2).mean(axis=1)
    velocity = np.gradient(motion.pelvis, axis=0) * motion.rate
    lasting = (velocity[period:] - velocity[:count]) ** 2
    facing = facing_of(motion)
    turned = np.abs(facing[period:] - facing[:count])
    usual = float(np.median((motion.pelvis[period:] - motion.pelvis[:count])[:, :2].max(axis=1)))
    travel = np.linalg.norm((motion.pelvis[period:] - motion.pelvis[:count])[:, :2], axis=1)
    # A clip may begin and end standing: a cycle that travels less than usual is not typical.
    cost = again + 0.01 * lasting.sum(axis=1) + np.where(turned > TURNING, 1.0, 0.0)
    cost += np.where(travel < 0.7 * max(usual, float(np.percentile(travel, 75))), 1.0, 0.0)
    return int(np.argmin(cost))


def standing_frames(motion: Motion) -> NDArray[np.bool_]:
    """(frames, 2) whether the left and right foot stand: low, and slow relative to the body."""
    leg, body = float(np.median(motion.pelvis[:, Z])), body_speed(motion)
    stands = np.zeros((motion.frames, 2), dtype=bool)
    for s, side in enumerate(SIDES):
        points = motion.soles[side]
        speed = np.linalg.norm(np.gradient(points, axis=0), axis=2) * motion.rate
        # Heel and toes each have a ground level of their own: bones do not lie on the soles.
        height = np.stack([over_local_ground(z, motion.rate) for z in points[:, :, Z].T], axis=1)
        slow = speed < np.maximum(SLOW * body, STILL_POINT)[:, None]
        standing = ((height < NEAR * leg) & slow).any(axis=1)
        stands[:, s] = _without_blinks(standing, motion.rate)
    return stands


def body_speed(motion: Motion) -> Array:
    """(frames,) horizontal speed of the body [m/s]."""
    way = np.gradient(motion.pelvis, axis=0)[:, :2] * motion.rate
    return np.linalg.norm(way, axis=1)


def over_local_ground(heights: Array, rate: float) -> Array:
    """(frames,) heights [m] over the lowest one nearby in time: captured floors may slope."""
    reach = 2 * round(NEARBY * rate) + 1
    lowest: Array = percentile_filter(heights, LOW, size=min(reach, len(heights)), mode="nearest")
    return heights - lowest


def _without_blinks(flags: NDArray[np.bool_], rate: float) -> NDArray[np.bool_]:
    """The flags without short gaps and then without short contacts."""
    out = flags.copy()
    for value, shortest in ((False, round(GAP * rate)), (True, round(BLINK * rate))):
        edges = np.flatnonzero(np.diff(out.astype(int))) + 1
        bounds = [0, *edges.tolist(), len(out)]
        for a, b in pairwise(bounds):
            if a > 0 and b < len(out) and out[a] == value and b - a < shortest:
                out[a:b] = not value
    return out


def _in_phases(
    stands: NDArray[np.bool_], first: int, period: int, rate: float, side: str
) -> list[Contact]:
    """Contacts that begin within the cycle."""
    flags = stands[first : first + period]
    # Repeated three times, so that contacts across the cycle's ends are whole.
    flags = _without_blinks(np.tile(flags, 3), rate)[period : 2 * period]
    return [
        Contact(side, run[0] / period, (run[0] + len(run)) / period)
        for run in runs_of(flags)
        if len(run) < period
    ]
