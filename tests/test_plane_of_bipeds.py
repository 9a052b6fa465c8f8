"""Bipeds that walk in a plane with a learned controller."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performance, Performer, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.bodies.plane_body import plane_body
from footfall.bodies.sagittal_leg import SagittalLeg, plus, turned
from footfall.shots.feasibility import check_feasible

SIDES = (".L", ".R")


def walked(body: Character, controller: str = "regular", **shot: object) -> Performance:
    performer = Performer(body, [Cue("planar_walk", controller=controller)], heading=0.7)
    return simulate(Shot([performer], duration=4.0, **shot)).performances[0]


def lowest_soles(body: Character, performance: Performance) -> np.ndarray:
    """(frames, 2) of the heel's and the toes' lower ends, without their heights of the ground."""
    heights = []
    for side in SIDES:
        ends = []
        for part in ("foot" + side, "toes" + side):
            row = performance.segment_names.index(part)
            shape = body.segment(part).shape
            assert shape is not None
            for end in (-0.5, 0.5):
                corner = np.array(shape.center) + [end * shape.size[0], 0.0, -shape.size[2] / 2]
                turn = matrices_from_quaternions(performance.segment_orientations[:, row])
                ends.append(performance.joint_positions[:, row - 1, 2] + (turn @ corner)[:, 2])
        heights.append(np.min(ends, axis=0))
    return np.stack(heights, axis=1)


@pytest.mark.parametrize(
    "body",
    [Character.preset("child"), Character.preset("robot"), Character.humanoid().vary(3, 0.25)],
    ids=["child", "robot", "varied"],
)
def test_a_biped_walks_on_its_own_soles(body: Character) -> None:
    performance = walked(body)
    assert performance.fell_at is None
    assert performance.segment_names == body.segment_names
    assert np.hypot(*(performance.root_position[-1] - performance.root_position[0])[:2]) > 1.2
    soles = lowest_soles(body, performance)
    assert soles.min() > -0.005
    down = performance.foot_contacts
    assert np.percentile(soles[down], 90) < 0.02


def test_nothing_turns_or_moves_sideways() -> None:
    body = Character.humanoid()
    performance = walked(body, "human16")
    across = np.array([-math.sin(0.7), math.cos(0.7), 0.0])
    turns = matrices_from_quaternions(performance.segment_orientations)
    assert turns[..., 1] @ across == pytest.approx(1.0, abs=1e-9)
    assert np.abs(performance.root_position @ across).max() < 1e-9


def test_arms_swing_where_the_controller_has_arms() -> None:
    def swing(controller: str) -> float:
        performance = walked(Character.humanoid(), controller)
        rows = [performance.segment_names.index(part) for part in ("upper_arm.L", "torso")]
        turns = matrices_from_quaternions(performance.segment_orientations[:, rows])
        arm, torso = np.arcsin(-turns[..., 2, 0]).T
        return float(np.ptp(arm - torso))

    assert swing("human16") > 0.05
    assert swing("regular") < 1e-6


def test_a_plane_may_have_a_heading_of_its_own() -> None:
    performer = Performer(Character.humanoid(), [Cue("planar_walk", heading=-1.2)])
    root = simulate(Shot([performer], duration=2.0)).performances[0].root_position
    x, y, _ = root[-1] - root[0]
    assert math.atan2(y, x) == pytest.approx(-1.2, abs=1e-6)


@pytest.mark.parametrize(
    ("controller", "ground"),
    [
        ("uphill", Ground.slope(22.5)),
        ("downhill", Ground.slope(-18.0)),
        ("robust", Ground.bumps(0.1, seed=4)),
    ],
    ids=["uphill", "downhill", "bumps"],
)
def test_bipeds_walk_on_the_grounds_of_the_controllers(controller: str, ground: Ground) -> None:
    performer = Performer(Character.preset("giant"), [Cue("planar_walk", controller=controller)])
    performance = simulate(Shot([performer], ground=ground, duration=5.0)).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 1.0


def test_a_push_at_the_head_is_felt_by_a_body_whose_trunk_is_one() -> None:
    body = Character.humanoid()
    push = Push(0, "head", time=1.0, duration=0.1, force=(80.0 * math.cos(0.7), 52.0, 0.0))
    pushed, still = walked(body, pushes=[push]), walked(body)
    assert "push" in [name for _, name in pushed.events]
    assert pushed.root_position[90, 0] > still.root_position[90, 0] + 0.01


def test_what_is_recorded_has_the_segments_of_the_biped() -> None:
    body = Character.humanoid()
    performer = Performer(body, [Cue("planar_walk")])
    take = simulate(Shot([performer], duration=1.0), record=("torques", "contact_forces"))
    performance = take.performances[0]
    knee, foot = performance.joint_names.index("knee.L"), body.segment_names.index("foot.L")
    assert performance.joint_torques.shape[1:] == (len(body.joint_names), 3)
    assert np.abs(performance.joint_torques[:, knee]).max() > 10.0
    assert performance.contact_forces[:, foot, 2].max() > 0.5 * body.mass * 9.81


def test_the_body_in_the_plane_is_as_heavy_and_its_legs_as_long() -> None:
    body = Character.humanoid(1.3, 31.0)
    flat = plane_body(body, "human7")
    assert flat.mass == pytest.approx(31.0)
    assert flat.leg_length == pytest.approx(body.leg_length)


def test_a_leg_reaches_any_place_within_its_length() -> None:
    heel, toe = (-0.05, -0.08), (0.2, -0.08)
    leg = SagittalLeg(knee=(0.02, -0.4), ankle=(-0.01, -0.43), heel=heel, toe=toe)
    random = np.random.default_rng(2)
    for _ in range(20):
        reach, angle = random.uniform(0.1, 0.8), random.uniform(-2.0, 1.0)
        ankle = (reach * math.sin(angle), -reach * math.cos(angle))
        thigh, shin = leg.bend(ankle)
        assert plus(turned(leg.knee, thigh), turned(leg.ankle, shin)) == pytest.approx(ankle)


def test_a_performer_that_walks_in_a_plane_does_nothing_else() -> None:
    body = Character.humanoid()
    with pytest.raises(InvalidInput, match="can only planar_walk in its plane, got a walk at 3 s"):
        check_feasible(Shot([Performer(body, [Cue("planar_walk"), Cue("walk", start=3.0)])]))
    with pytest.raises(InvalidInput, match="cannot recover"):
        Shot([Performer(body, [Cue("planar_walk")], recover=True)])
    with pytest.raises(InvalidInput, match="a plane does not turn"):
        turned = Cue("planar_walk", start=2.0, heading=1.0)
        check_feasible(Shot([Performer(body, [Cue("planar_walk"), turned])]))
