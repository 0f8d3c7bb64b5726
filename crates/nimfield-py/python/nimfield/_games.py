"""Positions from text and from files, and descriptions of the games."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _nimfield
from ._positions import Position, games_of
from ._words import documented


def parse(text: str, /, *, rules: Any = None) -> Position:
    """Reads a position, or a sum of several, as the command line does.

    ``rules`` are games of your own that the text may name, one or a list: made by ``Game.from_rules``, or in Python
    with a ``shape``.

    >>> parse("MATRIX[7,5; 6 8] + *17")
    Position('matrix[7 5; 6 8] + nim[17]')
    """
    games, sources = games_of(rules)
    return Position._of(_nimfield.NativePosition(text, sources), games) if sources else Position(text)


def Board(path: str | os.PathLike[str], picture: str | None = None, /) -> Position:
    """A board of your own, from a board file; or the position that a file holds."""
    body = "" if picture is None else f"[{picture}]"
    return Position(f"@{os.fspath(path)}{body}")


class GameInfo(NamedTuple):
    """The description of a game."""

    name: str
    title: str
    rules: str
    body: str
    example: str
    moves: str
    move_example: str
    play: str
    partizan: bool
    theory: list[dict[str, Any]]
    source: str

    def __hash__(self) -> int:
        return hash(self.name)


documented(
    GameInfo,
    name="The name in notation.",
    title="One line: what kind of game it is.",
    rules="The rules in a few sentences.",
    body="How the text between the brackets is written.",
    example="An example of a position.",
    moves="How moves are written.",
    move_example="An example of a move.",
    play="The play convention of its source: ``normal`` or ``misere``.",
    partizan="Whether Left and Right have different moves.",
    theory="What is known: statements with their sources.",
    source="Where the game comes from.",
)


def games() -> dict[str, GameInfo]:
    """The games by name: rules, notation, theory and sources.

    >>> games()["wythoff"].title
    "Wythoff's game: lower one of two heaps, or both alike"
    """
    # The last row describes boards from files, which have no name.
    named = (row for row in _nimfield._listed("games") if not row["name"].startswith("@"))
    return {row["name"]: GameInfo(*(row[field] for field in GameInfo._fields)) for row in named}
