"""The feet of a body that jumps: their way through the air, and the ground that they span."""

from __future__ import annotations

import math

import numpy as np

from ...controllers.jumping.records import JumpCommand
from ...controllers.program.anatomy import Anatomy
from ...simulation.body import Motion
from ...simulation.rotation import Array, about_z

# Shares of the flight: by when feet are raised, and between which they go ahead; over a hurdle
# they stay back and high, and pass it at once.
RAISED_BY, GOES_FROM, GONE_BY = 0.5, 0.2, 0.85
RAISED_SOON, GOES_LATE, GONE_SOON = 0.35, 0.3, 0.75
HURDLE = 0.3  # of the leg: one so high is passed wholly in that way
TUCK, CLEARANCE = 0.05, 0.08  # of the leg, at least; over the highest ground [m]
MOST_TUCK, OVER_HURDLE = 0.45, 0.17  # of the leg; more of it, so that all of a foot passes
BALLS_FIRST, ROLLS_FOR = 0.37, 0.12  # pitch of the feet as they touch [rad]; until flat [s]
MEETS = 0.16  # of the body's fall: how fast the feet draw in as they touch
DRAWS_IN = 0.08  # [s] before that from which on they do
MIDDLE = 0.51  # of the way from ankle to ball, of the point over which a body stands


def smooth(share: float) -> float:
    """From 0 to 1, at rest at both ends."""
    s = min(max(share, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


def between_ankles_and_balls(anatomy: Anatomy, now: Motion, share: float) -> Array:
    """(3,) the middle of both feet, at a share of the way from ankle to ball [m]."""
    ankles, balls = now.origin[anatomy["foot"]], now.origin[anatomy["toes"]]
    middle: Array = ((1.0 - share) * ankles + share * balls).mean(axis=0)
    return middle


def middle_of_feet(anatomy: Anatomy, now: Motion) -> Array:
    """(3,) the point between both feet over which a body stands, at the ankles' height [m]."""
    middle = between_ankles_and_balls(anatomy, now, MIDDLE)
    middle[2] = now.origin[anatomy["foot"], 2].mean()
    return middle


def fold_of(anatomy: Anatomy) -> float:
    """The leg's length [m], less where thigh and shank differ: such a leg folds less far."""
    upper, lower = anatomy["upper_leg_length"], anatomy["lower_leg_length"]
    return float(anatomy["leg"] * (2.0 * np.minimum(upper, lower) / (upper + lower)).min())


class Feet:
    def __init__(self, anatomy: Anatomy, now: Motion) -> None:
        self._anatomy = anatomy
        ankles = now.origin[anatomy["foot"]]
        self._apart = ankles - middle_of_feet(anatomy, now)
        self._began = self._low = self._apart
        self._ahead, self._tuck, self._fall, self._pitch = np.zeros(2), 0.0, 0.0, 0.0
        self._hurdles = 0.0

    def leave(
        self, now: Motion, height: float, ahead: Array, clears: float, hurdle: float, fall: float
    ) -> None:  # fmt: skip
        """Begin the flight.

        Args:
            height: of the center of mass over the soles as they touch [m].
            ahead: (2,) of the feet from the center of mass then [m].
            clears: how far feet must be drawn in to clear the highest ground [m].
            hurdle: how far that stands out above take-off and landing [m].
            fall: of the body as it touches [m/s].
        """
        anatomy = self._anatomy
        self._began = now.origin[anatomy["foot"]] - now.com
        self._low = -height + anatomy["ankle_height"]
        self._ahead = ahead
        leg = float(anatomy["leg"])
        self._hurdles = min(max(hurdle / (HURDLE * leg), 0.0), 1.0)
        clears += CLEARANCE + self._hurdles * OVER_HURDLE * leg
        self._tuck = min(max(TUCK * leg, clears), MOST_TUCK * leg)
        self._fall = fall
        self._pitch = float(np.arcsin(-now.rotation[anatomy["foot"], 2, 0]).mean())

    def fly(
        self, command: JumpCommand, share: float, lasts: float, facing: float, turned: float
    ) -> None:
        """Set where the ankles are to be against the center of mass.

        Args:
            share: of the flight, which lasts a time [s].
            facing: that they shall have [rad]; turned: since the take-off [rad].
        """
        raised_by = between(RAISED_BY, RAISED_SOON, self._hurdles)
        goes_from = between(GOES_FROM, GOES_LATE, self._hurdles)
        gone_by = between(GONE_BY, GONE_SOON, self._hurdles)
        raised = smooth(share / raised_by)
        gone = smooth((share - goes_from) / (gone_by - goes_from))
        drawn_in = self._tuck * math.sin(math.pi * share) ** 2
        frame, left = about_z(turned), (1.0 - share) * lasts
        meets = MEETS * self._fall
        for side in range(2):
            goal = frame @ self._apart[side]
            goal[:2] += self._ahead
            goal[2] = self._low[side] + drawn_in - meets * min(left, DRAWS_IN) * gone
            eased = np.array([gone, gone, raised])
            command["feet"][side] = (1.0 - eased) * self._began[side] + eased * goal
            command["feet_velocity"][side] = 0.0
            command["feet_velocity"][side, 2] = meets * gone if left < DRAWS_IN else 0.0
        command["foot_pitch"][:] = self._pitch * (1.0 - raised) + BALLS_FIRST * gone
        command["holds_pitch"] = 1.0

    def rolls_down(self, elapsed: float) -> float:
        """Pitch of the feet a time [s] after the touch [rad]."""
        return BALLS_FIRST * (1.0 - smooth(elapsed / ROLLS_FOR))

    def off_support(self, now: Motion, place: Array, heading: float) -> float:
        """How far a place (2,) is beyond the ground that both feet span [m]."""
        least, most = self._span(now, heading)
        off = place @ _axes(heading)
        return float(max((off - most).max(), (least - off).max()))

    def reach(self, now: Motion, place: Array, way: Array, heading: float) -> float:
        """How far the ground that both feet span reaches from a place along a way (2,) [m]."""
        least, most = self._span(now, heading)
        along = way @ _axes(heading)
        length = math.hypot(*along)
        if length == 0.0:
            return 0.0
        off = place[:2] @ _axes(heading)
        ahead, aside = along / length
        edge = most if ahead > 0.0 else least
        across = most if aside > 0.0 else least
        return float(abs(ahead) * abs(edge - off)[0] + abs(aside) * abs(across - off)[1])

    def _span(self, now: Motion, heading: float) -> tuple[Array, Array]:
        """Ends (2,), (2,) of that ground along and across the heading [m]."""
        anatomy = self._anatomy
        ankles = now.origin[anatomy["foot"]][:, :2] @ _axes(heading)
        half = anatomy["half_width"]
        least = np.min(ankles - np.stack([anatomy["heel"], half], axis=1), axis=0)
        most = np.max(ankles + np.stack([anatomy["ball"], half], axis=1), axis=0)
        return least, most


def between(a: float, b: float, share: float) -> float:
    return a + share * (b - a)


def _axes(heading: float) -> Array:
    """(2, 2) the directions ahead and to the left, as columns."""
    c, s = math.cos(heading), math.sin(heading)
    return np.array([[c, -s], [s, c]])
