"""The PyBullet wheels of every system, inspected without running them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from cross.inspection import Binary, inspect, signed_pages
from cross.linking import PYTHON_FUNCTIONS
from cross.targets import PYTHONS, TARGETS
from other_systems import wheel_of

from footfall.simulation.bullet_library import SIGNATURES

OFFERED = {"PyInit_pybullet", *(f"b3{name}" for name in SIGNATURES)}
PYTHON_NAMES = {line.split()[0] for line in PYTHON_FUNCTIONS.read_text().splitlines()}
GLIBC = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"}


@dataclass(frozen=True)
class Expected:
    """What a module of a system must be; its libraries but for Python's own."""

    kind: str
    machine: str
    libraries: frozenset[str]
    oldest: tuple[int, ...]


EXPECTED: Mapping[str, Expected] = {
    "manylinux_2_17_x86_64": Expected(
        "ELF", "x86_64", frozenset(GLIBC | {"ld-linux-x86-64.so.2"}), (2, 17)
    ),
    "manylinux_2_17_aarch64": Expected(
        "ELF", "arm64", frozenset(GLIBC | {"ld-linux-aarch64.so.1"}), (2, 17)
    ),
    "win_amd64": Expected("PE", "x86_64", frozenset({"kernel32.dll"}), (6, 2)),
    "macosx_11_0_arm64": Expected(
        "Mach-O", "arm64", frozenset({"/usr/lib/libSystem.B.dylib"}), (11, 0)
    ),
    "macosx_10_15_x86_64": Expected(
        "Mach-O", "x86_64", frozenset({"/usr/lib/libSystem.B.dylib"}), (10, 15)
    ),
}


@dataclass(frozen=True)
class Module:
    platform: str
    python: str
    data: bytes
    binary: Binary


@pytest.fixture(
    scope="module", params=[(platform, python) for platform in TARGETS for python in PYTHONS],
    ids="-".join,
)  # fmt: skip
def module(request: pytest.FixtureRequest) -> Module:
    platform, python = request.param
    with zipfile.ZipFile(wheel_of(platform, python)) as opened:
        data = opened.read(TARGETS[platform].module(python))
    return Module(platform, python, data, inspect(data))


def test_every_system_is_expected_to_be_something() -> None:
    assert set(EXPECTED) == set(TARGETS)


def test_a_module_is_for_its_system(module: Module) -> None:
    expected, found = EXPECTED[module.platform], module.binary
    assert (found.kind, found.machine) == (expected.kind, expected.machine)
    assert found.oldest <= expected.oldest


def test_a_module_offers_what_is_called(module: Module) -> None:
    assert module.binary.exports >= OFFERED
    if module.binary.kind == "ELF":  # whose names are one space for all libraries of a process
        of_cpp = {n for n in module.binary.exports if n.startswith("_Z") and "b3" not in n}
        assert not of_cpp


def test_a_module_needs_the_system_and_python_only(module: Module) -> None:
    python = f"python{module.python.removeprefix('cp')}.dll"
    strangers = {
        name
        for name in module.binary.libraries - EXPECTED[module.platform].libraries - {python}
        if not name.startswith("api-ms-win-crt-")
    }
    assert not strangers
    assert "PyModule_Create2" in module.binary.of_process
    assert module.binary.of_process <= PYTHON_NAMES


def test_a_module_tells_neither_time_nor_place_of_its_build(module: Module) -> None:
    assert module.binary.stamp == 0
    places = ("/home/", f"{Path.home()}/", "/tmp/", "site-packages/")
    assert not [place for place in places if place.encode() in module.data]


def test_every_page_of_a_module_for_apples_processors_is_signed(module: Module) -> None:
    if (module.binary.kind, module.binary.machine) != ("Mach-O", "arm64"):
        pytest.skip("only macOS on arm64 needs signed modules")
    good, pages = signed_pages(module.data)
    assert good == pages > 100


def test_record_names_every_file_of_a_wheel(module: Module) -> None:
    with zipfile.ZipFile(wheel_of(module.platform, module.python)) as opened:
        names = opened.namelist()
        record = opened.read(next(name for name in names if name.endswith("/RECORD"))).decode()
        dates = {entry.date_time for entry in opened.infolist()}
    assert sorted(line.split(",")[0] for line in record.splitlines()) == sorted(names)
    assert dates == {(2020, 1, 1, 0, 0, 0)}


def test_the_installed_module_is_read_as_what_it_is() -> None:
    """PyBullet of this Python, however it was built."""
    found = find_spec("pybullet")
    assert found is not None and found.origin is not None
    binary = inspect(Path(found.origin).read_bytes())
    assert binary.exports >= OFFERED
    assert "PyModule_Create2" in binary.of_process


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="it begins with 504b0304"):
        inspect(b"PK\x03\x04")
