"""Footstrikes: by the feet's height and speed, or by their farthest forward reach in a cycle.

For the second way see Zeni, Richards and Higginson 2008, "Two simple methods for determining gait
events during treadmill and overground walking using kinematic data".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .walking_motion import Motion, Z, facing_of, to_heading

Array = NDArray[np.float64]
# A foot is down if it is this close to its lowest height in the time that follows, and slower than
# the body, or than this speed where the body hardly moves.
DOWN, DOWN_FOR, SLOW = 0.01, 0.2, 0.4  # [m], [s], [m/s]
ON_GROUND = 5.0  # percentile of an edge's height that is taken as the ground's
LANDING, LANDING_FOR = 0.1, 0.05  # [m/s] of a foot that still moves down, [s] at most
SHORTEST_SWING = 0.15  # [s] off the ground, before a foot can strike
REACH = 0.03  # [m]: least forward and backward travel of a stepping foot
RISE = 0.01  # [m]: least vertical travel of a stepping foot
LANDED = 0.1  # of the rise: a foot stepping in place below this has struck


def footstrikes(motion: Motion, side: str) -> list[int]:
    """Frames in which a foot strikes in front after a swing, by its height and speed."""
    edges = motion.soles[side]
    pace = max(float(_speed(motion.pelvis[:, None, :2], motion.rate).mean()), SLOW)
    height, speed = sole_height(motion, side), _speed(edges, motion.rate).min(axis=1)
    window = max(round(DOWN_FOR * motion.rate), 1)
    lowest = np.array([height[i : i + window].min() for i in range(motion.frames)])
    ahead_of_body = forward_way(motion, side)
    middle = float(np.mean(np.percentile(ahead_of_body, (5, 95))))
    steps_in_place = np.ptp(ahead_of_body) < REACH
    down = (height - lowest < DOWN) & (speed < pace)
    strikes, swing = [], 0
    for frame in range(motion.frames):
        in_front = steps_in_place or ahead_of_body[frame] > middle
        if down[frame] and in_front and swing > SHORTEST_SWING * motion.rate:
            strikes.append(_landed(height, frame, motion.rate))
        swing = 0 if down[frame] else swing + 1
    return strikes


def _landed(height: Array, frame: int, rate: float) -> int:
    """The frame at which a foot that is about to strike has reached the ground."""
    last = min(frame + round(LANDING_FOR * rate), len(height) - 1)
    while frame < last and (height[frame] - height[frame + 1]) * rate > LANDING:
        frame += 1
    return frame


def sole_height(motion: Motion, side: str) -> Array:
    """Height [m] of the lower of a sole's edges (frames,)."""
    lower: Array = edge_heights(motion, side).min(axis=1)
    return lower


def edge_heights(motion: Motion, side: str) -> Array:
    """Heights [m] of a sole's edges over their height in stance (frames, 2)."""
    heights = motion.soles[side][:, :, Z]
    return heights - np.percentile(heights, ON_GROUND, axis=0)


def _speed(points: Array, rate: float) -> Array:
    """[m/s] of points (frames, n, 2 or 3) -> (frames, n)."""
    return np.linalg.norm(np.gradient(points, axis=0), axis=-1) * rate


def cyclic_strikes(motion: Motion, side: str, period: int) -> list[int]:
    """One strike per period [frames]: where the foot is farthest ahead, or lands in place."""
    ahead = _mean_cycle(forward_way(motion, side), period)
    height = _mean_cycle(sole_height(motion, side), period)
    if np.ptp(ahead) > REACH:
        first = int(np.argmax(ahead))
    elif np.ptp(height) > RISE:
        top = int(np.argmax(height))
        falling = np.roll(height, -top) - height.min()
        first = (top + int(np.argmax(falling < LANDED * falling[0]))) % period
    else:
        return []
    return list(range(first, motion.frames, period))


def forward_way(motion: Motion, side: str) -> Array:
    """Distance [m] of a foot ahead of the pelvis (frames,)."""
    way = motion.soles[side].mean(axis=1) - motion.pelvis
    ahead: Array = (to_heading(facing_of(motion)) @ way[:, :, None])[:, 0, 0]
    return ahead


def _mean_cycle(signal: Array, period: int) -> Array:
    whole = len(signal) // period * period
    mean: Array = signal[:whole].reshape(-1, period).mean(axis=0)
    return mean
