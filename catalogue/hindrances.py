"""What can hinder a performer in a cue: the event of the take, and a clause that explains it."""

from __future__ import annotations

from collections.abc import Mapping

HANDS_EMPTY, HANDS_FULL, WAY_BLOCKED = "hands_empty", "hands_full", "way_blocked"
HINDRANCES: Mapping[str, str] = {
    HANDS_EMPTY: "there was nothing in the hands",
    HANDS_FULL: "the hands held something already",
    WAY_BLOCKED: "the way there was blocked",
}
