"""What a walk comes to: speed, facing direction, footstrikes, standing still."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..shots.take import Performance, Take

Array = NDArray[np.float64]
STILL, STILL_FOR = 0.05, 1.0  # [m/s], [s]: slower than this for so long is standing
SPEED_SHARE, SPEED_FLOOR = 0.1, 0.05  # of the asked speed, [m/s]: the larger is the tolerance
STRIKE = "footstrike"


def keeps_speed(asked: float, walked: float) -> bool:
    """Whether a walked speed [m/s] is as asked, within 10 % or 0.05 m/s."""
    return abs(walked - asked) <= max(SPEED_SHARE * abs(asked), SPEED_FLOOR)


def mean_speed(take: Take, start: float, end: float | None = None, heading: float = 0.0) -> float:
    """Mean speed [m/s] along a world direction [rad] between two times [s]; None: to the end."""
    times, com = take.times, take.performances[0].center_of_mass
    first = int(np.searchsorted(times, start))
    last = len(times) - 1 if end is None else int(np.searchsorted(times, end))
    way = com[last] - com[first]
    along = way[0] * math.cos(heading) + way[1] * math.sin(heading)
    return float(along / (times[last] - times[first]))


def facing(performance: Performance) -> Array:
    """Direction [rad] that the pelvis faces (frames,), without jumps at half a turn."""
    w, x, y, z = performance.root_orientation.T
    return np.unwrap(np.arctan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)))


def facing_over_a_step(take: Take) -> Array:
    """`facing`, each frame the mean over one step around it."""
    period = step_period(take.performances[0])
    return moving_mean(facing(take.performances[0]), round(period / _frame_time(take)))


def moving_mean(signal: Array, width: int) -> Array:
    """Mean (frames,) over `width` frames around each frame; the ends are held."""
    if width < 2:
        return signal
    held = np.pad(signal, (width // 2, width - 1 - width // 2), mode="edge")
    return np.convolve(held, np.full(width, 1.0 / width), mode="valid")


def footstrikes(performance: Performance, side: str = "", start: float = 0.0) -> Array:
    """Times [s] of footstrikes of a side (".L", ".R", "" for both) from `start` on."""
    strikes = [time for time, name in performance.events if name.startswith(STRIKE + side)]
    return np.array([time for time in strikes if time >= start])


def step_period(performance: Performance, start: float = 0.0) -> float:
    """Median time [s] between the footstrikes from `start` on; 0 where there are not two."""
    strikes = footstrikes(performance, start=start)
    return float(np.median(np.diff(strikes))) if len(strikes) > 1 else 0.0


def longest_pause(performance: Performance, start: float, end: float) -> float:
    """Longest time [s] without a footstrike between two times."""
    strikes = footstrikes(performance)
    inside = strikes[(strikes > start) & (strikes < end)]
    return float(np.diff(np.concatenate([[start], inside, [end]])).max())


def stays_within(times: Array, error: Array, tolerance: float, start: float) -> float:
    """Seconds after `start` from which an error stays within a tolerance; inf if it never does."""
    outside = np.flatnonzero((np.abs(error) > tolerance) & (times >= start))
    if not len(outside):
        return 0.0
    return float(times[outside[-1] + 1] - start) if outside[-1] + 1 < len(times) else math.inf


def time_to_stand(take: Take, start: float) -> float:
    """Seconds after `start` until the center of mass is still for a second; inf if it never is."""
    moving = horizontal_speed(take) > STILL
    frames = math.ceil(STILL_FOR / _frame_time(take))
    first = int(np.searchsorted(take.times, start))
    for frame in range(first, len(moving) - frames + 1):
        if not moving[frame : frame + frames].any():
            return float(take.times[frame] - start)
    return math.inf


def horizontal_speed(take: Take) -> Array:
    """Speed [m/s] of the center of mass over the ground (frames,)."""
    way = take.performances[0].center_of_mass[:, :2]
    return np.linalg.norm(np.gradient(way, take.times, axis=0), axis=1)


def _frame_time(take: Take) -> float:
    return float(take.times[1] - take.times[0])
