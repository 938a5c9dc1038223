"""Runs the command in a folder of its own."""

import json
import os
import pathlib
import struct
import subprocess
import tempfile
import time
import unittest

CLI = os.environ["WALD_CLI"]
SOURCE = pathlib.Path(os.environ["WALD_SOURCE"])


def scaled(count):
    """How many random cases to run: of a command with sanitizers a quarter, since its answers are compared with the oracle in
    the tests of the command without, and each case still takes every kind of option."""
    return count // 4 + 1 if os.environ.get("WALD_SANITIZED") == "1" else count


def open_terminal():
    """A pseudo-terminal's two ends; the test is skipped where the machine has none (a bare chroot)."""
    try:
        return os.openpty()
    except OSError as error:
        raise unittest.SkipTest(f"no pseudo-terminal: {error}") from error


def shown_until(terminal, text):
    """What is written to a terminal until `text` is there, or until its other end is closed."""
    seen = b""
    while text not in seen:
        try:
            seen += os.read(terminal, 1000)
        except OSError:
            break
    return seen


# Types of .npy files, as struct has them.
CODES = {"<f2": "e", "<f4": "f", "<f8": "d", "|u1": "B", "|b1": "?", "<i4": "i"}


def npy(shape, values, descr="<f8", version=1, order="False", header=None):
    """A .npy file, or one whose header is `header`."""
    text = header or f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {tuple(shape)!r}, }}"
    length = struct.pack("<H" if version == 1 else "<I", len(text) + 1)
    data = struct.pack(f"<{len(values)}{CODES.get(descr, 'd')}", *values)
    return b"\x93NUMPY" + bytes([version, 0]) + length + text.encode() + b"\n" + data


class CommandTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="wald-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        (self.folder / name).write_bytes(data)
        return name

    def start(self, *arguments, **options):
        options.setdefault("env", {**os.environ, "LC_ALL": "C"})
        return subprocess.Popen([CLI, *map(str, arguments)], cwd=self.folder, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=options.pop("stderr", subprocess.PIPE), **options)

    def wait_for_output(self, process, name):
        """Until the command has opened the file that is to be called `name`, which until then has no name or a longer one."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                open_files = [os.readlink(link) for link in pathlib.Path(f"/proc/{process.pid}/fd").iterdir()]
            except OSError:
                open_files = []
            if any(file.startswith(str(self.folder)) for file in open_files):
                return
            if any(p.name.startswith(name + ".") for p in self.folder.iterdir()):
                return
            time.sleep(0.01)

    def run_raw(self, *arguments, stdin=b"", **options):
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        with self.start(*arguments, **options) as process:
            out, err = process.communicate(data, timeout=300)
            return process.returncode, out.decode(), err.decode()

    def wald(self, *arguments, **options):
        """What a run that succeeds in silence writes."""
        code, out, err = self.run_raw(*arguments, **options)
        self.assertEqual((code, err), (0, ""), (arguments, out))
        return out

    def warned(self, *arguments, **options):
        """What a run that succeeds writes, and its warnings."""
        code, out, err = self.run_raw(*arguments, **options)
        self.assertEqual(code, 0, (arguments, err))
        warnings = err.splitlines()
        for warning in warnings:
            self.assertTrue(warning.startswith("wald: warning: "), err)
        return out, [warning[len("wald: warning: "):] for warning in warnings]

    def fit_json(self, *arguments, **options):
        """A route, with a warning exactly if it is not what was asked for (labels may still come with --labelled)."""
        out, warnings = self.warned("route", "fit", "--format", "json", *arguments, **options)
        found = json.loads(out)
        missed = not found["feasible"] or (
            found["certify"] is not None and not found["certified"] and "--labelled" not in arguments)
        self.assertEqual(len(warnings), missed, warnings)
        return found

    def jsonl(self, *arguments, **options):
        return [json.loads(line) for line in self.wald(*arguments, **options).splitlines()]

    def fails(self, code, message, *arguments, **options):
        """`message` is all that the run may say."""
        got, out, err = self.run_raw(*arguments, **options)
        self.assertEqual((got, err, out), (code, message + "\n", ""), arguments)
