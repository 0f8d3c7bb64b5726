"""The shapes of games in Python: how a position is written, read and drawn, and how its moves are named."""

from __future__ import annotations

import re
from collections import Counter
from operator import index
from typing import Any, List, Optional, Sequence, Tuple, Union

Touched = Union[Tuple[str, Optional[Tuple[str, str]], List[int]], List[Tuple[int, int]]]
"""What a user selects to make a move by hand: its words, perhaps a word with an amount or a place after it, and the
numbers of the heaps or cells in the picture; or cells by column and row, if they name the move."""


MOST_CELLS = 1 << 16
"""The most cells of a rectangle, and the most rows of a diagram, that a text may stand for."""


class Unreadable(ValueError):
    """A text that is not a position, and the place of the mistake."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


def _listed(text: str, what: str) -> list[tuple[int, int, int]]:
    """The numbers of a list, each with its place in the text."""
    found = []
    for part in re.finditer(r"[^\s,]+", text):
        if not re.fullmatch("[0-9]{1,38}", part[0]):
            raise Unreadable(f"expected a whole number below 10^38 for {what}, found `{part[0]}`", *part.span())
        found.append((int(part[0]), *part.span()))
    return found


def _sides(text: str) -> tuple[int, int] | None:
    """The rows and columns of ``4x5``; ``None`` for another text."""
    sides = re.fullmatch(r"\s*([0-9]{1,99})\s*[x×]\s*([0-9]{1,99})\s*", text)
    if sides is None:
        return None
    rows, columns = int(sides[1]), int(sides[2])
    if not 0 < rows * columns <= MOST_CELLS:
        raise Unreadable(f"expected a rectangle of 1 to {MOST_CELLS} cells, found {rows * columns}", 0, len(text))
    return rows, columns


def _cell(column: int, row: int) -> str:
    """The name of a cell: ``b2``."""
    letters = ""
    while column >= 0:
        letters = chr(ord("a") + column % 26) + letters
        column = column // 26 - 1
    return f"{letters}{row + 1}"


class Shape:
    """The shape of the positions of a game. ``Shape.of`` makes one from the words of a game."""

    kind = ""
    """The name for the native part."""
    body = ""
    """How a position is written."""
    between = " + "
    """The separator between the positions of a sum."""

    def __init__(self, noun: str, count: int | None, fill: Any) -> None:
        self.noun = noun
        self.count = count
        self.fill = fill

    def sample(self) -> Any:
        """A small position."""
        raise NotImplementedError

    @staticmethod
    def of(words: str, noun: str, fill: Any) -> Shape:
        """The shape that ``"heap"``, ``"2 heaps"``, ``"board"``, … means."""
        parts = re.fullmatch(r"(?:([0-9]+) )?([a-z]+)", words)
        shape = _SHAPES.get(parts[2]) if parts else None
        if parts is None or shape is None or (parts[1] and shape not in (Heaps, Box, Points)):
            raise ValueError(f"unknown shape {words!r}: expected {', '.join(_SHAPES)}, or a number of them such as '2 heaps'")
        return shape(noun or ("side" if shape is Box else "heap"), int(parts[1]) if parts[1] else None, fill)

    def position(self, given: Any) -> Any:
        """Converts user input to a position: lists and arrays of NumPy become tuples."""
        given = given.tolist() if hasattr(given, "tolist") else given
        return tuple(self.position(one) for one in given) if isinstance(given, (list, tuple)) else given

    def read(self, text: str) -> Any:
        """The position that a body describes."""
        raise NotImplementedError

    def read_sum(self, text: str) -> list[Any]:
        """The positions of a sum, perhaps only one."""
        found, start = [], 0
        between = self.between.strip()
        for part in text.split(between):
            try:
                found.append(self.read(part))
            except Unreadable as error:
                raise Unreadable(str(error), start + error.start, start + error.end) from None
            start += len(part) + len(between)
        return found

    def write(self, position: Any) -> str:
        """The body of a position."""
        raise NotImplementedError

    def layout(self, positions: Sequence[Any]) -> Any:
        """The numbers of a picture of one position, for the native part."""
        raise NotImplementedError

    def move(self, at: int, before: Any, after: Sequence[Any], alone: bool) -> tuple[str, Touched] | None:
        """The names of the moves from a position, number ``at`` of a sum, to others; ``None`` if the shape has no
        words for them."""
        raise NotImplementedError

    def wrong(self, position: Any) -> TypeError:
        """The error for an object that is not of this shape."""
        return TypeError(f"expected {self.what}, found {position!r}")

    what = ""
    """The type of a position in Python."""


class Heaps(Shape):
    """A tuple of the sizes of heaps."""

    kind = "heaps"
    body = "the sizes, separated by commas"
    what = "a tuple of the sizes of its heaps, from 0 on"

    def sample(self) -> Any:
        return tuple(range(3, 3 + (self.count or 2)))

    def read(self, text: str) -> Any:
        sizes = _listed(text, f"a {self.noun}")
        if self.count not in (None, len(sizes)):
            raise Unreadable(f"expected {self.count} {self.noun}s, found {len(sizes)}", 0, len(text))
        return tuple(size for size, _, _ in sizes)

    def sizes(self, position: Any) -> tuple[int, ...]:
        try:
            sizes = tuple(map(index, position))
        except TypeError:
            raise self.wrong(position) from None
        if min(sizes, default=0) < 0 or self.count not in (None, len(sizes)):
            raise self.wrong(position)
        return sizes

    def write(self, position: Any) -> str:
        return ",".join(map(str, self.sizes(position)))

    def layout(self, positions: Sequence[Any]) -> Any:
        return self.sizes(positions[0])

    def move(self, at: int, before: Any, after: Sequence[Any], alone: bool) -> tuple[str, Touched] | None:
        if len(after) != 1 or not alone:
            return None
        return self.named(self.sizes(before), self.sizes(after[0]), 0)

    def named(self, before: tuple[int, ...], after: tuple[int, ...], first: int) -> tuple[str, Touched] | None:
        """The move in heaps numbered from ``first``."""
        start, end = 0, 0
        while start < min(len(before), len(after)) and before[start] == after[start]:
            start += 1
        while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
            end += 1
        if len(before) != len(after):
            old, new = before[start : len(before) - end], after[start : len(after) - end]
            if len(old) != 1:
                return None
            # A heap that is gone has lost all its counters.
            what = ("into", "+".join(map(str, new))) if new else ("by", str(old[0]))
            return _held(f"{self.noun} {first + start + 1}", what, [first + start])
        changed = [place for place, pair in enumerate(zip(before, after)) if pair[0] != pair[1]]
        lost = [before[place] - after[place] for place in changed]
        places = ",".join(str(first + place + 1) for place in changed)
        words = f"{self.noun}{'s' if len(changed) > 1 else ''} {places}"
        held = [first + place for place in changed]
        if not changed:
            return None
        if len(set(lost)) == 1 and lost[0] > 0:
            return _held(words, ("by", str(lost[0])), held)
        if len(changed) == 1:
            return _held(words, ("to", str(after[changed[0]])), held)
        return _held(f"{words} by {','.join(map(str, lost))}", None, held)


class Heap(Heaps):
    """The size of one heap; a sum is several."""

    kind = "heaps"
    between = ","
    what = "the size of a heap, from 0 on"

    def sample(self) -> Any:
        return 5

    def read_sum(self, text: str) -> list[Any]:
        return list(self.read(text))

    def write(self, position: Any) -> str:
        return str(self.size(position))

    def size(self, position: Any) -> int:
        if isinstance(position, tuple):
            raise self.wrong(position)
        return self.sizes((position,))[0]

    def layout(self, positions: Sequence[Any]) -> Any:
        return [self.size(one) for one in positions]

    def move(self, at: int, before: Any, after: Sequence[Any], alone: bool) -> tuple[str, Touched] | None:
        return self.named((self.size(before),), tuple(map(self.size, after)), at)


class Box(Heaps):
    """A tuple of the sides of a box."""

    kind = "box"
    body = "the sides, separated by commas"
    what = "a tuple of the sides of a box, from 0 on"


class Grid(Shape):
    """A tuple of rows, each a tuple of piles."""

    kind = "grid"
    body = "rows of piles, with semicolons between the rows"
    what = "a tuple of rows of equal length, each a tuple of piles from 0 on"

    def sample(self) -> Any:
        return ((1, 2), (3, 4))

    def read(self, text: str) -> Any:
        rows, start = [], 0
        for line in text.split(";"):
            try:
                rows.append(tuple(pile for pile, _, _ in _listed(line, "a pile")))
            except Unreadable as error:
                raise Unreadable(str(error), start + error.start, start + error.end) from None
            if not rows[-1] or len(rows[-1]) != len(rows[0]):
                raise Unreadable(f"expected a row of {len(rows[0]) or 'some'} piles", start, start + len(line))
            start += len(line) + 1
        return tuple(rows)

    def rows(self, position: Any) -> list[list[int]]:
        try:
            rows = [[index(pile) for pile in row] for row in position]
        except TypeError:
            raise self.wrong(position) from None
        if not rows or not rows[0] or any(len(row) != len(rows[0]) or min(row) < 0 for row in rows):
            raise self.wrong(position)
        return rows

    def write(self, position: Any) -> str:
        return "; ".join(" ".join(map(str, row)) for row in self.rows(position))

    def layout(self, positions: Sequence[Any]) -> Any:
        rows = self.rows(positions[0])
        return len(rows[0]), [pile for row in rows for pile in row]

    def move(self, at: int, before: Any, after: Sequence[Any], alone: bool) -> tuple[str, Touched] | None:
        if len(after) != 1 or not alone:
            return None
        old, new = self.rows(before), self.rows(after[0])
        height, width = len(old), len(old[0])
        if (height, width) != (len(new), len(new[0])):
            return None
        lost = {(row, column): old[row][column] - new[row][column] for row in range(height) for column in range(width)}
        changed = [place for place in lost if lost[place]]
        amounts = {lost[place] for place in changed}
        if len(amounts) != 1 or min(amounts) < 0:
            return None
        lines = {tuple((row, column) for column in range(width)): f"row {row + 1}" for row in range(height)}
        lines |= {tuple((row, column) for row in range(height)): f"column {column + 1}" for column in range(width)}
        one = ",".join(_cell(column, row) for row, column in changed)
        words = one if len(changed) == 1 else lines.get(tuple(changed), one)
        return _held(words, ("by", str(amounts.pop())), [row * width + column for row, column in changed])


class Diagram(Shape):
    """A tuple of the rows of a Young diagram, the longest first."""

    kind = "diagrams"
    body = "the rows from the longest on, separated by commas, or a rectangle such as `3x4`"
    between = "; "
    what = "a tuple of the rows of a Young diagram, the longest first"

    def sample(self) -> Any:
        return (4, 2, 1)

    def read(self, text: str) -> Any:
        sides = _sides(text)
        if sides is not None:
            return (sides[1],) * sides[0]
        rows: list[int] = []
        for part in re.finditer(r"[^\s,]+", text):
            one = re.fullmatch(r"([0-9]{1,19})(?:\^([0-9]{1,99}))?", part[0])
            if one is None:
                raise Unreadable(f"expected a whole number below 10^19 for a row, found `{part[0]}`", *part.span())
            count = int(one[2] or 1)
            if len(rows) + count > MOST_CELLS:
                raise Unreadable(f"expected at most {MOST_CELLS} rows", *part.span())
            rows += [int(one[1])] * count
            if len(rows) > 1 and rows[-1] > rows[-2]:
                raise Unreadable("the longest row comes first", *part.span())
        return tuple(row for row in rows if row)

    def rows(self, position: Any) -> tuple[int, ...]:
        try:
            rows = tuple(row for row in map(index, position) if row)
        except TypeError:
            raise self.wrong(position) from None
        if list(rows) != sorted(rows, reverse=True) or min(rows, default=0) < 0:
            raise self.wrong(position)
        return rows

    def write(self, position: Any) -> str:
        return ",".join(map(str, self.rows(position))) or "0"

    def layout(self, positions: Sequence[Any]) -> Any:
        return [self.rows(one) for one in positions]

    def move(self, at: int, before: Any, after: Sequence[Any], alone: bool) -> tuple[str, Touched] | None:
        if len(after) != 1:
            return None
        old, new = self.rows(before), self.rows(after[0])
        new += (0,) * (len(old) - len(new))
        if new == old or len(new) > len(old) or any(left > row for left, row in zip(new, old)):
            return None
        # The removed squares with no removed square above or to the left identify the move.
        gone = [(left, row) for row, left in enumerate(new) if left < old[row] and (row == 0 or new[row - 1] > left)]
        names = ",".join(_cell(column, row) for column, row in gone)
        return (names if alone else f"piece {at + 1} {names}"), gone


class Board(Shape):
    """A tuple of rows, each a tuple of cells."""

    kind = "board"
    body = "rows with slashes between them, `1` for a stone, `0` for none, `_` for no cell, or a rectangle such as `3x4`"
    what = "a tuple of rows, each a tuple of cells: 1, 0, None for a missing cell, or a letter"

    def sample(self) -> Any:
        return ((self.fill,) * 3,) * 3

    def read(self, text: str) -> Any:
        sides = _sides(text)
        if sides is not None:
            return ((self.fill,) * sides[1],) * sides[0]
        marks = {"1": 1, "o": 1, "0": 0, ".": 0, "_": None}
        rows: list[tuple[Any, ...]] = []
        row: list[Any] = []
        for at, mark in enumerate(text):
            if mark == "/":
                rows.append(tuple(row))
                row = []
            elif not mark.isspace():
                if mark not in marks and not mark.isalpha():
                    raise Unreadable(f"expected 1, 0, _ or a letter for a cell, found `{mark}`", at, at + 1)
                row.append(marks.get(mark, mark))
        return (*rows, tuple(row))

    def mark(self, position: Any, cell: Any) -> str:
        if cell is None:
            return "_"
        if isinstance(cell, str) and len(cell) == 1 and cell.isalpha() and cell != "o":
            return cell
        if isinstance(cell, str) or index(cell) not in (0, 1):
            raise self.wrong(position)
        return str(index(cell))

    def marks(self, position: Any) -> list[list[str]]:
        try:
            return [[self.mark(position, cell) for cell in row] for row in position]
        except TypeError:
            raise self.wrong(position) from None

    def write(self, position: Any) -> str:
        rows = self.marks(position)
        if rows and all(rows[0] and row == [self.mark(position, self.fill)] * len(rows[0]) for row in rows):
            return f"{len(rows)}x{len(rows[0])}"
        return "/".join(map("".join, rows))

    def cells(self, position: Any) -> dict[tuple[int, int], str]:
        """The marks of the cells by column and row."""
        rows = enumerate(self.marks(position))
        return {(column, row): mark for row, line in rows for column, mark in enumerate(line) if mark != "_"}

    def layout(self, positions: Sequence[Any]) -> Any:
        return list(self.cells(positions[0]).items())

    def move(self, at: int, before: Any, after: Sequence[Any], alone: bool) -> tuple[str, Touched] | None:
        if len(after) != 1 or not alone:
            return None
        old, new = self.cells(before), self.cells(after[0])
        if not new.keys() <= old.keys():
            return None
        changed = [cell for cell in old if new.get(cell, "_") != old[cell]]
        marks = {new.get(cell, "_") for cell in changed}
        names = ",".join(_cell(*cell) for cell in changed)
        if len(marks) == 1 and marks.isdisjoint("01_"):
            places = list(old)
            return _held(f"{marks.pop()} {names}", None, [places.index(cell) for cell in changed])
        return (names, changed) if changed else None


class Points(Shape):
    """A tuple of points, each a number or a tuple of coordinates."""

    kind = "points"
    body = "points such as `(3,2) (0,5)`, or numbers on one line"
    what = "a tuple of points, each a number from 0 on or a tuple of such numbers"

    def sample(self) -> Any:
        return tuple((3 + i, i) for i in range(self.count or 2))

    def read(self, text: str) -> Any:
        points: list[Any] = []
        for part in re.finditer(r"\(([^()]*)\)|[^\s,]+", text):
            inside = part[1] if part[1] is not None else part[0]
            numbers = tuple(number for number, _, _ in _listed(inside, "a coordinate"))
            points.append(numbers if part[1] is not None else numbers[0])
        if self.count not in (None, len(points)):
            raise Unreadable(f"expected {self.count} points, found {len(points)}", 0, len(text))
        return tuple(points)

    def points(self, position: Any) -> list[tuple[int, ...]]:
        try:
            points = [tuple(map(index, one)) if isinstance(one, tuple) else (index(one),) for one in position]
        except TypeError:
            raise self.wrong(position) from None
        if any(not one or min(one) < 0 for one in points) or self.count not in (None, len(points)):
            raise self.wrong(position)
        return points

    @staticmethod
    def name(point: tuple[int, ...]) -> str:
        return str(point[0]) if len(point) == 1 else f"({','.join(map(str, point))})"

    def write(self, position: Any) -> str:
        points = self.points(position)
        # A tuple of one coordinate is a different point.
        texts = [f"({point[0]})" if isinstance(own, tuple) and len(own) == 1 else self.name(point) for own, point in zip(position, points)]
        return (" " if any(text.startswith("(") for text in texts) else ",").join(texts)

    def layout(self, positions: Sequence[Any]) -> Any:
        return self.points(positions[0])

    def move(self, at: int, before: Any, after: Sequence[Any], alone: bool) -> tuple[str, Touched] | None:
        if len(after) != 1 or not alone:
            return None
        old, new = self.points(before), self.points(after[0])
        gone, come = list((Counter(old) - Counter(new)).elements()), list((Counter(new) - Counter(old)).elements())
        words = ",".join(map(self.name, gone))
        places = [old.index(point) for point in gone]
        if len(gone) == len(come) == 1:
            return _held(words, ("to", self.name(come[0])), places)
        return _held(words, None, places) if gone and not come else None


def _held(words: str, last: tuple[str, str] | None, places: list[int]) -> tuple[str, Touched]:
    """A move by its words, with what a user selects to make it by hand."""
    return (words if last is None else f"{words} {' '.join(last)}"), (words, last, places)


_SHAPES: dict[str, type[Shape]] = {
    "heap": Heap,
    "heaps": Heaps,
    "grid": Grid,
    "diagram": Diagram,
    "board": Board,
    "points": Points,
    "box": Box,
}
