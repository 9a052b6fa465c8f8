"""Bake: from the panel's cues to keys on the selected rigs."""

from __future__ import annotations

import bpy

from .baking import bake_steps
from .in_steps import InSteps
from .readiness import can_bake
from .rig_run import report
from .run_state import CURRENT


class FOOTFALL_OT_bake(InSteps, bpy.types.Operator):
    """Simulate with physics and write the motion to the keyframes of the selected rigs"""

    bl_idname = "footfall.bake"
    bl_label = "Bake"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_bake(cls, context)

    def make_steps(self, context):
        return bake_steps(context)

    def conclude(self, bakes):
        kind, sentence = report(bakes)
        # A take that ends where the artist stopped its search is no error.
        return {"WARNING"} if CURRENT.search_stopped else kind, sentence
