"""Shows a take's props on their objects without keys, as LivePose does with the rig."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

from ...catalogue.output import Output
from ...shots.take import Take
from .live_pose import Rows, as_seen, rows_of, value_at
from .live_state import TURNS, mark, restore_rigs, write_state
from .prop_keys import KeyedProp, prop_curves
from .rig import Rig

MOVED = ("location", *TURNS)


class LiveProps:
    """Objects in the places that a bake of a take would give them."""

    def __init__(self, rig: Rig, keyed_props: Sequence[KeyedProp]) -> None:
        self._rig, self._keyed_props = rig, keyed_props
        self._before: list[dict[str, Any]] = [
            {name: list(getattr(keyed.thing, name)) for name in MOVED} for keyed in keyed_props
        ]
        self._moved: list[dict[str, Rows]] = []
        self._start = 0
        self._is_shown = False

    def load(self, take: Take, start: int, output: Output) -> None:
        """Load a motion, or one that has grown, and show it on the present frame.

        Arguments are those of `write_take`.
        """
        seen = as_seen(output)
        curves = [
            prop_curves(keyed, self._rig, take, start, seen)[0] for keyed in self._keyed_props
        ]
        self._start, self._moved = start, [rows_of(some) for some in curves]
        self.show()

    def show(self) -> None:
        """Move the objects again to where they were before `hide`."""
        if not self._moved:
            return  # without a motion, an object stays where the artist drags it
        for keyed, before in zip(self._keyed_props, self._before, strict=True):
            mark(keyed.thing, before)
        self._is_shown = True
        self.refresh(bpy.context.scene)

    def refresh(self, scene: bpy.types.Scene) -> None:
        """Put the objects where they are on the scene's present frame."""
        if not self._is_shown:
            return
        at = scene.frame_current_final - self._start
        for keyed, before, moved in zip(self._keyed_props, self._before, self._moved, strict=False):
            state = {path: value_at(rows, before[path], at) for path, rows in moved.items()}
            write_state(keyed.thing, state)

    def hide(self) -> None:
        """Restore the objects' own places."""
        self._is_shown = False
        restore_rigs()
