"""Which footprints of the scene can be reached, as outlines drawn while they are dragged."""

from __future__ import annotations

from collections.abc import Iterable

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...bodies.footprints import print_outline, print_size
from ...shots.footstep_reach import reach_troubles, start_places
from ...shots.footsteps import Footstep, read_footsteps
from .rig import Rig
from .scene_footprints import read_footprints

Footprints = Iterable[tuple[bpy.types.Collection, bool]]  # with whether the rig starts at them
IN_REACH, OUT_OF_REACH = "in reach", "out of reach"


def footprint_outlines(rig: Rig, footprints: Footprints) -> dict[str, NDArray[np.float64]]:
    """Outlines (n, 2, 3) of footprints in the shot, by whether the rig can reach them.

    Collections without footprints are skipped.
    """
    lines: dict[str, list[NDArray[np.float64]]] = {IN_REACH: [], OUT_OF_REACH: []}
    for collection, is_first in footprints:
        steps = _read(collection, rig)
        start = {}
        if steps and is_first:
            start = start_places(rig.character, rig.position, rig.heading, steps[0].limb)
        for step, trouble in zip(steps, reach_troubles(rig.character, steps, start), strict=True):
            size = print_size(rig.character, step.limb, step.side)
            rim = print_outline(size, step.position, step.heading)
            lines[IN_REACH if trouble is None else OUT_OF_REACH].append(rim)
    return {name: np.concatenate(parts) for name, parts in lines.items() if parts}


def _read(collection: bpy.types.Collection, rig: Rig) -> tuple[Footstep, ...]:
    try:
        return read_footsteps("footprints", read_footprints(collection, rig))
    except InvalidInput:
        return ()
