"""A progress bar on the standard error stream."""

from __future__ import annotations

import sys
import time


class Progress:
    """A bar with the time left, from two seconds on."""

    def __init__(self, start: float, end: float, shows: bool) -> None:
        self.start, self.end, self.shows = start, end, shows
        self.began = self.last = time.monotonic()
        self.is_drawn = False

    def __enter__(self) -> "Progress":
        return self

    def show(self, now: float) -> None:
        clock = time.monotonic()
        if not self.shows or clock - self.began < 2 or clock - self.last < 0.1 or self.end <= self.start:
            return
        self.last = clock
        part = min(1.0, (now - self.start) / (self.end - self.start))
        left = (clock - self.began) * (1 - part) / max(part, 1e-9)
        width = 30
        filled = int(part * width)
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (width - filled)}] {100 * part:3.0f} %  {left:.0f} s left \x1b[K")
        sys.stderr.flush()
        self.is_drawn = True

    def __exit__(self, *_exception) -> None:
        if self.is_drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
