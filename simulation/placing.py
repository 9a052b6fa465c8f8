"""Placing a character in the engine: its root or its rails, and its joints."""

from __future__ import annotations

import numpy as np

from ..base.rotations import quaternions_from_matrices
from ..bodies.laden import laid, settled
from .actor import Actor
from .body import move
from .engine import Engine
from .plane import place_on_rails
from .rotation import Array


def place_character(
    engine: Engine, actor: Actor, position: Array, orientation: Array, joints: Array
) -> None:
    """Put a character into a pose, at rest.

    Args:
        position: (3,) origin of the root's frame [m]; orientation: (4,) wxyz.
        joints: flat positions, as in `Body`.
    """
    root = np.concatenate([position, orientation, np.zeros(6)])
    move(actor.body_record, root, joints, np.zeros(len(joints)), actor.motion_record)
    if actor.rails:
        _place_on_rails(engine, actor, position, orientation)
    else:
        center = np.asarray(position) + (root[0:3] - actor.motion.origin[0])
        engine.place_base(actor.identity, center.tolist(), orientation.tolist())
    place_joints(engine, actor, joints, np.zeros(actor.spans[-1][1]))


def place_joints(engine: Engine, actor: Actor, positions: Array, rates: Array) -> None:
    """Set the flat positions of a character's joints, and their rates."""
    flat = np.empty(len(positions))
    flat[actor.wxyz_order] = positions
    at = 0
    for joint, (start, end) in zip(actor.movable, actor.spans, strict=True):
        size = 4 if end - start == 3 else 1
        place, rate = flat[at : at + size].tolist(), rates[start:end].tolist()
        engine.place_joint(actor.identity, joint, place, rate)
        at += size


def settle_chains(engine: Engine, actor: Actor, gravity: float, floor: float) -> None:
    """Let the chains of a character hang at rest on its present pose, or lie on the ground.

    Args:
        gravity: downwards [m/s2]; floor: height of level ground [m].
    """
    assert actor.hanging is not None
    turns = []
    for links in actor.hanging.chains:
        carrier = actor.names.index(links.chain.carrier)
        axes, height = actor.motion.rotation[carrier], float(actor.motion.origin[carrier, 2])
        hung = settled(links, axes, gravity)
        turns.append(laid(links, axes, hung, floor - height))
    place_chains(engine, actor, quaternions_from_matrices(np.concatenate(turns)))


def place_chains(
    engine: Engine, actor: Actor, turns: Array, rates: Array | None = None
) -> None:
    """Turn the joints of a character's chains: quaternions (n, 4) and rates (n, 3), or at rest."""
    assert actor.hanging is not None
    rates = np.zeros((len(turns), 3)) if rates is None else rates
    for joint, (w, x, y, z), rate in zip(
        actor.hanging.joints, turns.tolist(), rates.tolist(), strict=True
    ):
        engine.place_joint(actor.identity, joint, [x, y, z, w], rate)


def _place_on_rails(engine: Engine, actor: Actor, position: Array, orientation: Array) -> None:
    origin, turn, along = place_on_rails(position, orientation)
    actor.rail_frame = np.concatenate([origin, turn])
    engine.place_base(actor.identity, origin.tolist(), turn.tolist())
    for rail, place in zip(actor.rails, along.tolist(), strict=True):
        engine.place_joint(actor.identity, rail, [place], [0.0])
