"""Positions, and games by the text of a rule file."""

from __future__ import annotations

import os
from typing import Any, NamedTuple, Sequence, SupportsIndex, Union

from . import _moves, _nimfield
from ._answers import Answer, WinningMove
from ._errors import IllegalMove, NotDecided
from ._nimfield import Game, Move, Nimber, Thermograph
from ._progress import Budget, Memory, Progress, Time, budget
from ._words import as_text

Path = Union[str, "os.PathLike[str]"]


class Question(NamedTuple):
    """The settings of an analysis, for the native part."""

    play: str | None = None
    value: bool = False
    moves: bool = True
    unproved: bool = False
    only_outcome: bool = False
    limit: int = 2000
    dag: bool = False
    tables: Sequence[str] = ()


class Position:
    """A position of any games, or a sum of them.

    >>> from nimfield import Position
    >>> p = Position("matrix[20 24; 24 27]") + Position("nim[3]")
    >>> p
    Position('matrix[20 24; 24 27] + nim[3]')
    >>> p.outcome()
    'N'
    """

    __slots__ = ("__weakref__", "_games", "_native", "_text")

    _native: _nimfield.NativePosition
    _games: tuple[Any, ...]
    """The games in Python whose positions occur in this position; they live as long as it does."""
    _text: str

    def __new__(cls, text: str, /) -> Position:
        return cls._of(_nimfield.NativePosition(as_text("position", text)))

    @classmethod
    def _of(cls, native: _nimfield.NativePosition, games: tuple[Any, ...] = ()) -> Position:
        position = object.__new__(cls)
        position._native = native
        position._games = games
        if games:
            native.keep_games(games)
        position._text = str(native)
        return position

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        if self._games:
            return f"<Position {self._text}>"
        text = self._text.replace("\\", "\\\\").replace("'", "\\'")
        return f"Position('{text}')"

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._native == other._native

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._games:
            return Position, (self._text,)
        parts = [part._part() for part in self.components]
        return gather, (tuple(parts),)

    def _part(self) -> str | tuple[Any, Any]:
        """A component in a pickle: its text, or its game with the arguments of its call."""
        [(_, _, own)] = self._native.components()
        if own is not None:
            position, game = own
            return game, position
        return (self._games[0], self._text) if self._games else self._text

    def __add__(self, other: Position | Game, /) -> Position:
        if isinstance(other, Game):
            other = Position(str(other))
        elif not isinstance(other, Position):
            return NotImplemented
        return Position._of(self._native.plus(other._native), (*self._games, *other._games))

    def __radd__(self, other: Game | int, /) -> Position:
        if isinstance(other, Game):
            return Position(str(other)) + self
        # Lets `sum` add positions.
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __sub__(self, other: Position | Game, /) -> Position:
        return self + -other if isinstance(other, (Position, Game)) else NotImplemented

    def __rsub__(self, other: Game, /) -> Position:
        return other + -self if isinstance(other, Game) else NotImplemented

    def __neg__(self) -> Position:
        """The position with the players exchanged; an impartial position is its own negative."""
        return Position._of(self._native.negative(), self._games)

    @property
    def components(self) -> list[Position]:
        """The positions of which it is the sum."""
        alone = []
        for native, _, own in self._native.components():
            games = [own[1]] if own else [game for game in self._games if _is_of(str(native), game)]
            alone.append(Position._of(native, tuple(games[:1])))
        return alone

    @property
    def games(self) -> list[str | None]:
        """The names of the games of its components; a value has no name.

        >>> nimfield.parse("wythoff[1,2] + nim[3]").games
        ['wythoff', 'nim']
        """
        return [name for _, name, _ in self._native.components()]

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves."""
        return self._native.is_impartial

    @property
    def default_play(self) -> str | None:
        """The play convention of the sources of its games: ``'normal'`` or ``'misere'``; ``None`` if they differ."""
        return self._native.default_play

    @property
    def own(self) -> Any:
        """The object of a position of your own game.

        For a sum or a position of another game it raises ``ValueError``.
        """
        parts = self._native.components()
        if len(parts) != 1 or parts[0][2] is None:
            raise ValueError(f"{self._text} is not a position of a game in Python")
        return parts[0][2][0]

    def moves(self, player: str | None = None, *, most: int = 1_000_000) -> list[Move]:
        """The legal moves, of both players or of one; there may be more than fit into memory, so at most ``most`` are
        listed.

        >>> [str(move) for move in nimfield.parse("wythoff[1,2]").moves()]
        ['heap 1 by 1', 'heap 2 by 1', 'heap 2 by 2', 'both by 1']
        """
        if most < 0:
            raise ValueError(f"expected a number from 0 on for most, found {most}")
        return self._native.moves(player, most)

    def options(self, player: str | None = None, *, most: int = 1_000_000) -> list[Position]:
        """The positions after each legal move, of both players or of one, in the order of ``moves``.

        >>> nimfield.parse("wythoff[1,2]").options()
        [Position('wythoff[0,2]'), Position('wythoff[1,1]'), Position('wythoff[1,0]'), Position('wythoff[0,1]')]
        """
        return [self.play(move) for move in self.moves(player, most=most)]

    def move_count(self) -> int:
        """How many moves there are.

        ``OutOfReach`` if there are infinitely many, or more than a million that no formula counts.

        >>> nimfield.parse("yama[1,2]").move_count()
        1
        """
        return self._native.move_count()

    def play(self, move: Move | WinningMove | str, /, player: str | None = None) -> Position:
        """The position after a move, given as a ``Move``, a ``WinningMove`` or a text. For a run of amounts
        (``row 1 by 3..7``), the first move is made.

        >>> nimfield.parse("matrix[20 24; 24 27]").play("row 2 by 7")
        Position('matrix[20 24; 17 20]')
        """
        if isinstance(move, WinningMove):
            move = move._native
        try:
            return Position._of(self._native.play(move, player), self._games)
        except IllegalMove as error:
            error.position = self
            raise

    def read_move(self, text: str, /, player: str | None = None) -> Move:
        """Reads a move of this position."""
        try:
            return self._native.read_move(text, player)
        except IllegalMove as error:
            error.position = self
            raise

    def _ask(self, question: Question, limits: Budget) -> Answer:
        for answer in analyze_natives([self._native], question, limits):
            return answer
        raise NotDecided("the work was cancelled")

    def analyze(
        self,
        *,
        play: str | None = None,
        value: bool = False,
        moves: bool = True,
        unproved: bool = False,
        limit: int = 2000,
        dag: bool = False,
        tables: Sequence[Path] = (),
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Answer:
        """Who wins, the value, all winning moves, and why.

        Questions that are not decided within the budget are missing from the answer; this raises no exception. ``time``
        is in seconds, ``memory`` in bytes or a text such as ``"2GiB"``; ``None`` means no limit. ``value=True``
        computes the value even if only a search can find it; ``moves=False`` lists no winning moves. ``tables`` are
        files of whole boards, besides those of the data folder.

        >>> answer = nimfield.parse("wythoff[3,5]").analyze()
        >>> answer.outcome, answer.value
        ('P', '0')
        """
        files = [os.fspath(file) for file in tables]
        question = Question(play, value, moves, unproved, False, limit, dag, files)
        return self._ask(question, budget(time, memory, positions, threads, progress))

    def outcome(
        self,
        *,
        play: str | None = None,
        unproved: bool = False,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> str:
        """Who wins: ``'P'`` or ``'N'``, for partizan games also ``'L'`` or ``'R'``.

        Raises ``NotDecided`` if the budget is not enough; its ``known`` is the answer.
        """
        limits = budget(time, memory, positions, threads, progress)
        own = self._native.own_outcome(play, limits)
        if own is not None:
            return own
        answer = self._ask(Question(play, moves=False, unproved=unproved), limits)
        if answer.outcome is None:
            raise NotDecided(answer.reason.text, answer)
        return answer.outcome

    def _need_impartial(self, instead: str) -> None:
        if not self.is_impartial:
            raise TypeError(f"{self._text} {instead}")

    def grundy_value(
        self,
        *,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Nimber:
        """The Grundy value of an impartial position in normal play.

        >>> nimfield.parse("wythoff[12,17]").grundy_value()
        Nimber(23)
        """
        self._need_impartial("has a canonical form, no Grundy value")
        return self._native.grundy_value(budget(time, memory, positions, threads, progress))

    def _misere(self, limits: Budget) -> Answer:
        self._need_impartial("is partizan, and misère values are those of impartial games")
        return self._ask(Question("misere", value=True, moves=False), limits)

    def misere_value(
        self,
        *,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> int:
        """The misère Grundy number of an impartial position.

        >>> nimfield.parse("matrix[2 3; 4 5]").misere_value()
        2
        """
        answer = self._misere(budget(time, memory, positions, threads, progress))
        if answer.misere_value is None:
            raise NotDecided(f"not found within the budget: {answer.reason.text}", answer)
        return answer.misere_value

    def genus(
        self,
        *,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> str:
        """The genus of an impartial position, as in Winning Ways.

        >>> nimfield.parse("matrix[2 3; 4 5]").genus()
        '2^20'
        """
        answer = self._misere(budget(time, memory, positions, threads, progress))
        if answer.genus is None:
            raise NotDecided(f"not found within the budget: {answer.reason.text}", answer)
        return answer.genus

    def misere_report(
        self,
        *,
        limit: int = 2000,
        nodes: bool = False,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> dict[str, Any]:
        """The misère canonical form of an impartial position and its consequences, as a dictionary with the fields of
        ``nimfield misere --json``.

        >>> nimfield.parse("nim[2,3]").misere_report()["genus"]
        '1^13'
        """
        return self._native.misere_report(limit, nodes, budget(time, memory, positions, threads, progress))

    def canonical_form(
        self,
        *,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Game:
        """The canonical form of the value, in normal play.

        >>> nimfield.parse("matrix-partizan[1 2; 2 2]").canonical_form()
        Game('+-{+-1,1}')
        """
        return self._native.canonical_form(budget(time, memory, positions, threads, progress))

    def thermograph(
        self,
        *,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Thermograph:
        """The thermograph of the value."""
        return self._native.canonical_form(budget(time, memory, positions, threads, progress)).thermograph()

    def best_move(
        self,
        *,
        play: str | None = None,
        unproved: bool = False,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> tuple[Move, str] | None:
        """A good move and its purpose: ``'win'``, ``'resist'`` (lost, and no move lasts longer), ``'linger'`` (lost,
        and too large to find the longest resistance) or ``'guess'``; ``None`` if no move is left.

        >>> move, aim = nimfield.parse("wythoff[4,6]").best_move()
        >>> str(move), aim
        ('both by 1', 'win')
        """
        self._need_impartial("is partizan: ask who is to move, and analyze")
        return self._native.best_move(play, unproved, budget(time, memory, positions, threads, progress))

    def draw(self) -> str:
        """The position as a picture of several lines of text."""
        return self._native.draw()

    def to_svg(self) -> str:
        """The position as a drawing."""
        return self._native.picture(None)

    def to_png(self, *, scale: float = 2.0) -> bytes:
        r"""The position as a PNG picture, with ``scale`` pixels for each unit of the drawing.

        >>> nimfield.parse("nim[3,5]").to_png()[:4]
        b'\x89PNG'
        """
        return self._native.picture(scale)

    def to_latex(self) -> str:
        """The position in LaTeX, a fragment for a document."""
        return self._native.to_latex()

    def _repr_svg_(self) -> str | None:
        try:
            return self.to_svg()
        except ValueError:
            # A position that is too large to draw is shown as text.
            return None

    def _repr_html_(self) -> str | None:
        from ._html import picture

        drawn = self._repr_svg_()
        return None if drawn is None else picture(drawn, self._text)


class RuleGame:
    """A game by the text of a rule file, made by ``Game.from_rules``. Call it with a position: numbers, or the text
    that follows the name of the game.

    >>> near = nimfield.Game.from_rules("piles 2\\nmove same any from each\\nmove any from pairs where abs(k-l) < 2")
    >>> near(2, 6).outcome(), near("[2,6]") == near(2, 6)
    ('P', True)
    """

    __slots__ = ("_rules",)

    def __init__(self, text: str, name: str) -> None:
        _nimfield._check_rules(as_text("rules", text), name)
        self._rules = (name, text)

    @property
    def name(self) -> str:
        """The name after the ``@`` in positions."""
        return self._rules[0]

    @property
    def text(self) -> str:
        """The text of the rules."""
        return self._rules[1]

    def __call__(self, *position: SupportsIndex | str) -> Position:
        """A position of the game: its numbers, or the text that follows the name of the game in notation."""
        first = position[0] if len(position) == 1 else None
        if isinstance(first, str):
            text = first
        elif all(isinstance(number, SupportsIndex) and number.__index__() >= 0 for number in position):
            text = f"[{','.join(str(number.__index__()) for number in position if not isinstance(number, str))}]"
        else:
            raise TypeError('expected numbers, game(3, 5), or a text, game("[3,5]")')
        if not text.lstrip().startswith(("@", "-", "−")):
            text = f"@{self.name}{text}"
        return Position._of(_nimfield.NativePosition(text, [self._rules]), (self,))

    def __repr__(self) -> str:
        return f"<RuleGame {self.name}>"

    def __eq__(self, other: object) -> bool:
        return self._rules == other._rules if isinstance(other, RuleGame) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return RuleGame, (self.text, self.name)


def _is_of(text: str, game: Any) -> bool:
    """Whether the component is a position of a game by a rule file."""
    return isinstance(game, RuleGame) and text.lstrip("-").startswith((f"@{game.name}[", f"@{game.name}("))


def games_of(rules: Any) -> tuple[tuple[Any, ...], list[_nimfield._Source]]:
    """The games given for reading, one or several, as objects and for the native part; classes are called."""
    if rules is None:
        return (), []
    listed = rules if isinstance(rules, (list, tuple)) else [rules]
    games = tuple(game() if isinstance(game, type) else game for game in listed)
    for game in games:
        if not hasattr(game, "_rules"):
            raise TypeError(f"expected a game of Game.from_rules or of your own as rules, found {type(game).__name__}")
    return games, [game._rules for game in games]


def as_position(position: Position | str) -> Position:
    """A position, or an object that can be read as one."""
    if isinstance(position, Position):
        return position
    if isinstance(position, str):
        return Position(position)
    raise TypeError(f"expected a Position or a text, found {type(position).__name__}")


def natives_of(positions: Any) -> list[_nimfield.NativePosition]:
    """The native parts of positions, which may be texts."""
    return [as_position(position)._native for position in positions]


def analyze_natives(
    positions: list[_nimfield.NativePosition], question: Question, limits: Budget
) -> list[Answer]:
    """Analyses positions one after the other with one analyser."""
    found = _nimfield._analyze(positions, question, limits)
    return [Answer(answer, position.games or ()) for answer, position in zip(found, positions)]


def reduce_move(move: Move) -> tuple[Any, ...]:
    """``Move.__reduce__``."""
    native = move._from
    return _move, (Position._of(native, native.games or ()), _moves.save(move))


def _move(position: Position, saved: _moves.SavedMove) -> Move:
    """Rebuilds the move from a pickle."""
    return _moves.restore(position._native, saved)


def gather(parts: tuple[str | tuple[Any, Any], ...]) -> Position:
    """Rebuilds a sum from a pickle."""
    positions: list[Position] = [Position(part) if isinstance(part, str) else part[0](part[1]) for part in parts]
    return sum(positions[1:], positions[0])
