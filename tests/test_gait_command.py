"""The command of a biped from a cue: the given numbers, else those of its size and style."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.controllers.gait.style_channels import STANCE_KNEE
from footfall.simulation.body import make_body
from footfall.skills import behaviour_of
from footfall.skills.biped import Biped, make_biped
from footfall.skills.styles import Styles

ADULT = 0.93  # leg of the adult for whom styles are drawn [m]


def biped(character: Character) -> Biped:
    _, record = make_body(character)
    return make_biped(character, record, 0.0, 9.81, 0.001, Styles({}), {})


def told(walker: Biped, skill: str, **parameters: Any) -> Any:
    """The command to a biped after a cue begins."""
    walker.begin(behaviour_of(walker.kind, skill))
    walker.behaviour.command(Cue(skill, **parameters).values())
    return walker.command


def test_steps_are_as_high_and_wide_as_the_body_is_large() -> None:
    for character in (Character.humanoid(), Character.preset("child"), Character.preset("giant")):
        leg = character.leg_length
        asked = told(biped(character), "walk")
        assert asked["step_height"] == pytest.approx(0.09 * leg)
        assert asked["step_width"] == pytest.approx(0.13 * leg)
        assert asked["style_speed"] == pytest.approx(1.2 * math.sqrt(leg / ADULT))
        assert math.isnan(asked["step_period"])


def test_a_style_adds_to_the_gait_by_the_size_of_the_body() -> None:
    child = Character.preset("child")
    size = child.leg_length / ADULT
    asked = told(biped(child), "walk", style="sneak", torso_lean=0.1)
    offsets = biped(child).styles.mixed("sneak", 1.0)[1]
    assert asked["step_height"] == pytest.approx((0.09 * ADULT + offsets["step_height"]) * size)
    assert asked["torso_lean"] == pytest.approx(0.1 + offsets["torso_lean"])
    assert asked["period_factor"] == offsets["step_period"] > 1.0


def test_what_a_cue_gives_is_done_in_any_style() -> None:
    given = {"step_height": 0.2, "step_width": 0.3, "step_period": 0.7, "turn_rate": 0.4}
    asked = told(biped(Character.humanoid()), "walk", style="sneak", **given)
    assert {name: asked[name] for name in given} == given


def test_a_given_stance_knee_is_held_and_another_cue_lets_it_follow_the_style() -> None:
    walker = biped(Character.humanoid())
    asked = told(walker, "walk", stance_knee=0.7)
    assert (asked["limb"][:, STANCE_KNEE] == 0.0).all()
    assert (asked["limb_mean"][:, STANCE_KNEE] == 0.7).all()
    asked = told(walker, "walk")
    drawn = walker.styles.mixed("natural", 1.0)[0]
    for name in ("limb", "limb_mean"):
        assert (asked[name][:, STANCE_KNEE] == drawn[name][:, STANCE_KNEE]).all()


def test_a_stander_turns_to_its_heading_though_it_came_in_a_turn() -> None:
    walker = biped(Character.humanoid())
    told(walker, "walk", turn_rate=0.5, step_period=0.4)
    asked = told(walker, "stand", idle=0.5)
    assert math.isnan(asked["turn_rate"]) and math.isnan(asked["step_period"])
    assert asked["idle"] == 0.5


def test_an_idle_stander_shifts_its_weight_and_shuffles_its_feet_and_another_does_not() -> None:
    def stand(idle: float, duration: float) -> tuple[float, float]:
        """Largest sideways movement of the body in 7 s [m], and its number of steps."""
        shot = Shot([Performer(Character.humanoid(), [Cue("stand", idle=idle)])], duration=duration)
        performance = simulate(shot).performances[0]
        assert performance.fell_at is None
        steps = [name for _, name in performance.events if name.startswith("footstrike")]
        return float(np.ptp(performance.center_of_mass[120:420, 1])), len(steps)

    shifted, steps = stand(1.0, duration=30.0)
    assert 0.01 < shifted < 0.06 and 2 <= steps <= 12
    shifted, steps = stand(0.0, duration=12.0)
    assert shifted < 0.005 and steps == 0
