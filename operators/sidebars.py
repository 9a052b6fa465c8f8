"""The sidebars of the 3D viewports, where the panel is."""

from __future__ import annotations

import time

from .run_state import CURRENT

LEAST = 0.2  # [s] between two redraws that show progress


def sidebars(context):
    """Found anew each time: an operator's own region is the viewport, even from a button."""
    areas = context.screen.areas if context.screen else ()
    for area in areas:
        if area.type == "VIEW_3D":
            yield from (region for region in area.regions if region.type == "UI")


def redraw_sidebars(context):
    """Only the sidebar shows progress; redrawing the viewport would take time from the run."""
    for region in sidebars(context):
        region.tag_redraw()


class Redraws:
    """Redraws the sidebars where they would show something else, and not too often."""

    def __init__(self):
        self._shown, self._at = None, 0.0

    def look(self, context):
        now, shows = time.monotonic(), (CURRENT.note, round(100 * CURRENT.progress))
        if shows == self._shown or now < self._at + LEAST:
            return
        self._shown, self._at = shows, now
        redraw_sidebars(context)
