"""A dask.distributed cluster of processes on this computer."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

PATIENCE = 60.0  # [s] for the scheduler to start


class LocalCluster:
    """A scheduler and workers, each a process, with their files in a folder.

    Args:
        options: of dask's commands for both, such as those of certificates.
    """

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        self._options = options
        self._file = folder / "scheduler.json"
        self._start(
            "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(self._file)
        )

    def add_worker(self) -> subprocess.Popen[bytes]:
        return self._start(
            "worker", "--scheduler-file", str(self._file), "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--local-directory", str(self.folder),
        )  # fmt: skip

    @property
    def address(self) -> str:
        deadline = time.monotonic() + PATIENCE
        while not self._file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        return str(json.loads(self._file.read_text())["address"])

    def _start(self, *what: str) -> subprocess.Popen[bytes]:
        module = "distributed.cli.dask_" + what[0]
        command = [sys.executable, "-m", module, *what[1:], *self._options]
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
