"""The panels: the tab Footfall in the sidebar of the 3D viewport."""

from __future__ import annotations

import bpy

from . import add_menu, language, manual
from .body import FOOTFALL_PT_body
from .bones import FOOTFALL_PT_bones
from .crowd import FOOTFALL_PT_crowd
from .cues import FOOTFALL_UL_cues
from .main import FOOTFALL_PT_main
from .output import FOOTFALL_PT_output
from .preferences import FOOTFALL_AP_preferences
from .presets import (
    FOOTFALL_PT_cue_presets,
    FOOTFALL_PT_output_presets,
    FOOTFALL_PT_skill_presets,
)
from .style_editor import FOOTFALL_PT_style_editor
from .styles import FOOTFALL_PT_styles
from .surroundings import FOOTFALL_PT_surroundings

CLASSES = (
    FOOTFALL_AP_preferences,
    FOOTFALL_PT_cue_presets,
    FOOTFALL_PT_output_presets,
    FOOTFALL_PT_skill_presets,
    FOOTFALL_UL_cues,
    FOOTFALL_PT_main,
    FOOTFALL_PT_surroundings,
    FOOTFALL_PT_style_editor,
    FOOTFALL_PT_styles,
    FOOTFALL_PT_output,
    FOOTFALL_PT_body,
    FOOTFALL_PT_bones,
    FOOTFALL_PT_crowd,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    language.register()
    manual.register()
    add_menu.register()


def unregister() -> None:
    add_menu.unregister()
    manual.unregister()
    language.unregister()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
