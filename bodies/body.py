"""A body: a tree of rigid segments joined by joints, as plain data, and its geometry.

Every segment has a frame whose origin is the joint to its parent; the frame of the root is the
pelvis. In the zero pose all frames are parallel to the world's: x forward, y left, z up, with
arms and legs straight down. A body's geometry is thus a list of offsets in that pose. A biped
stands in the zero pose; for a body that stands with bent legs, `standing` has the angles.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

from ..base.checks import check_data
from ..base.errors import InvalidInput
from ..base.files import check_format, read_json, write_json
from .body_checks import check_body
from .body_data import segments_from_data
from .hanging import Chain, chains_from_data, check_chains
from .segments import Segment, Vector, lowest_point, pitched

FORMAT_VERSION = 1
AnyBody = TypeVar("AnyBody", bound="Body")  # functions return the class of their argument


@dataclass(frozen=True, kw_only=True)
class Body:
    """A body made of segments; parents come before their children, the root first.

    Attributes:
        kind: "biped", "quadruped", or "planar" for a body that the root joint keeps in a vertical
            plane.
        height: standing height [m]; of a quadruped, the hips'.
        segments: the tree.
        standing: pitches [rad] of the joints that are bent in standing, by name.
        hanging: hair, tails, bags and the like, which hang on segments.
    """

    kind: str
    height: float
    segments: tuple[Segment, ...]
    standing: Mapping[str, float] = field(default_factory=dict, hash=False)
    hanging: tuple[Chain, ...] = ()

    def __post_init__(self) -> None:
        check_body(self.kind, self.height, self.segments, self.standing)
        check_chains(self.hanging, self.segment_names)

    @property
    def mass(self) -> float:
        """Mass of all segments [kg]."""
        return math.fsum(segment.mass for segment in self.segments)

    @property
    def segment_names(self) -> tuple[str, ...]:
        return tuple(segment.name for segment in self.segments)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints between segments: one for each segment but the root."""
        return tuple(segment.joint.name for segment in self.segments[1:])

    @property
    def leg_length(self) -> float:
        """Mean distance from hip to sole, standing [m]."""
        origins = self.standing_origins()
        sole = -self.standing_height_of_root
        hips = [s for s in self.segments if s.joint.name.startswith("hip")]
        return math.fsum(origins[s.name][2] - sole for s in hips) / len(hips)

    @property
    def standing_height_of_root(self) -> float:
        """Height of the root's origin above the ground when standing [m]."""
        origins, pitches = self.standing_origins(), self.standing_pitches()
        return -min(origins[s.name][2] + lowest_point(s, pitches[s.name]) for s in self.segments)

    def standing_origins(self) -> dict[str, Vector]:
        """Origins of the segments in the root's frame when standing [m]."""
        pitches = {"": 0.0, **self.standing_pitches()}
        origins: dict[str, Vector] = {"": (0.0, 0.0, 0.0)}
        for s in self.segments:
            x, y, z = origins[s.parent]
            dx, dy, dz = pitched(s.offset, pitches[s.parent])
            origins[s.name] = (x + dx, y + dy, z + dz) if s.parent else (0.0, 0.0, 0.0)
        return origins

    def standing_pitches(self) -> dict[str, float]:
        """Rotation of each segment about y when standing [rad]."""
        pitches = {"": 0.0}
        for s in self.segments:
            pitches[s.name] = pitches[s.parent] + self.standing.get(s.joint.name, 0.0)
        del pitches[""]
        return pitches

    def segment(self, name: str) -> Segment:
        for segment in self.segments:
            if segment.name == name:
                return segment
        known = ", ".join(self.segment_names)
        raise InvalidInput(f"There is no segment {name!r}; this character has {known}.")

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data = {"version": FORMAT_VERSION, **asdict(self)}
        if not self.hanging:  # as in files from before there was any
            del data["hanging"]
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_data`; raises InvalidInput on anything else."""
        check_data("character", data, ("version", "kind", "height", "segments"))
        check_format("character", data["version"], FORMAT_VERSION)
        standing = data.get("standing", {})
        if not isinstance(standing, Mapping):
            raise InvalidInput(f"How a character stands must be angles by joint, got {standing!r}.")
        return cls(
            kind=data["kind"],
            height=data["height"],
            segments=segments_from_data(data["segments"]),
            standing=dict(standing),
            hanging=chains_from_data(data.get("hanging", ())),
        )

    def save(self, path: str | Path) -> None:
        write_json(path, "character", self.to_data())

    @classmethod
    def load(cls, path: str | Path) -> Self:
        return cls.from_data(read_json(path, "character"))
