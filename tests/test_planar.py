"""Planar characters and the walks that were learned for them."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.catalogue.planar import controller_of, list_controllers
from footfall.controllers.planar.walking import mass_matrix, pose_of
from footfall.learning.cost import Terrain
from footfall.learning.learn_walk import validate
from footfall.learning.target import make_target
from footfall.shots.feasibility import check_feasible
from footfall.shots.take import Take
from footfall.simulation.body import make_body, make_motion, move

BODIES = {"human7": 66.0, "human16": 70.14, "mechbot": 51.0, "prone9": 25.0}  # [kg]


def walked(duration: float, heading: float = 0.0, **shot: object) -> Take:
    performer = Performer(
        Character.planar("human7"), [Cue("planar_walk")], position=(2.0, 1.0), heading=heading
    )
    return simulate(Shot([performer], duration=duration, **shot))


@pytest.mark.parametrize("name", BODIES)
def test_bodies_have_the_masses_of_their_thesis(name: str) -> None:
    body = Character.planar(name)
    assert body.mass == pytest.approx(BODIES[name])
    assert body.kind == "planar"
    assert Character.from_data(body.to_data()) == body


def test_limits_of_the_thesis_are_turned_into_our_sense() -> None:
    knee, ankle = (
        next(s.joint for s in Character.planar("human7").segments if s.joint.name == name)
        for name in ("knee.L", "ankle.L")
    )
    assert knee.limits[1] == pytest.approx((0.0, math.pi))
    assert ankle.limits[1] == pytest.approx((math.radians(-33.0), math.radians(25.0)))
    assert (knee.stiffness, ankle.damping) == (900.0, 17.0)


def test_a_walk_stays_in_its_plane_whatever_its_heading() -> None:
    heading = 1.0
    performance = walked(4.0, heading).performances[0]
    way = performance.root_position - performance.root_position[0]
    across = way[:, 1] * math.cos(heading) - way[:, 0] * math.sin(heading)
    assert performance.fell_at is None
    assert np.abs(across).max() < 1e-9
    assert math.hypot(*way[-1, :2]) > 2.0


def test_steps_go_from_one_foot_to_the_other() -> None:
    events = walked(6.0).performances[0].events
    strikes = [name[-1] for _, name in events if name.startswith("footstrike")]
    assert len(strikes) >= 8
    assert all(one != other for one, other in pairwise(strikes))


def test_a_shot_walks_as_the_search_saw_it() -> None:
    outcome = validate(controller_of("regular"), Terrain(), 3.0)
    performer = Performer(Character.planar("human7"), [Cue("planar_walk")])
    root = simulate(Shot([performer], duration=3.0)).performances[0].root_position
    assert root[-1, 0] - root[0, 0] == outcome.way


def test_a_controller_travels_in_the_shot_by_its_content(tmp_path: Path) -> None:
    text = json.dumps(dict(controller_of("regular")))
    performer = Performer(
        Character.planar("human7"), [Cue("planar_walk", controller=text)], position=(2.0, 1.0)
    )
    shot = Shot([performer], duration=1.0)
    shot.save(tmp_path / "shot.json")
    again = simulate(Shot.load(tmp_path / "shot.json")).performances[0]
    assert np.array_equal(again.root_position, walked(1.0).performances[0].root_position)


def test_a_push_along_the_plane_is_felt_and_one_across_is_not() -> None:
    def after(force: tuple[float, float, float]) -> np.ndarray:
        push = Push(0, "torso", time=0.5, duration=0.1, force=force)
        return walked(1.0, pushes=[push]).performances[0].root_position[-1]

    still = after((0.0, 0.0, 1e-9))
    assert after((100.0, 0.0, 0.0))[0] > still[0] + 0.005
    assert after((0.0, 100.0, 0.0)) == pytest.approx(still, abs=1e-6)


@pytest.mark.parametrize("name", list_controllers())
def test_every_shipped_controller_walks(name: str) -> None:
    controller = controller_of(name)
    body = Character.planar(controller["character"])
    slope = controller["style"]["slope"]
    ground = Ground.slope(slope) if slope else Ground.flat()
    performer = Performer(body, [Cue("planar_walk", controller=name)])
    performance = simulate(Shot([performer], ground=ground, duration=5.0)).performances[0]
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 0.8
    assert controller["command"].startswith("footfall learn-walk")


def test_kinetic_energy_by_the_mass_matrix_is_that_of_the_segments() -> None:
    body, record = make_body(Character.planar("human16"))
    motion, moving = make_motion(len(body.mass))
    random = np.random.default_rng(1)
    root = np.zeros(13)
    pitch, rates = 0.3, random.normal(size=len(body.mass) + 2)
    root[3], root[5] = math.cos(pitch / 2), math.sin(pitch / 2)
    root[7], root[9], root[11] = rates[0], rates[1], rates[2]
    angles = random.normal(scale=0.5, size=len(body.mass) - 1)
    move(record, root, angles, rates[3:], moving)
    of_segments = 0.5 * (body.mass @ (motion.velocity**2).sum(axis=1))
    of_segments += 0.5 * (body.inertia[:, 1] @ motion.angular_velocity[:, 1] ** 2)
    M = mass_matrix(body, motion)
    assert 0.5 * rates @ M @ rates == pytest.approx(of_segments)
    assert np.allclose(M, M.T)
    pose, turning = pose_of(body, motion)
    assert pose == pytest.approx([pitch, *angles])
    assert turning == pytest.approx(rates[2:])


def test_the_stance_foot_of_a_target_stays_where_it_is() -> None:
    body = Character.planar("human7")
    target = make_target(body, controller_of("regular")["style"])
    foot = body.segment_names.index("foot.L")
    flat = target.points[10:40, foot, :, 0]  # heel and toe, forwards
    assert np.ptp(flat, axis=0).max() < 0.05


def test_four_legged_bodies_cannot_walk_in_a_plane_and_planar_ones_can_do_nothing_else() -> None:
    with pytest.raises(InvalidInput, match="A quadruped cannot planar_walk; allowed: walk, "):
        Shot([Performer(Character.quadruped(), [Cue("planar_walk")])])
    with pytest.raises(InvalidInput, match="A planar character cannot walk"):
        Shot([Performer(Character.planar("human7"), [Cue("walk")])])
    with pytest.raises(InvalidInput, match="its first cue must start at 0 s"):
        check_feasible(
            Shot([Performer(Character.planar("human7"), [Cue("planar_walk", start=1.0)])])
        )
    with pytest.raises(InvalidInput, match="Unknown controller 'moonwalk'; allowed: "):
        moonwalk = Cue("planar_walk", controller="moonwalk")
        check_feasible(Shot([Performer(Character.planar("human7"), [moonwalk])]))
    with pytest.raises(InvalidInput, match="Unknown planar character 'human8'; allowed: human7"):
        Character.planar("human8")
