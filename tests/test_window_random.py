"""Random sequences of an artist's actions in a real window (tools/window_random.py)."""

from __future__ import annotations

from typing import Any

import pytest
from real_window import WHY_NOT, run_in_window

COUNT, SEED = 3, 1
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("random")
    return run_in_window(folder, "window_random.py", str(COUNT), str(SEED))


def test_no_action_ends_blender(session: dict[str, Any]) -> None:
    assert [len(s["actions"]) for s in session["sequences"].values()] == [30] * COUNT


def test_no_action_is_a_python_error(session: dict[str, Any]) -> None:
    assert "Traceback" not in session["output"]


def test_runs_end_and_cancelled_ones_leave_no_trace(session: dict[str, Any]) -> None:
    assert sum(s["compared"] for s in session["sequences"].values())
    assert [s["wrong"] for s in session["sequences"].values()] == [[]] * COUNT
