"""A plan of a crowd: its surface in the scene, its goals, and its surroundings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import bpy
import numpy as np

from ...base.errors import InvalidInput
from ...catalogue.crowds import FULL
from ...crowd.arrivals import Source
from ...crowd.blasts import Blast
from ...crowd.members import Crowd, make_shot
from ...crowd.surfaces import Strip, Surface, Triangles
from ...shots.shot import Ground, Shot
from .rig import Rig
from .scene import frame_rate, read_surroundings, set_frame_rate
from .scene_parts import (
    BLAST,
    DECIMALS,
    PUSH,
    SINK,
    SOURCE,
    find_object,
    in_shot,
    parts_of,
    read_mesh,
    read_pushes,
)
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
    """

    rigs: Sequence[Rig]
    crowd: Crowd
    start_frame: int
    around: Mapping[str, Any] = field(default_factory=dict)
    collection: bpy.types.Collection | None = None
    hangs: bool = False
    kind: str = FULL

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
    pushes = []
    for thing in parts_of(scene, PUSH):
        x, y, _ = in_shot(np.array([thing.matrix_world.translation]), rig)[0].tolist()
        frames = math.ceil(duration * rate)
        pushes += [((x, y), push) for push in read_pushes(thing, plan.start_frame, frames, rate)]
    crowd = replace(
        plan.crowd, pushes=pushes, sources=_read_sources(scene, rig), sinks=_read_sinks(scene, rig),
        blasts=_read_blasts(scene, rig, plan.start_frame),
    )  # fmt: skip
    return replace(plan, around=around, crowd=crowd)


def _read_sources(scene: bpy.types.Scene, rig: Rig) -> list[Source]:
    return [
        Source(surface=_place_of(thing, rig), rate=round(thing.footfall_part.rate, DECIMALS))
        for thing in parts_of(scene, SOURCE)
    ]


def _read_sinks(scene: bpy.types.Scene, rig: Rig) -> list[Surface]:
    return [_place_of(thing, rig) for thing in parts_of(scene, SINK)]


def _place_of(thing: bpy.types.Object, rig: Rig) -> Surface:
    return read_surface(thing, rig, thing.footfall_part.width)[0]


def _read_blasts(scene: bpy.types.Scene, rig: Rig, start_frame: int) -> list[Blast]:
    """The blasts that burst after the first frame."""
    blasts = []
    for thing in parts_of(scene, BLAST):
        part = thing.footfall_part
        x, y, _ = in_shot(np.array([thing.matrix_world.translation]), rig)[0].tolist()
        if part.frame >= start_frame:
            time = (part.frame - start_frame) / frame_rate(scene)
            impulse, radius = round(part.impulse, DECIMALS), round(part.radius, DECIMALS)
            blasts.append(Blast(place=(x, y), time=time, impulse=impulse, radius=radius))
    return blasts


def read_surface(thing: bpy.types.Object, rig: Rig, width: float) -> tuple[Surface, Ground | None]:
    """The surface of a mesh (which is the ground as well) or of a curve, `width` [m] wide.

    Raises InvalidInput for other objects.
    """
    if thing.type == "CURVE":
        return Strip(np.array(read_path(thing, rig)), width), None
    points, corners = read_mesh(thing, rig)
    if not len(corners):
        raise InvalidInput(f"The surface {thing.name!r} has no faces: give it some.")
    return Triangles(points[corners][:, :, :2]), Ground.mesh(points, corners)
