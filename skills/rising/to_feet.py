"""From all fours to standing: hands near the knees, toes under, the hips high, over the feet, up.

Hands stay on the ground until the center of mass is over the feet, so that every pace is possible.
Lengths are of an adult whose leg is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...controllers.rising.pose_solving import Anchor
from ...simulation.rotation import Array
from .body import LEFT_SIGN, SIDES, Movement, RisingBody, Spot
from .frames import UP, level_frame
from .plan import Way
from .posing import OVER, posed, wishes_of
from .prone import KNEELING

FEET = ("foot.L", "foot.R", "toes.L", "toes.R")
ON_HANDS = ("hand.L", "hand.R", *FEET)
ON_KNEES = ("hand.L", "hand.R", "knee.L", "knee.R")
# Numbers without a source: tuned by hand, judged by bench rising.
BEFORE_KNEES = 0.35  # of the way from knees to hands: center of mass while the feet are up
BEFORE_TOES = 0.4  # of the way from toes to hands: the center of mass as the knees leave the ground
BENDS_ON = 0.6  # of the knees, as the shanks rise off the ground [rad]
HAND_LIFT = 0.1  # [m] of hands without load, and of their arcs over that
OVER_AT_HEIGHT = (15.0, 15.0, 8.0)  # with the height of the center of mass


def _forth(b: RisingBody) -> tuple[Array, Array]:
    """Ahead is from the feet to the hands."""
    way = b.middle(b.tips) - b.between("toes")
    return level_frame(math.atan2(way[1], way[0]))


def _toe_tips(b: RisingBody) -> list[Spot]:
    return [*b.toe_tips[0], *b.toe_tips[1]]


def lean_on_hand(b: RisingBody, way: Way, side: int) -> Movement:
    """On all fours: the center of mass moves over the triangle of the knees and one hand."""
    spots = [*b.tips, *b.knees]
    pose = _on_a_hand(b, way, side, [b.anchor(spot) for spot in (*spots, *_toe_tips(b))])
    return Movement(
        "lean on hand" + SIDES[side], pose, 0.4 / way.pace, hold=0.1, planted=spots,
        bears=KNEELING,
    )  # fmt: skip


def hand_to_knees(b: RisingBody, way: Way, side: int) -> Movement:
    """On all fours: a hand comes nearer to the knees."""
    ahead, left = _forth(b)
    nearer = way.knee_gap * ahead + LEFT_SIGN[side] * 0.19 * left
    other = 1 - side
    stays = [b.tips[other], *b.knees]
    anchors = [b.anchor(spot) for spot in (*stays, *_toe_tips(b))]
    anchors.append(b.anchor(b.tips[side], b.middle(b.knees) + nearer * b.size))
    return Movement(
        "hand to knees" + SIDES[side], _on_a_hand(b, way, other, anchors), 0.6 / way.pace,
        hold=0.1, planted=stays, bears=KNEELING, carried=[(b.tips[side], 0.06 * b.size)],
    )  # fmt: skip


def _on_a_hand(b: RisingBody, way: Way, side: int, anchors: Sequence[Anchor]) -> Array:
    """The present pose as nearly as can be, the weight between the knees and one hand."""
    knees = b.middle(b.knees)
    over = knees + way.kneel_lean * (b.place(b.tips[side]) - knees)
    over[2] = b.motion.com[2]
    targets = wishes_of(b, "on_one_hand", anchors, base=b.now())
    return b.solve(b.now(), replace(targets, mass_at=over, mass_weight=OVER_AT_HEIGHT))


def lift_feet(b: RisingBody, way: Way) -> Movement:
    """On all fours: the shanks rise off the ground, the feet and toes bend up."""
    spots = [*b.tips, *b.knees]
    knee = 0.5 * (b.angle("knee.L") + b.angle("knee.R"))
    bent = b.preferred(b.now(), knee=knee + BENDS_ON)
    pose = _kneeling(b, "lift_feet", bent, [b.anchor(spot) for spot in spots])
    return Movement(
        "lift feet", pose, 0.7 / way.pace, planted=spots, bears=ON_KNEES, lets_go=FEET,
    )  # fmt: skip


def toes_down(b: RisingBody, way: Way) -> Movement:
    """On all fours: the feet come down on their toes, the arms straighten."""
    spots = [*b.tips, *b.knees]
    anchors = [*(b.anchor(spot) for spot in spots), *(b.low(spot) for spot in _toe_tips(b))]
    pose = _kneeling(b, "toes_down", b.now(), anchors)
    return Movement(
        "toes down", pose, 0.8 / way.pace, planted=spots, bears=(*ON_HANDS, "knee.L", "knee.R"),
    )  # fmt: skip


def _kneeling(b: RisingBody, name: str, base: Array, anchors: list[Anchor]) -> Array:
    """A pose on hands and knees, the pelvis level from side to side."""
    knees = b.middle(b.knees)
    return b.solve(b.now(), replace(
        wishes_of(b, name, anchors, base=base, ahead=_forth(b)[0]),
        mass_at=knees + BEFORE_KNEES * (b.middle(b.tips) - knees), mass_weight=OVER,
    ))  # fmt: skip


def hips_high(b: RisingBody, way: Way) -> Movement:
    """The knees leave the ground, the hips rise over hands and toes."""
    toes, balls = _toe_tips(b), b.between("toes")
    spots = [*b.tips, *toes]
    start = b.now()
    start[2] += 0.25 * b.size
    pose = b.solve(start, replace(
        wishes_of(b, "hips_high", [b.anchor(spot) for spot in spots]),
        mass_at=balls + BEFORE_TOES * (b.middle(b.tips) - balls), mass_weight=OVER,
    ))  # fmt: skip
    return Movement(
        "hips high", pose, 1.2 / way.pace, planted=spots, bears=ON_HANDS,
        lets_go=("lower_leg.L", "lower_leg.R"),
    )  # fmt: skip


def heels_down(b: RisingBody, way: Way) -> Movement:
    """The weight goes back, the heels come down."""
    balls = b.between("toes")
    pose = _folded(b, b.tips, balls + way.lean * (b.middle(b.tips) - balls))
    return Movement(
        "heels down", pose, 0.9 / way.pace, hold=0.1, planted=b.tips, bears=ON_HANDS,
    )  # fmt: skip


def over_feet(b: RisingBody, way: Way) -> Movement:
    """The weight comes over the feet and leaves the hands."""
    spots = [*b.soles[0], *b.soles[1]]
    return Movement(
        "over feet", _folded(b, b.tips, b.middle(spots), HAND_LIFT * b.size), 0.9 / way.pace,
        hold=0.1, planted=spots, bears=FEET, must_reach=0.1 * b.size,
        carried=[(tip, HAND_LIFT * b.size) for tip in b.tips],
    )  # fmt: skip


def _folded(b: RisingBody, hands: Sequence[Spot], mass_at: Array, height: float = 0.0) -> Array:
    """A pose on both soles, folded at the hips, the hands so high over where they are."""
    anchors = [b.anchor(spot, height=height) for spot in hands]
    for side in (0, 1):
        ball = b.joint("toes" + SIDES[side])
        toes = b.index["toes" + SIDES[side]]
        anchors.append(Anchor(toes, np.zeros(3), ball, (8.0, 8.0, 0.0)))
        anchors += [b.low(spot) for spot in b.soles[side]]
    start = b.now()
    start[2] += 0.1 * b.size
    targets = wishes_of(b, "folded", anchors)
    return b.solve(start, replace(targets, mass_at=mass_at, mass_weight=OVER))


def up(b: RisingBody, way: Way) -> Movement:
    """Straighten up over the feet."""
    spots = [*b.soles[0], *b.soles[1]]
    middle = b.middle(spots)
    toes = b.motion.rotation[b.index["foot.L"]][:, 0] + b.motion.rotation[b.index["foot.R"]][:, 0]
    heading = math.atan2(toes[1], toes[0])
    start = posed(b, "up")
    start[:3] = middle + b.character.standing_height_of_root * UP
    start[3:6] = heading * UP
    anchors, ahead = [b.anchor(spot) for spot in spots], level_frame(heading)[0]
    pose = b.solve(start, replace(
        wishes_of(b, "up", anchors, ahead=ahead), mass_at=middle, mass_weight=(8.0, 8.0, 0.0),
    ))  # fmt: skip
    return Movement(
        "up", pose, 1.2 / way.pace, hold=0.1, planted=spots, bears=FEET, must_reach=0.08 * b.size,
    )  # fmt: skip
