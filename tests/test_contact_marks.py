"""Contacts that an artist marks in a clip replace what is found there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.catalogue.contact_marks import read_marks, write_marks
from footfall.motion.performing.contact_marks import contacts_in, parts_of
from footfall.motion.performing.preparation import preparation_of
from footfall.motion.performing.reference import PerformedReference, reference_of
from footfall.motion.performing.track import RATE, Placing
from footfall.skills.performing.follower import frames_of
from footfall.skills.performing.plan import key_of
from footfall.skills.performing.stiffness import stiffness_over

from .bowing_clip import bowing_clip
from .stepping_clip import stepping_clip

BODY, GRAVITY = Character.humanoid(), 9.81
STEPS, BOW = stepping_clip(BODY), bowing_clip(BODY)
SWINGS = slice(round(0.16 * RATE), round(0.34 * RATE))  # frames in which the left foot swings


def reference(marks: str, **placing: object) -> PerformedReference:
    return reference_of(STEPS, BODY, Placing(**placing), GRAVITY, marks=marks)  # type: ignore


def bears(found: PerformedReference, part: str) -> np.ndarray:
    own = np.array(parts_of(found.figure, found.touches)) == part
    flags: np.ndarray = found.bears[:, own].any(axis=1)
    return flags


def test_a_foot_that_is_marked_stays_on_the_ground_where_it_would_have_swung() -> None:
    found, marked = reference(""), reference("foot.L 0-1.1, foot.L 1.4-2")
    assert not bears(found, "foot.L")[SWINGS].any()
    assert bears(marked, "foot.L")[: round(1.1 * RATE)].all()
    ankle = marked.figure.index["foot.L"]
    planted = slice(round(0.1 * RATE), round(1.0 * RATE))
    for each, most in ((found, np.inf), (marked, 0.01)):
        way = np.ptp(each.placed.origins[planted, ankle, :2], axis=0).max()
        assert (way > 0.2) == (each is found)
        assert way < most
    own = np.array(parts_of(marked.figure, marked.touches)) == "foot.L"
    lowest = marked.touches.places(marked.placed)[planted, own, 2].min(axis=1)
    assert np.abs(lowest).max() < 0.005


def test_a_foot_whose_mark_is_taken_away_swings_and_the_other_parts_stay_as_found() -> None:
    found, marked = reference(""), reference("foot.L none")
    assert not bears(marked, "foot.L").any()
    assert np.array_equal(bears(marked, "foot.R"), bears(found, "foot.R"))
    values = Cue("perform", clip=BOW).values()
    swings = []
    for each in (found, marked):
        frames: Any = frames_of(each, stiffness_over(each, lambda seconds: values))
        swings.append(frames["swings"][: found.frames, 0])
    assert not swings[0].all()
    assert swings[1].all()


def test_marks_that_are_those_found_change_nothing() -> None:
    found = preparation_of(STEPS, BODY, 1.0, GRAVITY, "")
    assert "foot.L 0.3" in found.contacts
    assert "hand.R none" in found.contacts
    a, b = reference(""), reference(found.contacts)
    assert np.array_equal(a.bears, b.bears)
    assert np.array_equal(a.placed.origins, b.placed.origins)


def test_marks_are_in_seconds_of_the_clip_at_any_tempo_and_of_its_own_sides() -> None:
    slow = reference("foot.L 0.5-1", tempo=0.5)
    at = np.flatnonzero(bears(slow, "foot.L")) / RATE
    assert (at[0], at[-1]) == pytest.approx((1.0, 2.0), abs=0.005)
    told = contacts_in(slow.figure, slow.touches, slow.bears, 0.5)
    assert told["foot.L"] == [pytest.approx((0.5, 1.0), abs=0.005)]
    other = reference("foot.L 0.5-1", mirrored=True)
    at = np.flatnonzero(bears(other, "foot.R")) / RATE
    assert (at[0], at[-1]) == pytest.approx((0.5, 1.0), abs=0.005)


def test_a_lifted_clip_is_told_to_be_lowered() -> None:
    lifted = replace(STEPS, pelvis=STEPS.pelvis + [0.0, 0.0, 0.1])
    told = preparation_of(lifted, BODY, 1.0, GRAVITY, "")
    assert told.raised == pytest.approx(-0.1, abs=0.01)
    assert "lowered by 10." in told.sentence or "lowered by 9." in told.sentence
    assert 0.005 < told.feet_moved < 0.1


def test_text_comes_back_as_it_was_written() -> None:
    text = "foot.L 0.42-0.8, foot.L 1.1-1.35, hand.R none"
    assert write_marks(read_marks(text)) == text
    assert read_marks(" foot.L  1.1 - 1.35,foot.L 0.42-0.80 , hand.R none,") == read_marks(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tail 0.1-0.2", r"'tail', which is no part of this body .*; allowed: .*foot\.L"),
        ("foot.L 0.3-0.2", "'foot.L 0.3-0.2' ends before it begins"),
        ("foot.L 0.2-0.2", "ends before it begins"),
        ("foot.L 0.3-9", "foot.L 0.3-9 is outside the clip, which goes from 0 to 0.6 s"),
        ("foot.L -0.3-0.2", "is outside the clip"),
        ("foot.L nan-0.2", "needs seconds that are numbers"),
        ("foot.L 0.1-inf", "needs seconds that are numbers"),
        ("foot.L", "'foot.L' is no contact: write a part and its seconds, as in foot.L 0.42-0.80"),
        ("foot.L soon", "is no contact"),
    ],
)
def test_a_bad_mark_is_one_sentence(text: str, sentence: str) -> None:
    cue = Cue("perform", clip=BOW, contact_marks=text)
    with pytest.raises(InvalidInput, match=sentence):
        simulate(Shot([Performer(BODY, [cue])], duration=0.2))


def test_a_plan_is_not_taken_for_one_of_other_marks() -> None:
    marks = ("", "foot.L none", "foot.L 0.1-0.2")
    cues = [Cue("perform", clip=BOW, contact_marks=text) for text in marks]
    assert len({key_of(cue.values()) for cue in cues}) == 3


def test_a_body_performs_a_bow_on_one_foot_as_marked() -> None:
    """The left leg is not told to bear: what it carries falls, though it does not leave the ground.
    """
    loads = []
    for marks in ("", "foot.L none"):
        cue = Cue("perform", clip=BOW, contact_marks=marks, plan="perform alone")
        take = simulate(
            Shot([Performer(BODY, [cue])], duration=0.3), record=("contact_forces",)
        )
        performance = take.performances[0]
        feet = [performance.segment_names.index(name + ".L") for name in ("foot", "toes")]
        loads.append(float(performance.contact_forces[6:, feet, 2].sum(axis=1).mean()))  # type: ignore
    assert loads[1] < 0.5 * loads[0]
