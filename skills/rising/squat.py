"""Movements from the back to a squat: sit up on elbows and hands, heels in, over the feet.

The hands push from behind until the center of mass is over the feet, so that no momentum is needed.
Lengths are of an adult whose leg is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ...bodies.buttocks import buttocks
from ...controllers.rising.pose_solving import Anchor
from ...simulation.rotation import Array
from .body import ANCHORED, LEFT_SIGN, SIDES, Movement, RisingBody, Spot
from .frames import level_frame
from .plan import Way
from .posing import OVER, posed, wishes_of

FEET = ("foot.L", "foot.R", "toes.L", "toes.R")
ARMS = ("lower_arm.L", "lower_arm.R", "hand.L", "hand.R")
ARM_PARTS = ("hand", "lower_arm", "upper_arm")
SEAT = "pelvis"
# Numbers without a source: tuned by hand, judged by bench rising.
# Places of the ankles ahead of the hips and beside the middle: feet drawn up, and in a squat [m].
FEET_AHEAD, FEET_APART = 0.42, 0.13
SQUAT_AHEAD, SQUAT_APART = 0.25, 0.16
# Places behind the hips and beside them from which the hands push [m].
HANDS_BEHIND, HANDS_BESIDE = 0.2, 0.3
TO_ONE_HAND, FORTH = 0.06, 0.04  # [m] of the center of mass, before a hand moves and as it does
HAND_LIFT, FOOT_LIFT = 0.05, 0.04  # [m]
VARIES = 0.3  # [m] for each unit of a way's offsets


def _forth(b: RisingBody) -> tuple[Array, Array]:
    """Directions of a body on its back or its seat: ahead is towards its feet."""
    along = b.motion.rotation[0][:, 2] - b.motion.rotation[0][:, 0]
    return level_frame(math.atan2(-along[1], -along[0]))


def _hips(b: RisingBody) -> Array:
    return b.between("upper_leg")


def _seat(b: RisingBody) -> list[Spot]:
    return [Spot(0, np.array(center), radius) for center, radius in buttocks(b.character)]


def _soles_at(b: RisingBody, middle: Array, left: Array, apart: float) -> list[Anchor]:
    """Both feet flat, their ankles beside a place."""
    anchors = []
    for side, sign in enumerate(LEFT_SIGN):
        foot = b.index["foot" + SIDES[side]]
        at = middle + sign * apart * b.size * left
        anchors.append(Anchor(foot, np.zeros(3), at, (ANCHORED, ANCHORED, 0.0)))
        anchors += [b.low(spot) for spot in b.soles[side]]
    return anchors


def arms_up(b: RisingBody, way: Way) -> Movement:
    """On the back: the arms are lifted off the ground, from wherever they are."""
    return _on_back(b, "arms up", posed(b, "arms_up", b.now()), 0.7 / way.pace)


def draw_up(b: RisingBody, way: Way) -> Movement:
    """On the back: the feet stand, the elbows come down beside the ribs, the hands beyond."""
    ahead, left = _forth(b)
    size, hips, shoulders = b.size, _hips(b), b.between("upper_arm")
    o = [VARIES * offset for offset in way.offsets]
    anchors = [b.low(spot) for spot in _seat(b)]
    anchors += _soles_at(b, hips + FEET_AHEAD * size * ahead, left, FEET_APART)
    for side, sign in enumerate(LEFT_SIGN):
        elbow = (0.22 + o[0]) * ahead + sign * (0.36 + o[1]) * left
        hand = elbow - (0.18 + o[2]) * ahead + sign * (0.15 + o[3]) * left
        anchors.append(b.anchor(b.elbows[side], shoulders + size * elbow))
        anchors.append(b.anchor(b.tips[side], shoulders + size * hand))
    pose = b.solve(b.now(), wishes_of(b, "draw_up", anchors, base=b.now(), ahead=ahead))
    return _on_back(b, "draw up", pose, 1.0 / way.pace)


def _on_back(b: RisingBody, name: str, pose: Array, duration: float) -> Movement:
    """A movement with targets for the joints only; every segment but the arms may bear."""
    return Movement(
        name, pose, duration, hold=0.1, bears=b.all_but(*ARM_PARTS), com_weight=0.0,
        height_weight=0.0, root_weight=3.0, must_reach=math.inf, stiffness_scale=1.0,
        lets_go=[part + side for part in ARM_PARTS for side in SIDES],
    )  # fmt: skip


def onto_elbows(b: RisingBody, way: Way) -> Movement:
    """The trunk rises off the ground and leans on the elbows."""
    ahead, _ = _forth(b)
    spots = [b.elbows[0], b.elbows[1], *b.soles[0], *b.soles[1]]
    anchors = [b.anchor(spot) for spot in (*spots, *b.tips, *_seat(b))]
    pose = b.solve(b.now(), wishes_of(b, "onto_elbows", anchors, base=b.now(), ahead=ahead))
    return Movement(
        "onto elbows", pose, 1.0 / way.pace, planted=spots, must_reach=math.inf,
        bears=(SEAT, *FEET, *ARMS),
    )  # fmt: skip


def sit_up(b: RisingBody, way: Way) -> Movement:
    """The arms straighten and push the trunk up from behind."""
    ahead, _ = _forth(b)
    spots = [*b.tips, *b.soles[0], *b.soles[1]]
    anchors = [b.anchor(spot) for spot in (*spots, *_seat(b))]
    pose = b.solve(b.now(), replace(
        wishes_of(b, "sit_up", anchors, base=b.now(), ahead=ahead, tilt=way.offsets[5]),
        mass_at=_hips(b) + VARIES * way.offsets[4] * b.size * ahead, mass_weight=OVER,
    ))  # fmt: skip
    return Movement(
        "sit up", pose, 1.0 / way.pace, planted=spots, bears=(SEAT, *FEET, *ARMS),
        lets_go=("lower_arm.L", "lower_arm.R"),
    )  # fmt: skip


def lean_on_hand(b: RisingBody, way: Way, side: int) -> Movement:
    """Sitting: the weight goes a little to one hand."""
    _, left = _forth(b)
    spots = [*b.tips, *b.soles[0], *b.soles[1]]
    over = _hips(b) + TO_ONE_HAND * b.size * LEFT_SIGN[side] * left
    anchors = [b.anchor(spot) for spot in (*spots, *_seat(b))]
    pose = b.solve(b.now(), replace(
        wishes_of(b, "lean_on_hand", anchors, base=b.now()), mass_at=over, mass_weight=OVER,
    ))  # fmt: skip
    return Movement(
        "lean on hand" + SIDES[side], pose, 0.4 / way.pace, hold=0.1, planted=spots,
        bears=(SEAT, *FEET, "hand.L", "hand.R"),
    )  # fmt: skip


def hand_in(b: RisingBody, way: Way, side: int) -> Movement:
    """A hand comes nearer to the hips, the trunk rises a little."""
    ahead, left = _forth(b)
    stays = [b.tips[1 - side], *b.soles[0], *b.soles[1]]
    behind, out = HANDS_BEHIND + VARIES * way.offsets[6], LEFT_SIGN[side] * HANDS_BESIDE
    to = _hips(b) + b.size * (out * left - behind * ahead)
    anchors = [b.anchor(spot) for spot in (*stays, *_seat(b))]
    anchors.append(b.anchor(b.tips[side], to))
    over = b.motion.com + FORTH * b.size * ahead
    pose = b.solve(b.now(), replace(
        wishes_of(b, "hand_in", anchors, base=b.now(), ahead=ahead),
        mass_at=over, mass_weight=OVER,
    ))  # fmt: skip
    return Movement(
        "hand in" + SIDES[side], pose, 0.7 / way.pace, hold=0.1, planted=stays,
        bears=(SEAT, *FEET, "hand.L", "hand.R"), carried=[(b.tips[side], HAND_LIFT * b.size)],
    )  # fmt: skip


def heels_in(b: RisingBody, way: Way) -> Movement:
    """The feet come to the seat."""
    ahead, left = _forth(b)
    middle = _hips(b) + (SQUAT_AHEAD + VARIES * way.offsets[7]) * b.size * ahead
    anchors = [b.anchor(spot) for spot in (*b.tips, *_seat(b))]
    anchors += _soles_at(b, middle, left, SQUAT_APART)
    pose = b.solve(b.now(), wishes_of(b, "heels_in", anchors, base=b.now()))
    return Movement(
        "heels in", pose, 0.8 / way.pace, planted=b.tips, bears=(SEAT, *FEET, *ARMS),
        carried=[(spot, FOOT_LIFT * b.size) for side in (0, 1) for spot in b.soles[side]],
    )  # fmt: skip


def hips_forth(b: RisingBody, way: Way) -> Movement:
    """The hands push the hips up and ahead, until the weight is over the feet."""
    spots = [*b.tips, *b.soles[0], *b.soles[1]]
    soles = b.middle([*b.soles[0], *b.soles[1]])
    pose = _squatting(b, "hips_forth", [b.anchor(spot) for spot in spots], soles)
    return Movement(
        "hips forth", pose, 1.2 / way.pace, planted=spots, bears=(*FEET, *ARMS),
        lets_go=(SEAT,),
    )  # fmt: skip


def arms_ahead(b: RisingBody, way: Way) -> Movement:
    """The hands leave the ground, the arms reach ahead."""
    spots = [*b.soles[0], *b.soles[1]]
    pose = _squatting(b, "arms_ahead", [b.anchor(spot) for spot in spots], b.middle(spots))
    return Movement("arms ahead", pose, 0.9 / way.pace, hold=0.1, planted=spots, bears=FEET)


def _squatting(b: RisingBody, name: str, anchors: list[Anchor], over: Array) -> Array:
    """A deep squat, the center of mass over a place."""
    start = b.now()
    start[2] += 0.1 * b.size
    targets = wishes_of(b, name, anchors)
    return b.solve(start, replace(targets, mass_at=over, mass_weight=OVER))
