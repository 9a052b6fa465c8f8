"""A four-legged body's anatomy, command, and state between time steps (its memory)."""

from __future__ import annotations

import math
from typing import Annotated, TypedDict

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...bodies.leg_bending import foot_of
from ...bodies.quadruped import DOG_HEIGHT, DOG_MASS, LEGS, SPINE, TAIL, leg_of
from ...bodies.segments import Segment, pitched
from ..program.contacts import EDGES
from ..program.record import PAIR, Integers, Reals, Rows, dtype_of

FRONT, BACK = 0, 1  # leg frames: the torso's and the pelvis'
FOUR = (4,)  # legs: front left, front right, back left, back right
STANDING, GAIT, GRAPH = 0, 1, 2  # modes: on all feet, by a gait's clock, by a graph of steps
MOST_SEGMENTS = 24  # that a record holds
MOST_SLOTS = 4 + 2 * MOST_SEGMENTS  # of contacts: four feet, both ends of all segments


class QuadrupedAnatomy(TypedDict):
    """A four-legged body: indices of its segments in the arrays, and its measures."""

    frame: Annotated[Integers, PAIR]  # segments of the leg frames: torso, pelvis
    spine: Annotated[Integers, (len(SPINE),)]
    neck: int
    head: int
    tail: Annotated[Integers, (len(TAIL),)]
    tail_count: int
    upper_leg: Annotated[Integers, FOUR]
    lower_leg: Annotated[Integers, FOUR]
    foot: Annotated[Integers, FOUR]
    tip: Annotated[Reals, FOUR]  # from the ankle down to the middle of the foot's round end [m]
    radius: Annotated[Reals, FOUR]  # of that end [m]
    longest: Annotated[Reals, FOUR]  # hip to sole where the knee is straight [m]
    shortest: Annotated[Reals, FOUR]  # hip to sole where the knee is folded as far as it goes [m]
    ankle: Annotated[Reals, FOUR]  # pitch of the ankle, standing [rad]
    knee_bends: Annotated[Reals, FOUR]  # sign of the knee's pitches
    neutral: Annotated[Reals, (4, 2)]  # foot from its hip, standing: ahead, to the left [m]
    frame_height: Annotated[Reals, PAIR]  # of the hips over the ground, standing [m]
    ahead: float  # how far the center of mass is ahead of the feet's middle, standing [m]
    ends: Annotated[Reals, (MOST_SEGMENTS, 2, 3)]  # middles of segments' round ends, low last [m]
    thickness: Annotated[Reals, (MOST_SEGMENTS,)]  # radius of those ends [m]
    total_mass: float  # [kg]
    leg: float  # hip to sole, standing [m]
    moves: float  # weight of linear tasks beside rotations, relative to a dog's
    strains: float  # weight of torques beside rotations, relative to a dog's


QUADRUPED = dtype_of(QuadrupedAnatomy)


class QuadrupedCommand(TypedDict):
    """What a four-legged body is to do."""

    mode: int
    gravity: float  # [m/s2]
    dt: float  # [s]
    speed: float  # [m/s] along the heading
    heading: float  # [rad]
    turn_rate: float  # [rad/s]; NaN turns to the heading
    offset: Annotated[Reals, FOUR]  # phase at which each leg lifts, in a gait
    duty: float  # share of a stride that a leg stands
    period: float  # of a stride [s]
    step_height: float  # [m]
    height: Annotated[Reals, PAIR]  # of the hips, as a share of standing
    pitch: Annotated[Reals, PAIR]  # of the leg frames [rad]
    roll: Annotated[Reals, PAIR]  # of the leg frames [rad]
    surge: float  # force that drives the body ahead, of its weight
    shift: Annotated[Reals, PAIR]  # of the center of mass, from its place standing: ahead, left [m]
    step: Annotated[Reals, (4, 2)]  # in a graph: lift and landing of each leg [s]; NaN: no step
    place: Annotated[Reals, (4, 3)]  # foothold of that step, in the world [m]; NaN height: unknown
    tucked: Annotated[Integers, FOUR]  # legs that are drawn in, neither planted nor swinging
    tuck: Annotated[Reals, (4, 4)]  # pitches of hip, knee and ankle of such a leg, spread [rad]
    nod: float  # pitch of neck and head each [rad]
    bend: Annotated[Reals, PAIR]  # of the leg frames, off the heading [rad]
    rests: Annotated[Integers, PAIR]  # whether a leg frame lowers itself to the ground


COMMAND = dtype_of(QuadrupedCommand)


class QuadrupedMemory(TypedDict):
    """State that a four-legged body keeps between time steps."""

    phase: float  # strides since the gait began
    time: float  # since the graph began [s]
    heading: float  # present one, turning towards the command's [rad]
    turn_rate: float  # [rad/s]
    speed: float  # present target, moving towards the command's [m/s]
    steps: int  # whether the body steps although the command is to stand
    calm: float  # time for which the body could have stood [s]
    swings: Annotated[Integers, FOUR]
    unloaded: Annotated[Reals, FOUR]  # time for which a stance foot has borne nothing [s]
    stood_at: Annotated[Reals, FOUR]  # height of the ground under each foot when it last bore [m]
    slope: float  # of the ground under the feet, rising ahead [rad]; NaN: not felt yet
    share: Annotated[Reals, FOUR]  # of a swing that is over; above 1 the foot is late
    lift_off: Annotated[Reals, (4, 3)]  # place of the foot's round end at lift-off [m]
    foothold: Annotated[Reals, (4, 3)]  # where the foot should come down [m]
    last: Annotated[Reals, (4, 3)]  # last target of the foot [m]
    fresh: Annotated[Integers, FOUR]  # 1 until the foot has a last target
    hips: Annotated[Reals, PAIR]  # present target heights [m]; 0 before the start
    forces: Annotated[Reals, (EDGES * MOST_SLOTS,)]  # last ones along the edges of contacts [N]
    slots: Annotated[Integers, (MOST_SLOTS,)]  # indices of the contacts that bear


MEMORY = dtype_of(QuadrupedMemory)


def make_quadruped_anatomy(character: Character) -> Rows[QuadrupedAnatomy]:
    """(1,) record of a four-legged body's parts, found by their names."""
    anatomies = np.zeros(1, dtype=QUADRUPED)
    own: QuadrupedAnatomy = anatomies[0]
    index = {name: i for i, name in enumerate(character.segment_names)}
    own["frame"][:] = index["torso"], index["pelvis"]
    own["spine"][:] = [index[name] for name in SPINE]
    own["neck"], own["head"] = index["neck"], index["head"]
    tail = [index[name] for name in TAIL if name in index]
    own["tail"][: len(tail)], own["tail_count"] = tail, len(tail)
    for i, segment in enumerate(character.segments):
        _measure_ends(segment, own, i)
    origins, pitches = character.standing_origins(), character.standing_pitches()
    ground = -character.standing_height_of_root
    tips = []
    for i, leg in enumerate(LEGS):
        own["upper_leg"][i], own["lower_leg"][i], own["foot"][i] = (
            index[f"{part}.{leg}"] for part in ("upper_leg", "lower_leg", "foot")
        )
        foot = character.segment(f"foot.{leg}")
        assert foot.shape is not None
        radius = min(foot.shape.size) / 2
        own["radius"][i] = radius
        own["tip"][i] = foot.shape.size[2] / 2 - foot.shape.center[2] - radius
        own["ankle"][i] = character.standing.get(f"ankle.{leg}", 0.0)
        own["knee_bends"][i] = math.copysign(1.0, character.standing.get(f"knee.{leg}", 1.0))
        own["longest"][i] = leg_of(character, leg).longest(own["ankle"][i])
        own["shortest"][i] = _folded(character, leg, own["ankle"][i])
        down = pitched((0.0, 0.0, -own["tip"][i]), pitches[foot.name])
        tips.append(np.add(origins[foot.name], down))
        own["neutral"][i] = (tips[i] - np.array(origins[f"upper_leg.{leg}"]))[:2]
        own["frame_height"][i // 2] += (origins[f"upper_leg.{leg}"][2] - ground) / 2
    own["ahead"] = _standing_center(character)[0] - np.mean(tips, axis=0)[0]
    own["total_mass"], own["leg"] = character.mass, character.leg_length
    _weigh_as_a_dog(own)
    return anatomies


def _weigh_as_a_dog(own: QuadrupedAnatomy) -> None:
    """Set the weights of tasks by their units, so that bodies of any size balance tasks alike.

    Rotations need no scale: angles are equal, and times scale with the square root of the size.
    """
    size, mass = own["leg"] / DOG_HEIGHT, own["total_mass"] / DOG_MASS
    own["moves"] = size**-2.0
    own["strains"] = (mass * size**2) ** -2.0


def _folded(character: Character, leg: str, ankle: float) -> float:
    """Distance [m] from hip to sole of a leg whose knee is folded to the end of its range."""
    low, high = character.segment(f"lower_leg.{leg}").joint.limits[1]
    knee = max(low, high, key=abs)
    return math.hypot(*foot_of(leg_of(character, leg), 0.0, knee, ankle))


def _measure_ends(segment: Segment, anatomy: QuadrupedAnatomy, i: int) -> None:
    """Set the places of the round ends of a segment's capsule in its frame [m]."""
    shape, axis = segment.shape, segment.long_axis
    if shape is None:
        return
    radius = min(shape.size) / 2
    anatomy["thickness"][i] = radius
    for end, sign in enumerate((1.0, -1.0)):
        anatomy["ends"][i, end] = shape.center
        anatomy["ends"][i, end, axis] += sign * (shape.size[axis] / 2 - radius)


def _standing_center(character: Character) -> NDArray[np.float64]:
    """(3,) center of mass in the root's frame, standing [m]."""
    origins, pitches = character.standing_origins(), character.standing_pitches()
    moments = [
        s.mass * np.add(origins[s.name], pitched(s.center, pitches[s.name]))
        for s in character.segments
    ]
    center: NDArray[np.float64] = np.sum(moments, axis=0) / character.mass
    return center


def make_quadruped_command() -> Rows[QuadrupedCommand]:
    """(1,) record of a command to stand at full height."""
    commands = np.zeros(1, dtype=COMMAND)
    command: QuadrupedCommand = commands[0]
    command["turn_rate"], command["step"][:] = math.nan, math.nan
    command["height"][:], command["period"] = 1.0, 1.0
    return commands


def make_quadruped_memory(heading: float) -> Rows[QuadrupedMemory]:
    """(1,) record of a body that faces `heading`, on all feet."""
    memories = np.zeros(1, dtype=MEMORY)
    memory: QuadrupedMemory = memories[0]
    memory["heading"] = heading
    memory["fresh"][:] = 1
    memory["slope"] = math.nan
    return memories
