"""Answers, and why they hold."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, TypedDict

from . import _moves, _nimfield
from ._nimfield import Game, Move, Nimber
from ._words import Compared, adjective


class _ReasonFields(TypedDict, total=False):
    kind: str
    source: str
    text: str
    claims: list[str]


class _Effort(TypedDict):
    positions: int
    seconds: float


class _Fields(TypedDict, total=False):
    """The object that ``nimfield analyze --json`` prints; some fields exist only in misère play or for partizan
    positions."""

    position: str
    play: str
    outcome: str | None
    value: str | None
    misere_value: str | None
    genus: str | None
    mean: str | None
    temperature: str | None
    left_stop: str | None
    right_stop: str | None
    dag: str | None
    winning_moves: list[dict[str, Any]]
    complete: bool
    reason: _ReasonFields
    effort: _Effort


class WinningMove:
    """A winning move, or a run of winning moves that differ only in the amount (``row 1 by 3..7``): its text, the
    player who can make it, and the position after it. You can play it; iterating over it gives the single moves.

    >>> position = nimfield.parse("nim[3,5]")
    >>> move = position.analyze().winning_moves[0]
    >>> move.move, move.to, move.player
    ('heap 2 by 2', 'nim[3,3]', None)
    >>> position.play(move)
    Position('nim[3,3]')

    >>> position = nimfield.parse("matrix-partizan[0 5; 9 9]")
    >>> run = position.analyze().winning_moves[0]
    >>> run.move, run.amounts, [str(move) for move in run][-1]
    ('row 2 by 1..3', range(1, 4), 'row 2 by 3')
    >>> position.play(run) == position.play(run.first)
    True
    """

    __slots__ = ("_from", "_native")

    def __init__(self, _native: Move, _from: _nimfield.NativePosition | None) -> None:
        self._native = _native
        self._from = _from

    @property
    def player(self) -> str | None:
        """``'left'`` or ``'right'`` in partizan games, otherwise ``None``."""
        return self._native.player

    @property
    def component(self) -> int:
        """The component in which the move is made, counted from 0."""
        return self._native.component

    @property
    def move(self) -> str:
        """The move in notation."""
        return str(self._native)

    @property
    def to(self) -> str | None:
        """The position after it in notation; ``None`` for a run of amounts (``row 1 by 3..7``)."""
        return None if self._from is None or self._native._amounts else str(self._from.play(self._native, None))

    @property
    def amounts(self) -> range | None:
        """The amounts of a run, as a ``range``; ``None`` for a single move."""
        amounts = self._native._amounts
        return range(amounts[0], amounts[1] + 1) if amounts else None

    @property
    def count(self) -> int:
        """How many moves it stands for."""
        return self._native._count

    @property
    def first(self) -> Move:
        """The move itself; for a run, the move that takes least."""
        return next(iter(self))

    def __iter__(self) -> Iterator[Move]:
        number = 0
        while (move := self._native._nth(number)) is not None:
            yield move
            number += 1

    def __str__(self) -> str:
        to = self.to
        return self.move if to is None else f"{self.move} to {to}"

    def __repr__(self) -> str:
        return f"<WinningMove: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _winning_move, (self._native, self._from is not None)

    def __eq__(self, other: object) -> bool:
        return self._native == other._native if isinstance(other, WinningMove) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.move)


def _winning_move(move: Move, placed: bool) -> WinningMove:
    """Rebuilds a winning move from a pickle."""
    return WinningMove(move, move._from if placed else None)


class Reason:
    """Why an answer holds."""

    __slots__ = ("_fields",)

    def __init__(self, _fields: _ReasonFields) -> None:
        self._fields = _fields

    @property
    def kind(self) -> str:
        """``'theorem'``, ``'search'``, ``'table'``, ``'sum'`` or ``'budget'``."""
        return self._fields["kind"]

    @property
    def source(self) -> str:
        """Paper and theorem, or the engine that decided."""
        return self._fields["source"]

    @property
    def text(self) -> str:
        """The argument, with the numbers of this position."""
        return self._fields["text"]

    @property
    def claims(self) -> list[str]:
        """The names of the claims that check the theorems on which the reason rests."""
        return list(self._fields.get("claims", ()))

    def __str__(self) -> str:
        return f"{self.source}: {self.text}" if self.source else self.text

    def __repr__(self) -> str:
        return f"<Reason: {self}>"

    def __eq__(self, other: object) -> bool:
        return self._fields == other._fields if isinstance(other, Reason) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)


class _Saved(NamedTuple):
    """Rebuilds an answer from a pickle."""

    outcome: str | None
    found: _Fields
    json: str
    words: str
    nimber: Nimber | None
    game: Game | None
    first: Move | None
    """The first winning move, as an object that can be played."""
    moves: list[_moves.SavedMove]

    def fields(self) -> _Fields:
        return self.found

    def to_json(self) -> str:
        return self.json

    def winning_moves(self) -> tuple[_nimfield.NativePosition, list[Move]] | None:
        if self.first is None:
            return None
        position = self.first._from
        return position, [_moves.restore(position, move) for move in self.moves]

    def __str__(self) -> str:
        return self.words


def _save(answer: Answer) -> _Saved:
    """An answer as a pickle stores it."""
    moves = [move._native for move in answer.winning_moves]
    saved = [_moves.save(move) for move in moves]
    return _Saved(
        answer.outcome, answer._fields, answer.to_json(), str(answer), answer.nimber, answer.game, moves[0] if moves else None, saved
    )


class Answer(Compared):
    """What the program found out about a position: the fields of ``nimfield analyze --json``, and the values as
    objects.

    >>> answer = nimfield.parse("matrix[20 24; 24 27]").analyze()
    >>> answer.outcome, [str(move) for move in answer.winning_moves]
    ('N', ['row 2 by 7 to matrix[20 24; 17 20]', 'column 2 by 7 to matrix[20 17; 24 20]'])
    >>> answer.reason.source
    'Ferguson 2001, Theorem 3'

    ``print(answer)`` shows all of it in words. Answers are equal if they say the same; their effort is not compared.
    """

    __slots__ = ("__weakref__", "_converted", "_games", "_native")

    def __init__(self, _native: _nimfield.FoundAnswer | _Saved, _games: tuple[Any, ...] = ()) -> None:
        self._native = _native
        self._games = _games
        self._converted: _Fields | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Answer, (self._native if isinstance(self._native, _Saved) else _save(self),)

    def _content(self) -> dict[str, Any]:
        return {name: value for name, value in self._fields.items() if name != "effort"}

    @property
    def _fields(self) -> _Fields:
        if self._converted is None:
            self._converted = self._native.fields()
        return self._converted

    @property
    def position(self) -> str:
        """The position in strict notation."""
        return self._fields["position"]

    @property
    def play(self) -> str:
        """``'normal'`` or ``'misere'``."""
        return self._fields["play"]

    @property
    def outcome(self) -> str | None:
        """``'P'`` or ``'N'``, for partizan games also ``'L'`` or ``'R'``; ``None`` if it was not decided."""
        return self._native.outcome

    @property
    def decided(self) -> bool:
        """Whether the outcome was decided."""
        return self.outcome is not None

    @property
    def value(self) -> str | None:
        """The value in notation, such as ``'*3'`` or ``'{2|-1}'``; ``None`` in misère play, or if it was not found."""
        return self._fields["value"]

    @property
    def nimber(self) -> Nimber | None:
        """The value of an impartial position as a ``Nimber``."""
        return self._native.nimber

    @property
    def game(self) -> Game | None:
        """The value of a partizan position as a ``Game``."""
        return self._native.game

    @property
    def misere_value(self) -> int | None:
        """The misère Grundy number."""
        value = self._fields.get("misere_value")
        return None if value is None else int(value)

    @property
    def genus(self) -> str | None:
        """The genus, as in Winning Ways."""
        return self._fields.get("genus")

    @property
    def mean(self) -> str | None:
        """The mean value of a partizan position, in notation."""
        return self._fields["mean"]

    @property
    def temperature(self) -> str | None:
        """The temperature of a partizan position, in notation."""
        return self._fields["temperature"]

    @property
    def left_stop(self) -> str | None:
        """The left stop of a partizan position, in notation."""
        return self._fields.get("left_stop")

    @property
    def right_stop(self) -> str | None:
        """The right stop of a partizan position, in notation."""
        return self._fields.get("right_stop")

    @property
    def dag(self) -> str | None:
        """The canonical form of a partizan position as numbered nodes, if it was requested."""
        return self._fields.get("dag")

    @property
    def winning_moves(self) -> list[WinningMove]:
        """The winning moves."""
        position, moves = self._native.winning_moves() or (None, [])
        if position is not None and self._games:
            position.keep_games(self._games)
        return [WinningMove(move, position) for move in moves]

    @property
    def complete(self) -> bool:
        """Whether these are all winning moves."""
        return self._fields["complete"]

    @property
    def reason(self) -> Reason:
        """What decided."""
        return Reason(self._fields["reason"])

    @property
    def positions(self) -> int:
        """How many positions a search or table examined."""
        return self._fields["effort"]["positions"]

    @property
    def seconds(self) -> float:
        """The wall-clock time that the answer took."""
        return self._fields["effort"]["seconds"]

    def to_json(self) -> str:
        """The answer as a line of JSON, as ``nimfield analyze --json`` prints it."""
        return self._native.to_json()

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""
        return dict(self._native.fields())

    def __str__(self) -> str:
        return str(self._native)

    def __repr__(self) -> str:
        said = "not decided" if self.outcome is None else self.outcome
        return f"<Answer: {self.position} is {said} in {adjective(self.play)} play>"

    def _repr_html_(self) -> str:
        from ._html import answer

        return answer(self.to_dict())
