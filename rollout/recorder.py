"""Records a performer: states between physics steps become frames, contacts become events."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.rotations import multiply_quaternions, slerp
from ..bodies.character import Character
from ..bodies.hand_standing import usual_hands
from ..bodies.kinds import QUADRUPED
from ..bodies.segments import lowest_point
from ..shots.frame_stream import Records, frame_type, performance_of
from ..shots.take import CueRecord, Performance
from ..simulation.actor import Actor, outside_forces
from ..simulation.body import Motion, from_actuators
from ..simulation.rotation import Array, quaternions_of
from ..simulation.surrogate_body import SurrogateBody

SIDES, LEGS = (".L", ".R"), (".FL", ".FR", ".BL", ".BR")
FEET, PAWS, HANDS = ("foot", "toes"), ("foot",), ("hand",)  # segments that bear a side, or a leg
SHIN = "lower_leg"
LOADED = 0.03  # of body weight: from here on a foot is down
# A loaded foot is a footstrike if the foot was without load for this long [s] and moved from its
# place by this share of the root's standing height; a load soon after a footstrike [s] is a bounce.
AIRBORNE, LEFT_ITS_PLACE, BOUNCING = 0.08, 0.01, 0.25
# A fall: pelvis below this share of its standing height over the lower sole for this long [-, s].
LOW, LOW_TIME = 0.7, 0.2


class Recorder:
    """Collects one performer's frames."""

    def __init__(
        self,
        actor: Actor,
        gravity: float,
        record: tuple[str, ...],
        on_hands: bool = False,
        surrogate: SurrogateBody | None = None,
    ) -> None:
        """
        Args:
            on_hands: whether the body stands on its hands (`bodies.hand_standing`).
            surrogate: the body that is shown in place of the simulated one.
        """
        self._actor, self._surrogate = actor, surrogate
        self._shown = surrogate.character if surrogate else actor.character
        self._feet, self._ends = _feet_of(actor.character)
        self._carriers = _parts(actor.character, HANDS, SIDES) if on_hands else self._feet
        self._strike = "handstrike" if on_hands else "footstrike"
        self._turns = usual_hands(actor.character) if on_hands else {}
        self._loaded = LOADED * actor.character.mass * gravity
        count = len(self._feet)
        self._since_load = [0.0] * count
        self._last_place = [[0.0, 0.0, 0.0] for _ in range(count)]  # of each foot's last load
        self._struck = [-math.inf] * count  # when each foot struck last [s]
        self._left = [True] * count  # whether each foot has been away from where it was loaded
        self._low_since: float | None = None
        self._standing = actor.character.standing_height_of_root
        origins = actor.character.standing_origins()
        self._ankle_heights = [
            -lowest_point(actor.character.segments[parts[0]])
            if on_hands
            else self._standing + origins[actor.names[parts[0]]][2]
            for parts in self._carriers
        ]
        self._shown_feet = _feet_of(self._shown)[0]
        self._frame_type = frame_type(self._shown)
        self._frames: list[Records] = []
        sums = [name for name in record if name != "momentum"]
        self._sums = {name: np.zeros_like(actor.motion.origin) for name in sums}
        self._channels: dict[str, list[Array]] = {name: [] for name in record}
        self._steps = 0
        self._momentum = momentum(actor)
        self.events: list[tuple[float, str]] = []
        self.plans: list[tuple[float, str]] = []
        self.fell_at: float | None = None
        self._is_down = False

    def watch(
        self, time: float, dt: float, may_touch: frozenset[str] | None, may_be_low: bool = False
    ) -> bool:
        """Detect footstrikes at the state of a time step; return whether the body falls.

        Args:
            dt: time since the last call [s].
            may_touch: segments that may touch the ground; None where anything may, at any height.
            may_be_low: whether the pelvis may be near the ground, as on a seat.
        """
        self._watch_feet(time, dt, means_to_step=may_touch is not None)
        if may_touch is None:
            self._low_since = None
            return False
        return not self._is_down and self._falls(time, may_touch, may_be_low)

    @property
    def is_recording(self) -> bool:
        """Whether `record` must be called at every time step."""
        return bool(self._channels)

    def record(self, flat_torques: Array) -> None:
        """Record the state of a time step, and the torques from that state on."""
        self._steps += 1
        # Contacts are those of the step that led to this state.
        if "momentum" in self._channels:
            self._momentum = momentum(self._actor)
        if "contact_forces" in self._sums:
            self._sums["contact_forces"] += outside_forces(self._actor)
        if "torques" in self._sums:
            self._sums["torques"] += from_actuators(
                self._actor.body, self._actor.motion, flat_torques
            )

    def note_fall(self, time: float) -> None:
        """Note a fall outside of cues that intend one; the performance keeps the first time."""
        self.fell_at = time if self.fell_at is None else self.fell_at
        self._is_down = True
        self.events.append((time, "fell"))

    def note_rise(self) -> None:
        """Note that the body stands again, and may fall again."""
        self._is_down, self._low_since = False, None

    def _watch_feet(self, time: float, dt: float, means_to_step: bool) -> None:
        load, origin = self._actor.motion.load, self._actor.motion.origin
        for foot, parts in enumerate(self._carriers):
            place = origin[parts[0]].tolist()
            if sum(load.item(part) for part in parts) > self._loaded:
                if self._left[foot] and self._since_load[foot] > AIRBORNE:
                    if means_to_step and time - self._struck[foot] > BOUNCING:
                        self.events.append((time, self._strike + self._ends[foot]))
                    self._struck[foot] = time
                self._since_load[foot] = 0.0
                self._left[foot] = False
                self._last_place[foot] = place
            else:
                self._since_load[foot] += dt
                if not self._left[foot]:
                    away = math.dist(place, self._last_place[foot])
                    self._left[foot] = away > LEFT_ITS_PLACE * self._standing

    def _falls(self, time: float, may_touch: frozenset[str], may_be_low: bool) -> bool:
        touched = np.flatnonzero(self._actor.touches_ground).tolist()
        if any(self._actor.names[segment] not in may_touch for segment in touched):
            return True
        origin = self._actor.motion.origin
        soles = (
            origin.item(parts[0], 2) - ankle
            for parts, ankle in zip(self._carriers, self._ankle_heights, strict=True)
        )
        if may_be_low or origin.item(2) - min(soles) >= LOW * self._standing:
            self._low_since = None
            return False
        if self._low_since is None:
            self._low_since = time
        return time - self._low_since >= LOW_TIME

    def pose(self) -> Motion:
        """Present state of the shown body."""
        return self._surrogate.pose() if self._surrogate else copy_pose(self._actor.motion)

    def place_of(self, segment: str, point: Sequence[float] | None) -> tuple[int, Array]:
        """The simulated segment that a shown segment belongs to, and the world place (3,) [m] of a
        point in the shown segment's frame, or of its center of mass.
        """
        shown, motion = self._shown.segment_names.index(segment), self.pose()
        at = motion.center[shown]
        if point is not None:
            at = motion.origin[shown] + motion.rotation[shown] @ np.array(point)
        return self._surrogate.carriers[shown] if self._surrogate else shown, at

    def sample(self, before: Motion, share: float) -> Records:
        """Keep and return a frame that lies `share` of the way from `before` to the present."""
        now = self.pose()
        turned = _turned(before.rotation, now.rotation, share)
        for hand, turn in self._turns.items():
            turned[hand] = multiply_quaternions(turned[hand], np.array(turn))
        frame = np.zeros((), self._frame_type)
        frame["segment_positions"] = _between(before.center, now.center, share)
        frame["segment_orientations"] = self._near_the_last(turned)
        frame["origins"] = _between(before.origin, now.origin, share)
        frame["center_of_mass"] = _between(before.com, now.com, share)
        frame["foot_contacts"] = [bool(now.load[parts].sum() > 0.0) for parts in self._shown_feet]
        self._frames.append(frame)
        if "momentum" in self._channels:
            self._channels["momentum"].append(self._momentum)
        for name, total in self._sums.items():
            self._channels[name].append(total / max(self._steps, 1))
            total[:] = 0.0
        self._steps = 0
        return frame

    def _near_the_last(self, orientations: Array) -> Array:
        """(n, 4) quaternions with signs that are continuous with the frame before."""
        if not self._frames:
            return orientations
        last = self._frames[-1]["segment_orientations"]
        far = np.einsum("nq,nq->n", orientations, last) < 0.0
        near: Array = np.where(far[:, None], -orientations, orientations)
        return near

    def finish(self, cues: Sequence[CueRecord] = ()) -> Performance:
        """All frames as a performance; `cues` are the records of how the cues went."""
        optional: dict[str, Any] = {}
        if "torques" in self._channels:
            optional["joint_torques"] = self._by_shown("torques")[:, 1:]
        if "contact_forces" in self._channels:
            optional["contact_forces"] = self._by_shown("contact_forces")
        if "momentum" in self._channels:
            optional["momentum"] = np.array(self._channels["momentum"])
        return performance_of(
            self._shown,
            np.array(self._frames),
            fell_at=self.fell_at,
            events=self.events,
            plans=self.plans,
            cues=tuple(cues),
            **optional,
        )

    def _by_shown(self, channel: str) -> Array:
        """(frames, segments, 3) channel by the shown segments; 0 for segments that the simulated
        body does not have.
        """
        values, names = np.array(self._channels[channel]), self._actor.names
        if self._surrogate is None:
            return values
        full = np.zeros((len(values), len(self._shown.segments), 3))
        for shown, name in enumerate(self._shown.segment_names):
            if name in names:
                full[:, shown] = values[:, names.index(name)]
        return full


def _feet_of(character: Character) -> tuple[list[list[int]], tuple[str, ...]]:
    """Indices of the segments of each foot, and the ends of their names."""
    names, ends = (PAWS, LEGS) if character.kind == QUADRUPED else (FEET, SIDES)
    return _parts(character, names, ends), ends


def _parts(character: Character, names: tuple[str, ...], ends: tuple[str, ...]) -> list[list[int]]:
    """Indices of the segments of each side or leg; a body without feet stands on its shins."""
    known = character.segment_names
    parts = [[known.index(n + end) for n in names if n + end in known] for end in ends]
    return [own or [known.index(SHIN + end)] for own, end in zip(parts, ends, strict=True)]


def copy_pose(motion: Motion) -> Motion:
    """A copy of the parts of a state that a frame consists of."""
    return motion._replace(
        center=motion.center.copy(),
        origin=motion.origin.copy(),
        rotation=motion.rotation.copy(),
        com=motion.com.copy(),
    )


def _between(before: Array, now: Array, share: float) -> Array:
    between: Array = before + share * (now - before)
    return between


def _turned(before: Array, now: Array, share: float) -> Array:
    """(n, 4) orientations interpolated by a share of the shortest rotation."""
    return slerp(quaternions_of(before), quaternions_of(now), np.full(len(now), share))


def momentum(actor: Actor) -> Array:
    """(6,) linear [kg m/s] and angular momentum about the center of mass [kg m2/s]."""
    body, motion = actor.body, actor.motion
    linear = body.mass @ motion.velocity
    arms = motion.center - motion.com
    orbital = np.cross(arms, body.mass[:, None] * motion.velocity).sum(axis=0)
    local = np.einsum("nij,ni->nj", motion.rotation, motion.angular_velocity) * body.inertia
    own = np.einsum("nij,nj->i", motion.rotation, local)
    return np.concatenate([linear, orbital + own])
