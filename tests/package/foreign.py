"""Libraries that cannot be loaded here, made of one that can: for the tests of what loaders say of them."""

import struct


def foreign(library):
    """By the platform that each is for, in the words of packaging/platforms.json, from the bytes of an ELF library."""
    processor = struct.unpack_from("<H", library, 18)[0]
    other, here = (62, "arm64") if processor == 183 else (183, "x64")
    there = {"arm64": "x64", "x64": "arm64"}[here]
    changed = bytearray(library)
    struct.pack_into("<H", changed, 18, other)
    windows = bytearray(1024)
    windows[:2] = b"MZ"
    struct.pack_into("<I", windows, 0x3C, 128)
    struct.pack_into("<4sH", windows, 128, b"PE\0\0", 0x8664)
    struct.pack_into("<H", windows, 128 + 24, 0x20B)
    assert b"libc.so.6\0" in library
    return {f"linux-{there}": bytes(changed),
            f"linux-musl-{here}": library.replace(b"libc.so.6\0", b"libc.so\0\0\0"),
            "win-x64": bytes(windows),
            "osx-arm64": struct.pack("<IIIIIIII", 0xFEEDFACF, 0x0100000C, 0, 6, 0, 0, 0, 0) + bytes(1000)}
