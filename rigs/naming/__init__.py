"""Which bone plays which role, told by its name: one data file per naming convention.

`conventions.py` reads the tables, each the names of a convention; `labels.py` reads names that
follow no convention by their words, listed in `words.json`. Whether what the names say can be true
is checked elsewhere.
"""

from __future__ import annotations

from .conventions import Convention, load_conventions, match_convention
from .labels import Label, read_label
from .spelling import plain, tidy_names

ROLES_WITH_SIDES = ("upper_leg", "lower_leg", "foot", "toes", "upper_arm", "lower_arm", "hand")
ANCHORS = ("pelvis", *(f"{r}.{s}" for r in ("upper_leg", "lower_leg", "foot") for s in "LR"))

__all__ = (
    "ANCHORS",
    "ROLES_WITH_SIDES",
    "Convention",
    "Label",
    "load_conventions",
    "match_convention",
    "plain",
    "read_label",
    "tidy_names",
)
