"""A reference motion: one cycle of running, skipping or the like, as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_data, check_list, check_name, check_number
from ..base.errors import InvalidInput
from ..base.files import check_format, write_whole
from ..bodies.anatomy import check_anatomy
from ..bodies.character import Character
from ..catalogue.references import reference_data
from .biped_frames import SIDES, Figure, Posture
from .joint_numbers import SIZES, Joints
from .tuning import UNTUNED, Tuning, tuning_from_data

Array = NDArray[np.float64]
FORMAT_VERSION = 1
BIPED = "biped"
PARTS = (
    "version", "name", "rate", "travel", "contacts", "root_position", "root_orientation", "joints",
    "character",
)  # fmt: skip
FASTEST, FURTHEST = 1e4, 1e4  # rate [1/s]; any number of the motion
DECIMALS = 6  # of a number in the file: 1 micrometre, for clean velocities by finite differences
EDGE = 1e-5  # of the cycle, more than rounding errors: the frame at a contact's end is outside


class Contact(NamedTuple):
    """A foot on the ground, in phases of the cycle; `end` is beyond 1 where the cycle closes."""

    side: str
    start: float
    end: float


@dataclass(frozen=True, eq=False)
class ReferenceMotion:
    """One cycle, towards +x over the ground z = 0; the frame after the last repeats the first.

    Attributes:
        name: of the motion.
        character: the body that moves.
        rate: frames a second.
        travel: (3,) displacement per cycle [m].
        root_position: (frames, 3) origin of the pelvis [m].
        root_orientation: (frames, 4) of the pelvis.
        joints: (frames, k) flat joint numbers as in `simulation.body`.
        contacts: phases of each foot's contacts, in order of their start.
        tuning: adjustments of a runner that follows this motion, found by a search.
    """

    name: str
    character: Character
    rate: float
    travel: Array
    root_position: Array
    root_orientation: Array
    joints: Array
    contacts: tuple[Contact, ...]
    tuning: Tuning = UNTUNED

    @property
    def frames(self) -> int:
        return len(self.root_position)

    @property
    def period(self) -> float:
        """Duration of the cycle [s]."""
        return self.frames / self.rate

    @property
    def speed(self) -> float:
        """[m/s]"""
        return float(np.hypot(self.travel[0], self.travel[1])) / self.period

    @cached_property
    def figure(self) -> Figure:
        return Figure(self.character)

    @property
    def posture(self) -> Posture:
        turns = self.figure.joints.turns(self.root_orientation, self.joints)
        return Posture(self.root_position, turns)

    @property
    def foot_contacts(self) -> NDArray[np.bool_]:
        """(frames, 2) whether the left and the right foot are on the ground."""
        phases = np.arange(self.frames) / self.frames
        return np.stack([touching(self.contacts, side, phases) for side in SIDES], axis=1)


def touching(contacts: tuple[Contact, ...], side: str, phases: Array) -> NDArray[np.bool_]:
    """(frames,) whether a foot is on the ground at phases."""
    own = [contact for contact in contacts if contact.side == side]
    inside = [(phases - c.start + EDGE) % 1.0 < c.end - c.start for c in own]
    return np.any(inside, axis=0) if inside else np.zeros(len(phases), dtype=bool)


def flight_share(contacts: tuple[Contact, ...]) -> float:
    """The share of the cycle in which no foot is on the ground."""
    phases = np.arange(10000) / 10000.0
    return float(1.0 - np.any([touching(contacts, s, phases) for s in SIDES], axis=0).mean())


def save_reference(reference: ReferenceMotion, path: str | Path) -> None:
    """Write a reference motion as JSON, one line a part."""
    write_whole(path, "reference motion", lambda file: file.write(to_text(reference).encode()))


def to_text(reference: ReferenceMotion) -> str:
    parts = [
        f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'), allow_nan=False)}"
        for key, value in to_data(reference).items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def to_data(reference: ReferenceMotion) -> dict[str, Any]:
    """Plain data; joints by name, so that the file does not depend on a body's order of joints."""
    character, tuning = reference.character, reference.tuning.to_data()
    return {
        "version": FORMAT_VERSION,
        "name": reference.name,
        "rate": reference.rate,
        "travel": _rounded(reference.travel),
        "contacts": [[side, round(a, DECIMALS), round(b, DECIMALS)]
                     for side, a, b in reference.contacts],
        "root_position": _rounded(reference.root_position),
        "root_orientation": _rounded(reference.root_orientation),
        "joints": {
            character.segments[i].joint.name: _rounded(reference.joints[:, numbers])
            for i, _, numbers in reference.figure.joints.places
        },
        "character": character.to_data(),
        **({"tuning": tuning} if tuning else {}),
    }  # fmt: skip


def _rounded(values: Array) -> Any:
    return np.round(values, DECIMALS).tolist()


def load_reference(name_or_path: str | Path) -> ReferenceMotion:
    """A shipped reference motion by its name, or a saved one.

    Raises InvalidInput with one sentence when the file holds no reference motion.
    """
    return from_data(reference_data(str(name_or_path)))


def from_data(data: Mapping[str, Any]) -> ReferenceMotion:
    """The inverse of `to_data`; raises InvalidInput on anything else."""
    check_data("reference motion", data, PARTS)
    check_format("reference motion", data["version"], FORMAT_VERSION)
    check_name("a reference motion's name", data["name"])
    check_number("a reference motion's rate", data["rate"], "1/s", 1.0, FASTEST)
    character = Character.from_data(data["character"])
    if character.kind != BIPED:
        raise InvalidInput(f"A reference motion is of a {BIPED}, got a {character.kind}.")
    check_anatomy(character)
    root_position = _table("root_position", data["root_position"], (None, 3))
    frames = len(root_position)
    return ReferenceMotion(
        name=data["name"],
        character=character,
        rate=float(data["rate"]),
        travel=_table("travel", data["travel"], (3,)),
        root_position=root_position,
        root_orientation=_table("root_orientation", data["root_orientation"], (frames, 4)),
        joints=_joints(character, data["joints"], frames),
        contacts=_contacts(data["contacts"]),
        tuning=tuning_from_data(data.get("tuning", {})),
    )


def _joints(character: Character, data: Any, frames: int) -> Array:
    """(frames, k) flat joint numbers from tables by joint."""
    places = [(character.segments[i].joint.name, type_) for i, type_, _ in Joints(character).places]
    check_data("reference motion", {"joints": data}, ("joints",))
    check_data("table of joints", data, [name for name, _ in places])
    tables = [_table(f"joint {name!r}", data[name], (frames, SIZES[kind])) for name, kind in places]
    return np.concatenate(tables, axis=1)


def _table(what: str, data: Any, shape: tuple[int | None, ...]) -> Array:
    """An array of finite numbers; raises InvalidInput for another shape (None allows any size)."""
    try:
        table = np.array(data)
    except (TypeError, ValueError):
        table = np.array("")
    fits = table.ndim == len(shape) and all(
        wanted in (None, size) for wanted, size in zip(shape, table.shape, strict=True)
    )
    if not fits or table.dtype.kind not in "iuf" or not table.size:
        told = " x ".join("n" if size is None else str(size) for size in shape)
        raise InvalidInput(f"The {what} of a reference motion must be {told} numbers.")
    if not (np.abs(table) <= FURTHEST).all():
        raise InvalidInput(f"The {what} of a reference motion must be finite, up to {FURTHEST:g}.")
    return table.astype(float)


def _contacts(data: Any) -> tuple[Contact, ...]:
    check_list("a reference motion's contacts", data)
    for contact in data:
        if not isinstance(contact, (tuple, list)) or len(contact) != 3 or contact[0] not in SIDES:
            raise InvalidInput(
                f"A contact of a reference motion must be .L or .R, start and end, got {contact!r}."
            )
        _, start, end = contact
        check_number("the start of a contact", start, "of the cycle", 0.0, 1.0)
        check_number("the end of a contact", end, "of the cycle", start, start + 1.0)
    if {contact[0] for contact in data} != set(SIDES):
        raise InvalidInput("A reference motion needs contacts of both feet, .L and .R.")
    return tuple(Contact(side, float(start), float(end)) for side, start, end in data)
