"""Errors as one sentence."""

from __future__ import annotations

import os
import traceback

from ..base.errors import FootfallError


def sentence_of(error: BaseException) -> str:
    """The message of a FootfallError; any other error is a failure, shown in full on request."""
    if isinstance(error, FootfallError):
        text = str(error)
    else:
        if "FOOTFALL_DEBUG" in os.environ:
            traceback.print_exception(error)
        text = (
            f"Footfall failed with {type(error).__name__}: {error}. FOOTFALL_DEBUG=1 shows where."
        )
    return " ".join(text.split())
