"""The links of a body as columns, for creation in one call of the engine.

A link is counted from 0, the base is link -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .body import HINGE

SLIDE = 5  # a further kind of joint: a slide along an axis
NO_SHAPE = -1
NOWHERE = (0.0, 0.0, 0.0)
UPRIGHT = (0.0, 0.0, 0.0, 1.0)  # x, y, z, w
Numbers = Sequence[float]


class LinkTree:
    """Columns with the engine's names, filled link by link; `kinds` are the joints' kinds."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.columns: dict[str, list[Any]] = {
            "linkMasses": [], "linkCollisionShapeIndices": [], "linkVisualShapeIndices": [],
            "linkPositions": [], "linkOrientations": [], "linkInertialFramePositions": [],
            "linkInertialFrameOrientations": [], "linkParentIndices": [], "linkJointAxis": [],
        }  # fmt: skip

    def add(
        self, mass: float, shape: int, position: Numbers, center: Numbers, above: int, kind: int,
        axis: Numbers, orientation: Numbers = UPRIGHT,
    ) -> int:  # fmt: skip
        """Add a link under the link `above`; `kind` as in `body`, or SLIDE. Return its number."""
        row = (mass, shape, -1, position, orientation, center, UPRIGHT, above + 1, axis)
        for column, value in zip(self.columns.values(), row, strict=True):
            column.append(value)
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def add_rail(self, above: int, axis: Numbers) -> int:
        """Add a slide without mass under the link `above`. Return its number."""
        return self.add(0.0, NO_SHAPE, NOWHERE, NOWHERE, above, SLIDE, axis)

    def add_turning(
        self, mass: float, shape: int, center: Numbers, above: int, axis: Numbers
    ) -> int:
        """Add a link with a hinge at the origin of the link `above`. Return its number."""
        return self.add(mass, shape, NOWHERE, center, above, HINGE, axis)
