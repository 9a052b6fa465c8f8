"""A crowd as it is asked for: on which surface of the scene, to which goals, around what."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import bpy
import numpy as np

from ...base.errors import InvalidInput
from ...crowd.members import Crowd, make_shot
from ...crowd.surfaces import Strip, Surface, Triangles
from ...shots.shot import Ground, Shot
from .rig import Rig
from .scene import frame_rate, read_surroundings, set_frame_rate
from .scene_parts import PUSH, find_object, in_shot, parts_of, read_mesh, read_pushes
from .scene_path import read_path


@dataclass(frozen=True, eq=False)
class CrowdPlan:
    """What is to be simulated, and how it comes into the scene.

    Attributes:
        rigs: that members have in turn.
        crowd: what it is made of.
        start_frame: of the scene.
        around: ground, props and gravity, as the shot's attributes.
        collection: of the crowd that is there already; None: a new one.
    """

    rigs: Sequence[Rig]
    crowd: Crowd
    start_frame: int
    around: Mapping[str, Any] = field(default_factory=dict)
    collection: bpy.types.Collection | None = None

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
    """A crowd in the present scene, with what its objects of these names show.

    Args:
        rate: frames a second that the scene is set to; None: its own.
        surface: a mesh or a curve to start on; None: the crowd's own surface.
        width: of the strip along a curve [m].
        goals: a curve to walk along.

    Raises InvalidInput.
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


def with_surroundings(plan: CrowdPlan, friction: float) -> CrowdPlan:
    """The same on the scene's ground, among its obstacles, with its pushes where their empties are.

    Groups are simulated apart, so that what could be moved is an obstacle to all of them. A mesh
    that the crowd starts on is the ground where the scene has no other.
    """
    scene, rig = bpy.context.scene, plan.rigs[0]
    duration, rate = plan.crowd.duration, frame_rate(scene)
    around = read_surroundings(
        scene, rig, start_frame=plan.start_frame, duration=duration, friction=friction
    )
    if around["ground"].kind == "flat" and "ground" in plan.around:
        around["ground"] = replace(plan.around["ground"], friction=friction)
    around["props"] = [replace(prop, mass=0.0) for prop in around["props"]]
    del around["pushes"]  # they would be on a single performer
    pushes = []
    for thing in parts_of(scene, PUSH):
        x, y, _ = in_shot(np.array([thing.matrix_world.translation]), rig)[0].tolist()
        frames = math.ceil(duration * rate)
        pushes += [((x, y), push) for push in read_pushes(thing, plan.start_frame, frames, rate)]
    return replace(plan, around=around, crowd=replace(plan.crowd, pushes=pushes))


def read_surface(thing: bpy.types.Object, rig: Rig, width: float) -> tuple[Surface, Ground | None]:
    """What members start on: a mesh, which is the ground as well, or a curve `width` [m] wide.

    Raises InvalidInput.
    """
    if thing.type == "CURVE":
        return Strip(np.array(read_path(thing, rig)), width), None
    points, corners = read_mesh(thing, rig)
    if not len(corners):
        raise InvalidInput(f"The surface {thing.name!r} has no faces: give it some.")
    return Triangles(points[corners][:, :, :2]), Ground.mesh(points, corners)
