"""Steering a preview with the arrow keys and the mouse."""

from __future__ import annotations

import math
from dataclasses import dataclass

import bpy

from ..shots.steering import WalkTargets
from .previewing import Preview

FASTER = 0.1  # [m/s] for each press
TURN = math.radians(10.0)  # [rad] for each press
# Increments of speed and heading for each key; positive headings turn left.
ARROWS = {
    "UP_ARROW": (FASTER, 0.0),
    "DOWN_ARROW": (-FASTER, 0.0),
    "LEFT_ARROW": (0.0, TURN),
    "RIGHT_ARROW": (0.0, -TURN),
}
# For a drag; quantized, so that a trembling hand writes no keys.
SPEED_PER_PIXEL, SPEED_STEP = 1.0 / 200.0, 0.05  # [m/s]
TURN_PER_PIXEL, TURN_STEP = math.radians(90.0) / 200.0, math.radians(5.0)


@dataclass(frozen=True)
class Drag:
    """A drag with the mouse button held: the offset from its start sets the walk's targets.

    Attributes:
        x, y: where the button was pressed [pixel].
        targets: the walk's targets at that moment.
        scale: of Blender's interface.
    """

    x: int
    y: int
    targets: WalkTargets
    scale: float

    def targets_at(self, x: int, y: int) -> WalkTargets:
        """The targets for another place of the pointer: up is faster, left turns left."""
        faster = (y - self.y) / self.scale * SPEED_PER_PIXEL
        left = (self.x - x) / self.scale * TURN_PER_PIXEL
        return WalkTargets(
            self.targets.speed + SPEED_STEP * round(faster / SPEED_STEP),
            self.targets.heading + TURN_STEP * round(left / TURN_STEP),
        )


class Steering:
    """Converts events of the window to steering commands of a preview."""

    def __init__(self, preview: Preview) -> None:
        self._preview = preview
        self._drag: Drag | None = None

    def take(self, context: bpy.types.Context, event: bpy.types.Event) -> bool:
        """Handle an event; returns False for one that does not steer."""
        if event.type in ARROWS and event.value == "PRESS":
            self._preview.steer(*ARROWS[event.type])
            return True
        if event.type == "LEFTMOUSE":
            return self._take_button(context, event)
        if event.type == "MOUSEMOVE" and self._drag is not None:
            self._preview.steer_to(self._drag.targets_at(event.mouse_x, event.mouse_y))
            return True
        return False

    def _take_button(self, context: bpy.types.Context, event: bpy.types.Event) -> bool:
        was_held, self._drag = self._drag is not None, None
        x, y = event.mouse_x, event.mouse_y
        if event.value != "PRESS" or not is_over_viewport(context, x, y):
            return was_held
        targets = self._preview.walk_targets(context)
        if targets is not None:
            self._drag = Drag(x, y, targets, context.preferences.system.ui_scale)
        return True


def is_over_viewport(context: bpy.types.Context, x: int, y: int) -> bool:
    """Whether a place in the window shows the scene, not covered by a sidebar, bar or header."""
    for area in context.screen.areas:
        if area.type == "VIEW_3D" and _holds(area, x, y):
            return [r.type for r in area.regions if _holds(r, x, y)] == ["WINDOW"]
    return False


def _holds(place: bpy.types.Area | bpy.types.Region, x: int, y: int) -> bool:
    return 0 <= x - place.x < place.width and 0 <= y - place.y < place.height
