"""The body editor's factors, stored on the armature: mass, width and strength of each part.

No postponed annotations here: Blender reads them as definitions of properties.
"""

from bpy.props import FloatProperty
from bpy.types import PropertyGroup

from ..bodies.body_factors import Factors, part_of
from ..rigs.kinds import ALL_ROLES, roles_of
from .skill_properties import shortest, title

PARTS = tuple(dict.fromkeys(part_of(role) for role in ALL_ROLES))
SENTENCES = {
    "mass": "How heavy it is; 1 is as measured",
    "width": "How wide its flesh is, with the mass that follows; 1 is as measured",
    "strength": "How strong and firm the joint that carries it is; 1 is a human's",
}
LEAST, MOST = 0.2, 5.0


def parts_of(kind: str) -> tuple[str, ...]:
    """The parts that a kind of body has."""
    return tuple(dict.fromkeys(part_of(role) for role in roles_of(kind)))


def factor_name(part: str, kind: str) -> str:
    """The property of a factor: upper_leg.L, mass -> upper_leg_L_mass"""
    return f"{part.replace('.', '_')}_{kind}"


def kinds_of(part: str) -> list[str]:
    """The factors of a part; a foot's width is not one, since its sole stays as drawn."""
    return [kind for kind in SENTENCES if kind != "width" or not part.startswith("foot")]


class FOOTFALL_PG_body(PropertyGroup):
    """Factors on the measured body."""

    def factors(self) -> dict[str, Factors]:
        """The factors by part; only those that change something."""
        given = {
            part: Factors(
                **{
                    kind: shortest(getattr(self, factor_name(part, kind)))
                    for kind in kinds_of(part)
                }
            )
            for part in PARTS
        }
        return {part: factors for part, factors in given.items() if factors != Factors()}


for _part in PARTS:
    for _kind in kinds_of(_part):
        FOOTFALL_PG_body.__annotations__[factor_name(_part, _kind)] = FloatProperty(
            name=title(_kind),
            description=SENTENCES[_kind],
            default=1.0,
            min=LEAST,
            max=MOST,
            soft_min=0.5,
            soft_max=2.0,
            options=set(),
        )
