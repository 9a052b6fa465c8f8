"""A four-legged performer during a run: it does what its cues say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from ..shots.cue import Cue
from ..shots.performer import Performer
from ..shots.shot import Shot
from ..simulation.actor import Actor
from ..simulation.world import World
from ..skills.four_legs import FOUR_LEGGED
from ..skills.four_legs.get_up_search import BUDGET, choose_rise, choose_way_up
from ..skills.four_legs.quadruped import Quadruped, make_quadruped
from .lookahead import Rehearsal
from .progress import Audience
from .recorder import Film
from .start_state import start_state
from .timeline import Timeline

CHOICES: Mapping[str, Callable[[Quadruped, Rehearsal], str | None]] = {
    "fallen": choose_way_up, "lying": choose_rise,
}  # fmt: skip


@dataclass
class QuadrupedPlayer:
    """A four-legged performer in its world.

    Attributes:
        recovers: whether it gets up by itself where it falls; else it stays down.
        audience: asked while it searches for a way to get up.
    """

    actor: Actor
    quadruped: Quadruped
    timeline: Timeline
    film: Film
    recovers: bool
    audience: Audience

    looks = True  # its state is of interest at every time step

    def act(self, world: World, time: float) -> None:
        """Follow the cues, write the torques, see what comes of it."""
        quadruped = self.quadruped
        self._follow_cues(world, time)
        flat = quadruped.actuators(self.actor.motion_record)
        world.write_torques(self.actor, flat)
        self.film.record(flat)
        rises = quadruped.routine is not None
        may_touch = None if rises else FOUR_LEGGED[self.timeline.skill].MAY_TOUCH
        if "on_feet" in quadruped.news:
            self.film.note_rise()
        if self.film.watch(time, world.time_step, may_touch):
            self._fall(time)
        elif self.recovers and self.timeline.is_interrupted:
            self._recover()
        self.film.events += [(time, name) for name in quadruped.news]
        self.timeline.hear(time, quadruped.news)
        quadruped.news.clear()

    def _follow_cues(self, world: World, time: float) -> None:
        begins, changed = self.timeline.advance(time)
        skill, was_rising = FOUR_LEGGED[self.timeline.skill], self.quadruped.is_rising
        if begins:
            skill.begin(self.quadruped)
        if changed:
            skill.command(self.quadruped, self.timeline.values(time))
        rises = self.quadruped.is_rising and not was_rising
        if rises and self.quadruped.posture in CHOICES:
            self._choose_way_up(world, time)

    def _choose_way_up(self, world: World, time: float) -> None:
        """Settle how to get up, by trying; in company it tries on its own."""

        def watch(tries: int, spent: float) -> None:
            self.audience.hear_of_search(tries, spent, BUDGET * self.quadruped.slowness)

        with ExitStack() as stack:
            stage, actor = world, self.actor
            if len(world.actors) > 1:
                stage = stack.enter_context(world.alone(actor))
                (actor,) = stage.actors
            plan = CHOICES[self.quadruped.posture](
                self.quadruped,
                Rehearsal(stage, actor, self.quadruped, time, _needs_no_sight, watch),
            )
        if plan is not None:
            self.film.plans.append((time, plan))
        self.audience.hear_of_its_end()

    def _fall(self, time: float) -> None:
        if not self.recovers:
            self.film.note_fall(time)
            self.timeline.fail(time)
            self.quadruped.posture = "fallen"
        self.timeline.insert(Cue("fall"))

    def _recover(self) -> None:
        """Get up once it lies, go on with the cues once it stands."""
        if "at_rest" in self.quadruped.news:
            self.timeline.insert(Cue("get_up"))
        elif "on_feet" in self.quadruped.news:
            self.timeline.resume()


def _needs_no_sight(motion: object, time: float) -> None:
    """Ground is felt by the feet, not looked at."""


def enter_on_four_legs(
    world: World,
    performer: Performer,
    shot: Shot,
    record: tuple[str, ...],
    audience: Audience,
) -> QuadrupedPlayer:
    """Put a four-legged performer in the world."""
    position, orientation, joints = start_state(performer, shot.ground)
    gravity = -shot.gravity[2]
    actor = world.add_character(
        performer.character, position, orientation, joints, meets_others=shot.performers_collide
    )
    quadruped = make_quadruped(
        performer.character, actor.body_record, performer.heading, gravity, world.time_step
    )
    quadruped.heights = world.surface_heights
    quadruped.plans = tuple(performer.plans)
    return QuadrupedPlayer(
        actor=actor,
        quadruped=quadruped,
        timeline=Timeline(performer.cues),
        film=Film(actor, gravity, record),
        recovers=performer.recover,
        audience=audience,
    )
