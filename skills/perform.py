"""Perform: a clip, with muscles, weight and balance.

The whole-body program follows the clip (`controllers.performing`). What it cannot balance alone, a
search over offsets of its targets finds before the body moves (`search.beam`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import InvalidInput, Stopped
from ..bodies.kinds import QUADRUPED
from ..catalogue.performing import loops, performed_seconds
from ..motion.biped_frames import Z
from ..motion.performing.reference import PerformedReference
from ..motion.performing.surface import Footing
from ..motion.performing.track import RATE
from ..search.beam import Branch, Sample
from ..simulation.actor import Actor
from ..simulation.body import Motion
from ..simulation.records import Rows, copy_of, overwrite, views_of
from ..simulation.rotation import Array, heading_of
from ..simulation.world import World
from .behaviour import Behaviour, Choice, Lookahead, SharingLookahead, Values
from .biped import Biped, make_biped
from .four_legs.quadruped import Quadruped, make_quadruped
from .performing.deviation import Deviation
from .performing.follower import WINDOW, Follower
from .performing.handing_over import bring_to_a_stand, give_back
from .performing.looping import LoopFollower
from .performing.opening import looped, performed
from .performing.plan import Plan, key_of, read_plan, write_plan
from .performing.plan_search import search_plan
from .performing.planning import WINDOW_TIME, ClipSimulation, simulated_time
from .performing.resuming import fitting_frame
from .performing.stiffness import Stiffness, stiffness_over
from .styles import Styles

PERFORMED = "performed"  # event at the end of the clip
HOLDS = 0.2  # [s] for which a search holds the end
LIMBS = ("foot", "toes", "hand", "lower_arm")  # that may always touch the ground
FEET = {"foot", "toes"}
LOW = 0.75  # of the standing height: a clip whose pelvis is lower crouches
KNEES = (*LIMBS, "lower_leg")  # that may also do so where a clip crouches
THROWN = 20.0  # deviation from the clip from which a body that leans too far falls
HELD = 4.0  # deviation from the last pose from which it is left for a stand
STANDS_BELOW = 0.3  # [m/s] of the center of mass over the ground, from which the last pose holds


class Perform(Behaviour[Biped | Quadruped]):
    """
    Attributes:
        follower: of the clip.
    """

    moves_body = True
    follower: Follower
    _values: Values
    _stopped_at: int | None = None  # window before which its search was stopped
    _looping: LoopFollower | None = None  # the follower, where it goes on in a loop
    _begin = 0  # frame of the clip, after the cue's own beginning, with which the body began

    def command(self, values: Values) -> None:
        self._values = values
        if self._looping is not None:
            self._looping.turn_rate = values["turn_rate"]

    def choice(self) -> Choice:
        if loops(self._values):
            return Choice(self._loop, 0.0)
        seconds = performed_seconds(self._values, self.body.character.leg_length) or 0.0
        return Choice(self._settle, simulated_time(seconds, self._values["tries"]))

    def act(self, motion: Rows[Motion]) -> Array:
        self._end_where_stopped()
        flat = self.follower.actuators(motion)
        if self.follower.is_over:
            self.body.report_event(PERFORMED)
        return flat

    @property
    def is_over(self) -> bool:
        """Whether the end has been held: a search looks ahead to there. An end in motion is not."""
        held = self.follower.frame - self.follower.reference.frames
        if held < 0:  # asked at every time step of a search
            return False
        return self._ends_on_its_way or held >= HOLDS * RATE

    @property
    def may_touch(self) -> frozenset[str] | None:  # type: ignore[override]
        """Limbs; None where more than the feet bears in the clip, or the body is meant to sink."""
        return None if self._sinks else self._limbs

    @property
    def may_be_low(self) -> bool:  # type: ignore[override]
        """Whether the clip crouches, or the body is meant to sink."""
        return self._crouches or self._sinks

    @property
    def _sinks(self) -> bool:
        return self.follower.stiffness.sinks_at(self.follower.frame)

    @cached_property
    def _limbs(self) -> frozenset[str] | None:
        reference, character = self.follower.reference, self.body.character
        bears = reference.touches.segments[reference.bears.any(axis=0)]
        parts = {_part(reference.figure.names[segment]) for segment in bears}
        allowed = KNEES if self._crouches else LIMBS
        limbs = frozenset(n for n in character.segment_names if _part(n) in allowed)
        return limbs if parts <= FEET else None

    @cached_property
    def _crouches(self) -> bool:
        return any(map(self._is_low_at, range(self.follower.reference.frames)))

    def steer(self, motion: Rows[Motion], values: Values) -> None:
        """Follow where the body faces, and hand it over to the walking law at an end in motion."""
        if not self.moves_body:
            return  # the body's own law keeps the heading by itself
        heading = float(heading_of(views_of(Motion, motion).rotation[0]))
        self.body.memory["heading"] = heading
        if self.follower.is_over and (self._ends_on_its_way or self._cannot_hold(motion)):
            self.moves_body = False
            bring_to_a_stand(self.body, motion, heading)

    def leave(self) -> None:
        """Have the body's own law forget what it knew before the clip."""
        if self.moves_body:
            give_back(self.body, float(self.body.memory["heading"]))

    @property
    def _ends_on_its_way(self) -> bool:
        """Whether the clip ends on the feet, too fast to stand in its last pose."""
        speed = float(np.linalg.norm(self.follower.reference.com_velocity[-1, :2]))
        return speed > STANDS_BELOW and not self._is_low_at(-1)

    def _cannot_hold(self, motion: Rows[Motion]) -> bool:
        """Whether a body loses the last pose of a clip that ends on the feet: a step may help."""
        on_feet = self._limbs is not None and not self._is_low_at(-1)
        return on_feet and self._deviation.of(motion, self.follower.frame, 0.0) > HELD

    def _is_low_at(self, frame: int) -> bool:
        """Whether the pelvis is so low in a frame of the clip that the body crouches there."""
        reference = self.follower.reference
        height = float(reference.placed.origins[frame, 0, Z] - reference.ground[frame])
        return height < LOW * self.body.character.standing_height_of_root

    def leans_as_meant(self, motion: Rows[Motion]) -> bool:
        """Whether the body is near to the clip, which may lean further than a walk does."""
        if self._looping is not None or not self.moves_body:
            return False
        return self._deviation.of(motion, self.follower.frame, 0.0) < THROWN

    @cached_property
    def _deviation(self) -> Deviation:
        follower = self.follower
        return Deviation(follower.reference, follower.weak_bodies, follower.stiffness)

    def thrown(self) -> None:
        """Remember how far the clip was performed; a loop begins again."""
        if loops(self._values):
            return
        self.body.thrown_from = self._values["clip"], self._begin + self.follower.frame

    def _end_where_stopped(self) -> None:
        """Raise Stopped where a plan ends whose search was stopped."""
        follower, window = self.follower, self._stopped_at
        if window is None or not follower.begins_window or follower.frame < window * WINDOW:
            return
        raise Stopped(
            f"The search was stopped: {window * WINDOW_TIME:.1f} of "
            f"{follower.reference.duration:.1f} s are found; the next run goes on from there."
        )

    def _loop(self, values: Values, lookahead: SharingLookahead) -> None:
        """Go on in a loop, from the frame that is nearest to the present pose."""
        assert isinstance(self.body, Biped)
        loop = looped(self.body.character, values, float(self.body.command["gravity"]))
        motion = views_of(Motion, lookahead.motion)
        begin = fitting_frame(loop.reference, motion)
        stiffness = stiffness_over(loop.reference, lambda seconds: values)
        follower = LoopFollower(self.body, loop, stiffness, motion, begin)
        self.follower = self._looping = follower
        self._looping.turn_rate = values["turn_rate"]

    def _settle(self, values: Values, lookahead: SharingLookahead) -> str:
        """Prepare the clip from the present place on, and find a plan to keep to it."""
        _check_stands(self.body)
        reference = self._prepare(values, views_of(Motion, lookahead.motion))
        stiffness = stiffness_over(reference, lookahead.values_after)
        self.follower = follower = Follower(self.body, reference, stiffness)
        follower.forget_contacts = lookahead.forget_contacts
        if values["plan"]:
            plan = read_plan(values["plan"], len(follower.spread))
        else:
            plan = self._search(values, lookahead)
        follower.plan = dict(plan.offsets)
        follower.forget_contacts = self.body.forget_contacts
        return write_plan(key_of(values), plan)

    def _prepare(self, values: Values, state: Motion) -> PerformedReference:
        """What the clip becomes from the present place on, or from where a body was thrown over."""
        body = self.body
        place = (float(state.origin[0, 0]), float(state.origin[0, 1]))
        heading, gravity = float(heading_of(state.rotation[0])), float(body.command["gravity"])
        footing = self._footing(state)
        reference = performed(body.character, values, place, heading, gravity, footing=footing)
        thrown, body.thrown_from = body.thrown_from, None
        if thrown is None or thrown[0] != values["clip"]:
            return reference
        self._begin = fitting_frame(reference, state, thrown[1])
        later = self._begin / RATE
        return performed(body.character, values, place, heading, gravity, later, footing)

    def _footing(self, state: Motion) -> Footing | None:
        """The ground around the body; None where it is level."""
        heights = self.body.footing_heights
        if heights is None:
            return None
        seen_from = float(state.origin[:, Z].max())
        under = float(heights(state.origin[:1, :2], seen_from)[0])
        return Footing(heights, 0.0 if math.isnan(under) else under)

    def _search(self, values: Values, lookahead: SharingLookahead) -> Plan:
        """A plan found by search, before the body moves."""
        simulation = ClipSimulation(self.follower, lookahead)
        try:
            plan, was_stopped = search_plan(
                simulation, lookahead, values, self.body, self._trials()
            )
        finally:
            self.body.reported.discard(PERFORMED)  # that the search came to the end is no event
        self._stopped_at = plan.until if was_stopped else None
        return plan

    def _trials(self) -> ClipTrials:
        body = self.body
        return ClipTrials(
            self.follower.reference, self.follower.stiffness, copy_of(body.anatomies),
            copy_of(body.commands), copy_of(body.memories), body.footing_heights is None,
        )  # fmt: skip


def _part(segment: str) -> str:
    """The name of a segment without its side."""
    return segment.partition(".")[0]


def _check_stands(body: Biped | Quadruped) -> None:
    """Raise InvalidInput for a body that would begin a clip while it sits or lies."""
    if isinstance(body, Quadruped) and body.posture != "standing":
        raise InvalidInput(
            f"A quadruped cannot perform a clip from {body.posture}: add a cue to stand before."
        )


class ClipTrials(NamedTuple):
    """What a body needs to follow a clip in another process: see `behaviour.SharedTrials`.

    Attributes:
        anatomies, commands, memories: as in `Biped` or `Quadruped`.
        on_plane: whether it performs on a plane.
    """

    reference: PerformedReference
    stiffness: Stiffness
    anatomies: Rows[Any]
    commands: Rows[Any]
    memories: Rows[Any]
    on_plane: bool

    def body_of(self, world: World, actor: Actor) -> Biped | Quadruped:
        command: Any = self.commands
        gravity, dt = float(command["gravity"][0]), float(command["dt"][0])
        body: Biped | Quadruped
        if actor.character.kind == QUADRUPED:
            body = make_quadruped(actor.character, actor.body_record, 0.0, gravity, dt)
        else:
            body = make_biped(
                actor.character, actor.body_record, 0.0, gravity, dt, Styles({}), {}
            )
        overwrite(body.anatomies, self.anatomies)
        overwrite(body.commands, self.commands)
        overwrite(body.memories, self.memories)
        body.behaviour = performs = Perform(body)
        performs.follower = Follower(body, self.reference, self.stiffness)
        if not self.on_plane:
            body.footing_heights = world.footing_heights
        return body

    def evaluator(
        self, body: Biped | Quadruped, lookahead: Lookahead
    ) -> Callable[[Sample], Branch]:
        assert isinstance(body.behaviour, Perform)
        follower = body.behaviour.follower
        follower.forget_contacts = lookahead.forget_contacts
        return ClipSimulation(follower, lookahead).branch
