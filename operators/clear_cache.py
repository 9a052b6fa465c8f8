"""Clear Cache: compiled code is removed, and the next simulation compiles it anew."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..base.files import reachable
from ..simulation.compiled_states import list_states, remove_states, states_folder
from .checking import end_check
from .preferences import compiled_folder
from .standby import dismiss_worker


class FOOTFALL_OT_clear_cache(bpy.types.Operator):
    """Remove the compiled control laws of this Footfall and older ones, but for what another
    running Footfall uses; the next simulation compiles them again
    """

    bl_idname = "footfall.clear_cache"
    bl_label = "Clear Cache"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context):
        if context.window_manager.footfall.running:
            cls.poll_message_set("A bake is running: wait for it or press Esc")
            return False
        if not list_states(cache()):
            cls.poll_message_set("There is no compiled code")
            return False
        return True

    def execute(self, context):
        dismiss_worker()
        end_check()
        found = remove_states(cache())
        report = f"Removed {found.size / 1e6:.1f} MB of compiled code"
        if found.in_use:
            self.report({"WARNING"}, f"{report}; another Footfall uses the rest")
        else:
            self.report({"INFO"}, report)
        return {"FINISHED"}


def cache() -> Path:
    """The folder of compiled code, also of a checkout."""
    return reachable(compiled_folder() or states_folder())
