"""How far a take is from the clips that its cues perform."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import bpy
import numpy as np
from numpy.typing import NDArray

from ..base.errors import FootfallError
from ..catalogue import CUES
from ..catalogue.performing import tempo_of
from ..rigs.blender.rig import Rig
from ..shots.take import CueRecord, Take
from .clips import read_found_clip
from .skill_properties import shortest

Array = NDArray[np.float64]


def difference_of(
    scene: bpy.types.Scene, rig: Rig, take: Take, cues: Sequence[int]
) -> Array | None:  # fmt: skip
    """(frames,) RMS angle between the joints and the clip's [rad], NaN where none is performed;
    None where none is at all.

    Args:
        cues: for each of the shot's cues, its index in the panel's list.
    """
    off = np.full(len(take.times), np.nan)
    for record in take.performances[0].cues:
        if record.place is None or record.began is None or not CUES[record.skill].clip:
            continue
        with suppress(FootfallError):  # its clip is gone meanwhile
            own = _of_cue(scene.footfall.cues[cues[record.place]], rig, take, record)
            off = np.where(np.isnan(own), off, own)
    return None if np.isnan(off).all() else off


def _of_cue(cue: bpy.types.PropertyGroup, rig: Rig, take: Take, record: CueRecord) -> Array:
    # Imported here, because it loads scipy, which switching the extension on must not wait for.
    from ..motion.performing.difference import difference_from
    from ..motion.performing.track import Placing

    clip, values, body = read_found_clip(cue, rig).clip, cue.parameters, rig.character
    tempo = tempo_of(
        {"tempo": shortest(values.tempo), "timing": values.timing}, clip.leg, body.leg_length
    )
    placing = Placing(
        start=shortest(values.begin), tempo=tempo, mirrored=values.mirrored == "yes"
    )
    since = take.times - (record.began or 0.0)
    found = difference_from(
        clip, body, placing, take.performances[0].segment_orientations, since
    )
    until = np.inf if record.left is None else record.left
    within: Array = np.where(take.times < until, found, np.nan)
    return within
