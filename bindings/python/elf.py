"""What a shared library of Linux needs of the machine: the libraries, and the versions of their symbols."""

from __future__ import annotations

import struct


class NotElf(Exception):
    """The file is something else; the text says what was expected."""


class Elf:
    """The little of a 64-bit little-endian ELF file that matters here."""

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"\x7fELF" or data[4] != 2 or data[5] != 1:
            raise NotElf("it is not a 64-bit little-endian ELF file")
        self.machine = struct.unpack_from("<H", data, 18)[0]
        offset = struct.unpack_from("<Q", data, 40)[0]
        size, count = struct.unpack_from("<HH", data, 58)
        sections = [struct.unpack_from("<IIQQQQIIQQ", data, offset + i * size) for i in range(count)]
        self.needed: list[str] = []
        self.soname = ""
        self.versions: dict[str, list[tuple[int, ...]]] = {}

        def text(strings: tuple[int, ...], at: int) -> str:
            begin = strings[4] + at
            return data[begin : data.index(b"\0", begin)].decode()

        for section in sections:
            kind, start, length, link = section[1], section[4], section[5], section[6]
            if kind == 6:  # SHT_DYNAMIC
                for at in range(start, start + length, 16):
                    tag, value = struct.unpack_from("<qQ", data, at)
                    if tag == 1:
                        self.needed.append(text(sections[link], value))
                    elif tag == 14:
                        self.soname = text(sections[link], value)
            elif kind == 0x6FFFFFFE:  # SHT_GNU_verneed
                at = start
                while True:
                    _, auxiliaries, _, first, following = struct.unpack_from("<HHIII", data, at)
                    inner = at + first
                    for _ in range(auxiliaries):
                        _, _, _, name, next_inner = struct.unpack_from("<IHHII", data, inner)
                        family, _, version = text(sections[link], name).rpartition("_")
                        if version[:1].isdigit():
                            self.versions.setdefault(family, []).append(tuple(map(int, version.split("."))))
                        inner += next_inner
                    if not following:
                        break
                    at += following

    def newest(self, family: str) -> tuple[int, ...]:
        return max(self.versions.get(family, [(0,)]))


def dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
