"""Hands reach, lift, carry, put down, push and pull (Coros et al. 2010, Section 5.4)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Prop, Push, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.evaluation.lift_measures import measure_lift
from footfall.shots.feasibility import check_feasible
from footfall.shots.shortfalls import shortfalls
from footfall.simulation.tying import tie
from footfall.simulation.world import World

BODY = Character.humanoid(height=1.75, mass=70.4)


def crate(mass: float, **more: object) -> Prop:
    return Prop("crate", "box", (0.3, 0.4, 0.3), mass=mass, position=(1.2, 0.0, 0.15), **more)


def hand_off(performance, target, side="R"):
    """(frames,) distance of a place from the hand, between wrist and fingertips [m]."""
    hand = BODY.segment("hand." + side)
    wrist = performance.joint_positions[:, performance.joint_names.index("wrist." + side)]
    middle = performance.segment_positions[:, performance.segment_names.index("hand." + side)]
    along = (middle - wrist) * hand.length / abs(hand.center[2])
    share = np.sum((target - wrist) * along, axis=1) / np.sum(along**2, axis=1)
    return np.linalg.norm(wrist + np.clip(share, 0, 1)[:, None] * along - target, axis=1)


@pytest.mark.parametrize(
    ("height", "bearing", "hand"), [(0.0, 0.5, "R"), (0.6, -2.5, "L"), (1.1, 1.0, "R")]
)
def test_a_hand_comes_to_a_place_and_the_body_stands(height, bearing, hand):
    target = (1.2 * math.cos(bearing), 1.2 * math.sin(bearing), height * BODY.height)
    cues = [Cue("reach", target=target, hand=hand)]
    take = simulate(Shot([Performer(BODY, cues)], duration=13.0, frame_rate=30))
    performance = take.performances[0]
    assert performance.fell_at is None
    assert hand_off(performance, np.array(target), hand)[-60:].max() < 0.05


@pytest.fixture(scope="module")
def carried() -> Take:
    """A crate is picked up, carried, and put down elsewhere."""
    cues = [
        Cue("pick_up", prop="crate"),
        Cue("walk", start=11.0, speed=0.6),
        Cue("put_down", start=15.0, target=(3.2, 0.5, 0.0)),
    ]
    shot = Shot([Performer(BODY, cues)], props=[crate(15.0)], duration=28.0, frame_rate=50)
    return simulate(shot, record=("contact_forces", "momentum"))


def test_a_crate_is_lifted_carried_and_put_down_on_its_place(carried: Take) -> None:
    performance, motion = carried.performances[0], carried.props["crate"]
    assert performance.fell_at is None
    times = {name: time for time, name in performance.events}
    assert times["grasp"] < 9.0  # it does not shuffle about before
    assert times["grasp"] < times["release"]
    in_hands = (carried.times > 11.0) & (carried.times < 15.0)
    assert motion.position[in_hands, 2].min() > 0.8
    assert np.linalg.norm(motion.position[-1] - (3.2, 0.5, 0.15)) < 0.05
    assert np.ptp(motion.position[carried.times > 27.0], axis=0).max() < 0.002  # it lies still


def test_a_crate_is_lifted_from_the_knees_with_a_straight_back(carried: Take) -> None:
    lifted = measure_lift(carried, BODY, "crate")
    assert lifted is not None
    assert lifted.time < 2.5  # [s] from standing before it to standing with it
    assert lifted.trunk < 45.0  # [degrees]
    assert lifted.speed < 1.2  # [m/s]
    assert lifted.tilt < 20.0  # [degrees]


def test_a_box_is_lifted_off_a_table_and_put_onto_a_higher_one():
    """Its edge is ahead of the box; the second one is higher than a box is carried."""
    near = Prop("near", "box", (0.6, 0.9, 0.5), position=(1.2, 0.0, 0.25))
    high = Prop("high", "box", (0.6, 0.9, 1.0), position=(-1.2, 0.8, 0.5))
    box = Prop("crate", "box", (0.3, 0.4, 0.3), mass=6.0, position=(1.15, 0.0, 0.65))
    cues = [Cue("pick_up", prop="crate"), Cue("put_down", start=9.0, target=(-1.1, 0.8, 1.0))]
    take = simulate(
        Shot([Performer(BODY, cues)], props=[box, near, high], duration=22.0, frame_rate=50)
    )
    lifted = measure_lift(take, BODY, "crate")
    assert lifted is not None
    assert lifted.time < 2.5
    assert lifted.tilt < 30.0
    assert np.linalg.norm(take.props["crate"].position[-1] - (-1.1, 0.8, 1.15)) < 0.03


def test_nothing_holds_a_carrier_but_gravity_the_ground_and_its_load(carried: Take) -> None:
    performance, weight = carried.performances[0], BODY.mass * 9.81
    change = np.gradient(performance.momentum[:, :3], 1 / 50, axis=0)
    forces = performance.contact_forces.sum(axis=1)
    known = 0.5 * (forces[1:] + forces[:-1]) - (0.0, 0.0, weight)
    in_hands = (carried.times[:-1] > 10.0) & (carried.times[:-1] < 15.0)
    unexplained = (0.5 * (change[1:] + change[:-1]) - known)[in_hands]
    assert np.sqrt((unexplained**2).mean(axis=0)).max() < 0.05 * weight


@pytest.mark.parametrize("moment", [4.0, 7.3])  # on its way to the box, and in mid-lift
def test_put_down_asked_too_early_waits_until_the_box_is_lifted(moment):
    target = (2.0, 0.4, 0.0)
    cues = [Cue("pick_up", prop="box"), Cue("put_down", start=moment, target=target)]
    box = Prop("box", "box", (0.3, 0.3, 0.3), mass=3.0, position=(1.5, 0.0, 0.15))
    take = simulate(Shot([Performer(BODY, cues)], props=[box], duration=20.0, frame_rate=24))
    performance, places = take.performances[0], take.props["box"].position
    times = {name: time for time, name in performance.events}
    assert performance.fell_at is None
    assert moment < 5.0 or times["grasp"] < moment < times["grasp"] + 1.5
    lifted = places[(times["grasp"] < take.times) & (take.times < times["grasp"] + 3.0), 2]
    assert lifted.max() > 1.0  # it was brought up first
    assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() * 24 < 1.2  # [m/s]
    assert np.linalg.norm(places[-1] - (*target[:2], 0.15)) < 0.05


def test_put_down_with_nothing_in_the_hands_is_left_out_and_reported():
    """The box falls while it is carried: a push throws its carrier over."""
    cues = [
        Cue("pick_up", prop="crate"),
        Cue("stand", start=9.0),
        Cue("put_down", start=13.0, target=(2.0, 0.0, 0.0)),
        Cue("walk", start=13.5),
    ]
    blow = Push(performer=0, segment="torso", time=12.0, duration=0.2, force=(900.0, 0.0, 0.0))
    shot = Shot([Performer(BODY, cues)], props=[crate(3.0)], pushes=[blow], duration=14.5)
    take = simulate(shot)
    events = [name for _, name in take.performances[0].events]
    assert events.index("release") < events.index("hands_empty")
    told = [shortfall.sentence for shortfall in shortfalls(take)]
    assert "Put down was left out: there was nothing in the hands" in told


def test_a_robot_with_one_long_arm_carries_a_crate_level_up_stairs_and_puts_it_down():
    box = Prop("crate", "box", (0.3, 0.4, 0.3), mass=15.0, position=(-1.2, 0.0, 0.15))
    cues = [
        Cue("pick_up", prop="crate"),
        Cue("walk", start=10.0, speed=0.6),
        Cue("put_down", start=22.0, target=(2.5, 0.0, 0.2)),  # it stands nearly there
    ]
    robot = Performer(Character.preset("robot"), cues, position=(-2.0, 0.0))
    ground = Ground.steps(rise=0.1, run=0.3, count=2)
    take = simulate(Shot([robot], ground=ground, props=[box], duration=34.0, frame_rate=30))
    motion = take.props["crate"]
    assert take.performances[0].fell_at is None
    held = (take.times > 9.5) & (take.times < 21.0)
    w, x, y, z = motion.orientation[held].T
    assert abs(2.0 * (y * z + w * x)).max() < 0.15  # as high on the left as on the right
    assert np.linalg.norm(motion.position[-1] - (2.5, 0.0, 0.35)) < 0.05


@pytest.mark.parametrize(("skill", "way"), [("push_crate", 1.0), ("pull_crate", -1.0)])
def test_eighty_kilograms_are_moved(skill, way):
    heavy = Prop(
        "crate", "box", (0.7, 0.8, 0.9), mass=80.0, position=(1.6, 0.0, 0.45), friction=0.25
    )
    shot = Shot([Performer(BODY, [Cue(skill, prop="crate")])], props=[heavy], duration=17.0)
    take = simulate(shot)
    assert take.performances[0].fell_at is None
    assert way * (take.props["crate"].position[-1, 0] - 1.6) > 0.3


def test_a_grip_keeps_the_momentum_of_both():
    with World((0.0, 0.0, 0.0), 0.001, 0.8) as world:
        world.add_prop(
            "ball", "sphere", (0.1,), (), 3.0, (0.0, -0.3, 2.0), (1.0, 0.0, 0.0, 0.0), 0.5
        )
        joints = np.zeros(len(world_joints(BODY)))
        joints[world_joints(BODY) == 4] = 1.0
        root, upright = np.array([0.0, 0.0, 3.0]), np.array([1.0, 0.0, 0.0, 0.0])
        actor = world.add_character(BODY, root, upright, joints)
        hand = actor.names.index("hand.R")
        world.let_meet(actor, range(len(actor.names)), "ball", False)
        for _ in range(300):
            tie(world, actor, hand, "ball", np.array([0.05, 0.0, 0.0]), 200.0, 5.0, 0.1)
            world.write_torques(actor, np.zeros(sum(e - s for s, e in actor.spans)))
            world.step()
            world.read(actor)
        velocity, _ = world.engine.velocity(world.props["ball"])
        total = 3.0 * velocity + BODY.mass * actor.motion.com_velocity
        assert np.linalg.norm(3.0 * velocity) > 1.0  # it was pulled
        assert np.linalg.norm(total) < 0.01 * np.linalg.norm(3.0 * velocity)


def world_joints(body: Character) -> np.ndarray:
    """(q,) joint positions: 4 for the w of spherical joints, else 0."""
    marks = []
    for segment in body.segments[1:]:
        size = {"spherical": 4, "universal": 2, "hinge": 1}.get(segment.joint.type, 0)
        marks += [4, 0, 0, 0] if size == 4 else [0] * size
    return np.array(marks)


def test_a_carried_crate_that_somebody_walks_into_gives_way_and_resists():
    carrier = Performer(BODY, [Cue("pick_up", prop="crate")])
    walk = [Cue("stand"), Cue("walk", start=13.0, speed=0.8)]
    passer = Performer(BODY, walk, position=(1.1, -1.4), heading=math.pi / 2)
    take = simulate(Shot([carrier, passer], props=[crate(10.0)], duration=17.0, frame_rate=30))
    aside = take.props["crate"].position[:, 1]
    stood = (take.times > 12.0) & (take.times < 14.0)
    assert abs(aside[stood]).max() < 0.05
    assert aside.max() > 0.05  # it gave way
    held = take.performances[0].center_of_mass[-1]
    assert held[1] > 0.02  # and took its carrier along
    way = take.performances[1].center_of_mass[:, 1]
    assert way[-1] - way[-31] < 0.5 * 0.8  # [m] in the last second: it was held up


def test_what_is_too_wide_is_not_held():
    wide = Prop("crate", "box", (1.6, 1.6, 0.3), mass=5.0, position=(2.0, 0.0, 0.15))
    with pytest.raises(InvalidInput, match="too wide"):
        check_feasible(
            Shot([Performer(BODY, [Cue("pick_up", prop="crate")])], props=[wide], duration=2.0)
        )
