"""What a module's file says of itself: for which system it is, what it offers and what it needs."""

from __future__ import annotations

import hashlib
import io
import struct
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Version = tuple[int, ...]
UNVERSIONED = ("VER_NDX_LOCAL", "VER_NDX_GLOBAL")
NO_LIBRARY = (0, 0xFE)  # numbers of the library of a name in Apple's format: whichever has it
CODE_DIRECTORY, SHA256 = 0xFADE0C02, 2  # of a signature by Apple's format


@dataclass(frozen=True)
class Binary:
    """A shared library.

    Attributes:
        kind, machine: its format and processor: "ELF", "PE" or "Mach-O"; "x86_64" or "arm64".
        exports: names that it offers; imports: names that it needs; libraries: from where.
        of_process: imports that no library of the system has, but Python, which loads the module.
        oldest: the least version of the system: of glibc, Windows or macOS.
        stamp: the time of the build, where the format has one.
    """

    kind: str
    machine: str
    exports: frozenset[str]
    imports: frozenset[str]
    of_process: frozenset[str]
    libraries: frozenset[str]
    oldest: Version
    stamp: int = 0


def inspect(data: bytes) -> Binary:
    """Read a shared library.

    Raises:
        ValueError: it is of none of the three formats.
    """
    if data.startswith(b"\x7fELF"):
        return _inspect_elf(data)
    if data.startswith(b"MZ"):
        return _inspect_pe(data)
    if data.startswith(b"\xcf\xfa\xed\xfe"):
        return _inspect_macho(data)
    raise ValueError(f"not a shared library of 64 bits: it begins with {data[:4].hex()}")


def _inspect_elf(data: bytes) -> Binary:
    from elftools.elf.elffile import ELFFile

    elf = ELFFile(io.BytesIO(data))
    symbols = list(elf.get_section_by_name(".dynsym").iter_symbols())[1:]
    bound = [s.entry["ndx"] for s in elf.get_section_by_name(".gnu.version").iter_symbols()][1:]
    tags = elf.get_section_by_name(".dynamic").iter_tags()
    versions = elf.get_section_by_name(".gnu.version_r").iter_versions()
    names = [need.name for _, needs in versions for need in needs]
    return Binary(
        kind="ELF",
        machine={"EM_X86_64": "x86_64", "EM_AARCH64": "arm64"}[elf["e_machine"]],
        exports=frozenset(s.name for s in symbols if s["st_shndx"] != "SHN_UNDEF"),
        imports=frozenset(s.name for s in symbols if s["st_shndx"] == "SHN_UNDEF"),
        of_process=frozenset(
            symbol.name
            for symbol, version in zip(symbols, bound, strict=True)
            if symbol["st_shndx"] == "SHN_UNDEF" and version in UNVERSIONED
        ),
        libraries=frozenset(tag.needed for tag in tags if tag.entry.d_tag == "DT_NEEDED"),
        oldest=max(
            tuple(map(int, name.removeprefix("GLIBC_").split(".")))
            for name in names
            if name.startswith("GLIBC_")
        ),
    )


def _inspect_pe(data: bytes) -> Binary:
    from pefile import MACHINE_TYPE, PE

    pe = PE(data=data)
    imported = pe.DIRECTORY_ENTRY_IMPORT
    return Binary(
        kind="PE",
        machine={"IMAGE_FILE_MACHINE_AMD64": "x86_64", "IMAGE_FILE_MACHINE_ARM64": "arm64"}[
            MACHINE_TYPE[pe.FILE_HEADER.Machine]
        ],
        exports=frozenset(s.name.decode() for s in pe.DIRECTORY_ENTRY_EXPORT.symbols),
        imports=frozenset(s.name.decode() for entry in imported for s in entry.imports if s.name),
        of_process=frozenset(
            s.name.decode()
            for entry in imported
            if entry.dll.lower().startswith(b"python")
            for s in entry.imports
        ),
        libraries=frozenset(entry.dll.decode().lower() for entry in imported),
        oldest=(
            pe.OPTIONAL_HEADER.MajorSubsystemVersion,
            pe.OPTIONAL_HEADER.MinorSubsystemVersion,
        ),
        stamp=pe.FILE_HEADER.TimeDateStamp,
    )


def _inspect_macho(data: bytes) -> Binary:
    from macholib.mach_o import CPU_TYPE_NAMES

    header, symbols = _read_macho(data)
    machine = CPU_TYPE_NAMES[header.header.cputype].lower()
    return Binary(
        kind="Mach-O",
        machine=machine,
        exports=frozenset(_c_names(symbols.extdefsyms)),
        imports=frozenset(_c_names(symbols.undefsyms)),
        of_process=frozenset(
            _c_names(s for s in symbols.undefsyms if s[0].n_desc >> 8 & 0xFF in NO_LIBRARY)
        ),
        libraries=frozenset(name for _, _, name in header.walkRelocatables()),
        oldest=_oldest_macos(header),
    )


def _read_macho(data: bytes) -> tuple[Any, Any]:
    """The header and the table of symbols; macholib reads files only."""
    from macholib.MachO import MachO
    from macholib.SymbolTable import SymbolTable

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module"
        path.write_bytes(data)
        found = MachO(str(path))
        return found.headers[0], SymbolTable(found)


def _c_names(symbols: Any) -> Iterator[str]:
    """Names as C knows them, without the underscore before each."""
    for _, name in symbols or []:
        yield name.decode().removeprefix("_")


def _oldest_macos(header: Any) -> Version:
    from macholib.mach_o import LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX

    for load, command, _ in header.commands:
        if load.cmd == LC_BUILD_VERSION:
            packed = command.minos
        elif load.cmd == LC_VERSION_MIN_MACOSX:
            packed = command.version
        else:
            continue
        return (packed >> 16, packed >> 8 & 0xFF)
    raise ValueError("the module does not say for which macOS it is")


def signed_pages(data: bytes) -> tuple[int, int]:
    """How many pages of a Mach-O module have the digest that its signature tells, and of how many.

    macOS on arm64 loads no page that differs. A module without a signature has no pages.
    """
    from macholib.mach_o import LC_CODE_SIGNATURE

    header, _ = _read_macho(data)
    found = [c.dataoff for load, c, _ in header.commands if load.cmd == LC_CODE_SIGNATURE]
    if not found:
        return 0, 0
    _, _, count = struct.unpack_from(">III", data, found[0])
    blobs = struct.unpack_from(f">{2 * count}I", data, found[0] + 12)[1::2]
    starts = [found[0] + blob for blob in blobs]
    start = next(at for at in starts if struct.unpack_from(">I", data, at)[0] == CODE_DIRECTORY)
    hashes_at, _, _, pages, limit = struct.unpack_from(">5I", data, start + 16)
    size, kind, _, log_page = struct.unpack_from("4B", data, start + 36)
    if kind != SHA256:
        raise ValueError(f"the signature has digests of another kind: {kind}")
    page, good = 1 << log_page, 0
    for number in range(pages):
        at = start + hashes_at + number * size
        content = data[number * page : min((number + 1) * page, limit)]
        good += hashlib.sha256(content).digest() == data[at : at + size]
    return good, pages
