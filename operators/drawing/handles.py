"""What of the active cue can be dragged in the viewport: its way, its push and its objects."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import bpy
from mathutils import Vector

from ...catalogue import CUES, PlaceParameter, PropParameter, StrengthParameter, TargetParameter
from ...catalogue.bodies import parameters_for
from ...catalogue.pushes import CUSTOM, SIDES, WORDS, WORLD
from ...rigs.blender.scene_keys import keyed_values
from ..active_cue import active_cue
from ..chosen import chosen_armature
from ..found_bones import kind_of_body
from ..skill_properties import title, typed_value
from .standing import Standing, begin_of

WAY, BLOW, SPOT = "way", "blow", "spot"
LEAST = 0.35  # [m] of an arrow that stands for nothing: it can still be grasped
TURNED = 0.7  # [m] more, of an arrow that has a direction alone
WORD_LENGTHS = dict(zip(WORDS, (0.2, 0.5, 0.9), strict=True))  # [m] more
IMPULSE, FORCE = 100.0, 500.0  # [N s], [N] of a metre
SPEED_STEP, IMPULSE_STEP, FORCE_STEP = 0.05, 1.0, 10.0  # [m/s], [N s], [N]
TURN_STEP, COARSE = math.radians(1.0), math.radians(15.0)
STRAIGHT = math.radians(5.0)  # a cue that keeps its heading keeps it until it is turned further
HEADING, SPEED = "heading", "speed"


class Handle(NamedTuple):
    """Something to drag, in the scene's space and units.

    Attributes:
        kind: WAY, BLOW (a push) or SPOT.
        base, tip: of an arrow; both are the place of a spot.
        metre: the length of a metre.
        ahead: the heading [rad] of the body when the cue begins.
        turns, hastens: whether a drag of a way changes the heading and the speed.
        name: of the parameter of a spot.
        text: its value, in words.
    """

    kind: str
    base: Vector
    tip: Vector
    metre: float = 1.0
    ahead: float = 0.0
    turns: bool = False
    hastens: bool = False
    name: str = ""
    text: str = ""


def handles_of(context: bpy.types.Context) -> list[Handle]:
    """The handles of the active cue."""
    cue = active_cue(context)
    if cue is None:
        return []
    begin = begin_of(context, context.scene.footfall.active_cue)
    return [*_arrows(context, cue, begin), *_spots(context, cue)]


def _arrows(
    context: bpy.types.Context, cue: bpy.types.PropertyGroup, begin: Standing | None
) -> Iterator[Handle]:
    if begin is None:
        return
    if any(isinstance(p, StrengthParameter) for p in CUES[cue.skill].parameters):
        yield push_handle(cue.parameters, begin)
        return
    taken = parameters_for(cue.skill, kind_of_body(chosen_armature(context)))
    has = {name: name in taken for name in (HEADING, SPEED)}
    turns = has[HEADING] and _is_free(context, cue, HEADING)
    hastens = has[SPEED] and _is_free(context, cue, SPEED)
    if turns or hastens:
        yield _way(cue, begin, turns, hastens, next(iter(_places(cue)), None))


def _is_free(context: bpy.types.Context, cue: bpy.types.PropertyGroup, name: str) -> bool:
    """Whether a parameter has no keys, and no other one is used instead of it."""
    scene, skill = context.scene, CUES[cue.skill]
    path = f"footfall.cues[{scene.footfall.active_cue}].{cue.skill}.{name}"
    if keyed_values(scene, path, [scene.frame_current]) is not None:
        return False
    others = {other for pair in skill.exclusive if name in pair for other in pair} - {name}
    used = [p for p in skill.parameters if p.name in others]
    return all(typed_value(cue.parameters, p) is None for p in used)


def _way(
    cue: bpy.types.PropertyGroup, begin: Standing, turns: bool, hastens: bool, goal: Vector | None
) -> Handle:
    """The arrow of a walk: where it goes, longer by a metre for each m/s."""
    group = cue.parameters
    heading, said = begin.heading, []
    if turns and group.use_heading:
        heading = group.heading
    elif not turns and goal is not None:
        heading = math.atan2(goal.y - begin.place.y, goal.x - begin.place.x)
    speed = group.speed if CUES[cue.skill].takes(SPEED) else TURNED
    way = Vector((math.cos(heading), math.sin(heading), 0.0))
    if speed < 0.0:
        way.negate()
    if hastens:
        said.append(f"{group.speed:.2f} m/s")
    if turns and group.use_heading:
        said.append(f"{math.degrees(heading):.0f}°")
    tip = begin.place + way * begin.metre * (LEAST + abs(speed))
    return Handle(
        WAY, begin.place, tip, begin.metre, begin.heading, turns, hastens, text=", ".join(said)
    )


def drag_way(
    handle: Handle, group: bpy.types.PropertyGroup, to: Vector, is_coarse: bool
) -> None:  # fmt: skip
    """Set heading and speed so that the arrow points to a place; backwards stays backwards."""
    way = to - handle.base
    way.z = 0.0
    backwards = handle.hastens and group.speed < 0.0
    if handle.hastens:
        length = max(way.length / handle.metre - LEAST, 0.0)
        steps = round(length / SPEED_STEP)
        group.speed = SPEED_STEP * (-max(steps, 1) if backwards else steps)
    if handle.turns and way.length > 0.0:
        angle = math.atan2(way.y, way.x) + (math.pi if backwards else 0.0)
        step = COARSE if is_coarse else TURN_STEP
        heading = step * round(angle / step)
        turned = abs(math.remainder(heading - handle.ahead, 2.0 * math.pi))
        if group.use_heading or turned > STRAIGHT:
            group.use_heading = True
            group.heading = math.remainder(heading, 2.0 * math.pi)


def push_handle(group: bpy.types.PropertyGroup, begin: Standing) -> Handle:
    """The arrow of a push from the body; its length is the force, the impulse or the word."""
    said, base = "", begin.chest
    if group.direction == WORLD:
        force = Vector(group.force)
        way = force.normalized() if force.length else Vector((1.0, 0.0, 0.0))
        length, said = force.length / FORCE, f"{force.length:.0f} N"
    else:
        ahead, left = SIDES[group.direction]
        cos, sin = math.cos(begin.heading), math.sin(begin.heading)
        way = Vector((cos * ahead - sin * left, sin * ahead + cos * left, 0.0))
        if group.strength == CUSTOM:
            length, said = group.impulse / IMPULSE, f"{group.impulse:.0f} N s"
        else:
            length = WORD_LENGTHS[group.strength]
            said = bpy.app.translations.pgettext_iface(title(group.strength))
    tip = base + way * begin.metre * (LEAST + length)
    return Handle(BLOW, base, tip, begin.metre, begin.heading, text=said)


def drag_push(handle: Handle, group: bpy.types.PropertyGroup, to: Vector) -> None:
    """Set direction and strength of a push so that its arrow points near to a place."""
    way = to - handle.base
    length = max(way.length / handle.metre - LEAST, 0.0)
    if group.direction == WORLD:
        force = FORCE_STEP * round(length * FORCE / FORCE_STEP)
        flat = Vector((way.x, way.y, 0.0)).normalized() * force
        group.force = (flat.x, flat.y, group.force[2])
        return
    cos, sin = math.cos(handle.ahead), math.sin(handle.ahead)
    ahead, left = cos * way.x + sin * way.y, cos * way.y - sin * way.x
    group.direction = max(SIDES, key=lambda s: SIDES[s][0] * ahead + SIDES[s][1] * left)
    if group.strength == CUSTOM:
        group.impulse = IMPULSE_STEP * round(length * IMPULSE / IMPULSE_STEP)
    else:
        group.strength = min(WORDS, key=lambda word: abs(WORD_LENGTHS[word] - length))


def _spots(context: bpy.types.Context, cue: bpy.types.PropertyGroup) -> Iterator[Handle]:
    for parameter, thing in _objects(cue):
        if thing.name in context.scene.objects and thing.library is None:
            place = thing.matrix_world.translation.copy()
            yield Handle(SPOT, place, place, name=parameter, text=thing.name)


def _objects(cue: bpy.types.PropertyGroup) -> Iterator[tuple[str, bpy.types.Object]]:
    """The objects that show a place of a cue, by their parameters."""
    for parameter in CUES[cue.skill].parameters:
        is_path = isinstance(parameter, PlaceParameter) and parameter.least > 1
        if isinstance(parameter, PlaceParameter | TargetParameter | PropParameter) and not is_path:
            thing = getattr(cue.parameters, parameter.name)
            if thing is not None:
                yield parameter.name, thing


def _places(cue: bpy.types.PropertyGroup) -> Iterator[Vector]:
    for _, thing in _objects(cue):
        yield thing.matrix_world.translation


def object_of(cue: bpy.types.PropertyGroup, handle: Handle) -> bpy.types.Object:
    """The object of a spot."""
    return getattr(cue.parameters, handle.name)
