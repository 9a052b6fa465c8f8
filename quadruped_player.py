"""A four-legged performer during a run: it does what its cues say."""

from __future__ import annotations

from dataclasses import dataclass

from .cue import Cue
from .recording import Film
from .simulation.world import Actor, World
from .skills.four_legs import FOUR_LEGGED
from .skills.four_legs.quadruped import Quadruped
from .timeline import Timeline


@dataclass
class QuadrupedPlayer:
    """A four-legged performer in its world.

    Attributes:
        recovers: whether a fall and getting up are inserted where it falls.
    """

    actor: Actor
    quadruped: Quadruped
    timeline: Timeline
    film: Film
    recovers: bool

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
            self._fall(time)
        elif self.timeline.is_interrupted:
            self._recover()
        self.film.events += [(time, name) for name in self.quadruped.news]
        self.quadruped.news.clear()

    def _fall(self, time: float) -> None:
        if not self.recovers:
            self.film.note_fall(time)
        self.timeline.insert(Cue("fall"))

    def _recover(self) -> None:
        """Get up once it lies, go on with the cues once it stands."""
        if not self.recovers:
            return
        if "at_rest" in self.quadruped.news:
            self.timeline.insert(Cue("get_up"))
        elif "on_feet" in self.quadruped.news:
            self.timeline.resume()
