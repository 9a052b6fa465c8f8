"""Bone names without additions of tools: namespaces, prefixes, numbers of exporters."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

MOST = 0.8  # of a rig's bones: a part that so many names share is removed
SEPARATORS = r"[\s._\-|:]+"
# Suffixes of exporters: "_012", repeated after two exports, and Blender's ".001".
NUMBERED = (r"_\d+$", r"\.\d{3}$")
MOST_KEPT = 1 << 15  # every table asks for every name of a rig, of which there may be 700
SHORTEST = 2  # letters: a shorter common prefix is kept


@lru_cache(maxsize=MOST_KEPT)
def plain(name: str, prefix: str = "") -> str:
    """A name without namespace and prefix, in lower case, with one kind of separator."""
    short = unicodedata.normalize("NFKC", name).rsplit(":", 1)[-1].strip()
    if prefix:
        short = re.sub(rf"^(?:{prefix})", "", short, flags=re.IGNORECASE) or short
    return re.sub(SEPARATORS, "_", short).strip("_").lower()


def tidy_names(names: Sequence[str]) -> list[str]:
    """The names of a rig's bones without the start and end that most of them share."""
    tidy = [unicodedata.normalize("NFKC", name).rsplit(":", 1)[-1] for name in names]
    for ending in NUMBERED * 2:
        tidy = _without_ending(tidy, ending)
    prefix = _shared_prefix(tidy)
    return [name.removeprefix(prefix) or name for name in tidy]


def _without_ending(names: list[str], ending: str) -> list[str]:
    shorter = [re.sub(ending, "", name) or name for name in names]
    changed = sum(a != b for a, b in zip(names, shorter, strict=True))
    # Numbers that distinguish bones stay: "spine_01", "spine_02".
    repeated = len(shorter) - len(set(shorter))
    return shorter if changed > MOST * len(names) and repeated < (1 - MOST) * changed else names


def _shared_prefix(names: Sequence[str]) -> str:
    """The longest start, up to a separator, that most names share: "Skeleton 001_", "jnt_"."""
    starts = Counter(start for name in names for start in _starts(name))
    shared = [start for start, count in starts.items() if count > MOST * len(names)]
    return max(shared, key=len, default="")


def _starts(name: str) -> Iterable[str]:
    return (
        name[: found.end()]
        for found in re.finditer(SEPARATORS, name)
        if found.start() >= SHORTEST and found.end() < len(name)
    )
