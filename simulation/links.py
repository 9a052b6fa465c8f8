"""The links of a body as columns, for the engine to make at once.

A link is counted from 0, the base is link -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .body import HINGE

SLIDE = 5  # a kind of joint besides those of `body`: along an axis
NO_SHAPE = -1
NOWHERE = (0.0, 0.0, 0.0)
UPRIGHT = (0.0, 0.0, 0.0, 1.0)  # x, y, z, w
Numbers = Sequence[float]


class LinkTree:
    """Columns named as the engine's, filled a link at a time; `kinds` of their joints."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.columns: dict[str, list[Any]] = {
            "linkMasses": [], "linkCollisionShapeIndices": [], "linkVisualShapeIndices": [],
            "linkPositions": [], "linkOrientations": [], "linkInertialFramePositions": [],
            "linkInertialFrameOrientations": [], "linkParentIndices": [], "linkJointAxis": [],
        }  # fmt: skip

    def add(
        self, mass: float, shape: int, position: Numbers, center: Numbers, above: int, kind: int,
        axis: Numbers,
    ) -> int:  # fmt: skip
        """Hang a link on the link `above`; `kind` as in `body`, or SLIDE. Returns its number."""
        row = (mass, shape, -1, position, UPRIGHT, center, UPRIGHT, above + 1, axis)
        for column, value in zip(self.columns.values(), row, strict=True):
            column.append(value)
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def add_rail(self, above: int, axis: Numbers) -> int:
        """Hang a slide without mass on the link `above`. Returns its number."""
        return self.add(0.0, NO_SHAPE, NOWHERE, NOWHERE, above, SLIDE, axis)

    def add_turning(
        self, mass: float, shape: int, center: Numbers, above: int, axis: Numbers
    ) -> int:
        """Hang a link on a hinge where the link `above` is. Returns its number."""
        return self.add(mass, shape, NOWHERE, center, above, HINGE, axis)
