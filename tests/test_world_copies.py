"""A copy of a world, as another process makes it, goes on from a moment in a file to the same bits.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Performer
from footfall.base.errors import SimulationError
from footfall.rollout.start_state import start_state
from footfall.simulation.copying import Contents, alone, contents_of, world_of
from footfall.simulation.world import Snapshot, World

HUMAN = Character.humanoid()
HANDS = [HUMAN.segment_names.index(name) for name in ("hand.L", "lower_arm.L")]


def world_with_a_falling_body() -> World:
    """A limp body falls onto a box and the ground; its left hand passes through the box."""
    world = World((0.0, 0.0, -9.81), 0.001, 0.8)
    world.add_prop("box", "box", (0.4, 0.6, 0.3), (), 5.0, (0.3, 0.1, 0.16), (1, 0, 0, 0), 0.5)
    actor = world.add_character(HUMAN, *start_state(Performer(HUMAN)))
    world.let_meet(actor, HANDS, "box", False)
    fall(world, 700)
    return world


def fall(world: World, steps: int) -> None:
    for _ in range(steps):
        world.step()
    world.read(world.actors[0])


def state_of(world: World) -> bytes:
    motion, pose = world.actors[0].motion, world.prop_pose("box")
    return b"".join(array.tobytes() for array in (motion.origin, motion.rotation, *pose))


def end_of(world: World, moment: Snapshot) -> bytes:
    """The state some time after a moment."""
    world.restore(moment)
    world.forget_contacts(world.actors[0])
    begins = state_of(world)
    fall(world, 300)
    assert state_of(world) != begins
    return state_of(world)


def end_in_copy(contents: Contents, moment: Snapshot) -> bytes:
    """The state some time after a moment, in a copy with a history of its own."""
    with world_of(pickle.loads(pickle.dumps(contents))) as copy:
        fall(copy, 150)
        return end_of(copy, moment)


def test_a_moment_in_a_file_goes_on_the_same_in_a_copy(tmp_path: Path) -> None:
    with world_with_a_falling_body() as world:
        moment, contents = world.snapshot(tmp_path / "moment"), contents_of(world)
        end = end_of(world, moment)
        assert end_in_copy(contents, moment) == end
        # That its hand passes through the box is no part of a moment, but of what it is made of.
        assert end_in_copy(contents._replace(meetings=()), moment) != end
        world.drop(moment)
        assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_moment_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with world_with_a_falling_body() as world:
        moment = world.snapshot(tmp_path / "moment")
        (tmp_path / "moment").unlink()
        before = state_of(world)
        with pytest.raises(SimulationError, match="could not restore a state from"):
            world.restore(moment)
        world.read(world.actors[0])
        assert state_of(world) == before


def test_a_body_goes_on_alone_as_it_does_among_others() -> None:
    with World((0.0, 0.0, -9.81), 0.001, 0.8) as world:
        for place in ((0.0, 0.0), (5.0, 1.0), (-5.0, 2.0)):
            start = start_state(Performer(HUMAN, position=place))
            world.add_character(HUMAN, *start, meets_others=True)
        actor = world.actors[1]
        fall(world, 900)
        world.read(actor)
        world.read_contacts(actor)
        with alone(world, actor) as copy:
            (copied,) = copy.actors
            assert actor.motion.load.sum() > 0.0
            for _ in range(100):
                assert np.array_equal(copied.motion.load, actor.motion.load)
                assert np.array_equal(copied.motion.origin, actor.motion.origin)
                for there, body in ((world, actor), (copy, copied)):
                    there.step()
                    there.read(body)
                    there.read_contacts(body)
