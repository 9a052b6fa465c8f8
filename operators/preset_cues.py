"""Cue presets: the whole list of cues, for other scenes and other start frames."""

from pathlib import Path

import bpy
from bl_operators.presets import AddPresetBase

from .cue_order import head_of, in_time
from .preset_skill import kept_settings

CUE_PRESETS = "footfall/cues"
START = """import bpy
settings = bpy.context.scene.footfall
settings.cues.clear()
settings.active_cue = 0
"""


class FOOTFALL_OT_preset_cues(AddPresetBase, bpy.types.Operator):
    """Keep the list of cues as a preset, or remove one"""

    bl_idname = "footfall.preset_cues"
    bl_label = "Save Cue Preset"
    bl_options = {"REGISTER"}
    preset_menu = "FOOTFALL_PT_cue_presets"
    preset_subdir = CUE_PRESETS

    def add(self, context, filepath):
        """Write the preset's file; Blender's own method cannot recreate a list."""
        settings = context.scene.footfall
        lines = [f"settings.recover = {settings.recover!r}"]
        lines += [f"settings.as_long_as_cues = {settings.as_long_as_cues!r}"]
        lines += [line for i in in_time(settings.cues) for line in _cue_lines(settings, i)]
        Path(filepath).write_text(START + "\n".join([*lines, ""]), encoding="utf-8")


def _cue_lines(settings, index):
    cue = settings.cues[index]
    yield "cue = settings.cues.add()"
    yield f"cue.skill = {cue.skill!r}"
    yield f"cue.frame = settings.start_frame + {cue.frame - settings.start_frame}"
    if head_of(settings.cues, index) != index:
        yield f"cue.begins = {cue.begins!r}"
    for name in kept_settings(cue.skill):
        value = getattr(cue.parameters, name)
        plain = tuple(value) if hasattr(value, "__len__") and not isinstance(value, str) else value
        yield f"cue.{cue.skill}.{name} = {plain!r}"
