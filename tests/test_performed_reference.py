"""What a clip becomes before it is performed: on the ground, without sliding, with flights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from footfall import Character, Cue
from footfall.base.errors import InvalidInput
from footfall.motion.biped_frames import Figure
from footfall.motion.performing.clip import PerformedClip, from_text
from footfall.motion.performing.long_contacts import with_longer_contacts
from footfall.motion.performing.mass_path import carried_path
from footfall.motion.performing.reference import PerformedReference, reference_of
from footfall.motion.performing.support import Support, support_of, touches_on
from footfall.motion.performing.track import GETS_GOING, RATE, Placing
from footfall.simulation.body import make_motion
from footfall.skills.performing.follower import frames_of
from footfall.skills.performing.opening import LEAST_LEFT, performed
from footfall.skills.performing.resuming import fitting_frame
from footfall.skills.performing.stiffness import stiffness_over

from .bowing_clip import bowing_clip

BODY, GRAVITY = Character.humanoid(), 9.81
CLIP = from_text(bowing_clip(BODY))


def reference(clip: PerformedClip = CLIP, **placing: object) -> PerformedReference:
    return reference_of(clip, BODY, Placing(**placing), GRAVITY)  # type: ignore[arg-type]


def still_clip(seconds: float) -> PerformedClip:
    """A body that stands."""
    frames = round(seconds * CLIP.rate) + 1
    turns = {role: np.tile(own[:1], (frames, 1)) for role, own in CLIP.turns.items()}
    return replace(CLIP, turns=turns, pelvis=np.tile(CLIP.pelvis[:1], (frames, 1)))


@pytest.mark.parametrize("height", [-0.05, 0.0, 0.08])
def test_a_body_that_floats_or_sinks_stands_on_the_ground(height: float) -> None:
    found = reference(replace(CLIP, pelvis=CLIP.pelvis + [0.0, 0.0, height]))
    lowest = found.touches.places(found.placed)[..., 2].min(axis=1)
    assert np.abs(lowest).max() < 0.01
    assert found.bears.any(axis=1).all()
    assert not found.flies.any()


def test_feet_that_slide_are_planted() -> None:
    way = 0.05 * np.sin(np.linspace(0.0, np.pi, len(CLIP.pelvis)))
    found = reference(replace(CLIP, pelvis=CLIP.pelvis + np.outer(way, [1.0, 0.0, 0.0])))
    feet = found.placed.origins[:, [found.figure.index["foot.L"], found.figure.index["foot.R"]]]
    assert np.ptp(feet, axis=0).max() < 0.004


def test_a_jump_is_a_flight_in_which_the_body_falls_freely() -> None:
    clip = still_clip(1.2)
    time = np.arange(len(clip.pelvis)) / clip.rate
    rise = np.clip(2.0 * (time - 0.4) - GRAVITY / 2 * (time - 0.4) ** 2, 0.0, None)
    found = reference(replace(clip, pelvis=clip.pelvis + np.outer(rise, [0.0, 0.0, 1.0])))
    flying = np.flatnonzero(found.flies)
    assert 0.25 < len(flying) / RATE < 0.5
    inside = flying[15:-15]
    assert np.abs(found.com_acceleration[inside, 2] + GRAVITY).max() < 1.5
    assert not found.bears[flying].any()


def test_a_flight_with_a_push_in_the_air_is_one_flight() -> None:
    """As in a clip of few frames: between two falls the body hangs for 0.15 s."""
    clip = still_clip(1.6)
    time = np.arange(len(clip.pelvis)) / clip.rate - 0.4
    falls = np.clip(time, 0.0, 0.25) + np.clip(time - 0.4, 0.0, 0.25)
    rise = np.clip(2.4 * falls - GRAVITY / 2 * falls**2, 0.0, None)
    found = reference(replace(clip, pelvis=clip.pelvis + np.outer(rise, [0.0, 0.0, 1.0])))
    edges = np.flatnonzero(np.diff(found.flies))
    assert len(edges) == 2
    assert np.ptp(edges) / RATE > 0.45
    inside = np.arange(edges[0] + 15, edges[1] - 15)
    assert found.com_acceleration[inside, 2].max() < 0.0


@pytest.mark.parametrize(("lifts", "flies"), [(0.0, False), (0.05, True)])
def test_a_foot_that_slides_as_the_body_sinks_is_no_flight_unless_it_lifts(
    lifts: float, flies: bool
) -> None:
    time = np.clip(np.arange(300) / RATE - 0.2, 0.0, 0.15)
    foot = np.stack([2.0 * time, 0.0 * time, lifts * np.sin(np.pi * time / 0.15)], axis=1)
    com = np.stack([0.0 * time, 0.0 * time, 0.9 - 4.0 * time**2], axis=1)
    assert support_of(foot[:, None], com, 1.0, GRAVITY).flies.any() == flies


@pytest.mark.parametrize(("other", "is_carried"), [(0.5, True), (0.02, False)])
def test_contacts_count_less_only_where_others_may_have_been_missed(
    other: float, is_carried: bool
) -> None:
    """A body still beside the point that bears, where another point under it is high or low [m]."""
    com = np.tile([0.5, 0.0, 0.9], (500, 1))
    places = np.tile([[0.0, 0.0, 0.0], [0.5, 0.0, other]], (500, 1, 1))
    bears = np.tile([True, False], (500, 1))
    path = carried_path(com, 0.0 * com, places, bears, np.zeros(500, bool), GRAVITY)
    push = np.gradient(np.gradient(path[:, 0])) * RATE**2
    pressure = path[:, 0] - 0.9 / GRAVITY * push
    assert (np.abs(pressure[100:-100]).max() < 0.15) == is_carried


@pytest.mark.parametrize(("flight", "later"), [(100, 20), (20, 10)])
def test_toes_bear_on_into_the_flight_that_follows_their_contact(flight: int, later: int) -> None:
    """By 0.04 s, and by half of a flight at most."""
    touches, first = touches_on(Figure(BODY)), 50
    frames = first + flight + 50
    flies = np.zeros(frames, bool)
    flies[first : first + flight] = True
    bears = ~flies[:, None] & touches.on_toes
    found = with_longer_contacts(Figure(BODY), touches, Support(bears, flies))
    leaves = first + later
    assert found.bears[leaves - 1, touches.on_toes].all() and not found.flies[leaves - 1]
    assert not found.bears[leaves].any() and found.flies[leaves : first + flight].all()
    assert not found.bears[:, ~touches.on_toes].any()


def test_a_clip_begins_where_it_is_placed_and_passes_at_its_tempo() -> None:
    placed = reference(position=(3.0, -1.0), heading=0.7, tempo=2.0)
    assert placed.placed.origins[0, 0, :2] == pytest.approx((3.0, -1.0), abs=0.005)
    ahead = placed.placed.axes[0, 0, :, 0]
    assert np.arctan2(ahead[1], ahead[0]) == pytest.approx(0.7, abs=1e-6)
    assert placed.duration == pytest.approx(CLIP.duration / 2, abs=0.003)
    trunk = placed.figure.index["torso"]
    lean = np.arcsin(-placed.placed.axes[:, trunk, 2, 0])
    assert np.argmax(lean) / RATE == pytest.approx(CLIP.duration / 4, abs=0.02)
    assert reference(start=0.2).duration == pytest.approx(CLIP.duration - 0.2, abs=0.003)


def test_a_body_at_rest_comes_to_the_tempo() -> None:
    start, plain = 0.1, reference()
    found = reference(start=start, from_rest=True)
    trunk = found.figure.index["torso"]
    assert found.duration == pytest.approx(CLIP.duration - start + GETS_GOING / 2, abs=0.005)
    assert np.linalg.norm(found.rates[0]) < 0.1
    assert np.abs(found.rates).max() < 1.2 * np.abs(plain.rates).max()
    for one in (0, -1):
        first = round(start * RATE) if one == 0 else -1
        assert np.allclose(
            found.placed.axes[one, trunk], plain.placed.axes[first, trunk], atol=0.02
        )


def test_mirrored_left_is_right() -> None:
    clip = still_clip(0.5)
    half = 0.3
    raised = np.array([np.cos(half), 0.0, -np.sin(half), 0.0])
    turns = {**clip.turns, "upper_arm.L": np.tile(raised, (len(clip.pelvis), 1))}
    clip = replace(clip, turns=turns)
    own, other = reference(clip), reference(clip, mirrored=True)
    left, right = (own.figure.index["upper_arm" + side] for side in (".L", ".R"))
    flip = np.diag([1.0, -1.0, 1.0])
    assert np.allclose(own.placed.axes[:, left], flip @ other.placed.axes[:, right] @ flip)


def test_joints_stay_within_the_bodys_range() -> None:
    clip = still_clip(0.5)
    over = np.array([np.cos(1.2), 0.0, -np.sin(1.2), 0.0])  # a foot turned up by 2.4 rad
    turns = {**clip.turns, "foot.L": np.tile(over, (len(clip.pelvis), 1))}
    found = reference(replace(clip, turns=turns))
    for i, kind, part in found.figure.joints.places:
        limits = np.array(found.figure.character.segments[i].joint.limits)
        if kind == "hinge":
            assert found.joints[:, part].min() >= limits[1, 0]
            assert found.joints[:, part].max() <= limits[1, 1]


def test_the_center_of_mass_keeps_within_friction() -> None:
    """A body over one point that would be swung to the side faster than the ground can hold."""
    time = np.arange(500) / RATE
    com = np.stack([0.1 * np.sin(12.0 * time), 0.0 * time, 0.0 * time + 0.9], axis=1)
    places = np.zeros((500, 1, 3))
    path = carried_path(com, 0.0 * com, places, np.ones((500, 1), bool), np.zeros(500, bool), 9.81)
    pulled = np.gradient(np.gradient(path[:, 0])) * RATE**2
    asked = np.gradient(np.gradient(com[:, 0])) * RATE**2
    assert np.abs(pulled[20:-20]).max() < 0.7 * GRAVITY
    assert np.abs(asked[20:-20]).max() > 1.3 * GRAVITY


@pytest.mark.parametrize("after", [-40, -1, 0, 1, 400])
def test_a_body_thrown_over_at_the_end_goes_on_with_the_end(after: int) -> None:
    found = reference()
    motion, _ = make_motion(len(BODY.segments))
    at = fitting_frame(found, motion, found.frames + after)
    values = Cue("perform", clip=bowing_clip(BODY)).values()
    rest = performed(BODY, values, (0.0, 0.0), 0.0, GRAVITY, later=at / RATE)
    assert 0.2 < rest.duration < 0.2 + GETS_GOING
    stiffness = stiffness_over(rest, lambda seconds: values)
    assert np.isfinite(frames_of(rest, stiffness)["feet_velocity"]).all()


@pytest.mark.parametrize("tempo", [0.25, 4.0])
def test_the_least_that_is_left_of_a_clip_can_be_followed(tempo: float) -> None:
    latest = CLIP.duration - LEAST_LEFT * tempo
    values = Cue("perform", clip=bowing_clip(BODY), tempo=tempo).values()
    rest = performed(BODY, values | {"begin": latest - 1e-9}, (0.0, 0.0), 0.0, GRAVITY)
    stiffness = stiffness_over(rest, lambda seconds: values)
    assert np.isfinite(frames_of(rest, stiffness)["feet_velocity"]).all()
    with pytest.raises(InvalidInput, match="begin at least"):
        performed(BODY, values | {"begin": latest + 0.01}, (0.0, 0.0), 0.0, GRAVITY)


def test_a_body_goes_on_from_the_frame_that_is_like_it() -> None:
    found = reference()
    motion, _ = make_motion(len(BODY.segments))
    at = found.frames // 2  # the deepest bow; it rises after it
    motion.center[:], motion.com[:] = found.placed.centers[at], found.placed.com[at]
    motion.rotation[0] = found.placed.axes[at, 0]
    assert fitting_frame(found, motion, 0) == pytest.approx(at, abs=0.1 * RATE)
