"""The sidebars of the 3D viewports, which contain the panel."""

from __future__ import annotations

import time

from .run_state import CURRENT

LEAST = 0.2  # [s] between two redraws of the progress


def sidebars(context):
    """All sidebars, found anew: an operator's own region is the viewport, even from a button."""
    areas = context.screen.areas if context.screen else ()
    for area in areas:
        if area.type == "VIEW_3D":
            yield from (region for region in area.regions if region.type == "UI")


def redraw_sidebars(context):
    """Redraw only the sidebars: redrawing the viewport would slow the run down."""
    for region in sidebars(context):
        region.tag_redraw()


class Redraws:
    """Redraws the sidebars when their content has changed, at a limited rate."""

    def __init__(self):
        self._shown, self._at = None, 0.0

    def look(self, context):
        now, shows = time.monotonic(), (CURRENT.note, round(100 * CURRENT.progress))
        if shows == self._shown or now < self._at + LEAST:
            return
        self._shown, self._at = shows, now
        redraw_sidebars(context)
