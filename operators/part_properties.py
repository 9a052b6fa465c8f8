"""The part of an object in a shot: ground, obstacle, prop, push, or a place of a crowd.

The settings are stored on the object, so that copies have them and deletion removes them.
No postponed annotations here: Blender reads them as definitions of properties.
"""

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty, PointerProperty
from bpy.types import PropertyGroup

from ..catalogue.crowds import REACTIONS
from ..crowd.blasts import Blast
from ..crowd.queues import SPACING
from ..crowd.seats import PLACE
from ..rigs.blender.scene_parts import (
    BLAST,
    BOX,
    GROUND,
    HULL,
    MINUS_Z,
    NOTHING,
    OBSTACLE,
    PROP,
    PUSH,
    QUEUE,
    SEAT,
    SINK,
    SOURCE,
    Y,
    Z,
)
from ..rigs.blender.scene_props import USUAL_FRICTION, USUAL_MASS
from ..rigs.kinds import ALL_ROLES
from .skill_properties import title

PARTS = [
    (NOTHING, "Nothing", "The character passes through it"),
    (GROUND, "Ground", "A mesh that is walked on, hollows and all, instead of a flat floor"),
    (OBSTACLE, "Obstacle", "A mesh that nothing pushes; an animated one carries and hits"),
    (PROP, "Prop", "A mesh that can be moved: picked up, carried, put down, pushed, pulled"),
    (PUSH, "Push", "An empty that pushes while its strength is not 0: key the strength"),
    (SOURCE, "Crowd Source", "A mesh or curve that members of a crowd come out of"),
    (SINK, "Crowd Sink", "A mesh or curve by which members of a crowd leave"),
    (SEAT, "Crowd Seat", "A bench or chair on which members of a crowd sit down"),
    (QUEUE, "Crowd Queue", "An empty or curve at which members of a crowd line up"),
    (BLAST, "Blast", "An empty from which a crowd is thrown over, or that it notices"),
]


class FOOTFALL_PG_part(PropertyGroup):
    """What an object is to the character."""

    part: EnumProperty(
        name="Part", description="What it is to the character", items=PARTS, options=set()
    )
    friction: FloatProperty(
        name="Friction",
        description="Grip of its surface: 0.5 is wood, 0.1 is ice",
        default=USUAL_FRICTION,
        min=0.0,
        max=10.0,
        soft_max=1.5,
        options=set(),
    )
    mass: FloatProperty(
        name="Mass (kg)",
        description="Mass of the prop, which a performer that picks it up has to lift",
        default=USUAL_MASS,
        min=0.001,
        soft_max=100.0,
        max=1e6,
        precision=3,
        options=set(),
    )
    shape: EnumProperty(
        name="Shape",
        description="What stands for it in the simulation; neither has hollows",
        items=[
            (HULL, "Convex Hull", "What a tight foil around it would enclose"),
            (BOX, "Box", "The box around it, along its own axes"),
        ],
        options=set(),
    )
    strength: FloatProperty(
        name="Strength (N)",
        description="Force of the push; key it over time, 0 does not push",
        soft_min=-2000.0,
        soft_max=2000.0,
        min=-1e5,
        max=1e5,
    )
    direction: EnumProperty(
        name="Direction",
        description="Along which axis of the empty the force acts",
        items=[
            (MINUS_Z, "-Z", "Away from the empty, as a lamp shines"),
            (Y, "Y", "Along its Y axis"),
            (Z, "Z", "As the single arrow of an empty points"),
        ],
        default=Z,
        options=set(),
    )
    segment: EnumProperty(
        name="Segment",
        description="The part of the body that is pushed, at its center of mass",
        items=[(role, title(role), "") for role in ALL_ROLES],
        default="torso",
        options=set(),
    )
    rate: FloatProperty(
        name="Rate (1/s)",
        description="How many members come out of it in a second; it can be keyed over time",
        default=1.0,
        min=0.0,
        soft_max=5.0,
        max=100.0,
    )
    width: FloatProperty(
        name="Width (m)",
        description="Of the strip along a curve on which members come or leave",
        default=2.0,
        min=0.1,
        soft_max=20.0,
        max=1e3,
        options=set(),
    )
    place: FloatProperty(
        name="Place Width (m)",
        description="Of the seat for one member: a bench has as many places as fit",
        default=PLACE,
        min=0.2,
        soft_max=1.5,
        max=10.0,
        options=set(),
    )
    turned: BoolProperty(
        name="Other Side",
        description="Sit facing the other way: else away from the back, or along -Y without one",
        options=set(),
    )
    spacing: FloatProperty(
        name="Spacing (m)",
        description="From one member in the queue to the next",
        default=SPACING,
        min=0.5,
        max=3.0,
        options=set(),
    )
    room: IntProperty(
        name="Room For",
        description="Members that wait in the queue; others stand about until there is room",
        default=8,
        min=2,
        max=200,
        options=set(),
    )
    impulse: FloatProperty(
        name="Impulse (N s)",
        description="On a body at the blast; it falls with the distance: 70 N s make a human step",
        default=Blast.impulse,
        min=0.0,
        soft_max=2000.0,
        max=1e4,
        options=set(),
    )
    radius: FloatProperty(
        name="Radius (m)",
        description="Beyond which nobody is pushed",
        default=Blast.radius,
        min=0.1,
        soft_max=20.0,
        max=1e3,
        options=set(),
    )
    reaction: EnumProperty(
        name="Reaction",
        description="What members do who notice it; those who fall do so once they are up",
        items=[(name, title(name), sentence) for name, sentence in REACTIONS.items()],
        options=set(),
    )
    noticed: FloatProperty(
        name="Noticed (m)",
        description="Members that are further away go on with what they do",
        default=Blast.noticed,
        min=0.1,
        soft_max=50.0,
        max=1e3,
        options=set(),
    )
    moves: BoolProperty(
        name="While It Moves",
        description="Members are pushed and notice it as it comes near them, instead of on a frame",
        options=set(),
    )
    frame: IntProperty(
        name="Frame", description="At which it bursts", default=50, options=set()
    )


def register() -> None:
    bpy.utils.register_class(FOOTFALL_PG_part)
    bpy.types.Object.footfall_part = PointerProperty(type=FOOTFALL_PG_part)


def register_once() -> None:
    """Register the properties where the extension may be registered already."""
    if not hasattr(bpy.types.Object, "footfall_part"):
        register()


def unregister() -> None:
    del bpy.types.Object.footfall_part
    bpy.utils.unregister_class(FOOTFALL_PG_part)
