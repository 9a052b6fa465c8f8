"""Bodies in a vertical plane enter the world: in a stride, lying, or in a pose of their own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..bodies.character import Character
from ..bodies.plane_body import plane_body
from ..catalogue import CUES
from ..catalogue.planar import controller_of
from ..shots.performer import Performer
from ..shots.shot import Shot
from ..simulation.actor import Actor
from ..simulation.pose import joint_positions
from ..simulation.rotation import Array
from ..simulation.surrogate_body import SurrogateBody
from ..simulation.world import World
from ..skills.behaviour import Values
from ..skills.planar.body import PlaneBody
from ..skills.planar.rising import base_of, ground_along, lying_prone
from ..skills.planar.start import start_in_plane
from ..skills.planar.walking import start_of
from .recorder import Recorder
from .runtime import PerformerRuntime
from .setting import Setting
from .timeline import Timeline


def enter_plane(setting: Setting, performer: Performer) -> PerformerRuntime:
    """Put a performer into its plane: in the stride of its first cue, lying, or in its own pose.

    For a biped the planar body of its controller is simulated, and a surrogate body is shown.
    """
    shot, world = setting.shot, setting.world
    timeline = Timeline(performer.cues)
    timeline.advance(0.0)
    values = timeline.values(0.0)
    rises = CUES[timeline.skill].lies
    character = performer.character if rises else _walking_body(performer, values)
    heading = values["heading"]
    if not isinstance(heading, float | int):
        heading = performer.heading
    begin = _lie if rises else _stride
    state, rates = begin(character, performer, values, shot, heading)
    actor = setting.add(character, state)
    if rates is not None:
        world.set_going(actor, state[2], rates)
    surrogate = None
    if character is not performer.character:
        heights = _ground_under(world, actor, shot)
        surrogate = SurrogateBody(performer.character, actor, heights)
    height, slope = ground_along(shot.ground, performer.position, heading)
    base = base_of((height, slope), performer.position, heading)
    return PerformerRuntime(
        actor=actor,
        body=PlaneBody(character, actor.body_record, (base, slope), setting.gravity),
        timeline=Timeline(performer.cues),
        recorder=Recorder(actor, setting.gravity, setting.record, surrogate=surrogate),
        recovers=False,  # only a cue makes a planar body get up
        progress=setting.progress,
    )


Start = tuple[tuple[Array, Array, Array], Array | None]


def _walking_body(performer: Performer, values: Values) -> Character:
    return plane_body(performer.character, controller_of(str(values["controller"]))["character"])


def _stride(
    character: Character, performer: Performer, values: Values, shot: Shot, heading: float
) -> Start:
    """Pose and rates at the start of a walk; from a performer's own pose it begins at rest."""
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
    """The start at rest, prone or in the performer's own pose."""
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


def _ground_under(world: World, actor: Actor, shot: Shot) -> Callable[[Array], Array] | None:
    """The ground's heights for the feet; None where the ground is flat."""
    if shot.ground.kind == "flat":
        return None
    return lambda places: world.ground_heights(places, float(actor.motion.origin[0, 2]))
