"""The panel's data: settings in the scene, picks on the armature, the run's state.

The parameters of the skills are made from the catalogue in `skill_properties.py`. No postponed
annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..catalogue import OPENING, STANDING, USUAL
from ..catalogue.styles.content import LONGEST_NAME
from ..rigs.kinds import ALL_ROLES
from ..shots.cue import LATEST
from ..shots.found_plans import merge_plans, plans_found
from ..shots.take import Performance
from . import part_properties
from .body_properties import FOOTFALL_PG_body
from .chosen import chosen_armature
from .crowd_look_properties import FOOTFALL_PG_look
from .crowd_properties import FOOTFALL_PG_crowd
from .cue_properties import FOOTFALL_PG_cue
from .durations import whole_frames_property
from .found_body import measured_mass
from .found_bones import find_bones
from .hanging_properties import (
    FOOTFALL_PG_hanging,
    FOOTFALL_PG_hanging_part,
    FOOTFALL_PG_left_alone,
)
from .output_properties import FOOTFALL_PG_output
from .run_state import CURRENT
from .skill_properties import SKILL_GROUPS, FOOTFALL_PG_old_push, shortest, title
from .style_properties import FOOTFALL_PG_edited_style, FOOTFALL_PG_style_channel

BETWEEN = ";"  # separates two plans
OLD_SKILLS = (USUAL, OPENING[STANDING])  # of files from before there were cues


def _start_with_measured_mass(settings, context):
    """A mass that is set by hand starts from the rig's own."""
    if settings.use_mass and not settings.mass:
        settings.mass = settings.measured_mass


def _use_given_mass(settings, context):
    """Scripts and files from before the check box only set a mass, and 0 for the rig's own."""
    if settings.use_mass != bool(settings.mass):
        settings.use_mass = bool(settings.mass)


class FOOTFALL_PG_settings(PropertyGroup):
    """What to bake, kept with the scene."""

    armature: PointerProperty(
        name="Armature",
        description="The rig to animate; the active one where none is chosen",
        type=bpy.types.Object,
        poll=lambda self, thing: thing.type == "ARMATURE",
    )
    version: IntProperty(
        name="Version", description="Format of these settings: see migration.py", options={"HIDDEN"}
    )
    cues: CollectionProperty(
        name="Cues", description="What the character does, and when", type=FOOTFALL_PG_cue
    )
    active_cue: IntProperty(name="Active Cue", description="The cue that is shown below the list")
    duration: FloatProperty(
        name="Length",
        description="How long the whole shot lasts",
        default=6.0,
        min=0.1,
        max=LATEST,
        soft_max=60.0,
        subtype="TIME_ABSOLUTE",
        options=set(),
    )
    as_long_as_cues: BoolProperty(
        name="As Long as the Cues",
        description="The shot ends a second after its last cue is done, which must have an end; "
        "Length is not used. Keyed settings are read up to the end frame of the scene",
        options=set(),
    )
    duration_frames: whole_frames_property(
        "duration", "Length (Frames)", "How many frames the whole shot lasts"
    )
    start_frame: IntProperty(
        name="Start Frame", description="Where the first key goes", default=1, options=set()
    )
    use_mass: BoolProperty(
        name="Use Mass",
        description="Set the mass of the whole body by hand; off takes it from the rig's size",
        update=_start_with_measured_mass,
        options=set(),
    )
    mass: FloatProperty(
        name="Mass (kg)",
        description="Mass of the whole body",
        min=0.0,
        soft_max=200.0,
        precision=1,
        update=_use_given_mass,
        options=set(),
    )
    measured_mass: FloatProperty(
        name="Mass (kg)",
        description="Mass of the whole body, from the rig's size",
        get=lambda self: measured_mass(chosen_armature(bpy.context)),
        precision=1,
        options=set(),
    )
    recover: BoolProperty(
        name="Get Up Again",
        description="After a fall the performer gets up and goes on with its cues. A search finds "
        "how to get up, which may take minutes; its result is kept with the armature",
        options=set(),
    )
    ground_friction: FloatProperty(
        name="Ground Friction",
        description="Grip of the ground: 0.8 is a floor, 0.1 is ice",
        default=0.8,
        min=0.0,
        max=10.0,
        soft_max=1.5,
        options=set(),
    )
    skill: EnumProperty(
        name="Skill",
        description="Of version 0, which had no cues: see migration.py",
        items=[(name, title(name), "") for name in OLD_SKILLS],
    )
    pushes: CollectionProperty(
        name="Pushes",
        description="Of version 0, which had no cues: see migration.py",
        type=FOOTFALL_PG_old_push,
    )
    output: PointerProperty(
        name="Output", description="How it becomes keys", type=FOOTFALL_PG_output
    )
    crowd: PointerProperty(name="Crowd", description="Many members", type=FOOTFALL_PG_crowd)
    style_name: StringProperty(
        name="Name",
        description="What to call the style that is made of the animation",
        default="my style",
        maxlen=LONGEST_NAME,
    )

    def chosen_mass(self) -> float | None:
        """The mass of the whole body [kg]; None: from the rig's size."""
        return (shortest(self.mass) or None) if self.use_mass else None


for _name in OLD_SKILLS:
    FOOTFALL_PG_settings.__annotations__[_name] = PointerProperty(
        name=title(_name),
        description="Of version 0, which had no cues: see migration.py",
        type=SKILL_GROUPS[_name],
    )


def identifier(role: str) -> str:
    """The property of a role's pick: upper_leg.L -> upper_leg_L"""
    return role.replace(".", "_")


def role_choice():
    """An enum property of roles, for operators on one part of the body."""
    return EnumProperty(
        name="Part",
        description="The part of the body",
        items=[(role, title(role), "") for role in ALL_ROLES],
    )


def _role_property(role: str):
    """A property that shows the role's bone; a value set by the artist becomes the pick."""
    stored = f"picked_{identifier(role)}"

    def get(self):
        picked = getattr(self, stored)
        found = None if picked else find_bones(self.id_data, self.picks_that_exist()).bone_map
        return found.roles.get(role, "") if found else picked

    def put(self, bone):
        setattr(self, stored, bone)

    return StringProperty(
        name=title(role),
        description=f"The bone that moves as the {title(role).lower()}; empty: found by itself",
        get=get,
        set=put,
    )


class FOOTFALL_PG_bones(PropertyGroup):
    """Which bone plays which role, kept with the armature; empty where it is found by itself."""

    body: PointerProperty(
        name="Body", description="Factors on the measured body", type=FOOTFALL_PG_body
    )
    hanging: PointerProperty(
        name="Hanging Parts", description="What swings on it", type=FOOTFALL_PG_hanging
    )
    plans: StringProperty(
        name="Plans to Get Up",
        description="How it got up before, the last plan first: they are tried before a search. "
        "Empty it to search anew",
    )

    def known_plans(self) -> tuple[str, ...]:
        """Plans by which the rig got up before, in the format of cues."""
        return tuple(plan.strip() for plan in self.plans.split(BETWEEN) if plan.strip())

    def keep_plans(self, performance: Performance) -> None:
        """Store the plans by which the rig got up in a take."""
        found = plans_found(performance)
        if found:
            self.plans = f"{BETWEEN} ".join(merge_plans(found, self.known_plans()))

    def picks(self) -> dict[str, str]:
        """The artist's picks: role -> bone."""
        stored = {role: getattr(self, f"picked_{identifier(role)}") for role in ALL_ROLES}
        return {role: bone for role, bone in stored.items() if bone}

    def picks_that_exist(self) -> dict[str, str]:
        """The picks without bones that were renamed or removed since."""
        bones = self.id_data.data.bones
        return {role: bone for role, bone in self.picks().items() if bone in bones}


for _role in ALL_ROLES:
    FOOTFALL_PG_bones.__annotations__[identifier(_role)] = _role_property(_role)
    FOOTFALL_PG_bones.__annotations__[f"picked_{identifier(_role)}"] = StringProperty()


class FOOTFALL_PG_run(PropertyGroup):
    """The bake or preview that runs now, for panels and scripts to read."""

    running: BoolProperty(
        name="Running", description="Whether a bake runs", get=lambda self: CURRENT.running
    )
    previewing: BoolProperty(
        name="Previewing",
        description="Whether a preview is shown",
        get=lambda self: CURRENT.previewing,
    )
    overlay: BoolProperty(
        name="Skeleton",
        description="Whether the simulation skeleton is drawn over the rig",
        get=lambda self: CURRENT.overlay,
    )
    progress: FloatProperty(
        name="Progress",
        description="The share that is done",
        get=lambda self: CURRENT.progress,
        subtype="FACTOR",
        min=0.0,
        max=1.0,
    )
    can_stop_search: BoolProperty(
        name="Can Stop",
        description="Whether a search goes on that keeps what it has found when it is stopped",
        get=lambda self: CURRENT.can_stop_search,
    )
    note: StringProperty(name="Note", description="What it is doing", get=lambda self: CURRENT.note)
    result: StringProperty(
        name="Result",
        description="What the last run said when it ended",
        get=lambda self: CURRENT.result,
    )
    result_kind: StringProperty(
        name="Kind of Result",
        description="INFO, WARNING or ERROR",
        get=lambda self: CURRENT.result_kind,
    )


CLASSES = (
    *SKILL_GROUPS.values(),
    FOOTFALL_PG_old_push,
    FOOTFALL_PG_style_channel,
    FOOTFALL_PG_edited_style,
    FOOTFALL_PG_cue,
    FOOTFALL_PG_output,
    FOOTFALL_PG_look,
    FOOTFALL_PG_crowd,
    FOOTFALL_PG_settings,
    FOOTFALL_PG_body,
    FOOTFALL_PG_hanging_part,
    FOOTFALL_PG_left_alone,
    FOOTFALL_PG_hanging,
    FOOTFALL_PG_bones,
    FOOTFALL_PG_run,
)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Scene.footfall = PointerProperty(type=FOOTFALL_PG_settings)
    bpy.types.Object.footfall = PointerProperty(type=FOOTFALL_PG_bones)
    part_properties.register()
    bpy.types.WindowManager.footfall = PointerProperty(type=FOOTFALL_PG_run)


def unregister() -> None:
    del bpy.types.WindowManager.footfall
    part_properties.unregister()
    del bpy.types.Object.footfall
    del bpy.types.Scene.footfall
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
