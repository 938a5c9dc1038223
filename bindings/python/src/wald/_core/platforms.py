"""Platforms by the names of packages, linux-x64 or osx-arm64: this process's, and what a native file is for."""

from __future__ import annotations

import platform
import struct
import sys
from pathlib import Path


def current() -> str:
    machine = platform.machine().lower()
    processor = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(machine, machine)
    if struct.calcsize("P") == 4:
        processor += " (32 bits)"
    system = {"win32": "win", "darwin": "osx"}.get(sys.platform, sys.platform)
    return f"{system}-musl-{processor}" if _on_musl() else f"{system}-{processor}"


def _on_musl() -> bool:
    """By the C library that is loaded: a system may have both."""
    try:
        return "/ld-musl-" in Path("/proc/self/maps").read_text(errors="replace")
    except OSError:
        return False


def made_for(file: str) -> str | None:
    """What a native file is for, or None if it does not say."""
    try:
        data = Path(file).read_bytes()
    except OSError:
        return None
    if len(data) < 64:
        return None
    if data.startswith(b"\x7fELF"):
        system = "linux-musl" if b"libc.so\0" in data or b"libc.musl-" in data else "linux"
        machine = struct.unpack_from("<H", data, 18)[0]
    elif data.startswith(b"\xcf\xfa\xed\xfe"):
        system, machine = "osx", struct.unpack_from("<I", data, 4)[0]
    else:
        header = struct.unpack_from("<I", data, 60)[0]
        if data[:2] != b"MZ" or data[header : header + 4] != b"PE\0\0":
            return None
        system, machine = "win", struct.unpack_from("<H", data, header + 4)[0]
    names = {62: "x64", 183: "arm64", 0x01000007: "x64", 0x0100000C: "arm64", 0x8664: "x64", 0xAA64: "arm64"}
    return f"{system}-{names.get(machine, 'another processor')}"
