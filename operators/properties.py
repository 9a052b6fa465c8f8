"""What the panel shows: settings in the scene, picks on the armature, the run's state.

The parameters of the skills are made from the catalogue. No postponed annotations here: Blender
reads them as definitions of properties.
"""

import math

import bpy
import numpy as np
from bpy.props import (
    BoolProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..catalogue import SKILLS, Parameter, Skill
from ..cue import LATEST, Cue
from ..rigs.casting import ROLES
from .found_bones import find_bones
from .run_state import CURRENT

SUBTYPES = {"rad": "ANGLE", "s": "TIME_ABSOLUTE"}  # Blender shows their units itself
FULL_TURN = 2 * math.pi


def title(name: str) -> str:
    """upper_leg.L -> Upper Leg L"""
    return name.replace("_", " ").replace(".", " ").title()


def _parameter_property(parameter: Parameter):
    shown_unit = parameter.unit and parameter.unit not in SUBTYPES
    reach = FULL_TURN if parameter.unit == "rad" else math.inf
    return FloatProperty(
        name=title(parameter.name) + (f" ({parameter.unit})" if shown_unit else ""),
        description=parameter.sentence.rstrip("."),
        default=parameter.default or 0.0,
        min=parameter.low,
        max=parameter.high,
        soft_min=max(parameter.low, -reach),
        soft_max=min(parameter.high, reach),
        subtype=SUBTYPES.get(parameter.unit, "NONE"),
        step=1,
        precision=2,
    )


def _use_property(parameter: Parameter):
    return BoolProperty(
        name=f"Use {title(parameter.name)}",
        description=f"Set it by hand. {parameter.sentence.rstrip('.')}",
    )


def _skill_group(skill: Skill) -> type:
    properties = {p.name: _parameter_property(p) for p in skill.parameters}
    properties |= {f"use_{p.name}": _use_property(p) for p in skill.parameters if p.default is None}
    contents = {"__doc__": skill.sentence, "__annotations__": properties}
    return type(f"FOOTFALL_PG_{skill.name}", (PropertyGroup,), contents)


SKILL_GROUPS = {skill.name: _skill_group(skill) for skill in SKILLS.values()}


class FOOTFALL_PG_settings(PropertyGroup):
    """What to bake, kept with the scene."""

    armature: PointerProperty(
        name="Armature",
        description="The rig to animate; the active one where none is chosen",
        type=bpy.types.Object,
        poll=lambda self, thing: thing.type == "ARMATURE",
    )
    skill: EnumProperty(
        name="Skill",
        description="What the character does",
        items=[(s.name, title(s.name), s.sentence.rstrip(".")) for s in SKILLS.values()],
    )
    duration: FloatProperty(
        name="Duration",
        description="How long the character does it",
        default=6.0,
        min=0.1,
        max=LATEST,
        soft_max=60.0,
        subtype="TIME_ABSOLUTE",
    )
    start_frame: IntProperty(name="Start Frame", description="Where the first key goes", default=1)
    mass: FloatProperty(
        name="Mass (kg)",
        description="Mass of the whole body; 0 takes it from the size of the rig",
        min=0.0,
        soft_max=200.0,
        precision=1,
    )

    def cue(self) -> Cue:
        """The skill with its parameters as they were typed."""
        skill = SKILLS[self.skill]
        group = getattr(self, skill.name)
        values = {
            p.name: as_typed(getattr(group, p.name), p)
            for p in skill.parameters
            if p.default is not None or getattr(group, f"use_{p.name}")
        }
        return Cue(skill.name, **values)


for _skill in SKILLS.values():
    FOOTFALL_PG_settings.__annotations__[_skill.name] = PointerProperty(
        name=title(_skill.name), description=_skill.sentence, type=SKILL_GROUPS[_skill.name]
    )


def as_typed(value: float, parameter: Parameter) -> float:
    """The number that was typed: Blender keeps 1.2 as 1.2000000477 (single precision)."""
    return min(max(shortest(value), parameter.low), parameter.high)


def shortest(value: float) -> float:
    """The shortest number with the same single-precision value."""
    return float(str(np.float32(value)))


def identifier(role: str) -> str:
    """The property that picks a role's bone: upper_leg.L -> upper_leg_L"""
    return role.replace(".", "_")


def role_choice():
    """For operators on one part of the body."""
    return EnumProperty(
        name="Part",
        description="The part of the body",
        items=[(role, title(role), "") for role in ROLES],
    )


def _role_property(role: str):
    """Shows the bone that was found; what is typed or picked there wins over it."""
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

    def picks(self) -> dict[str, str]:
        """The artist's picks: role -> bone."""
        stored = {role: getattr(self, f"picked_{identifier(role)}") for role in ROLES}
        return {role: bone for role, bone in stored.items() if bone}

    def picks_that_exist(self) -> dict[str, str]:
        """The same without bones that were renamed or removed since."""
        bones = self.id_data.data.bones
        return {role: bone for role, bone in self.picks().items() if bone in bones}


for _role in ROLES:
    FOOTFALL_PG_bones.__annotations__[identifier(_role)] = _role_property(_role)
    FOOTFALL_PG_bones.__annotations__[f"picked_{identifier(_role)}"] = StringProperty()


class FOOTFALL_PG_run(PropertyGroup):
    """The bake that runs now, for panels and scripts to read."""

    running: BoolProperty(
        name="Running", description="Whether a bake runs", get=lambda self: CURRENT.running
    )
    progress: FloatProperty(
        name="Progress",
        description="The share that is done",
        get=lambda self: CURRENT.progress,
        subtype="FACTOR",
        min=0.0,
        max=1.0,
    )
    note: StringProperty(name="Note", description="What it is doing", get=lambda self: CURRENT.note)


CLASSES = (*SKILL_GROUPS.values(), FOOTFALL_PG_settings, FOOTFALL_PG_bones, FOOTFALL_PG_run)


def register() -> None:
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    bpy.types.Scene.footfall = PointerProperty(type=FOOTFALL_PG_settings)
    bpy.types.Object.footfall = PointerProperty(type=FOOTFALL_PG_bones)
    bpy.types.WindowManager.footfall = PointerProperty(type=FOOTFALL_PG_run)


def unregister() -> None:
    del bpy.types.WindowManager.footfall
    del bpy.types.Object.footfall
    del bpy.types.Scene.footfall
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
