"""A ready body: bones and a skinned mesh, made from proportions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .figure import make_figure
from .polygons import Mesh, evened, left_of, polygonize, projected
from .proportions import Proportions, load_proportions
from .skeleton import BodyBone, lower_arms, make_bones
from .weights import arm_shares, skin_weights

Array = NDArray[np.float64]
Indices = NDArray[np.int_]
ARM_ANGLE = np.radians(40.0)  # below the horizontal: between arms that hang and raised arms
CELL = 0.0087  # edge of the mesh, of the height
FINER, ABOUT_HAND = 0.72, 0.016  # in and about the hands: share of that edge, of the height
EVEN, EVEN_AGAIN = 5, 5  # rounds, with level arms and at each step of lowering them
LOWERING = 4  # steps: in larger ones faces of the armpit fold
RIGID = 0.01  # a point with this share of the arm, or as much less than all, only turns
SETTLE = 3  # rounds of Newton's method onto the surface


@dataclass(frozen=True, eq=False)
class Mannequin:
    """A body in metres, on its soles at the origin, in Blender's axes and facing -y.

    Attributes:
        height: standing height [m].
        bones: each after its parent.
        points: of the mesh (n, 3) [m].
        quads: corners (m, 4) of its faces.
        weights: (n, bones), in the order of the bones; each point's sum to 1.
    """

    height: float
    bones: list[BodyBone]
    points: Array
    quads: Indices
    weights: Array


@cache
def build_mannequin(name: str) -> Mannequin:
    """A body by its name: see `proportions.body_names`.

    The mesh is made with level arms, whose faces then lie along the limbs as those of trunk and
    legs do, and is moved with the arms as they are lowered.
    """
    body = load_proportions(name)
    level = make_figure(body, 0.0)
    wrist, finger_tips = (body.joints(0.0)[joint] for joint in ("hand", "hand.end"))
    hand = wrist - ABOUT_HAND, finger_tips + ABOUT_HAND
    mesh = polygonize(level, CELL, hand, FINER)
    points = evened(mesh, level, mesh.points, EVEN, left_of(mesh.points))
    points = projected(mesh, level, points, SETTLE)
    weights = skin_weights(body, mesh, points, CELL)
    points = _lower_arms(body, mesh, points, weights)
    size = body.height
    bones = [
        bone._replace(head=size * bone.head, tail=size * bone.tail)
        for bone in make_bones(body, ARM_ANGLE)
    ]
    return Mannequin(size, bones, size * points, mesh.quads, weights)


def _lower_arms(body: Proportions, mesh: Mesh, points: Array, weights: Array) -> Array:
    """The points with the arms lowered, step by step, on the surface of the body in that pose."""
    shares = arm_shares(mesh, weights)
    left = shares.sum(axis=1)
    moving = left_of(points)
    moving = moving[(left[moving] > RIGID) & (left[moving] < 1.0 - RIGID)]
    figure = make_figure(body, 0.0)
    for before, after in pairwise(np.linspace(0.0, ARM_ANGLE, LOWERING + 1)):
        figure = make_figure(body, after)
        points = lower_arms(body, points, shares, after - before)
        points = evened(mesh, figure, points, EVEN_AGAIN, moving)
    return projected(mesh, figure, points, SETTLE)
