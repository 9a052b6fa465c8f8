"""The panels: the tab Footfall in the sidebar of the 3D viewport."""

from __future__ import annotations

import bpy

from . import assets, character_menu, keymap, language, manual
from .add_menu import FOOTFALL_MT_add_cue
from .assets import FOOTFALL_AST_library
from .body import FOOTFALL_PT_body
from .bones import FOOTFALL_PT_bones
from .crowd import FOOTFALL_PT_crowd
from .cues import FOOTFALL_UL_cues
from .gait import FOOTFALL_PT_gait, FOOTFALL_PT_more
from .hanging import FOOTFALL_PT_hanging, FOOTFALL_UL_hanging
from .learn import FOOTFALL_PT_learn
from .main import FOOTFALL_PT_main
from .output import FOOTFALL_PT_output
from .overlays import FOOTFALL_PT_overlays
from .pie import FOOTFALL_MT_pie
from .preferences import FOOTFALL_AP_preferences
from .presets import (
    FOOTFALL_PT_cue_presets,
    FOOTFALL_PT_output_presets,
    FOOTFALL_PT_skill_presets,
)
from .style import FOOTFALL_PT_style
from .style_editor import FOOTFALL_PT_style_editor
from .surroundings import FOOTFALL_PT_surroundings

CLASSES = (
    FOOTFALL_AP_preferences,
    FOOTFALL_AST_library,
    FOOTFALL_PT_cue_presets,
    FOOTFALL_PT_output_presets,
    FOOTFALL_PT_skill_presets,
    FOOTFALL_UL_cues,
    FOOTFALL_MT_add_cue,
    FOOTFALL_MT_pie,
    FOOTFALL_PT_main,
    FOOTFALL_PT_gait,
    FOOTFALL_PT_more,
    FOOTFALL_PT_style,
    FOOTFALL_PT_style_editor,
    FOOTFALL_PT_body,
    FOOTFALL_PT_surroundings,
    FOOTFALL_PT_output,
    FOOTFALL_PT_bones,
    FOOTFALL_UL_hanging,
    FOOTFALL_PT_hanging,
    FOOTFALL_PT_crowd,
    FOOTFALL_PT_learn,
    FOOTFALL_PT_overlays,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    assets.register()
    language.register()
    manual.register()
    character_menu.register()
    keymap.register()


def unregister() -> None:
    keymap.unregister()
    character_menu.unregister()
    manual.unregister()
    language.unregister()
    assets.unregister()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
