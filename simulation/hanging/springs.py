"""Springs and dampers at the joints of chains that act on their body.

Their torques are those of an implicit step of the chain on its carrier, which the rest of the body
does not hold: the velocities at the end of a time step h, not those at its start, are damped and
bend the springs. With the inertia M that the joints feel, stiffness K, damping C and
D = h (C + h K), the torques on turns x at rates v are

    -(1 + D / M)^-1 b = D (M + D)^-1 b - b,  b = K x + (C + h K) v.

No stiffness and no damping is too large for a step; a spring that is too stiff for it gives way a
little more (Baraff, Witkin 1998, Section 4, whose implicit step this is without the outer forces).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from ...bodies.body import Body
from ...bodies.hanging_links import Links
from ..cholesky import dot, factor, solve_lower, solve_upper
from ..compiled import compiled
from ..records import Rows
from ..rotation import cross, matrix_of
from .small import multiply, turn

Array = NDArray[np.float64]
STOP = 50.0  # of the weight's torque on a joint: stiffness of the stop at its largest bend
TWIST, TWIST_DAMPED = 100.0, 0.5  # [rad/s] of a link about its own axis, of the critical damping
LEAST = 1e-9  # [rad]


class Spring(TypedDict):
    """A joint of a chain, and its link; lengths [m], axes of the link's frame, y along it."""

    place: int  # in its chain, from 0
    carrier: Array  # (7,) mass, center and inertia of the segment that carries it, in its frame
    offset: Array  # (3,) in the frame of the link before
    rest: Array  # (3, 3) axes in the frame of the link before
    length: float
    mass: float
    inertia: Array  # (3,) about the link's middle
    stiffness: Array  # (3,) [N m/rad]
    damping: Array  # (3,) [N m s/rad]
    bend: float  # largest angle [rad]
    stop: float  # stiffness beyond it [N m/rad]


SPRING = np.dtype(
    [("place", np.int64), ("carrier", np.float64, (7,)), ("offset", np.float64, (3,)),
     ("rest", np.float64, (3, 3)), ("length", np.float64), ("mass", np.float64)]
    + [(name, np.float64, (3,)) for name in ("inertia", "stiffness", "damping")]
    + [("bend", np.float64), ("stop", np.float64)]
)  # fmt: skip


def springs_of(chains: Sequence[Links], body: Body) -> NDArray[np.void]:
    """The springs of all joints on a body, chain after chain."""
    springs = np.zeros(sum(len(links.mass) for links in chains), SPRING)
    first = 0
    for links in chains:
        count = len(links.mass)
        rows = springs[first : first + count]
        rows["place"] = range(count)
        carrier = body.segment(links.chain.carrier)
        rows["carrier"] = carrier.mass, *carrier.center, *carrier.inertia
        for name in ("offset", "rest", "length", "mass", "inertia"):
            rows[name] = getattr(links, name)
        along = links.below[:, 1]
        twist = along * TWIST**2
        rows["stiffness"] = np.stack([links.stiffness, twist, links.stiffness], axis=1)
        turning = 2.0 * TWIST_DAMPED * along * TWIST
        rows["damping"] = np.stack([links.damping, turning, links.damping], axis=1)
        rows["bend"] = math.radians(links.chain.hanging.bend)
        rows["stop"] = STOP * links.weight
        first += count
    return springs


@compiled
def spring_torques(
    springs: Rows[Spring], first: int, turns: Array, rates: Array, time_step: float, torques: Array
) -> None:
    """Fill torques (n, 3) of the joints on their links, in the links' frames [N m].

    Args:
        first: of the springs, which are whole chains.
        turns: (n, 4) quaternions (w, x, y, z) of the joints; rates: (n, 3) in the links' frames.
    """
    count, begin = len(turns), 0
    for end in range(1, count + 1):
        if end == count or springs[first + end]["place"] == 0:
            _torques_of_chain(
                springs, first + begin, turns[begin:end], rates[begin:end], time_step,
                torques[begin:end],
            )  # fmt: skip
            begin = end


@compiled
def _torques_of_chain(
    springs: Rows[Spring], first: int, turns: Array, rates: Array, time_step: float, torques: Array
) -> None:
    size = 3 * len(turns)
    inertia = np.zeros((size, size))
    _inertia_of_chain(springs, first, turns, inertia)
    pull, brake = np.empty(size), np.empty(size)  # b, and the diagonal of D
    for i in range(len(turns)):
        spring = springs[first + i]
        share, angle = _rotation_share(turns[i])
        stiffer = 0.0
        if angle > spring["bend"]:
            stiffer = spring["stop"] * (angle - spring["bend"]) / angle
        for k in range(3):
            stiffness = spring["stiffness"][k] + stiffer
            damping = spring["damping"][k] + time_step * stiffness
            pull[3 * i + k] = stiffness * share * turns[i, 1 + k] + damping * rates[i, k]
            brake[3 * i + k] = time_step * damping
            inertia[3 * i + k, 3 * i + k] += brake[3 * i + k]
    factor(inertia)
    slowed = pull.copy()
    solve_lower(inertia, slowed)
    solve_upper(inertia, slowed)
    for i in range(len(turns)):
        for k in range(3):
            at = 3 * i + k
            torques[i, k] = brake[at] * slowed[at] - pull[at]


@compiled
def _rotation_share(turned: Array) -> tuple[float, float]:
    """What times a quaternion's vector part is the rotation vector, and the angle [rad]."""
    sine = math.sqrt((turned[1:] * turned[1:]).sum())
    angle = 2.0 * math.atan2(sine, abs(turned[0]))
    share = angle / sine if sine > LEAST else 2.0
    return (share if turned[0] >= 0.0 else -share), angle


@compiled
def _inertia_of_chain(springs: Rows[Spring], first: int, turns: Array, inertia: Array) -> None:
    """Fill the lower triangle of the inertia (3 n, 3 n) that a chain's joints feel.

    Featherstone 2008, Section 6.2: the links from each joint on as one body, about the origin of
    the carrier's frame. The carrier joins them at last as a free body, whose own velocities are
    eliminated.
    """
    count = len(turns)
    joints, axes = np.zeros((count, 3)), np.empty((count, 3, 3))
    _place_links(springs, first, turns, joints, axes)
    motion = np.empty((3 * count, 6))  # at the origin, by each joint's rates: velocity, then turn
    momentum = np.empty((3 * count, 6))  # that it gives to all beyond the joint
    body = np.zeros((6, 6))
    for b in range(count - 1, -1, -1):
        link = springs[first + b]
        middle = joints[b] + 0.5 * link["length"] * axes[b][:, 1]
        _add_body(body, link["mass"], middle, axes[b], link["inertia"])
        for k in range(3 * b, 3 * b + 3):
            about = axes[b][:, k - 3 * b]
            motion[k, 0:3] = cross(joints[b], about)
            motion[k, 3:6] = about
            for j in range(6):
                momentum[k, j] = dot(body[j], motion[k])
    for i in range(3 * count):
        for j in range(i + 1):
            inertia[i, j] = dot(momentum[i], motion[j])
    _let_carrier_go(springs[first]["carrier"], body, momentum, inertia)


@compiled
def _let_carrier_go(carrier: Array, body: Array, momentum: Array, inertia: Array) -> None:
    """Take away from a chain's inertia what a carrier that is free would give way.

    Args:
        body: spatial inertia of the chain, to which the carrier's is added.
        momentum: (3 n, 6) of the chain by its joints' rates; changed.
    """
    _add_body(body, carrier[0], carrier[1:4], np.eye(3), carrier[4:7])
    factor(body)
    for i in range(len(momentum)):
        solve_lower(body, momentum[i])
    for i in range(len(momentum)):
        for j in range(i + 1):
            inertia[i, j] -= dot(momentum[i], momentum[j])


@compiled
def _add_body(whole: Array, mass: float, middle: Array, axes: Array, inertia: Array) -> None:
    """Add a body to a spatial inertia (6, 6) about the origin, velocities before turns.

    Args:
        middle: (3,) its center of mass; axes: (3, 3) of its moments of inertia (3,) about it.
    """
    x, y, z = middle[0], middle[1], middle[2]
    lever = np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]])  # velocity by turning
    square = x * x + y * y + z * z
    for j in range(3):
        whole[j, j] += mass
        whole[3 + j, 3 + j] += mass * square
        for k in range(3):
            whole[j, 3 + k] += mass * lever[j, k]
            whole[3 + k, j] += mass * lever[j, k]
            own = 0.0
            for m in range(3):
                own += axes[j, m] * inertia[m] * axes[k, m]
            whole[3 + j, 3 + k] += own - mass * middle[j] * middle[k]


@compiled
def _place_links(
    springs: Rows[Spring], first: int, turns: Array, joints: Array, axes: Array
) -> None:
    """Fill joints (n, 3) and axes (n, 3, 3) of links in their carrier's frame."""
    rest = np.empty((3, 3))
    for i in range(len(turns)):
        spring = springs[first + i]
        if i == 0:
            joints[0] = spring["offset"]
            multiply(spring["rest"], matrix_of(turns[0]), axes[0])
            continue
        turn(axes[i - 1], spring["offset"], joints[i])
        joints[i] += joints[i - 1]
        multiply(axes[i - 1], spring["rest"], rest)
        multiply(rest, matrix_of(turns[i]), axes[i])
