"""The skill that performs a clip."""

from __future__ import annotations

from pathlib import Path

from ..base.errors import InvalidInput
from .parameters import IN_CLIP, Ending, Parameter, Skill, TextParameter


def clip_content_of(text: str) -> str:
    """What a shot stores for a clip: its content, read from the file where the text names one."""
    if text.lstrip().startswith("{"):
        return text
    path = Path(text)
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else text
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The clip {text!r} cannot be read: {error}.") from error


PERFORM = Skill(
    name="perform",
    sentence="Perform a clip with muscles, weight and balance, as near to it as physics allows.",
    parameters=(
        TextParameter(
            name="clip", is_free=True, content=clip_content_of, default="",
            sentence="The clip: the content of an Action or of a file.",
        ),
        Parameter(
            name="begin", unit="s", low=0.0, high=1000.0, default=0.0, keyable=False,
            sentence="The second of the clip with which it begins.",
        ),
        Parameter(
            name="tempo", unit="", low=0.25, high=4.0, default=1.0, keyable=False,
            sentence="Seconds of the clip that pass in a second.",
        ),
        TextParameter(
            name="timing", choices=lambda: ("clip", "size"), default="clip",
            sentence="Whether the clip keeps its own time, or passes slower on a larger body and "
            "faster on a smaller one.",
        ),
        TextParameter(
            name="mirrored", choices=lambda: ("no", "yes"), default="no",
            sentence="Whether left and right are exchanged.",
        ),
        Parameter(
            name="tries", unit="", low=1.0, high=1000.0, default=24.0, keyable=False,
            sentence="How many ways to go on are tried for each tenth of a second; more of them "
            "come nearer to the clip and take longer.",
        ),
        TextParameter(
            name="plan", is_free=True, default="",
            sentence="How it balances, as a search has found it; none searches.",
        ),
    ),
    ending=Ending(event="performed", still="still performing", seconds={"biped": 5.0}),
    start=IN_CLIP,
    is_searched=True,
    icon="ACTION",
)  # fmt: skip
