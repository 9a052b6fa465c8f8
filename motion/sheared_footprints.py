"""Footprints, and the frames of the feet: sheared frames on the pendulum's path.

Kwon and Hodgins 2010, Section 5.2: a support foot's frame is that of the pendulum at the middle of
the contact, sheared by the lean, so that the height of a foot does not depend on the lean; a swing
foot's frame moves from the last to the next one. A contact is any time that a foot is on the
ground, so that skipping, where a foot lands twice in a stride, is no special case.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .joint_numbers import about

Array = NDArray[np.float64]
Z = 2


@dataclass(frozen=True, eq=False)
class FootFrame:
    """A frame on the ground, sheared along the pendulum.

    Attributes:
        place: (2,) of the cart [m]; lean: (2,) of the pendulum, in the world's axes [rad].
        heading: [rad]
    """

    place: Array
    lean: Array
    heading: float

    def outside(self, point: Array) -> Array:
        """(3,) a point of this frame in the world [m]."""
        c, s = np.cos(self.heading), np.sin(self.heading)
        x = self.place[0] + c * point[0] - s * point[1] + self.lean[0] * point[2]
        y = self.place[1] + s * point[0] + c * point[1] + self.lean[1] * point[2]
        return np.array([x, y, point[2]])

    def inside(self, point: Array) -> Array:
        """(3,) the inverse."""
        c, s = np.cos(self.heading), np.sin(self.heading)
        x = point[0] - self.place[0] - self.lean[0] * point[2]
        y = point[1] - self.place[1] - self.lean[1] * point[2]
        return np.array([c * x + s * y, c * y - s * x, point[2]])

    def turn(self) -> Array:
        """(3, 3)"""
        return about(Z, np.array(self.heading))


def between(before: FootFrame, after: FootFrame, share: float) -> FootFrame:
    """The frame at a share of the path from one frame to another, at rest at both ends.

    The paper's path is linear, so that a foot leaves the ground at the full speed of its frame.
    """
    e = eased(share)
    return FootFrame(
        place=(1.0 - e) * before.place + e * after.place,
        lean=(1.0 - e) * before.lean + e * after.lean,
        heading=(1.0 - e) * before.heading + e * after.heading,
    )


def eased(share: float) -> float:
    """Smooth step from 0 to 1, with slope 0 at both ends."""
    s = min(max(share, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


@dataclass(frozen=True, eq=False)
class Footprint:
    """A foot's place on the ground from one phase to another; phases count on over the cycles.

    Attributes:
        place: (2,) of the toe joint over the ground [m]; heading: of the foot [rad].
        frame: the pendulum's frame in the middle of the contact.
        touch, lift: phases of touch-down and lift-off.
        sink: distance of the hips below the clip's that the leg needs to reach the footprint [m].
    """

    place: Array
    heading: float
    frame: FootFrame
    touch: float
    lift: float
    sink: float = 0.0
