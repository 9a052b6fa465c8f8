"""What a new user does in a real window, and waits for, until first results are on the screen.

The actions are those of tools/window_new_user.py, with real mouse events, in an extension that was
just installed from its zip: opening the sidebar and its tab count as well. The zip brings the
walk's compiled laws for the window's Python, as that of `make extension` does for the builder's.
The first walk is waited for once more from a zip without them, which other Pythons get.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ..base.errors import FootfallError
from ..evaluation.real_window import build_extension, reason_to_skip, run_in_window
from .parts.table import Row

WINDOW = "1920x1080"
MOST = {"first_walk": 4, "falls": 8, "style": 2, "crowd": 4}  # actions
LONGEST = 60.0  # [s] of waiting for the first walk
MEMBERS = 12
FAR, NEAR = 0.5, 0.05  # [m] that a walk goes; of the lowest point from the ground
LYING, STANDING = 0.4, 0.85  # of the height of the standing mesh's middle


def measure() -> list[Row]:
    """All rows; takes some 15 minutes, and needs the window of tools/setup_blender_window.sh."""
    why_not = reason_to_skip()
    if why_not:
        raise FootfallError(f"The benchmark needs a real window, but {why_not}.")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        said = _said(folder / "with")
        bare = _said(folder / "without", "first_walk", compiled=False)
    return rows_of(said, bare["first_walk"]["waited"])


def _said(folder: Path, *scenes: str, compiled: bool = True) -> dict[str, Any]:
    folder.mkdir()
    extension, script = build_extension(folder, compiled), "window_new_user.py"
    window = folder / "window"
    return run_in_window(window, extension, script, *scenes, size=WINDOW, is_new=True)


def rows_of(said: dict[str, Any], bare: float) -> list[Row]:
    """Rows of the four results.

    Args:
        said: what the script reports.
        bare: how long the first walk is waited for from a zip without compiled laws [s].
    """
    walk, falls, style, crowd = (said[name] for name in MOST)
    return [
        _actions("from an empty scene to a skinned walk", "first_walk", walk),
        Row("waiting for it, just installed [s]", "", "", f"{walk['waited']:.0f}",
            walk["waited"] <= LONGEST, f"must: {LONGEST:.0f}"),
        Row("the same from a zip without compiled laws [s]", "", "", f"{bare:.0f}"),
        Row("how far its mesh goes [m]; lowest points [m]", "", "",
            f"{walk['moved']:.1f}; {', '.join(f'{low:.3f}' for low in walk['lowest'])}",
            walk["moved"] > FAR and all(abs(low) <= NEAR for low in walk["lowest"]),
            f"must: {FAR:g}; {NEAR:g}"),
        _actions("pushed, falls, gets up and walks on", "falls", falls),
        Row("waiting for it [s]", "", "", f"{falls['waited']:.0f}"),
        Row("its height, lying and at the end, of standing; walks on [m]", "", "",
            f"{falls['fell_to']:.2f}, {falls['ends_at']:.2f}; {falls['walked_on']:.1f}",
            falls["fell_to"] < LYING and falls["ends_at"] > STANDING and falls["walked_on"] > FAR,
            f"must: {LYING:g}, {STANDING:g}; {FAR:g}"),
        _actions("a style is dragged onto it", "style", style),
        Row("its style before and after", "", "", f"{style['before']}, {style['after']}",
            style["before"] != style["after"], "must: another"),
        _actions("a crowd of twelve", "crowd", crowd),
        Row("waiting for it [s]", "", "", f"{crowd['waited']:.0f}"),
        Row("members; the least that one walks [m]", "", "",
            f"{crowd['members']}; {crowd['least_walked']:.1f}",
            crowd["members"] == MEMBERS and crowd["least_walked"] > FAR,
            f"must: {MEMBERS}; {FAR:g}"),
        Row(f"panel below the end of a window of {WINDOW} [pixel]", "", "",
            f"{walk['hidden']:.0f}", walk["hidden"] == 0, "must: 0"),
        Row("the same at a resolution scale of 1.5", "", "", f"{said['large']['hidden']:.0f}"),
    ]  # fmt: skip


def _actions(result: str, scene: str, facts: dict[str, Any]) -> Row:
    """How many actions a result takes, and which."""
    count, most = len(facts["actions"]), MOST[scene]
    ours = f"{count}: {', '.join(facts['actions'])}"
    return Row(f"actions: {result}", "", "", ours, count <= most, f"must: {most}")
