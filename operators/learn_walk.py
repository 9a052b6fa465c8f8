"""Learn Walk: a controller is learned from the keyed poses of a step, in the background."""

from __future__ import annotations

from collections.abc import Generator

import bpy

from ..catalogue import CUES
from ..catalogue.planar.saved import CONTROLLERS, keep_controller
from ..jobs.learner_process import LearnerProcess
from ..rigs.blender.planar_style import planar_style_of
from ..rigs.blender.rig import read_rig
from .active_cue import active_cue
from .chosen import can_start, chosen_armature
from .in_steps import InSteps
from .preferences import compiled_folder
from .run_state import CURRENT


class FOOTFALL_OT_learn_walk(InSteps, bpy.types.Operator):
    """Learn to walk in a plane as the keyed poses of one step show, from the footstrike of a foot
    to that of the other, and save the controller under the name above
    """

    bl_idname = "footfall.learn_walk"
    bl_label = "Learn Walk from Action"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_start(cls, context)

    def make_steps(self, context):
        return learn_steps(context)

    def conclude(self, name):
        return {"INFO"}, f"Saved the controller {name}: name it in a cue of Planar Walk"


def learn_steps(context: bpy.types.Context) -> Generator[None, None, str]:
    """Search in a separate process, then save; returns the controller's name.

    Yields during the search; closing the generator ends the search and saves nothing.
    """
    CURRENT.begin()
    try:
        name = CONTROLLERS.check_new_name(context.scene.footfall.style_name)
        armature = chosen_armature(context)
        rig = read_rig(armature, overrides=armature.footfall.picks())
        learner = LearnerProcess(planar_style_of(rig, name), cache=compiled_folder())
        try:
            while (controller := learner.poll()) is None:
                CURRENT.progress, CURRENT.note = learner.progress, learner.note
                yield
        finally:
            learner.close()
        keep_controller(controller, name)
        cue = active_cue(context)
        if cue is not None and CUES[cue.skill].takes("controller"):
            cue.parameters.controller = name
        return name
    finally:
        CURRENT.end()
