"""Parts of planar bodies: segments from the rows of tables.

The root is in the middle of its length, and everything lies in the plane y = 0 of its frame.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .segments import Joint, JointType, Segment, Shape, Vector

SOLE = 0.02  # radius of the balls at heel and toe [m]: the thesis's feet are lines
ACROSS = 0.1  # width of a limb [m], for display only
BROAD = 0.3  # width of a trunk [m], for display only
STRONGEST = 1.0  # [rad]: error at which the stiffness gives the torque limit
FREE = (-math.pi, math.pi)
SIDES = (".L", ".R")


@dataclass(frozen=True)
class Link:
    """A row of the thesis's tables of links.

    Attributes:
        mass: [kg]; inertia: about the center of mass [kg m2]; length: [m].
        center: of mass in the segment's frame, forwards and upwards [m].
    """

    mass: float
    inertia: float
    length: float
    center: tuple[float, float]


@dataclass(frozen=True)
class Strength:
    """A row of the tables of joints: gains [N m/rad], [N m s/rad], and limits [rad] about y."""

    stiffness: float
    damping: float
    low: float
    high: float


def limb_segments(
    parts: Sequence[str],
    names: Sequence[str],
    root: str,
    height: float,
    links: Mapping[str, Link],
    joints: Mapping[str, Strength],
) -> list[Segment]:
    """A hanging chain for each side, attached at a height [m] in the frame of `root`."""
    chain = []
    for side in SIDES:
        parent, offset = root, (0.0, 0.0, height)
        for part, name in zip(parts, names, strict=True):
            chain.append(
                hinged_segment(part + side, parent, offset, links[part], name + side, joints[name])
            )
            parent, offset = part + side, (0.0, 0.0, -links[part].length)
    return chain


def root_segment(name: str, link: Link, depth: float | None = None) -> Segment:
    """The root as a box; its depth [m] defaults to its length."""
    free = Joint(name=name, type="root", limits=(FREE,) * 3, torque_limit=0.0, stiffness=0.0,
                 damping=0.0)  # fmt: skip
    size = (depth or link.length, BROAD, link.length)
    shape = Shape(kind="box", size=size, center=(0.0, 0.0, 0.0))
    return _part(name, "", (0.0, 0.0, 0.0), link, shape, free)


def hinged_segment(
    name: str,
    parent: str,
    offset: Vector,
    link: Link,
    joint: str,
    strength: Strength,
    upwards: bool = False,
) -> Segment:
    hinge: JointType = "hinge"
    limits = (FREE, (strength.low, strength.high), FREE)
    how = Joint(name=joint, type=hinge, limits=limits, torque_limit=STRONGEST * strength.stiffness,
                stiffness=strength.stiffness, damping=strength.damping)  # fmt: skip
    shape = _foot(link) if name.startswith("foot") else _rod_shape(link, upwards)
    return _part(name, parent, offset, link, shape, how)


def _part(
    name: str, parent: str, offset: Vector, link: Link, shape: Shape, joint: Joint
) -> Segment:
    forwards, upwards = link.center
    return Segment(
        name=name, parent=parent, offset=offset, length=link.length,
        long_axis=0 if shape.kind == "balls" else 2, mass=link.mass,
        center=(forwards, 0.0, upwards), inertia=(link.inertia,) * 3, shape=shape, joint=joint,
    )  # fmt: skip


def _foot(link: Link) -> Shape:
    """Monitor points at heel and toe (Section 3.3); the center of mass is halfway between."""
    size = (link.length, 2 * SOLE, 2 * SOLE)
    return Shape(kind="balls", size=size, center=(link.center[0], 0.0, 0.0))


def _rod_shape(link: Link, upwards: bool) -> Shape:
    middle = link.length / 2 if upwards else -link.length / 2
    width = min(ACROSS, link.length / 2)
    return Shape(kind="capsule", size=(width, width, link.length), center=(0.0, 0.0, middle))
