"""Range of motion: tasks that turn joints back before the joint limits stop them."""

from __future__ import annotations

import numpy as np

from ...simulation.body import HINGE, SPHERICAL, UNIVERSAL, Body, Motion
from ...simulation.compiled import compiled
from ...simulation.dynamics import first_dof
from ...simulation.rotation import Array
from .limits import beyond_limit
from .objectives import Tick, add_dof_task, add_joint_axis_task

# Numbers without a source: tuned by hand, judged by bench rising.
MARGIN = 0.06  # [rad] before the end of the range
STIFFNESS, DAMPING, WEIGHT = 400.0, 40.0, 100.0  # [1/s2], [1/s], -


@compiled
def stay_in_range(tick: Tick[object]) -> None:
    """Add tasks that turn back joints near the end of their range or beyond it."""
    body, motion, direction = tick.body, tick.motion, np.empty(3)
    for i in range(1, body.rows[0]):
        kind = body.joint_type[i]
        if kind != HINGE and kind != UNIVERSAL and kind != SPHERICAL:
            continue
        for axis in range(3):
            beyond = beyond_limit(body, motion, i, axis, MARGIN)
            if beyond == 0.0:
                continue
            pace = _set_axis(body, motion, i, axis, direction)
            target = -STIFFNESS * beyond - DAMPING * pace
            if target * beyond > 0.0:  # the joint already turns back quickly enough
                continue
            if kind == SPHERICAL:
                add_joint_axis_task(tick, first_dof(body, i), direction, target, WEIGHT)
            else:
                number = 0 if axis == 1 else 1
                add_dof_task(tick, first_dof(body, i) + number, target, WEIGHT)


@compiled
def _set_axis(body: Body, motion: Motion, i: int, axis: int, direction: Array) -> float:
    """Fill in a parent's axis (3,) in the segment's frame; return the rate about it [rad/s]."""
    parent, pace = body.parent[i], 0.0
    for k in range(3):
        direction[k] = 0.0
        for m in range(3):
            direction[k] += motion.rotation[i, m, k] * motion.rotation[parent, m, axis]
        slip = motion.angular_velocity[i, k] - motion.angular_velocity[parent, k]
        pace += motion.rotation[parent, k, axis] * slip
    return pace
