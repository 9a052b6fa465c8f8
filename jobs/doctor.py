"""What works of an installation: each part is looked at, down to a worker that simulates a walk.

Nothing but Python is imported with this file, so that it tells of any other part that is missing.
"""

from __future__ import annotations

import platform
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import FootfallError, SimulationError
from ..base.files import reachable
from ..simulation.compiled_states import list_states, size_of, states_folder
from ..simulation.silence_output import silence_output

if TYPE_CHECKING:
    from .worker_process import WorkerProcess

POLLS = 0.05  # [s] between two looks at the worker
ANSWERS_WITHIN = 120.0  # [s], as a slow disk with a virus scanner needs for all libraries
WALKS_WITHIN = 1800.0  # [s], nearly all of it for compiling on a slow computer
WALKED = 1.0  # [s] of the walk
OK, FAILED = "ok", "FAILED"
INSTALL_AGAIN = "install Footfall again"


class Finding(NamedTuple):
    """What was found of a part, in one line."""

    part: str
    is_well: bool
    text: str

    def __str__(self) -> str:
        return f"{self.part:8}  {OK if self.is_well else FAILED:6}  {self.text}"


def system() -> str:
    """Footfall and the computer, in one line."""
    root = sys.modules[__package__.rpartition(".")[0]]  # loaded, and above all layers
    return f"Footfall {root.__version__} on {platform.platform()}, {platform.machine()}"


class Doctor:
    """Looks at the parts in order, and ends its worker at the exit of the context."""

    def __init__(self, say: Callable[[str], object]) -> None:
        """
        Args:
            say: called often with what the worker is doing, for whoever waits.
        """
        self._say = say
        self._worker: WorkerProcess | None = None
        self._looks: Mapping[str, Callable[[], str]] = {
            "Python": _python,
            "numpy": lambda: _library("numpy"),
            "scipy": lambda: _library("scipy"),
            "numba": lambda: _library("numba"),
            "PyBullet": lambda: _library("pybullet"),
            "engine": _engine,
            "cache": _cache,
            "worker": self._worker_answers,
            "walking": self._walk,
        }

    def __enter__(self) -> Doctor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._worker is not None:
            self._worker.close()

    @property
    def parts(self) -> list[str]:
        return list(self._looks)

    def look(self, part: str) -> Finding:
        """Look at one part; any error is what was found."""
        try:
            text, is_well = self._looks[part](), True
        except FootfallError as error:
            text, is_well = str(error), False
        except ModuleNotFoundError as error:
            text, is_well = f"{error.name} is missing: {INSTALL_AGAIN}", False
        except Exception as error:
            text, is_well = f"{type(error).__name__}: {error}", False
        return Finding(part, is_well, " ".join(text.split()))

    def _worker_answers(self) -> str:
        from .worker import READY
        from .worker_process import WorkerProcess

        began = time.monotonic()
        worker = self._worker = WorkerProcess()
        while worker.note != READY:
            worker.poll()
            self._wait(worker, began, ANSWERS_WITHIN)
        return f"answers after {time.monotonic() - began:.1f} s"

    def _walk(self) -> str:
        from ..bodies.character import Character
        from ..catalogue import USUAL
        from ..rollout.wording import COMPILING
        from ..shots.shot import Cue, Performer, Shot
        from .worker import READY

        worker = self._worker
        if worker is None or worker.note != READY:
            raise SimulationError("not tried, because the worker does not answer")
        began, compiled = time.monotonic(), 0.0
        worker.begin(Shot([Performer(Character.humanoid(), [Cue(USUAL)])], duration=WALKED))
        while (take := worker.poll()) is None:
            compiled += POLLS * worker.note.startswith(COMPILING.split(",")[0])
            self._wait(worker, began, WALKS_WITHIN)
        took = time.monotonic() - began
        spent = f"simulated in {took:.1f} s" + (f", {compiled:.1f} compiling" if compiled else "")
        performance = take.performances[0]
        if performance.fell_at is not None:
            raise SimulationError(f"falls after {performance.fell_at:.2f} s; {spent}")
        first, *_, last = performance.root_position[:, 0]
        return f"stands after {WALKED:g} s and {last - first:.2f} m; {spent}"

    def _wait(self, worker: WorkerProcess, began: float, limit: float) -> None:
        if time.monotonic() - began > limit:
            raise SimulationError(f"not done after {limit:.0f} s, at: {worker.note}")
        self._say(worker.note)
        time.sleep(POLLS)


def _python() -> str:
    return f"{platform.python_version()} in {_short(Path(sys.executable))}"


def _library(module: str) -> str:
    """Load a library; returns its version and folder."""
    with silence_output():
        origin = import_module(module).__file__
    try:
        found = version(module)
    except PackageNotFoundError:
        found = "of unknown version"
    # A package's own folder says as little as the module's name.
    folder = Path(origin or "").parent
    return f"{found} in {_short(folder.parent if folder.name == module else folder)}"


def _engine() -> str:
    """Start an engine and let it make a step."""
    with silence_output():
        from ..simulation.bullet_library import missing_functions
        from ..simulation.compiled import UNCOMPILED
        from ..simulation.engines import direct_works, start_engine

        engine = start_engine((0.0, 0.0, -9.81), 0.001)
        engine.step()
        engine.close()
    if direct_works():
        return "Bullet's C interface"
    if UNCOMPILED:
        why = "NUMBA_DISABLE_JIT is set"
    elif missing := missing_functions():
        why = f"its C interface lacks {len(missing)} functions, such as b3{missing[0]}"
    else:
        why = "its C interface fails its check"
    return f"PyBullet's Python functions, slower: {why}"


def _cache() -> str:
    folder = states_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise SimulationError(
            f"{_short(folder)} cannot be written ({error.strerror or error}): choose another folder"
            " for Compiled Code in the preferences, or by NUMBA_CACHE_DIR"
        ) from error
    states = list_states(folder)
    megabytes = sum(map(size_of, states)) / 1e6
    count = f"{len(states)} state{'' if len(states) == 1 else 's'}"
    return f"{_short(folder)}, writable, {megabytes:.0f} MB in {count}"


def _short(path: Path) -> str:
    """A path as it is shown, without the user's name where it begins with the user's folder."""
    shown, home = reachable(path), reachable(Path.home())
    if shown.is_relative_to(home):
        return str(Path("~") / shown.relative_to(home))
    return str(path)
