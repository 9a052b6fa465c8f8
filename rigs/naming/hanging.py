"""What a bone's name says about hanging: hair, a tail, an ear, cloth, a strap, or why it does not.

The words are those of `hanging_words.json`, in several languages; "elsewhere" lists words of
languages that write without spaces, which are searched anywhere in a name.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from .labels import split_words

# "cloth" are garments of several strips, "band" are ribbons, scarves and sleeves.
HANGING = ("hair", "tail", "ear", "cloth", "band", "strap")
OTHER_PARTS = ("soft", "cheeks", "face", "fingers", "toes", "prop", "rigid", "wing")
# Topics that count only where no other word says more, the most telling first.
WEAK = ("twist", "muscle", "maybe_fingers", "jiggles", "body", "moves")
GARMENT, HELPER, END, BODY, MOVES = "cloth", "helper", "end", "body", "moves"
SOFT, CHEEKS, FACE, JIGGLES = "soft", "cheeks", "face", "jiggles"
FILLERS = ("twist", "muscle")  # beside a word for a soft part: a helper of it
GLUED = 4  # letters: longer words are also found at the start or the end of another word
IDENTIFIER = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}", re.IGNORECASE)


@dataclass(frozen=True)
class Spoken:
    """What a name speaks of: a topic of the table ("" for none) and the words that say so."""

    topic: str = ""
    words: str = ""

    @property
    def hangs(self) -> bool:
        return self.topic in HANGING


@cache
def _tables() -> tuple[dict[str, str], dict[str, str]]:
    """Word -> topic: of words between separators, and of those anywhere in a name."""
    path = Path(__file__).parent / "hanging_words.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    words = {w: topic for topic, found in data.items() if isinstance(found, list) for w in found}
    anywhere = {w: topic for topic, found in data["elsewhere"].items() for w in found}
    return words, anywhere


@cache
def speaks_of_hanging(bone: str) -> Spoken:
    """The topic of a bone's name: helpers first, then the last word of a part, then weak words."""
    found = [spoken for spoken in _spoken(_cleaned(bone)) if spoken.topic != END]
    helper = next((spoken for spoken in found if spoken.topic == HELPER), None)
    if helper is not None:
        return helper
    parts = [spoken for spoken in found if spoken.topic in HANGING or spoken.topic in OTHER_PARTS]
    if parts:
        last = parts[-1].topic
        filler = next((spoken for spoken in found if spoken.topic in FILLERS), None)
        if filler is not None and last in (SOFT, CHEEKS):
            return filler
        if last == CHEEKS and any(spoken.topic == FACE for spoken in parts):
            return Spoken(FACE, parts[-1].words)
        # "skirt_cloth" and "chest_cloth" are different garments.
        words = dict.fromkeys(spoken.words for spoken in parts if spoken.hangs)
        return Spoken(parts[-1].topic, " ".join(words) or parts[-1].words)
    return next((s for topic in WEAK for s in found if s.topic == topic), Spoken())


def names_an_end(bone: str) -> bool:
    """Whether a name says that the bone only marks the end of another one."""
    return any(spoken.topic == END for spoken in _spoken(_cleaned(bone)))


def _cleaned(bone: str) -> str:
    """A name without namespace and random identifiers, full-width letters written as usual."""
    name = unicodedata.normalize("NFKC", bone).rsplit(":", 1)[-1]
    return IDENTIFIER.sub(" ", name)


def _spoken(name: str) -> Iterator[Spoken]:
    """The topics of a name in the order of its words."""
    if not name.isascii():
        yield from _anywhere(name)
    table, _ = _tables()
    words = split_words(_without_accents(name))
    pairs = {i: a + b for i, (a, b) in enumerate(pairwise(words)) if a + b in table}
    at = 0
    while at < len(words):
        word = pairs.get(at, words[at])
        known = word if word in table else _glued(word)
        if known:
            yield Spoken(table[known], known)
        at += 2 if at in pairs else 1


def _anywhere(name: str) -> Iterator[Spoken]:
    """The longest words in a name that is written without spaces; an end beside other words."""
    _, table = _tables()
    written = name.casefold()
    found = sorted(
        (word for word in table if word.casefold() in written),
        key=lambda word: (len(word), written.rfind(word.casefold())),
    )
    if any(table[word] == HELPER for word in found):
        yield Spoken(HELPER, "")
    parts = [word for word in found if table[word] != END]
    if parts:
        yield Spoken(table[parts[-1]], parts[-1])
    if any(table[word] == END and name.rstrip("0123456789._ LRlr").endswith(word)
           for word in found):  # fmt: skip
        yield Spoken(END, "")


@cache
def _glued(word: str) -> str:
    """The longest known part at the start or end of a word without separators; "" for none."""
    table, _ = _tables()
    for topics in ((*HANGING, *OTHER_PARTS), ("twist",), (BODY,)):
        known = [
            part for part, topic in table.items()
            if len(part) >= GLUED and topic in topics
            and (word.startswith(part) or word.endswith(part))
        ]  # fmt: skip
        if known:
            return max(known, key=lambda part: (len(part), word.endswith(part)))
    return ""


def _without_accents(name: str) -> str:
    split = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in split if not unicodedata.combining(letter))
