"""Arrays of NumPy: arithmetic of nimbers, and many positions at once.

NumPy is imported when one of these functions is called, not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, NamedTuple, Sequence

from . import _nimfield
from ._errors import NotDecided, OutOfReach
from ._nimfield import Game
from ._positions import Position, Question, analyze_natives, natives_of
from ._progress import Memory, Progress, Time, budget
from ._words import documented

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_WIDTHS = ("uint8", "uint16", "uint32", "uint64")


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError("this needs NumPy: pip install nimfield[arrays]") from None
    return numpy


def _sizes(array: Any, what: str) -> Any:
    """The array as non-negative whole numbers, in a type of nimbers if it has one."""
    np = _numpy()
    try:
        array = np.asarray(array)
    except ValueError as error:
        # Ragged lists.
        raise ValueError(f"{what}: {error}") from None
    if array.dtype.name in _WIDTHS:
        return array
    if array.dtype.kind == "i":
        if array.size and array.min() < 0:
            raise ValueError(f"expected entries from 0 on for {what}, found a negative one")
        return array.astype(np.uint64)
    if array.dtype.kind == "O":
        if all(isinstance(entry, int) and 0 <= entry < 1 << 64 for entry in array.flat):
            return array.astype(np.uint64)
        raise ValueError(f"expected whole numbers from 0 to 2^64-1 for {what}")
    if array.size == 0:
        return array.astype(np.uint64)
    raise TypeError(f"expected an array of whole numbers for {what}, found {array.dtype}")


def _operands(a: Any, b: Any) -> tuple[Any, Any, Any]:
    """Converts both to one type and one shape."""
    np = _numpy()
    a, b = _sizes(a, "the first operand"), _sizes(b, "the second operand")
    kind = np.result_type(a, b)
    a, b = np.broadcast_arrays(a.astype(kind, copy=False), b.astype(kind, copy=False))
    return kind, a, b


def _flat(array: Any) -> Any:
    return _numpy().ascontiguousarray(array).reshape(-1)


def _result(shape: tuple[int, ...], kind: Any, out: Any, operands: Sequence[Any]) -> tuple[Any, Any]:
    """The array for the result, and the flat one to write to."""
    np = _numpy()
    if out is None:
        out = np.empty(shape, kind)
        return out, out.reshape(-1)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != kind:
        raise ValueError(f"expected an array of {np.dtype(kind)} of the shape {shape} for out")
    apart = out.flags.c_contiguous and not any(np.shares_memory(out, one) for one in operands)
    return out, out.reshape(-1) if apart else np.empty(out.size, kind)


def _done(out: Any, flat: Any) -> Any:
    if not _numpy().shares_memory(out, flat):
        out[...] = flat.reshape(out.shape)
    # As in the functions of NumPy: without a dimension the result is a scalar.
    return out if out.ndim else out[()]


def _binary(operation: str, a: Any, b: Any, out: Any) -> Any:
    kind, a, b = _operands(a, b)
    out, flat = _result(a.shape, kind, out, (a, b))
    _nimfield._nim_arrays(operation, _flat(a), _flat(b), flat)
    return _done(out, flat)


def _unary(operation: str, a: Any, out: Any) -> Any:
    a = _sizes(a, "the operand")
    out, flat = _result(a.shape, a.dtype, out, (a,))
    words = _flat(a)
    _nimfield._nim_arrays(operation, words, words, flat)
    return _done(out, flat)


def nim_add(a: ArrayLike, b: ArrayLike, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Nim-sums, element by element.

    >>> nim_add([1, 2, 3], 3)
    array([2, 1, 0], dtype=uint64)
    """
    np = _numpy()
    kind, a, b = _operands(a, b)
    sums: NDArray[Any] = np.bitwise_xor(a, b, out=out)
    return sums


def nim_multiply(a: ArrayLike, b: ArrayLike, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Nim-products, element by element, of ``uint8``, ``uint16``, ``uint32`` or ``uint64``.

    >>> import numpy as np
    >>> nim_multiply(np.arange(4, dtype=np.uint8), np.uint8(2))
    array([0, 2, 3, 1], dtype=uint8)
    """
    return _binary("multiply", a, b, out)  # type: ignore[no-any-return]


def nim_divide(a: ArrayLike, b: ArrayLike, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Quotients of nimbers, element by element.

    >>> nim_divide([6, 1], [7, 2])
    array([10,  3], dtype=uint64)
    """
    return _binary("divide", a, b, out)  # type: ignore[no-any-return]


def nim_inverse(a: ArrayLike, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Inverses of nimbers, element by element."""
    return _unary("inverse", a, out)  # type: ignore[no-any-return]


def nim_square(a: ArrayLike, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Squares of nimbers, element by element."""
    return _unary("square", a, out)  # type: ignore[no-any-return]


def nim_sqrt(a: ArrayLike, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Square roots of nimbers, element by element: each nimber has one.

    >>> nim_sqrt([2, 3])
    array([3, 2], dtype=uint64)
    """
    return _unary("sqrt", a, out)  # type: ignore[no-any-return]


def nim_power(a: ArrayLike, exponents: ArrayLike, /, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """Powers of nimbers; the exponents are ordinary integers of 64 bits, which may be negative.

    >>> nim_power(4, [0, 1, 2, 15, -1])
    array([ 1,  4,  6,  1, 15], dtype=uint64)
    """
    np = _numpy()
    base: Any = _sizes(a, "the base")
    powers: Any = np.asarray(exponents)
    if powers.dtype.kind not in "iu" or (powers.dtype.kind == "u" and powers.size and powers.max() >= 1 << 63):
        raise TypeError("expected whole numbers from -2^63 to 2^63-1 for the exponents")
    kind = base.dtype
    base, powers = np.broadcast_arrays(base, powers.astype(np.int64))
    out, flat = _result(base.shape, kind, out, (base, powers))
    _nimfield._nim_power(_flat(base), _flat(powers), flat)
    return _done(out, flat)  # type: ignore[no-any-return]


def _matrices(array: Any) -> tuple[Any, tuple[int, ...], int, int]:
    """Entries in one row, the leading shape, and the numbers of rows and columns."""
    np = _numpy()
    array = _sizes(array, "an array of matrices")
    if array.ndim < 2 or 0 in array.shape[-2:]:
        raise ValueError(f"expected an array of the shape (..., rows, columns), found {array.shape}")
    *front, rows, columns = array.shape
    return _flat(array.astype(np.uint64, copy=False)), tuple(front), rows, columns


def _shaped(array: Any, shape: tuple[int, ...]) -> Any:
    return array.reshape(shape)


class MatrixAnswers(NamedTuple):
    """Outcomes and winning moves of many 2x2 matrices of matrix nim."""

    is_p: NDArray[np.bool_]
    line: NDArray[np.int8]
    amount: NDArray[np.uint64]

    def __eq__(self, other: object) -> bool:
        # Arrays are compared cell by cell, which is neither true nor false.
        return all(map(_numpy().array_equal, self, other)) if isinstance(other, MatrixAnswers) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def move(self, index: int | tuple[int, ...]) -> str | None:
        """The winning move of one matrix in notation."""
        line = int(self.line[index])
        if line < 0:
            return None
        return f"{'column' if line >= 2 else 'row'} {line % 2 + 1} by {int(self.amount[index])}"


documented(
    MatrixAnswers,
    is_p="Whether each matrix is a P-position.",
    line="The line of a winning move: 0 and 1 are the rows, 2 and 3 the columns; -1 for a P-position.",
    amount="The amount that the move takes.",
)


def matrix_answers(matrices: ArrayLike, /) -> MatrixAnswers:
    """Outcomes and one winning move of 2x2 matrices of matrix nim in normal play, by Ferguson's Theorem 3.

    The array has the shape ``(..., 2, 2)`` and entries below 2^64.

    >>> answers = matrix_answers([[[20, 24], [24, 27]], [[17, 20], [20, 24]]])
    >>> answers.is_p, answers.move(0), answers.move(1)
    (array([False,  True]), 'row 2 by 7', None)
    """
    np = _numpy()
    entries, front, rows, columns = _matrices(matrices)
    if (rows, columns) != (2, 2):
        raise ValueError(f"expected matrices of 2 rows and 2 columns, found {rows} and {columns}")
    count = entries.size // 4
    answers = MatrixAnswers(np.empty(count, bool), np.empty(count, np.int8), np.empty(count, np.uint64))
    _nimfield._matrices_2x2(entries, *answers)
    return MatrixAnswers(*(_shaped(part, front) for part in answers))


def _is_array(positions: Any) -> bool:
    if isinstance(positions, str):
        raise TypeError("expected a list of positions, or an array of matrices")
    if hasattr(positions, "__array__"):
        # A column of a data frame holds texts or positions.
        first = next(iter(_numpy().asarray(positions).flat), None)
        return not isinstance(first, (str, Position))
    # Nested lists of numbers are an array; lists of positions and of texts are not.
    first = positions
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    return isinstance(first, int)


def outcomes(
    positions: ArrayLike | Iterable[Position | str],
    /,
    *,
    game: str = "matrix",
    play: str | None = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    most: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> NDArray[np.str_]:
    """The outcome of each position as a letter: ``"P"``, ``"N"``, ``"L"``, ``"R"``, or ``"?"`` if the budget
    did not suffice.

    The positions are a list of ``Position`` or texts, or an array of the shape ``(..., rows, columns)`` for a game
    whose positions are matrices. Each position has this budget.

    >>> outcomes(["nim[3,3]", "wythoff[1,3]"])
    array(['P', 'N'], dtype='<U1')
    >>> outcomes([[[1, 1], [1, 1]], [[1, 2], [3, 4]]], play="misere")
    array(['N', 'N'], dtype='<U1')
    """
    np = _numpy()
    limits = budget(time, memory, most, threads, progress)
    if not _is_array(positions):
        answers = _nimfield._analyze(natives_of(positions), Question(play, moves=False, only_outcome=True), limits)
        return np.array([answer.outcome or "?" for answer in answers], "U1")  # type: ignore[no-any-return]
    entries, front, rows, columns = _matrices(positions)
    if (game, rows, columns) == ("matrix", 2, 2) and play in (None, "normal"):
        is_p = matrix_answers(entries.reshape(-1, 2, 2)).is_p
        return np.where(is_p, "P", "N").reshape(front)  # type: ignore[no-any-return]
    letters = np.empty(entries.size // (rows * columns), np.uint32)
    _nimfield._matrix_outcomes(game, entries, rows, columns, play, letters, limits)
    return letters.view("U1").reshape(front)  # type: ignore[no-any-return]


def grundy_values(
    positions: ArrayLike | Iterable[Position | str],
    /,
    *,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    most: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> NDArray[np.uint64]:
    """The Grundy value of each position in normal play; raises ``NotDecided`` if a value is not found.

    The positions are a list of ``Position`` or texts, or an array of matrices of matrix nim of the shape
    ``(..., rows, columns)``.

    >>> grundy_values(["wythoff[12,17]", "nim[3,5]"])
    array([23,  6], dtype=uint64)
    >>> grundy_values([[[1, 2], [3, 4]]])
    array([4], dtype=uint64)
    """
    np = _numpy()
    limits = budget(time, memory, most, threads, progress)
    if _is_array(positions):
        entries, front, rows, columns = _matrices(positions)
        values = np.empty(entries.size // (rows * columns), np.uint64)
        _nimfield._matrix_values(entries, rows, columns, values, limits)
        return values.reshape(front)  # type: ignore[no-any-return]
    answers = analyze_natives(natives_of(positions), Question("normal", value=True, moves=False), limits)
    numbers = []
    for answer in answers:
        if answer.nimber is None:
            raise NotDecided(f"{answer.position}: {answer.reason.text}", answer)
        if not answer.nimber < 1 << 64:
            raise OutOfReach(f"the value of {answer.position} is 2^64 or more")
        numbers.append(int(answer.nimber))
    return np.array(numbers, np.uint64)  # type: ignore[no-any-return]


def canonical_forms(
    matrices: ArrayLike,
    /,
    *,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    most: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[Game]:
    """The canonical forms of matrices of partizan matrix nim, for an array of the shape ``(..., rows, columns)``, in
    the order of the array.

    >>> canonical_forms([[[1, 2], [2, 2]], [[0, 1], [1, 1]]])
    [Game('+-{+-1,1}'), Game('*')]
    """
    entries, _, rows, columns = _matrices(matrices)
    limits = budget(time, memory, most, threads, progress)
    return _nimfield._matrix_forms(entries, rows, columns, limits)


def probe(look_up: Callable[[Any, Any], None], states: Any, kind: Any) -> Any:
    """Looks up an array of states in the table of a whole board."""
    np = _numpy()
    states = _sizes(states, "states")
    out = np.empty(states.size, kind)
    look_up(_flat(states.astype(np.uint64, copy=False)), out)
    return out.reshape(states.shape)
