"""Movements from the front to all fours: hands beside the shoulders, knees under the hips.

Each movement is planned as it begins, from the body's pose then. Lengths are of an adult whose leg
is `ADULT_LEG` and scale with the leg.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ...catalogue.key_poses import key_pose
from ...controllers.rising.pose_solving import Anchor, PoseTargets
from ...simulation.rotation import Array, quaternion_of
from .body import LEFT_SIGN, SIDES, Movement, RisingBody
from .plan import Way
from .posing import posed, wishes_of

ARMS = ("hand", "lower_arm", "upper_arm")
# Numbers without a source: tuned by hand, judged by bench rising.
KNEE_LIFT = 0.03  # [m], as the knees come under the hips
KNEELING = (
    "hand.L", "hand.R", "knee.L", "knee.R", "lower_leg.L", "lower_leg.R",
    "foot.L", "foot.R", "toes.L", "toes.R",
)  # fmt: skip


def arms_out(b: RisingBody, way: Way) -> Movement:
    """Prone: the arms are lifted off the ground and spread."""
    return _prone(b, "arms out", posed(b, "arms_out", _prone_pose(b, way)), 0.5 / way.pace)


def arms_turned(b: RisingBody, way: Way) -> Movement:
    """The forearms turn to point ahead, in the air."""
    return _prone(b, "arms turned", posed(b, "arms_turned", _prone_pose(b, way)), 0.4 / way.pace)


def hands_beside(b: RisingBody, way: Way) -> Movement:
    """The hands come down beside the shoulders."""
    return _prone(b, "hands beside", _prone_pose(b, way), 0.6 / way.pace)


def _prone(b: RisingBody, name: str, pose: Array, duration: float) -> Movement:
    """A movement with targets for the joints only; every segment but the arms may bear."""
    arms = [part + side for part in ARMS for side in SIDES]
    return Movement(
        name, pose, duration, hold=0.1, bears=b.all_but(*ARMS), lets_go=arms, root_weight=0.0,
        com_weight=0.0, height_weight=0.0, must_reach=math.inf, stiffness_scale=1.0,
    )  # fmt: skip


def _prone_pose(b: RisingBody, way: Way) -> Array:
    """Lying on the front at the origin, the head along x, hands just over the ground."""
    size = b.size
    pose = posed(b, "hands_beside")
    pose[2], pose[4] = 0.1 * size, math.pi / 2
    b.solver.place(pose)
    shoulder = b.solver.motion.origin[b.index["upper_arm.L"]].copy()
    anchors = []
    for i, sign in enumerate(LEFT_SIGN):
        tip = np.array([shoulder[0] + way.hands * size, sign * 0.22 * size, 0.0])
        anchors.append(_over(b.anchor(b.tips[i], tip), 0.05 * size))
        elbow = np.array([shoulder[0] - 0.15 * size, sign * 0.38 * size, 0.12 * size])
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
    anchors = [b.anchor(tip) for tip in b.tips]
    for i, sign in enumerate(LEFT_SIGN):
        under = shoulders - ahead * (b.trunk - 0.05 * size) + left * sign * 0.12 * size
        knee = b.anchor(b.knees[i], under)
        anchors.append(Anchor(knee.segment, knee.point, knee.place, (4.0, 4.0, 8.0)))
        anchors += [b.low(spot, 6.0) for spot in b.toe_tips[i]]
    torso = b.character.segment("torso").shape
    assert torso is not None
    front = np.array([torso.size[0] / 2, 0.0, 0.8 * torso.size[2]])
    chest = np.array([shoulders[0], shoulders[1], 0.01])
    anchors.append(Anchor(b.index["torso"], front, chest, (3.0, 3.0, 8.0)))
    start = b.now()
    start[2] += 0.25 * size
    targets = wishes_of(b, "tuck", anchors, ahead=ahead)
    return Movement(
        "tuck", b.solve(start, targets), 1.1 / way.pace, hold=0.1, com_weight=5.0,
        height_weight=10.0, must_reach=math.inf, planted=b.tips,
        carried=[(knee, KNEE_LIFT * size) for knee in b.knees],
    )  # fmt: skip


def all_fours(b: RisingBody, way: Way) -> Movement:
    """The arms push the chest up; hands and knees stay where they are."""
    ahead, _ = b.axis()
    size = b.size
    spots = [*b.tips, *b.knees]
    anchors = [b.anchor(spot) for spot in (*spots, *b.toe_tips[0], *b.toe_tips[1])]
    start = b.now()
    start[2] += 0.2 * size
    targets = replace(
        wishes_of(b, "all_fours", anchors, ahead=ahead),
        mass_at=b.middle(b.knees) + way.sit_back * size * ahead, mass_weight=(2.0, 2.0, 0.0),
    )  # fmt: skip
    return Movement(
        "all fours", b.solve(start, targets), 1.0 / way.pace, bears=KNEELING, planted=spots,
        must_reach=0.12 * size,
    )  # fmt: skip
