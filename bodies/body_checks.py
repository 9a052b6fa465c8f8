"""Checks of the data of a body of any kind: types, names, ranges and a valid tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from ..base.checks import check_name, check_number, check_numbers, is_number
from ..base.errors import InvalidInput
from .kinds import BIPED, PLANAR, QUADRUPED
from .segments import Joint, JointType, Segment, Shape

KINDS = (BIPED, QUADRUPED, PLANAR)
SHAPES = ("box", "capsule", "balls")
AXES = (0, 1, 2)
LARGEST = 1e3  # [m] of any length or place, [rad] of any angle
HEAVIEST = 1e6  # [kg] of a segment; also its largest moment of inertia [kg m2]
ROUGHEST = 10.0  # friction of a segment, as of the ground and of props
STRONGEST = 1e9  # torque limit [N m] and gains [N m/rad], [N m s/rad] of a joint


def check_body(
    kind: Any, height: Any, segments: Sequence[Segment], standing: Mapping[str, float]
) -> None:
    """Raise InvalidInput unless the tree is valid and every number can be simulated."""
    if kind not in KINDS:
        raise InvalidInput(f"A character's kind must be {', '.join(KINDS)}, got {kind!r}.")
    check_number("a character's height", height, "m", 0.0, LARGEST, above=True)
    _check_tree(segments)
    joints = [segment.joint.name for segment in segments]
    for name, angle in standing.items():
        if name not in joints:
            raise InvalidInput(
                f"Unknown joint {name!r} in how a character stands; allowed: {', '.join(joints)}."
            )
        check_number(f"the pitch of {name!r}, standing,", angle, "rad", -LARGEST, LARGEST)


def _check_tree(segments: Sequence[Segment]) -> None:
    if not segments or segments[0].parent != "":
        raise InvalidInput("A character starts with its root, a segment without a parent.")
    seen, joints = {""}, set[str]()
    for i, s in enumerate(segments):
        _check_segment(s)
        if s.parent not in seen or (i > 0 and not s.parent):
            raise InvalidInput(f"Segment {s.name!r} needs a parent listed before it.")
        if s.name in seen:
            raise InvalidInput(f"Segment {s.name!r} is listed twice; names must differ.")
        if s.joint.name in joints:
            raise InvalidInput(f"Joint {s.joint.name!r} is listed twice; names must differ.")
        if (s.joint.type == "root") != (i == 0):
            raise InvalidInput(
                f"The first joint must be of the type root and no other one, got "
                f"{s.joint.type!r} for joint {s.joint.name!r}."
            )
        seen.add(s.name)
        joints.add(s.joint.name)


def _check_segment(s: Segment) -> None:
    check_name("a segment's name", s.name)
    if not isinstance(s.parent, str):
        raise InvalidInput(f"The parent of segment {s.name!r} must be a name, got {s.parent!r}.")
    if s.long_axis not in AXES or isinstance(s.long_axis, (bool, float)):
        raise InvalidInput(
            f"The long axis of segment {s.name!r} must be 0, 1 or 2, got {s.long_axis!r}."
        )
    check_number(f"the length of segment {s.name!r}", s.length, "m", 0.0, LARGEST)
    for what, vector in (("offset", s.offset), ("center", s.center)):
        check_numbers(f"the {what} of segment {s.name!r}", vector, "m", -LARGEST, LARGEST)
    if not (is_number(s.mass) and s.mass > 0.0 and all(is_number(m) and m > 0 for m in s.inertia)):
        raise InvalidInput(
            f"Segment {s.name!r} needs a mass and inertia above 0, got {s.mass} kg, {s.inertia}."
        )
    check_number(f"the mass of segment {s.name!r}", s.mass, "kg", 0.0, HEAVIEST)
    check_numbers(f"the inertia of segment {s.name!r}", s.inertia, "kg m2", 0.0, HEAVIEST)
    check_number(f"the friction of segment {s.name!r}", s.friction, "", 0.0, ROUGHEST)
    if s.shape is not None:
        _check_shape(s.name, s.shape)
    _check_joint(s.joint)


def _check_shape(segment: str, shape: Shape) -> None:
    if shape.kind not in SHAPES:
        raise InvalidInput(
            f"The shape of segment {segment!r} must be {', '.join(SHAPES)}, got {shape.kind!r}."
        )
    size = f"the size of the shape of segment {segment!r}"
    check_numbers(size, shape.size, "m", 0.0, LARGEST, above=True)
    middle = f"the middle of the shape of segment {segment!r}"
    check_numbers(middle, shape.center, "m", -LARGEST, LARGEST)


def _check_joint(joint: Joint) -> None:
    check_name("a joint's name", joint.name)
    if joint.type not in get_args(JointType):
        raise InvalidInput(
            f"The type of joint {joint.name!r} must be {', '.join(get_args(JointType))}, "
            f"got {joint.type!r}."
        )
    if len(joint.limits) != len(AXES):
        raise InvalidInput(f"Joint {joint.name!r} needs limits about 3 axes, got {joint.limits!r}.")
    for pair in joint.limits:
        check_numbers(f"a limit of joint {joint.name!r}", pair, "rad", -LARGEST, LARGEST, size=2)
    if any(low > high for low, high in joint.limits):
        raise InvalidInput(f"Joint {joint.name!r} has a lower limit above its upper one.")
    for what, value, unit in (
        ("torque limit", joint.torque_limit, "N m"),
        ("stiffness", joint.stiffness, "N m/rad"),
        ("damping", joint.damping, "N m s/rad"),
    ):
        check_number(f"the {what} of joint {joint.name!r}", value, unit, 0.0, STRONGEST)
