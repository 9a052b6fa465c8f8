"""The stance and squat from which a thing is lifted."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Character
from footfall.bodies.lifting_stance import Hold, lifting_stance, squat
from footfall.bodies.reach_posture import Outline

HUMAN = Character.humanoid(height=1.75, mass=70.4)
BODIES = [HUMAN, *(HUMAN.vary(seed, 0.15) for seed in range(6))]
STRAIGHT_BACK = 0.65  # [rad]
HIP_FLEXION_LIMITS = 1.2  # [rad] of the trunk, of bodies with long legs and short arms


def box_on(outline: Outline, height: float, **more: float) -> Hold:
    """A box in proportion to the body; its handles are at a height, as a share of the leg."""
    leg = outline.leg
    scaled = {name: value * leg for name, value in more.items()}
    return Hold(height * leg, 0.22 * leg, 0.16 * leg, **scaled)


@pytest.mark.parametrize("body", BODIES)
def test_low_things_are_reached_by_bent_knees_and_not_by_the_back(body: Character) -> None:
    outline = Outline(body)
    found = [lifting_stance(outline, box_on(outline, height))[1] for height in (0.25, 0.5, 1.0)]
    bent = max(posture.bend for posture in found)
    assert bent < (STRAIGHT_BACK if body is HUMAN else HIP_FLEXION_LIMITS)
    crouches = [posture.crouch for posture in found]
    assert crouches == sorted(crouches, reverse=True)
    assert crouches[0] > 0.3 * outline.leg
    assert max(posture.residual for posture in found) == 0.0


def test_only_what_is_low_asks_for_feet_that_stand_apart() -> None:
    outline = Outline(HUMAN)
    low, high = (lifting_stance(outline, box_on(outline, height))[0] for height in (0.25, 1.1))
    assert low.apart > 0.2
    assert low.splay > 0.2
    assert (high.apart, high.splay) == (0.0, 0.0)


def test_feet_stay_off_what_bears_the_thing_and_knees_behind_a_high_one() -> None:
    outline = Outline(HUMAN)
    alone = lifting_stance(outline, box_on(outline, 0.7))[1]
    low = box_on(outline, 0.35, support=0.3, support_height=0.1)
    high = box_on(outline, 0.9, support=0.3, support_height=0.7)
    for hold in (low, high):
        stance, posture = lifting_stance(outline, hold)
        toes = outline.toes_ahead * np.cos(stance.splay) - outline.sole_ahead
        assert posture.distance - toes > hold.support
    assert lifting_stance(outline, high)[1].distance > alone.distance


def test_a_load_is_balanced_by_hips_that_are_further_back() -> None:
    outline = Outline(HUMAN)
    stance, posture = lifting_stance(outline, box_on(outline, 0.3))
    bends = np.array(posture.bend), np.array(posture.hip_bend)
    away = np.array(posture.distance)
    _, empty = outline.bent(*bends, away, 0.0)
    _, laden = outline.bent(*bends, away, 15.0)
    assert laden < empty < posture.distance
    _, again = squat(outline, box_on(outline, 0.3), stance, posture.distance)
    assert again == posture
    # With hips further back, hands reach as low from a deeper crouch.
    _, with_load = squat(outline, box_on(outline, 0.3)._replace(load=15.0), stance, away.item())
    assert with_load.crouch > posture.crouch
