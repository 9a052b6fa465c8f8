"""Foot contacts, shown in Blender."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from .fcurves import Curve

Array = NDArray[np.float64]
LANDS, LEAVES = "footstrike.{}", "footlift.{}"


def contact_property(side: str) -> str:
    """The name of the armature object's property for a foot's contact."""
    return f"contact_{side}"


def contact_curves(
    armature: bpy.types.Object, feet: Sequence[str], contacts: NDArray[np.bool_], frames: Array
) -> list[Curve]:
    """Keyed properties contact_L, contact_R ... of the armature object, 1 in contact."""
    curves = []
    for i, side in enumerate(feet):
        name = contact_property(side)
        if name not in armature:
            armature[name] = 0.0
            armature.id_properties_ui(name).update(min=0.0, max=1.0)
        kept = np.concatenate([[0], _changes(contacts[:, i])])
        values = contacts[kept, i].astype(float)
        curves.append(Curve(f'["{name}"]', 0, frames[kept], values, "Contacts", stepped=True))
    return curves


def mark_contacts(
    scene: bpy.types.Scene, feet: Sequence[str], contacts: NDArray[np.bool_], frames: Array
) -> None:
    """Put markers on the timeline where feet land and lift off, replacing earlier ones there."""
    names = {text.format(side) for text in (LANDS, LEAVES) for side in feet}
    for marker in list(scene.timeline_markers):
        if marker.name in names and frames[0] <= marker.frame <= frames[-1]:
            scene.timeline_markers.remove(marker)
    for i, side in enumerate(feet):
        for at in _changes(contacts[:, i]):
            text = LANDS if contacts[at, i] else LEAVES
            scene.timeline_markers.new(text.format(side), frame=int(frames[at]))


def _changes(flags: NDArray[np.bool_]) -> NDArray[np.int_]:
    """The frames on which a flag differs from the frame before."""
    return np.flatnonzero(np.diff(flags.astype(int))) + 1
