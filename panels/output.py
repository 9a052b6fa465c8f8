"""The output panel: destination, keys, root motion, blends and loops."""

from __future__ import annotations

import bpy

from .presets import FOOTFALL_PT_output_presets
from .sidebar import SidebarChild


class FOOTFALL_PT_output(SidebarChild, bpy.types.Panel):
    bl_idname = "FOOTFALL_PT_output"
    bl_label = "Output"

    def draw_header_preset(self, context):
        FOOTFALL_PT_output_presets.draw_panel_header(self.layout)

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.enabled = not context.window_manager.footfall.running
        output = context.scene.footfall.output
        layout.prop(output, "destination")
        draw_keys(layout.column(align=True), output)
        layout.prop(output, "root_motion")
        layout.prop(output, "feet_on_ik")
        layout.prop(output, "contacts")
        layout.prop(output, "extend_scene")
        draw_optional(layout, output, "use_loop", "loop_steps")
        whole = layout.column()
        whole.enabled = not output.use_loop  # a loop has its own frames and no blend
        draw_optional(whole, output, "from_pose", "blend_frames")
        draw_optional(whole, output, "use_frames", "first_frame", "last_frame")


def draw_keys(layout, output):
    layout.prop(output, "keys")
    if output.keys == "reduced":
        layout.prop(output, "rotation_error")
        layout.prop(output, "location_error")
    else:
        layout.prop(output, "key_step")


def draw_optional(layout, output, use, *names):
    """A check box, and the settings that it enables."""
    column = layout.column(align=True)
    column.prop(output, use)
    below = column.column(align=True)
    below.active = getattr(output, use)
    for name in names:
        below.prop(output, name)
