"""What the words in a bone's name say, whatever convention it follows or none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path


@dataclass(frozen=True)
class Label:
    """What the words in a bone's name say: a part of the body and a side ("L", "R" or "")."""

    part: str
    side: str


@cache
def _words() -> tuple[str, dict[str, str], dict[str, str], frozenset[str]]:
    data = json.loads((Path(__file__).parent / "words.json").read_text(encoding="utf-8"))
    sides = dict.fromkeys(data["left"], "L") | dict.fromkeys(data["right"], "R")
    parts = {word: part for part, words in data["parts"].items() for word in words}
    return data["prefix"], sides, parts, frozenset(data["ignored"])


def split_words(name: str) -> list[str]:
    """Words of a name: at separators, at capitals, and where digits begin."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return re.findall(r"[a-z]+", spaced.lower())


def read_label(bone: str, helpers: bool = False) -> Label | None:
    """The part and side that a name speaks of; None where it speaks of no part, or of a helper.

    `helpers`: read those too, such as twist bones.
    """
    prefix, sides, parts, ignored = _words()
    name = bone.rsplit(":", 1)[-1]
    short = re.sub(rf"^(?:{prefix})", "", name, flags=re.IGNORECASE) or name
    words = split_words(short)
    side_prefix = re.match(r"j_(?:bip|sec)_([lr])_", name, flags=re.IGNORECASE)
    found_sides = [sides[word] for word in words if word in sides]
    side = side_prefix[1].upper() if side_prefix else (found_sides[0] if found_sides else "")
    rest = [word for word in words if word not in sides]
    if not helpers and any(word in ignored for word in rest):
        return None
    if not side:
        side, rest = _glued_side(rest)
    part = _part_of(rest, parts)
    return Label(part, side) if part else None


def _glued_side(words: list[str]) -> tuple[str, list[str]]:
    """Sides written without a separator: "lthigh", "leftfoot", "handl"."""
    _, _, parts, _ = _words()
    for i, word in enumerate(words):
        for side, letters in (("L", ("left", "l")), ("R", ("right", "r"))):
            for letter in letters:
                if word.startswith(letter) and word[len(letter) :] in parts:
                    return side, [*words[:i], word[len(letter) :], *words[i + 1 :]]
                if word.endswith(letter) and word[: -len(letter)] in parts:
                    return side, [*words[:i], word[: -len(letter)], *words[i + 1 :]]
    return "", words


def _part_of(words: Iterable[str], parts: Mapping[str, str]) -> str:
    """Two words count together first ("upper arm"), then each alone."""
    listed = list(words)
    pairs = [a + b for a, b in pairwise(listed)]
    for word in (*pairs, *listed):
        if word in parts:
            return parts[word]
    return ""
