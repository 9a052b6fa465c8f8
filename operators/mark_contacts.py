"""Mark Contacts: markers on the Action show where its feet and hands bear, and can be changed.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import BoolProperty

from ..catalogue import CUES
from ..catalogue.performing import tempo_of
from ..rigs.blender.contact_marks import clear, is_marked, mark
from .active_cue import active_cue
from .chosen import can_start, chosen_armature
from .clips import action_of, forget_clips, read_found_clip
from .refusals import reports_errors
from .rig_run import read_chosen_rig


class FOOTFALL_OT_mark_contacts(bpy.types.Operator):
    """Show as markers of the Action where its feet and hands bear. Drag, add and delete them in the
    Action Editor, with Show Pose Markers: what they say replaces what is found"""

    bl_idname = "footfall.mark_contacts"
    bl_label = "Mark Contacts"
    bl_options = {"REGISTER", "UNDO"}

    clears: BoolProperty(
        name="Clear",
        description="Remove the markers, so that contacts are found again",
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context):
        if not can_start(cls, context):
            return False
        if marked_action(context) is None:
            cls.poll_message_set("Choose a cue that performs an Action")
            return False
        return True

    @reports_errors
    def execute(self, context):
        action = marked_action(context)
        if self.clears:
            clear(action)
            return {"FINISHED"}
        found, prepared = prepare(context)
        clip = found.clip
        count = mark(action, prepared.contacts, found.first, len(clip.pelvis), clip.rate)
        show_pose_markers(context)
        self.report({"INFO"}, f"{count} contacts of {action.name!r}. {prepared.sentence}")
        return {"FINISHED"}


def prepare(context):
    """The clip of the active cue, and what becomes of it on the chosen rig. Raises FootfallError.
    """
    # Imported here, because it loads scipy, which switching the extension on must not wait for.
    from ..motion.performing.preparation import preparation_of

    forget_clips()
    cue, rig = active_cue(context), read_chosen_rig(context)
    found, values = read_found_clip(cue, rig), cue.parameters
    timing = {"tempo": values.tempo, "timing": values.timing}
    tempo = tempo_of(timing, found.clip.leg, rig.character.leg_length)
    gravity = -context.scene.gravity[2]
    return found, preparation_of(
        found.clip, rig.character, tempo, gravity, values.contact_marks
    )


def marked_action(context):
    """The Action that the active cue performs; None where it performs none."""
    cue, armature = active_cue(context), chosen_armature(context)
    if cue is None or armature is None or not CUES[cue.skill].clip:
        return None
    return action_of(cue, armature)


def has_marks(context):
    """Whether the Action of the active cue has markers of contacts."""
    return is_marked(marked_action(context))


def show_pose_markers(context):
    """Show markers of Actions in all Action Editors."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            for space in area.spaces:  # those of an editor's former kinds as well
                if space.type == "DOPESHEET_EDITOR":
                    space.show_pose_markers = True
            area.tag_redraw()
