"""How a run looks: curves over the stride as first harmonics, mean + c cos + s sin of its phase.

The phase is that of the own side's stride, 0 at its footstrike; names and signs as in styles.
"""

from __future__ import annotations

from collections.abc import Mapping

Harmonic = tuple[float, float, float]  # mean, cosine, sine [rad]

RUN_STYLE_SPEED = 3.0  # at which the curves are as drawn [m/s], an adult's
RUN_LIMBS: Mapping[str, Harmonic] = {
    "shoulder_swing": (-0.25, -0.65, 0.0),  # back as the own leg is in front
    "shoulder_spread": (0.12, 0.0, 0.0),
    "shoulder_twist": (0.3, 0.0, 0.0),
    "elbow_bend": (1.5, 0.0, 0.0),
    "stance_knee": (0.6, 0.0, 0.0),
}
