"""What an artist can press. Each operator gathers, calls and reports; nothing here computes."""

from __future__ import annotations

import bpy

from . import preview_handlers, properties, standby
from .accept import FOOTFALL_OT_accept
from .add_push import FOOTFALL_OT_add_push
from .bake import FOOTFALL_OT_bake
from .cancel import FOOTFALL_OT_cancel
from .clear import FOOTFALL_OT_clear
from .explain import FOOTFALL_OT_explain
from .map import FOOTFALL_OT_map
from .overlay import FOOTFALL_OT_overlay, hide_overlay
from .pick import FOOTFALL_OT_pick
from .preview import FOOTFALL_OT_preview
from .remove_map import FOOTFALL_OT_remove_map
from .remove_push import FOOTFALL_OT_remove_push
from .save_map import FOOTFALL_OT_save_map
from .style_from_action import FOOTFALL_OT_style_from_action

CLASSES = (
    FOOTFALL_OT_accept,
    FOOTFALL_OT_add_push,
    FOOTFALL_OT_bake,
    FOOTFALL_OT_cancel,
    FOOTFALL_OT_clear,
    FOOTFALL_OT_explain,
    FOOTFALL_OT_map,
    FOOTFALL_OT_overlay,
    FOOTFALL_OT_pick,
    FOOTFALL_OT_remove_map,
    FOOTFALL_OT_preview,
    FOOTFALL_OT_remove_push,
    FOOTFALL_OT_save_map,
    FOOTFALL_OT_style_from_action,
)


def register() -> None:
    properties.register()
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    preview_handlers.register()


def unregister() -> None:
    preview_handlers.unregister()
    hide_overlay()
    standby.dismiss_worker()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
    properties.unregister()
