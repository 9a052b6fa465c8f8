"""Durations in frames and in seconds: both properties show and set one stored value.

No postponed annotations here: Blender reads them as definitions of properties.
"""

import math

import numpy as np
from bpy.props import FloatProperty, IntProperty

from ..rigs.blender.scene import frame_rate


def seconds_of_frames(frames: int, rate: float) -> float:
    """The duration [s], as Blender stores it, of a number of whole frames."""
    seconds = np.float32(frames / rate)
    if int(float(str(seconds)) * rate) < frames:
        seconds = np.nextafter(seconds, np.float32(math.inf))
    return float(seconds)


def whole_frames_property(stored: str, name: str, description: str):
    """A property in whole frames for the duration [s] that the group stores as `stored`."""

    def get(self):
        return round(getattr(self, stored) * frame_rate(self.id_data))

    def put(self, frames):
        setattr(self, stored, seconds_of_frames(frames, frame_rate(self.id_data)))

    return IntProperty(
        name=name, description=description, get=get, set=put, min=1, options=set()
    )


def frames_property(stored: str, name: str, description: str):
    """The same for durations that need not be whole frames."""

    def get(self):
        return getattr(self, stored) * frame_rate(self.id_data)

    def put(self, frames):
        setattr(self, stored, frames / frame_rate(self.id_data))

    return FloatProperty(
        name=name, description=description, get=get, set=put, min=0.0, precision=1, step=10,
        options=set(),
    )
