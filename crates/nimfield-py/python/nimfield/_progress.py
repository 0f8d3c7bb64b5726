"""Progress of long work: callbacks, and bars of tqdm."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Callable, Optional, Union

Progress = Union[None, bool, Callable[[str, Optional[int], int, Optional[int]], object], Any]
"""``True`` for a bar of tqdm, a bar of tqdm, or a function of ``(phase, size, done, total)``."""

Time = Union[None, float, timedelta]
Memory = Union[None, int, str]
Budget = tuple[Optional[float], int, Optional[int], Optional[int], Any]
"""Seconds, bytes, positions, threads, and the function to call with progress: what the native part takes."""


class _Bar:
    """Passes progress on to a bar that has ``update``, ``total`` and ``n``, like those of tqdm."""

    def __init__(self, bar: Any) -> None:
        self.bar = bar
        self.at: tuple[str, int | None] | None = None
        self.done = 0

    def __call__(self, phase: str, size: int | None, done: int, total: int | None) -> None:
        if self.at != (phase, size):
            # A new phase begins a new count.
            self.at = (phase, size)
            self.done = 0
            if hasattr(self.bar, "reset"):
                self.bar.reset(total=total)
            if hasattr(self.bar, "set_description"):
                self.bar.set_description(phase if size is None else f"{phase}, size {size}")
        if total is not None:
            self.bar.total = total
        if done > self.done:
            self.bar.update(done - self.done)
            self.done = done


class _OwnBar(_Bar):
    """A bar of tqdm that is created at the first report."""

    def __init__(self) -> None:
        super().__init__(None)

    def __call__(self, phase: str, size: int | None, done: int, total: int | None) -> None:
        if self.bar is None:
            from tqdm.auto import tqdm

            self.bar = tqdm(unit="positions", unit_scale=True, leave=False)
        super().__call__(phase, size, done, total)

    def __del__(self) -> None:
        if self.bar is not None:
            self.bar.close()


def callback(progress: Progress) -> Any:
    """The function that is called, or None."""
    if progress is None or progress is False:
        return None
    if progress is True:
        import tqdm.auto  # noqa: F401  said at once where it is not installed

        return _OwnBar()
    if hasattr(progress, "update"):
        return _Bar(progress)
    if callable(progress):
        return progress
    raise TypeError("expected True, a bar of tqdm, or a function of (phase, size, done, total) for progress")


_NO_LIMIT = (1 << 64) - 1
_UNITS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
"""The powers of 1000, or of 1024, for the letters before the byte."""


def _seconds(time: Time) -> float | None:
    if time is None:
        return None
    if isinstance(time, timedelta):
        time = time.total_seconds()
    if isinstance(time, str) or not hasattr(time, "__float__"):
        raise TypeError("expected a number of seconds, a timedelta or None for time")
    seconds = float(time)
    if not seconds >= 0:
        raise ValueError("expected a number of seconds from 0 on for time")
    return seconds


def _bytes(memory: Memory) -> int:
    if memory is None:
        return _NO_LIMIT
    if isinstance(memory, str):
        text = memory.strip().lower()
        number = text.rstrip("abcdefghijklmnopqrstuvwxyz ")
        unit = text[len(number) :].strip()
        letter = unit.removesuffix("b").removesuffix("i")
        base = 1024 if unit.removesuffix("b").endswith("i") else 1000
        try:
            return min(int(float(number) * base ** _UNITS[letter]), _NO_LIMIT)
        except (KeyError, ValueError):
            pass
    elif hasattr(memory, "__index__") and 0 <= memory.__index__() <= _NO_LIMIT:
        return memory.__index__()
    raise ValueError('expected a number of bytes, a text such as "500MB" or "2GiB", or None for memory')


def _positive(number: int | None, what: str) -> int | None:
    if number is not None and number < 1:
        raise ValueError(f"expected at least 1 for {what}")
    return number


_DEFAULT: Budget = (60.0, 2 << 30, None, None, None)


def budget(
    time: Time, memory: Memory, positions: int | None, threads: int | None, progress: Progress
) -> Budget:
    """The limits of a call, for the native part."""
    if time == 60.0 and memory == "2GiB" and positions is None and threads is None and progress is None:
        return _DEFAULT
    return _seconds(time), _bytes(memory), _positive(positions, "positions"), _positive(threads, "threads"), callback(progress)
