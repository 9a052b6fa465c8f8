"""The movements by which a body gets up, as data: `movements.json`.

Each leads to a key pose (`key_poses`) or to a pose made of it: how long it lasts, what bears, and
where points go. Lengths are of an adult and scale with the leg.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..base.checks import (
    capital,
    check_bool,
    check_list,
    check_name,
    check_number,
    check_numbers,
    check_parts,
)
from ..base.errors import InvalidInput
from ..base.files import read_json
from .key_poses import Triple
from .tables import Table, check_table

FILE = Path(__file__).parent / "movements.json"
TABLE = Table("movements", "movement", "movements", version=1)
POINTS = ("hand", "elbow", "knee", "foot", "mass")  # "mass" is the center of mass
PARTS = (  # of a body, left and right alike; "knee" is the upper end of a shank
    "pelvis", "lower_back", "torso", "head", "upper_arm", "lower_arm", "hand", "upper_leg", "knee",
    "lower_leg", "foot", "toes",
)  # fmt: skip
LONGEST, FURTHEST, HEAVIEST = 10.0, 1.0, 1000.0  # [s], [m], a weight
RANGES = {
    "lasts": ("s", 0.0, LONGEST), "hold": ("s", 0.0, LONGEST), "over": ("", 0.0, 1.0),
    "raised": ("m", 0.0, FURTHEST), "lift": ("m", 0.0, FURTHEST),
    "root_weight": ("", 0.0, HEAVIEST), "com_weight": ("", 0.0, HEAVIEST),
    "height_weight": ("", 0.0, HEAVIEST), "joint_weight": ("", 0.0, HEAVIEST),
    "stiffness_scale": ("", 0.0, 1.0), "settles": ("", 0.0, 1.0), "shifts": ("", 0.0, 0.9),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MovementData:
    """One movement.

    Attributes:
        sentence: what the body does, and from where its places count.
        lasts, hold: time of the way, and in the pose after it [s].
        places: of points in the pose [m]: ahead, out to the point's side, up.
        over: place of the center of mass, as a share of the way from the feet to the hands.
        raised: height of the hips over the present one, from which the pose is searched [m]; in a
            step, that of the center of mass in the pose as well.
        shifts: share of the time in which the weight shifts before points are carried.
        lift: height of the arcs of points that are carried [m].
        bears: parts that may bear; empty: all but those in `spares`.
        lets_go: parts that stop bearing at the beginning.
        root_weight, com_weight, height_weight: of the pelvis' rotation, of the center of mass and
            of its height.
        joint_weight: of the joints' paths.
        stiffness_scale: share of the joints' own stiffness that also pulls them to the pose.
        must_reach: largest final distance of the center of mass from that of the pose [m]; None:
            the usual one, which is the same for bodies of all sizes.
        settles: how near its place the center of mass must be before the next movement begins, as a
            share of `must_reach`; the body waits a little for that.
        may_miss: whether the center of mass may end anywhere.
    """

    sentence: str
    lasts: float
    hold: float = 0.0
    places: Mapping[str, Triple] = field(default_factory=dict)
    over: float = 0.0
    raised: float = 0.0
    lift: float = 0.0
    shifts: float = 0.0
    bears: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    lets_go: tuple[str, ...] = ()
    root_weight: float = 3.0
    com_weight: float = 20.0
    height_weight: float = 20.0
    joint_weight: float = 1.0
    stiffness_scale: float = 0.3
    must_reach: float | None = None
    settles: float = 0.6
    may_miss: bool = False

    def lets_bear(self, part: str) -> bool:
        """Whether a part may bear."""
        return part in self.bears if self.bears else part not in self.spares


def movement(name: str) -> MovementData:
    """A movement by its name; raises InvalidInput for an unknown one."""
    known = movements()
    if name not in known:
        raise InvalidInput(f"Unknown movement {name!r}; allowed: {', '.join(known)}.")
    return known[name]


@cache
def movements() -> Mapping[str, MovementData]:
    """All shipped movements by name."""
    return MappingProxyType(check_movements(read_json(FILE, "file of movements")))


def check_movements(data: Any) -> dict[str, MovementData]:
    """The movements in a file's data; raise InvalidInput where the data is none."""
    return check_table(data, TABLE, _check_movement)


def _check_movement(what: str, data: Any) -> MovementData:
    parts = check_parts(what, data, MovementData)
    check_name(f"the sentence of {what}", parts["sentence"])
    for name, (unit, low, high) in RANGES.items():
        if name in parts:
            told = f"the {name!r} of {what}"
            check_number(told, parts[name], unit, low, high, above=name == "lasts")
    if parts.get("must_reach") is not None:
        told = f"the 'must_reach' of {what}"
        check_number(told, parts["must_reach"], "m", 0.0, FURTHEST, above=True)
    check_bool(f"the 'may_miss' of {what}", parts.get("may_miss", False))
    for name in ("bears", "spares", "lets_go"):
        parts[name] = _check_parts_of_body(f"the {name!r} of {what}", parts.get(name, ()))
    parts["places"] = _check_places(what, parts.get("places", {}))
    return MovementData(**parts)


def _check_parts_of_body(what: str, names: Any) -> tuple[str, ...]:
    check_list(what, names)
    for name in names:
        if name not in PARTS:
            raise InvalidInput(
                f"{capital(what)} must be of {', '.join(PARTS)}, got {name!r}."
            )
    return tuple(names)


def _check_places(what: str, places: Any) -> Mapping[str, Triple]:
    if not isinstance(places, Mapping):
        raise InvalidInput(f"The places of {what} must be numbers by point, got {places!r}.")
    for name, place in places.items():
        if name not in POINTS:
            raise InvalidInput(
                f"The places of {what} have no {name!r}; allowed: {', '.join(POINTS)}."
            )
        check_numbers(f"the place {name!r} of {what}", place, "m", -FURTHEST, FURTHEST)
    return MappingProxyType({name: tuple(place) for name, place in places.items()})
