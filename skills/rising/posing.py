"""From key poses and movements as data to the targets of a body's pose, and to its movements."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...catalogue.key_poses import key_pose
from ...catalogue.movements import MovementData
from ...controllers.rising.pose_solving import Anchor, PoseTargets
from ...simulation.rotation import Array
from .body import Movement, RisingBody, Spot
from .frames import pitched
from .plan import Way

USUAL_REACH = 0.12  # [m] of the center of mass, at the end of a movement
OVER = (15.0, 15.0, 0.0)  # weights of where the center of mass is over the ground, per [m]


def posed(b: RisingBody, name: str, base: Array | None = None) -> Array:
    """Coordinates with the joint angles of a key pose; all others are those of `base`, or 0."""
    return b.preferred(base, **key_pose(name).angles)


def wishes_of(
    b: RisingBody, name: str, anchors: Sequence[Anchor], *, base: Array | None = None,
    ahead: Array | None = None, tilt: float = 0.0,
) -> PoseTargets:  # fmt: skip
    """The targets of a key pose whose points go to places.

    Args:
        base: coordinates of the joints that the pose does not name.
        ahead: (3,) where the pelvis faces, for a pose with a lean.
        tilt: added to the lean [rad].
    """
    pose = key_pose(name)
    preferred, stiffness = posed(b, name, base), b.stiffness(**pose.stiffness)
    if pose.lean is None or ahead is None:
        return PoseTargets(preferred, stiffness, anchors)
    faces = pitched(ahead, pose.lean + tilt)
    weight = pose.lean_weights
    return PoseTargets(preferred, stiffness, anchors, root_faces=faces, root_weight=weight)


def begin_of(b: RisingBody, data: MovementData) -> Array:
    """Coordinates from which a movement's pose is searched: the present ones, the hips raised."""
    start = b.now()
    start[2] += data.raised * b.size
    return start


def movement_to(
    b: RisingBody, data: MovementData, pose: Array, way: Way, *, planted: Sequence[Spot] = (),
    carried: Sequence[Spot] = (), longer: float = 0.0,
) -> Movement:  # fmt: skip
    """A movement to a pose; `longer`: time that it takes besides its own [s]."""
    must_reach = USUAL_REACH if data.must_reach is None else data.must_reach * b.size
    return Movement(
        data, pose, (data.lasts + longer) / way.pace, planted,
        [(spot, data.lift * b.size) for spot in carried],
        math.inf if data.may_miss else must_reach,
    )  # fmt: skip
