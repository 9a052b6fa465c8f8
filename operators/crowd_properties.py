"""The settings of the crowd panel, stored in the scene.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    IntVectorProperty,
    PointerProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..catalogue.crowds import CROWD_BEHAVIOURS, KINDS, LARGEST_COMPANY
from ..catalogue.styles import list_dances, shipped_styles
from ..crowd.description import MOST_VARIED, PARTS, Crowd
from ..crowd.manner import Manner
from ..crowd.surfaces import Rectangle
from .crowd_look_properties import FOOTFALL_PG_look
from .skill_properties import shortest, title

MANNER, CROWD = Manner(), Crowd()
MOST_WORKERS = 64


def part_name(part: str) -> str:
    """The property with the range of a part: lower_leg -> vary_lower_leg"""
    return f"vary_{part}"


def share_name(behaviour: str) -> str:
    """The property with the share of a behaviour: sit -> share_sit"""
    return f"share_{behaviour}"


def _range(name: str, low: float, high: float, sentence: str, **settings):
    return FloatVectorProperty(
        name=name, description=sentence, size=2, default=(low, high), min=0.0, **settings
    )


def _several(name: str, options: tuple[str, ...], sentence: str):
    return EnumProperty(
        name=name,
        description=sentence,
        items=[(option, title(option), "") for option in options],
        options={"ENUM_FLAG"},
        default=set(),
    )


class FOOTFALL_PG_crowd(PropertyGroup):
    """Who is in a crowd, where, and what they do."""

    count: IntProperty(
        name="Count", description="How many members", default=16, min=1, soft_max=200
    )
    behaviour: EnumProperty(
        name="Behaviour",
        description="What they do",
        items=[(name, title(name), each.sentence) for name, each in CROWD_BEHAVIOURS.items()],
    )
    mixed: BoolProperty(
        name="Mixed", description="Some members do something else; the shares say how many"
    )
    seed: IntProperty(name="Seed", description="Of everything that is random", min=0)
    surface: PointerProperty(
        name="Surface",
        description="A mesh to start on, which is the ground as well, or a curve to start along; "
        "none: a rectangle around the origin",
        type=bpy.types.Object,
        poll=lambda self, thing: thing.type in ("MESH", "CURVE"),
    )
    area: FloatVectorProperty(
        name="Area (m)", description="Lengths along X and Y", size=2, default=(8.0, 8.0), min=0.1
    )
    width: FloatProperty(
        name="Width (m)", description="Of the strip along the curve", default=4.0, min=0.0
    )
    spacing: FloatProperty(
        name="Spacing (m)",
        description="Least distance of two members at the start",
        default=CROWD.spacing,
        min=0.0,
    )
    goals: PointerProperty(
        name="Along",
        description="The curve to walk along; none: to the other side",
        type=bpy.types.Object,
        poll=lambda self, thing: thing.type == "CURVE",
    )
    variation: FloatProperty(
        name="Variation",
        description="By how much lengths and widths of the body vary",
        default=CROWD.variation,
        min=0.0,
        max=MOST_VARIED,
    )
    by_part: BoolProperty(name="By Part", description="A range for each part of the body instead")
    speed: _range("Speed (m/s)", *MANNER.speed, "Slowest and fastest pace", max=3.0)
    use_step_period: BoolProperty(name="Step Period", description="Else what suits each")
    step_period: _range(
        "Step Period", 0.5, 0.6, "Shortest and longest", max=1.0, unit="TIME_ABSOLUTE"
    )
    use_step_height: BoolProperty(name="Step Height", description="Else what suits each")
    step_height: _range("Step Height (m)", 0.05, 0.1, "Lowest and highest", max=0.5)
    styles: _several(
        "Styles", shipped_styles(), "Styles of walking, of which each has one; none is natural"
    )
    dances: _several(
        "Dances", list_dances(), "Dances, of which each has one; none takes all of them"
    )
    bpm: FloatProperty(
        name="Beats a Minute", description="Of the dance", default=MANNER.bpm, min=40.0, max=240.0
    )
    together: IntVectorProperty(
        name="Together",
        description="Fewest and most members that walk side by side, or stand in a circle",
        size=2,
        default=MANNER.together,
        min=1,
        max=LARGEST_COMPANY,
    )
    stay: _range(
        "Stay (s)",
        *MANNER.stay,
        "Shortest and longest time on a seat, or at the head of a queue",
        max=3600.0,
    )
    start_seated: BoolProperty(
        name="Start Seated", description="Members that come out of no source sit from the beginning"
    )
    recover: BoolProperty(
        name="Get Up Again",
        description="Members that fall get up and go on; searching how may take a minute for each",
        default=CROWD.recover,
    )
    hanging: BoolProperty(
        name="Hanging Parts",
        description="Let hair, cloth, tails and soft parts of the members hang, each for itself",
    )
    looks: CollectionProperty(
        name="Looks", description="What members differ in", type=FOOTFALL_PG_look
    )
    members: EnumProperty(
        name="Members",
        description="How members are in the scene; it can be changed later",
        items=[(kind, title(kind), sentence) for kind, sentence in KINDS.items()],
    )
    numbers: StringProperty(
        name="Numbers",
        description="The light members that are meant, as in 1-20, 35; all of them if empty",
    )
    keep_finished: BoolProperty(
        name="Keep Finished",
        description="Cancel and Esc end the run with the groups of members that are simulated; the "
        "rest can be simulated later",
    )
    workers: IntProperty(
        name="Processes",
        description="That simulate side by side",
        default=2,
        min=1,
        max=MOST_WORKERS,
    )

    def chosen(self, duration: float) -> Crowd:
        """The crowd that the panel describes. Raises InvalidInput."""
        return Crowd(
            count=self.count,
            behaviour=self.behaviour,
            shares=self.shares,
            manner=self._manner(),
            seed=self.seed,
            surface=Rectangle(_pair(self.area)),
            spacing=shortest(self.spacing),
            variation=shortest(self.variation),
            ranges=(
                {part: _pair(getattr(self, part_name(part))) for part in PARTS}
                if self.by_part
                else {}
            ),
            recover=self.recover,
            duration=duration,
        )

    @property
    def shares(self) -> dict[str, float]:
        """The shares of other behaviours that some members have."""
        if not self.mixed:
            return {}
        others = [name for name in CROWD_BEHAVIOURS if name != self.behaviour]
        shares = {name: shortest(getattr(self, share_name(name))) for name in others}
        return {name: share for name, share in shares.items() if share > 0.0}

    def _manner(self) -> Manner:
        return Manner(
            speed=_pair(self.speed),
            step_period=_pair(self.step_period) if self.use_step_period else None,
            step_height=_pair(self.step_height) if self.use_step_height else None,
            styles=tuple(sorted(self.styles)),
            dances=tuple(sorted(self.dances)),
            bpm=shortest(self.bpm),
            together=(min(self.together), max(self.together)),
            stay=_pair(self.stay),
            start_seated=self.start_seated,
        )


def _pair(values) -> tuple[float, float]:
    low, high = map(shortest, values)
    return low, high


for _part in PARTS:
    FOOTFALL_PG_crowd.__annotations__[part_name(_part)] = _range(
        title(_part), 0.8, 1.2, "Smallest and largest factor on length and width", max=2.0
    )

for _name, _behaviour in CROWD_BEHAVIOURS.items():
    FOOTFALL_PG_crowd.__annotations__[share_name(_name)] = FloatProperty(
        name=title(_name), description=_behaviour.sentence, min=0.0, max=1.0, subtype="FACTOR"
    )
