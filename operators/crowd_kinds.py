"""What the operators that change the kinds of a crowd's members have in common."""

from __future__ import annotations

from collections.abc import Mapping

import bpy

from ..catalogue.crowds import FULL
from ..rigs.blender.crowd_kinds import set_kinds
from ..rigs.blender.crowd_light_object import light_objects
from ..rigs.blender.crowd_scene import kinds_of, members_of
from ..rollout.wording import count
from .crowding import hanging_on, stored_plan


def change_kinds(
    context: bpy.types.Context, collection: bpy.types.Collection, kinds: Mapping[int, str]
) -> str:
    """Change members to these kinds and select them; returns a sentence. Raises FootfallError."""
    present = kinds_of(collection)
    changed = [number for number, kind in kinds.items() if present[number] != kind]
    plan = stored_plan(context, collection)
    becomes_full = any(kinds[number] == FULL for number in changed)
    hanging = hanging_on(plan) if becomes_full else []
    set_kinds(collection, kinds, plan.rigs, hanging)
    _select(context, collection, kinds)
    return f"{count(len(changed), 'member')} of {collection.name} changed"


def _select(
    context: bpy.types.Context, collection: bpy.types.Collection, kinds: Mapping[int, str]
) -> None:
    """Select these members, as far as the view layer has them."""
    context.view_layer.update()  # which has new objects only then
    full = [member for number, member in members_of(collection).items() if number in kinds]
    light = light_objects(collection) if set(kinds.values()) - {FULL} else []
    things = [t for t in (*full, *light) if t.name in context.view_layer.objects]
    for thing in things:
        thing.select_set(True)
    if things:
        context.view_layer.objects.active = things[0]
