"""How a skill is done: wiring of controllers. One file per skill; the table is written by hand.

A skill has MAY_TOUCH, the segments that may touch the ground without it being a fall, and two
functions: `begin(biped)` when its cue starts, `command(biped, values)` with its parameters' values.
"""

from collections.abc import Mapping
from types import ModuleType

from . import stand, walk

SKILLS: Mapping[str, ModuleType] = {"walk": walk, "stand": stand}

__all__ = ["SKILLS"]
