"""From all fours to standing: hands near the knees, toes under, the hips high, over the feet, up.

Hands stay on the ground until the center of mass is over the feet, so that every pace is possible.
Lengths are of an adult whose leg is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...catalogue.movements import MovementData, movement
from ...controllers.rising.pose_solving import Anchor
from ...simulation.rotation import Array
from .body import LEFT_SIGN, SIDES, Movement, RisingBody, Spot
from .frames import UP, level_frame
from .plan import Way
from .posing import OVER, begin_of, movement_to, posed, wishes_of

# Numbers without a source: tuned by hand, judged by bench rising.
BENDS_ON = 0.6  # of the knees, as the shanks rise off the ground [rad]
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
    return movement_to(b, movement("lean_on_knees_and_hand"), pose, way, planted=spots)


def hand_to_knees(b: RisingBody, way: Way, side: int) -> Movement:
    """On all fours: a hand comes nearer to the knees."""
    data, (ahead, left) = movement("hand_to_knees"), _forth(b)
    _, out, _ = data.places["hand"]  # how far ahead is the way's
    nearer = way.knee_gap * ahead + LEFT_SIGN[side] * out * left
    other = 1 - side
    stays = [b.tips[other], *b.knees]
    anchors = [b.anchor(spot) for spot in (*stays, *_toe_tips(b))]
    anchors.append(b.anchor(b.tips[side], b.middle(b.knees) + nearer * b.size))
    pose = _on_a_hand(b, way, other, anchors)
    return movement_to(b, data, pose, way, planted=stays, carried=[b.tips[side]])


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
    return movement_to(b, movement("lift_feet"), pose, way, planted=spots)


def toes_down(b: RisingBody, way: Way) -> Movement:
    """On all fours: the feet come down on their toes, the arms straighten."""
    spots = [*b.tips, *b.knees]
    anchors = [*(b.anchor(spot) for spot in spots), *(b.low(spot) for spot in _toe_tips(b))]
    pose = _kneeling(b, "toes_down", b.now(), anchors)
    return movement_to(b, movement("toes_down"), pose, way, planted=spots)


def _kneeling(b: RisingBody, name: str, base: Array, anchors: list[Anchor]) -> Array:
    """The pose of a movement on hands and knees, the pelvis level from side to side."""
    knees = b.middle(b.knees)
    return b.solve(b.now(), replace(
        wishes_of(b, name, anchors, base=base, ahead=_forth(b)[0]),
        mass_at=knees + movement(name).over * (b.middle(b.tips) - knees), mass_weight=OVER,
    ))  # fmt: skip


def hips_high(b: RisingBody, way: Way) -> Movement:
    """The knees leave the ground, the hips rise over hands and toes."""
    data, balls = movement("hips_high"), b.between("toes")
    spots = [*b.tips, *_toe_tips(b)]
    pose = b.solve(begin_of(b, data), replace(
        wishes_of(b, "hips_high", [b.anchor(spot) for spot in spots]),
        mass_at=balls + data.over * (b.middle(b.tips) - balls), mass_weight=OVER,
    ))  # fmt: skip
    return movement_to(b, data, pose, way, planted=spots)


def heels_down(b: RisingBody, way: Way) -> Movement:
    """The weight goes back, the heels come down."""
    data, balls = movement("heels_down"), b.between("toes")
    pose = _folded(b, data, balls + way.lean * (b.middle(b.tips) - balls))
    return movement_to(b, data, pose, way, planted=b.tips)


def over_feet(b: RisingBody, way: Way) -> Movement:
    """The weight comes over the feet and leaves the hands."""
    data, spots = movement("over_feet"), [*b.soles[0], *b.soles[1]]
    pose = _folded(b, data, b.middle(spots), data.places["hand"][2] * b.size)
    return movement_to(b, data, pose, way, planted=spots, carried=b.tips)


def _folded(b: RisingBody, data: MovementData, mass_at: Array, height: float = 0.0) -> Array:
    """A pose on both soles, folded at the hips, the hands so high over where they are [m]."""
    anchors = [b.anchor(spot, height=height) for spot in b.tips]
    for side in (0, 1):
        ball = b.joint("toes" + SIDES[side])
        toes = b.index["toes" + SIDES[side]]
        anchors.append(Anchor(toes, np.zeros(3), ball, (8.0, 8.0, 0.0)))
        anchors += [b.low(spot) for spot in b.soles[side]]
    targets = wishes_of(b, "folded", anchors)
    return b.solve(begin_of(b, data), replace(targets, mass_at=mass_at, mass_weight=OVER))


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
    return movement_to(b, movement("up"), pose, way, planted=spots)
