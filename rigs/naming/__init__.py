"""Which bone plays which role, told by its name: one data file per naming convention.

A table gives the names of a convention; `words.json` gives words for parts and sides, which read
names that follow no convention. Whether what the names say can be true is checked elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

ROLES_WITH_SIDES = ("upper_leg", "lower_leg", "foot", "toes", "upper_arm", "lower_arm", "hand")
ANCHORS = ("pelvis", *(f"{r}.{s}" for r in ("upper_leg", "lower_leg", "foot") for s in "LR"))
# The order in which conventions are tried: of two that find as many roles, the first is taken.
CONVENTIONS = (
    "rigify_generated", "cmu", "mixamo", "rigify_metarig", "unreal", "biped", "makehuman",
    "bvh_joints",
)  # fmt: skip


@dataclass(frozen=True)
class Convention:
    """A naming convention: for each role its names, as `plain` writes them, best first.

    Attributes:
        prefix: a regular expression for what stands before the names.
        needs: names without which the rig is not of this convention.
    """

    name: str
    prefix: str
    needs: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]


def plain(name: str, prefix: str = "") -> str:
    """A name without namespace and prefix, in lower case, with one kind of separator."""
    short = name.rsplit(":", 1)[-1].strip()
    if prefix:
        short = re.sub(rf"^(?:{prefix})", "", short, flags=re.IGNORECASE) or short
    return re.sub(r"[\s._\-|]+", "_", short).strip("_").lower()


@cache
def load_conventions() -> tuple[Convention, ...]:
    """All tables, in the order in which they are tried."""
    return tuple(_load(Path(__file__).parent / f"{name}.json") for name in CONVENTIONS)


def _load(path: Path) -> Convention:
    data = json.loads(path.read_text(encoding="utf-8"))
    names = {role: tuple(plain(n) for n in found) for role, found in data["middle"].items()}
    for role, found in data["sided"].items():
        for side, word in data["sides"].items():
            names[f"{role}.{side}"] = tuple(plain(n.format(side=word)) for n in found)
    needs = tuple(plain(n) for n in data.get("needs", ()))
    return Convention(data["name"], data["prefix"], needs, names)


def match_convention(bones: Sequence[str]) -> tuple[str, dict[str, list[str]]] | None:
    """The convention that names most roles, and for each role the bones so named, best first.

    None when no table names pelvis, legs and feet.
    """
    best: tuple[str, dict[str, list[str]]] | None = None
    for convention in load_conventions():
        found = _match(convention, bones)
        if all(role in found for role in ANCHORS) and (best is None or len(found) > len(best[1])):
            best = (convention.name, found)
    return best


def _match(convention: Convention, bones: Sequence[str]) -> dict[str, list[str]]:
    by_plain: dict[str, str] = {}
    for bone in bones:
        by_plain.setdefault(plain(bone, convention.prefix), bone)
    if not all(name in by_plain for name in convention.needs):
        return {}
    found = {
        role: [by_plain[name] for name in names if name in by_plain]
        for role, names in convention.names.items()
    }
    return {role: names for role, names in found.items() if names}


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


def read_label(bone: str) -> Label | None:
    """The part and side that a name speaks of; None where it speaks of no part, or of a helper."""
    prefix, sides, parts, ignored = _words()
    name = bone.rsplit(":", 1)[-1]
    short = re.sub(rf"^(?:{prefix})", "", name, flags=re.IGNORECASE) or name
    words = split_words(short)
    side_prefix = re.match(r"j_bip_([lr])_", name, flags=re.IGNORECASE)
    found_sides = [sides[word] for word in words if word in sides]
    side = side_prefix[1].upper() if side_prefix else (found_sides[0] if found_sides else "")
    rest = [word for word in words if word not in sides]
    if any(word in ignored for word in rest):
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
