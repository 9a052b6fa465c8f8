"""Characters in a vertical plane: those of Sharon 2004 and the riser of Jones 2011.

Sharon 2004, "Synthesis of Stylized Walking Controllers for Planar Bipeds", Appendix A, gives mass,
inertia, length, center of mass, gains and joint limits. The thesis's angles are counterclockwise
seen with x to the right; angles here are about y, which points away from that view, and so have the
opposite sign. For a foot at right angles to the shin the thesis's ankle is at -90 degrees, here it
is at 0.

The riser of Jones 2011 is in `riser.py`.

The root is in the middle of its length, and everything lies in the plane y = 0 of its frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from ..base.errors import InvalidInput
from .body import Body
from .kinds import PLANAR
from .planar_parts import Link, Strength, hinged_segment, limb_segments, root_segment
from .riser import prone_segments
from .segments import Segment, Vector


def _degrees(stiffness: float, damping: float, low: float, high: float) -> Strength:
    """The thesis's limits [degrees], with the sign of this module."""
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


def make_planar(name: str) -> Body:
    """See `Character.planar`."""
    if name not in BODIES:
        raise InvalidInput(f"Unknown planar character {name!r}; allowed: {', '.join(BODIES)}.")
    segments = BODIES[name]()
    unmeasured = Body(kind=PLANAR, height=1.0, segments=tuple(segments))
    origins = unmeasured.standing_origins()
    top = max(origins[s.name][2] + _top(s) for s in segments)
    return replace(unmeasured, height=top + unmeasured.standing_height_of_root)


def _top(segment: Segment) -> float:
    shape = segment.shape
    return 0.0 if shape is None else shape.center[2] + shape.size[2] / 2


def _seven(links: Mapping[str, Link], joints: Mapping[str, Strength]) -> list[Segment]:
    """A trunk on two legs."""
    trunk = links["torso"]
    return [root_segment("torso", trunk), *_legs("torso", trunk, links, joints)]


def _sixteen() -> list[Segment]:
    links, joints = FULL_LINKS, FULL_JOINTS
    pelvis = links["pelvis"]
    rise = (0.0, 0.0, pelvis.length / 2)
    spine = [("lower_back", "waist", rise), ("torso", "back", _up(links["lower_back"])),
             ("head", "neck", _up(links["torso"]))]  # fmt: skip
    parents = {"lower_back": "pelvis", "torso": "lower_back", "head": "torso"}
    trunk = [
        hinged_segment(part, parents[part], offset, links[part], joint, joints[joint], upwards=True)
        for part, joint, offset in spine
    ]
    arms = limb_segments(("upper_arm", "lower_arm", "hand"), ("shoulder", "elbow", "wrist"),
                  "torso", links["torso"].length, links, joints)  # fmt: skip
    return [root_segment("pelvis", pelvis), *trunk, *arms, *_legs("pelvis", pelvis, links, joints)]


def _legs(
    root: str, trunk: Link, links: Mapping[str, Link], joints: Mapping[str, Strength]
) -> list[Segment]:
    parts = ("upper_leg", "lower_leg", "foot")
    return limb_segments(parts, ("hip", "knee", "ankle"), root, -trunk.length / 2, links, joints)


def _up(link: Link) -> Vector:
    return (0.0, 0.0, link.length)


BODIES: Mapping[str, Callable[[], list[Segment]]] = {
    "human7": lambda: _seven(HUMAN_LINKS, HUMAN_JOINTS),
    "human16": _sixteen,
    "mechbot": lambda: _seven(MECHBOT_LINKS, MECHBOT_JOINTS),
    "prone9": prone_segments,
}
