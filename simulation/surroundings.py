"""What is around the characters of a world: the ground, and props that rest, move or are moved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from .construction import BODY_LAYER, GROUND_LAYER, MOVED_LAYER, TERRAIN_LAYER
from .engines import start_engine
from .keyed_path import KeyedPath
from .movers import MASS, Movers
from .rotation import Array

STILL = (0.0, 0.0, 0.0)
_Made = tuple[str, Any, Any, float, float, KeyedPath | None]
MOST_RAYS = 8192  # at once: the engine answers none of 16,384
DEEPEST = 100.0  # range of the ground's search below the eye [m]


@dataclass(eq=False, repr=False)
class Surroundings:
    """A ground and props under gravity.

    Attributes:
        gravity: (3,) [m/s2]; time_step: [s].
        ground_friction: multiplied with that of what touches the ground.
        vertices, triangles: of the ground [m]; without triangles it is the plane z = 0.
        made_of: arguments of `add_prop` for each prop but its place and first velocity: shape,
            size, vertices, mass, friction and path.
    """

    gravity: Sequence[float]
    time_step: float
    ground_friction: float
    vertices: Sequence[Sequence[float]] = ()
    triangles: Sequence[Sequence[int]] = ()
    props: dict[str, int] = field(default_factory=dict, init=False)
    made_of: dict[str, _Made] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.engine = engine = start_engine(self.gravity, self.time_step)
        self.movers = Movers(engine, self.gravity, self.time_step)
        is_mesh = bool(self.triangles)
        shape = engine.triangles(self.vertices, self.triangles) if is_mesh else engine.plane()
        self.ground = engine.add_body(shape)
        self._add_surface(self.ground, self.ground_friction, GROUND_LAYER | TERRAIN_LAYER)

    @property
    def setting(self) -> tuple[Any, ...]:
        """The arguments that it was made with."""
        return self.gravity, self.time_step, self.ground_friction, self.vertices, self.triangles

    def close(self) -> None:
        """Free the world; calling it twice is harmless."""
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add_prop(
        self,
        name: str,
        shape: str,
        size: Sequence[float],
        vertices: Sequence[Sequence[float]],
        mass: float,
        position: Sequence[float],
        orientation: Sequence[float],
        friction: float,
        velocity: Sequence[float] = STILL,
        path: KeyedPath | None = None,
    ) -> None:
        """Put a box, sphere, capsule or convex mesh in the world; static when its mass is 0.

        Args:
            velocity: with which it begins [m/s].
            path: that it follows, from its present place on, whatever its mass is.
        """
        identity = self.engine.add_body(
            self._prop_shape(shape, size, vertices), MASS if path else mass, position, orientation
        )
        self.engine.remove_damping(identity, -1)
        if path is None:
            self._add_surface(identity, friction, meets=MOVED_LAYER if mass > 0.0 else 0)
        else:
            self._add_surface(identity, friction, MOVED_LAYER)
            self.movers.add(identity, path)
        if any(velocity):
            self.engine.set_base_going(identity, velocity, STILL)
        self.props[name] = identity
        self.made_of[name] = shape, size, vertices, mass, friction, path

    def ground_heights(self, places: Array, top: float) -> Array:
        """(n,) height of the ground [m] under places (n, 2), below a height `top`; NaN for none.
        What follows a path is ground as well.
        """
        pieces = [
            self.engine.heights(piece, top, top - DEEPEST, TERRAIN_LAYER | MOVED_LAYER)
            for piece in np.array_split(places, math.ceil(len(places) / MOST_RAYS))
        ]
        return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)

    def surface_heights(self, places: Array, top: float) -> Array:
        """`ground_heights` with the props included."""
        return self.engine.heights(places, top, top - DEEPEST, GROUND_LAYER | MOVED_LAYER)

    @property
    def stands_still(self) -> bool:
        """Whether none of the props can move, so that all of them can be stood on."""
        return not any(mass > 0.0 or path for _, _, _, mass, _, path in self.made_of.values())

    def footing_heights(self, places: Array, top: float) -> Array:
        """`ground_heights` of what can be stood on."""
        heights = self.surface_heights if self.stands_still else self.ground_heights
        return heights(places, top)

    def moved_heights(self, places: Array, top: float) -> Array:
        """`ground_heights` of what follows a path only."""
        return self.engine.heights(places, top, top - DEEPEST, MOVED_LAYER)

    def prop_pose(self, name: str) -> tuple[Array, Array]:
        """(3,) position and (4,) orientation of a prop."""
        return self.engine.pose(self.props[name])

    def _add_surface(
        self, identity: int, friction: float, layers: int = GROUND_LAYER, meets: int = 0
    ) -> None:
        """Set up a part of the scene that bodies collide with.

        What follows a path meets bodies and props that have a mass, but nothing that stands still.
        """
        self.engine.set_friction(identity, -1, friction)
        self.engine.set_layer(identity, -1, layers, BODY_LAYER | GROUND_LAYER | meets)

    def _prop_shape(
        self, shape: str, size: Sequence[float], vertices: Sequence[Sequence[float]]
    ) -> int:
        if shape == "box":
            return self.engine.box(size)
        if shape == "sphere":
            return self.engine.sphere(size[0])
        if shape == "capsule":
            return self.engine.capsule(size[0], size[1])
        return self.engine.hull(vertices)
