"""Golden takes: digests of short shots which together use every skill of a performer.

    python tools/golden_takes.py --out FILE.json [--only NAME ...] [--jobs N]
    python tools/golden_takes.py --against FILE.json [--only NAME ...] [--jobs N]

A change of the code that must not change any motion leaves every digest equal, on the same machine.
`--against` prints the golden takes that differ and the first differing channel of each; the exit
status is 1 then. No digest depends on the machine's speed: searches end by success or after a
number of tries.

Run it where the package can be imported as footfall, as the tests are.
"""

from __future__ import annotations

import os

# The number of threads changes the last bits of sums.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import json
import multiprocessing
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from golden import bodies, files, rising, tasks, walking
from golden.common import Facts, Golden
from golden.digests import facts_of, record_of

from footfall import FootfallError, Shot, Take, simulate
from footfall.shots.take import RunFailed

PARTS = (walking, tasks, rising, bodies, files)
BY_NAME: Mapping[str, Golden] = {
    golden.__name__: golden for part in PARTS for golden in part.GOLDEN
}


def record_named(name: str) -> tuple[dict[str, Any], float]:
    """The record of a golden take, and the processor time that it took [s]."""
    began = time.process_time()
    try:
        record = record_of(_facts_from(BY_NAME[name]()))
    except FootfallError as error:
        record = record_of({"refused": str(error)})
    except Exception as error:  # an error in one must not hide the others
        traceback.print_exc()
        record = record_of({"broken": f"{type(error).__name__}: {error}"})
    return record, time.process_time() - began


def _facts_from(made: Shot | Take | Facts) -> Facts:
    if isinstance(made, Shot):
        try:
            made = simulate(made)
        except RunFailed as failed:
            made = failed.take
    return facts_of(made) if isinstance(made, Take) else made


# Comparison.


@dataclass(frozen=True)
class Difference:
    """A golden take that changed, and its first difference."""

    name: str
    where: str


def first_difference(golden: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The first array and the first other fact in which two records differ; "" for none."""
    found = [_first_of(golden[kind], now[kind]) for kind in ("arrays", "told")]
    if not any(found) and golden["digest"] != now["digest"]:
        return "the order of the channels"
    return "; ".join(filter(None, found))


def _first_of(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    for name in dict.fromkeys([*old, *new]):
        if name not in new or name not in old:
            return f"{name} is {'missing' if name in old else 'new'}"
        if old[name] != new[name]:
            return f"{name}: {_apart(old[name], new[name])}"
    return ""


def _apart(old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list):
        at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
        if at is None:
            return f"{len(old)} of them before, {len(new)} now"
        return f"number {at}, {old[at]!r} before, {new[at]!r} now"
    return f"{old!r} before, {new!r} now"


def differences(
    golden: Mapping[str, Any], now: Mapping[str, Any], names: Iterable[str]
) -> list[Difference]:
    found = []
    for name in names:
        if name not in golden or name not in now:
            found.append(Difference(name, "missing " + ("now" if name in golden else "before")))
        elif where := first_difference(golden[name], now[name]):
            found.append(Difference(name, where))
    return found


# The command line.


def records_of(names: Sequence[str], jobs: int) -> Iterator[tuple[str, dict[str, Any], float]]:
    if jobs == 1:
        for name in names:
            yield (name, *record_named(name))
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for name, made in zip(names, pool.map(record_named, names), strict=True):
            yield (name, *made)


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, help="write the digests to this file")
    parser.add_argument("--against", type=Path, help="compare with the digests of this file")
    parser.add_argument("--only", nargs="+", default=list(BY_NAME), choices=list(BY_NAME),
                        metavar="NAME", help="only these golden takes")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    options = parser.parse_args(arguments)
    if options.out is None and options.against is None:
        parser.error("give --out or --against")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    options, records = options_of(arguments), dict[str, Any]()
    for name, record, seconds in records_of(options.only, options.jobs):
        told = record["told"]
        failed = told.get("refused") or told.get("broken") or told.get("failure") or ""
        print(f"{record['digest']} {seconds:6.1f} s  {name}  {failed}".rstrip(), flush=True)
        records[name] = record
    if options.out is not None:
        options.out.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    broken = [name for name, record in records.items() if "broken" in record["told"]]
    if options.against is None:
        return 1 if broken else 0
    golden = json.loads(options.against.read_text(encoding="utf-8"))
    names = options.only if len(options.only) < len(BY_NAME) else dict.fromkeys([*golden, *records])
    found = differences(golden, records, names)
    for difference in found:
        print(f"DIFFERS {difference.name}: {difference.where}")
    print(f"{len(found)} of {len(list(names))} differ")
    return 1 if found or broken else 0


if __name__ == "__main__":
    sys.exit(main())
