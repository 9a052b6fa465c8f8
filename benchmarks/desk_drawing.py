"""How long strips, gizmos and ghosts of twenty cues take to be drawn by a software renderer.

The whole window is redrawn with and without them, in turns, as tools/window_desk.py does it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from ..base.errors import FootfallError
from ..evaluation.real_window import build_extension, reason_to_skip, run_in_window
from .parts.table import Row

FASTEST = 30  # frames a second


def measure() -> list[Row]:
    """All rows; takes two minutes, and needs the window of tools/setup_blender_window.sh."""
    why_not = reason_to_skip()
    if why_not:
        raise FootfallError(f"The benchmark needs a real window, but {why_not}.")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        extension = build_extension(folder)
        said = run_in_window(folder / "window", extension, "window_desk.py", "speed")["speed"]
    return rows_of(said["with"], said["without"])


def rows_of(drawn: list[float], plain: list[float]) -> list[Row]:
    """Rows of the times [s] of redraws with and without what belongs to the cues."""
    whole, rest = median(drawn), median(plain)
    # Each redraw is compared with the one after it, since other work on the machine comes and goes.
    own = max(median(one - other for one, other in zip(drawn, plain, strict=True)), 1e-4)
    rate = 1.0 / own
    return [
        Row("redraw of the window with 20 cues drawn; without them [ms]", "", "",
            f"{1e3 * whole:.0f}; {1e3 * rest:.0f}"),
        Row("drawing of 20 cues alone [ms]; its share of the redraw [%]", "", "",
            f"{1e3 * own:.1f}; {100 * own / whole:.0f}"),
        Row("frames a second of that drawing", "", "", f"{rate:.0f}", rate >= FASTEST,
            f"must: {FASTEST}"),
    ]  # fmt: skip
