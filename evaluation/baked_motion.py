"""How far a baked rig is from its take: joints, the slide of loaded feet, depth of the soles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.segments import Shape
from ..shots.take import Take

Array = NDArray[np.float64]

LOADED = 20.0  # [N]


@dataclass(frozen=True, eq=False)
class Baked:
    """A rig, its take, and the evaluated frames of its segments: axes and origins in the shot."""

    rig: Any
    take: Take
    axes: dict[str, Array]
    origins: dict[str, Array]


def read_back(rig: Any, frames: int) -> tuple[dict[str, Array], dict[str, Array]]:
    """Each segment's evaluated axes (frames, 3, 3) and origin (frames, 3) [m], from frame 1 on."""
    from ..rigs.blender.motion import read_segments

    return read_segments(rig, range(1, 1 + frames))


def joint_error(baked: Baked) -> float:
    """Greatest distance [m] of a mapped joint of the evaluated rig from the take."""
    p = baked.take.performances[0]
    joints = np.concatenate([p.root_position[:, None], p.joint_positions], axis=1)
    order = {name: i for i, name in enumerate(p.segment_names)}
    return max(
        float(np.linalg.norm(origin - joints[:, order[role]], axis=1).max())
        for role, origin in baked.origins.items()
    )


def sole_points(baked: Baked, side: str) -> Array:
    """Lower corners of foot and toes in the evaluated rig, (frames, 8, 3)."""
    points = []
    for part in ("foot", "toes"):
        # A rig without toe bones carries its toes on the foot.
        bone = part + side if part + side in baked.axes else "foot" + side
        segment = baked.rig.character.segment(part + side)
        corners = _lower_corners(segment.shape)
        if bone != segment.name:
            corners = corners + np.array(segment.offset)
        points.append(
            baked.origins[bone][:, None] + np.einsum("fij,cj->fci", baked.axes[bone], corners)
        )
    return np.concatenate(points, axis=1)


def _lower_corners(shape: Shape) -> Array:
    x, y, z = shape.size
    signs = np.array([[a, b, -1] for a in (-1, 1) for b in (-1, 1)])
    return np.array(shape.center) + signs * np.array([x, y, z]) / 2


def foot_slide(baked: Baked, rate: float = 60.0) -> float:
    """Mean horizontal speed [m/s] of a foot's lowest point while the foot bears a load."""
    p = baked.take.performances[0]
    assert p.contact_forces is not None
    speeds = []
    for side in (".L", ".R"):
        parts = [p.segment_names.index(part + side) for part in ("foot", "toes")]
        loaded = np.linalg.norm(p.contact_forces[:, parts].sum(axis=1), axis=1) > LOADED
        points = sole_points(baked, side)
        lowest = np.argmin(points[:-1, :, 2], axis=1)
        at = np.arange(len(lowest))
        step = points[at + 1, lowest] - points[at, lowest]
        both = loaded[:-1] & loaded[1:]
        speeds.append(np.linalg.norm(step[both, :2], axis=1) * rate)
    return float(np.concatenate(speeds).mean())


def sole_depth(baked: Baked) -> float:
    """How far [m] a corner of a sole lies under the ground, at worst."""
    return max(0.0, *(-float(sole_points(baked, side)[..., 2].min()) for side in (".L", ".R")))
