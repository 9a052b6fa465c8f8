"""Build dist/footfall-<version>-<platform>.zip, which Blender installs from disk.

    python tools/build_extension.py                          # this platform, Blender 4.2 to 5.0
    python tools/build_extension.py --python cp311 cp313     # and 5.1 up, in one zip
    python tools/build_extension.py --compiled               # with the walk's laws compiled

The zip carries the wheels of scipy, numba, llvmlite, cma and a slim PyBullet; numpy is Blender's
own. PyBullet wheels of other platforms and Pythons come from dist/wheels: tools/cross_wheels.py
builds them.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WHEELS = DIST / "wheels"

BLENDERS_PYTHON = "cp311"  # Blender 4.2 to 5.0
DATE = (2020, 1, 1, 0, 0, 0)  # of each file of a zip, so that two builds give the same bytes
# Blender's platform and the wheels' names for it.
LINUX = ("manylinux_2_17", "manylinux2014", "manylinux_2_27", "manylinux_2_28", "linux")
PLATFORMS = {
    "linux-x64": [f"{name}_x86_64" for name in LINUX],
    "linux-arm64": [f"{name}_aarch64" for name in LINUX],
    "windows-x64": ["win_amd64"],
    "macos-arm64": [f"macosx_{version}_0_arm64" for version in (11, 12, 13, 14)],
    "macos-x64": [f"macosx_10_{version}_x86_64" for version in (13, 14, 15)],
}
# scipy 1.15.3 works with the numpy of every Blender from 4.2 on, but has no wheel for Python 3.14.
SCIPY = {"cp314": "scipy==1.17.1"}
DEFAULT_SCIPY = "scipy==1.15.3"
DEFAULT_COMPILER = ["numba==0.68.1", "llvmlite==0.50.0"]
COMPILER = {"macos-x64": ["numba==0.62.1", "llvmlite==0.45.1"]}  # the last ones for Intel's Macs
PLAIN = ["cma==4.5.0"]  # pure Python: one wheel for all platforms


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the Blender extension's zip.")
    parser.add_argument("--platform", choices=PLATFORMS, default=this_platform())
    parser.add_argument("--python", nargs="+", default=[BLENDERS_PYTHON], metavar="cpXY")
    parser.add_argument("--wheels", type=Path, default=WHEELS, help="folder of wheels at hand")
    parser.add_argument("--output", type=Path, default=DIST, help="folder for the zip")
    parser.add_argument(
        "--compiled", action="store_true", help="with the walk's compiled laws, for x86-64"
    )
    parser.add_argument(
        "--compiler", default=sys.executable, metavar="PYTHON",
        help="the Python that compiles them, which is one of the zip's; default: this one",
    )  # fmt: skip
    arguments = parser.parse_args()
    if arguments.compiled and arguments.platform != this_platform():
        parser.error(f"laws cannot be compiled here for {arguments.platform}")
    arguments.wheels.mkdir(parents=True, exist_ok=True)
    wheels = list(
        dict.fromkeys(
            wheel
            for python in arguments.python
            for wheel in gather_wheels(python, arguments.platform, arguments.wheels)
        )
    )
    target = arguments.output / zip_name(arguments)
    compiler = arguments.compiler if arguments.compiled else None
    built = build(wheels, arguments.platform, target, compiler)
    print(f"{built} ({built.stat().st_size / 1e6:.1f} MB)")


def this_platform() -> str:
    names = {"x86_64": "x64", "AMD64": "x64", "aarch64": "arm64"}
    machine = names.get(platform.machine(), platform.machine())
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"{system}-{machine}"


def zip_name(arguments: argparse.Namespace) -> str:
    pythons = "" if arguments.python == [BLENDERS_PYTHON] else "-" + "-".join(arguments.python)
    return f"footfall-{version()}-{arguments.platform}{pythons}.zip"


def version() -> str:
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    return str(manifest["version"])


def gather_wheels(python: str, where: str, folder: Path) -> list[Path]:
    """Return the wheels for one Python and platform, fetching those that `folder` lacks."""
    wanted = [SCIPY.get(python, DEFAULT_SCIPY), *COMPILER.get(where, DEFAULT_COMPILER)]
    return [
        *(find_wheel(w, python, where, folder) or fetch(w, python, where, folder) for w in wanted),
        *(plain_wheel(requirement, folder) for requirement in PLAIN),
        pybullet_wheel(python, where, folder),
    ]


def find_wheel(requirement: str, python: str, where: str, folder: Path) -> Path | None:
    found = folder.glob(f"{requirement.replace('==', '-')}-{python}-{python}*-*.whl")
    return next((path for path in found if runs_on(path, where)), None)


def runs_on(wheel: Path, where: str) -> bool:
    return bool(set(wheel.stem.rpartition("-")[2].split(".")) & set(PLATFORMS[where]))


def fetch(requirement: str, python: str, where: str, folder: Path) -> Path:
    line = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(folder)]
    line += ["--only-binary=:all:", "--implementation=cp", f"--abi={python}"]
    line += [f"--python-version={python.removeprefix('cp')}"]
    line += [f"--platform={name}" for name in PLATFORMS[where]]
    subprocess.run([*line, requirement], check=False)
    wheel = find_wheel(requirement, python, where, folder)
    if wheel is None:
        raise SystemExit(f"There is no wheel of {requirement} for {python} on {where}.")
    return wheel


def plain_wheel(requirement: str, folder: Path) -> Path:
    """A wheel without compiled parts."""
    pattern = f"{requirement.replace('==', '-')}-py3-none-any.whl"
    if not list(folder.glob(pattern)):
        line = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(folder)]
        subprocess.run([*line, "--only-binary=:all:", requirement], check=False)
    wheel = next(folder.glob(pattern), None)
    if wheel is None:
        raise SystemExit(f"There is no wheel of {requirement}.")
    return wheel


def pybullet_wheel(python: str, where: str, folder: Path) -> Path:
    requirement = "pybullet==3.2.7"
    ours = f"cp{sys.version_info.major}{sys.version_info.minor}"
    if find_wheel(requirement, python, where, folder) is None and (python, where) == (
        ours,
        this_platform(),
    ):
        script = Path(__file__).with_name("slim_wheel.py")
        subprocess.run([sys.executable, str(script), str(folder)], check=True)
    wheel = find_wheel(requirement, python, where, folder)
    if wheel is None:
        raise SystemExit(
            f"There is no PyBullet wheel for {python} on {where} in {folder}: make wheels, see "
            "docs/building.md."
        )
    return wheel


def build(wheels: list[Path], where: str, target: Path, compiler: str | None) -> Path:
    """Build and validate the zip from a copy of the checkout with the wheels.

    Args:
        compiler: the Python that compiles the walk's laws, on this computer; None: without them.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        stage = Path(scratch) / "footfall"
        shutil.copytree(ROOT, stage, ignore=outside_the_package)
        (stage / "wheels").mkdir()
        for wheel in wheels:
            shutil.copy(wheel, stage / "wheels")
        list_wheels(stage / "blender_manifest.toml", wheels, where)
        if compiler is not None:
            compile_laws(stage, compiler)
        built = Path(scratch) / "built.zip"
        blender_extension("build", "--source-dir", stage, "--output-filepath", built)
        pack_again(built, target)
    blender_extension("validate", target)
    return target


def pack_again(built: Path, target: Path) -> None:
    """Copy a zip without what differs between two builds: its files' order, times and owners."""
    with zipfile.ZipFile(built) as read, zipfile.ZipFile(target, "w") as written:
        for entry in sorted(read.infolist(), key=lambda entry: entry.filename):
            told = zipfile.ZipInfo(entry.filename, DATE)
            told.external_attr = 0o644 << 16
            written.writestr(told, read.read(entry), entry.compress_type, compresslevel=9)


def outside_the_package(folder: str, names: list[str]) -> set[str]:
    """Leave large folders out of the copy; the manifest's patterns exclude the rest."""
    large = {".git", ".venv", "dist", "build"} if Path(folder) == ROOT else set()
    return large & set(names) | {name for name in names if name.endswith("cache__")}


def compile_laws(stage: Path, compiler: str) -> None:
    """Add the compiled laws to a copy of the package: see jobs/compiled_code.py."""
    from footfall.jobs.compiled_code import FOLDER, compile_into

    environment = os.environ | {"PYTHONPATH": str(stage.parent)}
    command = [compiler, "-m", "footfall", "compiler"]
    compile_into(stage / FOLDER, command, environment)


def list_wheels(manifest: Path, wheels: list[Path], where: str) -> None:
    listed = "".join(f'    "./wheels/{wheel.name}",\n' for wheel in wheels)
    head = f'platforms = ["{where}"]\nwheels = [\n{listed}]\n\n'
    text = manifest.read_text(encoding="utf-8")
    # Keys of the file itself must stand before its first table.
    manifest.write_text(text.replace("[permissions]", head + "[permissions]", 1), encoding="utf-8")


def blender_extension(*arguments: object) -> None:
    """Run the command line that Blender uses for `blender --command extension`."""
    bpy = importlib.util.find_spec("bpy")
    if bpy is None or not bpy.submodule_search_locations:
        raise SystemExit("The bpy module is missing. Install it:  pip install bpy==4.5.15")
    folder = Path(bpy.submodule_search_locations[0])
    script = next(folder.glob("*/scripts/addons_core/bl_pkg/cli/blender_ext.py"))
    done = subprocess.run([sys.executable, str(script), *map(str, arguments)], check=False)
    if done.returncode != 0:
        raise SystemExit(f"Blender refused to {arguments[0]} the extension: see above.")


if __name__ == "__main__":
    main()
