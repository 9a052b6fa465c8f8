"""Arms, head and legs of a biped do not pass through its body, and bear no weight by touching it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.rotations import multiply_quaternions
from footfall.bodies.collision_pairs import LEG_PARTS, pairs_of_legs, pairs_of_limbs
from footfall.evaluation.body_overlap import depths
from footfall.rollout.start_state import start_state
from footfall.simulation.actor import Actor
from footfall.simulation.direct_engine import DirectEngine
from footfall.simulation.engine import Engine
from footfall.simulation.module_engine import ModuleEngine
from footfall.simulation.world import World

Array = NDArray[np.float64]
HUMAN = Character.humanoid()
PRESETS = ("human", "child", "giant", "robot", "beast1", "beast2")
VARIED = [(seed, amount) for seed in range(4) for amount in (0.2, 0.3)]
BODIES = {name: Character.preset(name) for name in PRESETS}
BODIES |= {f"vary({seed}, {amount})": HUMAN.vary(seed, amount) for seed, amount in VARIED}
DEEPEST = 0.01  # [m]
TRUNK_AND_THIGHS = {"pelvis", "lower_back", "torso", "upper_leg.L", "upper_leg.R"}
ENGINES: tuple[Callable[..., Engine], ...] = (ModuleEngine, DirectEngine)


def about(axis: int, angle: float) -> Array:
    turn = np.array([math.cos(angle / 2), 0.0, 0.0, 0.0])
    turn[1 + axis] = math.sin(angle / 2)
    return turn


def with_left_forearm_across(pitch: float) -> dict[str, object]:
    """A pose whose left forearm is level, across the trunk: before it or behind it."""
    shoulder = multiply_quaternions(about(1, pitch), about(2, -1.4))
    return {"shoulder.L": tuple(shoulder), "elbow.L": -1.57}


BEHIND, BEFORE = with_left_forearm_across(0.8), with_left_forearm_across(-0.6)


@contextmanager
def floating(body: Character, pose: dict[str, object]) -> Iterator[tuple[World, Actor]]:
    """A body without weight, high over the ground."""
    with World((0.0, 0.0, 0.0), 0.001, 0.8) as world:
        pose = {**pose, "root": ((0.0, 0.0, 5.0), (1.0, 0.0, 0.0, 0.0))}
        state = start_state(Performer(body, pose=pose))
        actor = world.add_character(body, *state, leg_collision=True)
        world.let_pairs_meet(actor, frozenset(pairs_of_limbs(body)))
        yield world, actor


@pytest.mark.parametrize("name", BODIES)
def test_nothing_touches_where_it_is_made_to_collide_at_rest(name: str) -> None:
    with floating(BODIES[name], {}) as (world, actor):
        world.let_meet_itself(actor, False)
        world.let_meet_itself(actor, True)
        world.step()
        world.read_contacts(actor)
        assert not actor.contact_forces.any()


@pytest.mark.parametrize("name", BODIES)
def test_hands_and_forearms_collide_with_all_that_they_hang_clear_of(name: str) -> None:
    body = BODIES[name]
    pairs = {frozenset(pair) for pair in [*pairs_of_legs(body), *pairs_of_limbs(body)]}
    meeting = [
        ("hand.L", "hand.R"), ("hand.L", "lower_back"), ("hand.R", "upper_leg.L"),
        ("lower_arm.L", "torso"), ("lower_arm.R", "head"), ("head", "upper_leg.L"),
    ]  # fmt: skip
    assert all(frozenset(pair) in pairs for pair in meeting)
    assert all(frozenset((a + ".L", b + ".R")) in pairs for a in LEG_PARTS for b in LEG_PARTS)


def test_a_four_legged_body_does_not_collide_with_itself() -> None:
    assert not pairs_of_legs(Character.quadruped())
    assert not pairs_of_limbs(Character.quadruped())


def test_what_is_in_each_other_collides_once_it_is_apart() -> None:
    with floating(HUMAN, with_left_forearm_across(-0.3)) as (world, actor):
        world.let_meet_itself(actor, False)
        assert not actor.meeting
        world.let_meet_itself(actor, True)
        assert ("lower_arm.L", "lower_back") not in actor.meeting
        assert ("lower_arm.R", "lower_back") in actor.meeting
        world.step()
        world.read_contacts(actor)
        assert not actor.contact_forces.any()


@pytest.mark.parametrize("engine", ENGINES)
def test_an_arm_that_presses_on_the_body_is_no_load(
    engine: Callable[..., Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footfall.simulation.surroundings.start_engine", engine)
    # The forearm is a little in the belly, from which it is pressed.
    with floating(HUMAN, with_left_forearm_across(-0.3)) as (world, actor):
        world.step()
        world.read_contacts(actor)
        pressed = np.abs(actor.contact_forces).max(axis=1)
        assert pressed[actor.names.index("lower_arm.L")] > 1.0
        assert actor.contact_forces.sum(axis=0) == pytest.approx(0.0, abs=1e-9)
        assert not actor.motion.load.any()


SUPINE, PRONE = (
    ((0.0, 0.0, 0.35), tuple(about(1, angle))) for angle in (-math.pi / 2, math.pi / 2)
)


def deepest_arm(pose: dict[str, object], root: object) -> float:
    """How deep hands and forearms come into the trunk or the thighs of a limp body [m]."""
    cues = [Cue("fall", protect=0.0)]
    shot = Shot([Performer(HUMAN, cues, pose={**pose, "root": root})], duration=1.2, frame_rate=100)
    return max(
        float(depth.max())
        for pair, depth in depths(HUMAN, simulate(shot).performances[0]).items()
        if {name.partition(".")[0] for name in pair} & {"hand", "lower_arm"}
        and set(pair) & TRUNK_AND_THIGHS
    )


@pytest.mark.parametrize("pose", [BEHIND, BEFORE], ids=["behind", "before"])
@pytest.mark.parametrize("root", [SUPINE, PRONE], ids=["supine", "prone"])
def test_the_arms_of_a_limp_body_stay_out_of_it(pose: dict[str, object], root: object) -> None:
    assert deepest_arm(pose, root) < DEEPEST


def state_of(world: World, actor: Actor) -> bytes:
    world.read(actor)
    world.read_contacts(actor)
    parts = (actor.motion.origin, actor.motion.rotation, actor.contact_forces)
    return b"".join(part.tobytes() for part in parts)


def lie(world: World, actor: Actor, steps: int = 200) -> bytes:
    for _ in range(steps):
        world.step()
    return state_of(world, actor)


def test_a_body_that_lies_on_its_arm_goes_on_the_same_from_a_snapshot() -> None:
    pose = {**BEHIND, "root": SUPINE}
    with World((0.0, 0.0, -9.81), 0.001, 0.8) as world:
        state = start_state(Performer(HUMAN, pose=pose))
        actor = world.add_character(HUMAN, *state, leg_collision=True)
        world.let_pairs_meet(actor, frozenset(pairs_of_limbs(HUMAN)))
        lie(world, actor, 600)
        pelvis, hand = (actor.names.index(name) for name in ("pelvis", "hand.L"))
        assert np.abs(actor.contact_forces[[pelvis, hand]]).max(axis=1).min() > 0.0
        moment = world.snapshot()
        world.forget_contacts(actor)
        first = lie(world, actor)
        lie(world, actor, 150)
        world.restore(moment)
        world.forget_contacts(actor)
        assert lie(world, actor) == first
