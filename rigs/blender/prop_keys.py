"""From a take's props to keyframes on the objects from which they were read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...catalogue.output import Output
from ...shots.take import Take
from .actions import into_destination
from .channel_curves import Keying, transform_curves
from .fcurves import Curve
from .keys import kept_frames
from .object_places import above_at, matrix_at, moves_by_itself
from .other_curves import OF_OBJECT
from .rig import Rig
from .root_object import deltas_of
from .scene import frame_rate
from .take_frames import sample_prop

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KeyedProp:
    """An object that a take will move, as it was read.

    Attributes:
        name: of the object's prop in the shot.
        world: (4, 4) matrix in the scene on the take's first frame.
    """

    thing: bpy.types.Object
    name: str
    world: Array


def keyed_props_of(
    moved: Sequence[bpy.types.Object],
    others: Sequence[bpy.types.Object],
    frame: float,
    output: Output,
) -> list[KeyedProp]:
    """The objects that a take moves, with their places on its first frame. Raises RigError.

    Args:
        moved: objects moved by cues.
        others: objects that may be bumped into; a loop, or a take in place, does not move them.
    """
    if _stays(output):
        check_keyable(moved, output)
        return []
    things = list(dict.fromkeys([*moved, *others]))
    check_keyable(things, output)
    return [KeyedProp(thing, thing.name, matrix_at(thing, frame)) for thing in things]


def check_keyable(things: Sequence[bpy.types.Object], output: Output) -> None:
    """Raise RigError where keys cannot move the objects as a take does."""
    if _stays(output):
        _check_stays(things)
    for thing in things:
        _check_free(thing)


def _stays(output: Output) -> bool:
    """Whether the output moves the body elsewhere than the take does."""
    return bool(output.loop_steps) or output.root_motion == "in_place"


def _check_free(thing: bpy.types.Object) -> None:
    """Raise RigError where an object with keyed transforms would not be where these say."""
    if thing.library:
        raise RigError(
            f"The prop {thing.name!r} is linked from another file: "
            "make a library override of it first."
        )
    if any(deltas_of(thing)) or not moves_by_itself(thing):
        raise RigError(
            f"The prop {thing.name!r} has delta transforms or constraints, or hangs on a bone, so "
            "that it cannot be keyed: clear them, or make it an obstacle, which moves as animated."
        )
    if thing.rigid_body is not None and not thing.rigid_body.kinematic:
        raise RigError(
            f"The prop {thing.name!r} is moved by Blender's own physics, which overrides keys: "
            "set its rigid body to Animated or remove it."
        )


def _check_stays(moved: Sequence[bpy.types.Object]) -> None:
    """Raise RigError where the body's keys would be elsewhere than the objects its hands move."""
    if moved:
        raise RigError(
            f"A take that moves the prop {moved[0].name!r} is neither a loop nor in place: "
            "leave loop steps at 0, and the root motion on the hips, root or object."
        )


def prop_curves(
    keyed: KeyedProp, rig: Rig, take: Take, start: int, output: Output
) -> tuple[list[Curve], Array]:
    """The curves that move an object as its prop in a take, and their frames.

    Arguments are those of `write_take`.
    """
    places, turns = sample_prop(take, keyed.name, frame_rate(bpy.context.scene))
    kept = kept_frames(start, len(places), output)
    world = _carried(keyed, rig, places, turns)[kept]
    thing, frames = keyed.thing, start + kept
    above = np.array([above_at(thing, frame) for frame in frames])
    local = np.linalg.inv(above) @ world
    unit = rig.bone_map.metres_per_unit * float(np.cbrt(abs(np.linalg.det(above[0, :3, :3]))))
    keying = Keying(frames, output)
    return transform_curves(thing, _rotations(thing, local), local[:, :3, 3], unit, keying), frames


def _carried(keyed: KeyedProp, rig: Rig, places: Array, turns: Array) -> Array:
    """Matrices (frames, 4, 4) in the scene of an object that is rigid with its prop."""
    prop = np.tile(np.eye(4), (len(places), 1, 1))
    prop[:, :3, :3] = turns
    lifted = places + (0.0, 0.0, rig.ground_height)
    prop[:, :3, 3] = lifted / rig.bone_map.metres_per_unit
    carried: Array = prop @ np.linalg.inv(prop[0]) @ keyed.world
    return carried


def _rotations(thing: bpy.types.Object, local: Array) -> Array:
    """Rotations (frames, 3, 3) of matrices, without the object's scale and shear."""
    signs = np.where(np.array(thing.scale) < 0.0, -1.0, 1.0)
    left, _, right = np.linalg.svd(local[:, :3, :3] * signs)
    turns: Array = left @ right
    return turns


def write_props(
    keyed_props: Sequence[KeyedProp], rig: Rig, take: Take, start: int, name: str, output: Output
) -> None:
    """Key the objects of a take's props; their former animation stays in the file.

    Args:
        name: prefix of the names of new Actions.
    """
    for keyed in keyed_props:
        curves, frames = prop_curves(keyed, rig, take, start, output)
        into_destination(
            keyed.thing, f"{name} {keyed.name}", curves, output.destination,
            (frames[0], frames[-1]), keeps=lambda path: OF_OBJECT.match(path) is None,
        )  # fmt: skip
