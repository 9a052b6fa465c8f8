"""F1 on a button or a setting opens its page of the manual, which is installed as well."""

from __future__ import annotations

from pathlib import Path

import bpy

MANUAL = Path(__file__).resolve().parent.parent / "docs" / "manual"
# Patterns of Blender's identifiers in lower case; the first match is used.
PAGES = (
    ("bpy.ops.footfall.preset_*", "presets.md"),
    ("bpy.ops.footfall.check*", "presets.md"),
    ("bpy.ops.footfall.copy_report*", "presets.md"),
    ("bpy.ops.footfall.clear_cache*", "presets.md"),
    ("bpy.ops.footfall.*map*", "bones.md"),
    ("bpy.ops.footfall.pick*", "bones.md"),
    ("bpy.ops.footfall.clear*", "bones.md"),
    ("bpy.ops.footfall.explain_left_alone*", "hanging.md"),
    ("bpy.ops.footfall.explain*", "bones.md"),
    ("bpy.ops.footfall.add_character*", "first_walk.md"),
    ("bpy.ops.footfall.bake*", "first_walk.md"),
    ("bpy.ops.footfall.crowd*", "crowds.md"),
    ("bpy.ops.footfall.*_members*", "crowds.md"),
    ("bpy.ops.footfall.export_crowd", "crowds.md"),
    ("bpy.ops.footfall.*_look", "crowds.md"),
    ("bpy.ops.footfall.make_physical*", "performing.md"),
    ("bpy.ops.footfall.drag_*", "viewport.md"),
    ("bpy.ops.footfall.*hanging*", "hanging.md"),
    ("bpy.ops.footfall.apply_asset*", "presets.md"),
    ("bpy.ops.footfall.*", "panel.md"),
    ("bpy.types.footfall_pg_crowd*", "crowds.md"),
    ("bpy.types.footfall_pg_look*", "crowds.md"),
    ("bpy.types.footfall_pg_reach*", "hands.md"),
    ("bpy.types.footfall_pg_pick_up*", "hands.md"),
    ("bpy.types.footfall_pg_put_down*", "hands.md"),
    ("bpy.types.footfall_pg_p*_crate*", "hands.md"),
    ("bpy.types.footfall_pg_perform*", "performing.md"),
    ("bpy.types.footfall_pg_trot*", "four_legs.md"),
    ("bpy.types.footfall_pg_pace*", "four_legs.md"),
    ("bpy.types.footfall_pg_sit", "four_legs.md"),
    ("bpy.types.footfall_pg_lie_down*", "four_legs.md"),
    ("bpy.types.footfall_pg_drawing*", "viewport.md"),
    ("bpy.types.footfall_pg_hanging*", "hanging.md"),
    ("bpy.types.footfall_pg_left_alone*", "hanging.md"),
    ("bpy.types.footfall_pg_output*", "output.md"),
    ("bpy.types.footfall_pg_bones*", "bones.md"),
    ("bpy.types.footfall_ap_*", "presets.md"),
    ("bpy.types.footfall_*", "panel.md"),
)


def manual_pages() -> tuple[str, tuple[tuple[str, str], ...]]:
    """The manual's location and its pages, in Blender's format."""
    return f"{MANUAL.as_uri()}/", PAGES


def register() -> None:
    bpy.utils.register_manual_map(manual_pages)


def unregister() -> None:
    bpy.utils.unregister_manual_map(manual_pages)
