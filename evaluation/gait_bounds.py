"""Within which bounds the figures of a steady walk of 1.0 to 1.4 m/s count as natural."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .natural_gait import GaitFigures


@dataclass(frozen=True)
class Bar:
    """A figure's range, and how to read it off."""

    figure: str
    low: float
    high: float
    of: Callable[[GaitFigures], float]
    much: float  # a difference that anybody would see, in the figure's unit

    def holds(self, figures: GaitFigures) -> bool:
        return self.low <= self.of(figures) <= self.high

    def excess(self, figures: GaitFigures, margin: float) -> float:
        """How far the figure is beyond its bounds narrowed by a margin; both in `much`."""
        value = self.of(figures)
        outside = max(self.low - value, value - self.high) / self.much
        return max(outside + margin, 0.0)


def _shares(name: str, joint: str) -> Callable[[GaitFigures], float]:
    return lambda figures: float(getattr(figures, name)[joint])


INF = float("inf")
BARS = (
    Bar("knee at strike [degrees]", -INF, 12, lambda g: g.knee_at_strike, 3),
    Bar("knee in loading [degrees]", 12, 25, lambda g: g.knee_loading, 3),
    Bar("knee in mid-stance [degrees]", -INF, 12, lambda g: g.knee_mid_stance, 3),
    Bar("knee at 45 % [degrees]", -INF, 18, lambda g: g.knee_at_45, 3),
    Bar("knee in swing [degrees]", 52, 68, lambda g: g.knee_swing, 3),
    Bar("ankle's push-off [degrees]", -25, -12, lambda g: g.ankle_push_off, 3),
    Bar("ankle's dorsiflexion [degrees]", -INF, 15, lambda g: g.ankle_dorsiflexion, 3),
    Bar("foot's pitch at strike [degrees]", -28, -12, lambda g: g.foot_pitch_at_strike, 3),
    Bar("heel-off [% of the stride]", 32, 42, lambda g: g.heel_off, 2),
    Bar("toe-off [% of the stride]", 59, 65, lambda g: g.toe_off, 2),
    Bar("hip's extension [degrees]", 9, INF, lambda g: g.hip_extension, 3),
    Bar("hips from lowest to highest [cm]", 3, 5.5, lambda g: 100 * g.hips_range, 0.5),
    Bar("hips' lowest, of standing", 0.94, INF, lambda g: g.hips[0], 0.01),
    Bar("hips' highest, of standing", -INF, 1.02, lambda g: g.hips[1], 0.01),
    Bar("cadence over people's", 0.94, 1.06, lambda g: g.cadence[0] / g.cadence[1], 0.03),
    Bar("step length over people's", 0.92, 1.08, lambda g: g.step_length[0] / g.step_length[1],
        0.03),
    Bar("hip in people's band [share]", 0.7, INF, _shares("within", "hip"), 0.1),
    Bar("knee in people's band [share]", 0.7, INF, _shares("within", "knee"), 0.1),
    Bar("ankle in people's band [share]", 0.7, INF, _shares("within", "ankle"), 0.1),
    Bar("hip's correlation with people's", 0.95, INF, _shares("alike", "hip"), 0.02),
    Bar("knee's correlation with people's", 0.93, INF, _shares("alike", "knee"), 0.02),
    Bar("ankle's correlation with people's", 0.85, INF, _shares("alike", "ankle"), 0.02),
)  # fmt: skip
