"""Chains that hang: they fall, bend and come to rest as they should, and never burst."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.bodies.hanging import PRESETS, Chain, ChainBone, Hanging
from footfall.bodies.segments import Shape, Vector
from footfall.evaluation.loop_seams import seam_of
from footfall.evaluation.random_chains import fastest_and_growth, random_chain
from footfall.simulation.hanging.motion import Moving, Touched, hang

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
DOWN = (math.sqrt(0.5), -math.sqrt(0.5), 0.0, 0.0)  # the bones' y points down
LENGTH, RATE = 0.1, 24.0
LOOSE = Hanging(stiffness=0.0, damping=0.0, air=0.0, bend=180.0)


def chain(count: int, hanging: Hanging, rotation=UPRIGHT, name: str = "hair", **more) -> Chain:
    """Bones of 10 cm along the first one's y."""
    bones = tuple(
        ChainBone(
            name=f"{name}.{i}", head=(0.0, LENGTH if i else 0.0, 0.0),
            rotation=UPRIGHT if i else rotation, length=LENGTH,
        )
        for i in range(count)
    )  # fmt: skip
    return Chain(name=name, carrier="head", bones=bones, hanging=hanging, **more)


def still(frames: int) -> Moving:
    return Moving(
        names=("head",), places=np.zeros((frames, 1, 3)), turns=np.tile(UPRIGHT, (frames, 1, 1))
    )


def tips(axes: np.ndarray) -> np.ndarray:
    """(frames, bones, 3) ends of the bones of one chain whose carrier is at the origin."""
    return np.cumsum(LENGTH * axes[:, :, :, 1], axis=1)


def test_a_single_link_swings_with_the_period_of_a_pendulum() -> None:
    axes = hang([chain(1, LOOSE, name="pendulum")], still(200), 200.0, settled=False)
    side = tips(axes)[:, 0, 1]
    # From level: 1.18 times the period of small swings, the elliptic integral's for 90 degrees.
    quarter = 0.25 * 1.18034 * 2.0 * math.pi * math.sqrt(LENGTH / 9.81)
    assert np.argmax(side < 0.0) / 200.0 == pytest.approx(quarter, rel=0.05)


@pytest.mark.parametrize("stiffness", [0.0, 0.2, 0.5, 0.9])
def test_the_stiffer_a_chain_the_less_it_droops(stiffness: float) -> None:
    softer, stiffer = (
        tips(hang([chain(6, Hanging(stiffness=s))], still(2), RATE))[-1, -1, 2]
        for s in (stiffness, stiffness + 0.1)
    )
    assert softer < stiffer < 0.0


def test_a_rigid_chain_keeps_its_pose() -> None:
    axes = hang([chain(8, Hanging(stiffness=1.0))], still(10), RATE)
    assert tips(axes)[-1, -1] == pytest.approx((0.0, 8 * LENGTH, 0.0), abs=0.01)


def test_no_joint_bends_further_than_its_limit() -> None:
    axes = hang([chain(4, Hanging(stiffness=0.0, bend=30.0))], still(2), RATE)[-1]
    before = np.concatenate([np.eye(3)[None], axes[:-1]])
    cosines = np.einsum("ij,ij->i", before[:, :, 1], axes[:, :, 1])
    assert np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))).max() < 33.0


@pytest.mark.parametrize("rate", [12.0, 24.0, 60.0, 120.0])
def test_a_chain_comes_to_the_same_rest_at_any_frame_rate(rate: float) -> None:
    hair = chain(5, PRESETS["hair"])
    end, usual = (tips(hang([hair], still(2), r))[-1, -1] for r in (rate, 30.0))
    assert end == pytest.approx(usual, abs=2e-3)


@pytest.mark.parametrize("seed", range(30))
def test_random_chains_stay_whole(seed: int) -> None:
    """Of any size, stiffness and frame rate, with jumps of what carries them."""
    fastest, growth = fastest_and_growth(random_chain(np.random.default_rng(seed)))
    assert fastest <= 30.01
    assert growth < 1e-6


def test_a_jump_carries_the_chain_along() -> None:
    moving = still(20)
    moving.places[10:, 0] = (50.0, 0.0, 0.0)
    axes = hang([chain(4, PRESETS["hair"], DOWN)], moving, RATE)
    assert np.abs(axes - axes[0]).max() < 1e-6


def test_a_frame_without_length_changes_nothing() -> None:
    axes = hang([chain(4, LOOSE)], still(5), math.inf, settled=False)
    assert np.array_equal(axes[-1], axes[0])


def loop(frames: int) -> Moving:
    """A head that goes round once, from the last frame on again."""
    angle = 2.0 * math.pi * np.arange(frames) / (frames - 1)
    moving = still(frames)
    moving.places[:, 0, 0], moving.places[:, 0, 1] = 0.1 * np.cos(angle), 0.1 * np.sin(angle)
    return moving


@pytest.mark.parametrize("frames", [25, 60, 121])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_loop_has_no_seam(frames: int, preset: str) -> None:
    axes = hang([chain(5, PRESETS[preset], DOWN)], loop(frames), RATE, loops=True)
    jump, rate = seam_of(axes)
    assert jump < 0.5
    assert rate < 2.0


def test_a_loop_is_closed_even_if_the_chain_never_repeats() -> None:
    axes = hang([chain(5, LOOSE, DOWN)], loop(25), RATE, loops=True)  # nothing slows it down
    assert np.allclose(axes[-1], axes[0], atol=1e-9)


def test_a_seam_is_measured() -> None:
    once = hang([chain(5, PRESETS["hair"], DOWN)], loop(60), RATE)  # from rest, not cyclic
    jump, rate = seam_of(once)
    assert jump > 0.5
    assert rate > 2.0


def test_a_loop_that_turns_its_carrier_has_no_seam_on_it() -> None:
    """A head that nods as it turns: the next round begins turned."""
    frames = 60
    moving, share = still(frames), np.arange(frames) / (frames - 1)
    yaw, nod = 0.5 * share, 0.2 * np.sin(2.0 * math.pi * share)  # half angles [rad]
    moving.turns[:, 0] = np.stack(
        [np.cos(yaw) * np.cos(nod), np.cos(yaw) * np.sin(nod),
         np.sin(yaw) * np.sin(nod), np.sin(yaw) * np.cos(nod)], axis=1,
    )  # fmt: skip
    axes = hang([chain(5, PRESETS["hair"], DOWN)], moving, RATE, loops=True)
    carrier = matrices_from_quaternions(moving.turns[:, 0])[:, None]
    jump, rate = seam_of(np.swapaxes(carrier, -1, -2) @ axes)
    assert jump < 0.5
    assert rate < 2.0
    assert np.degrees(np.arccos(axes[:, :, 2, 1].min())) > 90.0  # it hangs, in all frames


def sweeping(frames: int, way: tuple[float, float], beside: float, size: Vector) -> Touched:
    """An upright capsule that moves along x."""
    places = np.zeros((frames, 1, 3))
    places[:, 0] = (0.0, beside, -0.3)
    places[:, 0, 0] = np.linspace(*way, frames)
    return Touched(
        shapes=[Shape(kind="capsule", size=size, center=(0.0, 0.0, 0.0))],
        moving=Moving(names=("leg",), places=places, turns=np.tile(UPRIGHT, (frames, 1, 1))),
    )


def test_a_chain_stays_out_of_a_leg_that_sweeps_through_it() -> None:
    touched = sweeping(60, (-0.5, 0.5), 0.03, (0.15, 0.15, 0.42))
    leg = touched.moving.places
    axes = hang([chain(5, PRESETS["cloth"], DOWN)], still(60), 30.0, touched=touched)
    points = tips(axes)
    near = np.concatenate([np.zeros_like(points[:, :1]), points[:, :-1]], axis=1)
    for share in (0.0, 0.5, 1.0):
        at = near + share * (points - near)
        middle = leg + np.clip(at - leg, (0.0, 0.0, -0.135), (0.0, 0.0, 0.135))
        assert (np.linalg.norm(at - middle, axis=2) - 0.075).min() > -0.005


def test_a_chain_lies_on_the_ground() -> None:
    nothing = Moving(names=(), places=np.zeros((1, 0, 3)), turns=np.zeros((1, 0, 4)))
    touched = Touched(shapes=(), moving=nothing, ground=-0.25)
    points = tips(hang([chain(6, Hanging(stiffness=0.0), DOWN)], still(2), RATE, touched=touched))
    assert points[-1, :, 2].min() > -0.255


def test_strips_of_a_row_stay_together() -> None:
    def strip(name: str, y: float, row: str) -> Chain:
        made = chain(4, PRESETS["cloth"], DOWN, name, row=row)
        first = replace(made.bones[0], head=(0.0, y, 0.0))
        return replace(made, bones=(first, *made.bones[1:]))

    touched = sweeping(40, (-0.4, 0.1), 0.0, (0.06, 0.06, 0.4))

    def follows(row: str) -> float:
        """How far the second strip goes with the first, which alone is pushed."""
        strips = [strip("a", 0.0, row), strip("b", 0.12, row)]
        axes = hang(strips, still(40), 30.0, touched=touched)
        return float(tips(axes[:, 4:])[-1, -1, 0])

    assert follows("skirt") > follows("") + 0.03


def test_what_is_not_finite_is_refused() -> None:
    moving = still(3)
    moving.places[1] = np.nan
    with pytest.raises(InvalidInput, match="not finite"):
        hang([chain(2, LOOSE)], moving, RATE)
    with pytest.raises(InvalidInput, match="not finite"):
        chain(2, LOOSE, (math.nan, 0.0, 0.0, 0.0))
    with pytest.raises(InvalidInput, match="Nothing carries"):
        hang([replace(chain(1, LOOSE), carrier="tree")], still(2), RATE)


def test_orientations_are_rotations() -> None:
    axes = hang([chain(5, PRESETS["tail"])], loop(30), RATE)
    assert np.allclose(axes @ np.swapaxes(axes, -1, -2), np.eye(3), atol=1e-9)
