"""The riser of Jones 2011, "Rising Motion Controllers for Physically Simulated Characters".

Chapter 6 gives its height (1.1 m), mass (25 kg), gains and that most of the mass is in the trunk;
the shares of the segments are chosen here. The riser has no hands and feet: limbs end in balls. Its
elbows bend forwards, which the thesis leaves open. Torques are those of a human of its mass.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from .body import AnyBody
from .planar_parts import Link, Strength, limb_segments, root_segment
from .segments import Segment
from .strength import TRAITS, base_name

TRUNK_MASS, TRUNK_LENGTH, TRUNK_DEPTH = 15.0, 0.44, 0.18  # [kg], [m], [m]
GAINS = 35.0, 8.0  # Section 6.1


def _rod(mass: float, length: float) -> Link:
    """A hanging link of even density."""
    return Link(mass, mass * length * length / 12.0, length, (0.0, -length / 2))


LINKS: Mapping[str, Link] = {
    "upper_arm": _rod(0.9, 0.26),
    "lower_arm": _rod(0.9, 0.26),
    "upper_leg": _rod(2.0, 0.33),
    "lower_leg": _rod(1.2, 0.33),
}
JOINTS: Mapping[str, Strength] = {
    "shoulder": Strength(*GAINS, -math.pi, math.pi),
    "elbow": Strength(*GAINS, 0.0, 2.9),
    "hip": Strength(*GAINS, -2.9, 0.6),
    "knee": Strength(*GAINS, 0.0, 2.9),
}


def prone_segments(torso: float = 1.0) -> list[Segment]:
    """A trunk on two legs and two arms.

    Args:
        torso: factor on the trunk's length and depth; its mass grows with both (Section 6.2.3).
    """
    length, depth = TRUNK_LENGTH * torso, TRUNK_DEPTH * torso
    mass = TRUNK_MASS * torso**2
    trunk = Link(mass, mass * (length**2 + depth**2) / 12.0, length, (0.0, 0.0))
    half = length / 2
    arm, leg = ("upper_arm", "lower_arm"), ("upper_leg", "lower_leg")
    limbs = [
        *limb_segments(arm, ("shoulder", "elbow"), "torso", half, LINKS, JOINTS),
        *limb_segments(leg, ("hip", "knee"), "torso", -half, LINKS, JOINTS),
    ]
    whole = mass + sum(limb.mass for limb in limbs)
    return [root_segment("torso", trunk, depth), *(_strong(limb, whole) for limb in limbs)]


def _strong(segment: Segment, mass: float) -> Segment:
    most = TRAITS[base_name(segment.joint.name)].torque_per_mass * mass
    return replace(segment, joint=replace(segment.joint, torque_limit=most))


def with_torso(character: AnyBody, torso: float) -> AnyBody:
    """A riser with a factor on the size of its trunk."""
    grown = (torso - 1.0) * TRUNK_LENGTH
    return replace(
        character, height=character.height + grown, segments=tuple(prone_segments(torso))
    )
