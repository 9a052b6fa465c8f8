"""Whether Bullet's C interface does what is expected of it."""

from __future__ import annotations

import numpy as np

from ..base.errors import SimulationError
from .body import HINGE, SPHERICAL
from .bullet_calls import read_loads, read_state, request_contacts
from .bullet_scene import NOWHERE
from .direct_engine import DirectEngine
from .links import NO_SHAPE, LinkTree
from .records import whole_numbers


def passes_check() -> bool:
    """Whether a body that hangs and one that lies have the states and contacts that they must."""
    engine = DirectEngine((0.0, 0.0, -10.0), 0.001)
    try:
        return _falls_as_it_must(engine) and _lies_as_it_must(engine)
    except (SimulationError, RuntimeError):
        return False
    finally:
        engine.close()


def _falls_as_it_must(engine: DirectEngine) -> bool:
    """A base with a hinge and a ball joint falls freely, with joint positions as they were set."""
    tree, shape = LinkTree(), engine.sphere(0.1)
    tree.add(1.0, NO_SHAPE, (0, 0, 0.5), NOWHERE, -1, HINGE, (0, 1, 0))
    tree.add(1.0, NO_SHAPE, (0, 0, 0.5), NOWHERE, 0, SPHERICAL, (0, 1, 0))
    body = engine.add_linked_body(2.0, shape, NOWHERE, tree, self_collision=False)
    for link in (-1, 0, 1):
        engine.set_inertia(body, link, (0.1, 0.1, 0.1))
        engine.remove_damping(body, link)
    engine.release_motors(body, (0, 1))
    engine.place_base(body, (0, 0, 50), (1, 0, 0, 0))
    half = np.sqrt(0.5)
    engine.place_joint(body, 1, (half, 0, 0, half), (0, 0, 0))
    engine.step()
    infos = [engine.joint(body, joint) for joint in (0, 1)]
    (hinge, ball), sizes = infos, [(i.position_size, i.velocity_size) for i in infos]
    at = whole_numbers([hinge.position_index, *(ball.position_index + k for k in range(4))])
    rates_at = whole_numbers([hinge.velocity_index])
    root, positions, rates = read_state(engine.client, body, at, rates_at)
    places = np.array([0.0, half, 0.0, 0.0, half])
    return (
        sizes == [(1, 1), (4, 3)]
        and np.allclose(positions, places, atol=1e-6)
        and np.allclose(rates, 0.0, atol=1e-6)
        and np.allclose(root, [0, 0, 50 - 1e-5, 1, 0, 0, 0, 0, 0, -0.01, 0, 0, 0], atol=1e-6)
    )


def _lies_as_it_must(engine: DirectEngine) -> bool:
    """A ball that lies on a plane feels its weight from below."""
    ground = engine.add_body(engine.plane())
    ball = engine.add_body(engine.sphere(0.1), 3.0, (0, 0, 0.1))
    for _ in range(200):
        engine.step()
    place, load, forces = np.zeros(1, np.int64), np.zeros(1), np.zeros((1, 3))
    count, segment = request_contacts(engine.client, place), np.zeros(1, np.int64)
    touches = np.zeros(1, np.bool_)
    read_loads(count, place[0], ball, ground, segment, load, forces, touches)
    return count == 1 and bool(np.allclose(forces, [[0, 0, 30.0]], atol=0.5))
