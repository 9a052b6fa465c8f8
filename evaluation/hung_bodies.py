"""Bodies on which something hangs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions, quaternions_from_matrices, shortest_arc
from ..bodies.character import Character
from ..bodies.hanging import PRESETS, Chain, ChainBone, Hanging
from ..bodies.segments import Vector
from ..shots.take import Performance
from ..simulation.pose import joint_positions
from ..simulation.world import World

Array = NDArray[np.float64]
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
DROPPED, STEPS = 2.5, 1800  # [m] of the pelvis, [ms]


def hung(
    character: Character, name: str, carrier: str, head: Vector, way: Vector,
    lengths: Sequence[float], hanging: Hanging,
) -> Character:  # fmt: skip
    """A body with one more chain, straight in its pose.

    Args:
        head: of the first bone in the frame of the segment `carrier` [m].
        way: unit vector along the bones there; lengths: of the bones [m].
    """
    turn = shortest_arc(np.array([0.0, 1.0, 0.0]), np.array(way), np.array([1.0, 0.0, 0.0]))
    first = tuple(quaternions_from_matrices(turn).tolist())
    bones = tuple(
        ChainBone(
            name=f"{name}.{i}", head=(0.0, lengths[i - 1], 0.0) if i else head,
            rotation=UPRIGHT if i else first, length=length,
        )
        for i, length in enumerate(lengths)
    )  # fmt: skip
    chain = Chain(name=name, carrier=carrier, bones=bones, hanging=hanging)
    return replace(character, hanging=(*character.hanging, chain))


def human_with_a_bag(weight: float) -> Character:
    """A human with a bag of a weight [kg] on straps, which hangs behind the back."""
    character = Character.humanoid()
    torso = character.segment("torso").shape
    assert torso is not None
    back = torso.center[0] - 0.5 * torso.size[0]
    shoulders = torso.center[2] + 0.45 * torso.size[2]
    straps = replace(PRESETS["strap"], weight=weight, thickness=0.5, acts_on_body=True)
    head = (back - 0.13, 0.0, shoulders)
    return hung(character, "bag", "torso", head, (0.0, 0.0, -1.0), (0.15, 0.35), straps)


def dog_with_a_tail(weight: float) -> Character:
    """A dog with one more tail of a weight [kg], half a metre long."""
    tail = replace(PRESETS["tail"], weight=weight, acts_on_body=True)
    head, way = (-0.1, 0.0, 0.05), (-1.0, 0.0, 0.0)
    return hung(Character.quadruped(), "heavy", "pelvis", head, way, (0.1,) * 5, tail)


def way_of(performance: Performance) -> Array:
    """(frames, bones, 3) directions of the bones that hang."""
    turns = performance.hanging_orientations
    assert turns is not None
    axes = matrices_from_quaternions(turns)
    return axes[:, :, :, 1]


def fastest_when_dropped(character: Character, leg_collision: bool) -> float:
    """The fastest turn [m/s] of a link about its joint, as a limp body falls from 1.5 m; NaN where
    its numbers do not stay finite.
    """
    start = np.array([0.0, 0.0, DROPPED]), np.array(UPRIGHT), joint_positions(character, {})
    with World((0.0, 0.0, -9.81), 0.001, 0.8) as world:
        actor = world.add_character(character, *start, leg_collision=leg_collision)
        assert actor.hanging is not None
        limp = np.zeros(actor.spans[-1][1])
        lengths = np.concatenate([links.length for links in actor.hanging.chains])
        fastest = np.float64(0.0)
        for _ in range(STEPS):
            world.write_torques(actor, limp)
            world.step()
            rates = world.engine.hanging_state(actor)[1]
            # A maximum of numpy's, in contrast to Python's, keeps NaN.
            fastest = np.maximum(fastest, (lengths * np.linalg.norm(rates, axis=1)).max())
        return float(fastest)
