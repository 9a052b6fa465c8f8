"""What a take leaves to the artist's keys: parts that a cue keeps, and times of less influence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...bodies.character import Character
from ...catalogue import CUES
from ...catalogue.performing import INFLUENCE, KEEP, is_kept, tempo_of
from ...motion.performing.clip import from_text
from ...retarget.body_motion import BodyMotion
from ...retarget.influence import blend_into_keys
from ...shots.cue import Cue, channel_value
from ...shots.performer import Performer
from ...shots.take import Performance, Take
from .take_frames import pelvis_at

if TYPE_CHECKING:
    from ...motion.performing.shown import ShownClip

Array = NDArray[np.float64]
Shares = dict[str, Array]  # segment -> (frames,) how far it is simulated
SAME_TIME = 1e-6  # [s]


class Stretch(NamedTuple):
    """The time for which a cue performs its clip, until another cue or a fall [s]."""

    values: Mapping[str, Any]
    began: float
    left: float


def with_keys(
    motion: BodyMotion, source: Performer, take: Take, number: int
) -> tuple[BodyMotion, Shares | None]:
    """A motion, blended into the keys of the clips that its cues perform.

    Args:
        motion: of the take, at the scene's frames.
        source: the performer in the shot, the one of a number in the take.

    Returns the motion, and how far each segment is where the simulation has it; None where all
    are.
    """
    performance, character = take.performances[number], source.character
    times = take.times[0] + np.arange(motion.frames) / motion.rate
    whole = {name: np.ones(motion.frames) for name in character.segment_names}
    is_blended = False
    for stretch in _stretches(source.cues, performance):
        joints = _joint_shares(character, stretch, times)
        if all((shares == 1.0).all() for shares in joints.values()):
            continue
        is_blended = True
        place = source.position, source.heading
        if stretch.began > 0.0 or source.pose is not None:
            place = pelvis_at(performance, take.times, stretch.began)
        keyed = _keyed(stretch, character.leg_length, place, times)
        motion = blend_into_keys(motion, character, keyed.axes, keyed.pelvis, joints)
        for segment in character.segments:
            name, parent = segment.name, segment.parent
            whole[name] = np.minimum(whole[name], joints[name])
            if parent:
                whole[name] = np.minimum(whole[name], whole[parent])
    return motion, whole if is_blended else None


def _keyed(
    stretch: Stretch, leg_length: float, place: tuple[tuple[float, float], float], times: Array
) -> ShownClip:
    """The clip of a stretch, from the place and the heading on at which it began."""
    # Imported where a clip is blended: the add-on starts without scipy.
    from ...motion.performing.shown import shown_clip
    from ...motion.performing.track import Placing

    values = stretch.values
    clip = from_text(values["clip"])
    placing = Placing.of_cue(values, tempo_of(values, clip.leg, leg_length), *place)
    return shown_clip(clip, leg_length, placing, times - stretch.began)


def _stretches(cues: Sequence[Cue], performance: Performance) -> Iterator[Stretch]:
    """The stretches of cues that may leave something to keys. A take that is still being simulated
    has no records: its cues then begin and end at their set times.
    """
    records = performance.cues
    inserted = [r.began for r in records if r.place is None and r.began is not None]
    for place, cue in enumerate(cues):
        if not CUES[cue.skill].takes(INFLUENCE):
            continue
        record = next((r for r in records if r.place == place), None)
        began = cue.earliest if record is None else record.began
        if began is None:
            continue
        later = [c.start for c in cues[place + 1 :] if not c.is_event and c.start is not None]
        left = min(later, default=math.inf)
        if record is not None and record.left is not None:
            left = record.left
        fell = min((time for time in inserted if time > began), default=math.inf)
        yield Stretch(cue.values(), began, min(left, fell))


def _joint_shares(character: Character, stretch: Stretch, times: Array) -> Shares:
    """How far each segment's joint is simulated."""
    values, influence = stretch.values, np.ones(len(times))
    within = (times > stretch.began - SAME_TIME) & (times < stretch.left - SAME_TIME)
    channel = values[INFLUENCE]
    influence[within] = [channel_value(channel, time) for time in times[within]]
    kept = np.where(within, 0.0, 1.0)
    return {
        name: kept if is_kept(name, values[KEEP]) else influence
        for name in character.segment_names
    }
