"""A Blender in a process of its own, which runs pieces of Python for the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PATIENCE = 900.0  # [s]; the first run on a computer compiles, with little of a busy one


class BlenderProcess:
    """A Blender that is started by the first piece of Python, and again after one that failed.

    Args:
        folder: where it keeps the user's files, and what it prints while it starts.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def run(self, source: str, folder: Path) -> dict[str, Any]:
        """What a piece of Python says after tests/blender/prelude.py, with `folder` as its own."""
        if self._process is None:
            self._process = self._start()
        order = {
            "source": source, "folder": str(folder), "environment": self._environment(folder)
        }  # fmt: skip
        answer = self._answer(json.dumps(order))
        if not answer:
            self.close()
            files = [path for path in (self._folder / "start", folder / "stderr") if path.exists()]
            printed = "\n".join(path.read_text(errors="replace") for path in files)
            raise AssertionError(f"Blender ended, or was ended after {PATIENCE:g} s:\n{printed}")
        said: dict[str, Any] = json.loads(answer)
        if "trouble" in said:
            self.close()
            raise AssertionError(said["trouble"])
        return said

    def close(self) -> None:
        """End Blender, which leaves when its standard input closes."""
        if self._process is not None:
            self._process.communicate(timeout=PATIENCE)
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        with (self._folder / "start").open("wb") as printed:
            return subprocess.Popen(
                [sys.executable, HERE / "session.py"],
                env=self._environment(self._folder), cwd=self._folder, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=printed,
            )  # fmt: skip

    def _answer(self, order: str) -> str:
        """The line with which Blender answers; "" when it has ended."""
        assert self._process is not None and self._process.stdin and self._process.stdout
        guard = threading.Timer(PATIENCE, self._process.kill)
        guard.start()
        try:
            print(order, file=self._process.stdin, flush=True)
            return self._process.stdout.readline()
        except BrokenPipeError:
            return ""
        finally:
            guard.cancel()

    def _environment(self, folder: Path) -> dict[str, str]:
        """The test's environment, in which Blender finds what the tests share."""
        user = self._folder / "user"
        user.mkdir(exist_ok=True)
        path = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
        return {
            **os.environ, "TMPDIR": str(folder), "PYTHONPATH": path,
            "BLENDER_USER_RESOURCES": str(user),
        }  # fmt: skip
