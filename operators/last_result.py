"""What the last run said when it ended: in the status bar, and for the panel to show."""

from __future__ import annotations

import bpy

from .run_state import CURRENT


def report_result(operator: bpy.types.Operator, kind: set[str], sentence: str) -> None:
    """Report how a run ended, and keep it until the next run begins or a file is opened."""
    (CURRENT.result_kind,) = kind
    CURRENT.result = sentence
    operator.report(kind, sentence)
