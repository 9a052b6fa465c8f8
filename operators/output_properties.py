"""The settings of the Output panel: how a take becomes keys.

No postponed annotations here: Blender reads them as definitions of properties.
"""

from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty
from bpy.types import PropertyGroup

from ..catalogue.output import (
    CONTACTS,
    DESTINATIONS,
    KEYS,
    LOCATION_ERRORS,
    MOST_BLEND,
    MOST_KEY_STEP,
    MOST_STEPS,
    ROOT_MOTIONS,
    ROTATION_ERRORS,
    Output,
)
from .skill_properties import shortest


def _choice(name: str, description: str, choices: dict[str, tuple[str, str]]):
    items = [(key, shown, sentence) for key, (shown, sentence) in choices.items()]
    return EnumProperty(name=name, description=description, items=items)


class FOOTFALL_PG_output(PropertyGroup):
    """What a bake writes and where to, kept with the scene."""

    destination: _choice("Write To", "Where the keys go", DESTINATIONS)
    use_frames: BoolProperty(name="Frame Range", description="Write only some frames of the take")
    first_frame: IntProperty(name="First", description="First frame to write", default=1)
    last_frame: IntProperty(name="Last", description="Last frame to write", default=250)
    keys: _choice("Keys", "Which frames get keys", KEYS)
    key_step: IntProperty(
        name="Every", description="Frames from key to key", default=1, min=1, max=MOST_KEY_STEP
    )
    rotation_error: FloatProperty(
        name="Rotation Error (°)",
        description="By how much a bone may turn otherwise than simulated, on any frame",
        default=0.2,
        min=ROTATION_ERRORS[0],
        max=ROTATION_ERRORS[1],
        precision=3,
    )
    location_error: FloatProperty(
        name="Location Error (mm)",
        description="How far a moved bone may be from where it was simulated, on any frame",
        default=1.0,
        min=LOCATION_ERRORS[0],
        max=LOCATION_ERRORS[1],
        precision=3,
    )
    root_motion: _choice("Root Motion", "What travels through the scene", ROOT_MOTIONS)
    from_pose: BoolProperty(
        name="Start from Pose",
        description="Start where and as the rig is posed on the start frame",
    )
    blend_frames: IntProperty(
        name="Blend",
        description="Frames over which the pose turns into the motion",
        default=10,
        min=1,
        max=MOST_BLEND,
    )
    use_loop: BoolProperty(name="Loop", description="Write a seamless cycle of a walk")
    loop_steps: IntProperty(
        name="Steps",
        description="Steps of the cycle, an even number",
        default=2,
        min=2,
        max=MOST_STEPS,
        step=2,
    )
    feet_on_ik: BoolProperty(
        name="Feet on IK",
        description="Key a Rigify rig's IK feet and knees instead of its FK legs, so that feet "
        "that bear a load stand still",
    )
    contacts: _choice("Contacts", "How the feet's contacts are written", CONTACTS)
    extend_scene: BoolProperty(
        name="Extend Scene",
        description="Move the scene's end frame to the last key where that comes later",
        default=True,
    )

    def chosen(self) -> Output:
        """The output that the panel describes; raises InvalidInput for contradictory settings."""
        return Output(
            destination=self.destination,
            frames=(self.first_frame, self.last_frame) if self.use_frames else None,
            keys=self.keys,
            key_step=self.key_step,
            rotation_error=shortest(self.rotation_error),
            location_error=shortest(self.location_error),
            root_motion=self.root_motion,
            blend_frames=self.blend_frames if self.from_pose else 0,
            loop_steps=self.loop_steps if self.use_loop else 0,
            feet_on_ik=self.feet_on_ik,
            contacts=self.contacts,
            extend_scene=self.extend_scene,
        )
