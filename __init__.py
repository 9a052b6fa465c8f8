"""Footfall: physics-driven character animation, baked to keyframes.

The repository root is this package. It is a Blender extension, a Python library
(`from footfall import Shot, simulate`) and a command line (`python -m footfall`).
Importing it loads nothing heavy, because Blender imports it at every start.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .base.loaded_modules import list_loaded_modules

if TYPE_CHECKING:
    from .base.errors import FootfallError
    from .bodies.character import Character
    from .catalogue import list_skills, list_styles
    from .jobs.batch import simulate_many
    from .rollout.simulate import simulate
    from .shots.shot import Cue, Ground, KeyedMotion, Performer, Prop, Push, Shot
    from .shots.take import Performance, Take

list_loaded_modules()

__version__ = "0.1.0"

__all__ = [
    "Character",
    "Cue",
    "FootfallError",
    "Ground",
    "KeyedMotion",
    "Performance",
    "Performer",
    "Prop",
    "Push",
    "Shot",
    "Take",
    "list_skills",
    "list_styles",
    "simulate",
    "simulate_many",
]

_HOME_OF = {
    "Character": ".bodies.character",
    "Cue": ".shots.shot",
    "FootfallError": ".base.errors",
    "Ground": ".shots.shot",
    "KeyedMotion": ".shots.shot",
    "Performance": ".shots.take",
    "Performer": ".shots.shot",
    "Prop": ".shots.shot",
    "Push": ".shots.shot",
    "Shot": ".shots.shot",
    "Take": ".shots.take",
    "list_skills": ".catalogue",
    "list_styles": ".catalogue",
    "simulate": ".rollout.simulate",
    "simulate_many": ".jobs.batch",
}


if not TYPE_CHECKING:  # a type checker would take any name for a public one

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOME_OF[name], __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def register() -> None:
    """Blender calls this when the extension is switched on."""
    from . import operators, panels

    operators.register()
    panels.register()


def unregister() -> None:
    """Blender calls this when the extension is switched off."""
    from . import operators, panels

    panels.unregister()
    operators.unregister()
