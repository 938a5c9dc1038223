"""What a shared library says of itself in the formats of Linux (ELF), Windows (PE) and macOS (Mach-O): the system and
the processor that it is for, the libraries that it needs, the version of the system, its own name, what it exports.

    python3 binaries.py FILE...      prints that
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path


class Unknown(Exception):
    """The file is something else; the text says what was expected."""


class Binary:
    """What is common to the formats."""

    system = ""
    processor = ""
    libc = "any"

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.needed: list[str] = []
        self.name = ""  # by which other binaries find it
        self.exports: list[str] = []

    def text(self, begin: int) -> str:
        return self.data[begin : self.data.index(b"\0", begin)].decode()


class Elf(Binary):
    """The little of a 64-bit little-endian ELF file that matters here."""

    system = "linux"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        if data[4] != 2 or data[5] != 1:
            raise Unknown("it is not a 64-bit little-endian ELF file")
        machine = struct.unpack_from("<H", data, 18)[0]
        self.processor = {62: "x86_64", 183: "aarch64"}.get(machine, f"machine {machine}")
        offset = struct.unpack_from("<Q", data, 40)[0]
        size, count = struct.unpack_from("<HH", data, 58)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, offset + i * size) for i in range(count)]
        self.versions: dict[str, list[tuple[int, ...]]] = {}
        for section in self.sections:
            read = {6: self._dynamic, 11: self._symbols, 0x6FFFFFFE: self._versions}.get(section[1])
            if read:
                read(section[4], section[5], self.sections[section[6]][4])
        musl = any(name == "libc.so" or name.startswith(("libc.musl-", "ld-musl-")) for name in self.needed)
        self.libc = "musl" if musl else "gnu"

    def _dynamic(self, start: int, length: int, strings: int) -> None:
        for at in range(start, start + length, 16):
            tag, value = struct.unpack_from("<qQ", self.data, at)
            if tag == 1:
                self.needed.append(self.text(strings + value))
            elif tag == 14:
                self.name = self.text(strings + value)

    def _symbols(self, start: int, length: int, strings: int) -> None:
        for at in range(start, start + length, 24):
            name, info, other, section = struct.unpack_from("<IBBH", self.data, at)
            if section and info >> 4 and other & 3 in (0, 3):  # defined, not local, not hidden
                self.exports.append(self.text(strings + name))

    def _versions(self, start: int, length: int, strings: int) -> None:
        at, following = start, 1
        while following:
            _, auxiliaries, _, first, following = struct.unpack_from("<HHIII", self.data, at)
            inner = at + first
            for _ in range(auxiliaries):
                _, _, _, name, next_inner = struct.unpack_from("<IHHII", self.data, inner)
                family, _, version = self.text(strings + name).rpartition("_")
                if version[:1].isdigit():
                    self.versions.setdefault(family, []).append(tuple(map(int, version.split("."))))
                inner += next_inner
            at += following

    def newest(self, family: str) -> tuple[int, ...]:
        """The newest version of a family of symbols (GLIBC, GLIBCXX, ...) that it needs."""
        return max(self.versions.get(family, [(0,)]))


class Pe(Binary):
    """A 64-bit DLL of Windows."""

    system = "windows"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        header = struct.unpack_from("<I", data, 0x3C)[0]
        if data[header : header + 4] != b"PE\0\0":
            raise Unknown("it is not a PE file")
        machine, count = struct.unpack_from("<HH", data, header + 4)
        optional = header + 24
        if struct.unpack_from("<H", data, optional)[0] != 0x20B:
            raise Unknown("it is not a 64-bit PE file")
        self.processor = {0x8664: "x86_64", 0xAA64: "aarch64"}.get(machine, f"machine {machine}")
        sections = optional + struct.unpack_from("<H", data, header + 20)[0]
        # Virtual size, virtual address, size and place in the file.
        self.sections = [struct.unpack_from("<IIII", data, sections + 40 * i + 8) for i in range(count)]
        directories = [struct.unpack_from("<I", data, optional + 112 + 8 * i)[0] for i in range(16)]
        if directories[0]:
            table = self.at(directories[0])
            self.name = self.text(self.at(struct.unpack_from("<I", data, table + 12)[0]))
            names, first = struct.unpack_from("<I", data, table + 24)[0], struct.unpack_from("<I", data, table + 32)[0]
            for i in range(names):
                self.exports.append(self.text(self.at(struct.unpack_from("<I", data, self.at(first) + 4 * i)[0])))
        for directory, size, member in ((1, 20, 12), (13, 32, 4)):  # imports, those that are resolved late
            entry = directories[directory] and self.at(directories[directory])
            while entry and struct.unpack_from("<I", data, entry + member)[0]:
                self.needed.append(self.text(self.at(struct.unpack_from("<I", data, entry + member)[0])))
                entry += size

    def at(self, address: int) -> int:
        """Where in the file that lies which will be at the address."""
        for size, begin, length, place in self.sections:
            if begin <= address < begin + max(size, length):
                return int(place + address - begin)
        raise Unknown(f"no section holds the address {address}")


class MachO(Binary):
    """A 64-bit library of macOS, for one processor."""

    system = "macos"

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        processor, _, _, count = struct.unpack_from("<IIII", data, 4)
        self.processor = {0x01000007: "x86_64", 0x0100000C: "aarch64"}.get(processor, f"processor {processor}")
        self.oldest: tuple[int, ...] = (0,)  # system
        self.signed = False
        at = 32
        for _ in range(count):
            command, size, first, second = struct.unpack_from("<IIII", data, at)
            if command in (0xC, 0x80000018, 0x8000001F):  # needed; weakly; and exported again
                self.needed.append(self.text(at + first))
            elif command == 0xD:
                self.name = self.text(at + first)
            elif command in (0x24, 0x32):
                version = first if command == 0x24 else second
                self.oldest = (version >> 16, version >> 8 & 0xFF)
            elif command == 0x1D:
                self.signed = True
            elif command in (0x22, 0x80000022):
                place, length = struct.unpack_from("<II", data, at + 40)
                self._trie(place, length)
            elif command == 0x80000033:
                self._trie(first, second)
            at += size

    def _number(self, at: int) -> tuple[int, int]:
        value = shift = 0
        while True:
            byte = self.data[at]
            value, shift, at = value | (byte & 0x7F) << shift, shift + 7, at + 1
            if byte < 0x80:
                return value, at

    def _trie(self, place: int, length: int) -> None:
        """Exports: a tree of prefixes."""
        nodes = [(0, "")] if length else []
        while nodes:
            offset, prefix = nodes.pop()
            size, at = self._number(place + offset)
            if size:
                self.exports.append(prefix.removeprefix("_"))
            at += size
            children, at = self.data[at], at + 1
            for _ in range(children):
                label = self.text(at)
                child, at = self._number(at + len(label) + 1)
                nodes.append((child, prefix + label))


def read(data: bytes) -> Elf | Pe | MachO:
    """The binary that these bytes are."""
    kinds = {b"\x7fELF": Elf, b"MZ": Pe, b"\xcf\xfa\xed\xfe": MachO}
    try:
        for magic, kind in kinds.items():
            if data.startswith(magic):
                return kind(data)
    except (struct.error, IndexError, ValueError) as error:
        raise Unknown(f"it is damaged: {error}") from error
    raise Unknown("it is neither ELF, PE nor Mach-O of 64 bits")


def dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def main() -> None:
    for name in sys.argv[1:]:
        binary = read(Path(name).read_bytes())
        print(f"{name}: {binary.system}, {binary.processor}, {binary.libc}; named {binary.name or 'nothing'}")
        print(f"  needs {', '.join(binary.needed) or 'nothing'}")
        if isinstance(binary, Elf):
            print("  newest", ", ".join(f"{f}_{dotted(binary.newest(f))}" for f in sorted(binary.versions)) or "nothing")
        if isinstance(binary, MachO):
            print(f"  for macOS {dotted(binary.oldest)} and later, {'signed' if binary.signed else 'not signed'}")
        print(f"  exports {len(binary.exports)}: {' '.join(sorted(binary.exports)[:4])} ...")


if __name__ == "__main__":
    main()
