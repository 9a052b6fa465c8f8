"""Compiling: one object for each source and system, kept for the next build."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .sources import DIGEST, fetch_sources, listed_sources
from .targets import Target

HERE = Path(__file__).parent
MODULE = "examples/pybullet/pybullet.c"
STUB = "no_window.c"
KEY_LENGTH = 20


class CompilerFailed(Exception):
    """The compiler's or linker's message."""


@dataclass(frozen=True)
class Build:
    """The folders of a build.

    Attributes:
        folder: of all that is built; sources: PyBullet's; jobs: compilers side by side.
        compiler: zig's version.
    """

    folder: Path
    sources: Path
    jobs: int
    compiler: str

    @property
    def headers(self) -> Path:
        return self.folder / "python"

    def run(self, arguments: Sequence[str]) -> str:
        """Run zig among PyBullet's sources; returns what it prints.

        Raises:
            CompilerFailed: with what it says.
        """
        line = [sys.executable, "-m", "ziglang", *arguments]
        environment = compiler_environment(self.folder)
        done = subprocess.run(
            line, cwd=self.sources, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            said = f"zig {arguments[0]} failed to make {arguments[-1]}:\n{done.stderr}"
            raise CompilerFailed(said)
        return done.stdout


def compiler_environment(folder: Path) -> Mapping[str, str]:
    """With zig's own caches below `folder`, and nothing that changes what is compiled."""
    changing = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "CFLAGS")
    kept = {name: value for name, value in os.environ.items() if name not in changing}
    cache = str(folder / "zig")
    # Windows' format has the time of the build.
    return kept | {
        "ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache, "SOURCE_DATE_EPOCH": "0"
    }  # fmt: skip


def start_build(folder: Path, jobs: int) -> Build:
    """Fetch PyBullet's sources and copy Python's headers."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(
        [sys.executable, "-m", "ziglang", "version"], capture_output=True, text=True, check=False
    )
    if version.returncode != 0:
        raise SystemExit("The compiler is missing. Install it:  pip install ziglang==0.17.1")
    build = Build(folder, fetch_sources(folder), jobs, version.stdout.strip())
    copy_headers(build.headers)
    return build


def copy_headers(folder: Path) -> None:
    """Python's headers without its pyconfig.h, which is this machine's: ours is any target's."""
    own = Path(sysconfig.get_path("include"))
    if sys.version_info[:2] != (3, 11) or not (own / "Python.h").exists():
        raise SystemExit("This needs Python 3.11 with its headers:  apt-get install python3.11-dev")
    shutil.copytree(own, folder, dirs_exist_ok=True)
    shutil.copy(HERE / "pyconfig.h", folder / "pyconfig.h")


def compile_all(build: Build, target: Target) -> list[Path]:
    """The objects of a system, compiled where they are not kept from an earlier build."""
    folder = build.folder / "objects" / target.platform
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / STUB, build.sources / "examples/SharedMemory" / STUB)
    sources = [*listed_sources(build.sources), f"examples/SharedMemory/{STUB}"]
    with ThreadPoolExecutor(build.jobs) as pool:
        return list(pool.map(lambda source: compile_one(build, target, source, folder), sources))


def compile_one(build: Build, target: Target, source: str, folder: Path) -> Path:
    flags = [*target.compile_flags(), *own_flags(source, target)]
    key = hashlib.sha256("\0".join([build.compiler, DIGEST, source, *flags]).encode())
    for ours in our_files(source):
        key.update(ours.read_bytes())
    compiled = folder / f"{Path(source).stem}-{key.hexdigest()[:KEY_LENGTH]}.o"
    if compiled.exists():
        return compiled
    # A compiler that fails may leave an empty file, and another build may be under way.
    part = compiled.with_suffix(f".{os.getpid()}.o")
    language = ["cc"] if source.endswith(".c") else ["c++", "-std=gnu++14"]
    own_paths = [f"-I{build.headers}"] if source == MODULE else []
    if source == MODULE:
        own_paths += ["-include", str(HERE / "limited_api.h")]
    build.run([*language, *flags, *own_paths, "-c", source, "-o", str(part)])
    part.rename(compiled)
    return compiled


def own_flags(source: str, target: Target) -> list[str]:
    if source.endswith("zlib/zutil.c") and target.is_macos:
        return ["-Dfdopen=fdopen"]  # zlib of 2017 takes macOS for one that has none
    return []


def our_files(source: str) -> list[Path]:
    """Files of this folder on which an object depends."""
    if source == MODULE:
        return [HERE / "limited_api.h", HERE / "pyconfig.h"]
    return [HERE / STUB] if source.endswith(STUB) else []
