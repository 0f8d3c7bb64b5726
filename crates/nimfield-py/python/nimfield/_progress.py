"""How far long work has come: callbacks, and bars of tqdm."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Callable, Optional, Union

Progress = Union[None, bool, Callable[[str, Optional[int], int, Optional[int]], object], Any]
"""``True`` for a bar of tqdm, a bar of tqdm, or a function of ``(phase, size, done, total)``."""

Time = Union[None, float, timedelta]
Memory = Union[None, int, str]
Budget = tuple[Time, Memory, Optional[int], Optional[int], Any]


class _Bar:
    """Passes progress on to a bar that has ``update``, ``total`` and ``n``, as those of tqdm have."""

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
    raise TypeError("progress is True, a bar of tqdm, or a function of (phase, size, done, total)")


def budget(
    time: Time, memory: Memory, positions: int | None, threads: int | None, progress: Progress
) -> Budget:
    """What a call may use, for the native part."""
    return time, memory, positions, threads, progress
