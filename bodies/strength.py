"""Strength of a body's joints: torque limits, tracking gains and ranges of motion.

Torque limits come from one table per kilogram of body mass, for all skills. Hips, knees and ankles
are peaks of inverse dynamics over running and fast walking (Novacheck 1998, "The biomechanics of
running", Gait & Posture 7; Winter 2009, "Biomechanics and Motor Control of Human Movement",
4th ed., ch. 5); neck and arms are maximum voluntary torques (Chaffin, Andersson, Martin 2006,
"Occupational Biomechanics", 4th ed., ch. 4, male means on 75 kg). So is the trunk, bent by some 45
degrees as it is when it has to be strong: men of 49 years extend it with 169 N m upright, 327 N m
at 48 and 355 N m at 72 degrees (J Korean Acad Rehabil Med 21, 1997, 1-7).

Each joint can at least hold its subtree level; a big head would otherwise be too much for the neck.

Gains follow Coros, Beaudoin, van de Panne 2010, Section 4, as multiples of a 70.4 kg adult's, and
scale by dynamic similarity: torque as mass x length, time as the square root of length.

A four-legged body's torques are those of the corresponding human joints, by the same similarity.
Its head is in front of its neck, so neck and head are strong enough to hold it in a gallop.

Ranges of motion: Luttgens and Hamilton 1997, "Kinesiology", 9th ed., Appendix B; the ankle's
dorsiflexion under load is that of the lunge test (Konor et al. 2012).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from .body import AnyBody, Body
from .kinds import QUADRUPED
from .segments import Joint, JointType, Segment

ADULT_MASS = 70.4  # [kg], of the body for which the gains below are given
ADULT_HEIGHT = 1.75  # [m]
ADULT_LEG = 0.929  # [m], hip to sole
EARTH_GRAVITY = 9.81  # [m/s2]
CARRIED_OUT = ("neck", "head")  # segments of a four-legged body that are supported at one end only
BOUNCES = 6.0  # of their weight: strength that holds them against the peaks of a gallop


@dataclass(frozen=True)
class JointTraits:
    """One row of the table; gains are those of the adult."""

    type: JointType
    torque_per_mass: float  # [N m/kg]
    stiffness: float  # [N m/rad]
    damping: float  # [N m s/rad]
    limits_degrees: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


LOCKED = (0.0, 0.0)
FOUR_LEGS = (".FL", ".FR", ".BL", ".BR")

SPINAL = JointTraits("spherical", 3.5, 75.0, 17.3, ((-15, 15), (-20, 20), (-20, 20)))
# A tail is too light to be stopped at the end of a range: its range is out of its reach.
CAUDAL = JointTraits("spherical", 0.5, 1.0, 0.3, ((-150, 150), (-150, 150), (-150, 150)))

# Angles about x, y and z in degrees, left side: positive y turns a hanging limb backwards and the
# trunk forwards, positive z turns to the left.
TRAITS: Mapping[str, JointTraits] = {
    "pelvis": JointTraits("root", 2.85, 1000.0, 200.0, (LOCKED, LOCKED, LOCKED)),
    "waist": JointTraits("spherical", 4.5, 75.0, 17.3, ((-20, 20), (-15, 45), (-20, 20))),
    "back": JointTraits("spherical", 4.5, 75.0, 17.3, ((-20, 20), (-15, 40), (-25, 25))),
    "neck": JointTraits("spherical", 0.6, 10.0, 6.3, ((-40, 40), (-55, 50), (-70, 70))),
    "shoulder": JointTraits("spherical", 1.1, 15.0, 7.7, ((-30, 175), (-180, 60), (-90, 90))),
    "elbow": JointTraits("hinge", 1.0, 5.0, 2.0, (LOCKED, (-150, 0), LOCKED)),
    "wrist": JointTraits("fixed", 0.2, 1.0, 2.0, (LOCKED, LOCKED, LOCKED)),
    "hip": JointTraits("spherical", 3.3, 300.0, 34.6, ((-25, 45), (-125, 25), (-45, 45))),
    "knee": JointTraits("hinge", 3.5, 300.0, 34.6, (LOCKED, (0, 150), LOCKED)),
    "ankle": JointTraits("universal", 3.0, 50.0, 14.1, ((-25, 25), (-45, 50), LOCKED)),
    # People's toes bear 0.8 N m/kg as they run, 1.5 as they sprint (Stefanyshyn and Nigg 1997).
    "toe": JointTraits("hinge", 1.0, 2.0, 0.1, (LOCKED, (-60, 30), LOCKED)),
    **dict.fromkeys(("spine1", "spine2", "spine3", "spine4"), SPINAL),
    "torso": SPINAL,
    "head": JointTraits("spherical", 0.6, 10.0, 6.3, ((-40, 40), (-50, 50), (-60, 60))),
    **dict.fromkeys(("tail1", "tail2", "tail3"), CAUDAL),
    "hip.F": JointTraits("spherical", 3.3, 300.0, 34.6, ((-30, 45), (-60, 100), (-25, 25))),
    "knee.F": JointTraits("hinge", 3.5, 300.0, 34.6, (LOCKED, (-150, 8), LOCKED)),
    "ankle.F": JointTraits("hinge", 3.0, 50.0, 14.1, (LOCKED, (-60, 120), LOCKED)),
    "hip.B": JointTraits("spherical", 3.3, 300.0, 34.6, ((-30, 45), (-120, 60), (-25, 25))),
    "knee.B": JointTraits("hinge", 3.5, 300.0, 34.6, (LOCKED, (-8, 155), LOCKED)),
    "ankle.B": JointTraits("hinge", 3.0, 50.0, 14.1, (LOCKED, (-155, 20), LOCKED)),
}


def base_name(name: str) -> str:
    """The name without its side: "knee.L" -> "knee", "knee.FL" -> "knee.F"."""
    if name.endswith((".L", ".R")):
        return name[:-2]
    return name[:-1] if name.endswith(FOUR_LEGS) else name


def make_joint(name: str) -> Joint:
    """The joint of that name with an adult's strength; `strengthen` scales it to a body."""
    traits = TRAITS[base_name(name)]
    x, y, z = ((math.radians(low), math.radians(high)) for low, high in traits.limits_degrees)
    if name.endswith("R"):
        x, z = (-x[1], -x[0]), (-z[1], -z[0])
    return Joint(
        name=name,
        type=traits.type,
        limits=(x, y, z),
        torque_limit=traits.torque_per_mass * ADULT_MASS,
        stiffness=traits.stiffness,
        damping=traits.damping,
    )


def strengthen(character: AnyBody) -> AnyBody:
    """Set torque limits and gains by the body's mass and size (Section 4, dynamic similarity)."""
    mass = character.mass / ADULT_MASS
    size = character.leg_length / ADULT_LEG
    loads = _held_out_level(character)
    if character.kind == QUADRUPED:
        loads |= {name: BOUNCES * loads[name] for name in CARRIED_OUT if name in loads}
    return replace(
        character,
        segments=tuple(
            _strengthen_segment(s, mass, size, loads[s.name]) for s in character.segments
        ),
    )


def _held_out_level(character: Body) -> dict[str, float]:
    """Moment [N m] at each segment's joint when the joint's subtree is held out level."""
    origins = character.standing_origins()
    loads = dict.fromkeys(character.segment_names, 0.0)
    parents = {segment.name: segment.parent for segment in character.segments}
    for segment in character.segments:
        center = [o + c for o, c in zip(origins[segment.name], segment.center, strict=True)]
        bearer = segment.name
        while parents[bearer]:
            lever = math.dist(center, origins[bearer])
            loads[bearer] += segment.mass * EARTH_GRAVITY * lever
            bearer = parents[bearer]
    return loads


def _strengthen_segment(segment: Segment, mass: float, size: float, load: float) -> Segment:
    traits = TRAITS[base_name(segment.joint.name)]
    joint = replace(
        segment.joint,
        torque_limit=max(traits.torque_per_mass * ADULT_MASS * mass * size, load),
        stiffness=traits.stiffness * mass * size,
        damping=traits.damping * mass * size**1.5,
    )
    return replace(segment, joint=joint)
