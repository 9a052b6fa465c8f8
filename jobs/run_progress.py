"""What a worker is doing, its progress and the remaining time, reported continually.

A thread reports, since one function may take many seconds to compile without any event.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from ..catalogue import CUES
from ..compiling.forecast import compile_times, kind_of, the_forecast
from ..rollout.wording import COMPILING, SIMULATING, about
from ..shots.schedule import TAIL, usual_end
from ..shots.shot import Shot
from ..simulation.compiled import TURN

REPORT_INTERVAL = 0.2  # [s] between two reports
SLOWEST = 10.0  # times a frame's usual time: more is something else, such as loading a law
LOADS = 1.5  # [s] of work for loading all laws, before the first frame
WINDOW = 20.0  # [s] over which the load of the computer is measured
MOST_BUSY = 10.0  # largest factor of that load on the remaining time
TRUST = 1.0  # [s] of simulated time that the table's speed is weighted with
LONGER = 0.25  # share of its time that a search which takes longer is expected to continue
COMPILING_LAW = "Compiling {what}"
Send = Callable[[str, float, float | None], object]


class RunProgress:
    """Called with the fraction that is simulated, from the simulating thread."""

    def __init__(self, send: Send) -> None:
        """
        Args:
            send: called whenever one of its arguments changes: a sentence, the share of the time
                that has passed, and the remaining time [s].
        """
        self._send, self._forecast = send, the_forecast()
        self._lock = threading.Lock()
        self._sent: tuple[str, float] | None = None
        self._what = ""  # "": idle
        self._foresees = False
        self._began, self._share = time.monotonic(), 0.0
        self._looks = deque([(self._began, time.process_time())])
        threading.Thread(target=self._report_loop, daemon=True).start()

    def begin(self, what: str) -> None:
        """Begin an activity whose duration is unknown."""
        with self._lock:
            self._what, self._foresees = what, False
            self._began, self._share = time.monotonic(), 0.0
        self._send_changed()

    def begin_shot(self, shot: Shot, keeps_pace: bool = False) -> None:
        """Begin the simulation of a shot.

        Args:
            keeps_pace: whether the simulation runs no faster than real time.
        """
        times = compile_times()
        kinds = [kind_of(performer) for performer in shot.performers]
        rises = (
            kind for kind, performer in zip(kinds, shot.performers, strict=True)
            if not performer.plans and any(CUES[cue.skill].is_searched for cue in performer.cues)
        )  # fmt: skip
        self._forecast.forget()  # the earlier shot's forecast is not needed here
        self._forecast.expect(shot)
        with self._lock:
            self._duration = shot.duration or (usual_end(shot.performers, shot.props) or 0.0) + TAIL
            self._rate = sum(times["simulating"][kind] for kind in kinds)  # [s/s], from the table
            self._searches = [times["searching"].get(kind, 0.0) for kind in rises]
            self._fraction = self._searching = 0.0
            self._simulating = self._simulated = 0.0  # [s] of work, and [s] of the shot
            self._search = ""
            self._compiled, self._worked = self._forecast.work, time.process_time()
            self._what, self._foresees, self._keeps_pace = SIMULATING, True, keeps_pace
            self._began, self._share = time.monotonic(), 0.0
        self._send_changed()

    def end(self) -> None:
        """End the activity; nothing is reported after this."""
        with self._lock:
            self._what = ""

    def __call__(self, fraction: float) -> bool:
        with self._lock:
            worked, compiled = time.process_time(), self._forecast.work
            spent = worked - self._worked - (compiled - self._compiled)
            self._worked, self._compiled = worked, compiled
            simulated = (fraction - self._fraction) * self._duration
            if self._search:
                self._searching += max(spent, 0.0)
            elif 0.0 <= spent < SLOWEST * self._forecast.scale * self._rate * simulated:
                self._simulating += spent
                self._simulated += simulated
            first, self._fraction = self._fraction == 0.0, fraction
        if first and fraction > 0.0:
            self._forecast.settle(only_first=True)
        return True

    def report(self, sentence: str) -> None:
        """Report a search; "" ends it."""
        with self._lock:
            if self._search and not sentence:
                self._searches, self._searching = self._searches[1:], 0.0
            self._search = sentence

    def left(self) -> float:
        """The remaining time of the shot [s], as far as it can be forecast."""
        remaining = self._duration * (1.0 - self._fraction)
        if self._keeps_pace:
            return self._forecast.left() * self._busy() + remaining
        slowness = self._forecast.scale
        usual = TRUST * self._rate * slowness
        rate = (usual + self._simulating) / (TRUST + self._simulated)
        loads = LOADS * slowness if self._fraction == 0.0 else 0.0
        searches = slowness * sum(self._searches)
        if self._search:
            searches -= min(self._searching, searches)
            searches = max(searches, LONGER * self._searching)
        return (self._forecast.left() + loads + searches + rate * remaining) * self._busy()

    def _busy(self) -> float:
        """Wall time over processor time at present: the load of the computer."""
        (began, worked), now = self._looks[0], self._looks[-1]
        return min(max((now[0] - began) / max(now[1] - worked, REPORT_INTERVAL), 1.0), MOST_BUSY)

    def _report_loop(self) -> None:
        while True:
            time.sleep(REPORT_INTERVAL)
            self._forecast.look()
            with self._lock:
                self._see_how_busy()
            self._send_changed()

    def _see_how_busy(self) -> None:
        now = time.monotonic()
        if not self._what or TURN.is_awaited:  # the process itself does not work
            self._looks = deque([(now, time.process_time())])
        self._looks.append((now, time.process_time()))
        while now - self._looks[0][0] > WINDOW:
            self._looks.popleft()

    def _send_changed(self) -> None:
        """Report what has changed."""
        with self._lock:
            if not self._what:
                return
            spent = time.monotonic() - self._began
            left = self.left() if self._foresees else None
            if left is not None:
                self._share = max(self._share, spent / max(spent + left, REPORT_INTERVAL))
            now = (self._words(spent, left), round(self._share, 3))
            if now != self._sent:
                self._sent = now
                self._send(*now, left)

    def _words(self, spent: float, left: float | None) -> str:
        if left is None:
            what = COMPILING if self._forecast.is_compiling else self._what
            return f"{what}, {spent:.0f} s"
        if self._forecast.is_compiling:
            law = self._forecast.what()
            what = COMPILING_LAW.format(what=law) if law else COMPILING
        elif self._search:
            return f"{self._search} ({spent:.0f} s so far)"
        else:
            what = self._what
        return f"{what}, {spent:.0f} s, {about(left)} left"
