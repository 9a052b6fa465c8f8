"""Hanging parts: found on the rig, and let hang through the animation that it has.

What simulates them is imported where it is used: it loads numba, which switching the extension on
must not wait for.
"""

import bpy

from ..base.errors import RigError
from ..catalogue.hanging import LAYER, counted
from ..rigs.blender.actions import track_of
from ..rigs.blender.motion import animated_range
from .chosen import can_start, chosen_armature
from .refusals import reports_errors
from .rig_run import read_chosen_rig


class FOOTFALL_OT_find_hanging_parts(bpy.types.Operator):
    """List the chains of bones that can hang: hair, tails, strips of cloth, straps. Limbs, fingers,
    faces, helpers and what constraints or drivers move are left alone"""

    bl_idname = "footfall.find_hanging_parts"
    bl_label = "Find Hanging Parts"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return can_start(cls, context)

    @reports_errors
    def execute(self, context):
        rig = read_chosen_rig(context)
        count = list_parts(rig)
        self.report({"INFO"} if count else {"WARNING"}, _found(rig.armature, count))
        return {"FINISHED"}


class FOOTFALL_OT_add_hanging_motion(bpy.types.Operator):
    """Let the parts hang through the armature's animation, on an NLA track of its own; a second
    time replaces the track"""

    bl_idname = "footfall.add_hanging_motion"
    bl_label = "Add Hanging Motion"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if not can_start(cls, context):
            return False
        if animated_range(chosen_armature(context)) is None:
            cls.poll_message_set("The armature has no animation: bake one or give it an Action")
            return False
        return True

    @reports_errors
    def execute(self, context):
        rig = read_chosen_rig(context)
        if not len(rig.armature.footfall.hanging.parts):
            list_parts(rig)
        count, frames = hang_parts(rig)
        self.report({"INFO"}, f"{counted(count)} through {frames} frames.")
        return {"FINISHED"}


class FOOTFALL_OT_remove_hanging_motion(bpy.types.Operator):
    """Take the hanging motion away"""

    bl_idname = "footfall.remove_hanging_motion"
    bl_label = "Remove Hanging Motion"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        armature = chosen_armature(context)
        return armature is not None and track_of(armature, LAYER) is not None

    def execute(self, context):
        from ..rigs.blender.hanging import remove_hanging

        remove_hanging(chosen_armature(context))
        return {"FINISHED"}


def list_parts(rig) -> int:
    """Fill the armature's list with what hangs on it; what the artist has set stays. How many."""
    from ..rigs.blender.hanging import find_hanging

    found, _ = find_hanging(rig)
    settings = rig.armature.footfall.hanging
    kept = {part.name: part.settings() for part in settings.parts}
    settings.parts.clear()
    for chain in found:
        part = settings.parts.add()
        part.name, part.count = chain.name, len(chain.bones)
        for name, value in kept.get(chain.name, {"kind": chain.kind}).items():
            setattr(part, name, value)
    settings.active = min(settings.active, max(len(found) - 1, 0))
    return len(found)


def hang_parts(rig) -> tuple[int, int]:
    """Let the used parts hang; how many, and over how many frames. Raises RigError."""
    from ..rigs.blender.hanging import HungChain, add_hanging, find_hanging

    armature = rig.armature
    settings = armature.footfall.hanging
    parts = {part.name: part for part in settings.parts if part.use}
    found = [chain for chain in find_hanging(rig)[0] if chain.name in parts]
    if not found:
        raise RigError(
            f"No hanging part of {armature.name!r} is used: find them, and tick those that swing."
        )
    chains = [HungChain(found=chain, hanging=parts[chain.name].hanging()) for chain in found]
    action = add_hanging(rig, chains, settled=settings.settled)
    first, last = action.frame_range
    return len(found), round(last - first) + 1


def _found(armature, count: int) -> str:
    if not count:
        return f"Nothing on {armature.name!r} can hang."
    return f"{counted(count)} found."
