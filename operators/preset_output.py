"""Output presets: how a take becomes keys, for other scenes."""

import bpy
from bl_operators.presets import AddPresetBase

from .output_properties import FOOTFALL_PG_output

OUTPUT_PRESETS = "footfall/output"


class FOOTFALL_OT_preset_output(AddPresetBase, bpy.types.Operator):
    """Keep the settings of the output as a preset, or remove one"""

    bl_idname = "footfall.preset_output"
    bl_label = "Save Output Preset"
    bl_options = {"REGISTER"}
    preset_menu = "FOOTFALL_PT_output_presets"
    preset_defines = ("output = bpy.context.scene.footfall.output",)
    preset_values = tuple(f"output.{name}" for name in FOOTFALL_PG_output.__annotations__)
    preset_subdir = OUTPUT_PRESETS
