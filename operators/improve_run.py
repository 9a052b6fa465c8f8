"""Improve Run: a cue's clip is adjusted to the rig's body, in the background."""

from __future__ import annotations

import os
from pathlib import Path

import bpy

from ..base.errors import FootfallError
from ..base.files import write_json
from ..catalogue import CUES
from ..catalogue.references import reference_data
from ..catalogue.references.saved import REFERENCES, content_of
from ..jobs.learner_process import ImproverProcess
from .active_cue import active_cue
from .chosen import can_start
from .improving import IMPROVING, begin_improving
from .preferences import compiled_folder
from .rig_run import read_chosen_rig
from .skill_properties import shortest

CLIP = "reference"  # the parameter of skills that follow a clip
MINUTES = 30.0


class FOOTFALL_OT_improve_run(bpy.types.Operator):
    """Search in the background for adjustments with which the rig's body runs the cue's clip well
    at the cue's speed. They are saved under the name above whenever they get better, and the cue
    takes them from then on
    """

    bl_idname = "footfall.improve_run"
    bl_label = "Improve Run"
    bl_options = {"REGISTER", "UNDO"}

    minutes: bpy.props.FloatProperty(
        name="Minutes", description="For how long at most", default=MINUTES, min=1.0, soft_max=480.0
    )

    @classmethod
    def poll(cls, context):
        if IMPROVING.process is not None:
            cls.poll_message_set("A run is being improved: stop that first")
            return False
        cue = active_cue(context)
        if cue is None or not CUES[cue.skill].takes(CLIP):
            cls.poll_message_set("Choose a cue of Run or Skip in the list first")
            return False
        return can_start(cls, context)

    def execute(self, context):
        try:
            name = improve_run(context, self.minutes)
        except FootfallError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"Improving {name}: the cue takes what is best so far")
        return {"FINISHED"}


def improve_run(context: bpy.types.Context, minutes: float) -> str:
    """Save the cue's clip under the panel's name, set it in the cue, start the search.

    Returns the name. Raises FootfallError.
    """
    cue = active_cue(context)
    name = context.scene.footfall.style_name
    path = REFERENCES.path_for(name)
    character = read_chosen_rig(context).character
    clip = bpy.path.abspath(cue.parameters.reference)
    if clip != name:
        write_json(path, "reference motion", {**reference_data(content_of(clip)), "name": name})
    task = {
        "reference": path.read_text(encoding="utf-8"),
        "character": character.to_data(),
        "speed": shortest(cue.parameters.speed),
        "minutes": minutes,
        "workers": max((os.cpu_count() or 1) - 1, 1),
    }
    begin_improving(name, ImproverProcess(task, Path(path), cache=compiled_folder()))
    cue.parameters.reference = name
    return name
