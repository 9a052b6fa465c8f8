"""The gaits of quadrupeds, as data: when each leg lifts off, and how long it stands.

Offsets and duty factors: Alexander 1984, "The gaits of bipedal and quadrupedal animals",
International Journal of Robotics Research 3(2). Periods are in units of sqrt(leg / g), so that
bodies of all sizes move alike; periods shorten as the speed, in units of sqrt(g leg), grows. The
canter's offsets are halfway between the trot's and the gallop's, with a diagonal pair together; its
duty factor is tuned: bench canter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Gait:
    """The gait graph of a quadruped: phase offsets and duty factor of the legs.

    Attributes:
        offsets: phase of the stride at which each leg lifts off: FL, FR, BL, BR.
        duty: share of the stride during which a leg stands.
        period: the stride period at speed 0.
        shortening: how much the period shrinks per unit of speed.
        shortest: the shortest period.
    """

    offsets: tuple[float, float, float, float]
    duty: float
    period: float
    shortening: float
    shortest: float


GAITS: Mapping[str, Gait] = {
    "walk": Gait((0.25, 0.75, 0.0, 0.5), 0.7, 3.2, 0.6, 2.4),
    "trot": Gait((0.0, 0.5, 0.5, 0.0), 0.55, 2.0, 0.4, 1.5),
    "flying trot": Gait((1.0, 0.5, 0.5, 0.0), 0.4, 1.7, 0.15, 1.4),
    "canter": Gait((0.77, 0.5, 0.5, 0.23), 0.41, 1.7, 0.15, 1.4),
    "gallop": Gait((0.785, 0.665, 0.335, 0.215), 0.33, 1.7, 0.15, 1.4),
    "pace": Gait((0.0, 0.5, 0.0, 0.5), 0.55, 2.0, 0.4, 1.5),
}
