"""Objects of the scene as places of a crowd: where it starts, its sources, sinks, seats, blasts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import bpy
import numpy as np

from ...base.errors import InvalidInput
from ...crowd.arrivals import Source
from ...crowd.blasts import Blast
from ...crowd.queues import Queue
from ...crowd.seats import Seat
from ...crowd.surfaces import Strip, Surface, Triangles
from ...shots.cue import Keys
from ...shots.shot import Ground
from .object_places import matrix_at
from .rig import Rig
from .scene import frame_rate
from .scene_keys import keyed_values, without_needless
from .scene_parts import (
    BLAST,
    DECIMALS,
    QUEUE,
    SEAT,
    SINK,
    SOURCE,
    find_object,
    in_shot,
    parts_of,
    read_mesh,
    turn_of,
)
from .scene_path import read_path
from .scene_seats import facing_of, read_seat

RATE_TOLERANCE = 1e-4  # [1/s] of keyed rates, within which keys are left out
LEAST_LEVEL = 0.1  # of a unit vector along Y, seen from above


def mark_places(
    scene: bpy.types.Scene, rates: Mapping[str, float], marked: Mapping[str, Iterable[str]]
) -> None:
    """Mark objects as sources, with their rates [1/s], and others by their part. Raises
    InvalidInput.
    """
    for name, rate in rates.items():
        part = find_object(scene, name).footfall_part
        part.part, part.rate = SOURCE, rate
    for part, names in marked.items():
        for name in names:
            find_object(scene, name).footfall_part.part = part


def read_sources(scene: bpy.types.Scene, rig: Rig, frames: Sequence[float]) -> list[Source]:
    """The sources, with the rates that are keyed on the frames of the shot. Raises InvalidInput."""
    return [
        Source(surface=_place_of(thing, rig), rate=_rate_of(thing, frames, frame_rate(scene)))
        for thing in parts_of(scene, SOURCE)
    ]


def _rate_of(thing: bpy.types.Object, frames: Sequence[float], frame_rate: float) -> float | Keys:
    """The rate of a source [1/s], or its keys over the time of the shot."""
    keyed = keyed_values(thing, "footfall_part.rate", frames)
    if keyed is None:
        return round(thing.footfall_part.rate, DECIMALS)
    times = _times_of(frames, frame_rate)
    keys = [(time, max(value, 0.0)) for time, value in zip(times, keyed, strict=True)]
    return tuple(without_needless(keys, RATE_TOLERANCE))


def _times_of(frames: Sequence[float], frame_rate: float) -> list[float]:
    """Times in the shot [s]."""
    return [(frame - frames[0]) / frame_rate for frame in frames]


def read_sinks(scene: bpy.types.Scene, rig: Rig) -> list[Surface]:
    return [_place_of(thing, rig) for thing in parts_of(scene, SINK)]


def read_seats(scene: bpy.types.Scene, rig: Rig) -> list[Seat]:
    """The seats, each facing away from its back. Raises InvalidInput."""
    seats = []
    for thing in parts_of(scene, SEAT):
        part, board = thing.footfall_part, read_seat(thing, rig)
        heading = round(facing_of(thing, rig, board) + math.pi * part.turned, DECIMALS)
        seats.append(Seat(prop=board, heading=heading, place=round(part.place, DECIMALS)))
    return seats


def read_queues(scene: bpy.types.Scene, rig: Rig) -> list[Queue]:
    """The queues: along curves, from their beginning on; and behind empties, which show the head
    and along +Y where those in the queue face. Raises InvalidInput.
    """
    queues = []
    for thing in parts_of(scene, QUEUE):
        spacing = round(thing.footfall_part.spacing, DECIMALS)
        way = read_path(thing, rig) if thing.type == "CURVE" else _behind(thing, rig, spacing)
        queues.append(Queue(way=way, spacing=spacing))
    return queues


def _behind(empty: bpy.types.Object, rig: Rig, spacing: float) -> tuple[tuple[float, float], ...]:
    """A straight way from an empty backwards, for as many as it has room for. Raises InvalidInput.
    """
    ahead = np.array(turn_of(empty).to_matrix())[:2, 1]
    if np.linalg.norm(ahead) < LEAST_LEVEL:
        raise InvalidInput(f"The queue {empty.name!r} points up or down with its Y axis: turn it.")
    head = in_shot(np.array([empty.matrix_world.translation]), rig)[0, :2]
    length = spacing * (empty.footfall_part.room - 1)
    tail = np.round(head - length * ahead / np.linalg.norm(ahead), DECIMALS)
    return tuple(head.tolist()), tuple(tail.tolist())


def _place_of(thing: bpy.types.Object, rig: Rig) -> Surface:
    return read_surface(thing, rig, thing.footfall_part.width)[0]


def read_blasts(scene: bpy.types.Scene, rig: Rig, frames: Sequence[float]) -> list[Blast]:
    """The blasts that burst on one of the frames of the shot, or move during them."""
    blasts = []
    for thing in parts_of(scene, BLAST):
        part = thing.footfall_part
        blast = Blast(
            impulse=round(part.impulse, DECIMALS), radius=round(part.radius, DECIMALS),
            reaction=part.reaction, noticed=round(part.noticed, DECIMALS),
        )  # fmt: skip
        if part.moves:
            times = _times_of(frames, frame_rate(scene))
            keys = [(t, *_seen_at(thing, rig, f)) for t, f in zip(times, frames, strict=True)]
            blasts.append(replace(blast, trajectory=tuple(keys)))
        elif frames[0] <= part.frame:
            time = (part.frame - frames[0]) / frame_rate(scene)
            blasts.append(replace(blast, place=_seen_at(thing, rig, part.frame), time=time))
    return blasts


def _seen_at(thing: bpy.types.Object, rig: Rig, frame: float) -> tuple[float, float]:
    """Where an object is on a frame, from above [m]."""
    x, y, _ = in_shot(matrix_at(thing, frame)[None, :3, 3], rig)[0].tolist()
    return x, y


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
