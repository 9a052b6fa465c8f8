"""Shows a take on its rig without keys: the channels of each frame are set when it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ...catalogue.output import Output
from ...retarget.segment_motion import Segments
from ...shots.performer import Performer
from ...shots.take import Take
from .actions import animated_paths
from .fcurves import Curve
from .keys import take_curves
from .live_state import mark, read_state, restore_rigs, write_state
from .rig import Rig

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Rows:
    """Values (frames, indices) of some components of one channel."""

    indices: tuple[int, ...]
    values: Array


class LivePose:
    """A rig in the poses that a bake of its take would give.

    Attributes:
        frames: number of frames to show.
    """

    def __init__(self, rig: Rig) -> None:
        self.frames = 0
        self._rig = rig
        self._untouched = read_state(rig.armature)
        self._animated = animated_paths(rig.armature) & self._untouched.keys()
        self._held: dict[str, Any] = {}  # path -> value on all frames
        self._moved: dict[str, Rows] = {}  # path -> values frame by frame
        # A frame change alters these already, and unkeyed values would be lost.
        self._before = {path: self._untouched[path] for path in self._animated}
        self._start = 0
        self._is_shown = False
        mark(rig.armature, self._before)

    def load(
        self, take: Take, start: int, output: Output, pose: Segments | None,
        source: Performer | None = None,
    ) -> None:  # fmt: skip
        """Load a motion, or one that has grown, and show its pose for the present frame.

        Arguments are those of `write_take`. Raises RigError when the rig cannot take the keys.
        """
        armature, untouched = self._rig.armature, self._untouched
        self.hide()  # the solution depends on the rig's own pose
        seen = as_seen(output)
        keyed = take_curves(self._rig, take, start, output=seen, pose=pose, source=source)
        self._start, self.frames = start, len(keyed.frames)
        self._moved = rows_of(keyed.curves)
        ready = read_state(armature)
        self._held = {path: v for path, v in ready.items() if v != untouched.get(path)}
        if output.destination == "new":
            # A new Action leaves out channels that would move the keyed bones: they stay as set.
            left_out = (path for path in self._animated if path in keyed.movers)
            self._held |= {path: untouched[path] for path in left_out}
        self._held = {path: v for path, v in self._held.items() if path not in self._moved}
        changed = {*self._held, *self._moved, *self._animated} & untouched.keys()
        self._before = {path: untouched[path] for path in changed}
        self.show()

    def show(self) -> None:
        """Set the pose again that `hide` has removed."""
        mark(self._rig.armature, self._before)
        self._is_shown = self.frames > 0
        self.refresh(bpy.context.scene)

    def refresh(self, scene: bpy.types.Scene) -> None:
        """Set the pose of the scene's present frame, overriding the rig's own animation."""
        if self._is_shown:
            self.set_frame(scene.frame_current_final - self._start)

    def set_frame(self, at: float) -> None:
        """Set the pose of a frame of the motion, counted from its first one."""
        moved = {
            path: value_at(rows, self._before.get(path), at) for path, rows in self._moved.items()
        }
        write_state(self._rig.armature, {**self._held, **moved})

    def hide(self) -> None:
        """Restore the rig's own pose."""
        self._is_shown = False
        restore_rigs()


def as_seen(output: Output) -> Output:
    """The output for a preview: a key on every frame of the motion, and no contacts."""
    return replace(output, keys="every", key_step=1, frames=None, contacts="none")


def value_at(rows: Rows, before: Any, at: float) -> Any:
    """A channel's value at a frame; components that do not move keep their former value."""
    row = _row(rows.values, at)
    if not isinstance(before, list):
        return row[0]
    whole = list(before)
    for index, value in zip(rows.indices, row, strict=True):
        whole[index] = value
    return whole


def rows_of(curves: Iterable[Curve]) -> dict[str, Rows]:
    columns: dict[str, dict[int, Array]] = {}
    for curve in curves:
        columns.setdefault(curve.path, {})[curve.index] = curve.values
    return {
        path: Rows(tuple(parts), np.column_stack(list(parts.values())))
        for path, parts in columns.items()
    }


def _row(rows: Array, at: float) -> list[float]:
    """Linear between frames, constant before the first and after the last one."""
    at = min(max(at, 0.0), len(rows) - 1.0)
    left = int(at)
    share = at - left
    row = rows[left] if share == 0 else (1 - share) * rows[left] + share * rows[left + 1]
    values: list[float] = row.tolist()
    return values
