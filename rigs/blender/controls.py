"""Handles for the controls of a generated rig, from rows that say what each control follows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...retarget.channels import Handle
from ..measure import RestPose

Array = NDArray[np.float64]
# Control, the segment or point that it follows, the control that carries it ("": the rig's root),
# and whether its location is keyed.
Row = tuple[str, str, str, bool]


def handles_of_controls(
    rest: RestPose, rows: Sequence[Row], root: Handle | None = None
) -> list[Handle]:
    """One handle for each row, in order; rows of carriers must come first.

    A control that follows a point instead of a segment only has its location keyed.

    Args:
        root: as in handles.py.
    """
    skeleton = rest.skeleton
    handles = [] if root is None else [root]
    order = {handle.bone: i for i, handle in enumerate(handles)}
    base = "" if root is None else root.bone
    for control, followed, carried_by, moves in rows:
        matrix = skeleton.matrices[skeleton.index[control]]
        carrier = carried_by or base
        above = skeleton.matrices[skeleton.index[carrier]] if carrier else np.eye(4)
        place = np.linalg.inv(above) @ matrix
        turns = followed in rest.roles
        order[control] = len(handles)
        handles.append(
            Handle(
                bone=control,
                segment=followed,
                hold=_hold(rest, followed, matrix) if turns else np.eye(4),
                carrier=order.get(carrier, -1),
                unkeyed=place,
                location_axes=place[:3, :3],
                moves=moves,
                turns=turns,
            )
        )
    return handles


def _hold(rest: RestPose, segment: str, matrix: Array) -> Array:
    """The bone's matrix in its segment's frame (4, 4)."""
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = rest.frames[segment], rest.joint(segment)
    hold: Array = np.linalg.inv(frame) @ matrix
    return hold
