"""Which role a bone has by its name: one data file per naming convention.

`conventions.py` reads the tables of names, one per convention; `labels.py` reads the words, listed
in `words.json`, of names that follow no convention. Whether the roles found by name are plausible
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
