"""A body that stands on its hands: palms at right angles to the forearms, on movable wrists.

In its rest pose, as for all bodies, all frames are parallel to the world's: the palms lie flat
under hanging arms, and the fingers point forwards. A hand then has the form of a foot.
"""

from __future__ import annotations

import math
from dataclasses import replace

from .body import AnyBody, Body
from .segments import Joint, Segment, Shape
from .strength import EARTH_GRAVITY, base_name

HEEL_OF_HAND = 0.12  # of the hand's length: behind the wrist; the fingertips do not bear
SPREAD_FINGERS = 1.25  # of the hand's usual breadth
# Of a wrist: from a forearm that leans over the fingers to a folded hand, and to the sides.
WRIST_PITCH, WRIST_ROLL = (-35.0, 170.0), (-35.0, 35.0)  # [degrees]
TURN_OF_LEFT_PALM = (0.5, 0.5, -0.5, -0.5)  # wxyz of the usual hand in the palm's frame
TURN_OF_RIGHT_PALM = (0.5, -0.5, -0.5, 0.5)


def on_hands(character: AnyBody) -> AnyBody:
    """The same body with hands made for standing on them.

    Each joint of the arms is strong enough for the load of a handstand: the whole weight at a lever
    of half the shoulders' breadth for a shoulder or an elbow, of half a hand's length for a wrist.
    """
    weight = character.mass * EARTH_GRAVITY
    left, right = (character.segment("upper_arm" + side).offset[1] for side in (".L", ".R"))
    load = 0.5 * (left - right) * weight
    segments = []
    for s in character.segments:
        part = base_name(s.name)
        if part == "upper_arm":
            s = replace(s, joint=_any_way(_able_to_bear(s.joint, load)))
        elif part == "lower_arm":
            s = replace(s, joint=_able_to_bear(s.joint, load))
        elif part == "hand":
            s = _palm(s, weight)
        segments.append(s)
    return replace(character, segments=tuple(segments))


def _able_to_bear(joint: Joint, load: float) -> Joint:
    return replace(joint, torque_limit=max(joint.torque_limit, load))


def _any_way(shoulder: Joint) -> Joint:
    """The shoulder without limits, which a rotation vector cannot express for a raised arm."""
    free = (-math.pi, math.pi)
    return replace(shoulder, limits=(free, free, free))


def _palm(hand: Segment, weight: float) -> Segment:
    """The hand as a box under its wrist, turned as the palm's frame is."""
    assert hand.shape is not None
    breadth, thickness, length = hand.shape.size
    x, y, z = hand.inertia
    roll, pitch = ((math.radians(a), math.radians(b)) for a, b in (WRIST_ROLL, WRIST_PITCH))
    wrist = _able_to_bear(hand.joint, 0.5 * length * weight)
    return replace(
        hand,
        long_axis=0,
        center=(-hand.center[2], 0.0, 0.0),
        inertia=(z, x, y),
        shape=Shape(
            kind="box",
            size=(length, SPREAD_FINGERS * breadth, thickness),
            center=((0.5 - HEEL_OF_HAND) * length, 0.0, -0.5 * thickness),
        ),
        joint=replace(wrist, type="universal", limits=(roll, pitch, (0.0, 0.0))),
    )


def usual_hands(character: Body) -> dict[int, tuple[float, ...]]:
    """Turns (wxyz) from palms' frames to those of hands that hang, by places of the segments."""
    turns = {"hand.L": TURN_OF_LEFT_PALM, "hand.R": TURN_OF_RIGHT_PALM}
    names = character.segment_names
    return {names.index(name): turn for name, turn in turns.items()}
