"""The objects that a run was read from, compared with the scene during the run and before keying.

A deleted object may stay in the file, held by its users: only the scene shows whether it still
exists for the artist.
"""

from __future__ import annotations

from collections.abc import Iterable

import bpy
import numpy as np

from ...base.errors import RigError

WHILE = "while its motion was simulated: nothing was written"


class Subjects:
    """The scene, the armatures and the objects that a run was read from."""

    def __init__(
        self,
        armatures: Iterable[bpy.types.Object],
        things: Iterable[bpy.types.Object] = (),
        are_posed: bool = True,
    ) -> None:
        """Record the state of the objects in the present scene.

        Args:
            things: other objects that will be keyed.
            are_posed: whether the armatures must be visible, which Blender needs to pose them.
        """
        self._scene, self._scene_name = bpy.context.scene, bpy.context.scene.name
        self._rigs = [(thing, thing.name, bones_of(thing)) for thing in armatures]
        self._things = [(thing, thing.name) for thing in things]
        self._are_posed = are_posed

    def exist(self) -> bool:
        """Whether all of them still exist in Blender, in the scene or not."""
        things = [self._scene, *(rig for rig, *_ in self._rigs), *(t for t, _ in self._things)]
        return all(is_there(thing) for thing in things)

    def check(self) -> None:
        """Raise RigError with one sentence where one of them is missing or has changed.

        Renaming, moving, selection, other modes and other frames are no changes.
        """
        if not is_there(self._scene) or self._scene != bpy.context.scene:
            raise RigError(
                f"The scene {self._scene_name!r} was left or removed {WHILE}. Go back to it, and "
                "start again."
            )
        for rig, name, bones in self._rigs:
            self._check_rig(rig, name, bones)
        for thing, name in self._things:
            if not is_in_scene(thing):
                raise RigError(f"The prop {name!r} was removed {WHILE}. Choose another.")

    def _check_rig(self, rig: bpy.types.Object, name: str, bones: bytes) -> None:
        if not is_in_scene(rig):
            raise RigError(f"The armature {name!r} was removed {WHILE}. Choose another.")
        if self._are_posed and not is_posed(rig):
            raise RigError(
                f"The armature {name!r} was switched off, or its collection was excluded, {WHILE}. "
                "Show it in this view layer, and start again."
            )
        if rig.mode == "EDIT":
            raise RigError(
                f"The armature {name!r} went into Edit Mode {WHILE}. Leave it (Tab), and start "
                "again."
            )
        if bones_of(rig) != bones:
            raise RigError(f"The bones of {name!r} were changed {WHILE}. Start again.")


def is_there(thing: bpy.types.ID) -> bool:
    """Whether a data-block to which Python holds a reference still exists."""
    try:
        return bool(thing.name)
    except ReferenceError:
        return False


def is_in_scene(thing: bpy.types.Object) -> bool:
    """Whether an object is part of the present scene, in any view layer."""
    if not is_there(thing):
        return False
    objects = bpy.context.scene.objects
    return objects.get(thing.name) == thing or thing in objects.values()  # linked ones share names


def is_posed(armature: bpy.types.Object) -> bool:
    """Whether Blender poses an armature in the present view layer: not where it or all of its
    collections are excluded or disabled in viewports, but where it is hidden by the eye icon.
    """
    return not armature.hide_viewport and _is_shown_in(
        bpy.context.view_layer.layer_collection, armature
    )


def _is_shown_in(layer: bpy.types.LayerCollection, thing: bpy.types.Object) -> bool:
    if layer.exclude:  # its children can be included
        return any(_is_shown_in(child, thing) for child in layer.children)
    if layer.collection.hide_viewport:
        return False
    if layer.collection.objects.get(thing.name) == thing:
        return True
    return any(_is_shown_in(child, thing) for child in layer.children)


def bones_of(armature: bpy.types.Object) -> bytes:
    """Names and rest pose of an armature's bones."""
    bones = armature.data.bones
    matrices = np.empty(16 * len(bones), np.float32)
    bones.foreach_get("matrix_local", matrices)
    return "\n".join(bones.keys()).encode() + matrices.tobytes()
