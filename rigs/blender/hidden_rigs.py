"""Rigs from which a crowd was made: hidden, and shown temporarily to be read again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import bpy

BY_US = "footfall_hidden"  # custom property: hidden by Footfall and not by the artist


def hide_rigs(armatures: Sequence[bpy.types.Object]) -> None:
    """Hide rigs and their objects from the viewport and from renders."""
    for thing in _belongings(armatures):
        if not thing.hide_render:
            thing.hide_render = thing.hide_viewport = thing[BY_US] = True


def is_meant_to_be_seen(thing: bpy.types.Object) -> bool:
    """Whether the artist has the object visible in renders."""
    return not thing.hide_render or BY_US in thing


@contextmanager
def shown(armatures: Sequence[bpy.types.Object]) -> Iterator[None]:
    """Show rigs and their meshes for a while: Blender does not evaluate hidden objects."""
    hidden = [thing for thing in _belongings(armatures) if thing.hide_viewport]
    for thing in hidden:
        thing.hide_viewport = False
    bpy.context.view_layer.update()
    try:
        yield
    finally:
        for thing in hidden:
            thing.hide_viewport = True


def _belongings(armatures: Sequence[bpy.types.Object]) -> list[bpy.types.Object]:
    """Rigs, the objects parented to them, and the meshes that they move."""
    found: dict[bpy.types.Object, None] = {}
    for armature in armatures:
        moved = [thing for thing in bpy.data.objects if thing.find_armature() == armature]
        found.update(dict.fromkeys([armature, *armature.children_recursive, *moved]))
    return list(found)
