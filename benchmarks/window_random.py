"""Random sequences of an artist's actions in a real Blender window.

The sequences are those of tools/window_random.py.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ..base.errors import FootfallError
from ..evaluation.real_window import build_extension, reason_to_skip, run_in_window
from .parts.table import Row

COUNT, SEED = 60, 1
AT_ONCE = 20  # sequences of one Blender, which a run in the window has time for


def measure() -> list[Row]:
    """All rows; takes 15 minutes, and needs the window of tools/setup_blender_window.sh."""
    why_not = reason_to_skip()
    if why_not:
        raise FootfallError(f"The benchmark needs a real window, but {why_not}.")
    done, crashes, tracebacks = [], 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        extension = build_extension(folder)
        for seed in range(SEED, SEED + COUNT, AT_ONCE):
            script = "window_random.py"
            said = run_in_window(folder / f"{seed}", extension, script, f"{AT_ONCE}", f"{seed}")
            done += said["sequences"].values()
            crashes += len(said["sequences"]) < AT_ONCE
            tracebacks += said["output"].count("Traceback")
    return rows_of(done, crashes, tracebacks)


def rows_of(done: list[dict[str, Any]], crashes: int, tracebacks: int) -> list[Row]:
    wrong = [
        f"{number}: {sentence}"
        for number, sequence in enumerate(done, SEED)
        for sentence in sequence["wrong"]
    ]
    steps = sum(len(sequence["actions"]) for sequence in done)
    began, compared, accepted = (
        sum(sequence[name] for sequence in done) for name in ("runs", "compared", "accepted")
    )
    return [
        Row("sequences of 30 actions; actions", "", "", f"{len(done)}; {steps}"),
        Row("runs that began; previews accepted", "", "", f"{began}; {accepted}"),
        Row("crashes", "", "", str(crashes), crashes == 0, "must: 0"),
        Row("Python errors", "", "", str(tracebacks), tracebacks == 0, "must: 0"),
        Row(
            "cancelled runs that left a trace, or did not end", "", "",
            f"{len(wrong)} of {compared}", not wrong, "must: 0",
        ),
        *(Row("of seed", "", "", sentence, False, "must: none") for sentence in wrong),
    ]  # fmt: skip
