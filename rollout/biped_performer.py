"""A performer during a run: it does what its cues say, and recovers from its falls if it may."""

from __future__ import annotations

import math
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..controllers.gait.modes import WALKING
from ..shots.cue import Cue
from ..simulation.actor import Actor
from ..simulation.rotation import Array
from ..simulation.tying import tie
from ..simulation.world import World
from ..skills import CHOOSING, SKILLS, STEERING, WAITS
from ..skills.biped import Biped, set_heading
from ..skills.hands.handling import drop
from ..skills.rising.search import BUDGET
from ..skills.ways.terrain_sensing import Sight
from .lookahead import Rehearsal
from .progress import Audience
from .recorder import Film
from .timeline import Timeline

STEERING_STEP = 0.02  # [s] from one look at where the walker goes to the next
LEISURELY = 2  # time steps that a walker's torques last where it may take its time
BRISK = 1.4  # pace at which one gets up who has something to go on with
# [s] over which balance takes the mean of what hands bear: what is carried swings with the steps.
FEELS_LOAD, FEELS_LOAD_CARRIED = 0.1, 0.4
NOTHING = 0.1  # [N] of a load that is gone
TOO_FAR_OVER = math.cos(math.radians(70.0))  # of the trunk: no walker comes back from there


@dataclass
class Player:
    """A performer in its world.

    Attributes:
        recovers: whether a fall and getting up are inserted where it falls.
        audience: asked while it searches for a way to do something.
        sight: of the ground, where that is not flat.
        steers_at: when to look next at where it goes [s].
        way: where it went before it fell [rad]; None once it goes there again.
        is_leisurely: whether it may take its time while it is on its feet.
        feels_load: whether its hands bear something, or have until now.
        held: torques that last for another time step; None where it acts anew.
    """

    actor: Actor
    biped: Biped
    timeline: Timeline
    film: Film
    recovers: bool
    audience: Audience
    sight: Sight | None = None
    steers_at: float = 0.0
    way: float | None = None
    is_leisurely: bool = False
    feels_load: bool = False
    held: Array | None = None

    @property
    def looks(self) -> bool:
        """Whether its state is of interest at the next time step."""
        return self.held is None or self.film.is_recording

    def act(self, world: World, time: float) -> None:
        """Do what the active cue says, or hold on to it for another time step."""
        if self.held is None:
            self._decide(world, time)
        else:
            world.write_torques(self.actor, self.held)
            self.film.record(self.held)
            self.held = None

    def _decide(self, world: World, time: float) -> None:
        """Follow the cues, write the torques, see what comes of it."""
        self.biped.command["dt"] = world.time_step
        self._follow_cues(world, time)
        pulls = self._hold(world)
        was_seated = self.biped.is_seated
        leisurely = self.is_leisurely and self.biped.is_walker and not self.biped.arms.grips
        lasting = world.time_step * (LEISURELY if leisurely else 1)
        self.biped.command["dt"] = lasting
        flat = self.biped.actuators(self.actor.motion_record)
        self.held = flat if leisurely else None
        if was_seated and not self.biped.is_seated:
            self.biped.news.append("on_feet")
        world.write_torques(self.actor, flat)
        if self.biped.assist is not None:
            trunk = int(self.biped.anatomy[0]["torso"])
            world.twist(self.actor, trunk, self.biped.assist.tolist())
            self.biped.assist = None
        self.film.record(flat)
        may_touch = self.biped.may_touch(SKILLS[self.timeline.skill].MAY_TOUCH)
        self.actor.pulls = pulls
        falls = self.film.watch(time, lasting, may_touch, self.biped.may_be_low)
        if falls or (may_touch is not None and self._goes_over()):
            self._fall(time)
        elif self.timeline.is_interrupted:
            self._recover()
        self.film.events += [(time, name) for name in self.biped.news]
        self.timeline.hear(time, self.biped.news)
        self.biped.news.clear()

    def _follow_cues(self, world: World, time: float) -> None:
        begins, changed = self.timeline.advance(time, self._must_stay)
        skill = SKILLS[self.timeline.skill]
        self.biped.time = time
        if begins:
            self.biped.get_up()
            self.biped.slow_down()
            self.biped.law = None
            self.biped.leave_task()
            self.biped.told.clear()
            skill.begin(self.biped)
            if not self.timeline.is_interrupted:
                set_heading(self.biped, self.way)
                self.way = None
        if changed:
            skill.command(self.biped, self.timeline.values(time))
        if begins and self.timeline.skill in CHOOSING:
            self._choose(world, time)
        steer = STEERING.get(self.timeline.skill)
        if begins or time > self.steers_at - world.time_step / 2:
            if steer is not None:
                steer(self.biped, self.actor.motion_record, self.timeline.values(time))
            self.biped.arms.tick(time)
            self.steers_at = time + STEERING_STEP
        self._look(self.actor.motion_record, time)

    def _must_stay(self) -> bool:
        """Whether what it is at cannot be left now, so that the next cue waits."""
        waits = WAITS.get(self.timeline.skill)
        return waits is not None and waits(self.biped)

    def _hold(self, world: World) -> dict[int, Array]:
        """Tie the hands to what they hold; the forces [N] on them, by segments."""
        arms, command, pulls = self.biped.arms, self.biped.command[0], {}
        if not (arms.grips or arms.braced_for or self.feels_load):
            return {}
        command["hand_force"] = 0.0
        for side, grip in arms.grips.items():
            hand = int(self.biped.anatomy["hand"][0, side])
            force = tie(
                world, self.actor, hand, grip.prop, grip.point, grip.stiffness, grip.damping,
                grip.turning,
            )  # fmt: skip
            pulls[hand] = force
            command["hand_force"][side] = arms.counts_on(side, force)
        slow = arms.carries or self.biped.memory["mode"][0] == WALKING
        share = world.time_step / (FEELS_LOAD_CARRIED if slow else FEELS_LOAD)
        felt = arms.feels(command["hand_force"])
        command["hand_load"] += share * (felt - command["hand_load"])
        self.feels_load = bool(arms.grips) or float(np.abs(command["hand_load"]).max()) > NOTHING
        if not self.feels_load:
            command["hand_load"] = 0.0
        return pulls

    def _look(self, motion: NDArray[Any], time: float) -> None:
        if self.sight is not None:
            self.sight.look(motion, time)

    def _choose(self, world: World, time: float) -> None:
        """Settle in which of several ways to do the skill, by trying.

        What the others are going to do is not known: in company it tries on its own.
        """

        def watch(tries: int, spent: float) -> None:
            self.audience.hear_of_search(tries, spent, BUDGET)

        with ExitStack() as stack:
            stage, actor = world, self.actor
            if len(world.actors) > 1:
                stage = stack.enter_context(world.alone(actor))
                (actor,) = stage.actors
            rehearsal = Rehearsal(stage, actor, self.biped, time, self._look, watch)
            plan = CHOOSING[self.timeline.skill](self.biped, self.timeline.values(time), rehearsal)
            self.film.plans.append((time, plan))
        self.audience.hear_of_its_end()

    def _goes_over(self) -> bool:
        """Whether it is about to fall and may protect itself: time to reach for the ground."""
        if not self.recovers or self.biped.is_seated:
            return False
        trunk = self.actor.character.segment_names.index("torso")
        return self.actor.motion.rotation.item(trunk, 2, 2) < TOO_FAR_OVER

    def _fall(self, time: float) -> None:
        drop(self.biped)
        if not self.recovers:
            self.film.note_fall(time)
            self.timeline.fail(time)
            return
        self.way = float(self.biped.memory["heading"][0])
        self.timeline.insert(Cue("fall"))

    def _recover(self) -> None:
        """Get up once it lies, go on with the cues once it stands."""
        if "at_rest" in self.biped.news:
            self.timeline.insert(Cue("get_up", heading=self.way, pace=BRISK))
        elif "on_feet" in self.biped.news:
            self.timeline.resume()
