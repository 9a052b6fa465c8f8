"""A performer in a plane during a run: it walks with the controllers that its cues name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .catalogue.planar import controller_of
from .controllers.planar import CONTROL_STEP
from .performer import Performer
from .recording import Film
from .rigs.plane_body import plane_body
from .shot import Shot
from .simulation.actor import Actor
from .simulation.likeness import Likeness
from .simulation.pose import joint_positions
from .simulation.rotation import Array
from .simulation.world import World
from .skills.planar_start import start_in_plane
from .skills.planar_walk import MAY_TOUCH, PlanarWalk, start_of
from .timeline import Timeline


@dataclass
class PlanarPlayer:
    """A planar performer in its world.

    Attributes:
        walk: the controller at work; None before the first cue.
        held: torques that last, and for how many time steps still.
    """

    actor: Actor
    timeline: Timeline
    film: Film
    walk: PlanarWalk | None = None
    held: Array = field(default_factory=lambda: np.empty(0))
    lasting: int = 0

    @property
    def looks(self) -> bool:
        """Whether its state is of interest at the next time step."""
        return self.lasting == 0 or self.film.is_recording

    def act(self, world: World, time: float) -> None:
        """Do what the active cue says, or hold on to it for another time step."""
        if self.lasting == 0:
            self._decide(time)
            self.lasting = round(CONTROL_STEP / world.time_step)
        world.write_torques(self.actor, self.held)
        self.film.record(self.held)
        self.lasting -= 1

    def _decide(self, time: float) -> None:
        begins, _ = self.timeline.advance(time)
        if begins or self.walk is None:
            values = self.timeline.values(time)
            before = self.walk
            self.walk = PlanarWalk(self.actor.character, self.actor.body_record, values)
            if before is not None:
                self.walk.take_over(before, self.actor.motion_record)
        self.held = self.walk.actuators(self.actor.motion_record)
        if self.film.watch(time, CONTROL_STEP, MAY_TOUCH):
            self.film.note_fall(time)


def enter_plane(
    world: World, performer: Performer, shot: Shot, record: tuple[str, ...]
) -> PlanarPlayer:
    """Put a performer in its plane, in the stride of its first cue or in its own pose.

    A biped is simulated as the body of its controller, and shown as it is.
    """
    timeline = Timeline(performer.cues)
    timeline.advance(0.0)
    values = timeline.values(0.0)
    character = plane_body(
        performer.character, controller_of(str(values["controller"]))["character"]
    )
    heading = values["heading"]
    pose, rates = start_of(character, values)
    given = dict(performer.pose or {})
    root = given.pop("root", None)
    if given:
        pose = np.concatenate([pose[:1] * 0.0, joint_positions(character, given)])
    position, orientation, joints = start_in_plane(
        character, pose, shot.ground, performer.position,
        heading if isinstance(heading, float | int) else performer.heading,
    )  # fmt: skip
    if root is not None:
        position, orientation = np.array(root[0], float), np.array(root[1], float)
    actor = world.add_character(
        character, position, orientation, joints, meets_others=shot.performers_collide
    )
    if performer.pose is None:
        world.set_going(actor, joints, rates)
    likeness = None
    if character is not performer.character:
        likeness = Likeness(performer.character, actor, _ground_under(world, actor, shot))
    film = Film(actor, -shot.gravity[2], record, likeness=likeness)
    return PlanarPlayer(actor, Timeline(performer.cues), film)


def _ground_under(
    world: World, actor: Actor, shot: Shot
) -> Callable[[Array], Array] | None:
    """What the feet look at; None where it is flat."""
    if shot.ground.kind == "flat":
        return None
    return lambda places: world.ground_heights(places, float(actor.motion.origin[0, 2]))
