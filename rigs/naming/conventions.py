"""The tables of naming conventions, and the choice of the one that a rig follows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from .spelling import plain, tidy_names

LEGS = tuple(f"{part}.{side}" for part in ("upper_leg", "lower_leg", "foot") for side in "LR")
# The order in which conventions are tried: of two that find as many roles, the first one wins.
CONVENTIONS = (
    "rigify_generated", "auto_rig_pro_controls", "auto_rig_pro", "cmu", "mixamo", "rigify_metarig",
    "unreal", "source_engine", "biped", "makehuman", "character_creator", "vrm", "roblox", "xsens",
    "unity", "daz", "second_life", "optitrack", "synty", "smpl", "bvh_joints", "kinect", "kaykit",
    "low_poly", "cmu_acclaim", "mmd", "mmd_english", "mb_lab",
)  # fmt: skip


@dataclass(frozen=True)
class Convention:
    """A naming convention: for each role its names, as `plain` writes them, best first.

    Attributes:
        prefix: a regular expression for the part before the names.
        needs: names that a rig of this convention must have.
    """

    name: str
    prefix: str
    needs: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]


@cache
def load_conventions() -> tuple[Convention, ...]:
    """All tables, in the order in which they are tried."""
    return tuple(_load(Path(__file__).parent / f"{name}.json") for name in CONVENTIONS)


def _load(path: Path) -> Convention:
    data = json.loads(path.read_text(encoding="utf-8"))
    names = {role: tuple(plain(n) for n in found) for role, found in data["middle"].items()}
    for role, found in data["sided"].items():
        for side, words in data["sides"].items():
            spelled = (plain(n.format(side=word)) for n, word in product(found, words))
            names[f"{role}.{side}"] = tuple(spelled)
    needs = tuple(plain(n) for n in data.get("needs", ()))
    return Convention(data["name"], data["prefix"], needs, names)


def match_convention(bones: Sequence[str]) -> tuple[str, dict[str, list[str]]] | None:
    """The convention that names most roles, and for each role the bones so named, best first.

    None when no table names the legs. Names are matched as they are, and then without the parts
    that all bones of the rig share.
    """
    best: tuple[str, dict[str, list[str]]] | None = None
    for written in (list(bones), tidy_names(bones)):
        for convention in load_conventions():
            found = _match(convention, bones, written)
            if all(role in found for role in LEGS) and (best is None or len(found) > len(best[1])):
                best = (convention.name, found)
    return best


def _match(
    convention: Convention, bones: Sequence[str], written: Sequence[str]
) -> dict[str, list[str]]:
    by_plain: dict[str, list[str]] = {}
    for bone, name in zip(bones, written, strict=True):
        by_plain.setdefault(plain(name, convention.prefix), []).append(bone)
    if not all(name in by_plain for name in convention.needs):
        return {}
    found = {
        role: [bone for name in names for bone in by_plain.get(name, ())]
        for role, names in convention.names.items()
    }
    return {role: named for role, named in found.items() if named}
