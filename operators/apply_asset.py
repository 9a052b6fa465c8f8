"""Apply to Character: a style or routine of the asset library, which was clicked or dropped."""

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty

from ..base.errors import InvalidInput
from ..catalogue import CUES, StyleParameter
from ..catalogue.routines import ROUTINES
from ..rigs.blender.asset_files import KEY
from .active_cue import active_cue
from .asset_library import ROUTINE, key_at
from .chosen import chosen_armature
from .refusals import reports_errors
from .skill_properties import first_name, title
from .use_routine import put_routine

# Blender's kinds of asset libraries, with its numbers.
LIBRARIES = [
    ("ALL", "All", "", 2), ("LOCAL", "Current File", "", 1),
    ("ESSENTIALS", "Essentials", "", 3), ("CUSTOM", "Custom", "", 100),
]  # fmt: skip
AT_ONCE = 0.01  # [s]


class FOOTFALL_OT_apply_asset(bpy.types.Operator):
    """Give the chosen cue the style of this asset, or replace the list of cues by its routine"""

    bl_idname = "footfall.apply_asset"
    bl_label = "Apply to Character"
    bl_options = {"REGISTER", "UNDO"}

    key: StringProperty(
        name="Asset", description="Which style or routine; empty: the active asset",
        options={"HIDDEN", "SKIP_SAVE"},
    )  # fmt: skip
    onto: StringProperty(
        name="Character", description="The armature that it was dropped on; empty: the chosen one",
        options={"HIDDEN", "SKIP_SAVE"},
    )  # fmt: skip
    dropped: BoolProperty(
        name="Dropped", description="Whether a drop into the 3D view calls it",
        options={"HIDDEN", "SKIP_SAVE"},
    )  # fmt: skip

    # How the shelf names the asset that was clicked.
    asset_library_type: EnumProperty(
        name="Library", description="The kind of the asset's library", items=LIBRARIES,
        options={"HIDDEN", "SKIP_SAVE"},
    )  # fmt: skip
    asset_library_identifier: StringProperty(options={"HIDDEN", "SKIP_SAVE"})
    relative_asset_identifier: StringProperty(options={"HIDDEN", "SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        if context.window_manager.footfall.running:
            cls.poll_message_set("A bake is running: wait for it or press Esc")
            return False
        if context.area is None or context.area.type != "FILE_BROWSER":
            return True
        if not key_of_asset(getattr(context, "asset", None)):
            cls.poll_message_set("Choose an asset of Footfall")
            return False  # a double click has another meaning there
        return True

    def invoke(self, context, event):
        if not self.dropped:
            return self.execute(context)
        # Blender shows the report of a modal operator, but not of one that Python calls.
        self.timer = context.window_manager.event_timer_add(AT_ONCE, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        context.window_manager.event_timer_remove(self.timer)
        return self.execute(context)

    @reports_errors
    def execute(self, context):
        key = self.key or key_at(self.relative_asset_identifier)
        kind, _, name = (key or key_of_asset(getattr(context, "asset", None))).partition(":")
        if not name:
            raise InvalidInput("Choose a style or a routine in the Asset Browser first.")
        armature = context.view_layer.objects.get(self.onto) or chosen_armature(context)
        if armature is None:
            raise InvalidInput("Drop it on a character, or select an armature first.")
        done = use_routine(context, name) if kind == ROUTINE else wear_style(context, name)
        choose(context, armature)
        self.report({"INFO"}, f"{armature.name}: {done}")
        return {"FINISHED"}


def key_of_asset(asset):
    """What an asset of the Asset Browser stands for; "" for one that is not Footfall's."""
    return "" if asset is None else str(asset.metadata.get(KEY, ""))


def choose(context, armature):
    """Make an armature the one that the panel works on."""
    settings = context.scene.footfall
    if settings.armature is not None:
        settings.armature = armature
    elif chosen_armature(context) != armature:
        for thing in context.view_layer.objects.selected:
            thing.select_set(False)
        armature.select_set(True)
        context.view_layer.objects.active = armature


def wear_style(context, name):
    """Give the active cue a style, unblended and unedited. Raises InvalidInput where it cannot."""
    cue = active_cue(context)
    if cue is None:
        raise InvalidInput("There is no cue that could have a style: press Add Cue first.")
    parameter = style_parameter(cue.skill)
    if parameter is None or name not in parameter.choices():
        raise InvalidInput(_refusal(cue.skill, name))
    setattr(cue.parameters, parameter.name, name)
    setattr(cue.parameters, first_name(parameter), parameter.default)
    cue.parameters.style_blend = 1.0
    cue.edited.is_worn = False
    return f"the cue {title(cue.skill)} has the style {title(name)}"


def use_routine(context, name):
    """Replace the cues by a routine. Raises InvalidInput where there is none of this name."""
    if name not in ROUTINES:
        raise InvalidInput(f"This Footfall has no routine {name!r}.")
    if context.window_manager.footfall.previewing:
        raise InvalidInput("A preview is shown: accept it or press Esc.")
    put_routine(context.scene, ROUTINES[name])
    return ROUTINES[name].label


def style_parameter(skill):
    """The parameter of a skill that names a style; None where it has none."""
    return next((p for p in CUES[skill].parameters if isinstance(p, StyleParameter)), None)


def _refusal(skill, name):
    """Why a cue cannot have a style, and which cues could."""
    having = [s for s in CUES if style_parameter(s) and name in style_parameter(s).choices()]
    if not having:
        return f"There is no style {name!r} any more: it was removed or renamed."
    some = ", ".join(title(s) for s in having[:4])
    return (
        f"A cue {title(skill)} cannot have the style {title(name)}: choose one in the list that "
        f"can, such as {some}."
    )
