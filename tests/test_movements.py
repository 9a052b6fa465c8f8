"""Movements of getting up and changes of posture are data, checked as they are read."""

from __future__ import annotations

from typing import Any

import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.catalogue.movements import PARTS, check_movements, movement
from footfall.catalogue.posture_changes import LEGS, check_changes, posture_change
from footfall.catalogue.rising_styles import check_rising_styles, rising_styles


def movements_of(**parts: Any) -> dict[str, Any]:
    """A file with one movement, with these parts besides its duration."""
    made = {"sentence": "The knees bend.", "lasts": 1.0, **parts}
    return {"version": 1, "made": "for a test", "movements": {"bend": made}}


def changes_of(**parts: Any) -> dict[str, Any]:
    """A file with one change of posture of one stage, with these parts besides its duration."""
    change = {"sentence": "The hips sink.", "stages": [{"lasts": 1.0, **parts}]}
    return {"version": 1, "made": "for a test", "changes": {"sink": change}}


def test_the_parts_that_may_bear_are_those_of_a_human() -> None:
    of_human = {name.partition(".")[0] for name in Character.humanoid().segment_names}
    assert set(PARTS) == of_human | {"knee"}


def test_styles_of_getting_up_are_checked() -> None:
    assert {"usual", "quick", "tired", "old"} <= set(rising_styles())
    table = {"version": 1, "made": "for a test"}
    for parts, told in (
        ({"rests": {"fly": 1.0}}, "fly"), ({"rests": {"tuck": -1.0}}, "tuck"),
        ({"first": "middle"}, "middle"), ({"pace": 0.0}, "pace"),
    ):  # fmt: skip
        with pytest.raises(InvalidInput, match=told):
            check_rising_styles({**table, "styles": {"odd": {"sentence": "Oddly.", **parts}}})


def test_the_legs_that_step_are_those_of_a_four_legged_body() -> None:
    feet = [f"foot.{leg}" for leg in LEGS]
    assert set(feet) <= set(Character.quadruped().segment_names)


def test_a_movement_without_parts_that_bear_spares_some() -> None:
    assert not movement("arms_out").lets_bear("hand") and movement("arms_out").lets_bear("torso")
    assert movement("up").lets_bear("foot") and not movement("up").lets_bear("torso")


def test_a_sitting_body_sinks_lower_than_one_that_stands() -> None:
    assert posture_change("stand_to_sit").last("height.back") < 0.5
    assert posture_change("lie_to_stand").last("height.back") == 1.0


def test_unknown_names_are_refused() -> None:
    with pytest.raises(InvalidInput, match="Unknown movement 'jump'; allowed: roll_over, "):
        movement("jump")
    with pytest.raises(InvalidInput, match="Unknown change of posture 'jump'; allowed: stand_to"):
        posture_change("jump")


@pytest.mark.parametrize(("parts", "message"), [
    ({"lasts": 0.0}, "The 'lasts' of the movement 'bend' must be above 0 up to 10 s, got 0.0."),
    ({"lift": 2.0}, "The 'lift' of the movement 'bend' must be 0 to 1 m, got 2.0."),
    ({"bears": ["hand.L"]}, "The 'bears' of the movement 'bend' must be of pelvis, .*'hand.L'."),
    ({"places": {"nose": [0.0, 0.0, 0.0]}},
     "The places of the movement 'bend' have no 'nose'; allowed: hand, elbow, knee, foot, mass."),
    ({"places": {"hand": [0.1]}},
     r"The place 'hand' of the movement 'bend' must be 3 numbers, got \[0.1\]."),
    ({"must_reach": 0.0},
     "The 'must_reach' of the movement 'bend' must be above 0 up to 1 m, got 0.0."),
    ({"jumps": 1.0}, "The movement 'bend' has no 'jumps'; allowed: sentence, lasts, hold, "),
])  # fmt: skip
def test_a_movement_that_is_none_is_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        check_movements(movements_of(**parts))


@pytest.mark.parametrize(("parts", "message"), [
    ({"lasts": -1.0},
     "The duration of stage 1 of the change 'sink' must be 0 to 10 s, got -1.0."),
    ({"waits_for": "luck"},
     "The 'waits_for' of stage 1 of the change 'sink' must be one of has_landed, .* got 'luck'."),
    ({"ramps": [["height", 0.0, 1.0, 0.5]]},
     "The value of a ramp of stage 1 of the change 'sink' must be one of height.front, "),
    ({"ramps": [["height.back", 1.0, 1.0, 0.5]]},
     "The end of a ramp of stage 1 of the change 'sink' must be above 1 up to 10 s, got 1.0."),
    ({"sets": {"rests.tail": 1}},
     "A value that stage 1 of the change 'sink' sets must be one of height.front, .*'rests.tail'."),
    ({"steps": [{"leg": "F", "lifts": 0.0, "lands": 0.3, "place": "as_standing"}]},
     "The leg of a step of stage 1 of the change 'sink' must be one of FL, FR, BL, BR, got 'F'."),
    ({"steps": [{"leg": "FL", "lifts": 0.0, "lands": 0.3, "place": "there"}]},
     "The place of a step of stage 1 of the change 'sink' must be one of as_standing, .* 'there'."),
])  # fmt: skip
def test_a_change_of_posture_that_is_none_is_refused(
    parts: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        check_changes(changes_of(**parts))
