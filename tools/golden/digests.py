"""The record of a golden take: its arrays and data, and their digests."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
from golden.common import CHANNELS, SHOWN, Facts

from footfall import Take
from footfall.retarget.body_motion import BodyMotion
from footfall.shots.shortfalls import shortfalls

# Digests.


def prefixed(name: str, facts: Facts) -> Facts:
    return {f"{name}.{key}": value for key, value in facts.items()}


def facts_of(take: Take) -> Facts:
    """All arrays and data of a take, in a fixed order."""
    facts: Facts = {"failure": take.failure, "times": take.times}
    for number, performance in enumerate(take.performances):
        channels = {name: getattr(performance, name) for name in CHANNELS}
        told = {
            "events": [f"{float(time)!r} {name}" for time, name in performance.events],
            "plans": [f"{float(time)!r} {plan}" for time, plan in performance.plans],
            "fell_at": performance.fell_at,
            "cues": [" ".join(map(str, record)) for record in performance.cues],
            "shortfalls": [shortfall.sentence for shortfall in shortfalls(take, number)],
        }
        there = {name: values for name, values in channels.items() if values is not None}
        facts |= prefixed(str(number), {**there, **told})
    for name, motion in take.props.items():
        facts[f"prop {name}.position"] = motion.position
        facts[f"prop {name}.orientation"] = motion.orientation
    return facts


def facts_of_motion(motion: BodyMotion) -> Facts:
    facts: Facts = {"positions": motion.path.positions, "headings": motion.path.headings}
    facts |= {f"strikes {i}": strikes for i, strikes in enumerate(motion.footstrikes)}
    for name, segment in motion.segments.items():
        facts |= {f"{name}.axes": segment.axes, f"{name}.origin": segment.origin}
    return {**facts, "contacts": motion.contacts}


def record_of(facts: Facts) -> dict[str, Any]:
    """A record of facts: digests of arrays, other data unchanged, and one digest of the whole."""
    whole, arrays, told = hashlib.sha256(), dict[str, str](), dict[str, Any]()
    for name, value in facts.items():
        if isinstance(value, np.ndarray):
            arrays[name] = _digest_of(value)
            whole.update(f"{name} {arrays[name]}\n".encode())
        else:
            text = json.dumps(value)
            told[name] = json.loads(text)
            whole.update(f"{name} {text}\n".encode())
    return {"digest": whole.hexdigest()[:SHOWN], "arrays": arrays, "told": told}


def _digest_of(array: Any) -> str:
    digest = hashlib.sha256(f"{array.dtype.str} {array.shape}".encode())
    digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:SHOWN]
