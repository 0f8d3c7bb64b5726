"""A position in the explorer, or as much of it as a page can show."""

from __future__ import annotations

import os
from itertools import islice
from typing import Any
from urllib.parse import quote_plus

from ._positions import Position, as_position
from ._progress import Memory, Time
from ._words import Compared


def _state(position: Position, play: str | None) -> str:
    """The part of a link of the explorer after the `#`."""
    asked = "" if play is None else f"play={quote_plus(play)}&"
    return f"{asked}p={quote_plus(str(position))}"


class Explorer(Compared):
    """The result of ``explore``: a picture, the answer, and all moves."""

    def __init__(self, position: Position, play: str | None, time: Time, memory: Memory) -> None:
        self.position = position
        self.answer = position.analyze(play=play, time=time, memory=memory)
        """The answer."""
        address = os.environ.get("NIMFIELD_EXPLORER")
        self.address = None if not address else address.rstrip("/") + "/#" + _state(position, play)
        """The address of the position in the explorer; ``None`` if none is running."""

    def _content(self) -> tuple[Any, ...]:
        return self.position, self.answer, self.address

    def open(self) -> bool:
        """Opens the explorer in a browser; returns False if none is running."""
        if self.address is None:
            return False
        import webbrowser

        return webbrowser.open(self.address)

    def __repr__(self) -> str:
        return f"<Explorer of {self.position}>"

    def _repr_html_(self) -> str:
        import html

        from ._html import answer

        drawn: Any = self.position._repr_html_() or ""
        moves = [str(move) for move in self.position.moves(most=200)]
        winning = {str(move) for won in self.answer.winning_moves for move in islice(won, 200)}
        listed = ", ".join(
            f"<b><code>{html.escape(move)}</code></b>" if move in winning else f"<code>{html.escape(move)}</code>"
            for move in moves
        )
        link = ""
        if self.address is not None:
            link = f'<p><a href="{html.escape(self.address)}" target="_blank">open in the explorer</a></p>'
        return f"{drawn}{answer(self.answer.to_dict())}<p>moves: {listed or 'none'}</p>{link}"


def explore(
    position: Position | str,
    /,
    *,
    play: str | None = None,
    open: bool = True,
    time: Time = 10.0,
    memory: Memory = "2GiB",
) -> Explorer:
    """Shows a position: its picture, the answer, and all moves, the winning ones in bold.

    If the environment variable ``NIMFIELD_EXPLORER`` has the address of a running explorer, this also opens the
    position there in a browser, unless ``open`` is False.

    >>> explore("nim[3,5]", open=False)
    <Explorer of nim[3,5]>
    """
    shown = Explorer(as_position(position), play, time, memory)
    if open:
        shown.open()
    return shown
