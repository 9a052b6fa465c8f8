"""Skill presets: the settings of the active cue, for other scenes."""

import bpy
from bl_operators.presets import AddPresetBase

from ..catalogue import CUES, ClipParameter, PoseParameter, PropParameter, ShownParameter
from .active_cue import active_cue, can_change_cue
from .skill_properties import parameter_names


class FOOTFALL_OT_preset_skill(AddPresetBase, bpy.types.Operator):
    """Keep the settings of this skill as a preset, or remove one"""

    bl_idname = "footfall.preset_skill"
    bl_label = "Save Skill Preset"
    bl_options = {"REGISTER"}
    preset_menu = "FOOTFALL_PT_skill_presets"
    preset_defines = (
        "settings = bpy.context.scene.footfall",
        "cue = settings.cues[settings.active_cue]",
    )

    @classmethod
    def poll(cls, context):
        return can_change_cue(cls, context)

    @property
    def preset_subdir(self):
        return skill_presets(bpy.context)

    @property
    def preset_values(self):
        skill = active_cue(bpy.context).skill
        return [f"cue.{skill}.{name}" for name in kept_settings(skill)]


def skill_presets(context):
    """The folder of presets for the skill of the active cue."""
    cue = active_cue(context)
    return f"footfall/{cue.skill if cue else 'skill'}"


def kept_settings(skill):
    """Names of a skill's settings, in the order in which to set them; objects and Actions are left
    out.

    Setting one also sets those that it depends on, so these come later.
    """
    of_scene = ShownParameter | PropParameter | ClipParameter | PoseParameter
    parameters = [p for p in CUES[skill].parameters if not isinstance(p, of_scene)]
    parameters.sort(key=CUES[skill].conditions, reverse=True)
    return [name for parameter in parameters for name in parameter_names(parameter)]
