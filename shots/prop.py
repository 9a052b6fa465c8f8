"""A prop: an object in a shot's world that is stepped over, sat on, carried or pushed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..base.checks import (
    check_list,
    check_name,
    check_number,
    check_numbers,
    check_orientation,
    check_parts,
    check_vector,
)
from ..base.errors import InvalidInput
from .keyed_motion import FASTEST, KeyedMotion, check_keyed_motion
from .performer import tuples

Vector = tuple[float, float, float]
LARGEST, FURTHEST = 1e4, 1e6  # [m] of a prop's own sizes, and from the origin
SHAPES = {"box": 3, "sphere": 1, "capsule": 2, "mesh": 0}  # by shape: how many numbers its size has


@dataclass(frozen=True)
class Prop:
    """An object in the world; it is static when its mass is 0, unless it has a motion.

    Attributes:
        shape: "box" (size: full x, y, z), "sphere" (radius), "capsule" (radius, full height) or
            "mesh" (the convex hull of `vertices`).
        handles: named points in the prop's frame [m].
        velocity: with which a prop that has a mass begins, as one that was thrown [m/s].
        motion: keyed poses in place of position and orientation, for a prop of mass 0: it pushes
            what is in its way, carries what stands on it, and nothing pushes it. None: it has none.
    """

    name: str
    shape: str = "box"
    size: Sequence[float] = ()
    vertices: Sequence[Vector] = ()
    mass: float = 0.0
    position: Vector = (0.0, 0.0, 0.0)
    orientation: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    friction: float = 0.5
    handles: Mapping[str, Vector] = field(default_factory=dict)
    velocity: Vector = (0.0, 0.0, 0.0)
    motion: KeyedMotion | None = None

    @property
    def is_static(self) -> bool:
        """Whether it never moves."""
        return self.mass == 0.0 and self.motion is None


def prop_to_data(prop: Prop) -> dict[str, Any]:
    """The prop as plain data for JSON."""
    return asdict(prop)


def prop_from_data(data: Mapping[str, Any]) -> Prop:
    """The inverse of `prop_to_data`; raises InvalidInput on anything else."""
    parts = tuples(check_parts("a prop", data, Prop))
    motion = parts.get("motion")
    if motion is not None:
        motion = KeyedMotion(**tuples(check_parts("a prop's motion", motion, KeyedMotion)))
    return Prop(**{**parts, "motion": motion})


def check_prop(prop: Prop) -> None:
    """Raise InvalidInput with one sentence for the first error."""
    if not isinstance(prop, Prop):
        raise InvalidInput(f"Each prop of a shot must be a Prop, got {prop!r}.")
    check_name("a prop's name", prop.name)
    if not isinstance(prop.shape, str) or prop.shape not in SHAPES:
        raise InvalidInput(f"Unknown prop shape {prop.shape!r}; allowed: {', '.join(SHAPES)}.")
    check_vector(f"the size of the {prop.shape} {prop.name!r}", prop.size, SHAPES[prop.shape])
    for value in prop.size:
        check_number(f"the size of prop {prop.name!r}", value, "m", 0.0, LARGEST, above=True)
    check_list(f"the vertices of prop {prop.name!r}", prop.vertices)
    if prop.shape == "mesh" and len(prop.vertices) < 4:
        raise InvalidInput(f"The mesh prop {prop.name!r} needs at least 4 vertices.")
    for vertex in prop.vertices:
        check_numbers(f"a vertex of prop {prop.name!r}", vertex, "m", -LARGEST, LARGEST)
    check_number(f"the mass of prop {prop.name!r}", prop.mass, "kg", 0.0, 1e6)
    check_number(f"the friction of prop {prop.name!r}", prop.friction, "", 0.0, 10.0)
    check_numbers(f"the position of prop {prop.name!r}", prop.position, "m", -FURTHEST, FURTHEST)
    check_orientation(f"the orientation of prop {prop.name!r}", prop.orientation)
    if not isinstance(prop.handles, Mapping):
        raise InvalidInput(
            f"The handles of prop {prop.name!r} must be points by name, got {prop.handles!r}."
        )
    for name, point in prop.handles.items():
        check_numbers(f"the handle {name!r} of prop {prop.name!r}", point, "m", -LARGEST, LARGEST)
    _check_moving(prop)


def _check_moving(prop: Prop) -> None:
    """Raise InvalidInput where a prop cannot be thrown or moved as it should."""
    what = f"the velocity of prop {prop.name!r}"
    check_numbers(what, prop.velocity, "m/s", -FASTEST, FASTEST)
    if any(prop.velocity) and prop.mass == 0.0:
        raise InvalidInput(
            f"The prop {prop.name!r} has a velocity and no mass: give it a mass, or key its motion."
        )
    if prop.motion is None:
        return
    check_keyed_motion(prop.name, prop.motion)
    if prop.mass > 0.0:
        raise InvalidInput(
            f"The prop {prop.name!r} has a keyed motion, which nothing can push: its mass must be "
            f"0, got {prop.mass:g} kg."
        )
