"""The platforms that packages hold natives for (platforms.json), and what may go into a package for one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from binaries import Binary, Elf, MachO, Unknown, dotted, read

# What every machine of the kind has. Names of Windows are compared without regard to case.
PRESENT = {
    "gnu": ("libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1", "ld-linux"),
    "musl": ("libc.so", "libc.musl-", "ld-musl-"),
    "windows": ("kernel32.dll", "ntdll.dll", "advapi32.dll", "bcrypt.dll", "ucrtbase.dll", "api-ms-win-"),
    "macos": ("/usr/lib/libSystem.B.dylib", "/usr/lib/libc++.1.dylib"),
}
OLDEST_MACOS = (11, 0)


class Refused(Exception):
    """A library cannot go into a package; the text says why."""


@dataclass(frozen=True)
class Platform:
    name: str
    system: str
    processor: str
    libc: str
    wheel: str

    def file(self, library: str) -> str:
        """The name of the file of a library: that of "wald_java" is libwald_java.so on Linux."""
        return {"linux": f"lib{library}.so", "macos": f"lib{library}.dylib", "windows": f"{library}.dll"}[self.system]

    @property
    def place(self) -> str:
        return f"{self.system}/{self.processor}/{self.libc}"


PLATFORMS = {name: Platform(name, **parts)
             for name, parts in json.loads(Path(__file__).with_name("platforms.json").read_text()).items()}


def platform_of(binary: Binary) -> Platform:
    for platform in PLATFORMS.values():
        if (platform.system, platform.processor, platform.libc) == (binary.system, binary.processor, binary.libc):
            return platform
    raise Refused(f"it is for {binary.system}, {binary.processor}, {binary.libc}: packages are for {', '.join(PLATFORMS)}")


def library(data: bytes, also: tuple[str, ...] = ()) -> tuple[Platform, Elf | Binary]:
    """The platform of a library, and what it says of itself. It may need what every machine of its kind has, and what
    `also` names."""
    try:
        binary = read(data)
    except Unknown as error:
        raise Refused(str(error)) from error
    platform = platform_of(binary)
    present = PRESENT[platform.libc if platform.system == "linux" else platform.system]
    foreign = [name for name in binary.needed
               if not (name.lower() if platform.system == "windows" else name).startswith((*present, *also))]
    if foreign:
        raise Refused(f"it needs {', '.join(foreign)}: only what every machine has may be needed")
    if isinstance(binary, MachO) and binary.oldest > OLDEST_MACOS:
        raise Refused(f"it needs macOS {dotted(binary.oldest)}: packages are for {dotted(OLDEST_MACOS)}")
    if isinstance(binary, MachO) and platform.processor == "aarch64" and not binary.signed:
        raise Refused("it is not signed: macOS on ARM loads none that is not")
    return platform, binary
