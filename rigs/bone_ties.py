"""What moves a bone besides its keys: constraints and drivers, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DRIVER, DRIVEN = "DRIVER", "A driver moves it."
# Constraints with which a bone of the mesh takes the place of its control.
COPIES = ("COPY_TRANSFORMS", "COPY_ROTATION", "COPY_LOCATION", "COPY_SCALE", "ARMATURE")


@dataclass(frozen=True, kw_only=True)
class Tie:
    """A constraint or driver that acts on a bone.

    Attributes:
        kind: Blender's type of the constraint, or DRIVER.
        label: its name for the artist.
        target: the bone of the same armature that it refers to, or "".
        local: whether it turns the bone in its parent, as the curl of a row of controls does.
    """

    kind: str
    label: str
    target: str = ""
    local: bool = False


Ties = Mapping[str, tuple[Tie, ...]]


def reason_of(ties: tuple[Tie, ...]) -> str:
    """One sentence on what moves the bone."""
    if ties[0].kind == DRIVER:
        return DRIVEN
    return f"Its constraint {ties[0].label!r} moves it."


def only_curls(ties: tuple[Tie, ...]) -> bool:
    """Whether a control is only turned by the one before it, which can be turned off."""
    return all(t.kind == "COPY_ROTATION" and t.local and t.target for t in ties)


def control_of(ties: Ties, bone: str) -> str | None:
    """The untied bone whose place a bone takes, over any number of copies; itself if it is free.

    None where something else moves the bone.
    """
    seen = {bone}
    while mine := ties.get(bone):
        target = next((t.target for t in mine if t.target), "")
        if not target or target in seen or any(t.kind not in COPIES for t in mine):
            return None
        seen.add(target)
        bone = target
    return bone
