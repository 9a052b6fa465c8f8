"""What an artist sees: the tab Footfall in the sidebar of the 3D viewport."""

from __future__ import annotations

import bpy

from .bones import FOOTFALL_PT_bones
from .cues import FOOTFALL_UL_cues
from .main import FOOTFALL_PT_main
from .output import FOOTFALL_PT_output
from .styles import FOOTFALL_PT_styles
from .surroundings import FOOTFALL_PT_surroundings

CLASSES = (
    FOOTFALL_UL_cues,
    FOOTFALL_PT_main,
    FOOTFALL_PT_surroundings,
    FOOTFALL_PT_styles,
    FOOTFALL_PT_output,
    FOOTFALL_PT_bones,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
