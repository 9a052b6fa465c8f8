"""How long strips, gizmos and ghosts of twenty cues take to be drawn by a software renderer.

Each of them is drawn ten times more in redraws of the window, by tools/window_desk.py, which waits
for the renderer before and after.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from ..base.errors import FootfallError
from ..evaluation.real_window import build_extension, reason_to_skip, run_in_window
from .parts.table import Row

FASTEST = 30  # frames a second
PARTS = ("strips", "gizmos", "ghosts")


def measure() -> list[Row]:
    """All rows; takes two minutes, and needs the window of tools/setup_blender_window.sh."""
    why_not = reason_to_skip()
    if why_not:
        raise FootfallError(f"The benchmark needs a real window, but {why_not}.")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        extension = build_extension(folder)
        said = run_in_window(folder / "window", extension, "window_desk.py", "speed")["speed"]
    return rows_of({part: median(said[part]) for part in PARTS}, median(said["redraws"]))


def rows_of(parts: dict[str, float], redraw: float) -> list[Row]:
    """Rows of the time [s] of each part, and of a redraw of the window with all of them."""
    own = sum(parts.values())
    each = "; ".join(f"{1e3 * seconds:.1f}" for seconds in parts.values())
    return [
        Row(f"drawing {', '.join(parts)} of 20 cues [ms]", "", "", each),
        Row("all of them together [ms]; frames a second of that alone", "", "",
            f"{1e3 * own:.1f}; {1 / own:.0f}", 1 / own >= FASTEST, f"must: {FASTEST}"),
        Row("redraw of the window with them [ms]; their share of it [%]", "", "",
            f"{1e3 * redraw:.0f}; {100 * own / redraw:.0f}"),
    ]  # fmt: skip
