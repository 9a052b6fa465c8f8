"""Hanging parts of an armature: which of them move, and how.

No postponed annotations here: Blender reads them as definitions of properties.
"""

from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, IntProperty
from bpy.types import PropertyGroup

from ..bodies.hanging import LIMITS, PRESETS, Hanging
from .skill_properties import shortest

KINDS = [
    ("hair", "Hair", "Soft, and swings for a while"),
    ("tail", "Tail", "Bears its own weight"),
    ("cloth", "Cloth", "A strip of a skirt or cape: hangs loose and is slowed by the air"),
    ("strap", "Strap", "A belt, a bag or an antenna: stiff, and soon at rest"),
]
LABELS = {
    "stiffness": ("Stiffness", "0 hangs loose, 1 is rigid; 0.5 bears its own weight with a bend"),
    "damping": ("Damping", "How fast it stops swinging: 1 does not swing at all"),
    "gravity": ("Gravity", "Factor of the weight: 0 floats, below 0 rises"),
    "air": ("Air", "How much still air holds it back when the character moves"),
    "bend": ("Largest Bend (°)", "How far each joint bends from its pose"),
    "thickness": ("Thickness", "Diameter where it touches the body, of the length of its bones"),
    "friction": ("Friction", "Grip on the body and the ground"),
}


def _number(name: str):
    label, description = LABELS[name]
    low, high = LIMITS[name]
    return FloatProperty(
        name=label, description=description, default=getattr(PRESETS["hair"], name), min=low,
        max=high, soft_max=min(high, 180.0 if name == "bend" else 2.0), options=set(),
    )  # fmt: skip


def _take_preset(part, context):
    part.put(part.kind)


class FOOTFALL_PG_hanging_part(PropertyGroup):
    """A chain of bones that may swing; its name is that of its first bone."""

    use: BoolProperty(name="Use", description="Whether it swings", default=True, options=set())
    kind: EnumProperty(
        name="Preset", description="What it is like; sets the values below", items=KINDS,
        update=_take_preset, options=set(),
    )  # fmt: skip
    count: IntProperty(name="Bones", description="Number of its bones", options=set())

    def put(self, kind: str) -> None:
        """Set all values as the preset has them."""
        for name in LABELS:
            setattr(self, name, getattr(PRESETS[kind], name))

    def settings(self) -> dict[str, object]:
        """What the artist may have set; the preset first, since it sets the others."""
        return {name: getattr(self, name) for name in ("kind", "use", *LABELS)}

    def hanging(self) -> Hanging:
        values = {name: shortest(getattr(self, name)) for name in LABELS}
        return Hanging(weight=PRESETS[self.kind].weight, **values)


for _name in LABELS:
    FOOTFALL_PG_hanging_part.__annotations__[_name] = _number(_name)


class FOOTFALL_PG_hanging(PropertyGroup):
    """The hanging parts of an armature."""

    parts: CollectionProperty(
        name="Hanging Parts", description="What swings", type=FOOTFALL_PG_hanging_part
    )
    active: IntProperty(name="Active Part", description="The part that is shown below the list")
    settled: BoolProperty(
        name="Start Settled",
        description="Hang at rest in the first frame; off begins in the pose",
        default=True,
        options=set(),
    )
    with_bakes: BoolProperty(
        name="With Each Bake",
        description="Add hanging motion whenever a bake has written the character's keys",
        options=set(),
    )

