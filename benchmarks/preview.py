"""The preview: from the press to a rig that moves, the compile cache warm."""

from __future__ import annotations

import contextlib
import io
import statistics
import time
from typing import Any

from .parts.table import Row

PRESSES = 7
MOST = 1.0  # [s]
ASKED, MOST_ASKED = 100, 3.0  # redraws; [ms]
PATIENCE = 300.0  # [s]; the first run on a computer compiles
READY = 5.0  # [s] in which a worker gets ready by itself
STEP = 1 / 60  # [s] between two steps, as the operator's timer takes them


def measure() -> list[Row]:
    """All rows; takes about two minutes."""
    from .. import operators

    operators.register()
    try:
        return [row for name, make in _rigs().items() for row in _rows_of(name, make)]
    finally:
        operators.unregister()


def _rigs() -> dict[str, Any]:
    from ..bodies.character import Character
    from ..evaluation.drawn_rigs import draw_armature
    from ..rigs.blender.rigify import make_rigify_human

    return {
        "20 bones": lambda: draw_armature(Character.humanoid()),
        "Rigify, 706 bones": make_rigify_human,
    }


def _rows_of(name: str, make: Any) -> list[Row]:
    import bpy

    with contextlib.redirect_stdout(io.StringIO()):
        bpy.ops.wm.read_homefile(use_empty=True)
        bpy.context.scene.footfall.armature = make()
    _press(waits=False)  # compiles, where that was not done
    cold = [_press(waits=False) for _ in range(PRESSES)]
    warm = [_press(waits=True) for _ in range(PRESSES)]
    asked = _ask()
    return [
        Row(
            f"{name}: a redraw asks what keeps it from being baked [ms]", "", "", f"{asked:.1f}",
            asked <= MOST_ASKED, f"must: at most {MOST_ASKED:g}",
        ),
        # A worker waits from when the panel is first shown; without one there is no bar.
        Row(f"{name}: press to motion, no worker waiting [s]", "", "", _times(cold)),
        Row(
            f"{name}: press to motion [s]", "", "", _times(warm),
            statistics.median(warm) <= MOST, f"must: at most {MOST:g}",
        ),
    ]  # fmt: skip


def _ask() -> float:
    """[ms] that the panel and its three buttons take together for it, the rig once mapped."""
    import bpy

    from ..operators.readiness import what_prevents

    what_prevents(bpy.context)
    spans = []
    for _ in range(ASKED):
        start = time.perf_counter()
        for _ in range(4):
            what_prevents(bpy.context)
        spans.append(1e3 * (time.perf_counter() - start))
    return statistics.median(spans)


def _times(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.2f}, at worst {max(seconds):.2f}"


def _press(waits: bool) -> float:
    """[s] until a second frame is on the rig."""
    import bpy

    from ..operators.previewing import begin_preview, end_preview
    from ..operators.standby import dismiss_worker, prepare_worker

    dismiss_worker()
    if waits:
        prepare_worker()
        time.sleep(READY)
    start = time.perf_counter()
    preview = begin_preview(bpy.context)
    try:
        while preview.frames < 2 and time.perf_counter() < start + PATIENCE:
            time.sleep(STEP)
            preview.step(bpy.context)
        return time.perf_counter() - start
    finally:
        end_preview()
