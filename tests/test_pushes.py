"""A push among the cues acts as one of the shot's own, beside whatever is being done."""

from __future__ import annotations

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Push, Shot, simulate

HUMAN = Character.humanoid()


def test_a_push_among_the_cues_does_what_the_same_push_in_the_shot_does() -> None:
    cue = Cue("push", start=0.1, force=(40.0, 0.0, 0.0), duration=0.2, segment="head")
    push = Push(0, "head", 0.1, 0.2, (40.0, 0.0, 0.0))
    cued = simulate(Shot([Performer(HUMAN, [cue])], duration=0.5)).performances[0]
    pushed = simulate(Shot([Performer(HUMAN)], pushes=[push], duration=0.5)).performances[0]
    assert np.array_equal(cued.segment_positions, pushed.segment_positions)
    assert cued.events == pushed.events == [(pytest.approx(0.1), "push")]


def test_pushes_that_overlap_add_up() -> None:
    half = Cue("push", start=0.1, force=(0.0, 20.0, 0.0), duration=0.2)
    whole = Cue("push", start=0.1, force=(0.0, 40.0, 0.0), duration=0.2)
    twice, once = (
        simulate(Shot([Performer(HUMAN, cues)], duration=0.5)).performances[0]
        for cues in ([half, half], [whole])
    )
    assert twice.center_of_mass == pytest.approx(once.center_of_mass, abs=1e-9)
