"""Clips performed by other bodies than a human: five of PyBullet's on five bodies."""

from __future__ import annotations

from ..bodies.character import Character
from ..evaluation.cases import human, run_cases
from .parts.performed import Performed, bundled_clip, is_held, perform, told
from .parts.table import Row

CLIPS = ("walk", "run", "jump", "cartwheel", "kick")
ENOUGH, SEED = 18, 1


def measure() -> list[Row]:
    """A row for each body, and one for how many clips are held."""
    texts = {name: bundled_clip(name) for name in CLIPS}
    bodies = {name: body for name, (body, _) in _bodies().items()}
    cases = [(body, texts[clip]) for body in bodies for clip in CLIPS]
    outcomes = run_cases(_perform, cases)
    count, held = len(CLIPS), sum(map(is_held, outcomes))
    return [
        Row("clips held by five other bodies", "", "", f"{held} of {len(outcomes)}",
            held >= ENOUGH, f"must: {ENOUGH}"),
        *(
            _row(body, outcomes[count * k : count * (k + 1)])
            for k, body in enumerate(bodies)
        ),
    ]  # fmt: skip


def _bodies() -> dict[str, tuple[Character, str]]:
    """The bodies, and by whose time a clip passes on each."""
    return {
        "varied by 0.2": (human().vary(7, 0.2), "clip"),
        "varied by 0.3": (human().vary(8, 0.3), "clip"),
        "child": (Character.preset("child"), "size"),
        "giant": (Character.preset("giant"), "size"),
        "robot": (Character.preset("robot"), "clip"),
    }


def _perform(case: tuple[str, str]) -> Performed:
    name, text = case
    body, timing = _bodies()[name]
    return perform(body, text, SEED, timing)


def _row(body: str, outcomes: list[Performed]) -> Row:
    held = sum(map(is_held, outcomes))
    found = "; ".join(f"{clip} {told(o)}" for clip, o in zip(CLIPS, outcomes, strict=True))
    return Row(f"{body}: clips held; parts over the center of mass, joints RMS, drift", "", "",
               f"{held} of {len(CLIPS)}: {found}", None, "")  # fmt: skip
