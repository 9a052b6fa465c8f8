"""What went wrong, in one sentence."""

from __future__ import annotations

from ..errors import FootfallError


def sentence_of(error: BaseException) -> str:
    """An error of ours says it itself; any other is our own failure."""
    if isinstance(error, FootfallError):
        text = str(error)
    else:
        text = (
            f"Footfall failed with {type(error).__name__}: {error}. FOOTFALL_DEBUG=1 shows where."
        )
    return " ".join(text.split())
