"""Waiting in a queue, as data."""

from __future__ import annotations

from .entry import WALK_AND_RUN, Ending, Skill
from .gait import GAIT, PACE
from .parameters import Parameter, PlaceParameter

QUEUE = Skill(
    name="queue",
    sentence="Queue up behind those who came before, step forward as they go, and be served.",
    parameters=(
        PlaceParameter(
            name="path", least=2,
            sentence="The queue from its head backwards; those with the same path wait in one.",
        ),
        Parameter(
            name="spacing", unit="m", low=0.5, high=3.0, default=0.9, keyable=False,
            sentence="From one to the next.",
        ),
        Parameter(
            name="most", unit="", low=1.0, high=1000.0, default=20.0, keyable=False,
            sentence="How many there is room for; others stand about until there is.",
        ),
        Parameter(
            name="serve", unit="s", low=0.0, high=3600.0, default=5.0, keyable=False,
            sentence="How long it takes at the head of the queue.",
        ),
        PACE,
        *GAIT,
    ),
    ending=Ending(event="served", still="still in the queue", seconds={"biped": 15.0}),
    icon="LINENUMBERS_ON",
    group=WALK_AND_RUN,
    chief=("path", "serve", "speed", "style"),
)  # fmt: skip
