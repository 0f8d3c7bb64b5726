"""Your own games, by rules written in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, Hashable, Iterable, Tuple, TypeVar, Union

from . import _nimfield
from ._positions import Position
from ._progress import Memory, Progress, Time

if TYPE_CHECKING:
    from ._answers import Answer
    from ._nimfield import Game, Nimber, Thermograph

P = TypeVar("P", bound=Hashable)


class Sum(Tuple[P, ...]):
    """A sum of positions of a game of your own: ``Sum([3, 4])`` is two positions side by side.

    >>> Sum([3, 4])
    3 + 4
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return " + ".join(map(repr, self)) or "Sum()"


def _items(position: Any) -> tuple[Any, ...]:
    """The items of a sum, or the one position there is."""
    return tuple(position) if type(position) is Sum else (position,)


def check_hash(position: Any) -> None:
    """Refuses what cannot be a position."""
    try:
        hash(position)
    except TypeError:
        if not isinstance(position, list):
            raise
        inside = repr(position).strip("[]")
        raise TypeError(
            f"a list is not a position, since it can change: a position may be a tuple, tuple({position!r}), and the "
            f"sum of the positions {inside} is nimfield.Sum({position!r})"
        ) from None


Option = Union[P, "Sum[P]"]
Options = Union[Iterable[Option[P]], Mapping[Any, Option[P]]]


class _OwnGame(Generic[P]):
    """What games of both kinds have in common."""

    name: str = ""
    """The name in print; by default that of the class, in lower case."""

    play: str = "normal"
    """The play convention: ``"normal"`` or ``"misere"``."""

    _partizan = False

    def split(self, position: P) -> Iterable[P]:
        """The positions that ``position`` is a sum of.

        It need not be written. Where a game falls into parts it makes searches much shorter; options that are a
        ``Sum`` of their parts say the same, and are quicker.
        """
        return (position,)

    @property
    def _name(self) -> str:
        return self.name or type(self).__name__.lower()

    @property
    def _rules(self) -> _nimfield.OwnGame:
        rules: _nimfield.OwnGame | None = self.__dict__.get("_nimfield_rules")
        if rules is None:
            splits = type(self).split is not _OwnGame.split
            rules = _nimfield.OwnGame(self, self._name, self.play, self._partizan, splits)
            rules = self.__dict__.setdefault("_nimfield_rules", rules)
        return rules

    def __getstate__(self) -> dict[str, Any]:
        # What searches found stays in its process.
        return {name: value for name, value in self.__dict__.items() if name != "_nimfield_rules"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __call__(self, position: Option[P]) -> Position:
        """A position of the game, or a ``Sum`` of them, which can be analysed, played, and added to others."""
        for item in _items(position):
            # What cannot be hashed is refused here rather than in the midst of a search.
            check_hash(item)
        return Position._of(_nimfield._own_position(self._rules, position), (self,))

    def forget(self) -> None:
        """Forgets the positions met so far, and their options."""
        self._rules.forget()

    @property
    def positions_met(self) -> int:
        """How many different positions have been met since the game was made, or ``forget`` called."""
        return self._rules.positions()

    def analyze(
        self,
        position: Option[P],
        *,
        play: str | None = None,
        value: bool = False,
        moves: bool = True,
        time: Time = 60.0,
        memory: Memory = "2GiB",
        positions: int | None = None,
        threads: int | None = None,
        progress: Progress = None,
    ) -> Answer:
        """``Position.analyze`` of a position."""
        return self(position).analyze(
            play=play,
            value=value,
            moves=moves,
            time=time,
            memory=memory,
            positions=positions,
            threads=threads,
            progress=progress,
        )

    def outcome(self, position: Option[P], **budget: Any) -> str:
        """``Position.outcome`` of a position."""
        return self(position).outcome(**budget)


class Impartial(_OwnGame[P]):
    """A game in which both players have the same moves, by rules in Python.

    Write ``options``. A position is any hashable object whose ``repr`` is unique;
    it must not be changed. ``options`` gives the positions after each move, or a dictionary from the names of
    the moves to them; it is asked once for each position. ``Sum`` adds positions up. The game must end.

    >>> class Kayles(Impartial):
    ...     '''Rows of pins: a move takes one, or two neighbours.'''
    ...     def options(self, pins):
    ...         for taken in (1, 2):
    ...             for left in range(pins - taken + 1):
    ...                 yield Sum([left, pins - taken - left])
    >>> kayles = Kayles()
    >>> [int(kayles.grundy_value(pins)) for pins in range(12)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    >>> kayles.outcome(Sum([5, 3, 4])), (kayles(5) + nimfield.parse("nim[4]")).outcome()
    ('N', 'P')
    """

    def options(self, position: P) -> Options[P]:
        """The positions after each move, or a dictionary from the names of the moves to them."""
        raise NotImplementedError("a game has options(self, position)")

    def grundy_value(self, position: Option[P], **budget: Any) -> Nimber:
        """``Position.grundy_value`` of a position."""
        return self(position).grundy_value(**budget)

    def misere_value(self, position: Option[P], **budget: Any) -> int:
        """``Position.misere_value`` of a position."""
        return self(position).misere_value(**budget)

    def genus(self, position: Option[P], **budget: Any) -> str:
        """``Position.genus`` of a position."""
        return self(position).genus(**budget)


class Partizan(_OwnGame[P]):
    """A game in which Left and Right have moves of their own, by rules in Python.

    As ``Impartial``, but ``options`` is asked for each player, ``"left"`` or ``"right"``.

    >>> class Domineering(Partizan):
    ...     '''Left puts upright dominoes on the free squares (row, column), Right flat ones.'''
    ...     def options(self, squares, player):
    ...         down, right = (1, 0) if player == "left" else (0, 1)
    ...         for row, column in sorted(squares):
    ...             both = {(row, column), (row + down, column + right)}
    ...             if both <= squares:
    ...                 yield squares - both
    >>> board = frozenset((row, column) for row in range(2) for column in range(2))
    >>> Domineering().canonical_form(board)
    Game('+-1')
    """

    _partizan = True

    def options(self, position: P, player: str) -> Options[P]:
        """The positions after each move of ``player``, or a dictionary from the names of the moves to them."""
        raise NotImplementedError("a game has options(self, position, player)")

    def negative(self, position: P) -> Option[P] | None:
        """The position with the players exchanged, for subtraction; ``None``, as it is unless you write it, if there is
        none."""
        return None

    def canonical_form(self, position: Option[P], **budget: Any) -> Game:
        """``Position.canonical_form`` of a position."""
        return self(position).canonical_form(**budget)

    def thermograph(self, position: Option[P], **budget: Any) -> Thermograph:
        """``Position.thermograph`` of a position."""
        return self(position).thermograph(**budget)


def list_moves(game: Any, position: Any, player: str) -> list[tuple[int, str, Any]]:
    """The moves of a player: the place of the item of a sum, the name, and the position after it."""
    moves = []
    for at, item in enumerate(_items(position)):
        options = game.options(item, player) if game._partizan else game.options(item)
        if options is None:
            raise TypeError(f"options of {game._name} gave None instead of the options")
        named = options.items() if isinstance(options, Mapping) else ((None, option) for option in options)
        for name, option in named:
            for part in _items(option):
                check_hash(part)
            after = option
            if type(position) is Sum:
                after = Sum((*position[:at], *_items(option), *position[at + 1 :]))
                name = None if name is None else f"part {at + 1}: {name}"
            moves.append((at, f"to {after!r}" if name is None else str(name), after))
    return moves


def negative_of(game: Any, position: Any) -> Any:
    """The position with the players exchanged; ``None`` if the game does not say what it is."""
    negatives = [game.negative(item) for item in _items(position)]
    if any(negative is None for negative in negatives):
        return None
    parts = [part for negative in negatives for part in _items(negative)]
    for part in parts:
        check_hash(part)
    return Sum(parts) if type(position) is Sum else negatives[0]
