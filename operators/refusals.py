"""Errors for the artist: one sentence in the status bar, and nothing done."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from ..base.errors import FootfallError

Execute = Callable[[Any, Any], set[str]]


def reports_errors(execute: Execute) -> Execute:
    """An operator's `execute` that reports what Footfall refuses and is then cancelled."""

    @wraps(execute)
    def told(self: Any, context: Any) -> set[str]:
        try:
            return execute(self, context)
        except FootfallError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}

    return told
