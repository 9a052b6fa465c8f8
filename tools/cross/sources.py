"""PyBullet's source distribution, and those of its sources that simulating without a window needs.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
from pathlib import Path

REQUIREMENT = "pybullet==3.2.7"
SDIST = "pybullet-3.2.7"
DIGEST = "042879db8d101ac7590dee475fc6aded508b85fe1273fdbbfde1d88bd200e14f"  # SHA-256
# Windows, pictures drawn by OpenGL, and other processes reached by a network.
LEFT_OUT = (
    "ExampleBrowser/",
    "OpenGLWindow/",
    "ThirdPartyLibs/Gwen/",
    "ThirdPartyLibs/enet/",
    "ThirdPartyLibs/clsocket/",
    "ThirdPartyLibs/glad/",
    "PhysicsClientUDP",
    "PhysicsClientTCP",
    "GraphicsClientExample",
    "GraphicsServerExample",
    "PhysicsServerExample",
    "RemoteGUIHelper",
    "SharedMemoryInProcessPhysicsC_API",
    "InProcessMemory",
)
KEPT = ("SimpleCamera.cpp",)  # of a folder that is left out: the software renderer has one


def fetch_sources(folder: Path) -> Path:
    """Unpack the source distribution below `folder`, where it is not there yet; returns its root.
    """
    root = folder / SDIST
    if root.exists():
        return root
    archive = folder / f"{SDIST}.tar.gz"
    if not archive.exists():
        download(archive.parent)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != DIGEST:
        raise SystemExit(f"{archive} is not the source distribution of PyBullet that is expected.")
    part = folder / "unpacking"
    with tarfile.open(archive) as opened:
        opened.extractall(part, filter="data")
    (part / SDIST).rename(root)
    return root


def download(folder: Path) -> None:
    """Fetch the source distribution. pip asks it for its metadata, which needs setuptools."""
    folder.mkdir(parents=True, exist_ok=True)
    line = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(folder)]
    line += ["--no-binary=pybullet", "--no-build-isolation", REQUIREMENT]
    if subprocess.run(line, check=False).returncode != 0:
        raise SystemExit(f"The source distribution of {REQUIREMENT} could not be fetched.")


def listed_sources(root: Path) -> list[str]:
    """Paths below `root` of the sources to compile, in the order of PyBullet's setup.py."""
    setup = (root / "setup.py").read_text(encoding="utf-8")
    listed = setup.partition("sources = [")[2].partition("egl_renderer_sources")[0]
    found = dict.fromkeys(re.findall(r'"([\w./]+\.(?:c|cpp))"', listed))
    everything = [*found, "examples/OpenGLWindow/SimpleCamera.cpp"]
    return [path for path in dict.fromkeys(everything) if is_needed(path)]


def is_needed(path: str) -> bool:
    return path.endswith(KEPT) or not any(part in path for part in LEFT_OUT)
