"""What an artist may choose, as data: skills with their parameters, and styles.

This folder imports only `base`, so that panels, checks, the command line and the documentation can
all read it.
"""

from .entry import IN_CLIP, ON_HANDS, SEATED, STANDING, Ending, Skill
from .hindrances import HINDRANCES
from .parameters import (
    AnyParameter,
    ClipParameter,
    ContactMarksParameter,
    FootstepsParameter,
    Parameter,
    PlaceParameter,
    PoseParameter,
    PropParameter,
    ShownParameter,
    StrengthParameter,
    StyleParameter,
    TargetParameter,
    TextParameter,
    VectorParameter,
)
from .skills import CUES, EVENTS, OPENING, SKILLS, USUAL
from .styles import list_styles

__all__ = [
    "CUES",
    "EVENTS",
    "HINDRANCES",
    "IN_CLIP",
    "ON_HANDS",
    "OPENING",
    "SEATED",
    "SKILLS",
    "STANDING",
    "USUAL",
    "AnyParameter",
    "ClipParameter",
    "ContactMarksParameter",
    "Ending",
    "FootstepsParameter",
    "Parameter",
    "PlaceParameter",
    "PoseParameter",
    "PropParameter",
    "ShownParameter",
    "Skill",
    "StrengthParameter",
    "StyleParameter",
    "TargetParameter",
    "TextParameter",
    "VectorParameter",
    "list_skills",
    "list_styles",
]


def list_skills() -> dict[str, tuple[AnyParameter, ...]]:
    """The skills that a cue may name, with their parameters (unit, range, default, sentence)."""
    return {name: skill.parameters for name, skill in CUES.items()}
