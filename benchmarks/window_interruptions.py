"""Previews in a real Blender window that are interrupted at random moments: what they leave behind.

By Esc, and by a worker that dies (tools/window_session.py).
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from ..base.errors import FootfallError
from ..evaluation.real_window import build_extension, reason_to_skip, run_in_window
from .parts.table import Row

MOMENTS = 20  # of each kind
DIED = "The simulation process died"


def measure() -> list[Row]:
    """All rows; takes five minutes, and needs the window of tools/setup_blender_window.sh."""
    why_not = reason_to_skip()
    if why_not:
        raise FootfallError(f"The benchmark needs a real window, but {why_not}.")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        extension = build_extension(folder)
        said = run_in_window(folder / "session", extension, "window_session.py", f"{MOMENTS}")
    kept = sum(said["cancels"])
    survived = sum(
        same and DIED in shown
        for same, shown in zip(said["kills"], said["kills_reports"], strict=True)
    )
    every = f"must: {MOMENTS}"
    return [
        Row(f"cancelled at a random moment, the scene as it was, of {MOMENTS}", "", "",
            f"{kept}", kept == MOMENTS, every),
        Row(f"worker killed at a random moment, one sentence and the scene as it was, of {MOMENTS}",
            "", "", f"{survived}", survived == MOMENTS, every),
    ]  # fmt: skip
