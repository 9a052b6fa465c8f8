"""A body that follows a prepared clip, with offsets that a plan gives for each window of time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...controllers.performing.following import follow_clip
from ...controllers.performing.joints_beyond import furthest_beyond
from ...controllers.performing.records import (
    BEARS,
    CLIP_FRAME,
    OFF,
    PLANTED,
    ClipFrame,
    Performing,
    make_performing,
)
from ...motion.performing.reference import PerformedReference
from ...motion.performing.track import RATE
from ...simulation.body import Body, Motion, velocity_size
from ...simulation.records import Rows, copy_of, overwrite, views_of
from ..biped import Biped
from ..four_legs.quadruped import Quadruped
from ..world_access import Heights
from .stiffness import Stiffness, strength_of

Array = NDArray[np.float64]
NEAR = 0.25  # [m] over the ground of a point under which it is looked for each time
NOTHING = -1e3  # [m] height of the ground where there is none
WINDOW = 50  # frames of a track for which offsets are constant: 0.1 s
# Deviation of the offsets that are tried; tuned: bench performing.
JOINT_SPREAD = {"hip": 0.12, "knee": 0.12, "ankle": 0.12, "waist": 0.08, "back": 0.08,
                "shoulder": 0.15}  # [rad]
PUSH_SPREAD = (1.5, 1.5, 1.0)  # of the center of mass [m/s2]
FOOTHOLD_SPREAD = (0.05, 0.05)  # [m]
TURN_SPREAD = (0.08, 0.08, 0.08)  # of the pelvis [rad]


class Follower:
    """
    Attributes:
        reference: what is followed; body: that follows it; stiffness: with which its parts do.
        weak_bodies: record of the body with the strength and the ranges that its parts have now.
        plan: offsets by window; windows without any follow the clip alone.
        forget_contacts: called as a window begins, so that a search can return there.
        spread: (n,) deviation of each offset that a search tries.
    """

    def __init__(
        self, body: Biped | Quadruped, reference: PerformedReference, stiffness: Stiffness
    ) -> None:
        self._performer, self.reference, self.stiffness = body, reference, stiffness
        self.body, self.weak_bodies = views_of(Body, body.body), copy_of(body.body)
        gravity, dt = float(body.command["gravity"]), float(body.command["dt"])
        self._performings = make_performing(body.character, gravity, dt)
        self._state: Performing = self._performings[0]
        self._frames = frames_of(reference, stiffness)
        self.plan: dict[int, Array] = {}
        self._beyond = 0.0  # [rad]
        self.forget_contacts = body.forget_contacts
        self._rates, joint_spread = _sampled_rates(body.character, self.body)
        self.spread = np.concatenate([joint_spread, PUSH_SPREAD, FOOTHOLD_SPREAD, TURN_SPREAD])

    @property
    def windows(self) -> int:
        """Number of windows in which there is something to balance."""
        return -(-self.stiffness.frames_to_balance // WINDOW)

    @property
    def frame(self) -> int:
        """The frame that is followed next."""
        return int(self._state["frame"])

    @property
    def is_over(self) -> bool:
        """Whether the clip has ended."""
        return self.frame >= self.reference.frames - 1

    @property
    def begins_window(self) -> bool:
        """Whether the next time step is the first of a window."""
        return self._state["waits"] == 0 and self.frame % WINDOW == 0

    def actuators(self, motion: Rows[Motion]) -> Array:
        """The flat actuator vector for the next time step."""
        if self.begins_window:
            self.forget_contacts()
            self._apply(self.plan.get(self.frame // WINDOW))
        if self._state["waits"] == 0 and self._performer.footing_heights is not None:
            self._look(views_of(Motion, motion), self._performer.footing_heights)
        if self._state["waits"] == 0:
            self._beyond = max(self._beyond, furthest_beyond(self.weak_bodies, motion))
        flat: Array = follow_clip(
            self._performer.body, self.weak_bodies, motion, self._performings, self._frames
        )
        return flat

    def remember(self) -> Rows[Performing]:
        """The present state of the law, for `go_back`."""
        return copy_of(self._performings)

    def go_back(self, state: Rows[Performing]) -> None:
        """Restore a state of the law."""
        overwrite(self._performings, state)
        self._beyond = 0.0

    def furthest_beyond(self) -> float:
        """The angle [rad] by which a joint came beyond its range most since the last call: where a
        foot lands, toes may do so for no longer than 0.02 s.
        """
        beyond, self._beyond = self._beyond, 0.0
        return beyond

    def _look(self, motion: Motion, heights: Heights) -> None:
        """Take over the heights of the ground under the body: of far points once in a window."""
        state, count = self._state, int(self._state["touches"])
        segments = state["touch_segment"][:count]
        turned = motion.rotation[segments] @ state["touch_point"][:count, :, None]
        places = motion.origin[segments] + turned[..., 0]
        near = places[:, 2] - state["touch_ground"][:count] < NEAR
        near = np.flatnonzero(near | self.begins_window)
        below = np.vstack([places[near], motion.com])[:, :2]
        found = heights(below, float(places[:, 2].max()))
        found = np.where(np.isnan(found), NOTHING, found)
        state["touch_ground"][near], state["ground"] = found[:-1], found[-1]

    def _apply(self, offsets: Array | None) -> None:
        """Take over the offsets of a window; None: none."""
        values = np.zeros(len(self.spread)) if offsets is None else offsets
        joints, (push, foothold, turn) = len(self._rates), np.split(values[-8:], [3, 5])
        self._state["joint_offset"][self._rates] = values[:joints]
        self._state["push"], self._state["foothold"] = push, foothold
        self._state["turn"] = turn


def _sampled_rates(character: Character, body: Body) -> tuple[NDArray[np.int64], Array]:
    """Indices among the flat rates of the joints that a search offsets, and their deviations."""
    rates: list[int] = []
    spread: list[float] = []
    for i, segment in enumerate(character.segments):
        deviation = JOINT_SPREAD.get(segment.joint.name.partition(".")[0])
        if deviation is not None:
            first, size = int(body.velocity_index[i]), velocity_size(int(body.joint_type[i]))
            rates += range(first, first + size)
            spread += [deviation] * size
    return np.array(rates), np.array(spread)


def frames_of(reference: PerformedReference, stiffness: Stiffness) -> Rows[ClipFrame]:
    """A reference as the law reads it; its last frame is at rest, to be held."""
    count, touches = reference.frames, reference.touches
    frames: Any = np.zeros(count + 1, dtype=CLIP_FRAME)
    legs = reference.figure.legs
    ankles = reference.placed.origins[:, reference.figure.numbers_of(["foot"], legs)]
    columns: Mapping[str, Array] = {
        "root": reference.root_orientation,
        "com": reference.com,
        "bearing_strength": strength_of(stiffness.bearing),
    }
    moving = {
        "root_rate": reference.root_rate,
        "com_velocity": reference.com_velocity,
        "com_acceleration": reference.com_acceleration,
    }
    frames["feet"][:count, : len(legs)] = ankles
    frames["feet"][count] = frames["feet"][count - 1]
    frames["feet_velocity"][:count, : len(legs)] = np.gradient(ankles, axis=0) * RATE
    for name, values in columns.items():
        frames[name][:count], frames[name][count] = values, values[-1]
    for name, values in moving.items():
        frames[name][:count] = values
    joints, rates = reference.joints, reference.rates
    frames["joints"][:count, : joints.shape[1]] = joints
    frames["joints"][count] = frames["joints"][count - 1]
    frames["rates"][:count, : rates.shape[1]] = rates
    by_segment = {
        "stiffness": stiffness.joints,
        "strength": strength_of(stiffness.joints),
        "chain_strength": strength_of(stiffness.chains),
    }
    for name, shares in by_segment.items():
        frames[name][:count, : shares.shape[1]] = shares
        frames[name][count] = frames[name][count - 1]
    kind = np.where(touches.may_stay, PLANTED, BEARS)
    frames["support"][:count, : len(kind)] = np.where(reference.bears, kind, OFF)
    frames["support"][count] = frames["support"][count - 1]
    frames["joint_weight"] = 1.0
    for s, side in enumerate(legs):
        parts = reference.figure.numbers_of(("foot", "toes"), [side])
        own = np.isin(touches.segments, parts)
        frames["swings"][:count, s] = ~reference.bears[:, own].any(axis=1)
    rows: Rows[ClipFrame] = frames
    return rows
