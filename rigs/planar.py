"""Characters that live in a vertical plane: those of Sharon 2004 and the riser of Jones 2011.

Sharon 2004, "Synthesis of Stylized Walking Controllers for Planar Bipeds", Appendix A, gives mass,
inertia, length, center of mass, gains and joint limits. Her angles turn counterclockwise as seen
with x to the right; ours turn about y, which points away from there: they have the other sign. Her
ankle is at -90 degrees where the foot is at right angles to the shin; ours is at 0 there.

Jones 2011, "Rising Motion Controllers for Physically Simulated Characters", Chapter 6, gives the
height (1.1 m), mass (25 kg) and gains of his riser; how they are shared out is ours.

The root is in the middle of its length, and everything lies in the plane y = 0 of its frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import InvalidInput
from .character import Character
from .segments import Joint, JointType, Segment, Shape, Vector

PLANAR = "planar"  # the kind of these characters
SOLE = 0.02  # radius of the balls at heel and toe [m]: the thesis's feet are lines
ACROSS = 0.1  # width of a limb [m], only to look at
BROAD = 0.3  # width of a trunk [m], only to look at
STRONGEST = 1.0  # [rad]: a joint gives at most what its stiffness makes of so much
FREE = (-math.pi, math.pi)
SIDES = (".L", ".R")


@dataclass(frozen=True)
class Link:
    """A row of the thesis's tables of links.

    Attributes:
        mass: [kg]; inertia: about the center of mass [kg m2]; length: [m].
        center: of mass in the segment's frame, forwards and upwards [m].
    """

    mass: float
    inertia: float
    length: float
    center: tuple[float, float]


@dataclass(frozen=True)
class Strength:
    """A row of the tables of joints: gains [N m/rad], [N m s/rad], and limits [rad] about y."""

    stiffness: float
    damping: float
    low: float
    high: float


def _degrees(stiffness: float, damping: float, low: float, high: float) -> Strength:
    """The thesis's limits [degrees] in our sense."""
    return Strength(stiffness, damping, -math.radians(high), -math.radians(low))


def _ankle(stiffness: float, damping: float, low: float, high: float) -> Strength:
    return _degrees(stiffness, damping, low + 90.0, high + 90.0)


# Table A.1 and A.2
HUMAN_LINKS = {
    "torso": Link(40.0, 0.1333, 0.2, (0.0, 0.0)),
    "upper_leg": Link(7.0, 0.1234, 0.46, (0.0, -0.23)),
    "lower_leg": Link(4.0, 0.0645, 0.44, (0.0, -0.22)),
    "foot": Link(2.0, 0.00807, 0.22, (0.057, 0.0)),
}
HUMAN_JOINTS = {
    "hip": _degrees(900.0, 90.0, -57.0, 180.0),
    "knee": _degrees(900.0, 90.0, -180.0, 0.0),
    "ankle": _ankle(170.0, 17.0, -115.0, -57.0),
}

# Table A.3 and A.4: its knees bend the other way
MECHBOT_LINKS = {
    "torso": Link(25.0, 0.1875, 0.3, (0.05, 0.05)),
    "upper_leg": Link(7.0, 0.0233, 0.2, (0.0, -0.1)),
    "lower_leg": Link(4.0, 0.0133, 0.2, (0.0, -0.1)),
    "foot": Link(2.0, 0.00666, 0.2, (0.02, 0.0)),
}
MECHBOT_JOINTS = {
    "hip": _degrees(800.0, 80.0, -115.0, 180.0),
    "knee": _degrees(800.0, 80.0, 0.0, 180.0),
    "ankle": _ankle(190.0, 19.0, -180.0, -57.0),
}

# Table A.5 and A.6: shoulder, elbow and trunk are given in radians there
FULL_LINKS = {
    "pelvis": Link(9.8, 0.0817, 0.1, (0.0, 0.0)),
    "lower_back": Link(9.8, 0.0395, 0.22, (0.0, 0.19)),
    "torso": Link(15.4, 0.0289, 0.15, (0.0, 0.075)),
    "head": Link(5.6, 0.0226, 0.22, (0.0, 0.13)),
    "upper_arm": Link(1.96, 0.0128, 0.28, (0.0, -0.1)),
    "lower_arm": Link(1.12, 0.00732, 0.28, (0.0, -0.1)),
    "hand": Link(0.42, 0.00079, 0.15, (0.0, -0.04)),
    "upper_leg": Link(7.0, 0.0933, 0.4, (0.0, -0.15)),
    "lower_leg": Link(3.255, 0.0678, 0.5, (0.0, -0.2)),
    "foot": Link(1.015, 0.00409, 0.22, (0.05, 0.0)),
}
FULL_JOINTS = {
    "waist": Strength(500.0, 50.0, -0.785, 0.785),
    "back": Strength(500.0, 50.0, -0.785, 0.785),
    "neck": Strength(100.0, 10.0, -0.785, 0.785),
    "shoulder": Strength(100.0, 10.0, -3.1, 3.1),
    "elbow": Strength(50.0, 5.0, -3.1, 0.0),
    "wrist": Strength(50.0, 5.0, -0.785, 0.785),
    "hip": _degrees(300.0, 30.0, -57.0, 180.0),
    "knee": _degrees(300.0, 30.0, -180.0, 0.0),
    "ankle": _ankle(170.0, 17.0, -115.0, -57.0),
}


def _rod(mass: float, length: float, middle: float) -> Link:
    """Of even density."""
    return Link(mass, mass * length * length / 12.0, length, (0.0, middle))


PRONE_LINKS = {
    "torso": _rod(15.0, 0.44, 0.0),
    "upper_arm": _rod(0.9, 0.26, -0.13),
    "lower_arm": _rod(0.9, 0.26, -0.13),
    "upper_leg": _rod(2.0, 0.33, -0.165),
    "lower_leg": _rod(1.2, 0.33, -0.165),
}
PRONE_GAINS = 35.0, 8.0  # Section 6.1
PRONE_JOINTS = {
    "shoulder": Strength(*PRONE_GAINS, -math.pi, math.pi / 2),
    "elbow": Strength(*PRONE_GAINS, -2.6, 0.0),
    "hip": Strength(*PRONE_GAINS, -2.4, 0.6),
    "knee": Strength(*PRONE_GAINS, 0.0, 2.6),
}


def make_planar(name: str) -> Character:
    """See `Character.planar`."""
    if name not in BODIES:
        raise InvalidInput(f"Unknown planar character {name!r}; allowed: {', '.join(BODIES)}.")
    segments = BODIES[name]()
    unmeasured = Character(kind=PLANAR, height=1.0, segments=tuple(segments))
    origins = unmeasured.standing_origins()
    top = max(origins[s.name][2] + _top(s) for s in segments)
    return replace(unmeasured, height=top + unmeasured.standing_height_of_root)


def _top(segment: Segment) -> float:
    shape = segment.shape
    return 0.0 if shape is None else shape.center[2] + shape.size[2] / 2


def _seven(links: Mapping[str, Link], joints: Mapping[str, Strength]) -> list[Segment]:
    """A trunk on two legs."""
    trunk = links["torso"]
    return [_root("torso", trunk), *_legs("torso", trunk, links, joints)]


def _sixteen() -> list[Segment]:
    links, joints = FULL_LINKS, FULL_JOINTS
    pelvis = links["pelvis"]
    rise = (0.0, 0.0, pelvis.length / 2)
    spine = [("lower_back", "waist", rise), ("torso", "back", _up(links["lower_back"])),
             ("head", "neck", _up(links["torso"]))]  # fmt: skip
    parents = {"lower_back": "pelvis", "torso": "lower_back", "head": "torso"}
    trunk = [
        _segment(part, parents[part], offset, links[part], joint, joints[joint], upwards=True)
        for part, joint, offset in spine
    ]
    arms = _limbs(("upper_arm", "lower_arm", "hand"), ("shoulder", "elbow", "wrist"),
                  "torso", links["torso"].length, links, joints)  # fmt: skip
    return [_root("pelvis", pelvis), *trunk, *arms, *_legs("pelvis", pelvis, links, joints)]


def _prone() -> list[Segment]:
    """A trunk on two legs and two arms without feet and hands."""
    links, joints = PRONE_LINKS, PRONE_JOINTS
    half = links["torso"].length / 2
    return [
        _root("torso", links["torso"]),
        *_limbs(("upper_arm", "lower_arm"), ("shoulder", "elbow"), "torso", half, links, joints),
        *_limbs(("upper_leg", "lower_leg"), ("hip", "knee"), "torso", -half, links, joints),
    ]


def _legs(
    root: str, trunk: Link, links: Mapping[str, Link], joints: Mapping[str, Strength]
) -> list[Segment]:
    parts = ("upper_leg", "lower_leg", "foot")
    return _limbs(parts, ("hip", "knee", "ankle"), root, -trunk.length / 2, links, joints)


def _limbs(
    parts: Sequence[str],
    names: Sequence[str],
    root: str,
    height: float,
    links: Mapping[str, Link],
    joints: Mapping[str, Strength],
) -> list[Segment]:
    """A chain for each side that hangs at a height [m] in the frame of `root`."""
    chain = []
    for side in SIDES:
        parent, offset = root, (0.0, 0.0, height)
        for part, name in zip(parts, names, strict=True):
            chain.append(
                _segment(part + side, parent, offset, links[part], name + side, joints[name])
            )
            parent, offset = part + side, (0.0, 0.0, -links[part].length)
    return chain


def _up(link: Link) -> Vector:
    return (0.0, 0.0, link.length)


def _root(name: str, link: Link) -> Segment:
    free = Joint(name=name, type="root", limits=(FREE,) * 3, torque_limit=0.0, stiffness=0.0,
                 damping=0.0)  # fmt: skip
    shape = Shape(kind="box", size=(link.length, BROAD, link.length), center=(0.0, 0.0, 0.0))
    return _part(name, "", (0.0, 0.0, 0.0), link, shape, free)


def _segment(
    name: str,
    parent: str,
    offset: Vector,
    link: Link,
    joint: str,
    strength: Strength,
    upwards: bool = False,
) -> Segment:
    hinge: JointType = "hinge"
    limits = (FREE, (strength.low, strength.high), FREE)
    how = Joint(name=joint, type=hinge, limits=limits, torque_limit=STRONGEST * strength.stiffness,
                stiffness=strength.stiffness, damping=strength.damping)  # fmt: skip
    shape = _foot(link) if name.startswith("foot") else _rod_shape(link, upwards)
    return _part(name, parent, offset, link, shape, how)


def _part(
    name: str, parent: str, offset: Vector, link: Link, shape: Shape, joint: Joint
) -> Segment:
    forwards, upwards = link.center
    return Segment(
        name=name, parent=parent, offset=offset, length=link.length,
        long_axis=0 if shape.kind == "balls" else 2, mass=link.mass,
        center=(forwards, 0.0, upwards), inertia=(link.inertia,) * 3, shape=shape, joint=joint,
    )  # fmt: skip


def _foot(link: Link) -> Shape:
    """Monitor points at heel and toe (Section 3.3); the center of mass is halfway between."""
    size = (link.length, 2 * SOLE, 2 * SOLE)
    return Shape(kind="balls", size=size, center=(link.center[0], 0.0, 0.0))


def _rod_shape(link: Link, upwards: bool) -> Shape:
    middle = link.length / 2 if upwards else -link.length / 2
    width = min(ACROSS, link.length / 2)
    return Shape(kind="capsule", size=(width, width, link.length), center=(0.0, 0.0, middle))


BODIES: Mapping[str, Callable[[], list[Segment]]] = {
    "human7": lambda: _seven(HUMAN_LINKS, HUMAN_JOINTS),
    "human16": _sixteen,
    "mechbot": lambda: _seven(MECHBOT_LINKS, MECHBOT_JOINTS),
    "prone9": _prone,
}
