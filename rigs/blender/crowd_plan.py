"""A plan of a crowd: its surface in the scene, its goals, and its surroundings."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import bpy
import numpy as np

from ...catalogue.crowds import FULL
from ...crowd.description import Crowd
from ...crowd.members import make_shot
from ...shots.shot import Shot
from .crowd_looks import WantedLooks, read_looks
from .crowd_places import (
    read_blasts,
    read_queues,
    read_seats,
    read_sinks,
    read_sources,
    read_surface,
)
from .rig import Rig
from .scene import frame_rate, read_surroundings, set_frame_rate
from .scene_parts import PUSH, find_object, in_shot, parts_of, read_pushes
from .scene_path import read_path


@dataclass(frozen=True, eq=False)
class CrowdPlan:
    """What is to be simulated, and how the result enters the scene.

    Attributes:
        rigs: which members use in turn.
        crowd: its description.
        start_frame: of the scene.
        around: ground, props and gravity, by the names of the Shot's attributes.
        collection: of an existing crowd that is replaced; None: a new one.
        hangs: whether the members' hair, cloth and soft parts hang.
        kind: of new members, one of KINDS; others keep theirs.
        only: numbers of the members that are to be simulated, with those that they may meet; None:
            all that are not in the scene with the same motion.
    """

    rigs: Sequence[Rig]
    crowd: Crowd
    start_frame: int
    around: Mapping[str, Any] = field(default_factory=dict)
    collection: bpy.types.Collection | None = None
    hangs: bool = False
    kind: str = FULL
    only: Collection[int] | None = None

    @property
    def shot(self) -> Shot:
        return make_shot([rig.character for rig in self.rigs], self.crowd, **self.around)


def plan_crowd(
    rigs: Sequence[Rig],
    crowd: Crowd,
    *,
    start_frame: int,
    rate: float | None,
    surface: str | None,
    width: float,
    goals: str | None,
) -> CrowdPlan:
    """A crowd in the present scene, whose surface and goals are objects given by name.

    Args:
        rate: frame rate that the scene is set to [1/s]; None: its own.
        surface: name of a mesh or curve to start on; None: the crowd's own surface.
        width: of the strip along a curve [m].
        goals: name of a curve to walk along.

    Raises InvalidInput where an object is missing or cannot be used.
    """
    scene, around = bpy.context.scene, dict[str, Any]()
    set_frame_rate(scene, rate or frame_rate(scene))
    crowd = replace(crowd, frame_rate=frame_rate(scene))
    if surface is not None:
        found, ground = read_surface(find_object(scene, surface), rigs[0], width)
        crowd = replace(crowd, surface=found)
        around = {} if ground is None else {"ground": ground}
    if goals is not None:
        path = read_path(find_object(scene, goals), rigs[0])
        crowd = replace(crowd, manner=replace(crowd.manner, goals=path))
    return CrowdPlan(rigs, crowd, start_frame, around)


def with_looks(plan: CrowdPlan, wanted: WantedLooks) -> CrowdPlan:
    """The plan of a crowd whose members differ in these. Raises InvalidInput."""
    looks = read_looks(wanted, [rig.armature for rig in plan.rigs])
    return replace(plan, crowd=replace(plan.crowd, looks=looks))


def with_surroundings(plan: CrowdPlan, friction: float) -> CrowdPlan:
    """The plan with the scene's ground, obstacles and pushes, each push at its empty.

    Groups are simulated separately, so movable props are static obstacles to all of them. A mesh on
    which the crowd starts is the ground if the scene has no other.
    """
    scene, rig = bpy.context.scene, plan.rigs[0]
    duration, rate = plan.crowd.duration, frame_rate(scene)
    around = read_surroundings(
        scene, rig, start_frame=plan.start_frame, duration=duration, friction=friction
    )
    if around["ground"].kind == "flat" and "ground" in plan.around:
        around["ground"] = replace(plan.around["ground"], friction=friction)
    around["props"] = [replace(prop, mass=0.0) for prop in around["props"]]
    del around["pushes"]  # those have a performer; pushes of a crowd have places
    pushes, count = [], math.ceil(duration * rate)
    frames = [plan.start_frame + frame for frame in range(count + 1)]
    for thing in parts_of(scene, PUSH):
        x, y, _ = in_shot(np.array([thing.matrix_world.translation]), rig)[0].tolist()
        pushes += [((x, y), push) for push in read_pushes(thing, plan.start_frame, count, rate)]
    crowd = replace(
        plan.crowd, pushes=pushes, sources=read_sources(scene, rig, frames),
        sinks=read_sinks(scene, rig), seats=read_seats(scene, rig), queues=read_queues(scene, rig),
        blasts=read_blasts(scene, rig, frames),
    )  # fmt: skip
    return replace(plan, around=around, crowd=crowd)
