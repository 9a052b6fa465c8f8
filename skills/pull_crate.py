"""Pull something heavy by its handles, walking backwards (Section 5.4)."""

from __future__ import annotations

from .hands.push_pull import BACKWARDS
from .push_crate import PushCrate


class PullCrate(PushCrate):
    direction = BACKWARDS
