"""The edited style of a cue: its curves, a mean and a swing for each, and its offsets.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import json

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    FloatProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..catalogue.styles.content import (
    FORMAT_VERSION,
    LARGEST_ANGLE,
    OFFSETS,
    Style,
    check_style,
)
from ..catalogue.styles.editing import all_curves, mean_of, reshaped
from .skill_properties import SUBTYPES, shortest, title

TOUCHED = 1e-6  # [rad]: rounding of an angle in single precision


class FOOTFALL_PG_style_channel(PropertyGroup):
    """The curve of one joint angle over the stride."""

    knots: StringProperty(name="Knots", description="The curve, as JSON", options={"HIDDEN"})
    mean: FloatProperty(
        name="Mean",
        description="The angle around which it swings",
        min=-LARGEST_ANGLE,
        max=LARGEST_ANGLE,
        subtype="ANGLE",
        step=100,
        options=set(),
    )
    swing: FloatProperty(
        name="Swing",
        description="How far it swings: 1 is as drawn, 0 not at all",
        default=1.0,
        min=-5.0,
        max=5.0,
        soft_min=0.0,
        soft_max=2.0,
        options=set(),
    )

    def put(self, channel: str, knots: tuple[float, ...]) -> None:
        self.name, self.knots = channel, json.dumps(knots)
        self.mean, self.swing = mean_of(knots), 1.0

    def curve(self) -> tuple[float, ...]:
        """The knots with the sliders applied; as drawn where no slider was changed."""
        knots = tuple(json.loads(self.knots))
        drawn = mean_of(knots)
        is_as_drawn = abs(self.mean - drawn) < TOUCHED
        return reshaped(
            self.name, knots, drawn if is_as_drawn else shortest(self.mean), shortest(self.swing)
        )


class FOOTFALL_PG_edited_style(PropertyGroup):
    """An editable copy of the style that a cue wears."""

    is_worn: BoolProperty(
        name="Wear This Style",
        description="Walk in the style below and not in the one that the cue names",
        options=set(),
    )
    speed: FloatProperty(
        name="At Speed (m/s)",
        description="The speed at which the curves are as drawn",
        default=1.0,
        min=0.1,
        max=10.0,
        options=set(),
    )
    channels: CollectionProperty(
        name="Channels", description="The curves by channel", type=FOOTFALL_PG_style_channel
    )
    shown: PointerProperty(
        name="Shown On",
        description="The object whose F-curves show the style's curves",
        type=bpy.types.Object,
    )

    gait: StringProperty(
        name="Gait",
        description="The numbers of the style's walk as JSON; the editor leaves them as they are",
        default="{}",
        options={"HIDDEN"},
    )

    def copy_of(self, style: Style) -> None:
        """Start editing a copy of a style."""
        self.speed = style["speed"]
        self.gait = json.dumps(style["gait"])
        for name, (neutral, *_) in OFFSETS.items():
            setattr(self, name, style["offsets"].get(name, neutral))
        self.put_curves(all_curves(style))
        self.is_worn = True

    def put_curves(self, curves: dict[str, tuple[float, ...]]) -> None:
        self.channels.clear()
        for channel, knots in curves.items():
            self.channels.add().put(channel, knots)

    def curves(self) -> dict[str, tuple[float, ...]]:
        return {channel.name: channel.curve() for channel in self.channels}

    def content(self, name: str) -> Style:
        """The style as data, under a name."""
        return check_style(
            {
                "version": FORMAT_VERSION,
                "name": name,
                "speed": shortest(self.speed),
                "offsets": {offset: shortest(getattr(self, offset)) for offset in OFFSETS},
                "gait": json.loads(self.gait),
                "curves": self.curves(),
            }
        )


for _name, (_neutral, _unit, _low, _high) in OFFSETS.items():
    FOOTFALL_PG_edited_style.__annotations__[_name] = FloatProperty(
        name=title(_name) + (" (m)" if _unit == "m" else ""),
        description="A factor on the style's own" if _neutral else "Added to an adult's",
        default=_neutral,
        min=_low,
        max=_high,
        subtype=SUBTYPES.get(_unit, "NONE"),
        step=1,
        options=set(),
    )


def edited_name(index: int) -> str:
    """The name of a cue's edited style in a shot."""
    return f"edited {index + 1}"
