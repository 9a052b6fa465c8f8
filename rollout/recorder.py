"""Records a performer: states between physics steps become frames, contacts become events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import multiply_quaternions
from ..bodies.character import Character
from ..bodies.hand_standing import usual_hands
from ..bodies.kinds import QUADRUPED
from ..bodies.segments import lowest_point
from ..shots.frame_stream import Records, frame_type, performance_of
from ..shots.shot import Shot
from ..shots.take import CueRecord, Performance
from ..simulation.actor import Actor, outside_forces
from ..simulation.body import Motion, from_actuators
from ..simulation.foot_watch import FALLS, IS_DOWN, LIES, MAY_BE_LOW, make_foot_watch, watch_body
from ..simulation.hanging.on_body import turns_between
from ..simulation.rotation import Array, turned_between
from ..simulation.surrogate_body import SurrogateBody
from .hanging_frames import HangingFrames, hang_the_rest

SIDES, LEGS = (".L", ".R"), (".FL", ".FR", ".BL", ".BR")
FEET, PAWS, HANDS = ("foot", "toes"), ("foot",), ("hand",)  # segments that bear a side, or a leg
SHIN = "lower_leg"
NOTHING: frozenset[str] = frozenset()
LOADED = 0.03  # of body weight: from here on a foot is down


class Moment(NamedTuple):
    """What a frame consists of: the state of the shown body, and the turns of its chains' joints.
    """

    motion: Motion
    turns: Array


def no_turns() -> Array:
    """Of a body without chains."""
    return np.empty((0, 4))


class Recorder:
    """Collects one performer's frames."""

    def __init__(
        self,
        actor: Actor,
        gravity: float,
        record: tuple[str, ...],
        on_hands: bool = False,
        surrogate: SurrogateBody | None = None,
        turns: Callable[[], Array] | None = None,
    ) -> None:
        """
        Args:
            turns: gives the turns (n, 4) of the joints of the chains that act on the body.
            on_hands: whether the body stands on its hands (`bodies.hand_standing`).
            surrogate: the body that is shown in place of the simulated one.
        """
        self._actor, self._surrogate = actor, surrogate
        self._shown = surrogate.character if surrogate else actor.made_of
        acting = actor.hanging.chains if actor.hanging is not None and not surrogate else ()
        self._hanging = HangingFrames(self._shown, acting) if self._shown.hanging else None
        self._turns_of_chains = turns or no_turns
        feet, self._ends = _feet_of(actor.character)
        carriers = _parts(actor.character, HANDS, SIDES) if on_hands else feet
        self._strike = "handstrike" if on_hands else "footstrike"
        self._turns = usual_hands(actor.character) if on_hands else {}
        standing = actor.character.standing_height_of_root
        origins = actor.character.standing_origins()
        ankle_heights = [
            -lowest_point(actor.character.segments[parts[0]])
            if on_hands
            else standing + origins[actor.names[parts[0]]][2]
            for parts in carriers
        ]
        loaded = LOADED * actor.character.mass * gravity
        self._watch, self.watches = make_foot_watch(carriers, loaded, standing, ankle_heights)
        self._allowed: dict[frozenset[str], NDArray[np.bool_]] = {}
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
        found = watch_body(
            self._actor.motion_record, self.watches, self._actor.touches_ground,
            self.mask_of(may_touch), time, dt, self.known(may_touch, may_be_low),
        )  # fmt: skip
        return self.note_found(found, time)

    def known(self, may_touch: frozenset[str] | None, may_be_low: bool) -> int:
        """What `watch_body` needs to know, as bits; arguments as in `watch`."""
        known = (MAY_BE_LOW if may_be_low else 0) | (IS_DOWN if self._is_down else 0)
        return known if may_touch is not None else known | LIES

    def note_found(self, found: int, time: float) -> bool:
        """Record what `watch_body` found at a time [s]; return whether the body falls."""
        strikes = [end for foot, end in enumerate(self._ends) if found >> foot & 1]
        self.events += [(time, self._strike + end) for end in strikes]
        return bool(found & FALLS)

    def mask_of(self, may_touch: frozenset[str] | None) -> NDArray[np.bool_]:
        """(n,) whether each segment is among names."""
        names = may_touch or NOTHING
        mask = self._allowed.get(names)
        if mask is None:
            mask = np.array([name in names for name in self._actor.names])
            self._allowed[names] = mask
        return mask

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
        self._is_down = False
        self._watch.low_since[:] = np.inf

    def moment(self) -> Moment:
        """A copy of what a frame consists of, at present."""
        return Moment(self.pose(), self._turns_of_chains())

    def pose(self) -> Motion:
        """A copy of the present state of the shown body."""
        return copy_pose(self._present())

    def _present(self) -> Motion:
        return self._surrogate.pose() if self._surrogate else self._actor.motion

    def place_of(self, segment: str, point: Sequence[float] | None) -> tuple[int, Array]:
        """The simulated segment that a shown segment belongs to, and the world place (3,) [m] of a
        point in the shown segment's frame, or of its center of mass.
        """
        shown, motion = self._shown.segment_names.index(segment), self.pose()
        at = motion.center[shown]
        if point is not None:
            at = motion.origin[shown] + motion.rotation[shown] @ np.array(point)
        return self._surrogate.carriers[shown] if self._surrogate else shown, at

    def sample(self, moment: Moment, share: float) -> Records:
        """Keep and return a frame that lies `share` of the way from a moment to the present."""
        before, now = moment.motion, self._present()
        turned = turned_between(before.rotation, now.rotation, share)
        for hand, turn in self._turns.items():
            turned[hand] = multiply_quaternions(turned[hand], np.array(turn))
        frame = np.zeros((), self._frame_type)
        frame["segment_positions"] = _between(before.center, now.center, share)
        frame["segment_orientations"] = self._near_the_last(turned)
        frame["origins"] = _between(before.origin, now.origin, share)
        frame["center_of_mass"] = _between(before.com, now.com, share)
        frame["foot_contacts"] = [bool(now.load[parts].sum() > 0.0) for parts in self._shown_feet]
        if self._hanging is not None:
            turns = turns_between(moment.turns, self._turns_of_chains(), share)
            self._hanging.fill(frame, turns)
        self._frames.append(frame)
        if "momentum" in self._channels:
            self._channels["momentum"].append(self._momentum)
        for name, total in self._sums.items():
            self._channels[name].append(total / max(self._steps, 1))
            total[:] = 0.0
        self._steps = 0
        return frame

    def skip(self, frames: int) -> None:
        """Add frames in which the performer is not in the shot."""
        nothing = np.zeros((), self._frame_type)
        self._frames += [nothing] * frames
        for name, values in self._channels.items():
            values += [np.zeros_like(self._sums.get(name, self._momentum))] * frames

    def go_on_from(self, other: Recorder) -> None:
        """Record frames that follow the last one of another recorder of such a body."""
        self._frames = other._frames[-1:]

    def _near_the_last(self, orientations: Array) -> Array:
        """(n, 4) quaternions with signs that are continuous with the frame before."""
        if not self._frames:
            return orientations
        last = self._frames[-1]["segment_orientations"]
        far = np.einsum("nq,nq->n", orientations, last) < 0.0
        near: Array = np.where(far[:, None], -orientations, orientations)
        return near

    def finish(self, shot: Shot, cues: Sequence[CueRecord] = ()) -> Performance:
        """All frames as a performance; `cues` are the records of how the cues went."""
        optional: dict[str, Any] = {}
        if "torques" in self._channels:
            optional["joint_torques"] = self._by_shown("torques")[:, 1:]
        if "contact_forces" in self._channels:
            optional["contact_forces"] = self._by_shown("contact_forces")
        if "momentum" in self._channels:
            optional["momentum"] = np.array(self._channels["momentum"])
        performance = performance_of(
            self._shown,
            np.array(self._frames),
            fell_at=self.fell_at,
            events=self.events,
            plans=self.plans,
            cues=tuple(cues),
            **optional,
        )
        if self._hanging is None:
            return performance
        return hang_the_rest(performance, self._shown, self._hanging.acting, shot)

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


def momentum(actor: Actor) -> Array:
    """(6,) linear [kg m/s] and angular momentum about the center of mass [kg m2/s]."""
    body, motion = actor.body, actor.motion
    linear = body.mass @ motion.velocity
    arms = motion.center - motion.com
    orbital = np.cross(arms, body.mass[:, None] * motion.velocity).sum(axis=0)
    local = np.einsum("nij,ni->nj", motion.rotation, motion.angular_velocity) * body.inertia
    own = np.einsum("nij,nj->i", motion.rotation, local)
    return np.concatenate([linear, orbital + own])
