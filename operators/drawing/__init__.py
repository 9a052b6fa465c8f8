"""What is drawn of the cues in the viewport and over the timeline, and dragged there."""

from __future__ import annotations

import bpy

from ..kept_takes import forget_takes
from . import ghosts, keymap, strip_band, switches
from .drag_cue import FOOTFALL_OT_drag_cue, FOOTFALL_OT_point_at_cue
from .drag_handle import FOOTFALL_OT_drag_handle
from .gizmos import FOOTFALL_GGT_cue, FOOTFALL_GT_handle

CLASSES = (
    FOOTFALL_OT_drag_cue,
    FOOTFALL_OT_drag_handle,
    FOOTFALL_OT_point_at_cue,
    FOOTFALL_GT_handle,
    FOOTFALL_GGT_cue,
)


def register() -> None:
    switches.register()
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    strip_band.register()
    ghosts.register()
    keymap.register()


def unregister() -> None:
    keymap.unregister()
    ghosts.unregister()
    forget_takes()
    strip_band.unregister()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
    switches.unregister()
