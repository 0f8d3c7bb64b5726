"""Exceptions."""

from __future__ import annotations

from typing import Any


class NimfieldError(Exception):
    """The exceptions that Nimfield raises, apart from Python's own such as ``TypeError`` and ``ValueError``."""


class ParseError(NimfieldError, ValueError):
    """A text that cannot be read.

    ``text[position:end]`` is wrong; ``help`` says what is accepted there, and ``example`` is a valid text.

    >>> import nimfield
    >>> try:
    ...     nimfield.parse("matrix[20 24; 24 x7]")
    ... except nimfield.ParseError as error:
    ...     print(error.position, error.message)
    17 expected an entry, found `x7`
    """

    def __init__(
        self,
        message: str,
        text: str = "",
        position: int = 0,
        end: int = 0,
        help: str = "",
        example: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.position = position
        self.end = end
        self.help = help
        self.example = example

    def __str__(self) -> str:
        lines = [self.message]
        if self.text:
            # Of a text of several lines, only the wrong line is shown.
            start = self.text.rfind("\n", 0, self.position) + 1
            line = self.text[start:].split("\n", 1)[0]
            width = min(self.end, start + len(line)) - self.position
            lines += ["  " + line, " " * (2 + self.position - start) + "^" * max(width, 1)]
        if self.help:
            lines.append(self.help)
        if self.example:
            lines.append("example: " + self.example)
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.message, self.text, self.position, self.end, self.help, self.example)
        return type(self), fields


class IllegalMove(NimfieldError, ValueError):
    """A move that the rules do not allow. ``position`` is the unchanged position; ``reason`` says why.

    >>> import nimfield
    >>> nimfield.parse("nim[3]").play("heap 1 by 4")
    Traceback (most recent call last):
        ...
    nimfield._errors.IllegalMove: heap 1 has only 3
    """

    def __init__(self, reason: str, position: Any = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.position)


class NotDecided(NimfieldError):
    """The budget was not enough. ``known`` holds what is known: an ``Answer``, or ``None``.

    >>> import nimfield
    >>> p = nimfield.parse("matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]")
    >>> try:
    ...     p.outcome(positions=1000)
    ... except nimfield.NotDecided as error:
    ...     print(error.known.positions > 0, error.known.outcome)
    True None
    """

    def __init__(self, reason: str, known: Any = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.known = known

    def __reduce__(self) -> tuple[Any, ...]:
        # Answers cannot be pickled with the exception.
        return type(self), (self.reason,)


class OutOfReach(NimfieldError):
    """No engine can answer, whatever the budget."""


class FileFault(NimfieldError, ValueError):
    """A file that is cut off, altered, of another kind, or unreadable. ``path`` is its name."""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(reason)
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.path)


class FalseCertificate(NimfieldError, ValueError):
    """A certificate with a step that does not hold."""
