"""The stance and squat from which both hands lift a thing: a straight back, and knees turned out.

Coros et al. 2010, Section 5.4, bend the upper body and the stance knee for low objects. Here feet
that stand apart and point outwards let the knees pass beside the thing, so that the legs do what
the back would do otherwise.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .reach_posture import HIP_FLEXION, MOST_CURL, STRAIGHT, Outline, ReachPosture

Array = NDArray[np.float64]

BENDS = np.linspace(0.0, 2.0, 41)  # [rad], of the torso
HIP_SHARES = np.array((0.0, 0.25, 0.5, 0.75, 1.0))  # of it: the pelvis's bend
CROUCHES = np.linspace(0.0, 0.7, 36)  # of the leg
DISTANCES = np.linspace(0.0, 0.45, 16)  # of the leg, from the nearest that the feet allow
TOE_ROOM = 0.03  # of the leg: between the toes and what is lifted
FURTHEST, COMFORTABLE = 0.95, 0.8  # of the arm, from shoulder to palm
# With a margin [rad]: dorsiflexion and roll of the ankle, abduction of the hip.
DORSIFLEXION, ANKLE_ROLL, ABDUCTION = 0.75, 0.4, 0.72
# tuned: bench lifts. Costs of bending [1/rad2], of bending beyond an upright enough back [1/rad],
# of crouching [1/leg2], of a curled spine [1/rad2], of an uncomfortable arm [1/arm2], and of what
# cannot be.
BEND_COST, STOOP_COST, CROUCH_COST = 1.0, 20.0, 2.0
CURL_COST, STRETCH_COST, TIGHT_COST = 1.5, 25.0, 1e3
UPRIGHT_ENOUGH, MOST_PELVIS = 0.6, 1.1  # [rad]
FLEXED = 0.6  # [rad] of extension, from which on a hip is one that is flexed by more than pi


class Hold(NamedTuple):
    """How both hands hold a thing where it is lifted or put down.

    Attributes:
        height: of the palms over the ground [m].
        half_width: half the distance of the palms [m].
        front: how far the thing extends from between the palms towards the body [m].
        support: the same of what it lies on, which feet cannot pass; -inf: nothing.
        support_height: of that over the ground [m]; higher, knees can pass.
        load: mass held [kg].
    """

    height: float
    half_width: float
    front: float
    support: float = -math.inf
    support_height: float = 0.0
    load: float = 0.0


class Stance(NamedTuple):
    """How the feet stand.

    Attributes:
        apart: half the distance of the ankles, of the leg; 0: as the body stands.
        splay: angle by which each foot points outwards [rad].
    """

    apart: float = 0.0
    splay: float = 0.0


STANDS = Stance()
STANCES = (STANDS, Stance(0.2, 0.35), Stance(0.25, 0.5), Stance(0.3, 0.7))
STANCE_COSTS = (0.0, 0.1, 0.2, 0.4)


def lifting_stance(outline: Outline, hold: Hold) -> tuple[Stance, ReachPosture]:
    """The stance and squat of least cost that bring both palms to where they hold a thing."""
    found = [squat(outline, hold, stance) for stance in STANCES]
    costs = [cost + own for (cost, _), own in zip(found, STANCE_COSTS, strict=True)]
    best = int(np.argmin(costs))
    return STANCES[best], found[best][1]


def squat(
    outline: Outline, hold: Hold, stance: Stance, distance: float | None = None
) -> tuple[float, ReachPosture]:
    """The cost and the posture of the best squat in a stance.

    Args:
        distance: from between the feet to the palms [m]; None: the best one.
    """
    bends = BENDS[:, None, None, None]
    hip_bends = bends * HIP_SHARES
    crouches = outline.leg * CROUCHES[None, :, None, None]
    away = _distances(outline, hold, stance, distance)[None, None, :, None]
    shoulder, hips = outline.bent(bends, hip_bends, away, hold.load)
    hip_height = STRAIGHT * outline.leg - crouches
    aside = hold.half_width - outline.shoulder_width / 2
    down = hip_height + shoulder[1] - hold.height
    reach = np.sqrt((away - hips - shoulder[0]) ** 2 + down**2 + aside**2) / outline.arm
    leg = _Leg(outline, hips + outline.sole_ahead, hip_height, stance)
    beside = hold.half_width + outline.thigh_radius - outline.hip_half_width - leg.knee_aside
    knees = leg.knee_ahead + outline.thigh_radius - outline.sole_ahead - away
    is_over_it = leg.knee_height > hold.support_height + outline.thigh_radius
    at_support = np.where(is_over_it, -1.0, knees + hold.support)
    into = np.maximum(np.minimum(beside, knees + hold.front), at_support)
    tight = np.maximum(into, 0.0) / outline.leg
    tight = tight + np.maximum(reach - FURTHEST, 0.0) + leg.excess(hip_bends)
    tight = tight + np.maximum(bends - hip_bends - MOST_CURL, 0.0)
    tight = tight + np.maximum(hip_bends - MOST_PELVIS, 0.0)
    cost = BEND_COST * bends**2 + STOOP_COST * np.maximum(bends - UPRIGHT_ENOUGH, 0.0)
    cost = cost + CROUCH_COST * (crouches / outline.leg) ** 2
    cost = cost + CURL_COST * (bends - hip_bends) ** 2
    cost = cost + STRETCH_COST * np.maximum(reach - COMFORTABLE, 0.0) ** 2 + TIGHT_COST * tight
    i, j, k, m = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return float(cost[i, j, k, m]), ReachPosture(
        distance=float(away[0, 0, k, 0]),
        bend=float(bends[i, 0, 0, 0]),
        hip_bend=float(hip_bends[i, 0, 0, m]),
        crouch=float(crouches[0, j, 0, 0]),
        residual=max(float(reach[i, j, k, m]) - FURTHEST, 0.0) * outline.arm,
    )


def _distances(outline: Outline, hold: Hold, stance: Stance, distance: float | None) -> Array:
    """(d,) candidates for the distance from between the feet to the palms [m]."""
    if distance is not None:
        return np.array([distance])
    toes = outline.toes_ahead * math.cos(stance.splay) - outline.sole_ahead
    return max(hold.front, hold.support) + toes + outline.leg * (TOE_ROOM + DISTANCES)


class _Leg:
    """A bent leg whose knee points where its foot does, and whose sole is flat."""

    def __init__(
        self, outline: Outline, hips: Array, hip_height: Array, stance: Stance
    ) -> None:
        """
        Args:
            hips: distance of the hip ahead of the ankle [m]; hip_height: over the ground [m].
        """
        self._thigh, upper, lower = outline.thigh, outline.thigh, outline.shank
        apart, splay = stance
        outwards = apart * outline.leg - outline.hip_half_width if apart > 0.0 else 0.0
        rise = hip_height - outline.leg + outline.ankle_to_hip
        length = np.sqrt(hips**2 + rise**2 + outwards**2)
        self._torn = np.maximum(length / (upper + lower) - STRAIGHT, 0.0)
        length = np.clip(length, abs(upper - lower) + 1e-3, upper + lower - 1e-3)
        up = np.stack(np.broadcast_arrays(hips, -outwards, rise)) / length
        toes = np.array((math.cos(splay), math.sin(splay), 0.0)).reshape((3,) + (1,) * length.ndim)
        across = toes - (toes * up).sum(axis=0) * up
        across = across / np.linalg.norm(across, axis=0)
        along = (lower**2 - upper**2 + length**2) / (2.0 * length)
        out = np.sqrt(np.maximum(lower**2 - along**2, 0.0))
        self._knee = along * up + out * across  # from the ankle: ahead, outwards, up
        self._to_knee = self._knee - np.stack(np.broadcast_arrays(hips, -outwards, rise))
        self._splay = splay
        self.knee_ahead = self._knee[0]
        self.knee_height = self._knee[2] + outline.leg - outline.ankle_to_hip
        self.knee_aside = outwards + self._knee[1]  # outwards from under the hip

    def excess(self, pelvis: Array) -> Array:
        """By how much the leg's joints would go beyond what they can bend [rad].

        Args:
            pelvis: its bend forwards [rad].
        """
        ahead, aside, up = self._to_knee
        forwards = ahead * np.cos(pelvis) - up * np.sin(pelvis)
        downwards = -ahead * np.sin(pelvis) - up * np.cos(pelvis)
        flexion = np.arctan2(forwards, downwards)
        flexion = np.where(flexion < -FLEXED, flexion + 2.0 * math.pi, flexion)
        abduction = np.arcsin(np.clip(aside / self._thigh, -1.0, 1.0))
        x, y, z = self._knee
        cosine, sine = math.cos(self._splay), math.sin(self._splay)
        pitch = np.arctan2(x * cosine + y * sine, z)
        roll = np.arctan2(y * cosine - x * sine, z)
        excess: Array = self._torn + np.maximum(flexion - HIP_FLEXION, 0.0)
        excess = excess + np.maximum(pitch - DORSIFLEXION, 0.0)
        excess = excess + np.maximum(abs(roll) - ANKLE_ROLL, 0.0)
        return excess + np.maximum(abduction - ABDUCTION, 0.0)
