"""Properties made from the catalogue, a group for each skill and event, and reading them back.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import math
import zlib

import bpy
import numpy as np
from bpy.props import (
    BoolProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..catalogue import (
    CUES,
    ClipParameter,
    FootstepsParameter,
    Parameter,
    PlaceParameter,
    PoseParameter,
    PropParameter,
    ShownParameter,
    Skill,
    TargetParameter,
    TextParameter,
    VectorParameter,
)
from ..catalogue.gait import STYLE_BLEND
from ..catalogue.parameters import condition_of
from ..catalogue.pushes import PUSH
from ..rigs.blender.action_slots import animates_objects
from ..rigs.kinds import ALL_ROLES
from .durations import frames_property

# Blender shows the units of these itself. Metres, m/s and kilograms stay in the labels: Blender
# multiplies what it shows of them by powers of the scene's unit scale, but a simulation reads the
# numbers as they are stored, and would do 1 m/s where the field says 1 cm/s.
SUBTYPES = {"rad": "ANGLE", "s": "TIME_ABSOLUTE", "rad/s": "ANGLE"}
KEYED, UNKEYED = {"ANIMATABLE"}, set()  # options of properties; only a keyed one has a dot
FULL_TURN = 2 * math.pi
_shown_items = {}  # keeps the strings of dynamic menus alive, to which Blender holds no reference


def title(name: str) -> str:
    """upper_leg.L -> Upper Leg L, upper_leg.FL -> Upper Leg FL"""
    words, dot, side = name.replace("_", " ").partition(".")
    return f"{words.title()} {side}" if dot else words.title()


def label_of(parameter) -> str:
    """The label of a parameter in the panel."""
    return getattr(parameter, "label", "") or title(parameter.name)


def is_duration(parameter) -> bool:
    """Whether the panel shows the parameter in frames or in seconds; keys need one unit."""
    return isinstance(parameter, Parameter) and parameter.unit == "s" and not parameter.keyable


def _chooses(parameter):
    """An update function: when a setting is set, set the one that it depends on so that it is used.

    Scripts and presets from before directions of pushes only set a force, which is in the world.
    """
    condition = condition_of(parameter)
    if condition is None:
        return None
    other, allowed = condition

    def update(self, context):
        if getattr(self, other) not in allowed:
            setattr(self, other, allowed[0])

    return update


def _number_property(parameter: Parameter):
    reach = FULL_TURN if parameter.unit == "rad" else math.inf
    default = parameter.typical if parameter.default is None else parameter.default
    is_share = not parameter.unit and (parameter.low, parameter.high) == (0.0, 1.0)
    return FloatProperty(
        name=label_of(parameter) + _shown_unit(parameter),
        description=parameter.sentence.rstrip("."),
        default=default,
        min=parameter.low,
        max=parameter.high,
        soft_min=max(parameter.low, -reach),
        soft_max=min(parameter.high, reach),
        subtype="FACTOR" if is_share else SUBTYPES.get(parameter.unit, "NONE"),
        step=1,
        precision=2,
        options=KEYED if parameter.keyable else UNKEYED,
        update=_blends(STYLE_BLEND) if parameter.name == STYLE_BLEND.name else _chooses(parameter),
    )


def _blends(parameter: Parameter | TextParameter):
    """An update function: a blend of two styles is used when one of its numbers or names is set.

    Scripts, presets and files from before the check box only set what is blended.
    """
    name = parameter.name if isinstance(parameter, Parameter) else first_name(parameter)

    def update(self, context):
        if getattr(self, name) != parameter.default:
            setattr(self, use_name(STYLE_BLEND), True)

    return update


def _shown_unit(parameter: Parameter | VectorParameter) -> str:
    if parameter.unit == "rad/s":
        return " (/s)"  # beside degrees or radians, as the scene shows angles
    has_own = not parameter.unit or parameter.unit in SUBTYPES
    return "" if has_own else f" ({parameter.unit})"


def _use_property(parameter: Parameter):
    return BoolProperty(
        name=f"Use {title(parameter.name)}",
        description=f"Set it by hand. {parameter.sentence.rstrip('.')}",
        options=UNKEYED,
    )


def _vector_property(parameter: VectorParameter):
    return FloatVectorProperty(
        name=title(parameter.name) + _shown_unit(parameter),
        description=parameter.sentence.rstrip("."),
        default=parameter.default,
        min=parameter.low,
        max=parameter.high,
        subtype="XYZ",
        step=1000,
        precision=0,
        options=UNKEYED,
        update=_chooses(parameter),
    )


def _place_property(parameter: PlaceParameter):
    is_path = parameter.least > 1
    picked = "The curve object that shows it" if is_path else "The object that stands there"
    return PointerProperty(
        name=title(parameter.name),
        description=f"{picked}. {parameter.sentence.rstrip('.')}",
        type=bpy.types.Object,
        poll=(lambda self, thing: thing.type == "CURVE") if is_path else None,
    )


def _footsteps_property(parameter: FootstepsParameter):
    return PointerProperty(
        name=title(parameter.name),
        description=f"The collection of footprints. {parameter.sentence.rstrip('.')}",
        type=bpy.types.Collection,
    )


def _prop_property(parameter: PropParameter):
    return PointerProperty(
        name=title(parameter.name),
        description=f"The mesh object. {parameter.sentence.rstrip('.')}",
        type=bpy.types.Object,
        poll=lambda self, thing: thing.type == "MESH",
    )


def _target_property(parameter: TargetParameter):
    return PointerProperty(
        name=title(parameter.name),
        description="The object: a mesh that is a prop or an obstacle, or where any other has its "
        f"origin. {parameter.sentence.rstrip('.')}",
        type=bpy.types.Object,
    )


def _clip_properties(parameter: ClipParameter | PoseParameter):
    """The Action, and the slot of an Action that has several."""
    action = PointerProperty(
        name="Action" if isinstance(parameter, ClipParameter) else f"{title(parameter.name)} Pose",
        description=parameter.sentence.rstrip("."),
        type=bpy.types.Action,
        poll=lambda self, action: animates_objects(action),
    )
    slot = StringProperty(
        name="Slot",
        description="Which slot of the Action; none: the one that keys most bones of the rig",
    )
    return {parameter.name: action, slot_name(parameter): slot}


def _text_property(parameter: TextParameter, name: str, sentence: str, update=None):
    update = update or _chooses(parameter)
    if parameter.is_free:
        return StringProperty(name=name, description=sentence, default=parameter.default)
    if parameter.choices is None:
        items = [(role, title(role), "") for role in ALL_ROLES]
        return EnumProperty(
            name=name, description=sentence, items=items, default=parameter.default,
            options=UNKEYED, update=update,
        )  # fmt: skip

    def items(self, context):
        shown = [_item(choice, parameter.default) for choice in parameter.choices()]
        return _shown_items.setdefault(tuple(shown), shown)

    return EnumProperty(
        name=name, description=sentence, items=items, default=0, options=UNKEYED, update=update
    )


def _item(choice: str, default: str):
    """A menu entry; its number does not change when others are saved, and 0 is the default."""
    number = 0 if choice == default else zlib.crc32(choice.encode()) >> 1
    return (choice, title(choice), "", number)


def _properties(parameter):
    """Properties by name: the parameter itself, and additional ones for the panel."""
    if isinstance(parameter, ClipParameter | PoseParameter):
        return _clip_properties(parameter)
    if isinstance(parameter, PlaceParameter):
        return {parameter.name: _place_property(parameter)}
    if isinstance(parameter, PropParameter):
        return {parameter.name: _prop_property(parameter)}
    if isinstance(parameter, TargetParameter):
        return {parameter.name: _target_property(parameter)}
    if isinstance(parameter, FootstepsParameter):
        return {parameter.name: _footsteps_property(parameter)}
    if isinstance(parameter, VectorParameter):
        return {parameter.name: _vector_property(parameter)}
    if isinstance(parameter, Parameter):
        made = {parameter.name: _number_property(parameter)}
        if has_check_box(parameter):
            made[use_name(parameter)] = _use_property(parameter)
        return made
    name, sentence = title(parameter.name), parameter.sentence.rstrip(".")
    made = {parameter.name: _text_property(parameter, name, sentence)}
    if parameter.most > 1:
        first = f"The first of two. {sentence}"
        made[first_name(parameter)] = _text_property(
            parameter, f"{name} From", first, _blends(parameter)
        )
    return made


def parameter_names(parameter) -> list[str]:
    """Names of a parameter's properties: its own, and additional ones for the panel."""
    return list(_properties(parameter))


def has_check_box(parameter) -> bool:
    """Whether a number is only used where its check box is on: one that the body gives otherwise,
    and the blend of two styles.
    """
    is_blend = parameter.name == STYLE_BLEND.name
    return isinstance(parameter, Parameter) and (parameter.default is None or is_blend)


def is_used(group: PropertyGroup, parameter) -> bool:
    """Whether the check box of a parameter is on, or there is none."""
    return not has_check_box(parameter) or getattr(group, use_name(parameter))


def use_name(parameter: Parameter) -> str:
    """The name of the check box of an optional parameter."""
    return f"use_{parameter.name}"


def first_name(parameter: TextParameter) -> str:
    """The name of the menu for the first of two names."""
    return f"{parameter.name}_from"


def slot_name(parameter: ClipParameter | PoseParameter) -> str:
    """The name of the property for the slot of an Action."""
    return f"{parameter.name}_slot"


def _group(skill: Skill, name: str, more: dict) -> type:
    properties = {n: made for p in skill.parameters for n, made in _properties(p).items()}
    for parameter in filter(is_duration, skill.parameters):
        shown = f"{label_of(parameter)} (Frames)"
        tip = f"{parameter.sentence.rstrip('.')}, in frames"
        properties[f"{parameter.name}_frames"] = frames_property(parameter.name, shown, tip)
    contents = {"__doc__": skill.sentence, "__annotations__": {**more, **properties}}
    return type(f"FOOTFALL_PG_{name}", (PropertyGroup,), contents)


SKILL_GROUPS = {skill.name: _group(skill, skill.name, {}) for skill in CUES.values()}
FOOTFALL_PG_old_push = _group(
    PUSH,
    "old_push",
    {"frame": IntProperty(name="Frame", description="When the push begins", default=1)},
)


def unused_settings(cue: PropertyGroup) -> set[str]:
    """The parameters of a cue that its other parameters leave unused."""
    skill = CUES[cue.skill]
    return set(skill.unused({p.name: getattr(cue.parameters, p.name) for p in skill.parameters}))


def typed_value(group: PropertyGroup, parameter):
    """A parameter's value as typed; None where it is not used. Objects and Actions stay."""
    value = getattr(group, parameter.name)
    if isinstance(parameter, ShownParameter | PropParameter | ClipParameter | PoseParameter):
        return value
    if isinstance(parameter, TextParameter):
        blends = parameter.most > 1 and is_used(group, STYLE_BLEND)
        first = getattr(group, first_name(parameter)) if blends else parameter.default
        return value if first == parameter.default else f"{first}, {value}"
    if isinstance(parameter, VectorParameter):
        return tuple(as_typed(number, parameter) for number in value)
    if not is_used(group, parameter):
        return parameter.default
    return as_typed(value, parameter)


def as_typed(value: float, parameter: Parameter | VectorParameter) -> float:
    """The number as typed: Blender stores 1.2 as 1.2000000477 (single precision)."""
    return min(max(shortest(value), parameter.low), parameter.high)


def shortest(value: float) -> float:
    """The shortest number with the same single-precision value."""
    return float(str(np.float32(value)))
