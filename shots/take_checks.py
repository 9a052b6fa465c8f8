"""Checks of the data of a Take: sizes, names, times and finite numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.checks import check_list, check_name, is_number
from ..base.errors import InvalidInput

# The sizes of a performance's arrays after its frames; -1: any.
SHAPES: Mapping[str, tuple[str | int, ...]] = {
    "segment_positions": ("segments", 3),
    "segment_orientations": ("segments", 4),
    "joint_positions": ("joints", 3),
    "root_position": (3,),
    "root_orientation": (4,),
    "center_of_mass": (3,),
    "foot_contacts": (-1,),
}
CHANNELS: Mapping[str, tuple[str | int, ...]] = {
    "joint_torques": ("joints", 3), "contact_forces": ("segments", 3), "momentum": (6,),
    "hanging_positions": ("bones", 3), "hanging_orientations": ("bones", 4),
}  # fmt: skip


def check_about(about: Any) -> None:
    """Raise InvalidInput unless the description of a take has all required parts."""
    if not isinstance(about, Mapping):
        raise InvalidInput(f"its description must be an object of JSON, got {about!r}")
    for name in ("version", "performances", "props"):
        if name not in about:
            raise InvalidInput(f"{name!r} is missing")
    for name in ("performances", "props"):
        check_list(f"its {name}", about[name])
    for name in about["props"]:
        check_name("the name of a prop", name)
    if not isinstance(about.get("failure", ""), str):
        raise InvalidInput(f"its failure must be a sentence, got {about['failure']!r}")


def check_described(plain: Any, kind: Any) -> None:
    """Raise InvalidInput unless the description of a performance, without its arrays, is valid.

    Args:
        kind: the dataclass of a performance.
    """
    if not isinstance(plain, Mapping):
        raise InvalidInput(f"a performance must be an object of JSON, got {plain!r}")
    known = [f.name for f in fields(kind)]
    for name in plain:
        if name not in known:
            raise InvalidInput(f"a performance has no {name!r}; allowed: {', '.join(known)}")
    for part in ("segment_names", "joint_names", "hanging_names"):
        names = plain.get(part, [] if part == "hanging_names" else None)
        check_list(f"the {part} of a performance", names)
        for name in names:
            check_name(f"one of the {part} of a performance", name)
    fell_at = plain.get("fell_at")
    if fell_at is not None and not is_number(fell_at):
        raise InvalidInput(f"when a performer fell must be a time or None, got {fell_at!r}")
    for part in ("events", "plans"):
        _check_timed(part, plain.get(part, []))
    _check_present(plain.get("present"))
    check_list("the cues of a performance", plain.get("cues", []))
    for record in plain.get("cues", []):
        _check_cue_record(record)


def _check_present(present: Any) -> None:
    whole = isinstance(present, (tuple, list)) and all(type(frame) is int for frame in present)
    if present is not None and not (whole and len(present) == 2 and 0 <= present[0] <= present[1]):
        raise InvalidInput(
            f"when a performer is present must be two rising numbers of frames, got {present!r}"
        )


def _check_timed(what: str, pairs: Any) -> None:
    check_list(f"the {what} of a performance", pairs)
    for pair in pairs:
        is_pair = isinstance(pair, (tuple, list)) and len(pair) == 2
        if not (is_pair and is_number(pair[0]) and isinstance(pair[1], str)):
            raise InvalidInput(f"the {what} of a performance must be (time, text), got {pair!r}")


def _check_cue_record(record: Any) -> None:
    """Raise InvalidInput unless a record is a skill, its place among the cues, and four times."""
    check_list("how a cue went", record)
    if len(record) not in (5, 6):
        raise InvalidInput(f"how a cue went needs 6 values, got {record!r}")
    skill, place, *times = record
    check_name("the skill of how a cue went", skill)
    if place is not None and (not isinstance(place, int) or isinstance(place, bool) or place < 0):
        raise InvalidInput(f"the place of a cue must be a whole number or None, got {place!r}")
    if not all(time is None or is_number(time) for time in times):
        raise InvalidInput(f"when a cue began, ended and was left are times, got {times!r}")


def check_times(times: NDArray[Any]) -> None:
    """Raise InvalidInput unless frames have rising, finite times."""
    if times.ndim != 1 or times.dtype.kind not in "iuf" or not np.isfinite(times).all():
        raise InvalidInput("its times must be a row of finite numbers")
    if (np.diff(times) <= 0.0).any():
        raise InvalidInput("its times must rise from frame to frame")


def check_arrays(
    arrays: Mapping[str, NDArray[Any]], frames: int, segments: int, joints: int, bones: int
) -> None:
    """Raise InvalidInput unless a performance has all arrays, and they fit names and frames."""
    sizes = {"segments": segments, "joints": joints, "bones": bones}
    for name in arrays:
        if name not in SHAPES and name not in CHANNELS:
            raise InvalidInput(f"a performance has no array {name!r}")
    for name, shape in {**SHAPES, **CHANNELS}.items():
        if name in CHANNELS and name not in arrays:
            continue
        if name not in arrays:
            raise InvalidInput(f"the array {name!r} of a performance is missing")
        wanted = [sizes[size] if isinstance(size, str) else size for size in shape]
        check_array(f"the array {name!r} of a performance", arrays[name], frames, wanted)


def check_array(what: str, array: NDArray[Any], frames: int, shape: Iterable[int]) -> None:
    """Raise InvalidInput unless an array is (frames, *shape) finite numbers; -1: any size."""
    wanted = (frames, *shape)
    fits = len(wanted) == array.ndim and all(
        size in (-1, real) for size, real in zip(wanted, array.shape, strict=True)
    )
    if not fits:
        raise InvalidInput(f"{what} must have the shape {wanted}, got {array.shape}")
    if array.dtype.kind not in "biuf" or not np.isfinite(array).all():
        raise InvalidInput(f"{what} must hold finite numbers")
