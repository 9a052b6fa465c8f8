"""Pull a heavy prop by its handles, walking backwards (Coros et al. 2010, Section 5.4)."""

from __future__ import annotations

from .hands.push_pull import BACKWARDS
from .push_crate import PushCrate


class PullCrate(PushCrate):
    direction = BACKWARDS
