"""Plans that searches have found: reported by takes, stored in shots and by character."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from ..base.errors import InvalidInput
from ..base.files import check_format, read_json, write_json
from .shot import Shot
from .take import Performance, Take

FORMAT_VERSION = 1
MOST = 8  # plans that are stored: each may be tried before a search


def plans_found(performance: Performance) -> tuple[str, ...]:
    """The plans by which a performer got up, the latest one first."""
    return tuple(dict.fromkeys(plan for _, plan in reversed(performance.plans) if plan))


def merge_plans(found: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """New plans before known ones, limited to `MOST`."""
    return tuple(dict.fromkeys([*found, *known]))[:MOST]


def with_plans(shot: Shot, take: Take) -> Shot:
    """The shot with the plans that its take found, so that they are not searched for again."""
    performers = [
        replace(performer, plans=merge_plans(plans_found(performance), performer.plans))
        for performer, performance in zip(shot.performers, take.performances, strict=True)
    ]
    return replace(shot, performers=performers)


def save_plans(path: str | Path, plans: Iterable[str]) -> None:
    """Save the plans of one character."""
    write_json(path, "plans", {"version": FORMAT_VERSION, "plans": list(plans)})


def load_plans(path: str | Path) -> tuple[str, ...]:
    """The plans saved by `save_plans`; empty where the file does not exist yet."""
    if not Path(path).exists():
        return ()
    data = read_json(path, "file of plans")
    plans = data.get("plans") if isinstance(data, Mapping) else None
    if not isinstance(plans, list) or not all(isinstance(plan, str) for plan in plans):
        raise InvalidInput(
            f"The file {str(path)!r} holds no plans to get up: they must be a list of texts, "
            f"got {plans!r}."
        )
    check_format("file of plans", data.get("version"), FORMAT_VERSION)
    return tuple(plans)
