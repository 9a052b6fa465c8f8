"""Falls from all sides: what slides, what passes through the body, the joints, the head's landing.

A contact is a time in which a hand, knee or foot bears more than a tenth of the weight; forces are
means over 20 ms. Some pushes are repeated on a body that falls limply from the same moment on.
`fall_of(cases()[number])` of `parts.measured_falls` and `evaluation.pushed_falls` repeats a case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..evaluation.bearing import PARTS
from ..evaluation.cases import run_cases
from ..evaluation.pushed_falls import cases
from .parts.measured_falls import FALLING, RISING, Fall, fall_of
from .parts.table import Row

Array = NDArray[np.float64]
FURTHEST, DEEPEST, BEYOND = 0.02, 0.01, 5.0  # [m], [m], [degrees]
LIMBS_FIRST, OF_LIMP = 0.9, 0.5


def measure() -> list[Row]:
    """The rows; about ten minutes of a core."""
    return rows(run_cases(fall_of, cases()))


def rows(outcomes: Sequence[Fall | None]) -> list[Row]:
    """The table of some cases."""
    falls = [fall for fall in outcomes if fall is not None]
    tries = sum(fall.tries for fall in falls)
    up = ", ".join(str(case) for case, fall in enumerate(outcomes) if fall is None)
    stood = [fall.stands for fall in falls if fall.stands is not None]
    return [
        Row("falls, of cases; pushes that they took", "", "",
            f"{len(falls)} of {len(outcomes)}; {tries}" + (f"; no fall: case {up}" if up else "")),
        *_slide_rows(falls),
        *_overlap_rows(falls),
        _joint_row(falls),
        *_head_rows(falls),
        _torque_row(falls),
        Row("stands after it got up", "", "", f"{sum(stood)} of {len(stood)}"),
    ]  # fmt: skip


def _slide_rows(falls: Sequence[Fall]) -> list[Row]:
    found = []
    for phase in (FALLING, RISING):
        for part in PARTS:
            by_case = [(fall, fall.slides.get((phase, part), [])) for fall in falls]
            all_of_them = [slide for _, slides in by_case for slide in slides]
            if not all_of_them:
                continue
            worst = max(by_case, key=lambda found: max(found[1], default=0.0))[0]
            held = np.mean(np.array(all_of_them) <= FURTHEST)
            whole = np.mean([max(slides) <= FURTHEST for _, slides in by_case if slides])
            found.append(
                Row(
                    f"{phase}: slide of a {part} in a contact: median, 90 %, worst [cm]", "", "",
                    f"{_spread(100.0 * np.array(all_of_them))} (case {worst.case.number}); "
                    f"within: {held:.0%} of {len(all_of_them)} contacts, all of them in "
                    f"{whole:.0%} of the {phase}",
                    bool(held == 1.0), f"must: {100 * FURTHEST:g} at most",
                )
            )  # fmt: skip
    return found


def _overlap_rows(falls: Sequence[Fall]) -> list[Row]:
    deepest = [fall.deepest for fall in falls]
    worst = falls[int(np.argmax(deepest))]
    held = np.mean(np.array(deepest) <= DEEPEST)
    deep = Counter(
        pair for fall in falls
        for pair in {
            "-".join(name.partition(".")[0] for name in pair)
            for pairs in fall.overlaps.values() for pair, depth in pairs.items() if depth > DEEPEST
        }
    )  # fmt: skip
    most = ", ".join(f"{pair} {count}" for pair, count in deep.most_common(6))
    return [
        Row("segments in each other, deepest of a fall: median, 90 %, worst [cm]", "", "",
            f"{_spread(100.0 * np.array(deepest))} (case {worst.case.number}, "
            f"{_deepest_pair(worst)}); {held:.0%} of the falls within",
            bool(held == 1.0), f"must: {100 * DEEPEST:g} at most"),
        Row("pairs of segments deeper than that in most falls", "", "", most or "none"),
    ]  # fmt: skip


def _deepest_pair(fall: Fall) -> str:
    found = [(d, pair) for pairs in fall.overlaps.values() for pair, d in pairs.items()]
    return "-".join(max(found)[1]) if found else "none"


def _joint_row(falls: Sequence[Fall]) -> Row:
    furthest = [max(fall.beyond.values()) for fall in falls]
    worst = falls[int(np.argmax(furthest))]
    joint = max(worst.beyond, key=lambda name: worst.beyond[name])
    held = np.mean(np.array(furthest) <= BEYOND)
    return Row(
        "joints beyond their range, furthest of a fall: median, 90 %, worst [degrees]", "", "",
        f"{_spread(np.array(furthest))} (case {worst.case.number}, {joint}); "
        f"{held:.0%} of the falls within",
        bool(held == 1.0), f"must: {BEYOND:g} at most",
    )  # fmt: skip


def _head_rows(falls: Sequence[Fall]) -> list[Row]:
    pairs = [(fall.head, fall.limp_head) for fall in falls if fall.limp_head is not None]
    protected, limp = (np.median(column) for column in zip(*pairs, strict=True))
    worst = max(falls, key=lambda fall: fall.head)
    first = sum(fall.is_limbs_first for fall in falls)
    never = sum(fall.head_at is None for fall in falls)
    return [
        Row("greatest force on the head, protected and limp: medians [body weights]", "", "",
            f"{protected:.2f}, {limp:.2f} of {len(pairs)}; worst protected {worst.head:.2f} "
            f"(case {worst.case.number})",
            bool(protected <= OF_LIMP * limp), f"must: {OF_LIMP:g} of limp at most"),
        Row("an arm or knee lands before the head", "", "",
            f"{first} of {len(falls)}; in {never} the head never lands",
            first >= LIMBS_FIRST * len(falls), f"must: {LIMBS_FIRST:.0%}"),
    ]  # fmt: skip


def _torque_row(falls: Sequence[Fall]) -> Row:
    watched = [(fall, fall.torques) for fall in falls if fall.torques is not None]
    shares = [(max(t.values()), max(t, key=lambda n: t[n]), fall) for fall, t in watched]
    share, segment, fall = max(shares, key=lambda found: found[0])
    return Row(
        "largest torque that the engine applies, of the joint's limit", "", "",
        f"{share:.3f} ({segment}, case {fall.case.number}), of {len(watched)} falls",
        share <= 1.0 + 1e-9, "must: 1 at most",
    )  # fmt: skip


def _spread(values: Array) -> str:
    return f"{np.median(values):.1f}, {np.percentile(values, 90):.1f}, {values.max():.1f}"
