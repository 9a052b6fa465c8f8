"""From all fours to standing: the hips high, one foot forward, the other one, over the feet, up.

Hands stay on the ground until the center of mass is over the feet.
Lengths are of an adult whose leg is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...catalogue.movements import movement
from ...controllers.rising.pose_solving import Anchor
from ...simulation.rotation import Array
from .body import ANCHORED, LEFT_SIGN, SIDES, Movement, RisingBody, Spot
from .frames import UP, level_frame
from .plan import Way
from .posing import OVER, begin_of, movement_to, posed, wishes_of

# Numbers without a source: tuned by hand, judged by bench rising.
STRAIGHT_AHEAD = (4.0, 4.0, 0.0)  # weights of the ball of a foot in line with its heel
OVER_AT_HEIGHT = (15.0, 15.0, 8.0)  # with the height of the center of mass
LESS_DOWNHILL = 1.0  # less lean onto the hands, for each unit of gradient down to them


def _forth(b: RisingBody) -> tuple[Array, Array]:
    """Ahead is from the feet to the hands."""
    way = b.middle(b.tips) - b.between("toes")
    return level_frame(math.atan2(way[1], way[0]))


def _lean(b: RisingBody, way: Way) -> float:
    """Share of the way from feet to hands, beyond a movement's own, of the center of mass.

    Less where the hands are lower than the feet: the body would tip over them.
    """
    ahead, _ = _forth(b)
    downhill = max(-float(b.ground[1:] @ ahead[:2]), 0.0)
    return way.step_lean - LESS_DOWNHILL * downhill


def _toe_tips(b: RisingBody) -> list[Spot]:
    return [*b.toe_tips[0], *b.toe_tips[1]]


def foot_forth(b: RisingBody, way: Way) -> Movement:
    """On hands and toes: a foot comes forward, behind the hand of its side."""
    side, other = way.first, 1 - way.first
    return _step(b, way, "foot_forth", side, b.joint("toes" + SIDES[other]), b.balls(other))


def other_foot_forth(b: RisingBody, way: Way) -> Movement:
    """On hands and a foot: the other one comes forward beside it."""
    side, other = 1 - way.first, way.first
    return _step(b, way, "other_foot_forth", side, b.joint("foot" + SIDES[other]), b.soles[other])


def _step(
    b: RisingBody, way: Way, name: str, side: int, stance: Array, stands_on: Sequence[Spot]
) -> Movement:
    """A step of one foot towards the hands, which bear as well.

    Args:
        stance: (3,) of the other foot [m]; stands_on: its points that bear.
    """
    data, (ahead, left), hands = movement(name), _forth(b), b.middle(b.tips)
    before, out, _ = data.places["foot"]
    to = hands + b.size * ((before + way.step) * ahead + LEFT_SIGN[side] * out * left)
    foot, toes = b.index["foot" + SIDES[side]], b.index["toes" + SIDES[side]]
    ball = to + math.hypot(*b.character.segments[toes].offset[:2]) * ahead
    stays = [*b.tips, *stands_on]
    anchors = [b.anchor(spot) for spot in stays]
    anchors.append(Anchor(foot, np.zeros(3), to, (ANCHORED, ANCHORED, 0.0)))
    anchors.append(Anchor(toes, np.zeros(3), ball, STRAIGHT_AHEAD))
    anchors += [b.low(spot) for spot in b.soles[side]]
    over = stance + (data.over + _lean(b, way)) * (hands - stance)
    over[2] = b.motion.com[2] + data.raised * b.size
    pose = b.solve(begin_of(b, data), replace(
        wishes_of(b, "foot_forth", anchors, ahead=ahead),
        mass_at=over, mass_weight=OVER_AT_HEIGHT,
    ))  # fmt: skip
    carried = [Spot(foot, np.zeros(3)), Spot(toes, np.zeros(3))]
    return movement_to(b, data, pose, way, planted=stays, carried=carried)


def hips_high(b: RisingBody, way: Way) -> Movement:
    """The knees leave the ground, the hips rise over hands and toes."""
    data, balls = movement("hips_high"), b.between("toes")
    spots = [*b.tips, *b.balls(0), *b.balls(1)]
    anchors = [*(b.anchor(spot) for spot in spots), *(b.low(spot) for spot in _toe_tips(b))]
    pose = b.solve(begin_of(b, data), replace(
        wishes_of(b, "hips_high", anchors),
        mass_at=balls + (data.over + _lean(b, way)) * (b.middle(b.tips) - balls), mass_weight=OVER,
    ))  # fmt: skip
    return movement_to(b, data, pose, way, planted=spots)


def heels_down(b: RisingBody, way: Way) -> Movement:
    """The hands push the weight back over the feet; the heels come down."""
    data, balls, hands = movement("heels_down"), b.between("toes"), b.middle(b.tips)
    anchors = [b.anchor(spot) for spot in b.tips]
    for side in (0, 1):
        toes = b.index["toes" + SIDES[side]]
        ball = b.joint("toes" + SIDES[side])
        anchors.append(Anchor(toes, np.zeros(3), ball, (ANCHORED, ANCHORED, 0.0)))
        anchors += [b.low(spot) for spot in b.soles[side]]
    pose = b.solve(begin_of(b, data), replace(
        wishes_of(b, "folded", anchors),
        mass_at=balls + way.lean * (hands - balls), mass_weight=OVER,
    ))  # fmt: skip
    spots = [*b.tips, *b.balls(0), *b.balls(1)]
    return movement_to(b, data, pose, way, planted=spots)


def up(b: RisingBody, way: Way) -> Movement:
    """Straighten up over the feet."""
    spots = [*b.soles[0], *b.soles[1]]
    middle = b.middle(spots)
    over = middle + way.over_first * (b.middle(b.soles[way.first]) - middle)
    toes = b.motion.rotation[b.index["foot.L"]][:, 0] + b.motion.rotation[b.index["foot.R"]][:, 0]
    heading = math.atan2(toes[1], toes[0])
    start = posed(b, "up")
    start[:3] = middle + b.character.standing_height_of_root * UP
    start[3:6] = heading * UP
    anchors, ahead = [b.anchor(spot) for spot in spots], level_frame(heading)[0]
    pose = b.solve(start, replace(
        wishes_of(b, "up", anchors, ahead=ahead), mass_at=over, mass_weight=(8.0, 8.0, 0.0),
    ))  # fmt: skip
    return movement_to(b, movement("up"), pose, way, planted=spots)
