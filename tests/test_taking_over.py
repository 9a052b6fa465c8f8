"""In which step the walking law goes on that takes over a body from another law."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from footfall import Character, Performer
from footfall.controllers.gait.records import make_command
from footfall.controllers.gait.supervisor import nearest_foot, stopping_pressure
from footfall.controllers.gait.taking_over import NO_FOOT, stepping_foot
from footfall.controllers.program.anatomy import make_anatomy
from footfall.rollout.start_state import start_state
from footfall.simulation.actor import Actor
from footfall.simulation.world import World

HUMAN = Character.humanoid()
SIDES = (".L", ".R")
GRAVITY, AHEAD = 9.81, 0.9  # [m/s2], [m/s]


def pitched(angle: float) -> tuple[float, ...]:
    return float(np.cos(angle / 2)), 0.0, float(np.sin(angle / 2)), 0.0


@contextmanager
def moving(pose: dict[str, object], speed: float) -> Iterator[Actor]:
    """A body in a pose that moves ahead at a speed [m/s], shortly after its feet have landed."""
    with World((0.0, 0.0, -GRAVITY), 0.001, 0.8) as world:
        actor = world.add_character(HUMAN, *start_state(Performer(HUMAN, pose=pose)))
        root, positions, rates = world.engine.state(actor)
        root[7] = speed
        world.set_in_motion(actor, root, positions, rates)
        for _ in range(20):
            world.step()
        world.read(actor)
        world.read_contacts(actor)
        yield actor


def next_and_nearest(actor: Actor) -> tuple[int, int]:
    """The foot that steps, and the one that is nearest to where the body would come to rest."""
    anatomy, command = make_anatomy(HUMAN)[0], make_command()[0]
    command["gravity"] = GRAVITY
    steps = stepping_foot(actor.body, actor.motion, anatomy, command)
    place = stopping_pressure(actor.body, actor.motion, anatomy, command)
    return steps, nearest_foot(actor.motion, anatomy, place)


@pytest.mark.parametrize("foot", [0, 1])
def test_a_foot_that_is_in_the_air_behind_goes_on(foot: int) -> None:
    side = SIDES[foot]
    with moving({"hip" + side: pitched(0.4), "knee" + side: 0.9}, AHEAD) as actor:
        steps, nearest = next_and_nearest(actor)
    assert steps == foot
    assert nearest == 1 - foot  # which bears


@pytest.mark.parametrize("foot", [0, 1])
def test_of_two_feet_that_bear_the_one_behind_steps(foot: int) -> None:
    behind, ahead = SIDES[foot], SIDES[1 - foot]
    stride = {
        "hip" + behind: pitched(0.25), "ankle" + behind: (-0.25, 0.0),
        "hip" + ahead: pitched(-0.25), "ankle" + ahead: (0.25, 0.0),
    }  # fmt: skip
    with moving(stride, AHEAD) as actor:
        steps, nearest = next_and_nearest(actor)
    assert steps == foot
    assert nearest == 1 - foot


def test_one_that_stands_takes_no_step() -> None:
    with moving({}, 0.0) as actor:
        assert next_and_nearest(actor)[0] == NO_FOOT
