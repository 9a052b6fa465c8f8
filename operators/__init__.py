"""Blender's operators. Each one gathers input, calls other code and reports; none computes."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..rigs.blender import difference_strip
from . import (
    asset_drops,
    asset_library,
    drawing,
    migration,
    preview_handlers,
    properties,
    standby,
)
from .accept import FOOTFALL_OT_accept
from .add_character import FOOTFALL_OT_add_character
from .add_cue import FOOTFALL_OT_add_cue
from .apply_asset import FOOTFALL_OT_apply_asset
from .bake import FOOTFALL_OT_bake
from .cancel import FOOTFALL_OT_cancel
from .check import FOOTFALL_OT_check
from .checking import end_check
from .choose_rig import FOOTFALL_OT_choose_rig
from .clear import FOOTFALL_OT_clear
from .clear_cache import FOOTFALL_OT_clear_cache
from .complete_crowd import FOOTFALL_OT_complete_crowd
from .copy_report import FOOTFALL_OT_copy_report
from .crowd import FOOTFALL_OT_crowd
from .crowd_by_distance import FOOTFALL_OT_kinds_by_distance
from .crowd_looks import FOOTFALL_OT_add_look, FOOTFALL_OT_remove_look
from .crowd_make_full import FOOTFALL_OT_make_members_full
from .crowd_make_light import FOOTFALL_OT_make_members_light
from .delete_members import FOOTFALL_OT_delete_members
from .edit_style import FOOTFALL_OT_edit_style
from .explain import FOOTFALL_OT_explain
from .export_crowd import FOOTFALL_OT_export_crowd
from .hanging import (
    FOOTFALL_OT_add_hanging_motion,
    FOOTFALL_OT_explain_left_alone,
    FOOTFALL_OT_find_hanging_parts,
    FOOTFALL_OT_remove_hanging_motion,
)
from .improve_run import FOOTFALL_OT_improve_run
from .improving import end_improving
from .install_dask import FOOTFALL_OT_install_dask
from .installing_dask import withdraw_dask
from .lay_footprints import FOOTFALL_OT_lay_footprints
from .learn_walk import FOOTFALL_OT_learn_walk
from .make_physical import FOOTFALL_OT_make_physical
from .map import FOOTFALL_OT_map
from .mark_contacts import FOOTFALL_OT_mark_contacts
from .move_cue import FOOTFALL_OT_move_cue
from .overlay import FOOTFALL_OT_overlay, hide_overlay
from .pick import FOOTFALL_OT_pick
from .place_cue import FOOTFALL_OT_place_cue
from .preset_cues import FOOTFALL_OT_preset_cues
from .preset_output import FOOTFALL_OT_preset_output
from .preset_skill import FOOTFALL_OT_preset_skill
from .preview import FOOTFALL_OT_preview
from .read_style_curves import FOOTFALL_OT_read_style_curves
from .remove_cue import FOOTFALL_OT_remove_cue
from .remove_map import FOOTFALL_OT_remove_map
from .roll_members import FOOTFALL_OT_roll_members
from .save_map import FOOTFALL_OT_save_map
from .save_style import FOOTFALL_OT_save_style
from .set_part import FOOTFALL_OT_set_part
from .show_style_curves import FOOTFALL_OT_show_style_curves
from .stop_improving import FOOTFALL_OT_stop_improving
from .stop_search import FOOTFALL_OT_stop_search
from .style_from_action import FOOTFALL_OT_style_from_action
from .use_routine import FOOTFALL_OT_use_routine

CLASSES = (
    FOOTFALL_OT_accept,
    FOOTFALL_OT_add_character,
    FOOTFALL_OT_add_cue,
    FOOTFALL_OT_add_hanging_motion,
    FOOTFALL_OT_add_look,
    FOOTFALL_OT_apply_asset,
    FOOTFALL_OT_bake,
    FOOTFALL_OT_cancel,
    FOOTFALL_OT_check,
    FOOTFALL_OT_choose_rig,
    FOOTFALL_OT_clear,
    FOOTFALL_OT_clear_cache,
    FOOTFALL_OT_complete_crowd,
    FOOTFALL_OT_copy_report,
    FOOTFALL_OT_crowd,
    FOOTFALL_OT_kinds_by_distance,
    FOOTFALL_OT_make_members_full,
    FOOTFALL_OT_make_members_light,
    FOOTFALL_OT_delete_members,
    FOOTFALL_OT_edit_style,
    FOOTFALL_OT_explain,
    FOOTFALL_OT_explain_left_alone,
    FOOTFALL_OT_export_crowd,
    FOOTFALL_OT_find_hanging_parts,
    FOOTFALL_OT_improve_run,
    FOOTFALL_OT_install_dask,
    FOOTFALL_OT_lay_footprints,
    FOOTFALL_OT_learn_walk,
    FOOTFALL_OT_make_physical,
    FOOTFALL_OT_map,
    FOOTFALL_OT_mark_contacts,
    FOOTFALL_OT_move_cue,
    FOOTFALL_OT_overlay,
    FOOTFALL_OT_pick,
    FOOTFALL_OT_place_cue,
    FOOTFALL_OT_preset_cues,
    FOOTFALL_OT_preset_output,
    FOOTFALL_OT_preset_skill,
    FOOTFALL_OT_remove_cue,
    FOOTFALL_OT_remove_hanging_motion,
    FOOTFALL_OT_remove_look,
    FOOTFALL_OT_remove_map,
    FOOTFALL_OT_preview,
    FOOTFALL_OT_read_style_curves,
    FOOTFALL_OT_roll_members,
    FOOTFALL_OT_save_map,
    FOOTFALL_OT_save_style,
    FOOTFALL_OT_set_part,
    FOOTFALL_OT_show_style_curves,
    FOOTFALL_OT_stop_improving,
    FOOTFALL_OT_stop_search,
    FOOTFALL_OT_style_from_action,
    FOOTFALL_OT_use_routine,
)


OWN_PRESETS = str(Path(__file__).parent.parent)  # the folder that contains the folder "presets"


def register() -> None:
    properties.register()
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.utils.register_preset_path(OWN_PRESETS)
    migration.register()
    preview_handlers.register()
    difference_strip.register()
    asset_drops.register()
    asset_library.register()
    drawing.register()


def unregister() -> None:
    drawing.unregister()
    bpy.utils.unregister_preset_path(OWN_PRESETS)
    asset_library.unregister()
    asset_drops.unregister()
    difference_strip.unregister()
    preview_handlers.unregister()
    migration.unregister()
    hide_overlay()
    end_improving()
    end_check()
    withdraw_dask()
    standby.dismiss_worker()
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
    properties.unregister()
