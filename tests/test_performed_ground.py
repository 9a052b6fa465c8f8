"""A clip made over level ground is performed over the shot's: slopes, steps, props."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall import Character, Cue, Ground, Performer, Prop, Shot, simulate
from footfall.motion.performing.reference import PerformedReference, reference_of
from footfall.motion.performing.surface import Footing, Heights
from footfall.motion.performing.track import RATE, Placing

from .bowing_clip import FRAMES, bowing_clip
from .bowing_clip import RATE as BOW_RATE
from .stepping_clip import stepping_clip

Array = NDArray[np.float64]
BODY, GRAVITY = Character.humanoid(), 9.81
CLIP = stepping_clip(BODY)
FEET = ("foot.L", "foot.R", "toes.L", "toes.R")


def slope(degrees: float) -> Heights:
    return lambda places, top: math.tan(math.radians(degrees)) * places[:, 0]


def step(rise: float, at: float) -> Heights:
    return lambda places, top: np.where(places[:, 0] > at, rise, 0.0)


def over(heights: Heights | None, heading: float = 0.0) -> PerformedReference:
    footing = None if heights is None else Footing(heights, 0.0)
    return reference_of(CLIP, BODY, Placing(heading=heading), GRAVITY, footing)


LEVEL = over(None)


def over_ground(found: PerformedReference, heights: Heights) -> Array:
    """(frames, k) heights of all points over the ground [m]."""
    places = found.touches.places(found.placed)
    under = heights(places[..., :2].reshape(-1, 2), 2.0).reshape(places.shape[:2])
    clear: Array = places[..., 2] - under
    return clear


GROUNDS = [slope(5.0), slope(-10.0), step(0.05, 0.4), step(0.1, 0.4), step(-0.05, 0.4)]


@pytest.mark.parametrize("heading", [0.0, 1.5])
@pytest.mark.parametrize("heights", GROUNDS)
def test_what_bears_is_on_the_ground_and_nothing_is_below_it(
    heights: Heights, heading: float
) -> None:
    found = over(heights, heading)
    clear, level = over_ground(found, heights), LEVEL.touches.places(LEVEL.placed)[..., 2]
    assert clear.min() > min(level.min(), 0.0) - 0.01
    assert np.array_equal(found.bears, LEVEL.bears)
    lowest = np.where(found.bears, clear, np.inf).min(axis=1)
    stands = found.bears.any(axis=1)
    assert stands.mean() > 0.9
    assert lowest[stands].max() < 0.012


@pytest.mark.parametrize("degrees", [5.0, -10.0])
def test_the_pelvis_keeps_its_height_over_a_slope_and_soles_turn_with_it(degrees: float) -> None:
    found = over(slope(degrees))
    pelvis, level = found.placed.origins[:, 0], LEVEL.placed.origins[:, 0]
    rise = math.tan(math.radians(degrees))
    assert np.abs(pelvis[:, 2] - rise * pelvis[:, 0] - level[:, 2]).max() < 0.05
    for name in ("foot.L", "foot.R"):
        i = found.figure.index[name]
        stands = LEVEL.bears[:, LEVEL.touches.segments == i].any(axis=1)
        forwards, before = found.placed.axes[stands, i, 2, 0], LEVEL.placed.axes[stands, i, 2, 0]
        assert stands.mean() > 0.4
        pitched = np.degrees(np.arcsin(forwards) - np.arcsin(before))
        assert np.abs(pitched - degrees).max() < 1.5


def test_a_body_goes_up_a_step_smoothly() -> None:
    found = over(step(0.1, 0.4))
    rise = found.com[-1, 2] - LEVEL.com[-1, 2] - (found.com[0, 2] - LEVEL.com[0, 2])
    assert rise == pytest.approx(0.1, abs=0.015)
    assert np.abs(found.com_acceleration[:, 2]).max() < 0.7 * GRAVITY
    assert np.abs(found.rates).max() < 20.0  # [rad/s]: a knee of somebody that runs


@pytest.mark.parametrize(
    "heights",
    [slope(0.0), step(0.8, 0.4), lambda places, top: np.full(len(places), np.nan)],
    ids=["level", "a table in the way", "beyond the ground's edge"],
)
def test_a_clip_stays_as_it_is_where_the_ground_is_level(heights: Heights) -> None:
    found = over(heights)
    assert np.array_equal(found.joints, LEVEL.joints)
    assert np.array_equal(found.com, LEVEL.com)


def test_a_flight_onto_a_step_is_ballistic() -> None:
    first, time = 60, np.arange(140) / CLIP.rate
    turns = {role: np.tile(own[:1], (140, 1)) for role, own in CLIP.turns.items()}
    air = np.clip(time - first / CLIP.rate, 0.0, 4.0 / GRAVITY)
    way = np.stack([1.2 * air, 0.0 * air, 2.0 * air - GRAVITY / 2 * air * air], axis=1)
    jump = replace(CLIP, turns=turns, pelvis=CLIP.pelvis[0] + way)
    heights = step(0.08, 0.3)
    found = reference_of(jump, BODY, Placing(), GRAVITY, Footing(heights, 0.0))
    flying = np.flatnonzero(found.flies)
    assert 0.25 < len(flying) / RATE < 0.5
    assert np.abs(found.com_acceleration[flying[20:-20], 2] + GRAVITY).max() < 2.5
    assert over_ground(found, heights)[-1].min() == pytest.approx(0.0, abs=0.01)
    assert found.com[-1, 2] - found.com[0, 2] == pytest.approx(0.08, abs=0.015)


@pytest.mark.parametrize(
    ("place", "height", "scene"),
    [
        ((5.0, 0.0), 5.0 * math.tan(math.radians(8.0)), {"ground": Ground.slope(8.0)}),
        ((0.0, 0.0), 0.3, {"props": [Prop("block", size=(1.5, 1.5, 0.3), position=(0, 0, 0.15))]}),
    ],
    ids=["slope", "prop"],
)
def test_a_body_performs_on_a_slope_and_on_a_prop(
    place: tuple[float, float], height: float, scene: dict[str, object]
) -> None:
    cue = Cue("perform", clip=bowing_clip(BODY), tries=1.0)
    performer = Performer(BODY, [cue], position=place)
    seconds = (FRAMES - 1) / BOW_RATE
    take = simulate(Shot([performer], duration=seconds, frame_rate=30.0, **scene))  # type: ignore
    performance = take.performances[0]
    assert performance.fell_at is None
    standing = height + BODY.standing_height_of_root
    assert performance.root_position[0, 2] == pytest.approx(standing, abs=0.05)
    assert performance.root_position[-1, 2] == pytest.approx(standing, abs=0.08)
    assert np.ptp(performance.root_position[:, :2], axis=0).max() < 0.15
