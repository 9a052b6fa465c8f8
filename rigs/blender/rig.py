"""From an armature in the scene to a rig: its bone map, its character, and its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput, RigError
from ...bodies.character import Character
from ...bodies.kinds import BIPED, QUADRUPED
from ...bodies.quadruped import LEGS
from .. import kinds
from ..bone_assignment import BoneAssignment, check_bones
from ..bone_map import BoneMap, make_bone_map
from ..four_legged_axes import foot_points
from ..measure import RestPose, trunk_direction, world_scale
from ..saved_maps import find_map
from ..skeleton import Skeleton
from . import rigify
from .actions import animated_paths
from .armature import check_armature, read_flesh, read_skeleton
from .reference_pose import measured_pose, settled_pose

Array = NDArray[np.float64]
TRANSFORM = {"location", "rotation_euler", "rotation_quaternion", "rotation_axis_angle"}
FAR_HIPS = 0.7  # of the leg: from the middle of the hips to the pelvis bone
UPRIGHT = 0.8  # cosine between the trunk and the scene's up: a rig that leans further is lying
ON_THE_FLOOR = 0.02  # of the height: soles this close to z = 0 are on it
NEAR_THE_FLOOR = 0.2  # the same for a rig in mid-stride
LYING = 0.3  # horizontal part of the front's direction: with less, the body lies on face or back
AT_THE_ORIGIN = 0.05  # of the leg: hips this close to the armature's origin have no height


@dataclass
class Rig:
    """A rig that can be simulated and keyed.

    Positions are those of the shot, whose world is Blender's in metres with its ground, z = 0, at
    `ground_height` above Blender's z = 0.

    Attributes:
        armature: Blender's object.
        bone_map: which bone plays which segment.
        character: the body measured on it.
        position: place of the pelvis on the ground, x and y [m].
        heading: [rad], 0 along +x.
        ground_height: height of the soles [m].
        rest: the measured pose.
        settled: the bones, with the mapped ones at rest and the others in the pose that they keep.
    """

    armature: bpy.types.Object
    bone_map: BoneMap
    character: Character
    position: tuple[float, float]
    heading: float
    ground_height: float
    rest: RestPose
    settled: Skeleton


def map_bones(armature: bpy.types.Object, overrides: Mapping[str, str] | None = None) -> BoneMap:
    """The bone map of an armature; segments without a bone are listed as missing.

    Args:
        armature: an armature object.
        overrides: the artist's picks, segment -> bone name; they take precedence over a saved map
            for these bones.

    Raises RigError for an object that is not an armature or cannot be measured, or for an unknown
    pick.
    """
    skeleton, assignment, picks = _assign(armature, overrides)
    settled = settled_pose(armature, skeleton, assignment)
    measured = measured_pose(armature, skeleton, settled, assignment)
    return make_bone_map(measured, assignment, picks)


def read_rig(
    armature: bpy.types.Object,
    overrides: Mapping[str, str] | None = None,
    mass: float | None = None,
) -> Rig:
    """Map and measure an armature; `mass` [kg] sets the body's mass, else it follows from its
    volume.


    Raises RigError with one sentence when the armature cannot be simulated.
    """
    bpy.context.view_layer.update()
    return measure_rig(armature, overrides, mass)


def measure_rig(
    armature: bpy.types.Object,
    overrides: Mapping[str, str] | None = None,
    mass: float | None = None,
) -> Rig:
    """`read_rig` without updating the scene, which drawing a panel must not do."""
    skeleton, assignment, picks = _assign(armature, overrides)
    settled = settled_pose(armature, skeleton, assignment)
    skeleton = measured_pose(armature, skeleton, settled, assignment)
    bone_map = make_bone_map(skeleton, assignment, picks)
    _check_roles(bone_map, skeleton, assignment)
    segment_of_bone = rigify.segments_of_bones(skeleton, assignment.roles)
    flesh = read_flesh(armature, skeleton, segment_of_bone)
    rest = kinds.read_rest(assignment.kind, skeleton, assignment.roles, flesh)
    if assignment.kind == BIPED:
        _check_biped(rest)
    metre = bone_map.metres_per_unit
    hips = metre * _to_world(skeleton, rest.joint("pelvis"))
    return Rig(
        armature=armature,
        bone_map=bone_map,
        character=_build(bone_map, rest, mass),
        position=(float(hips[0]), float(hips[1])),
        heading=_heading(rest),
        ground_height=metre * _ground(assignment.kind, rest, carries_root(armature, rest)),
        rest=rest,
        settled=settled,
    )


def measured_body(rig: Rig) -> Character:
    """The body of the rig itself, whatever the artist has made of it."""
    return _build(rig.bone_map, rig.rest, None)


def check_bones_of(armature: bpy.types.Object, overrides: Mapping[str, str] | None = None) -> None:
    """Raise RigError as `read_rig` does where the bones make no body; no mesh is read."""
    skeleton, assignment, picks = _assign(armature, overrides)
    settled = settled_pose(armature, skeleton, assignment)
    skeleton = measured_pose(armature, skeleton, settled, assignment)
    _check_roles(make_bone_map(skeleton, assignment, picks), skeleton, assignment)
    if assignment.kind == BIPED:
        _check_biped(kinds.read_rest(assignment.kind, skeleton, assignment.roles))


def _build(bone_map: BoneMap, rest: RestPose, mass: float | None) -> Character:
    if mass is not None and not (np.isfinite(mass) and mass > 0):
        raise InvalidInput(f"A body's mass must be above 0 kg, got {mass}.")
    unit = world_scale(rest.skeleton) * bone_map.metres_per_unit
    try:
        return kinds.build(bone_map.kind, rest, unit, mass)
    except InvalidInput as error:
        raise RigError(
            f"The bones of {bone_map.armature!r} make no body: {str(error).rstrip('.')}; "
            "pick other bones."
        ) from error


def _assign(
    armature: bpy.types.Object, overrides: Mapping[str, str] | None
) -> tuple[Skeleton, BoneAssignment, dict[str, str]]:
    """The bones, their assignment to roles, and the roles that the artist settled."""
    check_armature(armature)
    skeleton = read_skeleton(armature)
    check_bones(skeleton)
    picks = {role: bone for role, bone in (overrides or {}).items() if bone}
    saved = find_map(skeleton.names)
    assignment = kinds.assigned(skeleton, picks, saved)
    return skeleton, assignment, {**(saved.roles if saved else {}), **picks}


def _check_roles(bone_map: BoneMap, skeleton: Skeleton, assignment: BoneAssignment) -> None:
    missing = bone_map.missing_required
    if missing:
        raise RigError(
            f"The armature {bone_map.armature!r} has no bone that can be identified as "
            f"{', '.join(missing)}: pick bones by hand, a body needs hips, a trunk and two legs."
        )
    taken: dict[int, str] = {}
    for role, bone in assignment.roles.items():
        if bone in taken:
            raise RigError(
                f"The bone {skeleton.names[bone]!r} is picked for both {taken[bone]} and {role}: "
                "pick another one."
            )
        taken[bone] = role
    sides = sorted(
        {role.partition(".")[2] for role in assignment.roles if role.startswith("foot.")}
    )
    first = sides[0]
    leg = skeleton.distance(
        assignment.roles[f"upper_leg.{first}"], assignment.roles[f"foot.{first}"]
    )
    for side in sides:
        for a, b in (("upper_leg", "lower_leg"), ("lower_leg", "foot")):
            upper, lower = assignment.roles[f"{a}.{side}"], assignment.roles[f"{b}.{side}"]
            if not skeleton.distance(upper, lower) > 0.02 * leg:
                raise RigError(
                    f"The bones {skeleton.names[upper]!r} ({a}.{side}) and "
                    f"{skeleton.names[lower]!r} ({b}.{side}) start at one point: "
                    "pick bones with a length between them."
                )


def _check_biped(rest: RestPose) -> None:
    """Raise RigError for a trunk that lies across its legs, which is a quadruped's."""
    legs = [(rest.joint(f"upper_leg.{s}"), rest.joint(f"foot.{s}")) for s in "LR"]
    hips = (legs[0][0] + legs[1][0]) / 2
    length = np.linalg.norm(legs[0][0] - legs[0][1]) + 1e-12
    if np.linalg.norm(hips - rest.joint("pelvis")) > FAR_HIPS * length:
        raise RigError(
            f"The hips bone {rest.skeleton.names[rest.roles['pelvis']]!r} lies far from the legs: "
            "pick the bone that carries both, or the rig is no biped."
        )
    if not kinds.stands(BIPED, rest.skeleton, rest.roles):
        raise RigError(
            f"The legs of {rest.skeleton.armature!r} do not continue its trunk, and it has no four "
            "legs that stand on one ground: Footfall can move bipeds and quadrupeds."
        )


def _to_world(skeleton: Skeleton, point: Array) -> Array:
    place: Array = skeleton.to_world[:3, :3] @ point + skeleton.to_world[:3, 3]
    return place


def carries_root(armature: bpy.types.Object, rest: RestPose) -> bool:
    """Whether the object, and not a bone, carries the rig's motion through the scene.

    Blender's FBX importer makes the first joint of a skeleton the object, and animates that one.
    """
    deltas = [*armature.delta_location, *armature.delta_rotation_euler,
              *(s - 1 for s in armature.delta_scale)]  # fmt: skip
    pelvis_is_root = rest.skeleton.parents[rest.roles["pelvis"]] < 0
    free = not any(not c.mute for c in armature.constraints)
    return bool(
        pelvis_is_root and free and not any(deltas) and TRANSFORM & animated_paths(armature)
    )


def _heading(rest: RestPose) -> float:
    """The heading of the body, or of a lying body once it stands up."""
    world = rest.skeleton.to_world[:3, :3] / world_scale(rest.skeleton)
    forward, up = world @ rest.axes.forward, world @ rest.axes.up
    if np.hypot(forward[0], forward[1]) < LYING:
        forward = -np.sign(forward[2]) * up
    return float(np.arctan2(forward[1], forward[0]))


def _ground(kind: str, rest: RestPose, object_carries_root: bool) -> float:
    """The height of the ground in the scene's units: that of the soles where the rig stands.

    Rigs from motion capture have their hips at the armature's origin and rise with their animation,
    and some lie at rest; their ground is at the armature's origin.
    """
    origin = float(rest.skeleton.to_world[2, 3])
    sole = min(float(_to_world(rest.skeleton, point)[2]) for point in kinds.soles(kind, rest))
    hips = float(_to_world(rest.skeleton, rest.joint("pelvis"))[2])
    height = hips - sole
    if object_carries_root:  # pose and place are those of the clip's first frame
        return 0.0 if abs(sole) < NEAR_THE_FLOOR * height else sole
    if trunk_direction(rest)[2] < UPRIGHT:
        return origin
    if abs(sole) < ON_THE_FLOOR * height:
        return 0.0  # meshes often have their soles slightly off the floor of the scene
    return origin if abs(hips - origin) < AT_THE_ORIGIN * height else sole


def flesh_of_feet(rig: Rig) -> dict[str, Array]:
    """Points (n, 3) of a quadruped's feet, by leg, in the foot's frame [m]; empty for bipeds."""
    rest = rig.rest
    if rig.character.kind != QUADRUPED:
        return {}
    metre = rig.bone_map.metres_per_unit * world_scale(rest.skeleton)
    return {
        leg: rest.local(f"foot.{leg}", foot_points(rest.skeleton, rest.roles, leg, rest.flesh))
        * metre
        for leg in LEGS
    }
