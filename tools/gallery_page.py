"""Writes docs/gallery.md: each skill with its sentence, its picture and the code that makes it.

No Blender is needed, so that a test can hold the page against the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gallery_tiles import HUMAN, ON_FOUR_LEGS, SKILLS, Tile, dances, rises, walks

from footfall import Cue, Prop
from footfall.catalogue import CUES
from footfall.catalogue.entry import GROUPS
from footfall.catalogue.entry import ON_FOUR_LEGS as FOUR_LEGS

PAGE, PICTURES = "gallery.md", "gallery"
COLUMNS = 3  # of a table of styles
WIDTH = 96  # of a line of code
PREAMBLE = """\
from footfall import Character, Cue, Performer, Prop, Shot, simulate

human, wolf = Character.humanoid(), Character.quadruped()\
"""
HEAD = f"""\
# Gallery

What each skill and each style looks like. Everything here is simulated, and baked on a rig as the
panel does it: the human of *Add Character*, or Rigify's wolf. Red arrows are pushes; green are the
paths, footprints and places that the cues name. The settings of each skill are in [the
panel](manual/panel.md) and in `python -m footfall skills`. `python tools/gallery.py docs` makes
this page and its pictures.

The code goes on after these lines; `simulate(shot)` returns its Take.

```python
{PREAMBLE}
```
"""
COMMAND = """\
python -m footfall bake hero.blend --skill {skill} --action {clip}.bvh --out {skill}.blend\
"""
STYLES = """\
## Styles of walking

For `walk` and the other skills that walk: `Cue("walk", style="proud")`; two of them blend with
`style="proud, tired", style_blend=0.5`. Each is shown at its own speed.
"""
DANCES = """\
## Dances

`Cue("dance", style="twist", bpm=110)`.
"""
RISES = """\
## Styles of getting up

After the same fall: `Cue("get_up", style="old")`.
"""


def page() -> str:
    parts = [HEAD]
    for group in GROUPS:
        parts.append(f"## {group}\n")
        parts += [section(tile) for tile in SKILLS if CUES[tile.name].group == group]
        if group == FOUR_LEGS:
            parts += [section(tile) for tile in ON_FOUR_LEGS]
    for words, tiles in ((STYLES, walks()), (DANCES, dances()), (RISES, rises())):
        parts += [words, table(tiles)]
    return "\n".join(parts).rstrip() + "\n"


def write_page(folder: Path) -> None:
    (folder / PAGE).write_text(page(), encoding="utf-8")


def section(tile: Tile) -> str:
    """A tile with its sentence and its code."""
    sentence = f"{CUES[tile.name].sentence}\n\n" if tile.name in CUES else ""
    language, code = ("sh", command(tile)) if tile.clip else ("python", code_of(tile))
    return f"### {tile.title}\n\n{sentence}{image(tile)}\n\n```{language}\n{code}\n```\n"


def image(tile: Tile) -> str:
    return f"![{tile.title.lower()}]({PICTURES}/{tile.name}.webp)"


def table(tiles: Sequence[Tile]) -> str:
    """Tiles beside one another, under their titles."""
    rows = []
    for first in range(0, len(tiles), COLUMNS):
        some = tiles[first : first + COLUMNS]
        lines = [[tile.title for tile in some], ["---"] * len(some), [image(t) for t in some]]
        rows.append("".join(f"| {' | '.join(line)} |\n" for line in lines))
    return "\n".join(rows)


def command(tile: Tile) -> str:
    return COMMAND.format(skill=tile.cues[0].skill, clip=tile.clip)


def code_of(tile: Tile) -> str:
    """Python that makes the tile's shot, after the preamble."""
    lines = [assigned("cues", map(cue_code, tile.cues))]
    if tile.props:
        lines.append(assigned("props", map(prop_code, tile.props)))
    body, props = "human" if tile.body == HUMAN else "wolf", "props=props, " if tile.props else ""
    lines.append(f"shot = Shot([Performer({body}, cues)], {props}duration={tile.shown[1]})")
    return "\n".join(lines)


def assigned(name: str, items: Iterable[str]) -> str:
    """A list as code, with each item on its own line where there are several."""
    listed = list(items)
    if len(listed) == 1:
        return f"{name} = [{listed[0]}]"
    return "\n".join([f"{name} = [", *(f"    {item}," for item in listed), "]"])


def cue_code(cue: Cue) -> str:
    start = {} if cue.start == 0.0 else {"start": cue.start}
    return call("Cue", cue.skill, {**start, **cue.parameters})


def prop_code(prop: Prop) -> str:
    plain = vars(Prop(prop.name))
    given = {name: value for name, value in vars(prop).items() if value != plain[name]}
    return call("Prop", prop.name, {k: v for k, v in given.items() if k != "name"})


def call(function: str, first: str, named: Mapping[str, Any]) -> str:
    """A call as code; where its line would be long, the items of tuples have lines of their own."""
    line = f"{function}({', '.join([literal(first), *pairs(named, literal)])})"
    if len(line) < WIDTH:
        return line
    return f"{function}({', '.join([literal(first), *pairs(named, on_lines)])})"


def pairs(named: Mapping[str, Any], written: Callable[[Any], str]) -> list[str]:
    return [f"{name}={written(value)}" for name, value in named.items()]


def on_lines(value: Any) -> str:
    if not isinstance(value, (tuple, list)):
        return literal(value)
    return "[\n" + "".join(f"    {literal(item)},\n" for item in value) + "]"


def literal(value: Any) -> str:
    """A value as Python code, with double quotes."""
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(literal, value)) + ")"
    return repr(value)
