"""Simulated frames as fixed-size records, appended to a file during a run and readable any time.

A reader never waits and never sees half a frame: it only reads complete records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.errors import SimulationError
from ..bodies.character import Character
from .shot import Shot
from .take import Performance, PropMotion, Take

SUFFIX, FOUND_SUFFIX = ".frames", ".found"
FEET: Mapping[str, int] = {"biped": 2, "planar": 2, "quadruped": 4}  # number by kind of body
Records = NDArray[np.void]
NUMBER = 8  # bytes of a frame's number
PROP_TYPE = np.dtype([("position", "<f8", (3,)), ("orientation", "<f8", (4,))])


def frames_path(take_path: str | Path) -> Path:
    """The file of a run's frames while it is simulated, beside its take."""
    return Path(take_path).with_suffix(SUFFIX)


def found_path(take_path: str | Path) -> Path:
    """The file of frames that a search has found so far, beside the take."""
    return Path(take_path).with_suffix(FOUND_SUFFIX)


def frame_type(character: Character) -> np.dtype[np.void]:
    """The record of one performer; `origins` are the segments' joints, the pelvis's own first."""
    segments, hanging = len(character.segments), len(hanging_names(character))
    return np.dtype(
        [
            ("segment_positions", "<f8", (segments, 3)),
            ("segment_orientations", "<f8", (segments, 4)),
            ("origins", "<f8", (segments, 3)),
            ("center_of_mass", "<f8", (3,)),
            ("foot_contacts", "?", (FEET[character.kind],)),
            ("hanging_positions", "<f8", (hanging, 3)),
            ("hanging_orientations", "<f8", (hanging, 4)),
        ]
    )


def hanging_names(character: Character) -> tuple[str, ...]:
    """Names of the bones of all chains, chain after chain."""
    return tuple(bone.name for chain in character.hanging for bone in chain.bones)


def present_in(frames: Records) -> NDArray[np.bool_]:
    """(frames,) whether the performer is in the shot: records of zeros stand for its absence."""
    there: NDArray[np.bool_] = frames["segment_orientations"][:, 0].any(axis=-1)
    return there


def _span(there: NDArray[np.bool_]) -> tuple[int, int]:
    frames = np.flatnonzero(there)
    return (int(frames[0]), int(frames[-1]) + 1) if len(frames) else (0, 0)


def _held(frames: Records, there: NDArray[np.bool_]) -> Records:
    """The frames, with the nearest pose wherever the performer is absent."""
    present = np.flatnonzero(there)
    if not len(present):
        unturned = frames.copy()
        for name in ("segment_orientations", "hanging_orientations"):
            unturned[name][..., 0] = 1.0
        return unturned
    nearest = np.clip(np.arange(len(frames)), present[0], present[-1])
    held: Records = frames[nearest]
    return held


def performance_of(character: Character, frames: Records, **more: Any) -> Performance:
    """A performance from its frames; `more` holds fields that frames lack, such as events."""
    there = present_in(frames)
    present = None
    if not there.all():
        present, frames = _span(there), _held(frames, there)
    column: dict[str, Any] = {
        name: np.ascontiguousarray(frames[name]) for name in frames.dtype.names or ()
    }
    origins, names = column.pop("origins"), hanging_names(character)
    if not names:
        del column["hanging_positions"], column["hanging_orientations"]
    return Performance(
        hanging_names=names,
        segment_names=character.segment_names,
        joint_names=character.joint_names,
        joint_positions=origins[:, 1:],
        root_position=origins[:, 0],
        root_orientation=column["segment_orientations"][:, 0],
        present=present,
        **column,
        **more,
    )


def prop_frame(position: Any, orientation: Any) -> Records:
    """The record of one prop."""
    frame = np.zeros((), PROP_TYPE)
    frame["position"], frame["orientation"] = position, orientation
    return frame


def prop_motion_of(frames: Records) -> PropMotion:
    """A prop's motion from its frames."""
    return PropMotion(
        position=np.ascontiguousarray(frames["position"]),
        orientation=np.ascontiguousarray(frames["orientation"]),
    )


class FrameWriter:
    """Appends frames to a file, each with one write; what a search has found so far goes into a
    file beside it, which is replaced as a whole.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._last: Sequence[Records] = ()
        try:
            self._file = open(path, "wb", buffering=0)  # noqa: SIM115, closed with the run
        except OSError as error:
            raise self._trouble(error) from error

    def __call__(self, frames: Sequence[Records]) -> None:
        """Append one frame: the record of each performer, then of each prop."""
        self._last = frames
        try:
            self._file.write(_bytes_of(frames))
        except OSError as error:
            raise self._trouble(error) from error

    def show_found(self, performer: int, first: int, records: Sequence[Records]) -> None:
        """Replace what a search has found so far.

        Args:
            performer: whose records these are; all else stays as in the last frame.
            first: number of the first frame.
        """
        before, after = self._last[:performer], self._last[performer + 1 :]
        frames = b"".join(_bytes_of([*before, record, *after]) for record in records)
        path = found_path(self._path)
        beside = path.with_suffix(path.suffix + ".new")
        try:
            beside.write_bytes(first.to_bytes(NUMBER, "little") + frames)
            beside.replace(path)
        except OSError as error:
            raise self._trouble(error) from error

    def close(self) -> None:
        self._file.close()

    def _trouble(self, error: OSError) -> SimulationError:
        return SimulationError(
            f"The simulated frames cannot be written to {str(self._path)!r}: "
            f"{error.strerror or error}."
        )


def _bytes_of(frame: Sequence[Records]) -> bytes:
    return b"".join(record.tobytes() for record in frame)


class FrameReader:
    """Reads the frames that a FrameWriter has written of a shot so far."""

    def __init__(self, path: Path, shot: Shot) -> None:
        self._path, self._shot = path, shot
        characters = [performer.character for performer in shot.performers]
        parts = [(f"performer{i}", frame_type(c)) for i, c in enumerate(characters)]
        parts += [(f"prop{i}", PROP_TYPE) for i in range(len(shot.props))]
        self._type = np.dtype(parts)
        self._read = bytearray()

    def take(self, with_found: bool = False) -> Take | None:
        """A Take of all complete frames so far, without events; None before the first one.

        Args:
            with_found: whether frames that a search has found so far follow.
        """
        if self._path.exists():
            with self._path.open("rb") as file:
                file.seek(len(self._read))
                self._read += file.read()
        count = len(self._read) // self._type.itemsize
        if count == 0:
            return None
        frames = np.frombuffer(bytes(self._read), self._type, count)
        if with_found:
            frames = np.concatenate([frames, self._found_after(count)])
            count = len(frames)
        return Take(
            times=np.arange(count) / self._shot.frame_rate,
            performances=[
                performance_of(performer.character, frames[f"performer{i}"])
                for i, performer in enumerate(self._shot.performers)
            ],
            props={
                prop.name: prop_motion_of(frames[f"prop{i}"])
                for i, prop in enumerate(self._shot.props)
            },
        )

    def _found_after(self, count: int) -> Records:
        """The frames that a search has found after so many frames."""
        path = found_path(self._path)
        found = path.read_bytes() if path.exists() else bytes(NUMBER)
        first, frames = int.from_bytes(found[:NUMBER], "little"), found[NUMBER:]
        rows: Records = np.frombuffer(frames, self._type, len(frames) // self._type.itemsize)
        return rows[count - first :] if 0 < first <= count else rows[:0]
