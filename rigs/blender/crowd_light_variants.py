"""Parts of light members that only those of some looks have: optional meshes, varied materials."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import bpy
import numpy as np

from ...crowd.looks import Look, Looks
from .light_materials import shows_member
from .mesh_arrays import MeshArrays, faces_of

VARIANT = "footfall_variant"  # custom property of a part: JSON
Materials = Sequence[bpy.types.Material | None]


@dataclass(frozen=True, kw_only=True)
class Variant:
    """Which members have a part.

    Attributes:
        bone: index of the segment's bone that carries it.
        part: the name of the rig's object that it was cut from; "" for what all members have.
        group: the name of the group of its material, "" for none.
        material: the name of the one of the group that it shows.
    """

    bone: int
    part: str = ""
    group: str = ""
    material: str = ""

    def suits(self, look: Look | None) -> bool:
        look = look or Look()
        is_worn = not self.part or self.part in look.parts
        return is_worn and look.materials.get(self.group, "") == self.material


def by_material(
    piece: MeshArrays, bone: int, part: str, materials: Materials, looks: Looks
) -> tuple[MeshArrays, list[tuple[Variant, MeshArrays, Materials]]]:
    """A piece without the faces whose material varies, and for each material of their groups those
    faces with it.
    """
    names = [looks.group_of(material.name) if material else "" for material in materials]
    groups = np.array(names, dtype=object)[piece.materials] if len(piece.sizes) else np.zeros(0)
    varied = []
    for group in looks.materials:
        chosen = groups == group.name
        if chosen.any():
            some = faces_of(piece, chosen)
            for option in group.options:
                variant = Variant(bone=bone, part=part, group=group.name, material=option)
                material = bpy.data.materials[option]
                varied.append((variant, some, [material] * len(materials)))
    return faces_of(piece, groups == "") if varied else piece, varied


def shown(materials: Materials) -> Materials:
    """The materials as they are on light members."""
    return [shows_member(material) for material in materials]


def mark(thing: bpy.types.Object, variant: Variant) -> None:
    """Store with a part which members have it."""
    thing[VARIANT] = json.dumps(asdict(variant))


def variant_of(thing: bpy.types.Object) -> Variant | None:
    """Which members have a part; None for those that do not depend on looks."""
    stored = thing.get(VARIANT)
    return None if stored is None else Variant(**json.loads(stored))
