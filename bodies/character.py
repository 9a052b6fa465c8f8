"""A character: a body, with constructors and variations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from .body import Body
from .humanoid import make_humanoid
from .planar import make_planar
from .presets import make_preset
from .proportions import vary
from .quadruped_body import make_quadruped


@dataclass(frozen=True, kw_only=True)
class Character(Body):
    """A body for a performer: measured from a rig, made by a constructor here, or varied."""

    @classmethod
    def of(cls, body: Body) -> Self:
        """A body's data as a character."""
        return cls(
            kind=body.kind, height=body.height, segments=body.segments, standing=body.standing,
            hanging=body.hanging,
        )  # fmt: skip

    @classmethod
    def humanoid(
        cls,
        height: float = 1.75,
        mass: float = 70.4,
        scale: Mapping[str, float] | None = None,
    ) -> Self:
        """A human of average proportions.

        Args:
            height: standing height [m].
            mass: body mass [kg].
            scale: factors on the lengths of named segments ({"upper_leg.L": 1.2}); mass follows.
                The hip of a longer leg is higher in the pelvis, so that the body still stands
                upright on both soles.
        """
        return cls.of(make_humanoid(height, mass, scale or {}))

    @classmethod
    def quadruped(cls, height: float = 0.44, mass: float = 30.0) -> Self:
        """A dog of average proportions.

        Args:
            height: of the hips, standing [m].
            mass: body mass [kg].
        """
        return cls.of(make_quadruped(height, mass))

    @classmethod
    def preset(cls, name: str) -> Self:
        """A ready body: "human", "robot", "beast1", "beast2", "child" or "giant"."""
        return cls.of(make_preset(name))

    @classmethod
    def planar(cls, name: str) -> Self:
        """A body in a vertical plane: "human7", "human16", "mechbot" or "prone9"."""
        return cls.of(make_planar(name))

    def vary(self, seed: int, amount: float = 0.1) -> Self:
        """A body with other proportions: see `proportions.vary`."""
        return vary(self, seed, amount)
