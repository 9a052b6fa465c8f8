"""From channels over frames to curves with the requested keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.rotations import rotation_angles
from ...catalogue.output import Output
from ...retarget.channels import Channels
from ...retarget.reduction import Spline, hermite_spline, reduce_keys
from .fcurves import Curve
from .rig import Rig
from .root_object import ObjectMotion, local_motion
from .rotation_modes import quaternions_of_values, rotation_channel, rotation_values

Array = NDArray[np.float64]
MARGIN = 0.98  # of the bound, since Blender's curves have single precision
MILLIMETRE = 0.001  # [m]
STILL = 0.25  # of the bound for channels at rest, as of a planted foot, whose sliding is seen


@dataclass(frozen=True)
class Keying:
    """How channels are keyed.

    Attributes:
        frames: of the scene (frames,).
        output: its `keys` says which keys are written.
        is_cycle: whether the curves repeat forever, with their offset where they travel.
    """

    frames: Array
    output: Output
    is_cycle: bool = False

    def spline(self, values: Array, error: Callable[[Array], Array]) -> Spline:
        """The keyed values (frames, components); `error` maps others to a multiple of the bound."""
        if self.output.keys == "reduced":
            return reduce_keys(self.frames, values, error, self._seam(values))
        return hermite_spline(self.frames, values, self.output.key_step, self._seam(values))

    def _seam(self, values: Array) -> Array | None:
        """The slope at the seam of a cycle (components,)."""
        if not self.is_cycle:
            return None
        seam: Array = (values[1] - values[0] + values[-1] - values[-2]) / 2
        return seam


def bone_curves(rig: Rig, channels: Channels, keying: Keying) -> list[Curve]:
    bone = rig.armature.pose.bones[channels.handle.bone]
    base, curves = bone.path_from_id() + ".", []
    if channels.handle.turns:
        curves += turn_curves(base, bone, bone.name, channels.rotations, keying)
    if channels.handle.moves:
        unit = rig.bone_map.metres_per_unit * np.cbrt(
            abs(np.linalg.det(rig.rest.skeleton.to_world[:3, :3]))
        )
        curves += location_curves(base, bone.name, channels.locations, unit, keying)
    return curves


def object_curves(rig: Rig, moving: ObjectMotion, keying: Keying) -> list[Curve]:
    turns, places = local_motion(rig.armature, moving)
    return transform_curves(rig.armature, turns, places, rig.bone_map.metres_per_unit, keying)


def transform_curves(
    thing: bpy.types.Object, turns: Array, places: Array, unit: float, keying: Keying
) -> list[Curve]:
    """Curves of an object's own transform, relative to its parent.

    Args:
        turns: (frames, 3, 3).
        places: (frames, 3).
        unit: metres per unit of the places.
    """
    group = "Object Transforms"
    return [
        *turn_curves("", thing, group, turns, keying),
        *location_curves("", group, places, unit, keying),
    ]


def turn_curves(
    base: str,
    thing: bpy.types.Object | bpy.types.PoseBone,
    group: str,
    rotations: Array,
    keying: Keying,
) -> list[Curve]:
    mode = thing.rotation_mode
    values = rotation_values(mode, rotations)
    wanted = quaternions_of_values(mode, values)
    bound = MARGIN * np.radians(keying.output.rotation_error)

    def error(others: Array) -> Array:
        return rotation_angles(quaternions_of_values(mode, others), wanted) / bound

    return _curves(base + rotation_channel(thing), group, values, error, keying, "REPEAT")


def location_curves(
    base: str, group: str, values: Array, unit: float, keying: Keying,
    cycles: str = "REPEAT_OFFSET",
) -> list[Curve]:  # fmt: skip
    """Curves of a location; `unit`: metres per unit of the values."""
    bound = MARGIN * keying.output.location_error * MILLIMETRE / unit
    bounds = np.where(_stands(values, bound), STILL * bound, bound)

    def error(others: Array) -> Array:
        distances: Array = np.linalg.norm(others - values, axis=1) / bounds
        return distances

    return _curves(base + "location", group, values, error, keying, cycles)


def _stands(values: Array, least: float) -> NDArray[np.bool_]:
    """Whether values (frames, components) change by less than `least` between frames (frames,)."""
    still = np.linalg.norm(np.diff(values, axis=0), axis=1) < least
    before, after = np.append(True, still), np.append(still, True)
    stands: NDArray[np.bool_] = before & after
    return stands


def _curves(
    path: str,
    group: str,
    values: Array,
    error: Callable[[Array], Array],
    keying: Keying,
    cycles: str,
) -> list[Curve]:
    spline = keying.spline(values, error)
    every_frame = keying.output.keys == "every" and keying.output.key_step == 1
    straight = every_frame and not keying.is_cycle  # linear keys would show a kink at the seam
    return [
        Curve(
            path=path,
            index=i,
            frames=spline.frames,
            values=spline.values[:, i],
            group=group,
            slopes=None if straight else spline.slopes[:, i],
            cycles=cycles if keying.is_cycle else "",
        )
        for i in range(values.shape[1])
    ]
