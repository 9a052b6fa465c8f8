"""Front, left and up of a quadruped rig, and the frames of its segments at rest.

Trunk, neck, head and tail have the body's axes at rest. A leg's z points up along its bone; its y
is the hinge of knee and ankle, so that the leg moves in the plane in which it was modelled.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit, without
from ..bodies.quadruped import LEGS
from .body_axes import BodyAxes, snapped
from .skeleton import Skeleton

Array = NDArray[np.float64]
PARTS = ("upper_leg", "lower_leg", "foot")
SAGITTAL = 0.02  # weight of the sagittal plane in fitting a leg's: legs are drawn inaccurately
TAIL_LENGTH = 1.0  # of the foot: a longer last bone has a tail that the importer guessed
SOLE = 0.3  # of the ankle's height: points lower than this touch the ground
STEEPEST = 0.6  # of the ankle's height: largest distance of the foot ahead of its ankle
FLOOR = 0.1  # of the hips' height: bones that end this close to the armature's floor stand on it


def find_axes(skeleton: Skeleton, roles: Mapping[str, int]) -> BodyAxes:
    """Up is normal to the ground under the feet; forward points from back to front feet."""
    heads = skeleton.heads
    hips = {leg: heads[roles[f"upper_leg.{leg}"]] for leg in LEGS}
    ankles = {leg: heads[roles[f"foot.{leg}"]] for leg in LEGS}
    down = unit(sum(ankles[leg] - hips[leg] for leg in LEGS))
    feet = {leg: lowest_point(skeleton, roles[f"foot.{leg}"], down) for leg in LEGS}
    across = unit(sum((hips[e + "L"] - hips[e + "R"]) + (feet[e + "L"] - feet[e + "R"])
                      for e in "FB"))  # fmt: skip
    along = sum(feet["F" + s] - feet["B" + s] for s in "LR")
    up = unit(np.cross(along, across))
    up = snapped(skeleton, up if up @ down < 0 else -up)
    left = without(across, up)
    forward = without(snapped(skeleton, np.cross(left, up)), up)
    return BodyAxes(forward=forward, left=np.cross(up, forward), up=up)


def lowest_point(skeleton: Skeleton, bone: int, down: Array) -> Array:
    """The lowest point (3,) of a bone and its descendants, heads and tails."""
    points = bone_points(skeleton, bone)
    return points[int(np.argmax(points @ down))]


def bone_points(skeleton: Skeleton, bone: int) -> Array:
    """Heads of a bone and its descendants, and tails no longer than the bones' distances.

    Importers of files without tails let last bones end anywhere.
    """
    below = list(skeleton.descendants(bone))
    lengths = np.linalg.norm(skeleton.tails[below] - skeleton.heads[below], axis=1)
    limit = TAIL_LENGTH * max(lengths[0], *(skeleton.distance(bone, b) for b in below))
    tails = [b for b, length in zip(below, lengths, strict=True)
             if not skeleton.children[b] and length <= limit]  # fmt: skip
    return np.vstack([skeleton.heads[below], skeleton.tails[tails].reshape(-1, 3)])


def ground_level(
    skeleton: Skeleton, roles: Mapping[str, int], axes: BodyAxes, flesh: Mapping[str, Array]
) -> float:
    """Height of the ground along the body's up: of the lowest foot, or the armature's floor."""
    lows = [float((foot_points(skeleton, roles, leg, flesh) @ axes.up).min()) for leg in LEGS]
    if any(f"foot.{leg}" in flesh for leg in LEGS):
        return min(lows)
    hips = float(np.mean([skeleton.heads[roles[f"upper_leg.{leg}"]] @ axes.up for leg in LEGS]))
    low = min(lows)
    return 0.0 if abs(low) < FLOOR * (hips - low) else low


def foot_points(
    skeleton: Skeleton, roles: Mapping[str, int], leg: str, flesh: Mapping[str, Array]
) -> Array:
    """Points (n, 3) of a foot: of its mesh, else of its bones."""
    foot = f"foot.{leg}"
    return flesh[foot] if foot in flesh else bone_points(skeleton, roles[foot])


def contact_points(
    skeleton: Skeleton, roles: Mapping[str, int], axes: BodyAxes, flesh: Mapping[str, Array]
) -> dict[str, Array]:
    """For each leg, the point (3,) on the ground below the middle of its sole."""
    ground = ground_level(skeleton, roles, axes, flesh)
    found = {}
    for leg in LEGS:
        ankle = skeleton.heads[roles[f"foot.{leg}"]]
        points = foot_points(skeleton, roles, leg, flesh)
        heights = points @ axes.up - ground
        sole = points[heights <= max(SOLE * (ankle @ axes.up - ground), heights.min())]
        ahead = (sole - ankle) @ axes.forward
        most = STEEPEST * float(ankle @ axes.up - ground)
        x = ankle @ axes.forward + np.clip((ahead.min() + ahead.max()) / 2, -most, most)
        y = float((sole @ axes.left).mean())
        found[leg] = x * axes.forward + y * axes.left + ground * axes.up
    return found


def leg_frames(
    skeleton: Skeleton, roles: Mapping[str, int], axes: BodyAxes, contacts: Mapping[str, Array]
) -> dict[str, Array]:
    """Axes (3, 3, columns x, y, z) of each leg segment, in the armature's space."""
    frames = {}
    for leg in LEGS:
        joints = [skeleton.heads[roles[f"{part}.{leg}"]] for part in PARTS]
        links = np.diff(np.array([*joints, contacts[leg]]), axis=0)
        hinge = _hinge(links, axes)
        for part, link in zip(PARTS, links, strict=True):
            z = -unit(link)
            y = without(hinge, z)
            frames[f"{part}.{leg}"] = np.column_stack([np.cross(y, z), y, z])
    return frames


def _hinge(links: Array, axes: BodyAxes) -> Array:
    """The normal of the plane that fits the links (3, 3) of a leg best, pointing left."""
    total = float(np.linalg.norm(links, axis=1).sum())
    spread = links.T @ links / total**2
    spread += SAGITTAL * (np.eye(3) - np.outer(axes.left, axes.left))
    hinge: Array = np.linalg.eigh(spread)[1][:, 0]
    return hinge if hinge @ axes.left > 0 else -hinge
