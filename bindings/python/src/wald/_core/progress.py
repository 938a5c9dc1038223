"""A progress bar on standard error: by tqdm where that is installed, else plain."""

from __future__ import annotations

import sys
import time
from typing import Any

WIDTH = 40


class Bar:
    """Takes the fraction that is done. Drawn at once, then when a hundredth more is done, a line in the end."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._shown = -1
        self._bar: Any = None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = tqdm(total=100, bar_format="{l_bar}{bar}| {elapsed}<{remaining}", leave=True)

    def __call__(self, fraction: float) -> None:
        percent = int(100 * fraction)
        if percent <= self._shown:
            return
        if self._bar is not None:
            self._bar.update(percent - max(self._shown, 0))
        else:
            done = WIDTH * percent // 100
            line = f"\r{percent:3d}% [{'#' * done}{' ' * (WIDTH - done)}] {time.monotonic() - self._begun:.0f} s"
            sys.stderr.write(line)
            sys.stderr.flush()
        self._shown = percent
        if percent >= 100:
            self.close()

    def close(self) -> None:
        """Ends the line; also if the work ended early."""
        if self._bar is not None:
            self._bar.close()
        elif self._shown >= 0:
            sys.stderr.write("\n")
        self._bar, self._shown = None, 100
