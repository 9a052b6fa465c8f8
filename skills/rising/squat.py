"""Movements from the back to a squat: sit up on elbows and hands, heels in, over the feet.

The hands push from behind until the center of mass is over the feet, so that no momentum is needed.
Lengths are of an adult whose leg is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ...bodies.buttocks import buttocks
from ...catalogue.movements import movement
from ...controllers.rising.pose_solving import Anchor
from ...simulation.rotation import Array
from .body import ANCHORED, LEFT_SIGN, SIDES, Movement, RisingBody, Spot
from .frames import level_frame
from .plan import Way
from .posing import OVER, begin_of, movement_to, posed, wishes_of

VARIES = 0.3  # [m] for each unit of a way's offsets; tuned by hand, judged by bench rising


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
    return movement_to(b, movement("arms_up"), posed(b, "arms_up", b.now()), way)


def draw_up(b: RisingBody, way: Way) -> Movement:
    """On the back: the feet stand, the elbows come down beside the ribs, the hands beyond."""
    data, (ahead, left) = movement("draw_up"), _forth(b)
    size, hips, shoulders = b.size, _hips(b), b.between("upper_arm")
    o = [VARIES * offset for offset in way.offsets]
    (before, apart, _), elbows, hands = (data.places[p] for p in ("foot", "elbow", "hand"))
    anchors = [b.low(spot) for spot in _seat(b)]
    anchors += _soles_at(b, hips + before * size * ahead, left, apart)
    for side, sign in enumerate(LEFT_SIGN):
        elbow = (elbows[0] + o[0]) * ahead + sign * (elbows[1] + o[1]) * left
        hand = elbow + (hands[0] - o[2]) * ahead + sign * (hands[1] + o[3]) * left
        anchors.append(b.anchor(b.elbows[side], shoulders + size * elbow))
        anchors.append(b.anchor(b.tips[side], shoulders + size * hand))
    pose = b.solve(b.now(), wishes_of(b, "draw_up", anchors, base=b.now(), ahead=ahead))
    return movement_to(b, data, pose, way)


def onto_elbows(b: RisingBody, way: Way) -> Movement:
    """The trunk rises off the ground and leans on the elbows."""
    ahead, _ = _forth(b)
    spots = [b.elbows[0], b.elbows[1], *b.soles[0], *b.soles[1]]
    anchors = [b.anchor(spot) for spot in (*spots, *b.tips, *_seat(b))]
    pose = b.solve(b.now(), wishes_of(b, "onto_elbows", anchors, base=b.now(), ahead=ahead))
    return movement_to(b, movement("onto_elbows"), pose, way, planted=spots)


def sit_up(b: RisingBody, way: Way) -> Movement:
    """The arms straighten and push the trunk up from behind."""
    ahead, _ = _forth(b)
    spots = [*b.tips, *b.soles[0], *b.soles[1]]
    anchors = [b.anchor(spot) for spot in (*spots, *_seat(b))]
    pose = b.solve(b.now(), replace(
        wishes_of(b, "sit_up", anchors, base=b.now(), ahead=ahead, tilt=way.offsets[5]),
        mass_at=_hips(b) + VARIES * way.offsets[4] * b.size * ahead, mass_weight=OVER,
    ))  # fmt: skip
    return movement_to(b, movement("sit_up"), pose, way, planted=spots)


def hand_in(b: RisingBody, way: Way, side: int) -> Movement:
    """The weight goes to one hand; the other one comes nearer to the hips."""
    data, (ahead, left) = movement("hand_in"), _forth(b)
    stays = [b.tips[1 - side], *b.soles[0], *b.soles[1]]
    before, beside, _ = data.places["hand"]
    before, out = before - VARIES * way.offsets[6], LEFT_SIGN[side] * beside
    to = _hips(b) + b.size * (out * left + before * ahead)
    anchors = [b.anchor(spot) for spot in (*stays, *_seat(b))]
    anchors.append(b.anchor(b.tips[side], to))
    forth, aside, _ = data.places["mass"]
    over = _hips(b) + b.size * (forth * ahead + LEFT_SIGN[1 - side] * aside * left)
    pose = b.solve(b.now(), replace(
        wishes_of(b, "hand_in", anchors, base=b.now(), ahead=ahead),
        mass_at=over, mass_weight=OVER,
    ))  # fmt: skip
    return movement_to(b, data, pose, way, planted=stays, carried=[b.tips[side]])


def heels_in(b: RisingBody, way: Way) -> Movement:
    """The feet come to the seat."""
    data, (ahead, left) = movement("heels_in"), _forth(b)
    before, apart, _ = data.places["foot"]
    middle = _hips(b) + (before + VARIES * way.offsets[7]) * b.size * ahead
    anchors = [b.anchor(spot) for spot in (*b.tips, *_seat(b))]
    anchors += _soles_at(b, middle, left, apart)
    pose = b.solve(b.now(), wishes_of(b, "heels_in", anchors, base=b.now()))
    soles = [*b.soles[0], *b.soles[1]]
    return movement_to(b, data, pose, way, planted=b.tips, carried=soles)


def hips_forth(b: RisingBody, way: Way) -> Movement:
    """The hands push the hips up and ahead, until the weight is over the feet."""
    spots = [*b.tips, *b.soles[0], *b.soles[1]]
    soles = b.middle([*b.soles[0], *b.soles[1]])
    pose = _squatting(b, "hips_forth", [b.anchor(spot) for spot in spots], soles)
    return movement_to(b, movement("hips_forth"), pose, way, planted=spots)


def arms_ahead(b: RisingBody, way: Way) -> Movement:
    """The hands leave the ground, the arms reach ahead."""
    spots = [*b.soles[0], *b.soles[1]]
    pose = _squatting(b, "arms_ahead", [b.anchor(spot) for spot in spots], b.middle(spots))
    return movement_to(b, movement("arms_ahead"), pose, way, planted=spots)


def _squatting(b: RisingBody, name: str, anchors: list[Anchor], over: Array) -> Array:
    """The pose of a movement in a deep squat, the center of mass over a place."""
    targets = wishes_of(b, name, anchors)
    return b.solve(begin_of(b, movement(name)), replace(targets, mass_at=over, mass_weight=OVER))
