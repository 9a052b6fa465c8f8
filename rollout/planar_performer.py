"""A performer in a plane during a run: it walks or gets up as its cues say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ..bodies.character import Character
from ..bodies.plane_body import plane_body
from ..catalogue.planar import controller_of
from ..controllers.planar.walking import CONTROL_STEP
from ..shots.performer import Performer
from ..shots.shot import Shot
from ..simulation.actor import Actor
from ..simulation.pose import joint_positions
from ..simulation.rotation import Array
from ..simulation.surrogate_body import Likeness
from ..simulation.world import World
from ..skills.biped import Values
from ..skills.planar.rising import PlanarRising, base_of, ground_along, lying_prone, way_for
from ..skills.planar.start import start_in_plane
from ..skills.planar.walking import MAY_TOUCH, PlanarWalk, start_of
from .recorder import Film
from .timeline import Timeline

UP = 0.6  # of its standing height: so high over the shins is a root that has risen


@dataclass(frozen=True)
class Setting:
    """Where a performer is in its plane.

    Attributes:
        ground: height at the plane's origin [m] and tangent of its slope; gravity: [m/s2].
    """

    ground: tuple[float, float]
    gravity: float


@dataclass
class PlanarPlayer:
    """A performer in its plane, in its world.

    Attributes:
        setting: the ground it is on.
        doing: what the active cue makes it do; None before the first one.
        held: torques that last, and for how many time steps still.
        stands: whether it has got up.
    """

    actor: Actor
    timeline: Timeline
    film: Film
    setting: Setting
    doing: PlanarWalk | PlanarRising | None = None
    held: Array = field(default_factory=lambda: np.empty(0))
    lasting: int = 0
    stands: bool = False

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
        if begins or self.doing is None:
            self._begin(self.timeline.values(time))
        assert self.doing is not None
        self.held = self.doing.actuators(self.actor.motion_record)
        news = ["on_feet"] if self._has_risen() else []
        self.film.events += [(time, name) for name in news]
        self.timeline.hear(time, news)
        may_touch = None if isinstance(self.doing, PlanarRising) else MAY_TOUCH
        if self.film.watch(time, CONTROL_STEP, may_touch):
            self.film.note_fall(time)
            self.timeline.fail(time)

    def _has_risen(self) -> bool:
        """Whether it stands for the first time since it began to get up."""
        if not isinstance(self.doing, PlanarRising) or self.stands or self.doing.left > 0.0:
            return False
        motion, character = self.actor.motion, self.actor.character
        tall = motion.origin.item(0, 2) - float(motion.center[:, 2].min())
        self.stands = tall > UP * character.standing_height_of_root and motion.load[0] == 0.0
        return self.stands

    def _begin(self, values: Values) -> None:
        """Do what the cue that begins says; another controller goes on in the same stride."""
        character, before, self.stands = self.actor.character, self.doing, False
        if self.timeline.skill == "get_up":
            numbers = way_for(character, values, self.setting.ground[1])
            self.doing = PlanarRising(
                character, self.actor.body_record, numbers, self.setting.ground,
                self.setting.gravity,
            )  # fmt: skip
            return
        self.doing = PlanarWalk(character, self.actor.body_record, values)
        if isinstance(before, PlanarWalk):
            self.doing.take_over(before, self.actor.motion_record)


def enter_plane(
    world: World, performer: Performer, shot: Shot, record: tuple[str, ...]
) -> PlanarPlayer:
    """Put a performer in its plane: in the stride of its first cue, lying or in its own pose.

    A biped is simulated as the body of its controller, and shown as it is.
    """
    timeline = Timeline(performer.cues)
    timeline.advance(0.0)
    values = timeline.values(0.0)
    rises = timeline.skill == "get_up"
    character = performer.character if rises else _walking_body(performer, values)
    heading = values["heading"]
    if not isinstance(heading, float | int):
        heading = performer.heading
    begin = _lie if rises else _stride
    (position, orientation, joints), rates = begin(character, performer, values, shot, heading)
    actor = world.add_character(
        character, position, orientation, joints, meets_others=shot.performers_collide
    )
    if rates is not None:
        world.set_going(actor, joints, rates)
    likeness = None
    if character is not performer.character:
        likeness = Likeness(performer.character, actor, _ground_under(world, actor, shot))
    gravity = -shot.gravity[2]
    height, slope = ground_along(shot.ground, performer.position, heading)
    base = base_of((height, slope), performer.position, heading)
    return PlanarPlayer(
        actor,
        Timeline(performer.cues),
        Film(actor, gravity, record, likeness=likeness),
        Setting((base, slope), gravity),
    )


Start = tuple[tuple[Array, Array, Array], Array | None]


def _walking_body(performer: Performer, values: Values) -> Character:
    return plane_body(performer.character, controller_of(str(values["controller"]))["character"])


def _stride(
    character: Character, performer: Performer, values: Values, shot: Shot, heading: float
) -> Start:
    """Where a walk begins, and how it goes there; from a pose it begins at rest."""
    pose, rates = start_of(character, values)
    given = dict(performer.pose or {})
    root = given.pop("root", None)
    if given:
        pose = np.concatenate([pose[:1] * 0.0, joint_positions(character, given)])
    position, orientation, joints = start_in_plane(
        character, pose, shot.ground, performer.position, heading
    )
    if root is not None:
        position, orientation = np.array(root[0], float), np.array(root[1], float)
    return (position, orientation, joints), rates if performer.pose is None else None


def _lie(
    character: Character, performer: Performer, values: Values, shot: Shot, heading: float
) -> Start:
    """Prone at rest, or in its own pose."""
    position, orientation, joints = lying_prone(
        character, shot.ground, performer.position, heading
    )
    given = dict(performer.pose or {})
    root = given.pop("root", None)
    if given:
        joints = joint_positions(character, given)
    if root is not None:
        position, orientation = np.array(root[0], float), np.array(root[1], float)
    return (position, orientation, joints), None


def _ground_under(
    world: World, actor: Actor, shot: Shot
) -> Callable[[Array], Array] | None:
    """What the feet look at; None where it is flat."""
    if shot.ground.kind == "flat":
        return None
    return lambda places: world.ground_heights(places, float(actor.motion.origin[0, 2]))
