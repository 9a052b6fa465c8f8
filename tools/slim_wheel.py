"""Make a slim PyBullet wheel: only the extension module, stripped, and its licence (about 3 MB).

PyBullet's own wheel is 100 MB of example data, environments and debug symbols, and exists for
Linux and Python up to 3.11 only. For every other platform this builds the source distribution,
with the Python and the compiler that run it:

    python3.11 tools/slim_wheel.py dist/wheels              # a ready wheel, or else a build
    python3.11 tools/slim_wheel.py dist/wheels --from FILE  # a wheel or .tar.gz at hand
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

REQUIREMENT = "pybullet==3.2.7"
MODULE = re.compile(r"pybullet\.[^/]*(so|pyd)")
KEPT_INFO = ("METADATA", "WHEEL", "LICENSE.txt", "AUTHORS.txt")
# PyBullet's C does not compile with the strict defaults of present compilers; omit debug symbols.
BUILD_FLAGS = "-Wno-error=incompatible-pointer-types -g0"
STRIP = {"linux": ["strip", "--strip-unneeded"], "darwin": ["strip", "-x"]}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a slim PyBullet wheel.")
    parser.add_argument("output", type=Path, help="folder for the slim wheel")
    parser.add_argument("--from", dest="source", type=Path, help="a PyBullet wheel or sdist")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        full = obtain_wheel(arguments.source, Path(scratch))
        slim = slim_wheel(full, arguments.output)
    print(f"{slim} ({slim.stat().st_size / 1e6:.2f} MB)")


def obtain_wheel(source: Path | None, scratch: Path) -> Path:
    """Return the path of a full PyBullet wheel for this Python."""
    if source is not None and source.suffix == ".whl":
        return source
    if source is None and pip("download", "--only-binary=:all:", REQUIREMENT, "-d", scratch) == 0:
        return next(scratch.glob("pybullet-*.whl"))
    print("Building PyBullet from its source takes a few minutes.", flush=True)
    flags = f"{os.environ.get('CFLAGS', '')} {BUILD_FLAGS}".strip()
    environment: Mapping[str, str] = os.environ
    if sys.platform != "win32":
        environment = {**os.environ, "CFLAGS": flags}
    what = str(source) if source is not None else REQUIREMENT
    status = pip("wheel", "--no-binary=pybullet", what, "-w", scratch, environment=environment)
    if status != 0:
        raise SystemExit("PyBullet could not be built: see the compiler's messages above.")
    return next(scratch.glob("pybullet-*.whl"))


def pip(command: str, *rest: str | Path, environment: Mapping[str, str] | None = None) -> int:
    line = [sys.executable, "-m", "pip", command, "--no-deps", "--quiet", *map(str, rest)]
    return subprocess.run(line, env=environment, check=False).returncode


def slim_wheel(full: Path, output: Path) -> Path:
    """Copy the needed files of the wheel `full` to a wheel of the same name in `output`."""
    output.mkdir(parents=True, exist_ok=True)
    slim = output / full.name
    records = []
    with zipfile.ZipFile(full) as source, zipfile.ZipFile(slim, "w") as target:
        for name, data in needed_files(source):
            write(target, name, data)
            records.append(record_line(name, data))
        record = f"{info_folder(source)}/RECORD"
        write(target, record, "\n".join([*records, f"{record},,", ""]).encode())
    return slim


def needed_files(wheel: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    info = info_folder(wheel)
    for name in wheel.namelist():
        if MODULE.fullmatch(name):
            yield name, stripped(wheel.read(name))
        # Newer wheels keep the licence in a folder of its own.
        elif name.startswith(f"{info}/") and name.rpartition("/")[2] in KEPT_INFO:
            yield name, wheel.read(name)
    yield f"{info}/top_level.txt", b"pybullet\n"


def info_folder(wheel: zipfile.ZipFile) -> str:
    return next(name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name)


def stripped(module: bytes) -> bytes:
    """Leave out the debug symbols, which are nine tenths of the module."""
    command = STRIP.get(sys.platform)
    if command is None:  # on Windows symbols are in a separate file
        return module
    if shutil.which(command[0]) is None:
        print("Without the strip command the wheel is 10 times as large.", file=sys.stderr)
        print("Install it:  apt-get install -y binutils", file=sys.stderr)
        return module
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "module"
        path.write_bytes(module)
        subprocess.run([*command, str(path)], check=True)
        return path.read_bytes()


def write(wheel: zipfile.ZipFile, name: str, data: bytes) -> None:
    # A fixed date makes the same input give the same wheel.
    entry = zipfile.ZipInfo(name, date_time=(2020, 1, 1, 0, 0, 0))
    entry.external_attr = 0o644 << 16
    wheel.writestr(entry, data, zipfile.ZIP_DEFLATED, compresslevel=9)


def record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


if __name__ == "__main__":
    main()
