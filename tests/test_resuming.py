"""Where a body goes on that has missed a movement of getting up."""

from __future__ import annotations

import numpy as np

from footfall.skills.rising.resuming import ALIKE, MOST_TRIES, go_on_at

LYING, KNEELING, SQUATTING = (np.full(3, height) for height in (0.1, 0.5, 0.9))
BEGUN = (LYING, LYING, KNEELING, SQUATTING)
UNTRIED = (0, 0, 0, 0)


def test_it_goes_on_at_the_last_movement_that_began_like_it_is() -> None:
    assert go_on_at(BEGUN, KNEELING + 0.9 * ALIKE, UNTRIED) == 2
    assert go_on_at(BEGUN, LYING, UNTRIED) == 1


def test_one_joint_that_is_elsewhere_is_another_pose() -> None:
    now = KNEELING + np.array([0.0, 0.0, 1.1 * ALIKE])
    assert go_on_at(BEGUN, now, UNTRIED) is None


def test_what_failed_again_and_again_is_not_tried_once_more() -> None:
    assert go_on_at(BEGUN, LYING, (0, MOST_TRIES, 0, 0)) == 0
    assert go_on_at(BEGUN, LYING, (MOST_TRIES, MOST_TRIES, 0, 0)) is None
