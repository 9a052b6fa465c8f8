"""The gaits of four-legged bodies, as data: when each leg lifts, and how long it stands.

Offsets and duties: Alexander 1984, "The gaits of bipedal and quadrupedal animals", International
Journal of Robotics Research 3(2). Periods are in units of sqrt(leg / g), so that bodies of any size
move alike; they shorten with the speed in units of sqrt(g leg).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Gait:
    """How the legs take turns.

    Attributes:
        offsets: phase of the stride at which each leg lifts: FL, FR, BL, BR.
        duty: share of the stride that a leg stands.
        period: of a stride at no speed; shortening: how much shorter it is per unit of speed.
        shortest: period.
    """

    offsets: tuple[float, float, float, float]
    duty: float
    period: float
    shortening: float
    shortest: float


GAITS: Mapping[str, Gait] = {
    "walk": Gait((0.25, 0.75, 0.0, 0.5), 0.7, 3.2, 0.6, 2.4),
    "trot": Gait((0.0, 0.5, 0.5, 0.0), 0.55, 2.0, 0.4, 1.5),
    "pace": Gait((0.0, 0.5, 0.0, 0.5), 0.55, 2.0, 0.4, 1.5),
}
