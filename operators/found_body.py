"""The body of an armature for the panel, cached until what it is measured from changes."""

from __future__ import annotations

import bpy

from ..base.errors import FootfallError
from ..bodies.body_factors import Factors, with_factors
from ..bodies.character import Character
from ..rigs.blender.rig import measure_rig

MOST_KEPT = 8
_kept: dict[str, Character | None] = {}


def find_body(scene: bpy.types.Scene, armature: bpy.types.Object | None) -> Character | None:
    """The body; None where the armature has none. Fast enough for every redraw.

    Changes of a mesh are not noticed (they change the mass a little): a bake measures anew.
    """
    factors = armature.footfall.body.factors() if armature is not None else {}
    return _find(armature, factors, scene.footfall.chosen_mass())


def measured_mass(armature: bpy.types.Object | None) -> float:
    """The mass [kg] that the rig's size gives; 0 where the armature has no body."""
    body = _find(armature, {}, None)
    return body.mass if body is not None else 0.0


def _find(
    armature: bpy.types.Object | None, factors: dict[str, Factors], mass: float | None
) -> Character | None:
    if armature is None or armature.type != "ARMATURE" or armature.mode == "EDIT":
        return None
    picks = armature.footfall.picks_that_exist()
    bones = "\n".join(armature.data.bones.keys())
    scale = tuple(round(size, 6) for size in armature.matrix_world.to_scale())
    parts = armature.name_full, armature.data.name_full, bones, scale, picks, factors, mass
    key = repr(parts)
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        try:
            _kept[key] = with_factors(measure_rig(armature, picks, mass).character, factors)
        except FootfallError:
            _kept[key] = None
    return _kept[key]
