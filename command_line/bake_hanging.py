"""Hanging parts of `footfall bake`: which of a rig's parts hang, and which the body carries."""

from __future__ import annotations

import argparse
from argparse import Namespace
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from ..base.errors import InvalidInput
from ..bodies.hanging import LIMITS, Hanging
from ..bodies.softness import preset_of

EXAMPLE = "'tail*=4'"


def add_hanging_options(parser: argparse._ArgumentGroup) -> None:
    hang = (
        "let parts hang through what is baked (hair, cloth, soft bones), by patterns for the name "
        "of the first bone: 'hair*, tail'; all if none is given"
    )
    parser.add_argument("--hang", metavar="PATTERNS", nargs="?", const="*", help=hang)
    heavy = (
        f"parts that hang and pull at the body, and their weight [kg], as in {EXAMPLE}; may be "
        "given several times"
    )
    parser.add_argument("--heavy", metavar="PATTERN=KG", action="append", default=[], help=heavy)


def check_heavy(arguments: Namespace) -> None:
    """Raise InvalidInput for a weight that cannot be read."""
    for text in arguments.heavy:
        _weight_of(text)


def hung_parts(rig: Any, arguments: Namespace) -> list[Any]:
    """The parts of a rig that are to hang. Raises InvalidInput where a pattern matches none."""
    if arguments.hang is None and not arguments.heavy:
        return []
    from ..rigs.blender.hanging import find_hanging
    from ..rigs.blender.hanging_pose import HungChain

    found, _ = find_hanging(rig)
    heavy = dict(_weight_of(text) for text in arguments.heavy)
    patterns = [*(arguments.hang or "").split(","), *heavy]
    for pattern in filter(None, (pattern.strip() for pattern in patterns)):
        if not any(fnmatchcase(chain.name, pattern) for chain in found):
            names = ", ".join(chain.name for chain in found) or "none"
            raise InvalidInput(f"No hanging part matches {pattern!r}; the rig has {names}.")
    return [
        HungChain(found=chain, hanging=_weighed(preset_of(chain.kind), chain.name, heavy))
        for chain in found
        if any(fnmatchcase(chain.name, pattern.strip()) for pattern in patterns)
    ]


def _weighed(hanging: Any, name: str, heavy: dict[str, float]) -> Any:
    for pattern, weight in heavy.items():
        if isinstance(hanging, Hanging) and fnmatchcase(name, pattern):
            return replace(hanging, weight=weight, acts_on_body=True)
    return hanging


def _weight_of(text: str) -> tuple[str, float]:
    pattern, _, weight = text.rpartition("=")
    low, high = LIMITS["weight"]
    try:
        found = float(weight)
    except ValueError:
        found = -1.0
    if not pattern.strip() or not low <= found <= high:
        raise InvalidInput(
            f"A heavy part must be given with a weight of {low:g} to {high:g} kg, as in {EXAMPLE}, "
            f"got {text!r}."
        )
    return pattern.strip(), found
