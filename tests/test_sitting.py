"""A body rises from a chair and sits down again, carried by nothing but seat and ground."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Prop, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.evaluation.applied_torques import Watched, simulate_watched
from footfall.skills.interpolator import Interpolator
from footfall.skills.seats.seat import find_seat

HUMAN = Character.humanoid()
WEIGHT = HUMAN.mass * 9.81
CHAIR = Prop("chair", "box", size=(0.45, 0.5, 0.05), position=(-0.225, 0.0, 0.425))
TOP = 0.45  # [m]
SITS = 4.0  # [s]


@pytest.fixture(scope="module")
def watched_seat() -> Watched:
    """Up from a chair of 45 cm, and down again."""
    cues = [Cue("sit_to_stand", start=0.3, seat="chair"), Cue("stand_to_sit", start=SITS)]
    shot = Shot([Performer(HUMAN, cues)], props=[CHAIR], duration=8.0, frame_rate=50.0)
    return simulate_watched(shot)


@pytest.fixture(scope="module")
def chair_take(watched_seat: Watched) -> Take:
    return watched_seat.take


def seat_load(take: Take) -> np.ndarray:
    """(frames,) load on the chair, of body weight."""
    p = take.performances[0]
    assert p.contact_forces is not None
    parts = [p.segment_names.index(n) for n in ("pelvis", "upper_leg.L", "upper_leg.R")]
    load: np.ndarray = p.contact_forces[:, parts, 2].sum(axis=1) / WEIGHT
    return load


def test_a_performer_that_rises_first_starts_on_the_chair(chair_take: Take) -> None:
    p = chair_take.performances[0]
    hips = p.root_position[0]
    assert TOP < hips[2] < TOP + 0.15
    assert -0.45 < hips[0] < 0.0
    assert 0.3 < seat_load(chair_take)[5:15].mean() < 1.0


def test_it_stands_still_on_both_feet(chair_take: Take) -> None:
    p, standing = chair_take.performances[0], (chair_take.times > 3.0) & (chair_take.times < SITS)
    assert (p.root_position[standing, 2] > 0.93 * HUMAN.standing_height_of_root).all()
    assert p.foot_contacts[standing].all()
    assert seat_load(chair_take)[standing].max() == 0.0
    moved = np.diff(p.center_of_mass[standing], axis=0) * 50.0
    assert np.linalg.norm(moved, axis=1).max() < 0.1


def test_the_take_has_the_time_at_which_the_body_is_on_its_feet(chair_take: Take) -> None:
    ((time, _),) = [e for e in chair_take.performances[0].events if e[1] == "on_feet"]
    assert 1.0 < time < 3.0


def test_a_performer_away_from_the_seat_walks_to_it() -> None:
    performer = Performer(
        HUMAN, [Cue("stand_to_sit", start=0.5)], position=(1.0, -0.8), heading=0.0
    )
    shot = Shot([performer], props=[CHAIR], duration=12.0, frame_rate=50.0)
    take = simulate(shot, record=("contact_forces",))
    assert take.performances[0].fell_at is None
    assert 0.3 < seat_load(take)[-50:].mean() < 1.0
    assert abs(take.performances[0].root_position[-1, 1]) < 0.15, "all of it is on the chair"


def test_it_sits_still_at_the_end(chair_take: Take) -> None:
    p, sitting = chair_take.performances[0], chair_take.times > 7.0
    assert p.fell_at is None
    assert (np.abs(p.root_position[sitting, 2] - TOP - 0.1) < 0.03).all()
    assert 0.3 < seat_load(chair_take)[sitting].mean() < 1.0
    moved = np.diff(p.center_of_mass[sitting], axis=0) * 50.0
    assert np.linalg.norm(moved, axis=1).max() < 0.1


def test_contacts_and_gravity_alone_change_the_momentum(chair_take: Take) -> None:
    p = chair_take.performances[0]
    assert p.momentum is not None and p.contact_forces is not None
    change = np.diff(p.momentum[:, :3], axis=0) * 50.0
    forces = p.contact_forces.sum(axis=1) - (0.0, 0.0, WEIGHT)
    left = (change - forces[1:])[1:]
    assert math.sqrt((left**2).sum(axis=1).mean()) < 0.02 * WEIGHT


def test_it_touches_the_chair_gently(chair_take: Take) -> None:
    p = chair_take.performances[0]
    assert p.contact_forces is not None
    assert np.linalg.norm(p.contact_forces.sum(axis=1), axis=1).max() < 2.0 * WEIGHT


def test_the_engine_is_given_no_torque_beyond_a_limit_about_any_axis(watched_seat: Watched) -> None:
    shares = watched_seat.shares
    assert 0.3 < max(shares.values()) <= 1.0, shares


def test_a_seated_performer_rises_before_it_walks() -> None:
    cues = [Cue("sit_to_stand", seat="chair"), Cue("walk", start=0.5, speed=0.8)]
    take = simulate(Shot([Performer(HUMAN, cues)], props=[CHAIR], duration=6.0))
    assert take.performances[0].fell_at is None
    assert take.performances[0].root_position[-1, 0] > 1.0


def pelvis_from(body: Character, origin: tuple[float, float, float]) -> Character:
    """The same body with its pelvis' origin elsewhere [m], as many rigs have it."""
    back = -np.array(origin)

    def moved(place: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, z = (np.array(place) + back).tolist()
        return x, y, z

    pelvis = body.segments[0]
    assert pelvis.shape is not None
    shape = replace(pelvis.shape, center=moved(pelvis.shape.center))
    segments = [replace(pelvis, center=moved(pelvis.center), shape=shape)]
    for segment in body.segments[1:]:
        of_pelvis = segment.parent == pelvis.name
        segments.append(replace(segment, offset=moved(segment.offset)) if of_pelvis else segment)
    return replace(body, segments=tuple(segments))


def test_it_is_the_hips_that_sit_wherever_the_pelvis_has_its_origin() -> None:
    body = pelvis_from(HUMAN, (-0.043, 0.0, -0.062))
    cues = [Cue("sit_to_stand", start=0.5), Cue("stand_to_sit", start=3.0)]
    take = simulate(Shot([Performer(body, cues)], props=[CHAIR], duration=6.5))
    performance = take.performances[0]
    assert performance.fell_at is None
    assert [name for _, name in performance.events if name in ("on_feet", "seated")] == [
        "seated", "on_feet", "seated",
    ]  # fmt: skip
    thigh = performance.segment_names.index("upper_leg.L")
    at_first, at_last = performance.segment_positions[[3, -1], thigh]
    assert at_first[2] == pytest.approx(at_last[2], abs=0.01)


def test_a_seat_that_is_not_there_is_named() -> None:
    with pytest.raises(
        InvalidInput, match=r"There is no prop 'chair' to sit on; the shot has none"
    ):
        Shot([Performer(HUMAN, [Cue("sit_to_stand")])])


def test_one_sits_on_the_side_that_one_faces_from() -> None:
    bench = Prop("bench", "box", size=(0.4, 2.0, 0.1))
    position, upright = np.array([1.0, 2.0, 0.4]), np.array([1.0, 0.0, 0.0, 0.0])
    seat = find_seat(bench, position, upright, np.array([0.0, 2.7]), heading=3.0)
    assert seat.edge == pytest.approx([0.8, 2.7])
    assert abs(seat.heading) == pytest.approx(math.pi)
    assert (seat.height, seat.depth) == pytest.approx((0.45, 0.4))


def test_nobody_sits_on_a_slope_or_a_ball() -> None:
    tilted = np.array([math.cos(0.3), 0.0, math.sin(0.3), 0.0])
    nowhere = np.zeros(3)
    with pytest.raises(InvalidInput, match="The seat 'chair' is tilted"):
        find_seat(CHAIR, nowhere, tilted, np.zeros(2), 0.0)
    ball = Prop("ball", "sphere", size=(0.3,))
    with pytest.raises(InvalidInput, match="A performer cannot sit on the sphere 'ball'"):
        find_seat(ball, nowhere, np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(2), 0.0)


def test_a_glide_goes_on_as_it_moves_and_rests_at_its_goal() -> None:
    interpolator = Interpolator(1.0, rate=2.0)
    interpolator.aim(3.0, duration=0.5)
    assert interpolator.now() == pytest.approx([1.0, 2.0, 0.0])
    for _ in range(499):
        interpolator.step(0.001)
    value, rate, pull = interpolator.now()
    assert value == pytest.approx(3.0, abs=1e-4)
    assert abs(rate) < 0.01 and abs(pull) < 1.0
    interpolator.step(0.001)
    assert interpolator.is_over
