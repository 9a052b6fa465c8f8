"""Where feet and hands that bear in a clip go on the shot's ground: each contact as a whole."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_rotation_vectors
from ..biped_frames import X, Y, Z
from .support import Flags, runs_in
from .surface import Surface

Array = NDArray[np.float64]
STEEPEST = 0.6  # rise over run of the plane under a sole
# A contact is moved away from an edge where its sole then lies better; of an adult [m].
DISTANCES, DIRECTIONS = (0.03, 0.06, 0.09, 0.12), 8
MARGIN = 0.03  # of even ground around a sole; of an adult [m]
EVEN = 0.008  # [m] that the ground under a sole may be off a plane
WAY_COST = 0.15  # [m/m] off a plane that is as bad as a way
TRAVELS = 0.1  # [m] from contact to contact, from which a swing's progress is that of its way


class Foothold(NamedTuple):
    """A contact of one limb: a rigid motion takes it from the plane z = 0 to the shot's ground.

    Attributes:
        first, end: frames of the contact.
        center: (3,) of the contact on the plane z = 0; place: (3,) of it on the ground [m].
        tilt: (3,) rotation vector from the plane z = 0 to the ground [rad].
    """

    first: int
    end: int
    center: Array
    place: Array
    tilt: Array

    def moved(self, points: Array) -> Array:
        """(n, 3) where the motion takes points (n, 3) [m]."""
        turned: Array = (points - self.center) @ matrices_from_rotation_vectors(self.tilt).T
        return turned + self.place


def footholds_of(places: Array, bears: Flags, surface: Surface, size: float) -> list[Foothold]:
    """The contacts of a limb, put on the ground.

    Args:
        places: (frames, k, 3) of its points on the plane z = 0 [m]; bears: (frames, k).
    """
    found = []
    for first, end in runs_in(bears.any(axis=1)):
        used = bears[first:end]
        center = np.append(places[first:end][used][:, :2].mean(axis=0), 0.0)
        middle = (first + end) // 2
        found.append(_foothold(first, end, center, places[middle, :, :2], surface, size))
    return found


def _foothold(
    first: int, end: int, center: Array, outline: Array, surface: Surface, size: float
) -> Foothold:
    """The place near a contact where the ground under its outline (k, 2) is most even."""
    angles = np.arange(DIRECTIONS) * 2.0 * np.pi / DIRECTIONS
    round_about = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ways = np.concatenate([np.zeros((1, 2)), *(size * d * round_about for d in DISTANCES)])
    outline = np.concatenate([outline + MARGIN * size * way for way in round_about[::2]])
    points = (outline + ways[:, None]).reshape(-1, 2)
    heights = surface.near(first, points).reshape(len(ways), -1)
    planes = [_plane(outline - center[:2], own) for own in heights]
    uneven = np.array([max(worst - EVEN * size, 0.0) for _, _, worst in planes])
    best = int(np.argmin(uneven + WAY_COST * np.linalg.norm(ways, axis=1)))
    height, gradient, _ = planes[best]
    # From the vertical to the plane's normal: about the horizontal axis square to its gradient.
    slope = float(np.linalg.norm(gradient))
    tilt = np.array([gradient[Y], -gradient[X], 0.0])
    tilt *= np.arctan(slope) / max(slope, 1e-9)
    place = np.append(center[:2] + ways[best], height)
    return Foothold(first, end, center, place, tilt)


def _plane(places: Array, heights: Array) -> tuple[float, Array, float]:
    """Height at the origin [m] and gradient (2,) of a plane that heights (k,) [m] are not above,
    as near to them as may be, and by how far they are off it [m].
    """
    middle = places.mean(axis=0)
    gradient = np.linalg.lstsq(places - middle, heights - heights.mean(), rcond=None)[0]
    gradient = gradient * min(1.0, STEEPEST / max(float(np.linalg.norm(gradient)), 1e-9))
    off = heights - places @ gradient
    return float(off.max()), gradient, float(np.ptp(off))


def displacement(joint: Array, footholds: list[Foothold]) -> tuple[Array, Array]:
    """By how far a limb's joint (frames, 3) [m] is moved, and the limb's tilt as a rotation vector
    (frames, 3) [rad]: as its contacts are, in between by the progress of the way.
    """
    moved, tilts = np.zeros_like(joint), np.zeros_like(joint)
    if not footholds:
        return moved, tilts
    for here in footholds:
        part = slice(here.first, here.end)
        moved[part] = here.moved(joint[part]) - joint[part]
        tilts[part] = here.tilt
    gaps = runs_in(~_covered(len(joint), footholds))
    for first, end in gaps:
        before, after = first - 1, end
        if before < 0 or after >= len(joint):
            held = after if before < 0 else before
            moved[first:end], tilts[first:end] = moved[held], tilts[held]
            continue
        share = _progress(joint[before : after + 1])[1:-1, None]
        for values in (moved, tilts):
            values[first:end] = (1.0 - share) * values[before] + share * values[after]
    return moved, tilts


def _covered(frames: int, footholds: list[Foothold]) -> Flags:
    covered = np.zeros(frames, dtype=bool)
    for foothold in footholds:
        covered[foothold.first : foothold.end] = True
    return covered


def _progress(way: Array) -> Array:
    """(n,) share of a way (n, 3) that is behind, by its projection or, where short, by time."""
    whole = way[-1, :Z] - way[0, :Z]
    square = float(whole @ whole)
    if square < TRAVELS**2:
        time = np.linspace(0.0, 1.0, len(way))
        return time * time * (3.0 - 2.0 * time)
    along: Array = np.clip((way[:, :Z] - way[0, :Z]) @ whole / square, 0.0, 1.0)
    return along
