"""A new user's first hour in a real Blender window, on skinned rigs (tools/window_hour.py)."""

from __future__ import annotations

from typing import Any

import pytest
from real_window import WHY_NOT, run_in_window

pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))
SCENES = (
    "bake", "preview", "get_up", "dancers", "horse", "wolf", "crate", "mixamo", "deleted", "linked",
)  # fmt: skip
TORN = 4.0  # an edge of a skinned mesh that is so much longer than at rest
FASTEST = 2.5  # [m/s] of a box that hands lift, carry and put down


@pytest.fixture(scope="module")
def hour(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The facts of each scene; their pictures lie in the folder `pictures`."""
    return run_in_window(tmp_path_factory.mktemp("hour"), "window_hour.py")


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_runs_on_after_a_scene_and_its_picture_shows_something(
    hour: dict[str, Any], scene: str
) -> None:
    assert hour[scene]["idle"]
    assert (hour["pictures"] / f"hour_{scene}.png").stat().st_size > 30_000


def test_a_skinned_rigify_human_walks_on_the_ground_and_undo_takes_it_back(
    hour: dict[str, Any],
) -> None:
    walk = hour["bake"]
    assert walk["actions"] == 1
    assert walk["walked"] > 0.5  # [m], of 2 s from standing
    assert walk["lowest"] == pytest.approx(0.0, abs=0.05)  # [m]
    assert walk["stretch"] < TORN
    assert walk["undone"] == 0


def test_a_preview_writes_no_keys_until_it_is_accepted(hour: dict[str, Any]) -> None:
    preview = hour["preview"]
    assert preview["keyed_before"] == 0
    assert preview["actions"] == 1
    assert preview["walked"] > 0.2


def test_a_human_that_is_pushed_over_lies_and_stands_again(hour: dict[str, Any]) -> None:
    assert hour["get_up"]["lowest"] < 0.4  # of the standing mesh's middle
    assert hour["get_up"]["last"] > 0.85
    assert "did not finish" not in hour["get_up"]["reports"]


def test_twelve_dancers_have_bodies_of_their_own_that_are_whole(hour: dict[str, Any]) -> None:
    crowd = hour["dancers"]
    assert crowd["members"] == crowd["bodies"] == 12
    assert len({round(height, 2) for height in crowd["heights"]}) > 6
    assert crowd["stretch"] < TORN


def test_a_rigify_horse_trots(hour: dict[str, Any]) -> None:
    assert hour["horse"]["went"] > 1.0  # [m]
    assert hour["horse"]["stretch"] < TORN


def test_a_rigify_wolf_sits(hour: dict[str, Any]) -> None:
    assert hour["wolf"]["hips"] < 0.6  # of their standing height
    assert "did not finish" not in hour["wolf"]["reports"]


def test_a_box_is_lifted_and_put_down_where_it_was_asked_though_that_came_too_early(
    hour: dict[str, Any],
) -> None:
    crate = hour["crate"]
    assert crate["lifted"] > 0.6  # [m]
    assert crate["fastest"] < FASTEST
    # Half its height above the ground, which is where the rig's skinned soles are.
    assert crate["rests_at"] == pytest.approx(0.15, abs=0.04)  # [m]
    assert crate["from_target"] < 0.15  # [m]


def test_a_character_with_mixamos_names_walks(hour: dict[str, Any]) -> None:
    assert hour["mixamo"]["walked"] > 0.5
    assert hour["mixamo"]["stretch"] < TORN


def test_a_preview_ends_when_its_rig_is_deleted_and_nothing_is_baked(hour: dict[str, Any]) -> None:
    deleted = hour["deleted"]
    assert deleted["gone"]
    assert not deleted["previewing"]
    assert deleted["actions"] == 0
    assert "rig" in deleted["reports"].lower()


def test_a_linked_rig_is_refused_before_anything_is_simulated(hour: dict[str, Any]) -> None:
    assert not hour["linked"]["can_bake"]
    assert not hour["linked"]["can_preview"]
