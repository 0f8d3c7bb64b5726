"""The calculators, and many positions at once."""

from __future__ import annotations

from typing import Any, Iterable

from . import _nimfield
from ._answers import Answer
from ._nimfield import Game, Nimber
from ._positions import Position, Question, analyze_natives, natives_of
from ._progress import Memory, Progress, Time, budget
from ._words import as_text


def nimber(expression: str) -> Nimber | list[Nimber] | int | tuple[int, ...]:
    """Computes an expression in the field of nimbers, as ``nimfield nimber`` does.

    Integers and ``w`` are elements, ``+ * / ^`` are the operations of the field; ordinal arithmetic is written in
    brackets. Roots and solutions are lists, degrees and orders ``int``, and a polynomial is the tuple of the exponents
    of its terms.

    >>> nimber("(w+4)*(w+1) + root(3,2)")
    Nimber('w^2+w*4+4')
    >>> nimber("order(4)"), nimber("min_poly(2)")
    (15, (2, 1, 0))
    """
    return _nimfield.calculate_nimber(as_text("expression", expression))


def value(expression: str) -> Any:
    """Computes an expression of games, as ``nimfield value`` does.

    The result is usually a ``Game``; comparisons give ``bool``, lists of games give lists.

    >>> value("{2|-1} + *3 >= ^"), value("cool({2|-1}, 1)")
    (False, Game('{1|0}'))
    """
    return _nimfield.calculate_game(as_text("expression", expression))


def analyze_all(
    positions: Iterable[Position | str],
    *,
    play: str | None = None,
    value: bool = False,
    moves: bool = True,
    unproved: bool = False,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    most: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> list[Answer]:
    """Analyses positions one after the other with one analyser, which remembers what it found.

    Each position has this budget; ``most`` limits the positions searched.

    >>> [answer.outcome for answer in analyze_all(["nim[3,3]", "wythoff[1,3]"])]
    ['P', 'N']
    """
    limits = budget(time, memory, most, threads, progress)
    return analyze_natives(natives_of(positions), Question(play, value, moves, unproved), limits)


__all__ = ["Game", "analyze_all", "nimber", "value"]
