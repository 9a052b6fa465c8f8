"""Characters to begin with: a human, those of Coros et al. 2010, a child and a giant.

Coros, Beaudoin, van de Panne 2010, "Generalized Biped Walking Control", Sections 4 and 5.3: their
robot has "its left arm 40 % longer and heavier, and the left knee 20 cm higher than the right
knee"; their beasts "have much of their mass in the link that corresponds to their pelvis", with
masses that follow volume. Masses and strength of all of them follow their proportions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..base.errors import InvalidInput
from .body import Body
from .humanoid import make_humanoid
from .proportions import scale_groups, scale_segments
from .strength import ADULT_HEIGHT, ADULT_MASS

ARM = ("upper_arm", "lower_arm", "hand")
LONGER_ARM, HIGHER_KNEE = 1.4, 0.2  # of the robot's left side: factor, [m]
Factors = Mapping[str, tuple[float, float]]

# Of length and width of each group, of a human's.
STOUT_BEAST: Factors = {
    "pelvis": (1.8, 1.6), "trunk": (0.8, 0.8), "head": (0.9, 0.9), "upper_arm": (1.0, 0.9),
    "lower_arm": (1.0, 0.9), "upper_leg": (0.9, 1.1), "lower_leg": (0.9, 1.1), "foot": (1.1, 1.1),
}  # fmt: skip
TALL_BEAST: Factors = {
    "pelvis": (2.2, 1.5), "trunk": (1.0, 0.7), "head": (1.3, 1.1), "upper_arm": (1.3, 0.9),
    "lower_arm": (1.4, 0.9), "hand": (1.3, 1.2), "upper_leg": (0.8, 1.1), "lower_leg": (0.8, 1.1),
    "foot": (1.2, 1.2),
}  # fmt: skip
# Sitting height is 55.5 % of a six-year-old's height and 52.5 % of an adult's (Bundak et al. 2014,
# European Journal of Pediatrics 173); the head is about a sixth of the height.
CHILD: Factors = {
    "pelvis": (1.0, 1.03), "trunk": (1.0, 1.05), "head": (1.25, 1.3), "upper_arm": (0.94, 0.95),
    "lower_arm": (0.94, 0.95), "upper_leg": (0.937, 0.95), "lower_leg": (0.937, 0.95),
    "foot": (1.0, 1.05),
}  # fmt: skip


def make_preset(name: str) -> Body:
    """See `Character.preset`."""
    if name not in PRESETS:
        raise InvalidInput(f"Unknown preset {name!r}; allowed: {', '.join(PRESETS)}.")
    return PRESETS[name]()


def _human(height: float = ADULT_HEIGHT) -> Body:
    """An adult's build at any height; mass as the cube of the height."""
    return make_humanoid(height, ADULT_MASS * (height / ADULT_HEIGHT) ** 3, {})


def _robot() -> Body:
    """The robot; its higher knee leaves the leg's length unchanged."""
    human = _human()
    thigh, shin = (human.segment(part + ".L").length for part in ("upper_leg", "lower_leg"))
    factors = {part + ".L": (LONGER_ARM, 1.0) for part in ARM}
    factors["upper_leg.L"] = (1.0 - HIGHER_KNEE / thigh, 1.0)
    factors["lower_leg.L"] = (1.0 + HIGHER_KNEE / shin, 1.0)
    return scale_segments(human, factors)


def _shaped(height: float, factors: Factors) -> Body:
    """A human of other proportions with this standing height."""
    shaped = scale_groups(_human(height), factors)
    fit = height / shaped.height
    return scale_segments(shaped, dict.fromkeys(shaped.segment_names, (fit, fit)))


PRESETS: Mapping[str, Callable[[], Body]] = {
    "human": _human,
    "robot": _robot,
    "beast1": lambda: _shaped(1.5, STOUT_BEAST),
    "beast2": lambda: _shaped(2.1, TALL_BEAST),
    "child": lambda: _shaped(1.1, CHILD),
    "giant": lambda: _human(2.4),
}
