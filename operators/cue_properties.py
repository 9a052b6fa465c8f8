"""The list of cues: what the character does from which frame on, and what happens to it.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import zlib

from bpy.props import EnumProperty, IntProperty, PointerProperty
from bpy.types import PropertyGroup

from ..catalogue import CUES, EVENTS
from .skill_properties import SKILL_GROUPS, title
from .style_properties import FOOTFALL_PG_edited_style

ICONS = {
    "walk": "TRIA_RIGHT", "stand": "PAUSE", "follow": "CURVE_DATA", "approach": "EMPTY_AXIS",
    "dance": "SOUND",
    "sit_to_stand": "TRIA_UP", "stand_to_sit": "TRIA_DOWN",
    "reach": "VIEW_PAN", "pick_up": "EXPORT", "put_down": "IMPORT",
    "push_crate": "FORWARD", "pull_crate": "BACK",
}  # fmt: skip
EVENT_ICON = "FORCE_FORCE"


def skill_choice():
    """A menu of all skills and events, with numbers that stay when others are added."""
    items = [
        (
            skill.name,
            title(skill.name),
            skill.sentence.rstrip("."),
            ICONS.get(skill.name, EVENT_ICON),
            zlib.crc32(skill.name.encode()) >> 1,
        )
        for skill in CUES.values()
    ]
    return EnumProperty(name="Skill", description="What it does", items=items, default="walk")


class FOOTFALL_PG_cue(PropertyGroup):
    """What the character does from a frame on, until the next cue; a push is a moment beside it."""

    skill: skill_choice()
    frame: IntProperty(
        name="Frame", description="From which frame of the timeline on", default=1, options=set()
    )
    edited: PointerProperty(
        name="Edited Style",
        description="An editable copy of the style that it wears",
        type=FOOTFALL_PG_edited_style,
    )

    @property
    def parameters(self) -> PropertyGroup:
        """The settings of the skill that is chosen."""
        return getattr(self, self.skill)

    @property
    def is_event(self) -> bool:
        """Whether it happens beside what is done."""
        return self.skill in EVENTS


for _skill in CUES.values():
    FOOTFALL_PG_cue.__annotations__[_skill.name] = PointerProperty(
        name=title(_skill.name), description=_skill.sentence, type=SKILL_GROUPS[_skill.name]
    )


def in_time(cues) -> list[int]:
    """Places in the list, by rising frames."""
    return sorted(range(len(cues)), key=lambda index: cues[index].frame)
