"""Parts that act on the simulated body: from a rig to its character, and from a take to the rig."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.rotations import matrices_from_quaternions, quaternions_from_matrices, unit
from ...bodies.hanging import Chain, ChainBone, Hanging
from ...shots.take import Performance
from .hanging_pose import HungChain, Reading, carrier_of, pose_chain
from .motion import segments_of
from .rig import Rig

Array = NDArray[np.float64]
DIGITS = 6  # of metres and quaternions, of a bone that acts on the body


def with_acting(rig: Rig, parts: Sequence[HungChain]) -> Rig:
    """The rig whose character carries those of its parts that act on the body.

    Parts on a bone that plays no segment of the character are left out: they follow.
    """
    chains = [
        chain for part in parts
        if isinstance(part.hanging, Hanging) and part.hanging.acts_on_body
        for chain in _on_segment(rig, part, part.hanging)
    ]  # fmt: skip
    if not chains:
        return rig
    return replace(rig, character=replace(rig.character, hanging=tuple(chains)))


def _on_segment(rig: Rig, part: HungChain, hanging: Hanging) -> list[Chain]:
    """A part as a chain of the character, in the frame of its segment; none without one."""
    roles = [role for role, bone in rig.bone_map.roles.items() if bone == part.found.carrier]
    if not roles or roles[0] not in rig.character.segment_names:
        return []
    armature, unit = rig.armature, rig.bone_map.metres_per_unit
    posed = pose_chain(armature, part, hanging, unit).chain
    axes, origin = segments_of(rig, armature)[roles[0]]
    place, turned = _carrier_frame(rig, carrier_of(armature, part))
    first = posed.bones[0]
    head = axes.T @ (place + turned @ np.array(first.head) - origin)
    rotation = axes.T @ turned @ matrices_from_quaternions(first.rotation)
    turn = tuple(quaternions_from_matrices(rotation).tolist())
    first = replace(first, head=tuple(head.tolist()), rotation=turn)
    bones = tuple(_rounded(bone) for bone in (first, *posed.bones[1:]))
    return [replace(posed, carrier=roles[0], bones=bones)]


def _rounded(bone: ChainBone) -> ChainBone:
    """A bone without what the scene's frame changes in its last digits: Blender poses in single
    precision, and a body that steps does so otherwise for a difference of any size.
    """
    return replace(
        bone,
        head=tuple(round(value, DIGITS) for value in bone.head),
        rotation=tuple(unit(np.round(bone.rotation, DIGITS)).tolist()),
        length=round(bone.length, DIGITS),
        tip=bone.tip and tuple(round(value, DIGITS) for value in bone.tip),
    )


def _carrier_frame(rig: Rig, carrier: str) -> tuple[Array, Array]:
    """Place (3,) [m] in the shot and axes (3, 3) of a pose bone, or of the armature."""
    matrix = np.array(rig.armature.matrix_world, dtype=float)
    if carrier:
        matrix = matrix @ np.array(rig.armature.pose.bones[carrier].matrix)
    place = rig.bone_map.metres_per_unit * matrix[:3, 3]
    place[2] -= rig.ground_height
    axes: Array = matrix[:3, :3] / np.linalg.norm(matrix[:3, :3], axis=0)
    return place, axes


@dataclass(frozen=True, eq=False)
class SimulatedChains:
    """The chains of a take that was baked on a rig.

    Attributes:
        performance: of the rig.
        chains: of its character.
        first: frame of the scene that shows the take's first one.
        pace: frames of the take for each of the scene's.
    """

    performance: Performance
    chains: Sequence[Chain]
    first: float
    pace: float = 1.0

    def axes_of(self, name: str, reading: Reading, frames: Sequence[float]) -> Array | None:
        """Axes (frames, bones, 3, 3) in the scene of a simulated chain's bones, on the body as it
        is keyed; before and after the take as in its first and last frame. None for others.
        """
        chain = next((chain for chain in self.chains if chain.name == name), None)
        turns, moving = self.performance.hanging_orientations, reading.touched.moving
        if chain is None or turns is None or chain.carrier not in moving.names:
            return None
        shown = np.round(self.pace * (np.asarray(frames, float) - self.first)).astype(int)
        shown = np.clip(shown, 0, len(turns) - 1)
        names = list(self.performance.hanging_names)
        bones = [names.index(bone.name) for bone in chain.bones]
        segment = self.performance.segment_names.index(chain.carrier)
        carrier = matrices_from_quaternions(
            self.performance.segment_orientations[shown, segment]
        )
        now = matrices_from_quaternions(moving.turns[:, moving.names.index(chain.carrier)])
        turned = matrices_from_quaternions(turns[shown][:, bones])
        axes: Array = (now @ np.swapaxes(carrier, -1, -2))[:, None] @ turned
        return axes


def simulated_chains(
    rig: Rig, performance: Performance, first: float, rate: float
) -> SimulatedChains | None:
    """The chains of a performance that is keyed on a rig; None where none was simulated.

    Args:
        rig: as `with_acting` returned it for the shot.
        first: as in `SimulatedChains`; rate: frames of the take a second.
    """
    if performance.hanging_orientations is None:
        return None
    scene = bpy.context.scene.render
    pace = rate * scene.fps_base / scene.fps
    return SimulatedChains(performance, rig.character.hanging, first, pace)
