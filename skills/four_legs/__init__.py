"""How a four-legged body does its skills: one file per skill; the table is written by hand.

A skill has MAY_TOUCH, the segments that may touch the ground without it being a fall (None: any,
at any height), and two functions: `begin(quadruped)` when its cue starts, and
`command(quadruped, values)` with its parameters' values.
"""

from collections.abc import Mapping
from types import ModuleType

from . import fall, get_up, lie_down, pace, sit, stand, trot, walk

FOUR_LEGGED: Mapping[str, ModuleType] = {
    "walk": walk,
    "trot": trot,
    "pace": pace,
    "stand": stand,
    "sit": sit,
    "lie_down": lie_down,
    "fall": fall,
    "get_up": get_up,
}

__all__ = ["FOUR_LEGGED"]
