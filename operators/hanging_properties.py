"""Hanging parts of an armature: which of them move, and how.

No postponed annotations here: Blender reads them as definitions of properties.
"""

from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    StringProperty,
)
from bpy.types import PropertyGroup

from ..bodies.hanging import LIMITS, PRESETS, Hanging
from ..bodies.softness import SOFT, SOFT_LIMITS, Softness, preset_of
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
    "weight": ("Weight (kg)", "Of the whole part, where it pulls at the body"),
}
# A soft bone has these, of which damping and gravity are those above.
SOFT_LABELS = {
    "frequency": ("Frequency (Hz)", "How fast it swings: small parts faster than large ones"),
    "damping": LABELS["damping"],
    "shift": ("Largest Shift", "How far it goes from its pose, of the length of its bone"),
    "gravity": LABELS["gravity"],
}
VALUES = {**LABELS, **SOFT_LABELS}


def _number(name: str):
    label, description = VALUES[name]
    low, high = {**SOFT_LIMITS, **LIMITS}[name]
    default = getattr(PRESETS["hair"] if name in LABELS else Softness(), name)
    often = {"bend": 180.0, "frequency": 10.0, "weight": 20.0}.get(name, 2.0)
    return FloatProperty(
        name=label, description=description, default=default, min=low, max=high,
        soft_max=min(high, often), options=set(),
    )  # fmt: skip


def _take_preset(part, context):
    part.put(part.kind)


class FOOTFALL_PG_hanging_part(PropertyGroup):
    """A chain of bones that may swing, or one soft bone; its name is that of its first bone."""

    use: BoolProperty(name="Use", description="Whether it swings", default=True, options=set())
    kind: EnumProperty(
        name="Preset", description="What it is like; sets the values below", items=KINDS,
        update=_take_preset, options=set(),
    )  # fmt: skip
    acts_on_body: BoolProperty(
        name="Pull at the Body",
        description="Simulate it with the body in each bake with hanging motion: a heavy tail or "
        "bag that the character has to carry",
        options=set(),
    )
    is_soft: BoolProperty(name="Soft", description="Whether it is one soft bone", options=set())
    count: IntProperty(name="Bones", description="Number of its bones", options=set())

    def begin(self, kind: str) -> None:
        """Be a part of a kind that was found, with its preset."""
        self.is_soft = kind == SOFT
        if self.is_soft:
            self.put(kind)
        else:
            self.kind = kind

    def put(self, kind: str) -> None:
        """Set all values as the preset has them."""
        for name in self.labels():
            setattr(self, name, getattr(preset_of(kind), name))

    def labels(self) -> dict[str, tuple[str, str]]:
        """The values that it has, with label and description."""
        return SOFT_LABELS if self.is_soft else LABELS

    def settings(self) -> dict[str, object]:
        """What the artist may have set; the preset first, since it sets the others."""
        names = ("kind", "use", "acts_on_body", *self.labels())
        return {name: getattr(self, name) for name in names}

    def hanging(self) -> Hanging | Softness:
        values = {name: shortest(getattr(self, name)) for name in self.labels()}
        if self.is_soft:
            low = SOFT_LIMITS["damping"][0]
            return Softness(**{**values, "damping": max(values["damping"], low)})
        return Hanging(acts_on_body=self.acts_on_body, **values)


for _name in VALUES:
    FOOTFALL_PG_hanging_part.__annotations__[_name] = _number(_name)


class FOOTFALL_PG_left_alone(PropertyGroup):
    """A bone that does not hang; its name is the bone's."""

    reason: StringProperty(name="Reason", description="Why it does not hang")


class FOOTFALL_PG_hanging(PropertyGroup):
    """The hanging parts of an armature."""

    parts: CollectionProperty(
        name="Hanging Parts", description="What swings", type=FOOTFALL_PG_hanging_part
    )
    active: IntProperty(name="Active Part", description="The part that is shown below the list")
    left_alone: CollectionProperty(
        name="Left Alone", description="Bones that do not hang", type=FOOTFALL_PG_left_alone
    )
    show_left_alone: BoolProperty(
        name="Show What Is Left Alone",
        description="List the bones that do not hang; point at one of them to see why",
        options=set(),
    )
    with_tail: BoolProperty(
        name="Tail as Well",
        description="Let an animal's own tail hang, too, instead of moving as it was baked; "
        "find the parts again after a change",
        options=set(),
    )
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
