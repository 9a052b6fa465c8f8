"""Colours of skills and of what surrounds them, from the user's theme."""

from __future__ import annotations

import bpy

from ...catalogue import CUES
from ...catalogue.entry import (
    FALL_AND_RISE,
    HANDS,
    ON_FOUR_LEGS,
    OWN_ANIMATION,
    STAND_AND_BALANCE,
    WALK_AND_RUN,
)

Color = tuple[float, float, float, float]
# Of the theme's colours of collections, which read on light and on dark ones.
PLACES = {
    FALL_AND_RISE: 0, HANDS: 1, WALK_AND_RUN: 3, STAND_AND_BALANCE: 4, OWN_ANIMATION: 5,
    ON_FOUR_LEGS: 7,
}  # fmt: skip
BLACK, WHITE = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
RED, GREEN, BLUE = 0.299, 0.587, 0.114  # shares of a colour's brightness
BRIGHT = 0.55  # from where on black reads better than white


def color_of(context: bpy.types.Context, skill: str, alpha: float = 1.0) -> Color:
    """The colour of a skill's group."""
    colors = context.preferences.themes[0].collection_color
    return (*colors[PLACES[CUES[skill].group]].color, alpha)


def text_on(color: Color, background: tuple[float, float, float]) -> Color:
    """Black or white, whichever reads better on a colour that lets some background through."""
    alpha = color[3]
    red, green, blue = (
        alpha * own + (1.0 - alpha) * behind
        for own, behind in zip(color[:3], background, strict=True)
    )
    is_bright = RED * red + GREEN * green + BLUE * blue > BRIGHT
    return (*(BLACK if is_bright else WHITE), 1.0)


def timeline_colors(context: bpy.types.Context) -> tuple[Color, Color]:
    """The timeline's background, and its text where it is highlighted."""
    space = context.preferences.themes[0].dopesheet_editor.space
    return (*space.back[:3], 1.0), (*space.text_hi[:3], 1.0)
