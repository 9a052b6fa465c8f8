"""The path of a body over the ground: root motion carries it, and is what remains without it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import angle_of
from .segment_motion import SegmentMotion

Array = NDArray[np.float64]
SMOOTHED_OVER = 1.0  # [s], about a stride: motion of the hips within it is sway and not travel


@dataclass(frozen=True, eq=False)
class GroundPath:
    """A path on the ground.

    Attributes:
        positions: (frames, 2).
        headings: (frames,) [rad], without jumps at half a turn.
    """

    positions: Array
    headings: Array

    def matrices(self) -> Array:
        """Frames (frames, 4, 4) on the ground, with x ahead and z up."""
        c, s = np.cos(self.headings), np.sin(self.headings)
        matrices = np.tile(np.eye(4), (len(c), 1, 1))
        matrices[:, 0, 0], matrices[:, 0, 1] = c, -s
        matrices[:, 1, 0], matrices[:, 1, 1] = s, c
        matrices[:, :2, 3] = self.positions
        return matrices

    def part(self, start: int, end: int) -> GroundPath:
        return GroundPath(self.positions[start:end], self.headings[start:end])

    def without_turning(self) -> GroundPath:
        return GroundPath(self.positions, np.full_like(self.headings, self.headings[0]))


def path_below(hips: SegmentMotion, rate: float) -> GroundPath:
    """The smoothed path below the hips [m]; it starts and ends exactly below them."""
    half = min(round(SMOOTHED_OVER * rate / 2), hips.frames - 1)
    ahead = _smoothed(hips.axes[:, :2, 0], half)
    return GroundPath(
        positions=_smoothed(hips.origin[:, :2], half),
        headings=np.unwrap(angle_of(ahead[:, 1], ahead[:, 0])),
    )


def even_path(start: Array, travel: Array, turn: float, shares: Array) -> GroundPath:
    """A straight line or an arc, travelled at constant speed.

    Args:
        start: x, y [m] and heading [rad] at share 0.
        travel: x and y [m] at share 1, in the frame of the start.
        turn: change of heading [rad] at share 1.
        shares: (frames,) of the path; the path continues below 0 and above 1.
    """
    pace = np.linalg.solve(_arc(np.array([turn]))[0], travel)
    local = shares[:, None] * (_arc(turn * shares) @ pace)
    c, s = np.cos(start[2]), np.sin(start[2])
    positions = start[:2] + local @ np.array([[c, s], [-s, c]])
    return GroundPath(positions, start[2] + turn * shares)


def _arc(angles: Array) -> Array:
    """Mean rotation (n, 2, 2) over headings from 0 to each angle."""
    along = np.sinc(angles / np.pi)  # sin(a) / a
    half = angles / 2
    across = np.sin(half) * np.sinc(half / np.pi)  # (1 - cos(a)) / a
    return np.stack([np.stack([along, -across], -1), np.stack([across, along], -1)], axis=-2)


def _smoothed(values: Array, half: int) -> Array:
    """Mean over `half` frames on either side under a Hann window; the ends stay in place."""
    if half < 1:
        return values
    # Mirrored through its end point, a curve continues with the same slope.
    padded = np.pad(values, ((half, half), (0, 0)), mode="reflect", reflect_type="odd")
    window = np.hanning(2 * half + 3)[1:-1]
    window /= window.sum()
    return np.column_stack([np.convolve(column, window, mode="valid") for column in padded.T])
