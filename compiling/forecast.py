"""A forecast of the compilation for a shot: what is left, and how long it takes.

Times are processor times; the load of the computer is not accounted for here.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..base.files import read_json
from ..bodies.kinds import BIPED, PLANAR, QUADRUPED
from ..shots.cue import walks_in_plane
from ..shots.shot import Performer, Shot
from ..simulation.compiled import COMPILED_FOLDERS, TURN, cache_folder, watch_compiling
from ..simulation.records import ROOM
from .ledger import Function, Ledger
from .samples import first_law, law_of

TABLE = Path(__file__).parent / "compile_times.json"
TRUST = 4.0  # [s] of the table's work that its own speed is weighted with, against measured work
LEAST_LEFT = 0.05  # share of a function's time that is left while it takes longer


@cache
def compile_times() -> Any:
    """Measured compile times of each kind of body and law: see benchmarks/compile_times.py."""
    return read_json(TABLE, "table of compile times")


def kind_of(performer: Performer) -> str:
    """The kind of control laws that a performer uses."""
    if performer.character.kind == PLANAR or walks_in_plane(performer.cues):
        return PLANAR
    return QUADRUPED if performer.character.kind == QUADRUPED else BIPED


@cache
def the_forecast() -> CompileForecast:
    """The forecast of this process."""
    return CompileForecast()


class Variant(NamedTuple):
    """A function for one combination of argument types."""

    law: str  # whose function it is
    time: float  # to compile it [s]


@dataclass
class Compilation:
    """A function that is being compiled."""

    function: Function | None  # None: not Footfall's own, and counted with its caller
    work: float = 0.0  # [s]


class CompileForecast:
    """Forecasts the compilation for a shot, by this process or by another one that it waits for.

    Attributes:
        work: processor time that this process has spent on compiling [s].
        scale: measured work on this computer over that of the table.
    """

    def __init__(self) -> None:
        self.work = 0.0
        self.scale = 1.0
        self._expected = self._spent = 0.0  # [s] by the table, and as measured
        self._ledger = Ledger(cache_folder())
        self._variants: dict[Function, list[Variant]] = {}  # in the order of their compilation
        self._bodies: dict[str, str] = {}  # kind of each body
        self._compilations: list[Compilation] = []
        self._at = 0.0
        self._lock = threading.RLock()
        watch_compiling(self._begin, self._end)

    def expect(self, shot: Shot) -> None:
        """Add what a shot needs to the forecast."""
        with self._lock:
            self._ledger.look()
            for performer in shot.performers:
                kind = kind_of(performer)
                size = max(len(performer.character.segments), ROOM)  # as of compiled code's records
                laws = [law_of(kind, cue.skill) for cue in performer.cues if not cue.is_event]
                for law in dict.fromkeys([first_law(kind), *laws]):
                    self._expect(f"{kind} {size}", kind, law)

    def forget(self) -> None:
        """Clear the forecast."""
        with self._lock:
            self._variants.clear()

    def _expect(self, body: str, kind: str, law: str) -> None:
        self._bodies[body] = kind
        laws, first = compile_times()["laws"][kind], first_law(kind)
        for name, (is_shared, *times) in laws.get(law, {}).items():
            variants = [Variant(law, time) for time in times]
            if law != first:
                earlier = laws[first].get(name, [is_shared])[1:]
                variants = [*(Variant(first, time) for time in earlier), *variants]
            function = Function("" if is_shared else body, name)
            before = self._variants.get(function, [])
            self._variants[function] = max(before, variants, key=len)

    def settle(self, only_first: bool = False) -> None:
        """Record all expected functions as compiled, since they have run, even where no event came.

        Args:
            only_first: only those of the bodies' first laws.
        """
        first = {first_law(kind) for kind in self._bodies.values()}
        with self._lock:
            self._ledger.look()
            for function, variants in self._variants.items():
                for variant in variants[self._ledger.counts[function] :]:
                    if not only_first or variant.law in first:
                        self._ledger.add(function, 0.0)
            self._ledger.look()

    def look(self) -> None:
        """Update the forecast by what other processes have compiled."""
        with self._lock:
            self._ledger.look()

    @property
    def is_done(self) -> bool:
        """Whether nothing of the forecast is left to compile."""
        return self.left() == 0.0

    @property
    def is_compiling(self) -> bool:
        """Whether this process is compiling, or waits for another one that is."""
        return bool(self._compilations) or TURN.is_awaited

    def left(self) -> float:
        """The work that is left, scaled to this computer [s]."""
        with self._lock:
            return self.scale * sum(self._left_of(function) for function in self._variants)

    def _left_of(self, function: Function) -> float:
        """The work of a function that is left, by the table [s]."""
        times = [v.time for v in self._variants[function][self._ledger.counts[function] :]]
        left = sum(times)
        for item in self._compilations:
            if item.function == function and times:
                spent = item.work + (time.process_time() - self._at) * (item is self._own())
                left -= min(spent / self.scale, (1.0 - LEAST_LEFT) * times[0])
        return left

    def what(self) -> str:
        """The law that is being compiled and its progress, as text for the artist; "" where the
        table does not know it.
        """
        with self._lock:
            own = self._own()
            function = own.function if own is not None else self._first_missing()
            counts = self._ledger.counts
            if function is None or counts[function] >= len(self._variants.get(function, ())):
                return ""
            law = self._variants[function][counts[function]].law
            compiled = [
                number < counts[f]
                for f, variants in self._variants.items()
                for number, variant in enumerate(variants)
                if variant.law == law
            ]
            return f"{law.replace('_', ' ')}, {sum(compiled) + 1} of {len(compiled)}"

    def _first_missing(self) -> Function | None:
        counts = self._ledger.counts
        return next((f for f, known in self._variants.items() if counts[f] < len(known)), None)

    def _own(self) -> Compilation | None:
        """The innermost of Footfall's own functions that are being compiled."""
        own = (item for item in reversed(self._compilations) if item.function is not None)
        return next(own, None)

    def _begin(self, name: str, is_shared: bool) -> None:
        with self._lock:
            self._count()
            function = None
            if name.partition(".")[0] in COMPILED_FOLDERS:
                function = self._function(name, is_shared)
            if function is not None or self._compilations:
                self._compilations.append(Compilation(function))

    def _end(self) -> None:
        with self._lock:
            if not self._compilations:
                return
            self._count()
            ended = self._compilations.pop()
            if ended.function is None:
                return
            number = self._ledger.counts[ended.function]
            variants = self._variants.get(ended.function, [])
            if number < len(variants):
                self._expected += variants[number].time
                self._spent += ended.work
            self.scale = (TRUST + self._spent) / (TRUST + self._expected)
            self._ledger.add(ended.function, ended.work)
            self._ledger.look()

    def _count(self) -> None:
        """Add the work since the last event to the innermost of Footfall's own functions."""
        now, own = time.process_time(), self._own()
        if own is not None:
            own.work += now - self._at
            self.work += now - self._at
        self._at = now

    def _function(self, name: str, is_shared: bool) -> Function:
        """The function of a name; one that was not expected adds its whole law, as after a fall."""
        if is_shared:
            return Function("", name)
        known = [Function(body, name) for body in self._bodies]
        for function in known:
            if self._ledger.counts[function] < len(self._variants.get(function, ())):
                return function
        for body, kind in self._bodies.items():
            for law, names in compile_times()["laws"][kind].items():
                if name in names and Function(body, name) not in self._variants:
                    self._expect(body, kind, law)
                    return Function(body, name)
        return known[0] if known else Function("", name)
