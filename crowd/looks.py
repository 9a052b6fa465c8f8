"""What members of a crowd look like: mesh parts, materials and shape keys, drawn for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any
from zlib import crc32

import numpy as np

from ..base.checks import check_number
from ..base.errors import InvalidInput

LOOKS = 7  # purpose of the random streams, apart from those of members.py
PART, MATERIAL, KEY = 0, 1, 2
KEY_LIMIT = 10.0  # of the value of a shape key in Blender


@dataclass(frozen=True, kw_only=True)
class PartSlot:
    """A place for one mesh part, as for a hat.

    Attributes:
        name: of the collection that holds the options.
        options: names of its objects, of which a member has one.
        chance: probability of having any.
    """

    name: str
    options: tuple[str, ...]
    chance: float = 1.0

    def __post_init__(self) -> None:
        check_number(f"the chance of {self.name!r}", self.chance, "", 0.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class MaterialGroup:
    """Materials of which a member has one, wherever its meshes have any of them.

    Attributes:
        name: with which all of their names begin.
        options: their names.
    """

    name: str
    options: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class KeyRange:
    """Smallest and largest value of the shape keys of this name."""

    name: str
    lowest: float
    highest: float

    def __post_init__(self) -> None:
        sentence = f"the lowest value of the shape key {self.name!r}"
        check_number(sentence, self.lowest, "", -KEY_LIMIT, KEY_LIMIT)
        sentence = f"the highest value of the shape key {self.name!r}"
        check_number(sentence, self.highest, "", self.lowest, KEY_LIMIT)


@dataclass(frozen=True, kw_only=True)
class Looks:
    """What the looks of a crowd's members are drawn from. Raises InvalidInput on contradictions."""

    slots: tuple[PartSlot, ...] = ()
    materials: tuple[MaterialGroup, ...] = ()
    keys: tuple[KeyRange, ...] = ()

    def __post_init__(self) -> None:
        for each in (self.slots, self.materials, self.keys):
            names = [one.name for one in each]
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise InvalidInput(f"The looks of a crowd have {twice!r} twice.")
        for one, other in combinations(self.materials, 2):
            both = sorted(set(one.options).intersection(other.options))
            if both:
                raise InvalidInput(
                    f"The material {both[0]!r} begins with {one.name!r} and with {other.name!r}: "
                    "vary one of these."
                )

    @property
    def objects(self) -> frozenset[str]:
        """The names of all objects that are options of a slot."""
        return frozenset(name for slot in self.slots for name in slot.options)

    def group_of(self, material: str) -> str:
        """The name of the group of a material, "" if it is in none."""
        return next((group.name for group in self.materials if material in group.options), "")


@dataclass(frozen=True, kw_only=True)
class Look:
    """What one member looks like.

    Attributes:
        parts: names of the objects that it has, of all that are options.
        materials: by the name of a group, the name of its material.
        keys: by the name of a shape key, its value.
    """

    parts: tuple[str, ...] = ()
    materials: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, float] = field(default_factory=dict)


def draw_look(looks: Looks, seed: int, number: int, there: Collection[str]) -> Look:
    """The look of a member, drawn by its seed and number.

    Each slot, group and key has a random stream of its own by its name, so that none of them
    changes what is drawn from another.

    Args:
        there: names of the objects of the member's rig.
    """

    def random(kind: int, name: str) -> np.random.Generator:
        return np.random.default_rng([seed, LOOKS, number, kind, crc32(name.encode())])

    parts = []
    for slot in looks.slots:
        draw = random(PART, slot.name)
        options = [name for name in slot.options if name in there]
        if draw.random() < slot.chance and options:
            parts.append(options[draw.integers(len(options))])
    return Look(
        parts=tuple(parts),
        materials={
            group.name: group.options[random(MATERIAL, group.name).integers(len(group.options))]
            for group in looks.materials
        },
        keys={
            key.name: float(random(KEY, key.name).uniform(key.lowest, key.highest))
            for key in looks.keys
        },
    )


def looks_from_data(data: Mapping[str, Any]) -> Looks:
    """The inverse of `dataclasses.asdict`, of what JSON makes of it."""
    slots = [PartSlot(**{**slot, "options": tuple(slot["options"])}) for slot in data["slots"]]
    groups = [
        MaterialGroup(name=group["name"], options=tuple(group["options"]))
        for group in data["materials"]
    ]
    keys = tuple(KeyRange(**key) for key in data["keys"])
    return Looks(slots=tuple(slots), materials=tuple(groups), keys=keys)


def look_from_data(data: Mapping[str, Any]) -> Look:
    """The inverse of `dataclasses.asdict`, of what JSON makes of it."""
    return Look(parts=tuple(data["parts"]), materials=data["materials"], keys=data["keys"])
