"""Soft bones: each a mass on a damped spring that is fixed to its carrier.

In the carrier's place the mass obeys d'' = -w^2 d - 2 z w d' + f(t) with the displacement d in the
world's axes, and f the negative acceleration of the place and the change of the weight's direction.
Between two frames f is linear, and for that the motion is computed exactly, with the matrix
exponential: no stiffness and no frame rate makes it unstable. The end of a loop is linear in its
beginning, so that the beginning that returns to itself is solved for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from ...base.errors import InvalidInput
from ...base.rotations import matrices_from_quaternions, shortest_arc, unit
from ...bodies.hanging import GRAVITY
from ...bodies.softness import SoftBone
from .follow import FASTEST
from .motion import Moving, check_motion

Array = NDArray[np.float64]
MIDDLE, TIP = 0.5, 1.0  # of a bone's length: where the mass is, if it is displaced or turns
STILL = 1e-12  # [m]


def jiggle(
    bones: Sequence[SoftBone], carriers: Moving, frame_rate: float, *, settled: bool = True,
    loops: bool = False,
) -> Array:  # fmt: skip
    """Displacements in the world (frames, bones, 3) [m] of what the soft bones move.

    That is the head and all of a bone that keeps its orientation, and the tail of one that turns.

    Args:
        carriers: of the bones; at least one frame.
        frame_rate: [1/s]
        settled: whether the bones rest in the first frame's pose of the body; else in their own.
        loops: whether the last frame is the first one again; the motion is then cyclic.

    Raises InvalidInput for numbers that are not finite.
    """
    check_motion(carriers, frame_rate)
    frames = len(carriers.places)
    out = np.zeros((frames, len(bones), 3))
    for i, bone in enumerate(bones):
        if bone.carrier not in carriers.names:
            raise InvalidInput(f"Nothing carries the soft part {bone.name!r}.")
        at = carriers.names.index(bone.carrier)
        axes = matrices_from_quaternions(carriers.turns[:, at])
        along = matrices_from_quaternions([bone.rotation])[0][:, 1]
        mass = np.array(bone.head) + (TIP if bone.turns else MIDDLE) * bone.length * along
        places = carriers.places[:, at] + axes @ mass
        h = 1.0 / frame_rate
        swung = _swing(bone, places, axes, h, settled, loops and frames > 2 and h > 0.0)
        out[:, i] = _limited(swung, bone.softness.shift * bone.length)
    return out


def _swing(
    bone: SoftBone, places: Array, axes: Array, h: float, settled: bool, loops: bool
) -> Array:
    """Displacements (frames, 3) without a limit, of a mass whose place and carrier move so.

    A state is the displacement and its rate by the frequency, as rows (2, 3).
    """
    soft, frames = bone.softness, len(places)
    w = 2.0 * np.pi * soft.frequency  # [1/s]
    jumps = np.linalg.norm(np.diff(places, axis=0), axis=1) > FASTEST * h
    weight = GRAVITY * soft.gravity * (np.array((0.0, 0.0, -1.0)) - axes @ np.array(bone.down))
    force = weight - _accelerations(places, axes, jumps, h, loops)  # (frames, 3)
    step, begin, end = _exact_step(w, soft.damping, h)
    turns = [axes[k + 1] @ axes[k].T if jumps[k] else None for k in range(frames - 1)]

    def run(state: Array, forces: Array) -> Array:
        """The states (frames, 2, 3) from a first one."""
        states = np.empty((frames, 2, 3))
        states[0] = state
        for k, turn in enumerate(turns):
            now = states[k] if turn is None else states[k] @ turn.T
            states[k + 1] = step @ now + begin[:, None] * forces[k] + end[:, None] * forces[k + 1]
        return states

    start = np.zeros((2, 3))
    if loops:
        back = axes[0] @ axes[-1].T
        driven = run(start, force)[-1] @ back.T
        jumped = np.eye(3)
        for turn in turns:
            jumped = jumped if turn is None else turn @ jumped
        start = _returning(np.linalg.matrix_power(step, frames - 1), back @ jumped, driven)
    elif settled:
        start[0] = weight[0] / w**2
    displaced: Array = run(start, force)[:, 0]
    return displaced


def _returning(step: Array, turn: Array, driven: Array) -> Array:
    """The first state (2, 3) that returns to itself in a round.

    Args:
        step: (2, 2) how a state that nothing drives ends a round.
        turn: (3, 3) and how its vectors are turned.
        driven: (2, 3) end of a round that begins at rest.
    """
    start: Array = np.linalg.solve(np.eye(6) - np.kron(step, turn), driven.ravel())
    return start.reshape(2, 3)


def _accelerations(
    places: Array, axes: Array, jumps: NDArray[np.bool_], h: float, loops: bool
) -> Array:
    """Second differences of places (frames, 3) [m/s2]; none at the ends and beside jumps.

    Of a loop the ends are one frame, which the carrier may meet turned.
    """
    found = np.zeros_like(places)
    if h <= 0.0 or len(places) < 3:
        return found
    ways, smooth = np.diff(places, axis=0) / h, ~jumps
    found[1:-1] = np.where((smooth[1:] & smooth[:-1])[:, None], np.diff(ways, axis=0) / h, 0.0)
    if loops and smooth[0] and smooth[-1]:
        turn = axes[0] @ axes[-1].T
        found[0] = (ways[0] - turn @ ways[-1]) / h
        found[-1] = turn.T @ found[0]
    return found


def _exact_step(w: float, damping: float, h: float) -> tuple[Array, Array, Array]:
    """How a state follows from the one before (2, 2), and from the force at the step's beginning
    and at its end (2,), between which the force is linear.
    """
    system = np.zeros((4, 4))
    system[:2, :2] = w * h * np.array([[0.0, 1.0], [-1.0, -2.0 * damping]])
    system[1, 2] = h / w
    system[2, 3] = 1.0
    whole = expm(system)
    return whole[:2, :2], whole[:2, 2] - whole[:2, 3], whole[:2, 3]


def _limited(displaced: Array, most: float) -> Array:
    """Displacements (frames, 3) that approach the largest one smoothly."""
    size = np.linalg.norm(displaced, axis=1, keepdims=True)
    share = most * np.tanh(size / max(most, STILL)) / np.maximum(size, STILL)
    limited: Array = displaced * share
    return limited


def turned_to(rotation: Array, tail: Array, displaced: Array) -> Array:
    """Axes (frames, 3, 3) turned by the shortest way so that their tails are displaced.

    Args:
        rotation: (frames, 3, 3) axes in the pose.
        tail: (frames, 3) from head to tail in the pose [m].
        displaced: (frames, 3) [m].
    """
    arcs = [
        shortest_arc(unit(way), unit(way + by), aside)
        for way, by, aside in zip(tail, displaced, rotation[:, :, 0], strict=True)
    ]
    done: Array = np.array(arcs) @ rotation
    return done
