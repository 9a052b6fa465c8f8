"""Four-legged bodies perform clips: references on paws, and takes by muscles alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.motion.performing.clip import to_text
from footfall.motion.performing.reference import reference_of
from footfall.motion.performing.track import Placing, track_of
from footfall.shots.found_plans import with_plans
from footfall.shots.take import RunFailed

from .bowing_clip import bowing_clip
from .crouching_clip import DEPTH, FRAMES, RATE, crouching_clip, moved_clip

DOG, GRAVITY = Character.quadruped(), 9.81
CROUCH = crouching_clip(DOG)
SECONDS = (FRAMES - 1) / RATE
LEGS = ("FL", "FR", "BL", "BR")


def crouching(**others: Any) -> Shot:
    cue = Cue("perform", clip=to_text(CROUCH), tries=1.0)
    return Shot([Performer(DOG, [cue])], **{"duration": SECONDS, "frame_rate": RATE, **others})


def test_all_paws_bear_and_stay_where_they_are() -> None:
    found = reference_of(CROUCH, DOG, Placing(), GRAVITY)
    feet = found.figure.numbers_of(["foot"], found.figure.legs)
    for foot in feet:
        assert found.bears[:, found.touches.segments == foot].any(axis=1).all()
    assert np.ptp(found.placed.origins[:, feet], axis=0).max() < 0.004
    assert np.abs(found.touches.places(found.placed)[..., 2].min(axis=1)).max() < 0.005
    assert np.ptp(found.placed.origins[:, 0, 2]) == pytest.approx(DEPTH, abs=0.005)


def test_elbows_and_knees_bend_as_the_body_s_own() -> None:
    found = reference_of(CROUCH, DOG, Placing(), GRAVITY)
    turns = found.figure.joints.turns(found.root_orientation, found.joints)
    deepest = int(found.placed.origins[:, 0, 2].argmin())
    for leg in LEGS:
        bend = turns[[0, deepest], found.figure.index[f"lower_leg.{leg}"]]
        angles = np.arctan2(bend[:, 0, 2], bend[:, 2, 2])
        further = angles[1] - angles[0]
        assert further < -0.1 if leg[0] == "F" else further > 0.1


def test_a_clip_on_the_spot_goes_as_fast_as_its_paws_slide_back() -> None:
    ankles = np.zeros((FRAMES, 4, 3))
    ankles[..., 0] = 0.1 - 0.25 * np.arange(FRAMES)[:, None] / RATE
    sliding = moved_clip(DOG, np.zeros((FRAMES, 3)), ankles)
    found = reference_of(sliding, DOG, Placing(heading=np.pi / 2), GRAVITY)
    way = found.placed.origins[-1, 0] - found.placed.origins[0, 0]
    assert way[1] == pytest.approx(0.25 * SECONDS, abs=0.02)
    assert abs(way[0]) < 0.01
    still = reference_of(CROUCH, DOG, Placing(), GRAVITY)
    assert np.ptp(still.placed.origins[:, 0, :2], axis=0).max() < 0.03


def test_a_mirrored_clip_lifts_the_other_paw() -> None:
    ankles = np.zeros((FRAMES, 4, 3))
    ankles[:, LEGS.index("FL"), 2] = 0.1 * np.sin(np.linspace(0.0, np.pi, FRAMES)) ** 2
    clip = moved_clip(DOG, np.zeros((FRAMES, 3)), ankles)
    for mirrored, lifted in ((False, "FL"), (True, "FR")):
        found = reference_of(clip, DOG, Placing(mirrored=mirrored), GRAVITY)
        lowest = {}
        for leg in LEGS:
            foot = found.touches.segments == found.figure.index[f"foot.{leg}"]
            lowest[leg] = found.touches.places(found.placed)[:, foot, 2].min(axis=1).max()
        assert max(lowest, key=lambda leg: lowest[leg]) == lifted


def test_a_trunk_that_a_rig_shows_in_part_shares_its_bend() -> None:
    turn = np.array([np.cos(0.2), 0.0, 0.0, np.sin(0.2)])  # to the left by 0.4 rad
    shown = {name: own for name, own in CROUCH.turns.items() if not name.startswith("spine")}
    bent = replace(CROUCH, turns={**shown, "torso": np.tile(turn, (FRAMES, 1))})
    figure = reference_of(CROUCH, DOG, Placing(), GRAVITY).figure
    turns = track_of(bent, figure, Placing()).turns
    for name in ("spine1", "spine2", "spine3", "spine4", "torso"):
        own = turns[0, figure.index[name]]
        assert np.arctan2(own[1, 0], own[0, 0]) == pytest.approx(0.08, abs=1e-3)


def test_the_dog_crouches_as_the_clip_does_and_again_from_its_plan() -> None:
    take = simulate(crouching())
    performance = take.performances[0]
    asked = CROUCH.pelvis[:, 2] - CROUCH.pelvis[0, 2]
    height = performance.root_position[:, 2]
    assert np.abs(height - height[0] - asked).max() < 0.02
    assert performance.fell_at is None
    again = simulate(with_plans(crouching(), take)).performances[0]
    assert np.array_equal(again.segment_positions, performance.segment_positions)


def test_it_goes_on_with_its_next_cue() -> None:
    cues = [Cue("perform", clip=to_text(CROUCH), tries=1.0), Cue("walk", start=None, speed=0.6)]
    performance = simulate(Shot([Performer(DOG, cues)], duration=3.0)).performances[0]
    assert "performed" in {name for _, name in performance.events}
    assert performance.fell_at is None
    assert performance.root_position[-1, 0] > 0.5


@pytest.mark.parametrize(
    ("body", "clip", "sentence"),
    [
        (DOG, bowing_clip(Character.humanoid()), "is of a biped, and the performer is a quad"),
        (Character.humanoid(), to_text(CROUCH), "is of a quadruped, and the performer is a bip"),
    ],
)
def test_a_clip_of_another_kind_of_body_is_refused(
    body: Character, clip: str, sentence: str
) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        simulate(Shot([Performer(body, [Cue("perform", clip=clip, tries=1.0)])], duration=0.1))


def test_a_slope_is_refused() -> None:
    with pytest.raises(InvalidInput, match="A quadruped performs on level ground only"):
        simulate(crouching(ground=Ground.slope(5.0)))


def test_a_dog_that_lies_is_asked_to_stand_before() -> None:
    cues = [Cue("lie_down"), Cue("perform", start=None, clip=to_text(CROUCH), tries=1.0)]
    with pytest.raises(RunFailed, match="from lying: add a cue to stand before"):
        simulate(Shot([Performer(DOG, cues)], duration=8.0))


def test_what_only_bipeds_take_is_refused() -> None:
    cue = Cue("perform", clip=to_text(CROUCH), repeated="yes")
    with pytest.raises(InvalidInput, match="repeated"):
        simulate(Shot([Performer(DOG, [cue])], duration=0.1))
