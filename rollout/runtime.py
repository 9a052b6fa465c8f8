"""A performer at run time: its cues control the body, and falls may insert a recovery."""

from __future__ import annotations

import math
from contextlib import ExitStack

import numpy as np

from ..controllers.control_rate import longest_hold, make_control_rate
from ..search.helpers import Started
from ..simulation.actor import Actor
from ..simulation.copying import alone
from ..simulation.rotation import Array
from ..simulation.world import World
from ..skills import behaviour_of
from ..skills.behaviour import Choice, ControlledBody
from ..skills.recovery import falling, rising
from .camera import Film
from .progress import ProgressReport
from .pushing import TriedPushes
from .recorder import Recorder
from .sharing import Sharing
from .stop import Stop
from .timeline import Timeline
from .turns import Turns

STEERING_STEP = 0.02  # [s] between two calls of a behaviour's `steer`


class PerformerRuntime:
    """A performer in its world, whatever kind of body it has.

    Attributes:
        actor: the body in the world.
        body: the same body under control.
        timeline: of its cues.
        recorder: of its frames and events.
        recovers: whether a fall and getting up are inserted where the performer falls.
        rate, rates: what decides how often its law is asked: arrays, and the record of them.
        torques: flat, of its actuators [N m].
        decided_at: when its law was last asked [s].
        pushes: the declared ones on it, in a trial of what it may do.
        workers: number of processes that a search may use; stop: ends a search early.
        started: processes that were started for a search before it begins.
        turns: in getting up, shared by all in the world.
        film: makes a camera for what a search finds; None where nobody watches.
        until: the end of the shot [s], at the latest.
        steps_left: number of time steps for which its torques remain in effect.
    """

    def __init__(
        self,
        actor: Actor,
        body: ControlledBody,
        timeline: Timeline,
        recorder: Recorder,
        recovers: bool,
        progress: ProgressReport,
    ) -> None:
        """
        Args:
            recovers: whether a fall and getting up are inserted where the performer falls.
            progress: gets the reports of searches.
        """
        self.actor, self.body, self.timeline, self.recorder = actor, body, timeline, recorder
        self.recovers, self._progress = recovers, progress
        self._steers_at = 0.0  # [s]
        self._heading: float | None = None  # before a fall; None once the performer faces it again
        self.rate, self.rates = make_control_rate()
        self.torques: Array = np.empty(0)
        self.pushes, self.workers, self.stop = TriedPushes((), 0.0, self), 1, Stop()
        self.until = math.inf
        self.started: Started | None = None
        self.film: Film | None = None
        self.turns, self._lies_since = Turns(), math.inf
        self.steps_left = 0
        self.decided_at = 0.0  # [s]

    @property
    def needs_state(self) -> bool:
        """Whether the state after the next time step is of interest."""
        return self.steps_left == 0 or self.recorder.is_recording

    def decides_until(self, time: float, time_step: float) -> float:
        """Time [s] until which neither its cues nor their steering change what it does."""
        changes = self.timeline.quiet_until(time), self._steers_at, self.body.changes_after(time)
        return min(changes) - time_step / 2

    def note_found(self, found: int, time: float) -> None:
        """Record what `watch_body` found at a time [s], where compiled code asked it."""
        if self.recorder.note_found(found, time):
            self._fall(time)

    def act(self, world: World, time: float) -> None:
        """Act by the active cue where the torques are no longer in effect, and apply them."""
        if self.steps_left == 0:
            self._decide(world, time)
        else:
            self.recorder.record(self.torques)
        world.write_torques(self.actor, self.torques)

    def _decide(self, world: World, time: float) -> None:
        """Follow the cues, compute the torques, and handle events and falls."""
        body, events = self.body, self.body.events
        body.prepare(time, world.time_step)
        self._follow_cues(world, time)
        longest = int(longest_hold(self.rates, self.actor.motion.load, time))
        self.torques, self.steps_left = body.act(world, self.actor, longest)
        self.recorder.record(self.torques)
        body.apply(world, self.actor)
        if body.stands_up_anew and "on_feet" in events:
            self.recorder.note_rise()
        if self._falls(time, time - self.decided_at):
            self._fall(time)
        elif self.recovers and self.timeline.is_interrupted:
            self._recover(time)
        if events:
            self.recorder.events += [(time, name) for name in events]
            self.timeline.note_events(time, events)
            events.clear()
        self.decided_at = time

    def _follow_cues(self, world: World, time: float) -> None:
        body, motion = self.body, self.actor.motion_record
        begins, changed = self.timeline.advance(time, self._must_stay)
        if begins:
            body.begin(behaviour_of(body.kind, self.timeline.skill))
            if not self.timeline.is_interrupted:
                self.turns.end(self.actor)
                body.turn_to(self._heading)
                self._heading = None
        behaviour = body.behaviour
        if changed:
            behaviour.command(self.timeline.values(time))
        choice = behaviour.choice() if begins else behaviour.choice_again()
        if choice is not None:
            self._settle(world, time, choice)
        if begins or time > self._steers_at - world.time_step / 2:
            behaviour.steer(motion, self.timeline.values(time))
            body.tick(time)
            self._steers_at = time + STEERING_STEP
        body.look(motion, time)

    def _must_stay(self, following: str) -> bool:
        """Whether the active skill cannot be left now for that of the next cue."""
        behaviour = self.body.behaviour
        if behaviour.passes_into(behaviour_of(self.body.kind, following)):
            return False
        must: bool = behaviour.must_stay
        return must

    def _settle(self, world: World, time: float, choice: Choice) -> None:
        """Choose one of several ways to go on, by lookahead.

        The other performers' future motion is unknown, so the performer is simulated alone.
        """

        def watch(tries: int, spent: float) -> None:
            place, most = lookahead.place, choice.longest
            at = (place.second, place.end) if place is not None else None
            most = place.most if place is not None else most
            self._progress.search_goes_on(self.timeline.skill, tries, spent, most, at)

        with ExitStack() as stack:
            simulator, actor, pushes = world, self.actor, self.pushes
            if len(world.actors) > 1:
                simulator = stack.enter_context(alone(world, actor))
                (actor,), pushes = simulator.actors, TriedPushes((), world.time_step, self)
            left = min(self.until, self.timeline.next_start) - time
            values = self.timeline.values
            lookahead = Sharing(
                simulator, actor, self.body, time, watch, pushes, self.workers, self.started, left,
                self.stop, values,
            )
            lookahead.is_exact = simulator is world
            if self.film is not None:
                lookahead.camera = self.film(actor, self.recorder, time)
            plan = choice.settle(values(time), lookahead)
        if plan is not None:
            self.recorder.plans.append((time, plan))
        self._progress.search_ended()

    def _falls(self, time: float, since: float) -> bool:
        """Whether the performer falls, or is about to and may protect itself.

        Args:
            since: time since the last call [s].
        """
        body, may_touch = self.body, self.body.may_touch
        if self.recorder.watch(time, since, may_touch, body.may_be_low):
            return True
        return self.recovers and may_touch is not None and body.goes_over(self.actor)

    def _fall(self, time: float) -> None:
        self.body.fall(self.recovers)
        self.turns.end(self.actor)
        self._lies_since = math.inf
        if self.recovers:
            self._heading = self.body.heading
        else:
            self.recorder.note_fall(time)
            self.timeline.fail(time)
        if self.recovers or self.body.falls_on:
            self.timeline.insert(falling())

    def _recover(self, time: float) -> None:
        """Get up once the body lies and has room, and resume the cues once the body stands."""
        if "at_rest" in self.body.events:
            self._lies_since = time
        elif "on_feet" in self.body.events:
            self.timeline.resume()
        lies_for = time - self._lies_since
        if lies_for >= 0.0 and not self.turns.must_wait(self.actor, lies_for):
            self.timeline.insert(rising(self.body.kind, self._heading))
            self.turns.begin(self.actor)
            self._lies_since = math.inf
