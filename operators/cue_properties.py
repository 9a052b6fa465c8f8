"""The list of cues: the skills by start frame, and the events.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import zlib

from bpy.props import EnumProperty, IntProperty, PointerProperty
from bpy.types import PropertyGroup

from ..bodies.kinds import BIPED
from ..catalogue import CUES, EVENTS, USUAL
from ..catalogue.bodies import skills_for
from .chosen import chosen_armature
from .found_bones import kind_of_body
from .skill_properties import SKILL_GROUPS, UNKEYED, title
from .style_properties import FOOTFALL_PG_edited_style


def _item(skill):
    """A menu entry, whose number does not change when other entries are added."""
    return (
        skill.name,
        title(skill.name),
        skill.sentence.rstrip("."),
        skill.icon,
        zlib.crc32(skill.name.encode()) >> 1,
    )


ITEMS = {name: _item(skill) for name, skill in CUES.items()}
_shown = {}  # keeps the strings of dynamic menus alive, to which Blender holds no reference


def skill_choice():
    """A menu of all skills and events."""
    return EnumProperty(
        name="Skill",
        description="What it does",
        items=list(ITEMS.values()),
        default=USUAL,
        options=UNKEYED,
    )


def skill_choice_for_body():
    """A menu of the skills and events that the chosen rig's body has."""

    def items(self, context):
        kind = kind_of_body(chosen_armature(context)) if context else BIPED
        return _shown.setdefault(kind, [ITEMS[name] for name in skills_for(kind)])

    return EnumProperty(name="Skill", description="What it does", items=items)


class FOOTFALL_PG_cue(PropertyGroup):
    """What the character does from a frame on, until the next cue; a push is a moment beside it."""

    skill: skill_choice()
    frame: IntProperty(
        name="Frame", description="From which frame of the timeline on", default=1, options=set()
    )
    begins: EnumProperty(
        name="Begins",
        description="When it begins",
        items=[
            ("AT_FRAME", "At Frame", "At a frame, whatever is done then"),
            (
                "WHEN_DONE", "When Previous Is Done",
                "When the cue before it is done, which must have an end",
            ),
        ],
        default="AT_FRAME",
        options=set(),
    )  # fmt: skip
    edited: PointerProperty(
        name="Edited Style",
        description="An editable copy of the style that it wears",
        type=FOOTFALL_PG_edited_style,
    )

    @property
    def parameters(self) -> PropertyGroup:
        """The settings of the cue's skill."""
        return getattr(self, self.skill)

    @property
    def is_event(self) -> bool:
        """Whether the cue is an event, during which the active skill continues."""
        return self.skill in EVENTS

    @property
    def follows(self) -> bool:
        """Whether the cue begins when the cue before it is done."""
        return self.begins == "WHEN_DONE"


for _skill in CUES.values():
    FOOTFALL_PG_cue.__annotations__[_skill.name] = PointerProperty(
        name=title(_skill.name), description=_skill.sentence, type=SKILL_GROUPS[_skill.name]
    )
