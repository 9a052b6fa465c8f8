"""The cost of a walk in a search for gait numbers: low for people's walk, high for a fall."""

from __future__ import annotations

import json

import numpy as np

from footfall.catalogue.styles import load_style
from footfall.evaluation.gait_bounds import BARS
from footfall.evaluation.gait_cost import (
    FALL,
    GAIT_NAMES,
    STEPS,
    GaitTask,
    count_numbers,
    make_gait_cost,
    style_of,
)
from footfall.search.trial import trial

TASK = GaitTask(json.dumps(load_style("natural")), bodies=())


def test_no_steps_are_the_style_itself_and_a_step_moves_one_number() -> None:
    still = np.zeros(count_numbers(TASK))
    natural = load_style("natural")
    assert style_of(TASK, still)["gait"] == natural["gait"]
    still[GAIT_NAMES.index("drop")] = 1.0
    moved = style_of(TASK, still)["gait"]
    assert moved["drop"] == round(natural["gait"]["drop"] + STEPS["drop"], 4)
    assert {n: v for n, v in moved.items() if n != "drop"} == {
        n: v for n, v in natural["gait"].items() if n != "drop"
    }


def test_numbers_stay_within_their_ranges() -> None:
    far = np.full(count_numbers(TASK), 1e4)
    far[len(GAIT_NAMES) :] = 0.0
    assert style_of(TASK, far)["gait"]["top"] == 1.0


def test_natural_costs_little_and_a_style_that_trips_costs_much() -> None:
    cost_of, still = make_gait_cost(TASK), np.zeros(count_numbers(TASK))
    natural = cost_of(trial(still, 0.0))
    assert natural < len(BARS)
    worse = still.copy()
    worse[GAIT_NAMES.index("reach")] = -20.0
    worse[GAIT_NAMES.index("drop")] = 8.0
    assert natural < cost_of(trial(worse, 0.0)) <= FALL
