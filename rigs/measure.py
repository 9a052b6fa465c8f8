"""From a rig's rest pose to the measurements of a standing body, and the rig's scale.

What the rig lacks (toes without a bone, the sole under an ankle, the top of the head) comes from
the human table, in proportion to the legs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import unit
from ..bodies.humanoid import (
    ANKLE_HEIGHT,
    LOWER_LEG,
    SIDES,
    UPPER_LEG,
    Measurements,
    average_measurements,
    measured_height,
)
from ..bodies.segments import Vector
from ..bodies.strength import base_name
from .body_axes import BodyAxes, find_body_axes
from .drawn_units import choose_unit
from .segment_frames import foot_direction, limb_end, rest_frames
from .skeleton import Skeleton

Array = NDArray[np.float64]
LEG = UPPER_LEG + LOWER_LEG + ANKLE_HEIGHT
PLAUSIBLE = (0.35, 2.5)  # range of plausible lengths, relative to the table
PLAUSIBLE_FLESH = (0.3, 8.0)  # the same for lengths seen on a mesh: boots, cartoon heads and paws
LARGEST_HEAD = 2.0  # of the trunk from hips to neck
SEGMENT_PARENTS = {
    "lower_back": "pelvis", "torso": "lower_back", "head": "torso",
    "upper_arm": "torso", "lower_arm": "upper_arm", "hand": "lower_arm",
    "upper_leg": "pelvis", "lower_leg": "upper_leg", "foot": "lower_leg", "toes": "foot",
}  # fmt: skip


@dataclass(frozen=True)
class RestPose:
    """A rig at rest, in the armature's space.

    Attributes:
        skeleton: bones as they are while the mapped ones are at rest.
        roles: segment -> bone index.
        axes: the body's front, left and up.
        frames: segment -> its frame's axes (3, 3).
        flesh: segment -> points (n, 3) of the mesh that move with it; may be empty.
        joints: segment -> its joint (3,), where that is not the head of its bone.
    """

    skeleton: Skeleton
    roles: Mapping[str, int]
    axes: BodyAxes
    frames: Mapping[str, Array]
    flesh: Mapping[str, Array] = field(default_factory=dict)
    joints: Mapping[str, Array] = field(default_factory=dict)

    def joint(self, role: str) -> Array:
        """A segment's joint (3,): by default the head of its bone."""
        elsewhere = self.joints.get(role)
        return self.skeleton.heads[self.roles[role]] if elsewhere is None else elsewhere

    def local(self, role: str, points: Array) -> Array:
        """Points (n, 3) in a mapped segment's frame."""
        return (points - self.joint(role)) @ self.frames[role]


def read_rest_pose(
    skeleton: Skeleton, roles: Mapping[str, int], flesh: Mapping[str, Array] | None = None
) -> RestPose:
    axes = find_body_axes(skeleton, roles)
    return RestPose(skeleton, roles, axes, rest_frames(skeleton, roles, axes), flesh or {})


def measure(rest: RestPose) -> Measurements:
    """The body's measurements in the armature's units."""
    table = average_measurements(_leg_length(rest) / LEG)
    joints = _joints_in_parents(rest, table)
    return Measurements(
        offsets=joints,
        head_height=_head_height(rest, table),
        hand_length=_both(_hand_length(rest, table, side) for side in SIDES),
        ankle_height=_both(_ankle_height(rest, table, side) for side in SIDES),
        heel_length=_both(_heel_length(rest, table, side) for side in SIDES),
        toe_length=_both(_toe_length(rest, table, joints, side) for side in SIDES),
    )


def _both(values: Iterable[float]) -> tuple[float, float]:
    """One length for both sides: differences are usually inaccuracies of the rig."""
    left, right = values
    return ((left + right) / 2, (left + right) / 2)


def _leg_length(rest: RestPose) -> float:
    """Hip to ankle along the bones, without the height of the foot."""
    bones = [("upper_leg", "lower_leg"), ("lower_leg", "foot")]
    total = sum(
        float(np.linalg.norm(rest.joint(a + side) - rest.joint(b + side)))
        for side in SIDES
        for a, b in bones
    )
    return total / 2 * LEG / (UPPER_LEG + LOWER_LEG)


def _joints_in_parents(rest: RestPose, table: Measurements) -> dict[str, Vector]:
    """Offsets of all joints: exact where the rig has them, else estimated from the table."""
    origins = {role: rest.joint(role) for role in rest.roles}
    frames = dict(rest.frames)
    offsets: dict[str, Vector] = {}
    for name in table.offsets:
        parent = parent_of(name)
        frames.setdefault(name, frames[parent])
        if name not in origins:
            guess = _estimate(rest, table, name, origins, frames[parent])
            origins[name] = origins[parent] + frames[parent] @ guess
        x, y, z = (origins[name] - origins[parent]) @ frames[parent]
        offsets[name] = (float(x), float(y), float(z))
    return offsets


def parent_of(name: str) -> str:
    """The parent of a segment; "" for the pelvis."""
    if name == "pelvis":
        return ""
    side = name[len(base_name(name)) :]
    parent = SEGMENT_PARENTS[base_name(name)]
    return parent if parent in ("pelvis", "lower_back", "torso") else parent + side


def _estimate(
    rest: RestPose, table: Measurements, name: str, origins: Mapping[str, Array], frame: Array
) -> Array:
    """The offset (3,) of a joint for which the rig has no bone."""
    offset = np.array(table.offsets[name])
    part, side = base_name(name), name[len(base_name(name)) :]
    if part == "lower_back" and "torso" in rest.roles:
        # A trunk of one bone turns about its own head, where waist and back coincide.
        at_the_torso: Array = (origins["torso"] - origins["pelvis"]) @ frame
        return at_the_torso
    if part == "head" and "upper_arm.L" in rest.roles and "upper_arm.R" in rest.roles:
        shoulders = (rest.joint("upper_arm.L") + rest.joint("upper_arm.R")) / 2
        raised = np.array([0.0, 0.0, table.offsets["head"][2] - table.offsets["upper_arm.L"][2]])
        return (shoulders - origins["torso"]) @ frame + raised
    if part == "hand" and f"lower_arm{side}" in rest.roles:
        upper = float(np.linalg.norm(origins[f"upper_arm{side}"] - origins[f"lower_arm{side}"]))
        end = limb_end(rest.skeleton, rest.roles, f"lower_arm{side}", f"hand{side}")
        length = float(np.linalg.norm(end - origins[f"lower_arm{side}"]))
        known = 0.5 * upper < length < 1.5 * upper
        return np.array([0.0, 0.0, -(length if known else upper)])
    return offset


def plausible(value: float, usual: float, seen: bool) -> float:
    """The measured length if it is plausible, else the table's; `seen`: measured on a mesh."""
    return value if is_plausible(value, usual, seen) else usual


def is_plausible(value: float, usual: float, seen: bool) -> bool:
    low, high = PLAUSIBLE_FLESH if seen else PLAUSIBLE
    return low * usual <= value <= high * usual


def _foot_flesh(rest: RestPose, side: str) -> Array | None:
    """Points of foot and toes in the foot's frame (n, 3)."""
    parts = [rest.flesh[r + side] for r in ("foot", "toes") if r + side in rest.flesh]
    return rest.local(f"foot{side}", np.vstack(parts)) if parts else None


def _foot_bones(rest: RestPose, side: str) -> Array:
    """Heads and tails of the foot's bone and all below it in the foot's frame (n, 3)."""
    bones = list(rest.skeleton.descendants(rest.roles[f"foot{side}"]))
    tails = [b for b in bones if b != rest.roles[f"foot{side}"]]
    ends = np.vstack([rest.skeleton.heads[bones], rest.skeleton.tails[tails].reshape(-1, 3)])
    direction = foot_direction(rest.skeleton, rest.roles, rest.axes, side[1:])
    if direction is not None:
        ends = np.vstack([ends, rest.joint(f"foot{side}") + direction])
    return rest.local(f"foot{side}", ends)


def _ankle_height(rest: RestPose, table: Measurements, side: str) -> float:
    """Ankle above the sole: by the mesh, the armature's floor, the foot's bones, or the table."""
    usual = table.ankle_height[SIDES.index(side)]
    flesh = _foot_flesh(rest, side)
    if flesh is not None and is_plausible(-float(flesh[:, 2].min()), usual, seen=True):
        return -float(flesh[:, 2].min())
    bones = -float(_foot_bones(rest, side)[:, 2].min())
    floor = float(rest.joint(f"foot{side}") @ rest.axes.up)
    if is_plausible(floor, usual, seen=False) and floor >= bones - 0.1 * usual:
        return floor
    # Bones run inside the flesh, so the sole is below the lowest of them.
    return max(bones, usual) if is_plausible(bones, usual, seen=False) else usual


def _reach(rest: RestPose, usual: float, side: str, way: float, start: float) -> float:
    """How far the foot extends forward (`way` 1) or backward (-1) from `start` on its x axis."""
    flesh = _foot_flesh(rest, side)
    points = _foot_bones(rest, side) if flesh is None else flesh
    length = float((way * points[:, 0]).max()) - way * start
    if flesh is None:  # bones end inside the flesh
        return max(usual, plausible(length, usual, seen=False))
    return plausible(length, usual, seen=True)


def _heel_length(rest: RestPose, table: Measurements, side: str) -> float:
    return _reach(rest, table.heel_length[SIDES.index(side)], side, -1.0, 0.0)


def _toe_length(
    rest: RestPose, table: Measurements, offsets: Mapping[str, Vector], side: str
) -> float:
    """Toe joint to toe tip, along the foot."""
    toe_joint = offsets[f"toes{side}"][0]
    return _reach(rest, table.toe_length[SIDES.index(side)], side, 1.0, toe_joint)


def _hand_length(rest: RestPose, table: Measurements, side: str) -> float:
    usual = table.hand_length[SIDES.index(side)]
    if f"hand{side}" not in rest.roles:
        return usual
    flesh = rest.flesh.get(f"hand{side}")
    bones = list(rest.skeleton.descendants(rest.roles[f"hand{side}"]))
    ends = rest.skeleton.heads[bones] if flesh is None else flesh
    reach = np.linalg.norm(ends - rest.joint(f"hand{side}"), axis=1)
    return plausible(float(reach.max()), usual, flesh is not None)


def _head_height(rest: RestPose, table: Measurements) -> float:
    if "head" not in rest.roles:
        return table.head_height
    flesh = rest.flesh.get("head")
    bones = list(rest.skeleton.descendants(rest.roles["head"]))
    ends = np.vstack([rest.skeleton.heads[bones], rest.skeleton.tails[bones]])
    top = float(rest.local("head", ends if flesh is None else flesh)[:, 2].max())
    trunk = float(np.linalg.norm(rest.joint("head") - rest.joint("pelvis")))
    if flesh is not None and LARGEST_HEAD * trunk > top > PLAUSIBLE_FLESH[0] * table.head_height:
        return top  # heads of cartoons may be as large as the rest of the body
    return plausible(top, table.head_height, seen=False)


def scaled(measured: Measurements, factor: float) -> Measurements:
    """The same body in other units."""

    def pair(values: tuple[float, float]) -> tuple[float, float]:
        return (values[0] * factor, values[1] * factor)

    return replace(
        measured,
        offsets={n: (x * factor, y * factor, z * factor) for n, (x, y, z)
                 in measured.offsets.items()},
        head_height=measured.head_height * factor,
        hand_length=pair(measured.hand_length),
        ankle_height=pair(measured.ankle_height),
        heel_length=pair(measured.heel_length),
        toe_length=pair(measured.toe_length),
    )  # fmt: skip


def world_scale(skeleton: Skeleton) -> float:
    """Units of the scene per unit of the armature."""
    return float(np.linalg.norm(skeleton.to_world[:3, :3], axis=0).mean())


def measure_unit(rest: RestPose) -> float:
    """Metres per unit of the scene in which the rig stands."""
    return choose_unit(measured_height(measure(rest)) * world_scale(rest.skeleton))


def trunk_direction(rest: RestPose) -> Array:
    """The body's up in the scene (3,)."""
    return unit(rest.skeleton.to_world[:3, :3] @ rest.axes.up)
