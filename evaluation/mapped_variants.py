"""Rigs of a convention in many variants, and broken ones: which bones Footfall maps on each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..base.errors import FootfallError
from ..bodies.character import Character
from ..rigs.skeleton import Skeleton
from ..simulation.silence_output import silence_output
from .broken_rigs import draw_broken
from .drawn_bodies import (
    A_POSE,
    ARMS_DOWN,
    BENT,
    T_POSE,
    Array,
    Pose,
    build_armature,
    turn_about,
)
from .drawn_conventions import draw_convention, true_roles

LONGEST_SENTENCE = 300  # letters


@dataclass(frozen=True)
class Variant:
    """How a rig of a convention is drawn: pose, turn of its bones, object scale, names, what is
    left out.
    """

    pose: Pose
    turn: Array
    scale: float = 1.0
    spell: Callable[[str, int], str] = lambda name, i: name
    without: str = ""


VARIANTS = {
    "T-pose facing -y": Variant(T_POSE, turn_about(2, -90)),
    "A-pose facing +x, object scale 0.01": Variant(A_POSE, turn_about(2, 0), 0.01),
    "arms down facing +y, object scale 100": Variant(ARMS_DOWN, turn_about(2, 90), 100.0),
    "bent knees, facing between the axes": Variant(BENT, turn_about(2, 37)),
    "lying on its back": Variant(T_POSE, turn_about(2, 20) @ turn_about(1, -90)),
    "upside down": Variant(A_POSE, turn_about(0, 180)),
    "numbered by an exporter": Variant(
        T_POSE, turn_about(2, -90), spell=lambda name, i: f"{name}_{i:02d}"
    ),
    "a copy, numbered by Blender": Variant(
        T_POSE, turn_about(2, -90), spell=lambda name, i: f"{name}.001"
    ),
    "under a namespace": Variant(A_POSE, turn_about(2, -90), spell=lambda name, i: f"hero:{name}"),
    "without toes": Variant(T_POSE, turn_about(2, -90), without="toes"),
}


def wrong_roles(convention: str, variant: Variant) -> dict[str, tuple[str, str]]:
    """Role -> (bone that it should have, bone that it has), where they differ."""
    import bpy

    from ..rigs.blender.rig import map_bones

    skeleton = draw_variant(convention, variant)
    truth = {
        role: skeleton.names[i]
        for i, role in enumerate(_roles_in_order(convention, variant))
        if role
    }
    with silence_output():
        bpy.ops.wm.read_homefile(use_empty=True)
        armature = build_armature(bpy, skeleton)
    armature.scale = (variant.scale,) * 3
    bpy.context.view_layer.update()
    found = map_bones(armature).roles
    return {
        role: (truth.get(role, ""), found.get(role, ""))
        for role in sorted(truth.keys() | found.keys())
        if truth.get(role) != found.get(role)
    }


def draw_variant(convention: str, variant: Variant) -> Skeleton:
    """The rig of a convention as a variant has it."""
    whole = draw_convention(convention, Character.humanoid(), variant.pose, variant.turn)
    names = tuple(variant.spell(name, i) for i, name in enumerate(whole.names))
    return replace(whole, names=names).part(_kept(convention, whole, variant))


def _kept(convention: str, whole: Skeleton, variant: Variant) -> list[int]:
    """All bones but those of the part that is left out, and what hangs on them."""
    truth = true_roles(convention)
    dropped = {
        below
        for role, bone in truth.items()
        if variant.without and role.startswith(variant.without)
        for below in _beside(whole, whole.index[bone])
    }
    return [i for i in range(len(whole.names)) if i not in dropped]


def _beside(skeleton: Skeleton, bone: int) -> set[int]:
    """A bone's twins at the same joint, such as other toes, and all that hangs on them."""
    parent = skeleton.parents[bone]
    twins = [bone] if parent < 0 else skeleton.children[parent]
    return {below for twin in twins for below in skeleton.descendants(twin)}


def _roles_in_order(convention: str, variant: Variant) -> list[str]:
    """For each bone that is drawn its true role, "" for none."""
    whole = draw_convention(convention, Character.humanoid(), variant.pose, variant.turn)
    role_of = {bone: role for role, bone in true_roles(convention).items()}
    return [role_of.get(whole.names[i], "") for i in _kept(convention, whole, variant)]


def outcome_of(seed: int) -> str:
    """mapped, refused, or what went wrong."""
    import bpy

    from ..rigs.blender.rig import map_bones, read_rig

    with silence_output(), np.errstate(all="ignore"):
        bpy.ops.wm.read_homefile(use_empty=True)
        armature = draw_broken(bpy, seed)
        try:
            map_bones(armature)
            read_rig(armature)
        except FootfallError as error:
            sentence = str(error)
            clear = sentence.endswith(".") and "\n" not in sentence
            return "refused" if clear and len(sentence) < LONGEST_SENTENCE else sentence
        except Exception as error:  # the very thing that must not happen
            return f"{type(error).__name__}: {error}"
        finally:
            if armature.mode == "EDIT":
                bpy.ops.object.mode_set(mode="OBJECT")
    return "mapped"
