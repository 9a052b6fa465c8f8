"""A four-legged performer during a run: it does what its cues say."""

from __future__ import annotations

from dataclasses import dataclass

from .cue import Cue
from .recording import Film
from .simulation.actor import Actor
from .simulation.world import World
from .skills.four_legs import FOUR_LEGGED
from .skills.four_legs.quadruped import Quadruped
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
            self.quadruped.posture = "fallen"
            self.timeline.insert(Cue("fall"))
        self.film.events += [(time, name) for name in self.quadruped.news]
        self.quadruped.news.clear()
