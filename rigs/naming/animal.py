"""The meaning of a quadruped rig's bone names, word by word."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path

from .labels import split_words


@cache
def _tables() -> dict[str, frozenset[str]]:
    path = Path(__file__).parent / "animal_words.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    return {topic: frozenset(words) for topic, words in data.items() if topic != "name"}


@cache
def speaks_of(bone: str, topic: str) -> bool:
    """Whether a name has a word of a topic: "front", "back", "left", "right", "girdle", a role of
    the leg, "leg", "trunk", "neck", "head", "tail", "helpers" or "ends".
    """
    words = split_words(bone.rsplit(":", 1)[-1])
    glued = [a + b for a, b in pairwise(words)]
    return any(word in _tables()[topic] for word in (*words, *glued))
