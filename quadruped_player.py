"""A four-legged performer during a run: it does what its cues say."""

from __future__ import annotations

from dataclasses import dataclass

from .cue import Cue
from .performer import Performer
from .recording import Film
from .shot import Shot
from .simulation.actor import Actor
from .simulation.world import World
from .skills.four_legs import FOUR_LEGGED
from .skills.four_legs.quadruped import Quadruped, make_quadruped
from .start_state import start_state
from .timeline import Timeline


@dataclass
class QuadrupedPlayer:
    """A four-legged performer in its world; one that falls stays down."""

    actor: Actor
    quadruped: Quadruped
    timeline: Timeline
    film: Film

    looks = True  # its state is of interest at every time step

    def act(self, world: World, time: float) -> None:
        """Follow the cues, write the torques, see what comes of it."""
        begins, changed = self.timeline.advance(time)
        skill = FOUR_LEGGED[self.timeline.skill]
        if begins:
            skill.begin(self.quadruped)
        if changed:
            skill.command(self.quadruped, self.timeline.values(time))
        flat = self.quadruped.actuators(self.actor.motion_record)
        world.write_torques(self.actor, flat)
        self.film.record(flat)
        rises = self.quadruped.routine is not None
        may_touch = None if rises else skill.MAY_TOUCH
        if self.film.watch(time, world.time_step, may_touch):
            self.film.note_fall(time)
            self.timeline.insert(Cue("fall"))
        self.film.events += [(time, name) for name in self.quadruped.news]
        self.quadruped.news.clear()


def enter_on_four_legs(
    world: World, performer: Performer, shot: Shot, record: tuple[str, ...]
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
    return QuadrupedPlayer(
        actor=actor,
        quadruped=quadruped,
        timeline=Timeline(performer.cues),
        film=Film(actor, gravity, record),
    )
