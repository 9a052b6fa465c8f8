"""Joints at the end of their strength: the rest of the body gives way for them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from standing_body import GRAVITY, PART, REACHABLE, WEIGHT, Stander, no_forces, standing

from footfall.controllers.program.torque_limits import find_excess
from footfall.controllers.program.whole_body import _torques
from footfall.simulation.body import velocity_size


@pytest.fixture
def stander() -> Iterator[Stander]:
    with standing() as body:
        yield body


def weaken(stander: Stander, joint: str, share: float) -> tuple[int, float]:
    """Limit a joint to a share of the torque that standing needs; returns its index and limit."""
    segment, body = PART[joint], stander.actor.body
    wanted = stander.torques(REACHABLE.objective(stander), no_forces())[segment]
    body.torque_limit[segment] = (
        share * np.abs(stander.actor.motion.rotation[segment].T @ wanted).max()
    )
    return segment, float(body.torque_limit[segment])


def test_a_joint_is_asked_for_no_more_than_it_can(stander: Stander) -> None:
    torso, limit = weaken(stander, "torso", 0.5)
    rows = stander.torques(REACHABLE.objective(stander), no_forces())
    asked = np.abs(stander.actor.motion.rotation[torso].T @ rows[torso]).max()
    assert asked < 1.1 * limit
    assert np.abs(rows[0]).max() < 1e-9 * np.abs(rows).max()


def test_a_torque_beyond_its_limit_follows_from_accelerations_and_forces(stander: Stander) -> None:
    stander.actor.body.torque_limit[:] = 1.0
    tick, forces = stander.tick(), no_forces()
    edges = stander.edges(forces)
    found = stander.accelerations(REACHABLE.objective(stander), forces)
    held = np.random.default_rng(0).normal(scale=20.0, size=(len(tick.body.mass), 6))
    torques = _torques(tick, edges, GRAVITY, held, found)
    excess = find_excess(tick, edges, GRAVITY, held, torques)
    told = excess.rows @ found - excess.effects @ forces + excess.bias
    along = np.einsum("jk,jk->j", tick.dynamics.motion_subspace[6:, :3], torques[owners(stander)])
    beyond = along[np.abs(along) > 1.02]
    assert len(beyond) > 10
    assert told == pytest.approx(beyond - np.sign(beyond), abs=1e-8 * WEIGHT)


def owners(stander: Stander) -> np.ndarray:
    """The segment that each freedom of a joint moves."""
    sizes = [velocity_size(kind) for kind in stander.actor.body.joint_type]
    return np.repeat(np.arange(len(sizes)), sizes)
