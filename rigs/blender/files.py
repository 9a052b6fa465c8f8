"""Opens rig files of every kind into Blender, and saves the scene."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path

import bpy

from ...base.errors import InvalidInput, RigError
from .action_slots import give_action
from .motion import show_whole_animation
from .rig import map_bones
from .rigify import make_rigify
from .scene import set_frame_rate

GENERATED, HUMAN = "rigify", "human"


def open_rig(path: str, name: str | None = None) -> bpy.types.Object:
    """Replace the open scene by a rig's file; returns the rig's armature.

    Args:
        path: a file of one of the kinds in IMPORTERS, "rigify" for a generated human, or
            "rigify:horse" for a rig generated from another of Rigify's metarigs.
        name: of the armature, where the file has several.
    """
    if Path(path).suffix.lower() != BLEND:
        _start_empty()
        return add_rig(path, name)
    _read(path, _open_blend)
    return choose_armature(path, name)


def add_rig(path: str, name: str | None = None) -> bpy.types.Object:
    """Add a rig's file to the open scene; arguments as `open_rig`."""
    generated, colon, metarig = path.partition(":")
    if generated == GENERATED:
        return make_rigify(metarig if colon else HUMAN)
    before = set(bpy.context.scene.objects)
    importer = IMPORTERS.get(Path(path).suffix.lower())
    if importer is None:
        raise InvalidInput(
            f"The rig {path!r} must be a file that ends in {', '.join(IMPORTERS)}, "
            f"the word {GENERATED}, or {GENERATED}:horse and the like."
        )
    _read(path, importer)
    return choose_armature(path, name, before)


def _read(path: str, reader: Callable[[str], None]) -> None:
    if not Path(path).is_file():
        raise InvalidInput(f"The rig {path!r} cannot be read: there is no such file.")
    try:
        reader(str(Path(path).resolve()))
    except Exception as error:  # importers raise any kind of error on broken files
        raise InvalidInput(f"The rig {path!r} cannot be read: {last_line(error)}") from error


def _start_empty() -> None:
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)


def _open_blend(path: str) -> None:
    # Scripts in a foreign file are not run; simple driver expressions work without.
    bpy.ops.wm.open_mainfile(filepath=path, load_ui=False, use_scripts=False)


def _append_blend(path: str) -> None:
    with bpy.data.libraries.load(path) as (theirs, ours):
        ours.scenes = theirs.scenes[:1]
    for scene in ours.scenes:
        _take_over(scene)
        bpy.data.scenes.remove(scene)


def _take_over(scene: bpy.types.Scene) -> None:
    """Move everything of a scene into the present one, with its visibility."""
    here, layer = bpy.context.scene.collection, bpy.context.view_layer.layer_collection
    for thing in scene.collection.objects:
        here.objects.link(thing)
    for theirs in scene.view_layers[0].layer_collection.children:
        here.children.link(theirs.collection)
        ours = layer.children[theirs.collection.name]
        ours.exclude, ours.hide_viewport = theirs.exclude, theirs.hide_viewport


def _import_fbx(path: str) -> None:
    bpy.ops.import_scene.fbx(filepath=path)


def _import_gltf(path: str) -> None:
    bpy.ops.import_scene.gltf(filepath=path)


def _import_bvh(path: str) -> None:
    bpy.ops.import_anim.bvh(filepath=path)


BLEND = ".blend"
IMPORTERS: dict[str, Callable[[str], None]] = {
    BLEND: _append_blend,
    ".fbx": _import_fbx,
    ".glb": _import_gltf,
    ".gltf": _import_gltf,
    ".vrm": _import_gltf,
    ".bvh": _import_bvh,
}


def open_clip(
    path: str, name: str | None = None, action: str | None = None
) -> bpy.types.Object:  # fmt: skip
    """`open_rig` for an animation: the scene's frame range and rate become those of the animation.

    A .blend file keeps its own range. `action` names one of several Actions; another one that the
    armature had stays in the file.
    """
    armature = open_rig(path, name)
    if action is not None:
        give_action(armature, action_of_file(path, action))
    ending = Path(path).suffix.lower()
    if ending == ".bvh":
        set_frame_rate(bpy.context.scene, _bvh_rate(path))
    if ending != ".blend" or action is not None:
        show_whole_animation(armature)
    return armature


def action_of_file(path: str, name: str) -> bpy.types.Action:
    """An Action of the file that is open, by its name. Raises InvalidInput where it has none."""
    if name not in bpy.data.actions:
        known = ", ".join(repr(action.name) for action in bpy.data.actions) or "none"
        raise InvalidInput(f"{path!r} has no Action {name!r}; it has {known}.")
    return bpy.data.actions[name]


def _bvh_rate(path: str) -> float:
    """Frame rate of a BVH file [1/s], which Blender's importer ignores."""
    text = Path(path).read_text("utf-8", errors="replace")
    found = re.search(r"Frame Time:\s*([\d.]+(?:[eE][+-]?\d+)?)", text)
    if found is None or not float(found.group(1)) > 0.0:
        raise InvalidInput(f"The rig {path!r} lacks its frame time.")
    return 1.0 / float(found.group(1))


def choose_armature(
    path: str, name: str | None, others: Collection[bpy.types.Object] = ()
) -> bpy.types.Object:
    """The armature of that name; without a name, the only one, or the only one that can be mapped.

    `others` are armatures that existed before the file was read; they are ignored.
    """
    things = [thing for thing in bpy.context.scene.objects if thing not in others]
    armatures = {thing.name: thing for thing in things if thing.type == "ARMATURE"}
    if not armatures:
        raise InvalidInput(f"The rig {path!r} has no armature in its scene.")
    known = ", ".join(map(repr, armatures))
    if name is not None:
        if name not in armatures:
            raise InvalidInput(f"{path!r} has no armature {name!r}; it has {known}.")
        return armatures[name]
    mapped = [a for a in armatures.values() if len(armatures) == 1 or _can_be_mapped(a)]
    if len(mapped) != 1:
        raise InvalidInput(f"{path!r} has several armatures, {known}: choose with --armature NAME.")
    return mapped[0]


def _can_be_mapped(armature: bpy.types.Object) -> bool:
    try:
        return not map_bones(armature).missing_required
    except RigError:
        return False


def save_blend(path: str) -> None:
    """Save the scene, replacing an existing file, without a .blend1 backup."""
    bpy.context.preferences.filepaths.save_version = 0
    try:
        bpy.ops.wm.save_as_mainfile(filepath=str(Path(path).resolve()), copy=True)
    except RuntimeError as error:
        raise InvalidInput(f"The scene {path!r} cannot be written: {last_line(error)}") from error


def last_line(error: Exception) -> str:
    """The relevant line of an error raised by one of Blender's operators."""
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith("Location:")]
    cause = telling[-1] if telling else type(error).__name__
    return cause.removeprefix("Error: ").rstrip(".") + "."
