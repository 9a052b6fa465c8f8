"""Bodies that lie against each other get up in turns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from footfall import Character, Performer
from footfall.rollout.start_state import start_state
from footfall.rollout.turns import PATIENCE, Turns
from footfall.simulation.actor import Actor
from footfall.simulation.world import World

HUMAN = Character.humanoid()


@pytest.fixture
def bodies() -> Iterator[list[Actor]]:
    """Two that are near each other, and one that is further away."""
    with World((0.0, 0.0, -9.81), 0.001, 0.8) as world:
        for place in ((0.0, 0.0), (0.4, 0.0), (3.0, 0.0)):
            world.add_character(HUMAN, *start_state(Performer(HUMAN, position=place)))
        yield world.actors


def test_who_is_near_one_that_gets_up_waits_until_it_stands(bodies: list[Actor]) -> None:
    first, near, far = bodies
    turns = Turns()
    assert not turns.must_wait(first, 0.0)
    turns.begin(first)
    assert turns.must_wait(near, 0.0)
    assert not turns.must_wait(far, 0.0)
    turns.end(first)
    assert not turns.must_wait(near, 0.0)


def test_nobody_waits_for_itself_or_for_ever(bodies: list[Actor]) -> None:
    first, near, _ = bodies
    turns = Turns()
    turns.begin(first)
    assert not turns.must_wait(first, 0.0)
    assert not turns.must_wait(near, PATIENCE)
