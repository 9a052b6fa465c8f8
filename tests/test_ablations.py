"""A walker without one of its parts: every part does something, and none is missing by default."""

from __future__ import annotations

import numpy as np
import pytest
from human_body import human

from footfall import Cue, Performer, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.controllers.gait.records import Shares, make_command
from footfall.evaluation.ablations import (
    ALPHA_0,
    CLAIMS,
    FULL,
    GAINS,
    PARTS,
    simulate_ablated,
)


def shot() -> Shot:
    return Shot([Performer(human(), [Cue("walk", speed=0.5)])], duration=5.0)


@pytest.fixture(scope="module")
def walks() -> dict[str, Take]:
    """The same walk with each part left out."""
    found = {name: simulate_ablated(shot(), name) for name in CLAIMS}
    return {name: take for name, take in found.items() if take is not None}


def test_a_walker_has_all_its_parts_by_default() -> None:
    command = make_command()[0]
    assert {command[name] for name in Shares.__annotations__} == {1.0}


def test_every_claim_of_the_paper_has_its_ablation() -> None:
    assert set(CLAIMS) == {*PARTS, *GAINS}
    assert {name for shares in PARTS.values() for name in shares} == set(Shares.__annotations__)


def test_the_full_walker_is_the_one_of_simulate(walks: dict[str, Take]) -> None:
    usual = simulate(shot()).performances[0]
    full = walks[FULL].performances[0]
    assert np.array_equal(full.segment_positions, usual.segment_positions)


@pytest.mark.parametrize("name", [name for name in CLAIMS if name != FULL])
def test_a_missing_part_changes_the_walk(walks: dict[str, Take], name: str) -> None:
    full, ablated = walks[FULL].performances[0], walks[name].performances[0]
    assert np.abs(ablated.segment_positions - full.segment_positions).max() > 0.01


def test_without_the_offset_that_keeps_speed_a_walker_keeps_it_worse(
    walks: dict[str, Take],
) -> None:
    paths = {name: take.performances[0].center_of_mass[:, 0] for name, take in walks.items()}
    speeds = {name: (path[-1] - path[150]) / 2.5 for name, path in paths.items()}  # once it walks
    assert abs(speeds[ALPHA_0] - 0.5) > abs(speeds[FULL] - 0.5)


def test_an_unknown_ablation_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Unknown ablation 'no legs'; allowed: full, "):
        simulate_ablated(shot(), "no legs")
