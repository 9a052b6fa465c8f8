"""The meaning of the words in a bone's name, independent of a convention."""

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
    """The part of the body and the side ("L", "R" or "") that a bone's name says."""

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
    """The part and side of a bone by its name; None for a name without a part, or a helper.

    `helpers`: also read helper bones, such as twist bones.
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
    """Split off a side written without a separator: "lthigh", "leftfoot", "handl"."""
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
    """The part of the body in some words: pairs first ("upper arm"), then single words."""
    listed = list(words)
    pairs = [a + b for a, b in pairwise(listed)]
    for word in (*pairs, *listed):
        if word in parts:
            return parts[word]
    return ""
