"""The systems that PyBullet is built for, and how the compiler is called for each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

EXPORTS = Path(__file__).with_name("exports.map")
PYTHONS = ("cp311", "cp313")

DEFINES = (
    "NDEBUG",
    "BT_USE_DOUBLE_PRECISION",
    "BT_THREADSAFE=1",
    "BT_ENABLE_VHACD",
    "B3_ENABLE_FILEIO_PLUGIN",
    "B3_USE_ZIPFILE_FILEIO",
    "B3_NO_PYTHON_FRAMEWORK",
    "STATIC_LINK_SPD_PLUGIN",
    # PyBullet prints them when it is imported; the time of a build would differ each time.
    '__DATE__="from the sources of"',
    '__TIME__="3.2.7"',
)
INCLUDES = ("src", "examples/ThirdPartyLibs", "Extras/VHACD/inc", "Extras/VHACD/public")
FLAGS = (
    "-O2",
    "-g0",
    "-w",
    "-fwrapv",
    "-fno-sanitize=undefined",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-ffunction-sections",
    "-fdata-sections",
    # A fused multiply-add rounds once instead of twice, and x86-64 of 2003 has none.
    "-ffp-contract=off",
    "-Wno-builtin-macro-redefined",
)


@dataclass(frozen=True)
class Target:
    """A system.

    Attributes:
        platform: tag of a wheel; triple: zig's name of the system with its oldest version.
        suffix: of the module's file name, after Python's version.
    """

    platform: str
    triple: str
    suffix: str
    defines: tuple[str, ...]
    flags: tuple[str, ...] = ()
    link_flags: tuple[str, ...] = ()

    @property
    def is_windows(self) -> bool:
        return self.platform.startswith("win")

    @property
    def is_macos(self) -> bool:
        return self.platform.startswith("macos")

    def module(self, python: str) -> str:
        """File name of the module for a Python: cp311."""
        version = python if self.is_windows else f"cpython-{python.removeprefix('cp')}"
        return f"pybullet.{version}-{self.suffix}"

    def compile_flags(self) -> list[str]:
        defines = [f"-D{name}" for name in (*DEFINES, *self.defines)]
        includes = [f"-I{folder}" for folder in INCLUDES]
        return ["-target", self.triple, *FLAGS, *self.flags, *defines, *includes]


LINUX = {
    "defines": ("_LINUX", "HAS_SOCKLEN_T"),
    "flags": ("-fPIC",),
    # The C++ library's names must not mix with those of the process that loads the module.
    "link_flags": (
        "-s",
        "-Wl,--gc-sections",
        "-Wl,--build-id=none",
        f"-Wl,--version-script={EXPORTS}",
        "-lpthread",
        "-ldl",
    ),
}
MACOS = {
    "defines": ("_DARWIN", "HAS_SOCKLEN_T"),
    "flags": ("-fPIC",),
    # Python's functions are found in the process that loads the module.
    "link_flags": ("-s", "-Wl,-dead_strip", "-undefined", "dynamic_lookup"),
}
WINDOWS = {
    "defines": ("WIN32",),
    "link_flags": ("-s", "-Wl,--gc-sections"),
}
TARGETS = {
    target.platform: target
    for target in (
        Target("manylinux_2_17_x86_64", "x86_64-linux-gnu.2.17", "x86_64-linux-gnu.so", **LINUX),
        Target("manylinux_2_17_aarch64", "aarch64-linux-gnu.2.17", "aarch64-linux-gnu.so", **LINUX),
        Target("win_amd64", "x86_64-windows-gnu", "win_amd64.pyd", **WINDOWS),
        Target("macosx_11_0_arm64", "aarch64-macos.11.0", "darwin.so", **MACOS),
        Target("macosx_10_15_x86_64", "x86_64-macos.10.15", "darwin.so", **MACOS),
    )
}
