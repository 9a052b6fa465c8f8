"""Which engine simulates: Bullet's C interface where it works, else PyBullet's Python functions."""

from __future__ import annotations

from functools import cache

from .bullet_check import passes_check
from .bullet_library import missing_functions
from .compiled import UNCOMPILED
from .direct_engine import DirectEngine
from .engine import Engine, Numbers


def start_engine(gravity: Numbers, time_step: float) -> Engine:
    """An empty world in the faster engine that works here."""
    if direct_works():
        return DirectEngine(gravity, time_step)
    from .module_engine import ModuleEngine  # loads PyBullet's module, which may not be needed

    return ModuleEngine(gravity, time_step)


@cache
def direct_works() -> bool:
    """Whether Bullet's C interface can be called, and does what is expected of it."""
    return not UNCOMPILED and not missing_functions() and passes_check()
