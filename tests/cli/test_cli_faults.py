"""What goes wrong around the command: full disks, closed streams, signals. A file that it was to write is whole or not there,
and one that was there before stays as it was."""

import os
import resource
import signal
import subprocess
import unittest

from harness import CLI, CommandTest

ROWS = 4000
PREDICT = ["predict", "--metric", "f1", "--format", "jsonl", "p.csv", "-o", "out.jsonl"]


class Faults(CommandTest):
    def setUp(self):
        super().setUp()
        text = "".join(f"{i % 97 / 97:.3f},{i % 89 / 89:.3f},{i % 13 / 13:.3f}\n" for i in range(ROWS))
        self.write("p.csv", "a,b,c\n" + text)

    def files(self):
        return sorted(p.name for p in self.folder.iterdir())

    def whole(self):
        self.wald(*PREDICT)
        return (self.folder / "out.jsonl").read_bytes()

    def limited(self, most):
        return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    def test_no_room(self):
        """A file that may hold this many bytes and no more, as on a disk that is full."""
        size = len(self.whole())
        (self.folder / "out.jsonl").write_text("before")
        for most in [0, 1, 4096, size // 3, size - 1]:
            code, out, err = self.run_raw(*PREDICT, preexec_fn=self.limited(most))
            self.assertEqual((code, out, err), (1, "", "wald: out.jsonl: File too large\n"), most)
            self.assertEqual(self.files(), ["out.jsonl", "p.csv"])
            self.assertEqual((self.folder / "out.jsonl").read_text(), "before")
        code, _, err = self.run_raw(*PREDICT, preexec_fn=self.limited(size))
        self.assertEqual((code, err), (0, ""))
        self.assertEqual((self.folder / "out.jsonl").stat().st_size, size)

    def closed(self, streams, *arguments):
        """Runs the command without these streams; what it says on the standard error where it has one."""
        def close():
            for stream in streams:
                os.close(stream)
        with subprocess.Popen([CLI, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, preexec_fn=close, env={**os.environ, "LC_ALL": "C"}) as process:
            err = process.communicate(timeout=300)[1].decode()
            return process.returncode, err

    def test_streams_that_are_closed(self):
        whole = self.whole()
        for streams in ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]):
            (self.folder / "out.jsonl").unlink()
            self.assertEqual(self.closed(streams, *PREDICT), (0, ""), streams)
            self.assertEqual((self.folder / "out.jsonl").read_bytes(), whole, streams)
            self.assertEqual(self.files(), ["out.jsonl", "p.csv"])
        # What was to go to a stream that is not there is an error, as is reading from one.
        self.assertEqual(self.closed([1], *PREDICT[:-2]), (1, "wald: standard output: Bad file descriptor\n"))
        code, err = self.closed([0], "predict", "--metric", "f1", "-")
        self.assertEqual(code, 1)
        self.assertIn("Bad file descriptor", err)

    def test_stopped_while_it_writes(self):
        """Rows come one after another; the signal comes while more are waited for. What is killed cleans up nothing, and
        leaves nothing where files may have no name."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            if number == signal.SIGKILL and not self.has_nameless_files():
                continue
            (self.folder / "out.jsonl").write_text("before")
            process = self.start("predict", "--metric", "f1", "--format", "jsonl", "-", "-o", "out.jsonl")
            with process:
                process.stdin.write(b"a,b\n" + b"0.5,0.25\n" * 10)
                process.stdin.flush()
                self.wait_for_output(process, "out.jsonl")
                process.send_signal(number)
                process.wait(timeout=300)
                killed = number == signal.SIGKILL
                self.assertEqual(process.returncode, -number if killed else 128 + number)
                self.assertEqual(process.stderr.read().decode(), "" if killed else "wald: interrupted\n")
            self.assertEqual(self.files(), ["out.jsonl", "p.csv"])
            self.assertEqual((self.folder / "out.jsonl").read_text(), "before")

    def has_nameless_files(self):
        try:
            os.close(os.open(self.folder, os.O_TMPFILE | os.O_WRONLY))
            return os.path.isdir("/proc/self/fd")
        except (OSError, AttributeError):
            return False

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "only the superuser can make files of others")
    def test_the_owner_stays(self):
        (self.folder / "out.jsonl").write_text("before")
        os.chown(self.folder / "out.jsonl", 1234, 2345)
        os.chmod(self.folder / "out.jsonl", 0o640)
        self.wald(*PREDICT)
        found = (self.folder / "out.jsonl").stat()
        self.assertEqual((found.st_uid, found.st_gid, found.st_mode & 0o7777), (1234, 2345, 0o640))
        self.assertEqual(self.files(), ["out.jsonl", "p.csv"])


if __name__ == "__main__":
    unittest.main()
