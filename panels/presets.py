"""The preset menus of the buttons in the panels' headers."""

import bpy
from bl_ui.utils import PresetPanel

from ..operators.preset_cues import CUE_PRESETS
from ..operators.preset_output import OUTPUT_PRESETS
from ..operators.preset_skill import skill_presets


class FOOTFALL_PT_cue_presets(PresetPanel, bpy.types.Panel):
    bl_label = "Cue Presets"
    preset_subdir = CUE_PRESETS
    preset_operator = "script.execute_preset"
    preset_add_operator = "footfall.preset_cues"


class FOOTFALL_PT_skill_presets(PresetPanel, bpy.types.Panel):
    bl_label = "Skill Presets"
    preset_operator = "script.execute_preset"
    preset_add_operator = "footfall.preset_skill"

    @property
    def preset_subdir(self):
        return skill_presets(bpy.context)


class FOOTFALL_PT_output_presets(PresetPanel, bpy.types.Panel):
    bl_label = "Output Presets"
    preset_subdir = OUTPUT_PRESETS
    preset_operator = "script.execute_preset"
    preset_add_operator = "footfall.preset_output"
