"""Soft bones: they swing as a mass on a spring does, rest in their pose, and never burst."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.bodies.softness import SoftBone, Softness
from footfall.simulation.hanging.motion import Moving
from footfall.simulation.hanging.soft import jiggle, turned_to

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
BELLY = SoftBone(
    name="belly", carrier="hips", head=(0.0, -0.1, 0.1), rotation=UPRIGHT, length=0.1,
    softness=Softness(frequency=2.0, damping=0.1, shift=10.0, gravity=1.0),
)  # fmt: skip


def soft(**values) -> SoftBone:
    return replace(BELLY, softness=replace(BELLY.softness, **values))


def still(frames: int) -> Moving:
    return Moving(
        names=("hips",), places=np.zeros((frames, 1, 3)), turns=np.tile(UPRIGHT, (frames, 1, 1))
    )


def moved(places: np.ndarray) -> Moving:
    moving = still(len(places))
    moving.places[:, 0, 2] = places
    return moving


def turned_by(angles: np.ndarray) -> Moving:
    moving = still(len(angles))
    moving.turns[:, 0, 0], moving.turns[:, 0, 1] = np.cos(angles / 2), np.sin(angles / 2)
    return moving


def test_an_upright_body_at_rest_has_its_pose() -> None:
    assert np.abs(jiggle([BELLY], still(50), 24.0)).max() < 1e-12


def test_it_swings_with_its_frequency_and_damping() -> None:
    """A short lift of the carrier, seen at a fine rate."""
    rate = 480.0
    places = np.zeros(1200)
    places[10:] = 0.02
    swung = jiggle([BELLY], moved(places), rate)[12:, 0, 2]
    highest = [k for k in range(1, len(swung) - 1) if swung[k - 1] < swung[k] > swung[k + 1]]
    periods = np.diff(highest) / rate
    assert periods == pytest.approx(np.full(len(periods), 0.5 / math.sqrt(1 - 0.1**2)), rel=0.01)
    decay = swung[highest[1]] / swung[highest[0]]
    assert decay == pytest.approx(math.exp(-2 * math.pi * 0.1 / math.sqrt(1 - 0.1**2)), rel=0.05)


@pytest.mark.parametrize("frequency", [1.0, 3.0, 12.0, 80.0])
def test_it_lags_by_what_the_spring_gives_in_a_steady_acceleration(frequency: float) -> None:
    time = np.arange(400) / 24.0
    bone = soft(frequency=frequency, damping=1.0, gravity=0.0)
    swung = jiggle([bone], moved(0.5 * 0.8 * time**2), 24.0)
    expected = -0.8 / (2 * math.pi * frequency) ** 2
    assert swung[-2, 0, 2] == pytest.approx(expected, rel=0.01)


def test_it_follows_a_growing_acceleration_without_a_delay_of_a_frame() -> None:
    time, jerk, damping, w = np.arange(200) / 24.0, 0.3, 1.0, 2 * math.pi * 12.0
    bone = soft(frequency=12.0, damping=damping, gravity=0.0)
    swung = jiggle([bone], moved(jerk * time**3 / 6.0), 24.0)
    expected = -jerk * (time[-2] - 2.0 * damping / w) / w**2
    assert math.atanh(swung[-2, 0, 2]) == pytest.approx(expected, rel=1e-6)


def test_weight_falls_to_the_other_side_of_a_body_upside_down() -> None:
    angles = np.concatenate([np.linspace(0.0, math.pi, 50), np.full(100, math.pi)])
    swung = jiggle([soft(damping=1.0)], turned_by(angles), 24.0)
    twice = 2 * 9.81 / (2 * math.pi * 2.0) ** 2
    # The displacement is limited smoothly, by ten lengths of the bone.
    assert swung[-1, 0] == pytest.approx((0.0, 0.0, -math.tanh(twice)), abs=1e-3)
    light = jiggle([soft(damping=1.0, gravity=0.0)], turned_by(angles), 24.0)
    assert np.abs(light[-1]).max() < 1e-3


def test_settled_it_begins_at_rest_where_the_body_lies() -> None:
    lying = turned_by(np.full(30, math.pi / 2))
    swung = jiggle([BELLY], lying, 24.0)
    assert np.abs(swung - swung[0]).max() < 1e-9
    assert np.linalg.norm(swung[0, 0]) > 0.05
    assert np.abs(jiggle([BELLY], lying, 24.0, settled=False)[0]).max() == 0.0


def test_it_goes_no_further_than_its_largest_displacement() -> None:
    places = 0.4 * np.sin(np.arange(200))
    swung = np.linalg.norm(jiggle([soft(shift=0.25)], moved(places), 24.0)[:, 0], axis=1)
    assert 0.02 < swung.max() <= 0.025 + 1e-12


@pytest.mark.parametrize("seed", range(40))
def test_random_bones_stay_finite_and_calm_down(seed: int) -> None:
    """Of any size, stiffness and frame rate; what moved them moves no more in the second half."""
    random = np.random.default_rng(seed)
    frames, rate = 400, float(10 ** random.uniform(0.0, 3.0))
    moving = still(frames)
    moving.places[:200, 0] = np.cumsum(random.normal(0.0, 3.0 / rate, (200, 3)), axis=0)
    moving.places[200:] = moving.places[199]
    bone = replace(
        BELLY, length=float(10 ** random.uniform(-3.0, 1.0)), softness=Softness(
            frequency=float(10 ** random.uniform(-1.0, 2.0)), shift=10.0,
            damping=float(10 ** random.uniform(-2.0, 0.69)),
        ),
    )  # fmt: skip
    size = np.linalg.norm(jiggle([bone], moving, rate)[:, 0], axis=1)
    assert np.isfinite(size).all()
    later = size[210:].reshape(5, -1).max(axis=1)
    assert later[-1] <= later[0] + 1e-12


def test_a_jump_of_the_carrier_is_followed_without_a_kick() -> None:
    places = np.zeros(60)
    places[30:] = 50.0
    assert np.abs(jiggle([BELLY], moved(places), 24.0)).max() < 1e-12


def test_a_jump_turns_the_displacement_with_the_carrier() -> None:
    """A belly that swings on a body that is set down elsewhere, turned about the vertical."""
    moving = still(40)
    moving.places[:20, 0, 0] = 0.05 * np.sin(np.arange(20))
    moving.places[20:, 0] = (0.0, 100.0, 0.0)
    moving.turns[20:, 0] = (0.0, 0.0, 0.0, 1.0)
    turned_at_once = jiggle([BELLY], moving, 24.0)[:, 0]
    moving.turns[20:, 0] = UPRIGHT
    assert turned_at_once[20:] == pytest.approx(
        jiggle([BELLY], moving, 24.0)[20:, 0] * (-1.0, -1.0, 1.0), abs=1e-9
    )


@pytest.mark.parametrize("turns", [False, True], ids=["ahead", "turning"])
@pytest.mark.parametrize("frames", [25, 60])
def test_a_loop_ends_as_it_began(frames: int, turns: bool) -> None:
    """Three rounds in a row are three times the one that is closed."""
    share = np.arange(3 * (frames - 1) + 1) / (frames - 1)
    moving = still(len(share))
    moving.places[:, 0, 0] = share
    moving.places[:, 0, 2] = 0.03 * np.cos(4 * math.pi * share)
    yaw = share if turns else 0.0 * share
    moving.turns[:, 0] = np.stack([np.cos(yaw), 0 * yaw, 0 * yaw, np.sin(yaw)], axis=1)
    if turns:  # a round begins where the one before has gone and turned
        moving.places[:, 0, :2] = np.stack([np.cos(2 * yaw), np.sin(2 * yaw)], axis=1)
    one = Moving(names=moving.names, places=moving.places[:frames], turns=moving.turns[:frames])
    lively = jiggle([soft(damping=0.02)], one, 24.0, loops=True)[:, 0]
    axes = matrices_from_quaternions(one.turns[[0, -1], 0])
    assert axes[1].T @ lively[-1] == pytest.approx(axes[0].T @ lively[0], abs=1e-9)
    closed = jiggle([soft(damping=0.3)], one, 24.0, loops=True)[:, 0]
    after = jiggle([soft(damping=0.3)], moving, 24.0)[2 * (frames - 1) :, 0]
    back = -2.0 * yaw[2 * (frames - 1)]
    turn = np.array([[math.cos(back), -math.sin(back), 0.0],
                     [math.sin(back), math.cos(back), 0.0], [0.0, 0.0, 1.0]])  # fmt: skip
    assert np.abs(closed).max() > 0.005
    # The last frame of what goes on nowhere has no acceleration.
    assert closed[:-1] == pytest.approx((after @ turn.T)[:-1], abs=2e-3)


def test_a_loop_with_a_jump_that_turns_ends_as_it_began() -> None:
    """Set down elsewhere and turned in its middle, and back again at its end."""
    frames = 41
    moving = still(frames)
    moving.places[:, 0, 2] = 0.03 * np.cos(2 * math.pi * np.arange(frames) / 10)
    moving.places[20:40, 0, 1] = 100.0
    moving.turns[20:40, 0] = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
    moving.places[5:15, 0, 0] = 0.02
    swung = jiggle([soft(damping=0.05)], moving, 24.0, loops=True)[:, 0]
    assert np.abs(swung).max() > 0.005
    assert swung[-1] == pytest.approx(swung[0], abs=1e-9)


def test_a_bone_that_turns_points_at_its_displaced_tail() -> None:
    axes = np.tile(np.eye(3), (2, 1, 1))
    tail, displaced = np.array([[0.0, 0.2, 0.0]] * 2), np.array([[0.0, 0.0, 0.0], [0.0, -0.2, 0.2]])
    swung = turned_to(axes, tail, displaced)
    assert swung[0] == pytest.approx(np.eye(3))
    assert swung[1, :, 1] == pytest.approx((0.0, 0.0, 1.0))
    assert swung[1] @ swung[1].T == pytest.approx(np.eye(3))


def test_what_is_not_finite_is_refused() -> None:
    moving = still(3)
    moving.places[1] = np.nan
    with pytest.raises(InvalidInput, match="not finite"):
        jiggle([BELLY], moving, 24.0)
    with pytest.raises(InvalidInput, match="not finite"):
        replace(BELLY, length=math.inf)
    with pytest.raises(InvalidInput, match="Nothing carries the soft part 'belly'"):
        jiggle([replace(BELLY, carrier="tree")], still(3), 24.0)
    with pytest.raises(InvalidInput, match="frequency must be"):
        Softness(frequency=0.0)
