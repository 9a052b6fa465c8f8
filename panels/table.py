"""Tables of numbers: a row for each part, a column for each kind, with one head."""

from __future__ import annotations

import bpy

LABELS = {2: 0.44, 3: 0.36}  # of the width, by the number of columns


def draw_head(layout: bpy.types.UILayout, *titles: str) -> None:
    """The head of the table, with the names of the columns."""
    cells = draw_line(layout, "", len(titles))
    for title in titles:
        cells.label(text=title)


def draw_line(layout: bpy.types.UILayout, label: str, columns: int) -> bpy.types.UILayout:
    """The label of a row; returns the layout of its cells."""
    line = layout.split(factor=LABELS[columns], align=True)
    line.label(text=label)
    return line.grid_flow(row_major=True, columns=columns, even_columns=True, align=True)
