"""The rows that compiled steps read and change: links, chains, shapes and ties.

A link runs from a bone's head to the next bone's; its point is its far end. Lengths [m], masses
[kg], times [s]; places and axes in the world unless a frame is named.
"""

from __future__ import annotations

from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Integers = NDArray[np.int64]
POINTS = 4  # of a link, at most, that collide


class Link(TypedDict):
    """One link, and its bone."""

    rest: Array  # (3, 3) axes of the bone in the frame of the bone before it
    axis: Array  # (3,) direction of the link in its bone's frame
    length: float
    mass: float  # of the point
    stiffness: float  # of the joint at the near end [N m/rad]
    damping: float  # [N m s/rad]
    weight: float  # torque of what hangs on the joint, stretched out level [N m]
    stop: float  # chord of the largest bend: twice the sine of half of it
    gravity: float  # factor
    air: float  # [1/s]
    radius: float
    friction: float
    samples: int  # how many points of the link collide
    point: Array  # (3,)
    velocity: Array  # (3,)
    bone: Array  # (3, 3) axes
    way: Array  # (3,) direction
    bend: Array  # (3,) direction less the pose's, in the frame of the bone before
    wanted: Array  # (3,) direction in the pose, on the bone before
    start: Array  # (3,) the point before the step
    depth: Array  # (POINTS,) of what collides, in the step before


class Carried(TypedDict):
    """One chain: its links, and where what carries it is."""

    first: int
    end: int
    carrier: int
    root: Array  # (3,) the first head in the carrier's frame
    place: Array  # (3,) the first head
    axes: Array  # (3, 3) of the carrier
    place_before: Array  # before the step
    axes_before: Array
    length: float  # of all links, and the thickness
    energy: float  # after the step [J]
    jumps: int  # whether its carrier moves too fast to follow
    is_tied: int  # to other chains


class Solid(TypedDict):
    """A shape that moves with a body or stands still: see `touching`."""

    kind: int
    size: Array  # (3,)
    extent: float  # radius of a ball around it
    in_reach: int  # of the chain that is looked at
    place: Array
    axes: Array
    place_before: Array
    axes_before: Array


class Tie(TypedDict):
    """A link's point that keeps its distance from another chain's."""

    link: int
    other: int
    apart: float


REAL, WHOLE = np.float64, np.int64
LINK = np.dtype(
    [("rest", REAL, (3, 3)), ("axis", REAL, (3,))]
    + [(name, REAL) for name in (
        "length", "mass", "stiffness", "damping", "weight", "stop", "gravity", "air", "radius",
        "friction",
    )]
    + [("samples", WHOLE), ("point", REAL, (3,)), ("velocity", REAL, (3,)), ("bone", REAL, (3, 3))]
    + [(name, REAL, (3,)) for name in ("way", "bend", "wanted", "start")]
    + [("depth", REAL, (POINTS,))]
)  # fmt: skip
POSE = [
    ("place", REAL, (3,)), ("axes", REAL, (3, 3)), ("place_before", REAL, (3,)),
    ("axes_before", REAL, (3, 3)),
]  # fmt: skip
CARRIED = np.dtype(
    [("first", WHOLE), ("end", WHOLE), ("carrier", WHOLE), ("root", REAL, (3,)), *POSE,
     ("length", REAL), ("energy", REAL), ("jumps", WHOLE), ("is_tied", WHOLE)]
)
SOLID = np.dtype(
    [("kind", WHOLE), ("size", REAL, (3,)), ("extent", REAL), ("in_reach", WHOLE), *POSE]
)
TIE = np.dtype([("link", WHOLE), ("other", WHOLE), ("apart", REAL)])
