"""The key of a shot's Take: a digest of the shot's content and of this program's."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from .shot import Shot

ROOT = Path(__file__).resolve().parent.parent
# The folders whose sources and data a Take depends on.
OF_THE_RUN = (
    "base", "bodies", "catalogue", "controllers", "motion", "rollout", "search", "shots",
    "simulation", "skills",
)  # fmt: skip


def shot_text(shot: Shot) -> str:
    """The whole shot as one line of JSON: equal shots have equal lines."""
    return json.dumps(shot.resolved().to_data(), sort_keys=True, allow_nan=False)


def shot_key(shot: Shot) -> str:
    """The key of the shot's Take: a digest of the shot's content and of this program's."""
    return hashlib.sha256((program() + shot_text(shot)).encode()).hexdigest()


@cache
def program() -> str:
    """A digest of the sources that a Take depends on."""
    digest = hashlib.sha256()
    for path in sorted(p for folder in OF_THE_RUN for p in (ROOT / folder).rglob("*")):
        if path.suffix in (".py", ".json"):
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
