"""Runs one benchmark in a process of its own, and lists what it loads."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ...base.files import read_json
from ...base.loaded_modules import PACKAGE, VARIABLE, listed_in
from .entries import Entry, new_entry


def measure(name: str) -> Entry | None:
    """The entry of a benchmark that is run now; None where it failed, and has said why."""
    with tempfile.TemporaryDirectory(prefix="footfall-bench-") as folder:
        listed, rows = Path(folder, "modules"), Path(folder, "rows.json")
        command = [sys.executable, "-m", f"{PACKAGE}.benchmarks", name, str(rows)]
        began = time.time()
        status = subprocess.run(
            command, env=os.environ | {VARIABLE: str(listed)}, check=False
        ).returncode
        if status:
            return None
        return new_entry(name, listed_in(listed), began, read_json(rows, "table"))
