"""Mixins for panels: in the sidebar's tab, below its first panel, and for a rig."""

from __future__ import annotations

from ..operators.chosen import chosen_armature

LARGE = 1.4  # height of the buttons that begin something
LINE = 36  # letters per line in a sidebar of the usual width


class Sidebar:
    """Mixin of a panel in the tab."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Footfall"


class OwnPanel(Sidebar):
    """Mixin of a panel beside the tab's first one, closed by default."""

    bl_options = {"DEFAULT_CLOSED"}


class SidebarChild(OwnPanel):
    """Mixin of a panel below the tab's first one, closed by default."""

    bl_parent_id = "FOOTFALL_PT_main"


class NeedsRig:
    """Mixin of a panel that is only shown when there is a rig."""

    @classmethod
    def poll(cls, context):
        return chosen_armature(context) is not None


class RigPanel(NeedsRig, SidebarChild):
    """Mixin of a panel below the tab's first one, for a rig."""


class OwnRigPanel(NeedsRig, OwnPanel):
    """Mixin of a panel beside the tab's first one, for a rig."""
