"""What an artist may pick, as data: skills with their parameters, and styles.

This folder imports nothing of ours, so that panels, checks, command line and docs can all read it.
"""

from .skills import SKILLS, Parameter, Skill

__all__ = ["SKILLS", "Parameter", "Skill", "list_skills", "list_styles"]


def list_skills() -> dict[str, tuple[Parameter, ...]]:
    """Every skill's name with its parameters: unit, range, default and a sentence for each."""
    return {name: skill.parameters for name, skill in SKILLS.items()}


def list_styles() -> tuple[str, ...]:
    """Names of the walking styles, shipped and saved."""
    return ("natural",)
