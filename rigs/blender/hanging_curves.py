"""Curves of hanging and soft parts, from their motion in the world."""

from __future__ import annotations

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_quaternions
from ...simulation.hanging.soft import turned_to
from .channel_curves import Keying, location_curves, turn_curves
from .fcurves import Curve
from .hanging_pose import PosedSoft, Reading, rotations_of

Array = NDArray[np.float64]


def chain_curves(
    armature: bpy.types.Object, reading: Reading, axes: Array, keying: Keying
) -> list[Curve]:
    """Curves of the rotations that give the chains' bones their axes (frames, bones, 3, 3)."""
    curves, index, moved = [], 0, reading.carried
    for each in reading.chains:
        before = matrices_from_quaternions(moved.turns[:, moved.names.index(each.chain.carrier)])
        for bone, free in zip(each.chain.bones, each.unkeyed, strict=True):
            turned = axes[:, index]
            basis = np.swapaxes(before @ free, -1, -2) @ turned
            pose_bone = armature.pose.bones[bone.name]
            base = pose_bone.path_from_id() + "."
            curves += turn_curves(base, pose_bone, bone.name, basis, keying)
            before, index = turned, index + 1
    return curves


def soft_curves(
    armature: bpy.types.Object, reading: Reading, displaced: Array, unit: float, keying: Keying
) -> list[Curve]:
    """Curves of the soft bones' rotations or locations.

    Args:
        displaced: (frames, bones, 3) [m].
        unit: metres per unit of the scene.
    """
    curves: list[Curve] = []
    for i, each in enumerate(reading.soft):
        bone = armature.pose.bones[each.bone.name]
        carrier = reading.carriers[:, reading.carried.names.index(each.bone.carrier)]
        free = carrier @ each.unkeyed  # (frames, 4, 4)
        base = bone.path_from_id() + "."
        if each.bone.turns:
            basis = _turns(each, carrier, free, displaced[:, i])
            curves += turn_curves(base, bone, bone.name, basis, keying)
            continue
        steps = np.linalg.solve(free[:, :3, :3], displaced[:, i, :, None] / unit)[..., 0]
        size = unit * float(np.cbrt(abs(np.linalg.det(free[0, :3, :3]))))
        places = each.location + steps
        curves += location_curves(base, bone.name, places, size, keying, "REPEAT")
    return curves


def _turns(each: PosedSoft, carrier: Array, free: Array, displaced: Array) -> Array:
    """The channels (frames, 3, 3) of a soft bone that turns so that its tail is displaced."""
    posed = rotations_of(carrier) @ matrices_from_quaternions([each.bone.rotation])[0]
    turned = turned_to(posed, each.bone.length * posed[..., 1], displaced)
    basis: Array = np.swapaxes(rotations_of(free), -1, -2) @ turned
    return basis
