"""Saves the bake: the whole scene as .blend, or the rig with its meshes as .fbx or .glb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import bpy

from ...base.errors import InvalidInput
from .files import last_line, save_blend


def save_baked(
    armature: bpy.types.Object, path: str, props: Sequence[bpy.types.Object] = ()
) -> None:
    """Save in the format of the path's ending, one of ENDINGS, with the props that the take moves.

    An exported file has the frames that the scene plays. Raises InvalidInput where it cannot be
    saved.
    """
    ending = Path(path).suffix.lower()
    if ending == ".blend":
        save_blend(path)
        return
    _select(armature, props)
    try:
        EXPORTERS[ending](str(Path(path).resolve()))
    except Exception as error:  # exporters raise any kind of error
        raise InvalidInput(f"The file {path!r} cannot be written: {last_line(error)}") from error


def _select(armature: bpy.types.Object, props: Sequence[bpy.types.Object]) -> None:
    """Select the armature, the meshes that it moves and the props, and nothing else."""
    armature.hide_set(False)
    armature.hide_viewport = False
    meshes = [thing for thing in bpy.context.scene.objects if _moves(armature, thing)]
    moved = {armature, *props, *meshes}
    for thing in bpy.context.view_layer.objects:
        thing.select_set(thing in moved)
    bpy.context.view_layer.objects.active = armature


def _moves(armature: bpy.types.Object, thing: bpy.types.Object) -> bool:
    return thing.type == "MESH" and armature in (thing.parent, thing.find_armature())


def _export_fbx(path: str) -> None:
    bpy.ops.export_scene.fbx(
        filepath=path,
        use_selection=True,
        object_types={"ARMATURE", "MESH"},
        add_leaf_bones=False,
        # One animation of the scene as it plays, strips included.
        bake_anim_use_nla_strips=False,
        bake_anim_use_all_actions=False,
        bake_anim_simplify_factor=0.0,
    )


def _export_glb(path: str) -> None:
    bpy.ops.export_scene.gltf(
        filepath=path,
        export_format="GLB",
        use_selection=True,
        export_animation_mode="SCENE",
        export_anim_scene_split_object=False,
        export_optimize_animation_size=False,
    )


EXPORTERS: dict[str, Callable[[str], None]] = {".fbx": _export_fbx, ".glb": _export_glb}
ENDINGS = (".blend", *EXPORTERS)
