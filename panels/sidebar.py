"""Where panels stand: the tab in the sidebar, the panels below its first, those about a rig."""

from __future__ import annotations

from ..operators.chosen import chosen_armature

LINE = 36  # letters that a sidebar of the usual width shows


class Sidebar:
    """A panel of the tab."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Footfall"


class SidebarChild(Sidebar):
    """One below the tab's first panel, closed until it is asked for."""

    bl_parent_id = "FOOTFALL_PT_main"
    bl_options = {"DEFAULT_CLOSED"}


class RigPanel(SidebarChild):
    """One that shows only where there is a rig to show."""

    @classmethod
    def poll(cls, context):
        return chosen_armature(context) is not None
