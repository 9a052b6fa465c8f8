"""A crowd as plain data, kept with the scene so that single members can be drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

import numpy as np

from ..base.errors import InvalidInput
from ..shots.prop import prop_from_data, prop_to_data
from ..shots.shot import Push
from .arrivals import Source
from .blasts import Blast
from .description import Crowd
from .looks import looks_from_data
from .manner import Manner
from .queues import Queue
from .seats import Seat
from .surfaces import Rectangle, Strip, Surface, Triangles

SURFACES = {"rectangle": Rectangle, "triangles": Triangles, "strip": Strip}
NUMBERED = ("seeds", "places")  # keys are numbers, which JSON turns into text


def crowd_to_data(crowd: Crowd) -> dict[str, Any]:
    """The crowd as plain data for JSON."""
    plain = {f.name: getattr(crowd, f.name) for f in fields(crowd)}
    return {
        **plain,
        "manner": {f.name: getattr(crowd.manner, f.name) for f in fields(crowd.manner)},
        "surface": _surface_to_data(crowd.surface),
        "removed": sorted(crowd.removed),
        "pushes": [(place, asdict(push)) for place, push in crowd.pushes],
        "sources": [
            {**vars(source), "surface": _surface_to_data(source.surface)}
            for source in crowd.sources
        ],
        "sinks": list(map(_surface_to_data, crowd.sinks)),
        "seats": [{**vars(seat), "prop": prop_to_data(seat.prop)} for seat in crowd.seats],
        "queues": [asdict(queue) for queue in crowd.queues],
        "blasts": [asdict(blast) for blast in crowd.blasts],
        "looks": asdict(crowd.looks),
    }


def crowd_from_data(data: Mapping[str, Any]) -> Crowd:
    """The inverse of `crowd_to_data`; raises InvalidInput on anything else."""
    try:
        numbered = {name: {int(k): v for k, v in data[name].items()} for name in NUMBERED}
        manner = {name: _tuples(value) for name, value in data["manner"].items()}
        manner.setdefault("dances", manner["styles"])  # as they were saved once
        parts = {
            "manner": Manner(**manner),
            "surface": _surface_from_data(data["surface"]),
            "pushes": [(place, _push_from_data(push)) for place, push in data["pushes"]],
            "sources": [_source_from_data(source) for source in data.get("sources", ())],
            "sinks": [_surface_from_data(sink) for sink in data.get("sinks", ())],
            "seats": [
                Seat(**{**seat, "prop": prop_from_data(seat["prop"])})
                for seat in data.get("seats", ())
            ],
            "queues": [
                Queue(**{name: _tuples(value) for name, value in queue.items()})
                for queue in data.get("queues", ())
            ],
            "blasts": [
                Blast(**{name: _tuples(value) for name, value in blast.items()})
                for blast in data.get("blasts", ())
            ],
        }
        if "looks" in data:
            parts["looks"] = looks_from_data(data["looks"])
        return Crowd(**{**data, **numbered, **parts})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidInput(f"This is not a crowd: {error!r} is wrong or missing.") from error


def _surface_to_data(surface: Surface) -> dict[str, Any]:
    kind = next(name for name, cls in SURFACES.items() if isinstance(surface, cls))
    values = {name: np.asarray(value).tolist() for name, value in vars(surface).items()}
    return {"kind": kind, **values}


def _surface_from_data(data: Mapping[str, Any]) -> Surface:
    values = {name: value for name, value in data.items() if name != "kind"}
    if data["kind"] == "rectangle":
        return Rectangle(_tuples(values["size"]))
    surface: Surface = SURFACES[data["kind"]](
        **{name: np.array(v) if isinstance(v, list) else v for name, v in values.items()}
    )
    return surface


def _source_from_data(data: Mapping[str, Any]) -> Source:
    values = {name: _tuples(value) for name, value in data.items()}
    return Source(**{**values, "surface": _surface_from_data(data["surface"])})


def _push_from_data(data: Mapping[str, Any]) -> Push:
    return Push(**{name: _tuples(value) for name, value in data.items()})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
