"""Resolving a shot: the content of files that its cues name is stored in the shot.

A shot that is simulated, saved or sent holds the content of saved styles, references and
controllers; shipped ones stay names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..base.errors import InvalidInput
from ..catalogue import CUES, StyleParameter, TextParameter
from ..catalogue.styles import is_shipped, load_style
from ..catalogue.styles.content import Style, check_style
from .cue import Cue
from .cue_checks import check_choices, names_in
from .performer import Performer


def check_styles(styles: Any) -> dict[str, Style]:
    """A shot's own styles in canonical form; raises InvalidInput where one is invalid."""
    if not isinstance(styles, Mapping):
        raise InvalidInput(f"A shot's styles must be styles by name, got {styles!r}.")
    whole = {name: check_style(style) for name, style in styles.items()}
    for name, style in whole.items():
        if style["name"] != name:
            raise InvalidInput(
                f"The shot's style {name!r} calls itself {style['name']!r}: give it one name."
            )
    return whole


def with_saved_styles(
    styles: Mapping[str, Mapping[str, Any]], cues: Iterable[Cue]
) -> dict[str, Mapping[str, Any]]:
    """The same styles, with the content of saved styles that the cues name.

    Raises InvalidInput for an unknown style.
    """
    saved = set[str]()
    for cue in cues:
        named = check_style_names(cue, styles)
        saved |= {name for name in named if name not in styles and not is_shipped(name)}
    return {**styles, **{name: load_style(name) for name in sorted(saved)}}


def check_style_names(cue: Cue, styles: Iterable[str] = ()) -> list[str]:
    """The names of a cue's styles; raises InvalidInput where one is unknown.

    Args:
        styles: names that are allowed in addition to those of the catalogue.
    """
    named: list[str] = []
    for parameter in CUES[cue.skill].parameters:
        value = cue.parameters.get(parameter.name)
        if isinstance(parameter, StyleParameter) and parameter.choices and value is not None:
            names, known = names_in(value), (*parameter.choices(), *styles)
            check_choices(parameter.name, names, tuple(dict.fromkeys(known)))
            named += names
    return named


def whole_performer(performer: Performer) -> Performer:
    """The same performer, whose cues hold the content of the files that they name."""
    cues = [whole_cue(cue) for cue in performer.cues]
    unchanged = all(new is cue for new, cue in zip(cues, performer.cues, strict=True))
    return performer if unchanged else replace(performer, cues=cues)


def whole_cue(cue: Cue) -> Cue:
    """The same cue with the content of the files that it names."""
    found = {
        parameter.name: parameter.content(cue.parameters[parameter.name])
        for parameter in CUES[cue.skill].parameters
        if isinstance(parameter, TextParameter)
        and parameter.content is not None
        and parameter.name in cue.parameters
    }
    if all(cue.parameters[name] == text for name, text in found.items()):
        return cue
    return Cue(cue.skill, start=cue.start, **{**cue.parameters, **found})
