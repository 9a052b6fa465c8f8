"""Keyframes of a body in a plane, seen in the poses of a biped."""

from __future__ import annotations

import math

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.catalogue.planar import check_planar_style, controller_of
from footfall.catalogue.planar.saved import CONTROLLERS, content_of, keep_controller
from footfall.motion.plane_keyframes import style_of_poses

BODY = Character.humanoid(1.5, 45.0)
HEADING = 0.6


def seen(frames: list[int]) -> dict:
    """A style of a biped's walk with a learned controller."""
    performer = Performer(BODY, [Cue("planar_walk")], heading=HEADING)
    performance = simulate(Shot([performer], duration=0.6, frame_rate=60)).performances[0]
    names = performance.segment_names
    origins = np.concatenate(
        [performance.root_position[:, None], performance.joint_positions], axis=1
    )
    turns = matrices_from_quaternions(performance.segment_orientations)
    axes = {name: turns[frames, i] for i, name in enumerate(names)}
    places = {name: origins[frames, i] for i, name in enumerate(names)}
    times = [frame / 60 for frame in frames]
    return style_of_poses(BODY, "seen", times, axes, places, HEADING)


def test_a_pose_is_seen_as_the_one_that_it_was_made_of() -> None:
    style = check_planar_style(seen([0, 10, 20]))
    start = controller_of("regular")["start"]["pose"]
    first = style["keyframes"][0]["pose"]
    assert {name: first[name] for name in start} == pytest.approx(start, abs=1e-6)


def test_a_small_body_lasts_longer_on_a_large_one() -> None:
    lasts = seen([0, 12, 24])["keyframes"][0]["lasts"]
    size = Character.planar("human7").leg_length / BODY.leg_length
    assert lasts == pytest.approx(0.2 * math.sqrt(size))


def test_two_poses_are_no_step() -> None:
    with pytest.raises(InvalidInput, match="at least 3 keyed poses"):
        seen([0, 10])


def test_a_saved_controller_goes_into_a_shot_by_its_content() -> None:
    keep_controller(controller_of("extended_swing"), "mine")
    assert CONTROLLERS.names() == ("mine",)
    assert content_of("regular") == "regular"
    shot = Shot([Performer(BODY, [Cue("planar_walk", controller="mine")])]).resolved()
    assert shot.performers[0].cues[0].values()["controller"] == content_of("mine")
    assert content_of("mine")[0] == "{"
    with pytest.raises(InvalidInput, match="shipped controller"):
        keep_controller(controller_of("regular"), "robust")
