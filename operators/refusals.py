"""Reporting errors to the artist: one sentence in the status bar, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from ..base.errors import FootfallError

Execute = Callable[[Any, Any], set[str]]


def reports_errors(execute: Execute) -> Execute:
    """Wrap an operator's `execute` to report a FootfallError and return {"CANCELLED"}."""

    @wraps(execute)
    def told(self: Any, context: Any) -> set[str]:
        try:
            return execute(self, context)
        except FootfallError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}

    return told
