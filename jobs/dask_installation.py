"""Installs dask.distributed into a folder, by pip in a process of Blender's own Python.

Nothing of it is put into Blender's folders: pip itself runs out of the wheel that Python carries,
where it is not installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

from ..base.errors import FootfallError, InvalidInput
from ..base.files import make_folder, reachable
from ..search.own_process import python_executable

LEAST = "2024.5"  # as the extra "farm" in pyproject.toml has it
VERSION = re.compile(r"\d+(\.\d+)*")
PATIENCE, TRIES = 15, 1  # [s] for an answer of the network, further tries
UNFINISHED = "footfall-dask-"


class DaskInstallation:
    """A process that installs dask. The folder is replaced at the end, by all of it or not at all.

    Attributes:
        folder: the folder for all of its modules.
    """

    def __init__(self, folder: Path, version: str = "") -> None:
        """Start it.

        Args:
            version: of dask.distributed, as in "2026.8.0"; "": the newest.

        Raises InvalidInput for another kind of version, FootfallError where pip cannot be started.
        """
        if version and not VERSION.fullmatch(version):
            raise InvalidInput(
                f"A version of dask must be written as 2026.8.0, got {version!r}; leave it empty "
                "for the newest."
            )
        wanted = f"distributed=={version}" if version else f"distributed>={LEAST}"
        self.folder = reachable(folder)
        make_folder(self.folder.parent, "folder for dask")
        self._scratch = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self.folder.parent))
        try:
            with (self._scratch / "log").open("wb") as log:
                self._process = subprocess.Popen(
                    [*_pip(), "install", "--target", str(self._modules), "--only-binary", ":all:",
                     "--no-input", "--disable-pip-version-check", "--no-warn-conflicts",
                     "--timeout", str(PATIENCE), "--retries", str(TRIES), wanted],
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._scratch,
                    env=_environment(),
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows
                )  # fmt: skip
        except BaseException as error:
            shutil.rmtree(self._scratch, ignore_errors=True)
            if isinstance(error, OSError):
                raise FootfallError(f"pip could not be started: {error.strerror}.") from error
            raise

    @property
    def _modules(self) -> Path:
        return self._scratch / "modules"

    def poll(self) -> bool:
        """Whether dask is installed. Raises FootfallError where pip failed."""
        status = self._process.poll()
        if status is None:
            return False
        try:
            if status != 0:
                raise FootfallError(f"dask could not be installed: {self._last_words()}")
            self._replace()
        finally:
            self.close()
        return True

    @property
    def note(self) -> str:
        """The last line that pip wrote."""
        return next(reversed(self._log()), "Starting")

    def close(self) -> None:
        """End pip if it still runs, and remove what is unfinished; may be called again."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _log(self) -> list[str]:
        try:
            text = (self._scratch / "log").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return []
        return [line.strip() for line in text.splitlines() if line.strip()]

    def _last_words(self) -> str:
        lines = self._log()
        errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR:")]
        why = (errors or lines or ["pip ended without a word"])[-1].rstrip(".")
        return f"pip says: {why}. Is the network there, and does pip's package index have it?"

    def _replace(self) -> None:
        old = self._scratch / "old"
        try:
            if self.folder.exists():
                os.replace(self.folder, old)
            os.replace(self._modules, self.folder)
        except OSError as error:
            raise FootfallError(
                f"The folder {str(self.folder)!r} of an earlier dask is in use: start Blender "
                "again, and install before anything is simulated on the farm."
            ) from error


def _pip() -> list[str]:
    """The command line of pip. Raises FootfallError."""
    python = [python_executable(), "-P"]
    if find_spec("pip") is not None:
        return [*python, "-m", "pip"]
    carrier = find_spec("ensurepip")
    if carrier is not None and carrier.origin is not None:
        wheels = sorted(Path(carrier.origin).parent.glob("_bundled/pip-*.whl"))
        if wheels:
            return [*python, str(wheels[-1] / "pip")]
    raise FootfallError(
        "Blender's Python has no pip: install it with your system's packages, or use a Blender "
        "from blender.org."
    )


def _environment() -> dict[str, str]:
    """Without what leads pip to other Pythons."""
    leads = ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PIP_USER", "PIP_PREFIX", "PIP_ROOT")
    kept = {name: value for name, value in os.environ.items() if name not in leads}
    return {**kept, "PYTHONNOUSERSITE": "1", "PYTHONUTF8": "1", "PIP_USER": "0"}
