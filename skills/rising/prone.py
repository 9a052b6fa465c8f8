"""Movements from the front to all fours: hands beside the shoulders, knees under the hips.

Each movement is planned as it begins, from the body's pose then. Lengths are of an adult whose leg
is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ...catalogue.key_poses import key_pose
from ...catalogue.movements import movement
from ...controllers.rising.pose_solving import Anchor, PoseTargets
from ...simulation.dynamics import ROOT_SIZE
from ...simulation.rotation import Array, quaternion_of
from .body import LEFT_SIGN, SIDES, Movement, RisingBody
from .plan import Way
from .posing import begin_of, movement_to, posed, wishes_of


def arms_out(b: RisingBody, way: Way) -> Movement:
    """Prone: the arms are lifted off the ground and spread."""
    pose = posed(b, "arms_out", _prone_pose(b, way))
    return movement_to(b, movement("arms_out"), pose, way)


def arms_turned(b: RisingBody, way: Way) -> Movement:
    """The forearms turn to point ahead, in the air."""
    pose = posed(b, "arms_turned", _prone_pose(b, way))
    return movement_to(b, movement("arms_turned"), pose, way)


def hands_beside(b: RisingBody, way: Way) -> Movement:
    """The hands come down beside the shoulders, over the ground until they are there."""
    pose = _prone_pose(b, way)
    pose[:ROOT_SIZE] = b.now()[:ROOT_SIZE]
    return movement_to(b, movement("hands_beside"), pose, way, carried=b.tips)


def _prone_pose(b: RisingBody, way: Way) -> Array:
    """Lying on the front at the origin, the head along x, hands just over the ground."""
    size = b.size
    pose = posed(b, "hands_beside")
    pose[2], pose[4] = 0.1 * size, math.pi / 2
    b.solver.place(pose)
    shoulder = b.solver.motion.origin[b.index["upper_arm.L"]].copy()
    places, anchors = movement("hands_beside").places, []
    _, hand_out, hand_up = places["hand"]  # how far ahead is the way's
    elbow_ahead, elbow_out, elbow_up = places["elbow"]
    for i, sign in enumerate(LEFT_SIGN):
        tip = np.array([shoulder[0] + way.hands * size, sign * hand_out * size, 0.0])
        anchors.append(_over(b.anchor(b.tips[i], tip), hand_up * size))
        elbow = np.array([
            shoulder[0] + elbow_ahead * size, sign * elbow_out * size, elbow_up * size,
        ])  # fmt: skip
        forearm = b.index["lower_arm" + SIDES[i]]
        anchors.append(Anchor(forearm, np.zeros(3), elbow, (5.0, 5.0, 8.0)))
        anchors.append(b.low(b.knees[i]))
    stiffness = b.stiffness(**key_pose("hands_beside").stiffness)
    stiffness[:2] = 5.0
    flat = quaternion_of(np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]))
    targets = PoseTargets(
        pose, stiffness, anchors, mass_at=np.array([0.0, 0.0, 0.07 * size]),
        mass_weight=(0.0, 0.0, 4.0), root_faces=flat, root_weight=(3.0, 3.0, 3.0),
    )  # fmt: skip
    found, _ = b.solver.solve(pose, targets)  # only its joints matter: on level ground
    return found


def _over(anchor: Anchor, height: float) -> Anchor:
    place = anchor.place + np.array([0.0, 0.0, height])
    return Anchor(anchor.segment, anchor.point, place, anchor.weight)


def tuck(b: RisingBody, way: Way) -> Movement:
    """The knees come under the hips, the chest stays down."""
    ahead, left = b.axis()
    shoulders, size = b.between("upper_arm"), b.size
    data, anchors = movement("tuck"), [b.anchor(tip) for tip in b.tips]
    before, out, _ = data.places["knee"]
    before, out = before + way.knee_ahead, out + way.knee_out
    for i, sign in enumerate(LEFT_SIGN):
        under = shoulders - ahead * (b.trunk - before * size) + left * sign * out * size
        knee = b.anchor(b.knees[i], under)
        anchors.append(Anchor(knee.segment, knee.point, knee.place, (4.0, 4.0, 8.0)))
        anchors += [b.low(spot, 6.0) for spot in (*b.toe_tips[i], *b.balls(i))]
    torso = b.character.segment("torso").shape
    assert torso is not None
    front = np.array([torso.size[0] / 2, 0.0, 0.8 * torso.size[2]])
    chest = np.array([shoulders[0], shoulders[1], 0.01])
    anchors.append(Anchor(b.index["torso"], front, chest, (3.0, 3.0, 8.0)))
    pose = b.solve(begin_of(b, data), wishes_of(b, "tuck", anchors, ahead=ahead))
    return movement_to(b, data, pose, way, planted=b.tips, carried=b.knees)


def all_fours(b: RisingBody, way: Way) -> Movement:
    """The arms push the chest up; hands and knees stay where they are."""
    data, (ahead, _) = movement("all_fours"), b.axis()
    spots = [*b.tips, *b.knees]
    anchors = [b.anchor(spot) for spot in (*spots, *b.balls(0), *b.balls(1))]
    anchors += [b.low(spot) for spot in (*b.toe_tips[0], *b.toe_tips[1])]
    targets = replace(
        wishes_of(b, "all_fours", anchors, ahead=ahead),
        mass_at=b.middle(b.knees) + way.sit_back * b.size * ahead, mass_weight=(2.0, 2.0, 0.0),
    )  # fmt: skip
    pose = b.solve(begin_of(b, data), targets)
    return movement_to(b, data, pose, way, planted=spots)
