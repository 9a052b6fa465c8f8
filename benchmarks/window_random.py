"""Random sequences of an artist's actions in a real Blender window.

The sequences are those of tools/window_random.py.
"""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from ..base.errors import FootfallError
from .parts.table import Row

COUNT, SEED = 60, 1
AT_ONCE = 20  # sequences of one Blender, which a run in the window has time for
ROOT = Path(__file__).resolve().parent.parent


def measure() -> list[Row]:
    """All rows; takes 15 minutes, and needs the window of tools/setup_blender_window.sh."""
    window = _real_window()
    if window.WHY_NOT:
        raise FootfallError(f"The benchmark needs a real window, but {window.WHY_NOT}.")
    done, crashes, tracebacks = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(SEED, SEED + COUNT, AT_ONCE):
            said = run_sequences(window, Path(folder), AT_ONCE, seed)
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


def run_sequences(window: ModuleType, folder: Path, count: int, seed: int) -> dict[str, Any]:
    """The report of the script, with `output`: what Blender printed."""
    said: dict[str, Any] = window.run_in_window(folder, "window_random.py", str(count), str(seed))
    return said


def _real_window() -> ModuleType:
    """Which the tests in the window share."""
    spec = importlib.util.spec_from_file_location("real_window", ROOT / "tests/real_window.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
