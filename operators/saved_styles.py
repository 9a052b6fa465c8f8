"""Saving a style: its file, which skills name, and its asset, which the Asset Browser shows."""

from __future__ import annotations

from ..base.errors import InvalidInput
from ..catalogue.styles import save_style
from ..catalogue.styles.content import Style
from .asset_library import add_saved_style


def keep_style(style: Style) -> tuple[set[str], str]:
    """Save a style, and what to report of it. Raises InvalidInput where nothing could be saved."""
    save_style(style)
    said = f"Saved the style {style['name']}: choose it in the skill's Style"
    try:
        add_saved_style(style["name"])
    except InvalidInput as error:  # the style itself is safe
        return {"WARNING"}, f"{said}. The Asset Browser does not show it: {error}"
    return {"INFO"}, said
