"""Hanging parts as they are posed, and the motion of what carries them and of what they touch."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import RigError
from ...base.pieces import Pieces
from ...base.rotations import quaternions_from_matrices
from ...bodies.hanging import Chain, ChainBone, Hanging
from ...bodies.softness import SoftBone, Softness
from ...simulation.hanging.motion import Moving, Touched
from ..hanging_chains import FoundChain
from .actions import animated_paths
from .evaluated_frames import evaluated_at
from .motion import hold_of
from .rig import Rig

Array = NDArray[np.float64]
NOBODY = ""  # carries what hangs on the armature itself
PIECE = 0.05  # [s] for which frames are read at a time
Prepared = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, kw_only=True)
class HungChain:
    """A chain or soft bone that was found, and how it is to move."""

    found: FoundChain
    hanging: Hanging | Softness


@dataclass(frozen=True, eq=False)
class PosedChain:
    """A chain in its pose: its data, and each bone's axes without keys on the bone before."""

    chain: Chain
    unkeyed: Array  # (bones, 3, 3)


@dataclass(frozen=True, eq=False)
class PosedSoft:
    """A soft bone in its pose.

    Attributes:
        bone: its data.
        unkeyed: (4, 4) its matrix without keys in the carrier's.
        location: (3,) its channel in the pose.
    """

    bone: SoftBone
    unkeyed: Array
    location: Array


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read of a rig's animation.

    Attributes:
        carried: the motion of the carriers.
        carriers: (frames, carriers, 4, 4) their matrices in the scene, with its units.
        touched: the body's shapes, and the ground.
        chains, soft: as in the first frame.
    """

    carried: Moving
    carriers: Array
    touched: Touched
    chains: list[PosedChain]
    soft: list[PosedSoft]


def read_parts(
    rig: Rig, parts: Sequence[HungChain], frames: Sequence[float],
    prepared: Prepared = nullcontext,
) -> Pieces[Reading]:  # fmt: skip
    """Read parts and animation of a rig at some frames, a few at a time.

    Between the pieces the scene is as it was.

    Args:
        prepared: what each piece is read in.

    Raises RigError where a bone is missing.
    """
    armature, unit = rig.armature, rig.bone_map.metres_per_unit
    for part in parts:
        for name in part.found.controls:
            if name not in armature.pose.bones:
                raise RigError(f"The rig {armature.name!r} has no bone {name!r} that could hang.")
    carriers = sorted({carrier_of(armature, part) for part in parts})
    # A segment that no bone plays, as of a short spine, has no place of its own.
    # Segments of a tail that hangs itself are no obstacles.
    hanging = {name for part in parts for name in (*part.found.bones, *part.found.controls)}
    played = {role: b for role, b in rig.bone_map.roles.items() if b not in hanging}
    shapes = {s.name: s.shape for s in rig.character.segments
              if s.shape is not None and s.name in played}  # fmt: skip
    names = list(shapes)
    bones = [*carriers, *(rig.bone_map.roles[name] for name in names)]
    holds = np.array([np.eye(4)] * len(carriers) + [hold_of(rig, name) for name in names])
    matrices = np.empty((len(frames), len(bones), 4, 4))
    posed: list[PosedChain | PosedSoft] = []
    done = 0
    while done < len(frames):
        with prepared():
            for evaluated in _for_a_moment(armature, frames[done:]):
                pose = evaluated.pose.bones
                for k, bone in enumerate(bones):
                    matrices[done, k] = pose[bone].matrix if bone != NOBODY else np.eye(4)
                matrices[done] = np.array(evaluated.matrix_world) @ matrices[done] @ holds
                posed = posed or _all_posed(rig, evaluated, parts)
                done += 1
        yield done / len(frames)
    moved = Moving(
        names=(*carriers, *names), places=unit * matrices[..., :3, 3],
        turns=quaternions_from_matrices(rotations_of(matrices)),
    )  # fmt: skip
    first = len(carriers)
    return Reading(
        carried=_some_of(moved, slice(first)),
        carriers=matrices[:, :first],
        touched=Touched(
            shapes=list(shapes.values()), moving=_some_of(moved, slice(first, None)),
            ground=rig.ground_height,
        ),
        chains=[each for each in posed if isinstance(each, PosedChain)],
        soft=[each for each in posed if isinstance(each, PosedSoft)],
    )  # fmt: skip


def _for_a_moment(
    armature: bpy.types.Object, frames: Sequence[float]
) -> Iterator[bpy.types.Object]:
    """An armature evaluated at the first of some frames, at as many as a piece has time for."""
    end = time.monotonic() + PIECE
    with closing(evaluated_at(armature, frames)) as found:
        for evaluated in found:
            yield evaluated
            if time.monotonic() > end:
                return


def _some_of(moving: Moving, which: slice) -> Moving:
    return Moving(
        names=moving.names[which], places=moving.places[:, which], turns=moving.turns[:, which]
    )


def carrier_of(armature: bpy.types.Object, part: HungChain) -> str:
    """The bone that carries a part's first control; NOBODY for none."""
    parent = armature.pose.bones[part.found.controls[0]].parent
    return parent.name if parent else NOBODY


def _matrix_of(armature: bpy.types.Object, bone: str) -> Array:
    """The matrix (4, 4) in the scene of a pose bone, or of the armature."""
    matrix = np.array(armature.matrix_world, dtype=float)
    if bone != NOBODY:
        matrix = matrix @ np.array(armature.pose.bones[bone].matrix)
    return matrix


def rotations_of(matrix: Array) -> Array:
    """The rotations of matrices (..., 4, 4) without their scale (..., 3, 3)."""
    u, _, v = np.linalg.svd(matrix[..., :3, :3])
    u[..., 2] *= np.linalg.det(u @ v)[..., None]
    axes: Array = u @ v
    return axes


def _all_posed(
    rig: Rig, armature: bpy.types.Object, parts: Sequence[HungChain]
) -> list[PosedChain | PosedSoft]:
    unit = rig.bone_map.metres_per_unit
    turned, placed = _keyed_bones(rig.armature, ".rotation"), _keyed_bones(rig.armature, ".loc")
    return [
        _posed_soft(rig, armature, part, part.hanging, turned, placed)
        if isinstance(part.hanging, Softness)
        else pose_chain(armature, part, part.hanging, unit, turned)
        for part in parts
    ]


def pose_chain(
    armature: bpy.types.Object, part: HungChain, hanging: Hanging, unit: float,
    keyed: set[str] | None = None,
) -> PosedChain:  # fmt: skip
    """A chain as it is posed; bones with keys are taken as at rest.

    Args:
        keyed: the bones whose rotation has keys; None: as the armature's animation says.
    """
    found = part.found
    if keyed is None:
        keyed = _keyed_bones(armature, ".rotation")
    carrier = _matrix_of(armature, carrier_of(armature, part))
    before_place, before = unit * carrier[:3, 3], rotations_of(carrier)
    world = np.array(armature.matrix_world)
    bones, unkeyed = [], []
    for name in found.controls:
        bone = armature.pose.bones[name]
        matrix = _matrix_of(armature, name)
        head, turned = unit * matrix[:3, 3], rotations_of(matrix)
        basis = rotations_of(np.array(bone.matrix_basis))
        free = before.T @ turned @ basis.T
        pose = np.eye(3) if name in keyed else basis
        tail = unit * (world @ np.append(np.array(bone.tail), 1.0))[:3]
        is_last = name == found.controls[-1]
        tip = unit * _matrix_of(armature, found.end)[:3, 3] if is_last and found.end else None
        bones.append(
            ChainBone(
                name=name,
                head=tuple((before.T @ (head - before_place)).tolist()),
                rotation=tuple(quaternions_from_matrices(free @ pose).tolist()),
                length=float(np.linalg.norm(tail - head)),
                tip=None if tip is None else tuple((turned.T @ (tip - head)).tolist()),
            )
        )
        unkeyed.append(free)
        before_place, before = head, turned
    data = Chain(
        name=found.name, carrier=carrier_of(armature, part), bones=tuple(bones), hanging=hanging,
        row=found.row,
    )  # fmt: skip
    return PosedChain(data, np.array(unkeyed))


def _posed_soft(
    rig: Rig, armature: bpy.types.Object, part: HungChain, softness: Softness, turned: set[str],
    placed: set[str],
) -> PosedSoft:  # fmt: skip
    """A soft bone as it is posed; channels with keys are taken as at rest."""
    name, carried_by = part.found.controls[0], carrier_of(armature, part)
    unit, bone = rig.bone_map.metres_per_unit, armature.pose.bones[name]
    carrier, basis = _matrix_of(armature, carried_by), np.array(bone.matrix_basis, dtype=float)
    if bone.bone.use_connect:
        basis[:3, 3] = 0.0  # Blender ignores the location of a connected bone
    matrix = _matrix_of(armature, name)
    unkeyed = np.linalg.inv(carrier) @ matrix @ np.linalg.inv(basis)
    if name in turned:
        basis[:3, :3] = np.eye(3)
    if name in placed:
        basis[:3, 3] = 0.0
    head = (carrier @ unkeyed @ basis)[:3, 3] - carrier[:3, 3]
    axes = rotations_of(carrier)
    tail = np.linalg.norm(matrix[:3, :3] @ (0.0, bone.length, 0.0))
    data = SoftBone(
        name=name,
        carrier=carried_by,
        head=tuple((unit * (axes.T @ head)).tolist()),
        rotation=tuple(
            quaternions_from_matrices(axes.T @ rotations_of(carrier @ unkeyed @ basis)).tolist()
        ),
        length=float(unit * tail),
        softness=softness,
        turns=only_turns(rig.armature, part),
        down=_down(rig, carried_by),
    )
    return PosedSoft(data, unkeyed, basis[:3, 3])


def only_turns(armature: bpy.types.Object, part: HungChain) -> bool:
    """Whether a soft bone cannot be displaced: it is connected, its location is locked, or the bone
    of the mesh copies only its control's rotation.
    """
    bone = armature.pose.bones[part.found.controls[0]]
    follower = armature.pose.bones[part.found.bones[0]]
    copies = any(c.type == "COPY_ROTATION" and not c.mute for c in follower.constraints)
    fixed = bone.bone.use_connect or not bone.bone.use_local_location
    return fixed or any(bone.lock_location) or (follower != bone and copies)


def _down(rig: Rig, carrier: str) -> tuple[float, float, float]:
    """The way of the weight in a carrier's frame while the body stands as it does at rest."""
    bones = rig.armature.data.bones
    rest = np.eye(4) if carrier == NOBODY else np.array(bones[carrier].matrix_local)
    x, y, z = (-rotations_of(rest).T @ rig.rest.axes.up).tolist()
    return x, y, z


def _keyed_bones(armature: bpy.types.Object, channel: str) -> set[str]:
    """The bones with curves of a channel, of which this is the beginning."""
    paths = animated_paths(armature)
    return {
        bone.name
        for bone in armature.pose.bones
        if any(path.startswith(bone.path_from_id() + channel) for path in paths)
    }
