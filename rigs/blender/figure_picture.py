"""Small pictures of a body, drawn without a renderer: balls along its limbs, lit from the front.

The same figure is drawn for the shipped styles, from a simulated walk, and for those that the
artist saves, so that they look alike in the Asset Browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character

Array = NDArray[np.float64]
Axes = Mapping[str, Array]  # segment -> its frame (3, 3, columns x forward, y left, z up)
SIZE = 256  # [pixel], a side of a picture; Blender shows previews of up to 256
FINER = 2  # drawn so much larger, then averaged
BALLS = 44  # along each limb
MARGIN = 0.05  # of the picture, around the figure
TALLEST = 1.85  # [m]: the height of the picture, so that a crouching body is seen to be low
AZIMUTH, ELEVATION = 0.9, 0.17  # [rad] of the eye about the body: from its left front
LIGHT = np.array([0.35, 0.55, 0.75])  # direction, in the picture: right, up, to the eye
DARKEST = 0.38  # of a color, where it turns away from the light
COLORS = {
    ".L": (0.93, 0.47, 0.17), ".R": (0.25, 0.52, 0.85), "": (0.80, 0.81, 0.83),
}  # fmt: skip


class Limb(NamedTuple):
    """A row of balls from one point of a segment to one of another."""

    color: str  # of COLORS
    start: tuple[str, tuple[float, float, float]]  # segment, place in its frame [m]
    end: tuple[str, tuple[float, float, float]]
    radii: tuple[float, float]  # [m]


def _limbs() -> list[Limb]:
    """Of the default human."""
    trunk = [
        Limb("", ("pelvis", (0, 0.075, 0.03)), ("pelvis", (0, -0.075, 0.03)), (0.105, 0.105)),
        Limb("", ("pelvis", (0, 0.045, 0.06)), ("lower_back", (0, 0.04, 0.1)), (0.11, 0.1)),
        Limb("", ("pelvis", (0, -0.045, 0.06)), ("lower_back", (0, -0.04, 0.1)), (0.11, 0.1)),
        Limb("", ("lower_back", (0, 0.04, 0.1)), ("torso", (0.01, 0.07, 0.1)), (0.1, 0.115)),
        Limb("", ("lower_back", (0, -0.04, 0.1)), ("torso", (0.01, -0.07, 0.1)), (0.1, 0.115)),
        Limb("", ("torso", (0.01, 0.07, 0.1)), ("torso", (0.01, -0.07, 0.1)), (0.115, 0.115)),
        Limb("", ("torso", (0, 0, 0.15)), ("head", (0, 0, 0.05)), (0.07, 0.052)),
        Limb("", ("head", (0, 0, 0.1)), ("head", (0, 0, 0.15)), (0.09, 0.1)),
        Limb("", ("head", (0.07, 0, 0.08)), ("head", (0.09, 0, 0.11)), (0.037, 0.024)),  # face
    ]
    sided = []
    for side, out in ((".L", 1.0), (".R", -1.0)):
        upper, lower, hand = "upper_arm" + side, "lower_arm" + side, "hand" + side
        thigh, shin, foot, toes = ("upper_leg" + side, "lower_leg" + side, "foot" + side,
                                   "toes" + side)  # fmt: skip
        sided += [
            Limb("", ("torso", (0, out * 0.1, 0.14)), (upper, (0, 0, 0)), (0.08, 0.07)),
            Limb(side, (upper, (0, 0, 0)), (lower, (0, 0, 0)), (0.066, 0.049)),
            Limb(side, (lower, (0, 0, 0)), (hand, (0, 0, 0)), (0.049, 0.036)),
            Limb(side, (hand, (0, 0, -0.02)), (hand, (0, 0, -0.13)), (0.044, 0.03)),
            Limb(side, (thigh, (0, 0, 0)), (shin, (0, 0, 0)), (0.103, 0.066)),
            Limb(side, (shin, (0, 0, 0)), (foot, (0, 0, 0)), (0.066, 0.044)),
            Limb(side, (foot, (-0.03, 0, -0.025)), (toes, (0, 0, 0)), (0.046, 0.04)),
            Limb(side, (toes, (0, 0, 0)), (toes, (0.05, 0, 0)), (0.04, 0.03)),
        ]
    return [*trunk, *sided]


def joints_of(character: Character, axes: Axes) -> dict[str, Array]:
    """Where each segment's frame has its origin (3,) [m], about the pelvis."""
    places = {"pelvis": np.zeros(3)}
    for segment in character.segments:
        if segment.parent:
            offset = np.array(segment.offset)
            places[segment.name] = places[segment.parent] + axes[segment.parent] @ offset
    return places


def draw_figures(poses: Sequence[tuple[Axes, Array]], width: float = TALLEST) -> Array:
    """A picture (SIZE, SIZE, 4) from the bottom row up, with transparency: as previews have it.

    Args:
        poses: the frames of the default human's segments, and where its pelvis is (3,) [m], in a
            world whose x axis the figures face and whose ground is at 0.
        width: how many metres the picture is wide; in a wide one the figures stand in the middle.
    """
    side = SIZE * FINER
    scale = side * (1.0 - 2.0 * MARGIN) / width  # [pixel/m]
    ground = side * MARGIN + scale * 0.5 * (width - TALLEST)  # [pixel] from below
    canvas = _Canvas(side)
    character, limbs, view = Character.humanoid(), _limbs(), _view()
    for axes, pelvis in poses:
        places = joints_of(character, axes)
        for limb in limbs:
            ends = [
                view @ (pelvis + places[name] + axes[name] @ np.array(point))
                for name, point in (limb.start, limb.end)
            ]
            for share in np.linspace(0.0, 1.0, BALLS):
                x, up, near = (1.0 - share) * ends[0] + share * ends[1]
                radius = (1.0 - share) * limb.radii[0] + share * limb.radii[1]
                at = np.array([0.5 * side + scale * x, ground + scale * up, scale * near])
                canvas.add_ball(at, scale * radius, np.array(COLORS[limb.color]))
    return canvas.averaged()


def _view() -> Array:
    """Rows: the picture's right, its up, and towards the eye, in the world (3, 3)."""
    across = np.array([-np.sin(AZIMUTH), np.cos(AZIMUTH), 0.0])
    flat = np.array([np.cos(AZIMUTH), np.sin(AZIMUTH), 0.0])
    eye = np.cos(ELEVATION) * flat + np.array([0.0, 0.0, np.sin(ELEVATION)])
    return np.stack([across, np.cross(eye, across), eye])


class _Canvas:
    """Colors and depths of a square of pixels; what is nearer hides what is behind."""

    def __init__(self, side: int) -> None:
        self.colors = np.zeros((side, side, 4))
        self.depths = np.full((side, side), -np.inf)

    def add_ball(self, middle: Array, radius: float, color: Array) -> None:
        x, y, near = middle
        columns = slice(max(int(x - radius), 0), max(int(x + radius) + 2, 0))
        rows = slice(max(int(y - radius), 0), max(int(y + radius) + 2, 0))
        depths = self.depths[rows, columns]
        across = np.arange(depths.shape[1]) + columns.start - x
        up = (np.arange(depths.shape[0]) + rows.start - y)[:, None]
        rise = np.sqrt(np.maximum(radius**2 - across**2 - up**2, 0.0))
        seen = (rise > 0.0) & (near + rise > depths)
        light = LIGHT / np.linalg.norm(LIGHT)
        lit = np.maximum((across * light[0] + up * light[1] + rise * light[2]) / radius, 0.0)
        depths[seen] = (near + rise)[seen]
        shades = color * (DARKEST + (1.0 - DARKEST) * lit[..., None])
        self.colors[rows, columns][seen] = np.dstack([shades, np.ones(lit.shape)])[seen]

    def averaged(self) -> Array:
        """At the size of the picture; edges are covered in part, as previews blend them."""
        blocks = self.colors.reshape(SIZE, FINER, SIZE, FINER, 4)
        mean: Array = blocks.mean(axis=(1, 3))
        return mean
