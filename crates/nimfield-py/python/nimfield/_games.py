"""Constructors of positions, one for each game, and what is known of the games."""

from __future__ import annotations

import os
from typing import Any, Iterable, NamedTuple, Sequence, Union

from . import _nimfield
from ._nimfield import Nimber, Position

Number = Union[int, str, Nimber]
"""A size: an ``int``, or an ordinal as a ``Nimber`` or a text such as ``"w+1"``."""


def parse(text: str, /) -> Position:
    """Reads a position, or a sum of several, as the command line does.

    >>> parse("MATRIX[7,5; 6 8] + *17")
    Position('matrix[7 5; 6 8] + nim[17]')
    """
    return Position(text)


def _whole(number: Any, what: str) -> str:
    """A number that is not negative, in digits. The integers of NumPy are numbers, too."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} is an int, not {type(number).__name__}")
    size = number.__index__()
    if size < 0:
        raise ValueError(f"{what} is not negative: {size}")
    return str(size)


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
    """A list, from an array of NumPy too."""
    if hasattr(things, "tolist"):
        things = things.tolist()
    if isinstance(things, (str, bytes)) or not isinstance(things, Iterable):
        raise TypeError(f"{what} is a list, not {type(things).__name__}")
    return list(things)


def _rows(rows: Any) -> str:
    """The body of a matrix."""
    lines = [_list(row, "a row of a matrix") for row in _list(rows, "a matrix")]
    lengths = sorted({len(line) for line in lines})
    if len(lengths) > 1:
        raise ValueError(f"all rows of a matrix have the same length, not {lengths}")
    if not lengths or lengths[0] == 0:
        raise ValueError("a matrix has at least one entry")
    return "; ".join(" ".join(map(_entry, line)) for line in lines)


def Nim(heaps: Iterable[Number], /) -> Position:
    """Nim with these heaps, which may be ordinals.

    >>> Nim([3, 5, "w+1"])
    Position('nim[3,5,w+1]')
    """
    sizes = [_ordinal(heap, "a heap") for heap in _list(heaps, "the heaps")]
    return Position(f"nim[{','.join(sizes)}]")


def Wythoff(a: int, b: int, /) -> Position:
    """Wythoff's game.

    >>> Wythoff(3, 5).outcome()
    'P'
    """
    return Position(f"wythoff[{_whole(a, 'a heap')},{_whole(b, 'a heap')}]")


def Matrix(rows: Any, /) -> Position:
    """Ferguson's matrix nim: lists of rows, or an array of NumPy; ``math.inf`` is a pile without end.

    >>> Matrix([[20, 24], [24, 27]])
    Position('matrix[20 24; 24 27]')
    """
    return Position(f"matrix[{_rows(rows)}]")


def MatrixPartizan(rows: Any, /) -> Position:
    """Partizan matrix nim: Left lowers columns, Right rows.

    >>> MatrixPartizan([[1, 2], [2, 2]]).canonical_form()
    Game('+-{+-1,1}')
    """
    return Position(f"matrix-partizan[{_rows(rows)}]")


def Holladay(rows: Any, /) -> Position:
    """Holladay's matrix nim.

    >>> Holladay([[1, 2], [3, 4]]).outcome()
    'N'
    """
    return Position(f"holladay[{_rows(rows)}]")


def _points(points: Any) -> str:
    """Points with coordinates that may be ordinals."""
    listed = []
    for point in _list(points, "the points"):
        coordinates = [_ordinal(c, "a coordinate") for c in _list(point, "a point")]
        listed.append(f"({','.join(coordinates)})")
    return " ".join(listed)


def Lattice(counters: Iterable[Sequence[int]], /) -> Position:
    """The two-dimensional nim of Winning Ways: counters (column, row).

    >>> Lattice([(3, 2), (0, 5)])
    Position('lattice[(3,2) (0,5)]')
    """
    return Position(f"lattice[{_points(counters)}]")


def Nimbers(stones: Iterable[Sequence[Number]], /) -> Position:
    """Nimbers, Lenstra's Turning Corners: stones with one coordinate or more.

    >>> Nimbers([(2, 2), (4, "w")])
    Position('nimbers[(2,2) (4,w)]')
    """
    return Position(f"nimbers[{_points(stones)}]")


def Turning(games: Sequence[str], stones: Iterable[Sequence[int]], /) -> Position:
    """The product of coin-turning games, one for each coordinate.

    >>> Turning(["turtles", "ruler"], [(3, 4)])
    Position('turning(turtles,ruler)[(3,4)]')
    """
    return Position(f"turning({','.join(games)})[{_points(stones)}]")


def Schrage(rectangles: Iterable[Sequence[int]], /) -> Position:
    """Schrage's rectangles: pairs of sides.

    >>> Schrage([(5, 8)]).outcome()
    'N'
    """
    listed = []
    for sides in _list(rectangles, "the rectangles"):
        m, n = _list(sides, "a rectangle")
        listed.append(f"{_whole(m, 'a side')}x{_whole(n, 'a side')}")
    return Position(f"schrage[{' '.join(listed)}]")


def _cell(cell: Any) -> str:
    """A cell of a board: a stone, a gap, or no cell."""
    if cell is None:
        return "_"
    if isinstance(cell, str):
        return cell
    return "1" if cell else "0"


def _board(name: str, options: str, board: Any, columns: int | None) -> Position:
    if columns is not None:
        body = f"{_whole(board, 'the rows')}x{_whole(columns, 'the columns')}"
    elif isinstance(board, str):
        body = board
    else:
        rows = [_list(row, "a row of a board") for row in _list(board, "a board")]
        body = "/".join("".join(map(_cell, row)) for row in rows)
    return Position(f"{name}{options}[{body}]")


def Lines(
    board: Any,
    columns: int | None = None,
    /,
    *,
    min: int | None = None,
    max: int | None = None,
    any: bool = False,
) -> Position:
    """Lines of stones: a move takes neighbours in a row or a column, from ``min`` to ``max`` of them.

    The board is a number of rows and one of columns, a text, or rows of truth values, where ``None`` is no
    cell. With ``any`` there may be gaps between the stones that are taken.

    >>> Lines(4, 4, max=3)
    Position('lines(max=3)[4x4]')
    >>> Lines([[1, 0, 1], [0, 1, 1]], min=1)
    Position('lines[101/011]')
    """
    options = []
    if min is not None:
        options.append(f"min={_whole(min, 'min')}")
    if max is not None:
        options.append(f"max={_whole(max, 'max')}")
    if any:
        options.append("any")
    listed = f"({','.join(options)})" if options else ""
    return _board("lines", listed, board, columns)


def Tactix(board: Any, columns: int | None = None, /) -> Position:
    """Piet Hein's Tac Tix, on a board as in ``Lines``.

    >>> Tactix(4, 4).outcome(play="normal")
    'P'
    """
    return _board("tactix", "", board, columns)


def Efr(board: Any, columns: int | None = None, /) -> Position:
    """Eggleton, Fraenkel and Rothschild's game, on a board as in ``Lines``."""
    return _board("efr", "", board, columns)


def Nimbi(board: Any = "full", /) -> Position:
    """Piet Hein's Nimbi: the full board, or its rows of 2, 3, 4 and 3 cells."""
    return _board("nimbi", "", board, None)


def Triangle(board: Any, /) -> Position:
    """A triangle of stones: a number of rows, or rows of 1, 2, 3, … cells.

    >>> Triangle(5)
    Position('triangle[5]')
    """
    if hasattr(board, "__index__"):
        return Position(f"triangle[{_whole(board, 'the rows')}]")
    return _board("triangle", "", board, None)


def Board(path: str | os.PathLike[str], picture: str | None = None, /) -> Position:
    """A board of one's own, from a board file; or the position that a file holds."""
    body = "" if picture is None else f"[{picture}]"
    return Position(f"@{os.fspath(path)}{body}")


def _partition(name: str, parts: Any) -> Position:
    sizes = [_whole(part, "a part") for part in _list(parts, "a partition")]
    return Position(f"{name}[{','.join(sizes)}]")


def _partitions(name: str, pieces: Any) -> Position:
    listed = []
    for parts in _list(pieces, "the partitions"):
        listed.append(",".join(_whole(part, "a part") for part in _list(parts, "a partition")))
    return Position(f"{name}[{'; '.join(listed)}]")


def PNim(parts: Iterable[int], /) -> Position:
    """PNim: remove rows, or columns, of a Young diagram.

    >>> PNim([4, 2, 1]).grundy_value()
    Nimber(6)
    """
    return _partition("pnim", parts)


def RNim(sides: Iterable[int], /) -> Position:
    """RNim: shorten one side of a box."""
    return _partition("rnim", sides)


def Lctr(parts: Iterable[int], /) -> Position:
    """LCTR: remove the left column or the top row of a Young diagram."""
    return _partition("lctr", parts)


def Downright(parts: Iterable[int], /) -> Position:
    """Downright: a token goes down or to the right on a Young diagram."""
    return _partition("downright", parts)


def Rook(parts: Iterable[int], /) -> Position:
    """A rook that goes down or to the right on a Young diagram."""
    return _partition("rook", parts)


def Queen(parts: Iterable[int], /) -> Position:
    """A queen that goes down, to the right, or both, on a Young diagram."""
    return _partition("queen", parts)


def King(parts: Iterable[int], /) -> Position:
    """A king on a Young diagram."""
    return _partition("king", parts)


def Bishop(parts: Iterable[int], /) -> Position:
    """A bishop on a Young diagram."""
    return _partition("bishop", parts)


def Knight(parts: Iterable[int], /) -> Position:
    """A knight on a Young diagram."""
    return _partition("knight", parts)


def Pawn(parts: Iterable[int], /) -> Position:
    """A pawn on a Young diagram."""
    return _partition("pawn", parts)


def Crim(parts: Iterable[int], /) -> Position:
    """CRIM: remove a row or a column; the pieces are pushed together."""
    return _partition("crim", parts)


def Cris(pieces: Iterable[Iterable[int]], /) -> Position:
    """CRIS: remove a row or a column, which may split a piece.

    >>> Cris([[4, 2], [3]])
    Position('cris[4,2; 3]')
    """
    return _partitions("cris", pieces)


def Crpm(parts: Iterable[int], /) -> Position:
    """Partizan CRIM: columns are Left's, rows Right's."""
    return _partition("crpm", parts)


def Crps(pieces: Iterable[Iterable[int]], /) -> Position:
    """Partizan CRIS: columns are Left's, rows Right's."""
    return _partitions("crps", pieces)


def Sato(parts: Iterable[int], /) -> Position:
    """Sato's game: remove a hook of a Young diagram.

    >>> Sato([3, 1]).grundy_value() == Welter([1, 4]).grundy_value()
    True
    """
    return _partition("sato", parts)


def Welter(squares: Iterable[int], /) -> Position:
    """Welter's game: coins on distinct squares.

    >>> Welter([1, 4, 9])
    Position('welter[1,4,9]')
    """
    return _partition("welter", squares)


class GameInfo(NamedTuple):
    """What a game is."""

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


def games() -> dict[str, GameInfo]:
    """The games by name: rules, notation, theory and sources.

    >>> games()["wythoff"].title
    "Wythoff's game: lower one of two heaps, or both alike"
    """
    # The last row is about boards from files, which have no name.
    named = (row for row in _nimfield._games() if not row["name"].startswith("@"))
    return {row["name"]: GameInfo(*(row[field] for field in GameInfo._fields)) for row in named}


