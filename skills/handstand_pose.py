"""The start pose of a handstand: upside down, the center of mass over the palms."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from ..bodies.character import Character
from ..bodies.hand_standing import on_hands
from ..controllers.balance.handstand import ELBOW_BEND, GAZE, KNEE_BEND, LEG_SPREAD, POINTED_FOOT
from ..controllers.gait.footing import outward, support_middle
from ..controllers.program.anatomy import SIDES, make_hand_anatomy
from ..shots.shot import Ground, Performer
from ..simulation.body import make_body, make_motion, move
from ..simulation.pose import joint_positions
from ..simulation.rotation import Array, about_y, about_z, quaternion_of

ROUNDS = 6  # of leaning the arms until the body is over the palms


def start_on_hands(performer: Performer, ground: Ground) -> Performer:
    """The same performer in a handstand at its place, with the fingers along its heading."""
    body = on_hands(performer.character)
    if performer.pose is not None:
        return replace(performer, character=body)
    height = ground.height_at(*performer.position) or 0.0
    place = np.array([*performer.position, height])
    return replace(performer, character=body, pose=handstand_pose(body, place, performer.heading))


def handstand_pose(character: Character, place: Array, heading: float) -> dict[str, Any]:
    """The pose by names of joints and "root", in the form that a Performer takes.

    Args:
        character: of `rigs.hand_standing`.
        place: (3,) on the ground, between the palms [m].
    """
    anatomy = make_hand_anatomy(character)[0]
    body, body_record = make_body(character)
    motion, motion_record = make_motion(body.rows[0])
    upright = quaternion_of(about_z(heading) @ about_y(math.pi))
    ahead = np.array([math.cos(heading), math.sin(heading), 0.0])
    lean, center = 0.0, np.zeros(3)
    for _ in range(ROUNDS):
        pose = _pose(lean)
        joints = joint_positions(character, pose)
        root = np.concatenate([center, upright, np.zeros(6)])
        move(body_record, root, joints, np.zeros(len(joints)), motion_record)
        palms = support_middle(motion, anatomy) - (0.0, 0.0, anatomy["ankle_height"].mean())
        lean += float((palms - motion.com) @ ahead) / anatomy["leg"]
        center = center + place - palms
    origin = center + motion.origin[0] - motion.center[0]
    return {**pose, "root": (tuple(origin.tolist()), tuple(upright.tolist()))}


def _pose(lean: float) -> dict[str, Any]:
    """Joints of a handstand in which the upper arms lean forwards by an angle [rad]."""
    pose: dict[str, Any] = {"neck": _turn(-GAZE, 1)}
    for i, side in enumerate(SIDES):
        pose["shoulder" + side] = _turn(lean - math.pi, 1)
        pose["elbow" + side] = -ELBOW_BEND
        pose["wrist" + side] = (ELBOW_BEND - lean, 0.0)
        pose["hip" + side] = _turn(outward(i) * LEG_SPREAD, 0)
        pose["knee" + side] = KNEE_BEND
        pose["ankle" + side] = (POINTED_FOOT, 0.0)
    return pose


def _turn(angle: float, axis: int) -> tuple[float, ...]:
    """(4,) about x or y."""
    turn = [math.cos(angle / 2), 0.0, 0.0, 0.0]
    turn[1 + axis] = math.sin(angle / 2)
    return tuple(turn)
