"""Tables of families of positions, censuses, and tables of whole boards."""

from __future__ import annotations

import os
import re
from itertools import product
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Union

from . import _nimfield
from ._arrays import probe
from ._positions import Position, as_position, games_of
from ._progress import Memory, Progress, Time, budget
from ._words import Compared, adjective, as_text, documented

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Span = Union[int, range, "tuple[int, int]", str]
"""The numbers of a letter: a ``range``, a pair of the first and the last, one number, or a text ``"0..9"``."""


def _span(letter: str, span: Span) -> tuple[int, int]:
    """The first and the last."""
    wrong = f'expected a range, a pair, a number or a text such as "0..9" for {letter}, found {span!r}'
    if isinstance(span, str):
        found = re.fullmatch(r"\s*(\d+)\s*(?:\.\.=?\s*(\d+)\s*)?", span)
        if found is None:
            raise ValueError(wrong)
        return int(found[1]), int(found[2] or found[1])
    if isinstance(span, range):
        if span.step != 1 or not span:
            raise ValueError(f"expected a range of at least one number without steps for {letter}, found {span}")
        return span.start, span[-1]
    pair = span if isinstance(span, tuple) else (span, span)
    if len(pair) != 2 or not all(hasattr(number, "__index__") for number in pair):
        raise TypeError(wrong)
    first, last = pair
    return first, last


def spans_of(letters: dict[str, Span]) -> dict[str, tuple[int, int]]:
    """The first and the last number of each letter."""
    for name in letters:
        if len(name) != 1:
            raise TypeError(f"unexpected argument {name!r}: the letters of a family are single letters")
    return {name: _span(name, span) for name, span in letters.items()}


_NUMBERS = ("value", "mean", "temperature")
"""What a table can show as numbers, apart from values that are not numbers."""


def _number(text: str | None, show: str) -> int | Fraction | str | None:
    """A cell as a number, if it is one."""
    # The import is needed only here.
    from fractions import Fraction

    if text is None or show not in _NUMBERS or not re.fullmatch(r"-?\d+(/\d+)?", text):
        return text
    number = Fraction(text)
    return number.numerator if number.denominator == 1 else number


class FamilyTable(Compared):
    """A table of a family of positions; see ``table``."""

    def __init__(
        self,
        cells: _nimfield.FamilyCells,
        family: str,
        letters: dict[str, range],
        show: str,
    ) -> None:
        self._cells = cells
        self.family = family
        """The family in notation, with its letters."""
        self.letters = letters
        """The letters with their numbers."""
        self.show = show
        """What the cells show."""
        self.title, self.engine, self.positions, self.play = cells.about()

    def _content(self) -> tuple[Any, ...]:
        return self.family, self.letters, self.show, self.play, self.texts()

    @property
    def shape(self) -> tuple[int, ...]:
        """How many numbers each letter stands for."""
        return tuple(len(span) for span in self.letters.values())

    def __len__(self) -> int:
        return self._cells.count()

    def __getitem__(self, index: int | tuple[int, ...]) -> int | Fraction | str | None:
        """The cell for these numbers of the letters: a number as ``int`` or ``Fraction``, anything else as text;
        ``None`` if it is not decided."""
        numbers = index if isinstance(index, tuple) else (index,)
        if len(numbers) != len(self.letters):
            raise IndexError(f"the table has the letters {', '.join(self.letters)}")
        place = 0
        for (letter, span), number in zip(self.letters.items(), numbers):
            if number not in span:
                raise IndexError(f"{letter} goes from {span.start} to {span[-1]}")
            place = place * len(span) + number - span.start
        grundy = self._cells.grundy(place)
        return _number(self._cells.text(place), self.show) if grundy is None else grundy

    def __iter__(self) -> Iterator[int | Fraction | str | None]:
        """The cells, the last letter changes fastest."""
        return (cell for _, cell in self.items())

    def items(self) -> Iterator[tuple[tuple[int, ...], int | Fraction | str | None]]:
        """The numbers of the letters, each with the cell.

        >>> list(table("nim[a,b]", a=1, b=range(2)).items())
        [((1, 0), 'N'), ((1, 1), 'P')]
        """
        return ((numbers, self[numbers]) for numbers in product(*self.letters.values()))

    def texts(self) -> list[str | None]:
        """All cells as text, the last letter changes fastest."""
        return self._cells.texts()

    def to_numpy(self) -> NDArray[Any]:
        """The cells as an array with one axis for each letter. Values have the smallest of ``uint16``, ``uint32`` and
        ``uint64`` that holds them, or ``int64`` if some are negative; means and temperatures are ``float64``, outcomes
        are letters, anything else is ``str`` objects."""
        import numpy as np

        if self.show == "outcome":
            return np.array([text or "?" for text in self.texts()], "U1").reshape(self.shape)
        if self.show == "value":
            try:
                values = np.empty(len(self), np.uint64)
                largest = self._cells.values_into(values)
            except ValueError:
                pass  # canonical forms, ordinals, or not all decided
            else:
                kind = np.uint16 if largest < 1 << 16 else np.uint32 if largest < 1 << 32 else np.uint64
                return values.astype(kind, copy=False).reshape(self.shape)
        texts = np.empty(len(self), object)
        texts[:] = self.texts()
        if self.show in _NUMBERS:
            cells = [_number(text, self.show) for text in texts]
            numbers = [cell for cell in cells if cell is not None and not isinstance(cell, str) and -(1 << 53) < cell < 1 << 53]
            whole = all(isinstance(number, int) for number in numbers)
            if len(numbers) == len(cells) and (whole or self.show != "value"):
                return np.array(numbers, np.int64 if self.show == "value" else np.float64).reshape(self.shape)
        return texts.reshape(self.shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        array = self.to_numpy()
        return array if dtype is None else array.astype(dtype)

    def is_p(self) -> NDArray[np.bool_]:
        """Where the P-positions are, as an array of ``bool``."""
        import numpy as np

        flags = np.empty(len(self), bool)
        self._cells.p_into(flags)
        return flags.reshape(self.shape)

    def packed(self) -> NDArray[np.uint8]:
        """The P-positions as packed bits: bit ``i % 8`` of byte ``i / 8`` is 1 if cell ``i`` is a P-position."""
        import numpy as np

        return np.packbits(self.is_p().reshape(-1), bitorder="little")

    def _columns(self) -> dict[str, Any]:
        """A column for each letter, and one for the cells."""
        import numpy as np

        numbers = [np.arange(span.start, span.stop, dtype=np.uint64) for span in self.letters.values()]
        grids = np.meshgrid(*numbers, indexing="ij")
        columns: dict[str, Any] = {name: grid.reshape(-1) for name, grid in zip(self.letters, grids)}
        columns[self.show] = self.to_numpy().reshape(-1)
        return columns

    def to_arrow(self) -> Any:
        """The table as a table of Apache Arrow, with a row for each position; needs ``pyarrow``."""
        import pyarrow

        columns = {name: pyarrow.array(column.tolist() if column.dtype.kind in "UO" else column)
                   for name, column in self._columns().items()}
        return pyarrow.table(columns)

    def to_pandas(self) -> Any:
        """The table as a data frame of pandas, with a row for each position."""
        import pandas

        return pandas.DataFrame(self._columns())

    def to_polars(self) -> Any:
        """The table as a data frame of polars, with a row for each position."""
        import polars

        columns = {name: column.tolist() if column.dtype.kind in "UO" else column
                   for name, column in self._columns().items()}
        return polars.DataFrame(columns)

    def to_b_file(self, *, by_antidiagonals: bool = False) -> str:
        """The text of an OEIS b-file, for one letter, or for a square of two, read by antidiagonals."""
        values = self.is_p().astype("uint8") if self.show == "outcome" else self.to_numpy()
        if values.dtype.kind != "u":
            raise ValueError("a b-file holds whole numbers")
        first = 0
        if values.ndim == 1:
            first = next(iter(self.letters.values())).start
            terms = values.tolist()
        elif values.ndim == 2 and by_antidiagonals and values.shape[0] == values.shape[1]:
            size = values.shape[0]
            terms = [int(values[i, n - i]) for n in range(size) for i in range(n + 1)]
        else:
            raise ValueError("a b-file has one letter, or two of the same size with by_antidiagonals=True")
        return _nimfield._b_file(self.title, first, terms)

    def to_latex(self) -> str:
        """The table in LaTeX, a fragment for a document."""
        return self._cells.to_latex()

    def to_svg(self) -> str:
        """The map of one or two letters: outcomes as shapes, values as colours."""
        return self._cells.picture(None)

    def to_png(self, *, scale: float = 2.0) -> bytes:
        """The map as a PNG picture, with ``scale`` pixels for each unit of the drawing."""
        return self._cells.picture(scale)

    def _repr_svg_(self) -> str | None:
        try:
            return self.to_svg()
        except ValueError:
            return None

    def _repr_html_(self) -> str:
        from ._html import cells, picture

        drawn = self._repr_svg_()
        return picture(drawn, self.title) if drawn is not None else cells(self)

    def __str__(self) -> str:
        """The table as text: two letters across and down, otherwise a row for each position."""
        texts = ["?" if cell is None else str(cell) for cell in self]
        *outer, inner = self.letters.values()
        if len(outer) == 1:
            width = len(inner)
            starts = range(0, len(texts), width)
            rows = [[str(number), *texts[first : first + width]] for number, first in zip(outer[0], starts)]
            heads = ["\\".join(self.letters), *map(str, inner)]
        else:
            numbers = product(*self.letters.values())
            rows = [[*map(str, place), text] for place, text in zip(numbers, texts)]
            heads = [*self.letters, self.show]
        widths = [max(map(len, column)) for column in zip(heads, *rows)]
        lines = ("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in [heads, *rows])
        return "\n".join(lines)

    def __repr__(self) -> str:
        spans = ", ".join(f"{name}={span.start}..{span[-1]}" for name, span in self.letters.items())
        return f"<FamilyTable: {self.show} of {self.family}, {spans}, {adjective(self.play)} play>"


def table(
    family: str,
    /,
    *,
    show: str = "outcome",
    play: str | None = None,
    unproved: bool = False,
    limit: int = 2000,
    rules: Any = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
    **letters: Span,
) -> FamilyTable:
    """A table of a family: a position in which letters stand for numbers.

    ``show`` is ``"outcome"``, ``"value"``, for partizan games ``"mean"``, ``"temperature"``, ``"stops"`` or ``"kind"``,
    and for impartial games ``"genus"``. Each letter has a ``range``, a pair of the first and the last number, one
    number, or a text such as ``"0..9"``. ``rules`` is your own game or games, to which the family belongs: made by
    ``Game.from_rules``, or in Python with a ``shape``.

    >>> wythoff = table("wythoff[a,b]", a=range(4), b=range(4), show="value")
    >>> wythoff.to_numpy()
    array([[0, 1, 2, 3],
           [1, 2, 0, 4],
           [2, 0, 1, 5],
           [3, 4, 5, 6]], dtype=uint16)
    >>> wythoff[1, 2]
    0
    >>> table("nim[a,b]", a=2, b=range(3), show="genus").texts()
    ['2^20', '3^31', '0^02']
    >>> print(wythoff)
    a\\b  0  1  2  3
      0  0  1  2  3
      1  1  2  0  4
      2  2  0  1  5
      3  3  4  5  6
    """
    spans = spans_of(letters)
    listed = [(name, first, last) for name, (first, last) in spans.items()]
    limits = budget(time, memory, positions, threads, progress)
    games, sources = games_of(rules)
    cells = _nimfield._table(as_text("family", family), listed, show, play, unproved, limit, sources, limits)
    ranges = {name: range(first, last + 1) for name, (first, last) in spans.items()}
    return FamilyTable(cells, family, ranges, show)


class Census(NamedTuple):
    """For each size or perimeter, how many partitions have each Grundy value in PNim."""

    counts: list[list[int]]
    stopped: str | None

    def __hash__(self) -> int:
        return hash(repr(self))

    def to_numpy(self) -> NDArray[np.uint64]:
        """The counts as an array, filled up with zeros."""
        import numpy as np

        width = max((len(row) for row in self.counts), default=0)
        array = np.zeros((len(self.counts), width), np.uint64)
        for row, counts in enumerate(self.counts):
            array[row, : len(counts)] = counts
        return array


documented(
    Census,
    counts="``counts[n][g]`` partitions of grade n have the value g.",
    stopped="Why there are no further grades, if the budget ran out.",
)


def census(
    up_to: int,
    /,
    *,
    by: str = "size",
    up_to_conjugation: bool = False,
    state: str | os.PathLike[str] | None = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Census:
    """The Grundy values in PNim of all partitions up to a size, or with ``by="perimeter"`` up to a perimeter.

    ``state`` is a file that saves finished grades, and from which a later call continues.

    >>> census(4).counts
    [[1], [0, 1], [0, 0, 2], [0, 0, 0, 3], [0, 1, 0, 0, 4]]
    """
    limits = budget(time, memory, positions, threads, progress)
    path = None if state is None else os.fspath(state)
    counts, stopped = _nimfield._census(up_to, by, up_to_conjugation, path, limits)
    return Census(counts, stopped)


class Table(Compared):
    """The table of a whole board: the outcome, or the value, of every state.

    >>> table = nimfield.solve_board("lines(max=3)[3x3]")
    >>> table.outcome("lines(max=3)[101/000/110]")
    'N'
    """

    def __init__(self, _native: _nimfield.SolvedBoard, _file: str | None = None) -> None:
        self._native = _native
        self._file = _file
        self._play, self._kind, self._cells = _native.rules

    def __reduce__(self) -> tuple[Any, ...]:
        # Where the pickle is read, a file is opened again and a table in memory is solved again: reading millions of
        # bits from the pickle would hardly be faster.
        if self._file is not None:
            return Table.open, (self._file,)
        return _solved, (str(self.board), self.play, self.kind == "values")

    def _content(self) -> tuple[Any, ...]:
        return self.board, self.play, self.kind

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: Any) -> Table:
        # It does not change.
        return self

    @staticmethod
    def open(path: str | os.PathLike[str], /) -> Table:
        """Opens a file that ``solve_board`` or ``nimfield solve`` made. The data are checked when they are read."""
        return Table(_nimfield.SolvedBoard.open(os.fspath(path)), os.path.abspath(path))

    @property
    def board(self) -> Position:
        """The full board."""
        return Position._of(self._native.board)

    @property
    def play(self) -> str:
        """``'normal'`` or ``'misere'``."""
        return self._play

    @property
    def kind(self) -> str:
        """``'outcomes'`` or ``'values'``."""
        return self._kind

    @property
    def cells(self) -> int:
        """The number of cells; a state is a number below 2 to this power, bit ``i`` for cell ``i``."""
        return self._cells

    def summary(self) -> dict[str, Any]:
        """The summary of the board: ``outcome`` and ``value`` of the full board, ``winning_moves``, ``p_positions``,
        and the counts ``p_by_stones`` and ``by_value``."""
        fields = self._native.fields()
        known = {name: fields[name] for name in ("outcome", "winning_moves", "p_positions", "p_by_stones")}
        states = 1 << self.cells
        return {**known, "value": self.value(states - 1), "states": states, "by_value": fields["by_value"] or []}

    def _state(self, position: Position | str | int) -> int:
        if isinstance(position, (Position, str)):
            return self.state_number(position)
        state = position.__index__()
        if not 0 <= state < 1 << self.cells:
            raise ValueError(f"a state of {self.board} is below 2^{self.cells}")
        return state

    def state_number(self, position: Position | str, /) -> int:
        """The state of a position as a number."""
        return self._native.state(as_position(position)._native)

    def is_p(self, position: Position | str | int, /) -> bool:
        """Whether a position, or a state as a number, is a P-position."""
        return self._native.is_p(self._state(position))

    def outcome(self, position: Position | str | int, /) -> str:
        """``'P'`` or ``'N'``."""
        return "P" if self.is_p(position) else "N"

    def value(self, position: Position | str | int, /) -> int | None:
        """The value of a position, in a table of values; otherwise ``None``."""
        return self._native.value(self._state(position))

    def probe(self, states: ArrayLike, /) -> NDArray[np.bool_]:
        """For each state of an array, whether it is a P-position, as a ``bool`` array of the same shape.

        >>> import numpy as np
        >>> table = nimfield.solve_board("lines(max=3)[2x2]")
        >>> int(table.probe(np.arange(16)).sum())
        5
        """
        return probe(self._native.probe, states, bool)  # type: ignore[no-any-return]

    def probe_values(self, states: ArrayLike, /) -> NDArray[np.uint8]:
        """For each state of an array, its value, as a ``uint8`` array of the same shape."""
        if self.kind != "values":
            raise TypeError("this is a table of outcomes, not of values")
        return probe(self._native.probe_values, states, "uint8")  # type: ignore[no-any-return]

    def packed(self) -> NDArray[np.uint8]:
        """The outcomes of all states as packed bits: bit ``s % 8`` of byte ``s / 8`` is 1 if state ``s`` is a
        P-position."""
        import numpy as np

        step = 1 << 20
        states = (np.arange(first, min(first + step, len(self)), dtype=np.uint64) for first in range(0, len(self), step))
        return np.concatenate([np.packbits(self.probe(some), bitorder="little") for some in states])

    def __len__(self) -> int:
        return 1 << self.cells

    def __iter__(self) -> Iterator[str] | Iterator[int]:
        """The outcomes, or the values, of all states from 0 on."""
        ask = self._native.value if self.kind == "values" else self.outcome
        return (ask(state) for state in range(len(self)))  # type: ignore[return-value]

    def __getitem__(self, state: Position | str | int) -> str | int | None:
        """The outcome, or in a table of values the value, of a state or a position."""
        return self.value(state) if self.kind == "values" else self.outcome(state)

    def __str__(self) -> str:
        """The summary as text."""
        lines = {"board": f"{self.board}, {adjective(self.play)} play", **self.summary()}
        width = max(map(len, lines))
        return "\n".join(f"{name.ljust(width)}  {_told(value)}" for name, value in lines.items() if value not in (None, []))

    def __repr__(self) -> str:
        return f"<Table of {self.board}: {adjective(self.play)} play, {self.kind}>"

    def _repr_html_(self) -> str:
        from ._html import table

        return table(self, self.summary())


def _told(value: Any) -> str:
    """The summary in one line."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def solve_board(
    board: Position | str,
    path: str | os.PathLike[str] | None = None,
    /,
    *,
    play: str | None = None,
    values: bool = False,
    save_every: float = 30.0,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Table:
    """The outcome, or with ``values`` the value, of every state of a full board.

    With a ``path`` the table is saved in this file, and a call after an interruption continues from there.

    >>> solve_board("lines(max=3)[4x4]").summary()["p_positions"]
    9872
    """
    limits = budget(time, memory, positions, threads, progress)
    file = None if path is None else os.path.abspath(path)
    return Table(_nimfield._solve_board(as_position(board)._native, play, values, file, save_every, limits), file)


def _solved(board: str, play: str, values: bool) -> Table:
    """Rebuilds the table from a pickle."""
    return solve_board(board, play=play, values=values, time=None)
