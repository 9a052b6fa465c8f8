"""A row of a benchmark's table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One figure: what a paper or a peer reports, and what was measured here.

    Attributes:
        figure: what is measured, with its unit.
        paper, peer: their value; "" where they have none.
        ours: the value measured in this run.
        passed: whether it meets what it must; None where nothing must be met.
        bar: what must be reached and what is aimed at: "must: 9", "must: 14, aim: 20", "aim: all".
    """

    figure: str
    paper: str
    peer: str
    ours: str
    passed: bool | None = None
    bar: str = ""
