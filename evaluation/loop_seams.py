"""What is seen where a loop begins again: a jump of the pose, and of the rate at which it turns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def seam_of(axes: Array) -> tuple[float, float]:
    """Jump of the pose [degrees] and of the rate [% of the largest] at a loop's seam.

    The rate on either side is continued to the frame between by its own change; what a smooth
    motion of so few frames shows in its other frames as well does not count.

    Args:
        axes: (frames, bones, 3, 3), the last frame the first one again.
    """
    pose = float(np.degrees(np.abs(axes[-1] - axes[0]).max()))
    once = axes[:-1].reshape(len(axes) - 1, -1)
    rates = np.roll(once, -1, axis=0) - once  # from each frame to the next
    before, after = np.roll(rates, 1, axis=0), np.roll(rates, -1, axis=0)
    into = before + 0.5 * (before - np.roll(rates, 2, axis=0))
    out = rates - 0.5 * (after - rates)
    jumps = np.linalg.norm(out - into, axis=1)
    # A jump of the rate at the seam spoils what its neighbours see as well.
    beyond = max(float(jumps[0] - jumps[4:-3].max()), 0.0)
    return pose, 100.0 * beyond / float(np.linalg.norm(rates, axis=1).max())
