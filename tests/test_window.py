"""A real Blender window: what an artist does with the panel (tools/window_session.py)."""

from __future__ import annotations

from typing import Any

import pytest
from real_window import WHY_NOT, run_in_window

PICTURES = (
    "panel", "baking", "cancelled", "baked", "undone", "skeleton", "preview", "steering",
    "cancels", "kills",
)  # fmt: skip
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of one session in the window; its pictures lie in the folder `pictures`."""
    return run_in_window(tmp_path_factory.mktemp("session"), "window_session.py")


def test_bake_button_starts_the_simulation_and_the_window_stays_alive(
    session: dict[str, Any],
) -> None:
    assert session["running"]


def test_progress_only_grows(session: dict[str, Any]) -> None:
    progress = session["progress"]
    assert progress == sorted(progress)
    assert progress[-1] > progress[0]


def test_undo_while_baking_and_then_escape_leave_the_scene_as_it_was(
    session: dict[str, Any],
) -> None:
    assert session["escaped"]


def test_second_bake_writes_one_action(session: dict[str, Any]) -> None:
    assert session["baked"] == 1


def test_baked_rig_walks_at_the_speed_of_the_panel(session: dict[str, Any]) -> None:
    # 6 s at 1 m/s, of which about one goes into starting from standing.
    assert session["walked"] == pytest.approx(1.0 * 5.0, rel=0.25)  # [m]


def test_one_undo_takes_the_bake_back(session: dict[str, Any]) -> None:
    assert session["bake_undone"]


def test_preview_moves_the_rig(session: dict[str, Any]) -> None:
    assert session["first_motion"] > 0.0  # [s]; the bar is that of `footfall bench preview`


def test_preview_can_be_scrubbed(session: dict[str, Any]) -> None:
    first, second = session["scrubbed"]
    assert first != second


def test_accepted_preview_is_one_action_that_undo_takes_back_and_redo_brings(
    session: dict[str, Any],
) -> None:
    assert session["accepted"] == 1
    assert session["preview_undone"]
    assert session["preview_redone"]


def test_a_key_and_a_drag_steer_and_escape_leaves_the_scene_as_it_was(
    session: dict[str, Any],
) -> None:
    first, *_, last = session["steered"]
    assert first[0] == pytest.approx(1.1)  # [m/s], after one press of the arrow
    assert last[0] > first[0]
    assert last[1] > first[1]
    assert session["steering_left"]


def test_cancel_at_any_moment_leaves_the_scene_as_it_was(session: dict[str, Any]) -> None:
    assert all(session["cancels"])


def test_worker_killed_at_any_moment_is_an_error_and_leaves_the_scene_as_it_was(
    session: dict[str, Any],
) -> None:
    assert all(session["kills"])
    assert all("The simulation process died" in said for said in session["kills_reports"])


def test_pictures_show_something(session: dict[str, Any]) -> None:
    # A window that was never drawn is one colour, which makes a PNG of a few kilobytes.
    for name in PICTURES:
        assert (session["pictures"] / f"{name}.png").stat().st_size > 50_000, name
