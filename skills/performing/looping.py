"""A body that goes on in a loop of a clip, without a search: wherever it gets, step by step.

The loop has no place of its own: it moves along with the body, and the body follows its velocity,
its heading and its postures. Swinging feet are led to where balance asks (`leading`), and the loop
goes on with the feet: it waits for one that lands late, and goes ahead to the contact of one that
lands early.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import multiply_quaternions, turns_about_vertical
from ...controllers.performing.following import follow_clip
from ...motion.biped_frames import SIDES, Z
from ...motion.joint_numbers import about
from ...motion.performing.loop import LoopReference
from ...motion.performing.track import RATE
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ...simulation.rotation import heading_of
from ..biped import Biped
from .follower import Follower
from .loop_frames import loop_frames
from .stiffness import Stiffness

Array = NDArray[np.float64]
# Numbers without a source: tuned: bench performing_loops.
LEAVES_PLACE = 10.0  # [1/s] at which the loop's place goes to the body's
EARLY, LATE = 0.15, 0.1  # [s] by which a foot may land before and after the loop's
HALFWAY = 0.5  # of a swing, before which a foot that touches the ground does not land
MEETS = 0.004  # [m] over the ground below which a foot has landed
TURNED = ("com_velocity", "com_acceleration", "root_rate", "feet_velocity", "feet_spin")


class LoopFollower(Follower):
    """
    Attributes:
        heading: of the loop [rad]; place: (3,) of its origin [m].
        turn_rate: of the heading, besides the cycle's own turn [rad/s].
        cycles: that have ended.
    """

    turn_rate = 0.0

    def __init__(
        self, body: Biped, loop: LoopReference, stiffness: Stiffness, motion: Motion,
        number: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(body, loop.reference, stiffness)
        self._loop, self._cycle = loop, loop_frames(loop, stiffness)
        frames: Any = self._cycle.frames
        self._placed: Any = frames[:1].copy()
        self._number, self._waited, self.cycles = number, 0, 0
        facing = float(heading_of(loop.reference.placed.axes[number, 0]))
        self.heading = float(heading_of(motion.rotation[0])) - facing
        self.place = np.append(motion.com[:2], 0.0)
        self.place -= about(Z, np.array(self.heading)) @ (loop.reference.com[number] * [1, 1, 0])
        segments = self._state["touch_segment"][: int(self._state["touches"])]
        index = loop.reference.figure.index
        self._soles = [
            np.flatnonzero(np.isin(segments, [index[part + side] for part in ("foot", "toes")]))
            for side in SIDES
        ]

    @property
    def frame(self) -> int:
        """The frame of the cycle that is followed next, counted over all cycles."""
        return self.cycles * len(self._cycle.frames) + self._number

    @property
    def is_over(self) -> bool:
        return False

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        if self._state["waits"] == 0:
            self._follow(views_of(Motion, motion))
        flat: Array = follow_clip(
            self._performer.body, self.weak_bodies, motion, self._performings, self._placed
        )
        return flat

    def _follow(self, motion: Motion) -> None:
        """Place the frame to follow now, and go on to the next one."""
        if self._performer.footing_heights is not None:
            self._look(motion, self._performer.footing_heights)
            self.place[Z] += LEAVES_PLACE / RATE * (self._state["ground"] - self.place[Z])
        self._keep_time_with_feet(motion)
        self.heading += self.turn_rate / RATE
        frame, turn = self._cycle.frames[self._number], about(Z, np.array(self.heading))
        off = motion.com - turn @ frame["com"] - self.place
        self.place[:2] += LEAVES_PLACE / RATE * off[:2]
        self._place(frame, turn)
        self._state["frame"] = 0  # of the placed ones: there is just one
        self._go_on(self._number + 1)

    def _place(self, frame: Any, turn: Array) -> None:
        placed = self._placed[0]
        self._placed[0] = frame
        for name in TURNED:
            placed[name] = frame[name] @ turn.T
        for name in ("com", "feet"):
            placed[name] = frame[name] @ turn.T + self.place
        turned = turns_about_vertical(self.heading)
        for name in ("root", "feet_turn"):
            placed[name] = multiply_quaternions(turned, frame[name])
        placed["heading"] = self.heading

    def _go_on(self, number: int) -> None:
        """Go on with a frame, which may be one of the next cycle."""
        self._number, loop = number, self._loop
        if number >= len(self._cycle.frames):
            self._number, self.cycles = number - len(self._cycle.frames), self.cycles + 1
            self.place[:2] += about(Z, np.array(self.heading))[:2, :2] @ loop.travel
            self.heading += loop.turn

    def _keep_time_with_feet(self, motion: Motion) -> None:
        """Go ahead where a foot lands early, and wait where one is late."""
        to_land, progress = self._cycle.to_land, self._cycle.progress
        now, before = self._number, self._number - 1
        for s in range(2):
            left = int(to_land[now, s])
            may_land = 0 < left <= EARLY * RATE and progress[now, s] > HALFWAY
            if may_land and self._has_landed(motion, s):
                self._waited = 0
                self._go_on(now + left)
                return
            due = to_land[before, s] == 1 and not left
            if due and self._waited < LATE * RATE and not self._has_landed(motion, s):
                self._waited += 1
                self._number = max(before, 0)
                return
        self._waited = 0

    def _has_landed(self, motion: Motion, side: int) -> bool:
        """Whether a foot is at the ground."""
        state, points = self._state, self._soles[side]
        segments = state["touch_segment"][points]
        up = motion.rotation[segments][:, Z]
        heights = motion.origin[segments, Z] + np.sum(up * state["touch_point"][points], axis=1)
        heights -= state["touch_radius"][points] + state["touch_ground"][points]
        return bool(heights.min() < MEETS)
