"""The Take: the result of a simulation, frame by frame."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..base.errors import InvalidInput, SimulationError
from ..base.files import check_format, reachable, write_whole
from .take_checks import (
    CHANNELS,
    check_about,
    check_array,
    check_arrays,
    check_described,
    check_times,
)

Array = NDArray[np.float64]
FORMAT_VERSION = 4  # version 2: cues; 3: plans apart from events; 4: present
OLD_PLAN = "plan "  # prefix of events that held a plan, before version 3
LEAST_KEPT = 2  # frames: a failed run with fewer has no motion
# What numpy and zipfile raise on a file of another kind, or on a truncated one.
_NOT_A_TAKE = (
    KeyError, ValueError, TypeError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


class CueRecord(NamedTuple):
    """How one cue went.

    Attributes:
        skill: the skill that was performed.
        place: index of the cue among the performer's, from 0; None for a fall or getting up that
            was inserted after the performer fell.
        began: when the cue began [s]; None: never.
        done: when the event came that ends the skill [s]; None: never, or the skill has no end.
        left: when another skill took over [s]; None: the cue lasted to the end of the take.
        usual: usual duration of such a cue [s], with the way to where it is done; None where it has
            no end.
    """

    skill: str
    place: int | None
    began: float | None
    done: float | None
    left: float | None
    usual: float | None = None


@dataclass(frozen=True, kw_only=True)
class Performance:
    """The motion of one performer; positions [m] and orientations (wxyz) in the world.

    Attributes:
        segment_positions: (frames, segments, 3) centers of mass.
        segment_orientations: (frames, segments, 4).
        joint_positions: (frames, joints, 3).
        root_position, root_orientation: (frames, 3) and (frames, 4): the pelvis.
        center_of_mass: (frames, 3).
        foot_contacts: (frames, feet) bool; feet are left, right, or front left, front right, back
            left, back right.
        fell_at: when the performer fell outside a cue that asks for a fall [s]; None: never.
        events: [(time, name)].
        plans: [(time, plan)]: when the performer began to get up, and its plan, as in get_up's
            `plan`.
        cues: how each cue of a skill went, by when it began; empty in older files and during the
            simulation.
        present: the first frame in which the performer is in the shot, and the frame after the
            last one; before and after, its pose is that of the nearest of them. None: all frames.
        hanging_names: of the bones that hang on the character, chain after chain.
        hanging_positions, hanging_orientations: (frames, bones, 3), of their heads, and
            (frames, bones, 4); None where nothing hangs.
        joint_torques, contact_forces, momentum: optional channels, None unless recorded;
            (frames, joints, 3) [N m], (frames, segments, 3) [N], (frames, 6) [kg m/s, kg m2/s].
    """

    segment_names: tuple[str, ...]
    joint_names: tuple[str, ...]
    segment_positions: Array
    segment_orientations: Array
    joint_positions: Array
    root_position: Array
    root_orientation: Array
    center_of_mass: Array
    foot_contacts: NDArray[np.bool_]
    fell_at: float | None = None
    events: Sequence[tuple[float, str]] = ()
    plans: Sequence[tuple[float, str]] = ()
    cues: Sequence[CueRecord] = ()
    present: tuple[int, int] | None = None
    hanging_names: tuple[str, ...] = ()
    hanging_positions: Array | None = None
    hanging_orientations: Array | None = None
    joint_torques: Array | None = None
    contact_forces: Array | None = None
    momentum: Array | None = None


@dataclass(frozen=True, kw_only=True)
class PropMotion:
    """The motion of a prop: position (frames, 3) [m] and orientation (frames, 4) in the world."""

    position: Array
    orientation: Array


@dataclass(frozen=True, kw_only=True)
class Take:
    """The result of a shot: times (frames,) [s], one Performance per performer, props by name.

    Attributes:
        failure: why the run ended early, in one sentence; "" where it did not.
    """

    times: Array
    performances: Sequence[Performance]
    props: Mapping[str, PropMotion] = field(default_factory=dict)
    failure: str = ""

    def save(self, path: str | Path) -> None:
        """Write one .npz; an existing file stays as it was when the disk is full."""
        # In memory first: zipfile prints a traceback of its own when the disk fills up.
        packed = io.BytesIO()
        self.write(packed)
        write_whole(path, "take", lambda file: file.write(packed.getbuffer()))

    def write(self, file: BinaryIO) -> None:
        """Write the content of an .npz, which `load` reads."""
        arrays: dict[str, Any] = {"times": self.times}
        described = []
        for i, performance in enumerate(self.performances):
            plain, numeric = _split(performance)
            described.append(plain)
            arrays.update({f"performance{i}.{name}": a for name, a in numeric.items()})
        for i, motion in enumerate(self.props.values()):
            arrays[f"prop{i}.position"] = motion.position
            arrays[f"prop{i}.orientation"] = motion.orientation
        about = {
            "version": FORMAT_VERSION,
            "performances": described,
            "props": list(self.props),
            "failure": self.failure,
        }
        arrays["about"] = np.frombuffer(json.dumps(about).encode("utf-8"), dtype=np.uint8)
        np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, path: str | Path | BinaryIO) -> Take:
        try:
            found = reachable(path) if isinstance(path, (str, Path)) else path
            with np.load(found, allow_pickle=False) as data:
                return _take_from_arrays(data)
        except OSError as error:
            raise InvalidInput(
                f"The take {str(path)!r} cannot be read: {error.strerror or error}."
            ) from error
        except _NOT_A_TAKE as error:
            told = str(error).removesuffix(".")
            raise InvalidInput(f"The file {str(path)!r} is not a take: {told}.") from error


class RunFailed(SimulationError):
    """A run ended early.

    Attributes:
        take: what was simulated before that; its `failure` says why.
    """

    def __init__(self, take: Take) -> None:
        super().__init__(take.failure)
        self.take = take

    def __reduce__(self) -> tuple[type[RunFailed], tuple[Take]]:
        return RunFailed, (self.take,)


def whole_take(take: Take) -> Take:
    """The take if its run was completed; raises RunFailed with the take otherwise."""
    if take.failure:
        raise RunFailed(take)
    return take


def _split(performance: Performance) -> tuple[dict[str, Any], dict[str, Any]]:
    plain: dict[str, Any] = {}
    numeric: dict[str, Any] = {}
    for f in fields(performance):
        value = getattr(performance, f.name)
        (numeric if isinstance(value, np.ndarray) else plain)[f.name] = value
    return plain, numeric


def _without_plans(
    events: Sequence[tuple[float, str]],
) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """The events of a take from before version 3, and the plans that were among them."""
    plans = [(t, name.removeprefix(OLD_PLAN)) for t, name in events if name.startswith(OLD_PLAN)]
    return [event for event in events if not event[1].startswith(OLD_PLAN)], plans


def _take_from_arrays(data: Mapping[str, Any]) -> Take:
    about = json.loads(data["about"].tobytes().decode("utf-8"))
    check_about(about)
    check_format("take", about["version"], FORMAT_VERSION)
    times = data["times"]
    check_times(times)
    performances = []
    for i, plain in enumerate(about["performances"]):
        start = f"performance{i}."
        arrays = {n[len(start) :]: data[n] for n in data if n.startswith(start)}
        performances.append(_performance_from(plain, arrays, about["version"], len(times)))
    props = {name: _prop_from(data, i, len(times)) for i, name in enumerate(about["props"])}
    return Take(
        times=times,
        performances=performances,
        props=props,
        failure=about.get("failure", ""),
    )


def _performance_from(
    described: Any, arrays: Mapping[str, Any], version: int, frames: int
) -> Performance:
    check_described(described, Performance)
    plain = dict(described)
    plain["segment_names"] = tuple(plain["segment_names"])
    plain["joint_names"] = tuple(plain["joint_names"])
    plain["events"] = [tuple(event) for event in plain.get("events", ())]
    if version < 3:
        plain["events"], plain["plans"] = _without_plans(plain["events"])
    plain["plans"] = [tuple(plan) for plan in plain.get("plans", ())]
    plain["cues"] = tuple(CueRecord(*record) for record in plain.get("cues", ()))
    plain["hanging_names"] = tuple(plain.get("hanging_names", ()))
    present = plain.get("present")
    plain["present"] = None if present is None else tuple(present)
    check_arrays(
        arrays, frames, len(plain["segment_names"]), len(plain["joint_names"]),
        len(plain["hanging_names"]),
    )  # fmt: skip
    optional = {name: plain.pop(name) for name in CHANNELS if name in plain}
    if any(value is not None for value in optional.values()):
        raise InvalidInput(f"the channels {', '.join(optional)} must be arrays")
    return Performance(**plain, **arrays)


def _prop_from(data: Mapping[str, Any], number: int, frames: int) -> PropMotion:
    position, orientation = data[f"prop{number}.position"], data[f"prop{number}.orientation"]
    check_array("a prop's position", position, frames, (3,))
    check_array("a prop's orientation", orientation, frames, (4,))
    return PropMotion(position=position, orientation=orientation)
