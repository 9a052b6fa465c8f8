"""The parameters of a cue: where each is shown, and how it is drawn."""

from __future__ import annotations

from ..catalogue import (
    CUES,
    AnyParameter,
    ClipParameter,
    FootstepsParameter,
    Parameter,
    PoseParameter,
    PropParameter,
    StrengthParameter,
    StyleParameter,
)
from ..catalogue.bodies import parameters_for
from ..catalogue.gait import STYLE_BLEND
from ..catalogue.pushes import CUSTOM, WORDS, impulse_of
from ..operators.chosen import chosen_armature
from ..operators.found_body import find_body
from ..operators.found_bones import kind_of_body
from ..operators.mark_contacts import has_marks
from ..operators.skill_properties import (
    has_check_box,
    is_duration,
    is_used,
    slot_name,
    title,
    unused_settings,
    use_name,
)
from ..rigs.blender.action_slots import has_a_choice
from ..rigs.blender.scene_parts import PROP, is_part
from .assets import SHELF, is_shelf_there
from .durations import draw_duration

FIELDS = 0.4  # of the width; labels are left of the fields
LABEL = 14  # letters of a label that fit beside a number in a sidebar of the usual width


def shown_parameters(context, cue) -> list[AnyParameter]:
    """The parameters that the chosen body takes and that the cue's other settings use."""
    kind = kind_of_body(chosen_armature(context))
    taken = parameters_for(cue.skill, kind) - unused_settings(cue)
    return [parameter for parameter in CUES[cue.skill].parameters if parameter.name in taken]


def chief_parameters(context, cue) -> list[AnyParameter]:
    """What an artist sets most, for the main panel."""
    chief = CUES[cue.skill].chief
    return [p for p in shown_parameters(context, cue) if not chief or p.name in chief]


def style_parameters(context, cue) -> list[AnyParameter]:
    """The style, and the blend of two, for the panel Style."""
    return [p for p in shown_parameters(context, cue) if is_of_style(p)]


def other_parameters(context, cue) -> list[AnyParameter]:
    """The rest, for the panel Gait."""
    chief = chief_parameters(context, cue)
    return [p for p in shown_parameters(context, cue) if p not in chief and not is_of_style(p)]


def is_of_style(parameter: AnyParameter) -> bool:
    return isinstance(parameter, StyleParameter) or parameter.name == STYLE_BLEND.name


def draw_parameters(layout, context, cue, parameters) -> None:
    """The parameters one below the other, with dots that set keys where they can be keyed."""
    column = layout.column()
    column.use_property_decorate = True
    for parameter in parameters:
        draw_parameter(column, context, cue, parameter)


def draw_parameter(layout, context, cue, parameter) -> None:
    group = cue.parameters
    if isinstance(parameter, FootstepsParameter):
        row = layout.row(align=True)
        row.prop(group, parameter.name)
        row.operator("footfall.lay_footprints", text="", icon="ADD")
    elif isinstance(parameter, ClipParameter):
        draw_clip(layout, group, parameter)
        draw_contact_marks(layout, context)
    elif isinstance(parameter, PoseParameter):
        draw_clip(layout, group, parameter)
    elif isinstance(parameter, PropParameter) and parameter.is_moved:
        draw_prop(layout, group, parameter)
    elif isinstance(parameter, StyleParameter):
        draw_style(layout, context, cue, parameter)
    elif is_duration(parameter):
        draw_duration(layout, context, group, parameter.name)
    elif has_check_box(parameter):
        use = use_name(parameter)
        heading = shown_name(group, parameter)
        draw_automatic(layout, group, use, (group, parameter.name), heading=heading)
    else:
        layout.prop(group, parameter.name, text=shown_name(group, parameter))
        if isinstance(parameter, StrengthParameter):
            draw_strength(layout, context, getattr(group, parameter.name))


def draw_automatic(layout, group, use, shown, heading) -> None:
    """A check box, and beside it the value: set by hand, or greyed where it is automatic.

    Args:
        use: the property of the check box.
        shown: the group and the name of the value's property.
    """
    row = layout.row(heading=heading)
    row.prop(group, use, text="")
    value = row.row()
    value.enabled = getattr(group, use)
    value.prop(*shown, text="")


def draw_style(layout, context, cue, parameter) -> None:
    """The style of the cue, greyed while an edited one is worn instead; and the shelf of styles."""
    has_shelf = is_shelf_there(context)
    row = layout.row(align=True)
    row.use_property_decorate = not has_shelf  # whose button stands where the dots are
    style = row.row()
    style.active = not cue.edited.is_worn
    blends = is_used(cue.parameters, STYLE_BLEND)
    style.prop(cue.parameters, parameter.name, text="Style To" if blends else "Style")
    if has_shelf:
        row.prop(context.space_data, SHELF, text="", icon="ASSET_MANAGER")


def draw_clip(layout, group, parameter):
    """The Action, and its slot where it has several for objects."""
    layout.prop(group, parameter.name)
    action = getattr(group, parameter.name)
    if action is not None and has_a_choice(action):
        layout.prop_search(group, slot_name(parameter), action, "slots")


def draw_contact_marks(layout, context):
    """The buttons that mark the contacts of the Action and that remove the marks."""
    row = layout.row(align=True)
    row.operator("footfall.mark_contacts", icon="MARKER")
    if has_marks(context):
        row.operator("footfall.mark_contacts", text="", icon="X").clears = True


def draw_prop(layout, group, parameter):
    """The object, and a button that makes it a prop, whose mass the surroundings panel shows."""
    row = layout.row(align=True)
    row.prop(group, parameter.name)
    thing = getattr(group, parameter.name)
    if thing is not None and not is_part(thing, PROP):
        make = row.operator("footfall.set_part", text="", icon="PHYSICS")
        make.part, make.object = PROP, thing.name


def draw_strength(layout, context, word):
    """The impulse that a word means for the chosen body; for a free impulse, those of all words."""
    body = find_body(context.scene, chosen_armature(context))
    gravity = -context.scene.gravity[2]
    if body is None or not gravity > 0.0:
        return
    measures = body.kind, body.mass, body.leg_length, gravity
    shown = WORDS if word == CUSTOM else (word,)
    said = [f"{impulse_of(each, *measures):.3g} N s" for each in shown]
    if word == CUSTOM:
        said = [f"{title(each)}: {amount}" for each, amount in zip(WORDS, said, strict=True)]
    else:
        said = [f"{said[0]} on {body.mass:.3g} kg"]
    split = layout.split(factor=FIELDS)
    split.label(text="")
    lines = split.column(align=True)
    for line in said:
        lines.label(text=line)


def shown_name(group, parameter: Parameter | AnyParameter) -> str:
    """The name with its unit, where there is room."""
    name = group.bl_rna.properties[parameter.name].name
    return name if len(name) <= LABEL else title(parameter.name)
