"""Words that several modules use, and comparing by content."""

from __future__ import annotations

from typing import Any


class Compared:
    """Objects of one class that are equal if their contents are."""

    __slots__ = ()

    def _content(self) -> Any:
        """What is compared."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(repr(self))


def adjective(play: str) -> str:
    """The name of a play convention as prose writes it, with the accent."""
    return "misère" if play == "misere" else play


def documented(named: type, **fields: str) -> None:
    """Gives the fields of a named tuple their docstrings: those that Python writes are "Alias for field number 0"."""
    for name, text in fields.items():
        getattr(named, name).__doc__ = text


def as_text(what: str, given: object) -> str:
    """Returns a text that is an argument, and otherwise says what was expected."""
    if not isinstance(given, str):
        raise TypeError(f"expected a text for the {what}, found {type(given).__name__}")
    return given
