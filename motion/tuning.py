"""The displacement map: adjustments, found by a search, of a runner that follows a reference.

Kwon and Hodgins 2010, Section 6, correct foot positions and knee torques over the cycle. Here
feet, knees and timing follow the runner's own controllers, so the corrections apply to their
parameters and to the amplitude of the clip's curves. All are the same for left and right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput

Array = NDArray[np.float64]
FURTHEST = 1.0  # bound of any adjustment
DECIMALS = 6  # of a number in a file


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """Adjustments; all zero leave the clip unchanged.

    Attributes:
        lean: of the trunk forwards [rad].
        trunk_swing, arm_swing: logarithm of a factor on the curves' amplitude about their means.
        arm_lead: time by which the arms' curves lead [of a cycle].
        stance, flight: logarithm of a factor on the duration.
        knee: bend of the knees [rad], also at landing.
        fold: of a knee after take-off [rad].
        reach: height of the hips at touch-down [of the straight leg].
        ahead, aside: shift of a foothold from the runner's own [of the leg].
    """

    lean: float = 0.0
    trunk_swing: float = 0.0
    arm_swing: float = 0.0
    arm_lead: float = 0.0
    stance: float = 0.0
    flight: float = 0.0
    knee: float = 0.0
    fold: float = 0.0
    reach: float = 0.0
    ahead: float = 0.0
    aside: float = 0.0

    def to_data(self) -> dict[str, float]:
        """Plain data; zeros are left out."""
        return {name: round(value, DECIMALS) for name, value in asdict(self).items() if value}

    @property
    def steps(self) -> Array:
        """(n,) the adjustments in units of their usual spread, for a search."""
        return np.array([getattr(self, name) / step for name, step in STEPS.items()])


UNTUNED = Tuning()
# Spread of each in a search: a visible change that a run mostly survives.
STEPS: Mapping[str, float] = MappingProxyType(
    {
        "lean": 0.06, "trunk_swing": 0.25, "arm_swing": 0.25, "arm_lead": 0.04,
        "stance": 0.08, "flight": 0.12, "knee": 0.12, "fold": 0.15, "reach": 0.01,
        "ahead": 0.02, "aside": 0.01,
    }
)  # fmt: skip


def tuning_of_steps(steps: Array) -> Tuning:
    """The inverse of `Tuning.steps`, within the bound of an adjustment."""
    numbers = np.clip(steps * np.array(list(STEPS.values())), -FURTHEST, FURTHEST)
    return Tuning(**dict(zip(STEPS, np.round(numbers, DECIMALS).tolist(), strict=True)))


def tuning_from_data(data: Any) -> Tuning:
    """The inverse of `Tuning.to_data`; raises InvalidInput on anything else."""
    if not isinstance(data, Mapping):
        raise InvalidInput(f"A reference motion's tuning names its numbers, got {data!r}.")
    known = [field.name for field in fields(Tuning)]
    for name, value in data.items():
        if name not in known:
            raise InvalidInput(f"Unknown tuning {name!r}; allowed: {', '.join(known)}.")
        if not (isinstance(value, (int, float)) and abs(value) <= FURTHEST):
            raise InvalidInput(
                f"The tuning {name!r} must be within {-FURTHEST:g} and {FURTHEST:g}, got {value}."
            )
    return Tuning(**{name: float(value) for name, value in data.items()})
