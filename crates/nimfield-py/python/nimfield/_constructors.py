"""Constructors of positions: one for each game, generated from the game's description of itself.

``python crates/nimfield-py/tests/reference.py`` writes their types to ``_constructors.pyi``.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, NamedTuple, Sequence, Union

from . import _nimfield
from ._nimfield import Nimber
from ._positions import Position

Number = Union[int, str, Nimber]
"""A size: an ``int``, or an ordinal as a ``Nimber`` or a text such as ``"w+1"``."""


def _whole(number: Any, what: str) -> str:
    """A non-negative number, in digits. The integers of NumPy are numbers, too."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"expected an int for {what}, found {type(number).__name__}")
    size = number.__index__()
    if size < 0:
        raise ValueError(f"expected an int from 0 on for {what}, found {size}")
    return str(size)


def _text(text: Any, what: str) -> str:
    """A text: as a number, 0.30 would lose its last digit."""
    if not isinstance(text, str):
        raise TypeError(f"expected a text such as '0.30' for {what}, found {type(text).__name__}")
    return text


def _ordinal(number: Any, what: str) -> str:
    """A number or an ordinal."""
    if isinstance(number, (str, Nimber)):
        return str(number)
    return _whole(number, what)


def _entry(entry: Any) -> str:
    """An entry of a matrix."""
    if isinstance(entry, (float, str)) and str(entry) == "inf":
        return "inf"
    return _whole(entry, "an entry of a matrix")


def _list(things: Any, what: str) -> list[Any]:
    """A list, also from an array of NumPy."""
    if hasattr(things, "tolist"):
        things = things.tolist()
    if isinstance(things, (str, bytes)) or not isinstance(things, Iterable):
        raise TypeError(f"expected a list for {what}, found {type(things).__name__}")
    return list(things)


def _rows(rows: Any) -> str:
    """The body of a matrix."""
    lines = [_list(row, "a row of a matrix") for row in _list(rows, "a matrix")]
    lengths = sorted({len(line) for line in lines})
    if len(lengths) > 1:
        raise ValueError(f"expected rows of one length, found the lengths {', '.join(map(str, lengths))}")
    if not lengths or lengths[0] == 0:
        raise ValueError("expected at least one entry in a matrix, found none")
    return "; ".join(" ".join(map(_entry, line)) for line in lines)


def _points(points: Any) -> str:
    """Points with coordinates that may be ordinals."""
    listed = []
    for point in _list(points, "the points"):
        coordinates = [_ordinal(c, "a coordinate") for c in _list(point, "a point")]
        listed.append(f"({','.join(coordinates)})")
    return " ".join(listed)


def _cell(cell: Any) -> str:
    """A cell of a board: a stone, a gap, or no cell."""
    if cell is None:
        return "_"
    if isinstance(cell, str):
        return cell
    return "1" if cell else "0"


def _board(board: Any, columns: int | None = None) -> str:
    """The body of a board of any shape."""
    if columns is not None:
        return f"{_whole(board, 'the rows')}x{_whole(columns, 'the columns')}"
    if isinstance(board, str):
        return board
    rows = [_list(row, "a row of a board") for row in _list(board, "a board")]
    return "/".join("".join(map(_cell, row)) for row in rows)


def _triangle(board: Any) -> str:
    return _whole(board, "the rows") if hasattr(board, "__index__") else _board(board)


def _partition(parts: Any) -> str:
    return ",".join(_whole(part, "a part") for part in _list(parts, "a partition"))


def _partitions(pieces: Any) -> str:
    return "; ".join(map(_partition, _list(pieces, "the partitions")))


def _coins(squares: Any) -> str:
    return ",".join(_whole(square, "a square") for square in _list(squares, "the squares"))


def _rectangles(rectangles: Any) -> str:
    listed = []
    for sides in _list(rectangles, "the rectangles"):
        m, n = _list(sides, "a rectangle")
        listed.append(f"{_whole(m, 'a side')}x{_whole(n, 'a side')}")
    return " ".join(listed)


def _lines(lines: Any) -> str:
    """A list of numbers as parts, a list of texts as the rows of a picture, a list of lists as rows of numbers."""
    listed = _list(lines, "a position")
    if all(isinstance(line, str) for line in listed):
        return "/".join(listed)
    if any(isinstance(line, Iterable) for line in listed):
        return _rows(listed)
    return ",".join(_whole(number, "a number") for number in listed)


def _sized(position: Any, *more: Any) -> str:
    """The sides of a rectangle or a block, perhaps followed by a place; any other argument is alone."""
    if isinstance(position, Iterable):
        if more:
            raise TypeError("expected the sides as numbers, or one text or list")
        return position if isinstance(position, str) else _lines(position)
    sides = [side for side in (position, *more) if not isinstance(side, str)]
    places = [f" at {place}" for place in more if isinstance(place, str)]
    return "x".join(_whole(side, "a side") for side in sides) + "".join(places)


def _graph(edges: Any) -> str:
    """The edges of a graph, each by its two ends."""
    return edges if isinstance(edges, str) else " ".join(map(str, edges))


class _Parameter(NamedTuple):
    """A parameter of a constructor, as in a stub."""

    name: str
    type: str
    default: str | None = None


class _Setup(NamedTuple):
    """The arguments of a constructor, by what a body of the game consists of."""

    parameters: list[_Parameter]
    write: Callable[..., str]
    """The body from the arguments."""
    meaning: str
    example: tuple[Any, ...]
    """Arguments for an example."""


def _one(name: str, type: str, write: Callable[..., str], meaning: str, example: Any) -> _Setup:
    """A setup of one parameter."""
    return _Setup([_Parameter(name, type)], write, meaning, (example,))


def _heaps(each: str, count: int | None, ordinals: bool) -> _Setup:
    size = _ordinal if ordinals else _whole
    kind = "Number" if ordinals else "int"
    may = f"; a {each} may be an ordinal, a ``Nimber`` or a text" if ordinals else ""
    if count is None:
        return _one(
            f"{each}s",
            f"Iterable[{kind}]",
            lambda sizes: ",".join(size(one, f"a {each}") for one in _list(sizes, f"the {each}s")),
            f"The sizes of the {each}s{may}.",
            [3, "w+1"] if ordinals else [5, 4, 2],
        )
    return _Setup(
        [_Parameter("abcdefgh"[i], kind) for i in range(count)],
        lambda *sizes: ",".join(size(one, f"a {each}") for one in sizes),
        f"The sizes of the {count} {each}s{may}.",
        tuple(range(3, 3 + count)),
    )


def _point_setup(ordinals: bool) -> _Setup:
    coordinates = "Number" if ordinals else "int"
    may = ", which may be ordinals" if ordinals else ""
    meaning = f"Each point is a list of coordinates{may}."
    return _one("points", f"Iterable[Sequence[{coordinates}]]", _points, meaning, [(2, 3)])


def _partition_setup(several: bool) -> _Setup:
    if several:
        meaning = "Each partition is a list of its parts."
        return _one("partitions", "Iterable[Iterable[int]]", _partitions, meaning, [[4, 2], [3]])
    return _one("parts", "Iterable[int]", _partition, "The parts of a partition.", [4, 2, 1])


def _typed(example: str) -> _Setup:
    """The setup of a game that describes its body only by an example."""
    block, _, place = example.partition(" at ")
    if "-" in block:
        return _Setup([_Parameter("position", "Any")], _graph, "The position is a list of edges, or a text.", (block.split(),))
    sides = block.split("x")
    if len(sides) > 1:
        arguments = (*map(int, sides), *([place] if place else []))
        at = ", and a place" if place else ""
        meaning = f"The position is its sides as numbers{at}; or one text, or a list of rows."
        return _Setup([_Parameter("position", "Any"), _Parameter("*more", "Any")], _sized, meaning, arguments)
    rows_of_numbers = ";" in example
    numbers: Any = [[int(n) for n in line.replace(",", " ").split()] for line in example.split(";")]
    what = "rows of numbers" if rows_of_numbers else "numbers"
    return _Setup(
        [_Parameter("position", "Any")],
        lambda position: _sized(position),
        f"The position is a list of {what}, one number, or a text.",
        (numbers if rows_of_numbers else numbers[0],),
    )


_CELLS = "a text, or rows of truth values, where ``None`` means no cell"
_SETUPS: dict[str, Callable[..., _Setup]] = {
    "typed": _typed,
    "matrix": lambda: _one(
        "rows",
        "Any",
        _rows,
        "The rows are lists, or an array of NumPy; ``math.inf`` is an infinite pile.",
        [[20, 24], [24, 27]],
    ),
    "stones": lambda gaps: _Setup(
        [_Parameter("board", "Any"), _Parameter("columns", "int | None", "None")],
        _board,
        f"The board is a number of rows and one of columns, {_CELLS}.",
        (3, 4),
    ),
    "triangle": lambda: _one("board", "Any", _triangle, f"The board is a number of rows, {_CELLS}.", 5),
    "rows": lambda lengths: _Setup(
        [_Parameter("board", "Any", "'full'")],
        _board,
        f"The board is {_CELLS}; its rows have {', '.join(map(str, lengths))} cells.",
        ("full",),
    ),
    "partition": _partition_setup,
    "heaps": _heaps,
    "coins": lambda: _one("squares", "Iterable[int]", _coins, "The coins are on these squares.", [1, 4, 9]),
    "points": _point_setup,
    "rectangles": lambda: _one(
        "rectangles",
        "Iterable[Sequence[int]]",
        _rectangles,
        "The rectangles are pairs of sides.",
        [(5, 8)],
    ),
}


class _Constructor(NamedTuple):
    """All parts of a constructor."""

    name: str
    positional: list[_Parameter]
    options: list[_Parameter]
    doc: str
    write: Callable[..., Position]

    def signature(self, typed: bool) -> str:
        """The parameters between the parentheses."""

        def one(parameter: _Parameter) -> str:
            name, type, default = parameter
            if typed:
                return f"{name}: {type}" + (f" = {default}" if default else "")
            return name + (f"={default}" if default else "")

        # If the number of sides is not fixed, options are given by name.
        open = self.positional[-1].name.startswith("*")
        before, rest = (self.positional[:-1], self.positional[-1:]) if open else (self.positional, [])
        return ", ".join([*map(one, before), "/", *map(one, rest), *map(one, self.options)])

    def function(self) -> Callable[..., Position]:
        """The constructor with its own signature, made as for named tuples."""
        given = [*(name for name, _, _ in self.positional), *(f"{name}={name}" for name, _, _ in self.options)]
        code = f"lambda {self.signature(False)}: write({', '.join(given)})"
        function: Callable[..., Position] = eval(code, {"write": self.write, "__name__": __name__})
        function.__name__ = function.__qualname__ = self.name
        function.__doc__ = self.doc
        return function


def _name(game: dict[str, Any]) -> str:
    """The name of a constructor: the name of the game with a capital letter, or with the capitals of the title
    (``PNim``)."""
    written: str = game["title"].partition(":")[0]
    short: str = game["name"]
    if written.lower() == short and not written.isupper() and not written.islower():
        return written
    return short.title().replace("-", "")


def _constructor(game: dict[str, Any]) -> _Constructor:
    fields = {name: field for name, field in game["setup"].items() if name != "kind"}
    if game["setup"]["kind"] == "typed":
        fields["example"] = game["example"].partition("[")[2].removesuffix("]")
    setup = _SETUPS[game["setup"]["kind"]](**fields)
    words = [option for option in game["options"] if option["takes"] in ("words", "text")]
    others = [option for option in game["options"] if option not in words]

    def write(*arguments: Any, **options: Any) -> Position:
        listed: list[str] = []
        for option, given in zip(words, arguments):
            is_text = option["takes"] == "text"
            listed += [_text(given, option["name"])] if is_text else map(str, _list(given, "words"))
        for option in others:
            given = options[option["name"]]
            if option["takes"] == "flag":
                listed += [option["name"]] if given else []
            elif given is not None:
                listed.append(f"{option['name']}={_whole(given, option['name'])}")
        before = f"({','.join(listed)})" if listed else ""
        return Position(f"{game['name']}{before}[{setup.write(*arguments[len(words):])}]")

    name = _name(game)
    parameters = [
        _Parameter(option["name"], "bool", "False")
        if option["takes"] == "flag"
        else _Parameter(option["name"], "int | None", "None")
        for option in others
    ]
    notes = [f"{game['title'][0].upper()}{game['title'][1:]}.", game["rules"], setup.meaning]
    notes += [f"``{option['name']}``: {option['meaning']}." for option in game["options"]]
    chosen = [option["words"][0] if option["takes"] == "text" else option["words"][:2] for option in words]
    before = f"({chosen[0] if isinstance(chosen[0], str) else ','.join(chosen[0])})" if words else ""
    arguments = [*chosen, *setup.example]
    # The options of a rule file cannot be left out.
    needed = game["example"].partition("[")[0].partition("(")[2].removesuffix(")").split(",")
    if others and all(number.isdigit() for number in needed):
        before = f"({','.join(needed)})"
        arguments += map(int, needed)
    called = ", ".join(map(repr, arguments))
    notes.append(f">>> {name}({called})\nPosition('{game['name']}{before}[{setup.write(*setup.example)}]')")
    types = {"text": "str", "words": "Sequence[str]"}
    positional = [*(_Parameter(option["name"], types[option["takes"]]) for option in words), *setup.parameters]
    return _Constructor(name, positional, parameters, "\n\n".join(notes), write)


_ALL = [_constructor(game) for game in _nimfield._listed("games") if not game["name"].startswith("@")]

__all__ = sorted(constructor.name for constructor in _ALL)

globals().update({constructor.name: constructor.function() for constructor in _ALL})


def _stub() -> str:
    """The types of the constructors, for ``_constructors.pyi``."""
    names = "".join(f'    "{name}",\n' for name in __all__)
    signatures = {constructor.name: constructor.signature(True) for constructor in _ALL}
    functions = "".join(f"def {name}({signatures[name]}) -> Position: ...\n" for name in __all__)
    return (
        '"""Made by tests/reference.py."""\n\n'
        "from typing import Any, Iterable, Sequence, Union\n\n"
        "from ._nimfield import Nimber\nfrom ._positions import Position\n\n"
        f"Number = Union[int, str, Nimber]\n\n__all__ = [\n{names}]\n\n{functions}"
    )
