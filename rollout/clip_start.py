"""How a body of any kind enters the world in the first pose of a clip."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

from ..catalogue import CUES, IN_CLIP
from ..shots.cue import skills_among
from ..shots.ground import Ground
from ..shots.performer import Performer
from ..simulation.actor import Actor
from ..simulation.body import root_place
from ..simulation.world import World
from ..skills.world_access import Heights
from .setting import Setting

if TYPE_CHECKING:
    from ..skills.performing.opening import Opening


def footing_heights(setting: Setting) -> Heights | None:
    """What can be stood on; None where that is a plane."""
    world = setting.world
    on_props = bool(world.props) and world.stands_still
    is_plane = setting.shot.ground.kind == "flat" and not on_props
    return None if is_plane else world.footing_heights


def opening_over(
    performer: Performer, setting: Setting, heights: Heights | None
) -> Opening | None:
    """The start of a performer whose first cue performs a clip, over the shot's ground."""
    first = next(iter(skills_among(performer.cues)), None)
    if first is None or CUES[first.skill].start != IN_CLIP or (first.start or 0.0) > 0.0:
        return None
    if performer.pose is not None:
        return None
    # What performs clips is loaded by those who do, since figures depend on all that is loaded.
    from ..motion.performing.surface import Footing
    from ..skills.performing.opening import opening_of

    footing = heights and Footing(heights, _height_under(performer, setting.shot.ground))
    return opening_of(performer.character, first.values(), performer.position, performer.heading,
                      setting.gravity, footing)  # fmt: skip


def _height_under(performer: Performer, ground: Ground) -> float:
    """Height [m] of the ground where a performer starts."""
    return ground.height_at(*performer.position) or 0.0


def set_going(world: World, actor: Actor, opening: Opening) -> None:
    """Give a body the speed with which its clip begins."""
    motion, turning = actor.motion, opening.turning
    place = root_place(actor.body, motion)
    velocity = opening.velocity + np.cross(turning, place - motion.origin[0])
    root = np.concatenate([place, opening.orientation, velocity, turning])
    world.set_in_motion(actor, root, opening.joints, opening.rates)


def own_seed(seed: int, performer: Performer) -> int:
    """A seed that differs between performers, and does not change when a crowd is divided."""
    return zlib.crc32(repr((seed, *performer.position)).encode())
