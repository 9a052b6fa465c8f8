"""The proportions of the bodies and where their joints are, as shares of the standing height.

Blender's axes: x to the body's left, y to its back, z up; the soles are at z = 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...base.files import read_json

Array = NDArray[np.float64]
FORWARD, LEFT, UP = np.array([0.0, -1.0, 0.0]), np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
DATA = Path(__file__).parent / "bodies.json"
NECK_AHEAD = 0.012  # of the head's joint before that of the neck
NECK_BACK, ARM_BACK = 0.012, 0.008  # of the joints of neck and shoulders behind those of the hips
COLLAR = (0.018, -0.004)  # of the collar bone's inner end: aside, and behind the hips


@dataclass(frozen=True)
class Proportions:
    """A body's lengths; all but `height` are shares of it.

    Attributes:
        height: standing height [m].
        heights: of joints and landmarks above the sole.
        widths: half distances between both sides' joints, and lengths along the arm.
        foot: its length, and the places of heel and toe joint, along it and from the ankle.
        girths: factors on the width and depth of each part's profile.
        profiles: those of parts that have another than other bodies.
        muscles: how far those of breast and shoulder blades stand out; 1 is an adult's.
    """

    height: float
    heights: Mapping[str, float]
    widths: Mapping[str, float]
    foot: Mapping[str, float]
    girths: Mapping[str, Sequence[float]]
    profiles: Mapping[str, str]
    muscles: float

    def joints(self, arm_angle: float) -> dict[str, Array]:
        """Joints (3,) of the middle and the left side; ends are named as the bone with `.end`.

        Args:
            arm_angle: of the arms below the horizontal [rad].
        """
        z, wide = self.heights, self.widths
        arm = arm_direction(arm_angle)
        hip = np.array([wide["hips"], 0.0, z["hips"]])
        ankle = np.array([wide["ankles"], 0.0, z["ankle"]])
        knee = hip + (z["hips"] - z["knee"]) / (z["hips"] - z["ankle"]) * (ankle - hip)
        shoulder = np.array([wide["shoulders"], ARM_BACK, z["shoulder"]])
        elbow = shoulder + wide["upper_arm"] * arm
        wrist = elbow + wide["forearm"] * arm
        ball = ankle + self.foot["toes"] * FORWARD + (0.018 - z["ankle"]) * UP
        tip = self.foot["length"] - self.foot["heel"]
        return {
            "hips": np.array([0.0, 0.0, z["hips"]]),
            "abdomen": np.array([0.0, 0.0, z["abdomen"]]),
            "chest": np.array([0.0, 0.002, z["chest"]]),
            "neck": np.array([0.0, NECK_BACK, z["neck"]]),
            "head": np.array([0.0, NECK_BACK - NECK_AHEAD, z["head"]]),
            "head.end": np.array([0.0, NECK_BACK - NECK_AHEAD, 1.0]),
            "shoulder": np.array([COLLAR[0], COLLAR[1], z["neck"] - 0.012]),
            "upper_arm": shoulder,
            "forearm": elbow,
            "hand": wrist,
            "hand.end": wrist + wide["hand"] * arm,
            "thigh": hip,
            "shin": knee,
            "foot": ankle,
            "toe": ball,
            "toe.end": ankle + tip * FORWARD + (0.01 - z["ankle"]) * UP,
        }


def arm_direction(angle: float) -> Array:
    """The direction (3,) of a straight left arm, `angle` [rad] below the horizontal."""
    return np.cos(angle) * LEFT - np.sin(angle) * UP


@cache
def _data() -> Any:
    return read_json(DATA, "mannequin")


def body_names() -> tuple[str, ...]:
    """The bodies that there are."""
    return tuple(_data()["bodies"])


def load_proportions(name: str) -> Proportions:
    return Proportions(**_data()["bodies"][name])


def load_profile(part: str) -> Array:
    """Sections (n, 6) of a part: see `implicit.Loft`; places on the axis are shares."""
    rows = np.array(_data()["profiles"][part]["rows"], dtype=float)
    return np.pad(rows, ((0, 0), (0, 6 - rows.shape[1])))
