"""Hops on one foot and gallops sideways, as an artist sees them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, simulate
from footfall.shots.take import Performance, Take

LASTS, SETTLED = 7.0, 3.0  # [s]
SIDES = ("left", "right")


def does(*cues: Cue, seconds: float = LASTS) -> tuple[Take, Performance]:
    take = simulate(Shot([Performer(Character.humanoid(), cues)], duration=seconds))
    return take, take.performances[0]


def facing(performance: Performance) -> np.ndarray:
    """Heading of the pelvis [rad], frame by frame."""
    w, x, y, z = performance.root_orientation.T
    return np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))


def speed_of(take: Take, performance: Performance) -> np.ndarray:
    late = take.times > SETTLED
    way = performance.center_of_mass[late][-1] - performance.center_of_mass[late][0]
    velocity: np.ndarray = way[:2] / np.ptp(take.times[late])
    return velocity


@pytest.mark.parametrize("foot", SIDES)
def test_a_hop_travels_on_one_foot_in_flights(foot: str) -> None:
    take, performance = does(Cue("hop", foot=foot, speed=1.0))
    assert performance.fell_at is None
    ahead, left = speed_of(take, performance)
    assert 0.8 < ahead < 1.2
    assert abs(left) < 0.1
    down = performance.foot_contacts[take.times > SETTLED]
    hops, carried = down[:, SIDES.index(foot)], down[:, 1 - SIDES.index(foot)]
    assert not carried.any()
    assert 0.2 < 1.0 - hops.mean() < 0.6
    assert np.diff(hops.astype(int)).clip(0).sum() >= 5  # landings


@pytest.mark.parametrize("side", SIDES)
def test_a_side_gallop_travels_sideways_and_faces_ahead(side: str) -> None:
    take, performance = does(Cue("side_gallop", side=side, speed=1.2))
    assert performance.fell_at is None
    ahead, left = speed_of(take, performance)
    assert abs(ahead) < 0.15
    assert 1.0 < (left if side == "left" else -left) < 1.4
    assert np.abs(facing(performance)[take.times > SETTLED]).max() < 0.4
    late = take.times > SETTLED
    down = performance.foot_contacts[late]
    assert 0.1 < (~down.any(axis=1)).mean() < 0.6
    feet = [performance.segment_positions[late, performance.segment_names.index(name), 1]
            for name in ("foot.L", "foot.R")]  # fmt: skip
    assert (feet[0] - feet[1]).min() > 0.03  # [m]: they neither cross nor touch


@pytest.mark.parametrize(
    ("skill", "values"), [("hop", {"foot": "right"}), ("side_gallop", {"side": "right"})]
)
def test_it_begins_in_a_walk_and_ends_in_standing(skill: str, values: Mapping[str, str]) -> None:
    cues = Cue("walk"), Cue(skill, 2.0, **values), Cue("stand", 6.0)
    take, performance = does(*cues, seconds=11.0)
    assert performance.fell_at is None
    last = take.times > 10.5
    assert np.ptp(performance.center_of_mass[last, :2], axis=0).max() < 0.05
    assert performance.foot_contacts[last].all()


@pytest.mark.parametrize(
    "cues",
    [
        (Cue("run"), Cue("hop", 4.0)),
        (Cue("side_gallop"), Cue("run", 4.0, speed=2.5)),
        (Cue("hop"), Cue("side_gallop", 4.0, side="right")),
    ],
    ids=lambda cues: " then ".join(cue.skill for cue in cues),
)
def test_one_goes_on_out_of_the_other(cues: tuple[Cue, ...]) -> None:
    take, performance = does(*cues, seconds=9.0)
    assert performance.fell_at is None
    down = performance.foot_contacts[take.times > 7.5]
    assert (~down.any(axis=1)).mean() > 0.1
    if cues[1].skill == "hop":
        assert not down[:, 1].any()


@pytest.mark.parametrize("skill", ["hop", "side_gallop"])
def test_a_jump_after_it_is_one_from_a_stand(skill: str) -> None:
    take, performance = does(Cue(skill), Cue("jump", 3.0, height=0.2), seconds=9.0)
    assert performance.fell_at is None
    assert [name for _, name in performance.events if name == "landed"]
    assert performance.foot_contacts[take.times > 8.8].all()


def test_a_hop_turns() -> None:
    take, performance = does(Cue("hop", speed=0.8, turn_rate=0.5), seconds=8.0)
    assert performance.fell_at is None
    late = take.times > 4.0
    turned = np.ptp(facing(performance)[late])
    assert turned == pytest.approx(2.0, abs=0.6)
