"""Whether the chosen rigs can be baked, checked before anything is simulated.

The panel checks this at each redraw, buttons in their poll functions, and a run before it starts.
So the check is fast and changes nothing: a rig's bones are mapped once, and only those conditions
of cues are checked that need no measured body.
"""

from __future__ import annotations

import bpy

from ..base.errors import FootfallError, RigError
from ..catalogue.output import Output
from ..rigs.blender.armature import check_armature
from ..rigs.blender.prop_keys import check_keyable
from ..rigs.blender.subjects import is_in_scene, is_posed
from ..rigs.blender.writable import check_writable
from .chosen import can_start, chosen_armatures
from .clips import check_clips
from .cue_checks import check_cues
from .found_bones import find_bones, kind_of_body
from .scene_shot import items_in_play, things_moved


def can_bake(operator: type, context: bpy.types.Context) -> bool:
    """For poll() of operators that bake the panel's cues: whether nothing prevents it."""
    if not can_start(operator, context):
        return False
    obstacle = what_prevents(context)
    if obstacle:
        operator.poll_message_set(obstacle)
    return not obstacle


def what_prevents(context: bpy.types.Context) -> str:
    """One sentence on what prevents baking the chosen rigs; empty where nothing does."""
    try:
        check_ready(context)
    except FootfallError as error:
        return str(error)
    return ""


def check_ready(context: bpy.types.Context) -> None:
    """Raise FootfallError for the first thing that prevents baking the chosen rigs."""
    output = context.scene.footfall.output.chosen()
    armatures = chosen_armatures(context)
    if not armatures:
        raise RigError("Select an armature, or choose one in the Footfall panel.")
    for armature in armatures:
        check_rig(armature, output)
    for kind in sorted({kind_of_body(armature) for armature in armatures}):
        check_cues(context.scene, kind)
    for armature in armatures:
        check_clips(items_in_play(context.scene), armature)
    check_keyable(things_moved(context.scene), output)


def check_rig(armature: bpy.types.Object, output: Output | None = None) -> None:
    """Raise RigError where an armature cannot be simulated or keyed.

    Args:
        output: how the take is keyed; None: it is not keyed.
    """
    if not is_in_scene(armature):
        raise RigError(
            f"The armature {armature.name!r} is no longer in the scene: choose another in the "
            "Footfall panel."
        )
    if not is_posed(armature):
        raise RigError(
            f"The armature {armature.name!r} is switched off in viewports, or its collection is "
            "excluded: show it in this view layer."
        )
    check_armature(armature)
    found = find_bones(armature, armature.footfall.picks())
    if found.trouble:
        raise RigError(found.trouble)
    if output is not None:
        check_writable(armature, output, found.is_rigify_human)
