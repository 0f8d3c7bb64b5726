"""Your own games, by rules written in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, Hashable, Iterable, Tuple, TypeVar, Union

from . import _nimfield
from ._games import GameInfo
from ._positions import Position
from ._progress import Memory, Progress, Time
from ._shapes import Heap, Shape, Touched, Unreadable

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
    """The items of a sum, or the single position."""
    return tuple(position) if type(position) is Sum else (position,)


def check_hash(position: Any) -> None:
    """Rejects objects that cannot be a position."""
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
    """The common base of both kinds of games."""

    name: str = ""
    """The printed name; by default the name of the class, in lower case."""

    play: str = "normal"
    """The play convention: ``"normal"`` or ``"misere"``."""

    shape: str = ""
    """The shape of a position: ``"heap"``, ``"heaps"``, ``"2 heaps"``, ``"grid"``, ``"diagram"``, ``"board"``,
    ``"points"`` or ``"box"``. With a shape, positions can be read and drawn, and letters can stand for their numbers in
    tables."""

    noun: str = ""
    """What a heap is called in moves, such as ``"row"``."""

    fill: Any = 1
    """What each cell holds on a board that is written by its sides, ``3x4``."""

    parameters: Mapping[str, int] = {}
    """The names of parameters with their usual values; each is an attribute of the game, and ``Take(3)`` sets it."""

    example: Any = None
    """An example of a position for the help; by default a small one of its shape."""

    _partizan = False

    def __init__(self, *values: int, **named: int) -> None:
        names = list(self.parameters)
        if len(values) > len(names) or not set(named) <= set(names[len(values) :]):
            takes = ", ".join(names) or "no parameters"
            raise TypeError(f"{type(self).__name__} takes {takes}; a position comes after the game: {type(self).__name__}()(position)")
        given = {**self.parameters, **dict(zip(names, values)), **named}
        for parameter, value in given.items():
            setattr(self, parameter, value)

    def split(self, position: P) -> Iterable[P]:
        """The positions of which ``position`` is the sum.

        This method is optional. If a game falls into parts, it makes searches much shorter; options that are a ``Sum``
        of their parts have the same effect, and are faster.
        """
        return (position,)

    def allows(self, position: P) -> bool:
        """Whether an object of the right shape is a position; a table leaves cells of other objects empty. This
        method is optional."""
        return True

    @property
    def _name(self) -> str:
        return self.name or type(self).__name__.lower()

    @property
    def _shape(self) -> Shape | None:
        shape: Shape | None = self.__dict__.get("_nimfield_shape")
        if shape is None and self.shape:
            shape = Shape.of(self.shape, self.noun, self.fill)
            self.__dict__["_nimfield_shape"] = shape
        return shape

    @property
    def _rules(self) -> _nimfield.OwnGame:
        rules: _nimfield.OwnGame | None = self.__dict__.get("_nimfield_rules")
        if rules is None:
            splits = type(self).split is not _OwnGame.split
            rules = _nimfield.OwnGame(self, self._name, self.play, self._partizan, splits, _described(self))
            rules = self.__dict__.setdefault("_nimfield_rules", rules)
        return rules

    def _with(self, values: tuple[int, ...]) -> _OwnGame[P]:
        """The game with other values of its parameters. It lives as long as this game, which stores all of them."""
        if not values or values == tuple(getattr(self, name) for name in self.parameters):
            return self
        others: dict[tuple[int, ...], _OwnGame[P]] = self.__dict__.setdefault("_nimfield_others", {})
        if values not in others:
            others[values] = type(self)(*values)
        return others[values]

    def __getstate__(self) -> dict[str, Any]:
        # Search results stay in their process.
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_nimfield_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __call__(self, *position: Any) -> Position:
        """A position of the game, or a ``Sum`` of positions, which you can analyse, play, and add to others.

        With a ``shape`` it may also be numbers, lists, arrays of NumPy, or a text in notation.
        """
        given: Any = position[0] if len(position) == 1 else position
        shape = self._shape
        if shape is not None and isinstance(given, str):
            text = given if "[" in given else f"[{given}]"
            if not text.lower().startswith(self._name.lower()):
                text = self._name + text
            return Position._of(_nimfield.NativePosition(text, [self._rules]), (self,))
        if shape is not None and type(given) is not Sum:
            given = shape.position(given)
            if isinstance(given, tuple) and isinstance(shape, Heap):
                given = Sum(given)
        for item in _items(given):
            # Objects that cannot be hashed are rejected here rather than in the middle of a search.
            check_hash(item)
            if not self.allows(item):
                raise ValueError(f"{item!r} is not a position of {self._name}")
        return Position._of(_nimfield._own_position(self._rules, given), (self,))

    def info(self) -> GameInfo:
        """The description of the game: title and rules from its docstring, how positions and moves are written, and an
        example.

        >>> class Row(Impartial):
        ...     '''Rows of pins.
        ...
        ...     A move takes one pin, or two neighbours.'''
        ...     shape, noun = "heap", "row"
        ...     def options(self, pins):
        ...         return [Sum([left, pins - n - left]) for n in (1, 2) for left in range(pins - n + 1)]
        >>> Row().info().rules, Row().info().moves
        ('A move takes one pin, or two neighbours.', 'row I into A+B')
        """
        title, rules, body, example, _, _ = _described(self)
        moves, words = [], ""
        if example:
            start = self(example)
            moves = start.moves(most=1)
            words = ", ".join(start._native.move_patterns())
        first = str(moves[0]) if moves else ""
        return GameInfo(self._name, title, rules, body, example, words, first, self.play, self._partizan, [], "")

    def forget(self) -> None:
        """Forgets all stored positions and their options."""
        self._rules.forget()

    @property
    def positions_met(self) -> int:
        """The number of different positions stored since the game was made, or since the last ``forget``."""
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
    """A game in which both players have the same moves, with rules in Python.

    Write ``options``. A position is any hashable object whose ``repr`` is unique; it must not change. ``options``
    returns the positions after each move, or a dictionary from the names of the moves to them; it is called once for
    each position. ``Sum`` adds positions up. The game must end.

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
    """A game in which Left and Right have different moves, with rules in Python.

    Like ``Impartial``, but ``options`` is called for each player, ``"left"`` or ``"right"``.

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
        """The position with the players exchanged, for subtraction; ``None``, the default, if there is none."""
        return None

    def canonical_form(self, position: Option[P], **budget: Any) -> Game:
        """``Position.canonical_form`` of a position."""
        return self(position).canonical_form(**budget)

    def thermograph(self, position: Option[P], **budget: Any) -> Thermograph:
        """``Position.thermograph`` of a position."""
        return self(position).thermograph(**budget)


def _described(game: _OwnGame[Any]) -> tuple[str, str, str, str, tuple[str, str, int | None], list[tuple[str, int]]]:
    """The description of a game for the native part."""
    import inspect

    doc = inspect.cleandoc(type(game).__dict__.get("__doc__") or "")
    title, _, rules = doc.partition("\n\n")
    shape = game._shape
    if shape is None:
        return title, rules, "", "", ("", "", None), []
    sample = shape.sample() if game.example is None else shape.position(game.example)
    kind = game.shape.split()[-1]
    if kind == "points" and isinstance(sample, tuple) and not isinstance(sample[0], tuple):
        kind = "coins"
    usual = [(name, getattr(game, name, value)) for name, value in game.parameters.items()]
    example = f"{_head(game)}[{_body(shape, sample)}]"
    return title or game._name, " ".join(rules.split()), shape.body, example, (kind, shape.noun, shape.count), usual


def _head(game: _OwnGame[Any]) -> str:
    """The name of a game with its parameters."""
    values = [str(getattr(game, name, value)) for name, value in game.parameters.items()]
    return f"{game._name}({','.join(values)})" if values else game._name


def _body(shape: Shape, position: Any) -> str:
    return shape.between.join(map(shape.write, _items(position)))


def text_of(game: Any, position: Any) -> str:
    """A position of a game with a shape in notation."""
    return f"{_head(game)}[{_body(game._shape, position)}]"


def layout_of(game: Any, position: Any) -> tuple[str, Any] | None:
    """The kind and the numbers of the picture of a position; ``None`` for a sum that is drawn part by part."""
    shape, items = game._shape, _items(position)
    if len(items) > 1 and shape.between == Shape.between:
        return None
    return shape.kind, shape.layout(items)


def read_position(game: Any, values: tuple[int, ...], text: str) -> tuple[_nimfield.OwnGame, Any]:
    """The game with these parameters, and its position with this body."""
    game = game._with(tuple(values))
    items = game._shape.read_sum(text)
    for item in items:
        if not game.allows(item):
            raise Unreadable(f"{game._shape.write(item)} is not a position of {game._name}", 0, len(text))
    return game._rules, items[0] if len(items) == 1 else Sum(items)


def list_moves(game: Any, position: Any, player: str) -> list[tuple[int, str, Touched | None, Any]]:
    """The moves of a player: the index of the item of a sum, the name, what a user selects to make it by hand, and the
    position after it."""
    moves: list[tuple[int, str, Touched | None, Any]] = []
    shape: Shape | None = game._shape
    seen: dict[str, Any] = {}
    in_sum = type(position) is Sum
    for at, item in enumerate(_items(position)):
        options = game.options(item, player) if game._partizan else game.options(item)
        if options is None:
            raise TypeError(f"options of {game._name} returned None instead of the options")
        named = options.items() if isinstance(options, Mapping) else ((None, option) for option in options)
        for name, option in named:
            for part in _items(option):
                check_hash(part)
            after = Sum((*position[:at], *_items(option), *position[at + 1 :])) if in_sum else option
            found = shape and shape.move(at, item, _items(option), not in_sum or len(position) == 1)
            text, touched = found or (None, None)
            if name is not None:
                text = f"part {at + 1}: {name}" if in_sum else str(name)
                touched = (text, None, touched[2]) if isinstance(touched, tuple) else None
            # If two moves with one name leave different positions, the resulting position is added to the name.
            if text is None or (name is None and seen.setdefault(text, after) != after):
                text, touched = f"to {_body(shape, after) if shape else repr(after)}", None
            moves.append((at, text, touched, after))
    return moves


def negative_of(game: Any, position: Any) -> Any:
    """The position with the players exchanged; ``None`` if the game does not define it."""
    negatives = [game.negative(item) for item in _items(position)]
    if any(negative is None for negative in negatives):
        return None
    parts = [part for negative in negatives for part in _items(negative)]
    for part in parts:
        check_hash(part)
    return Sum(parts) if type(position) is Sum else negatives[0]
