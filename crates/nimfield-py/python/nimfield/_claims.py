"""Theorems and conjectures as claims that can be checked."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _nimfield
from ._nimfield import Certificate
from ._positions import Position, as_position, games_of
from ._progress import Memory, Progress, Time, budget
from ._tables import Span, spans_of
from ._words import as_text, documented


class Claim(NamedTuple):
    """A statement of a source."""

    claim: str
    statement: str
    source: str
    status: str
    over: str
    size: str
    up_to: int


documented(
    Claim,
    claim="The name.",
    statement="What the source states.",
    source="Paper and theorem.",
    status="Proved, refuted, open, and so on.",
    over="What is checked.",
    size="How the size of a case is measured.",
    up_to="The size up to which the claim is checked by default, which takes seconds.",
)


def claims() -> dict[str, Claim]:
    """The claims by name.

    >>> claims()["ferguson-theorem-3"].source
    'Ferguson 2001, Theorem 3'
    """
    rows = _nimfield._listed("claims")
    return {row["id"]: Claim(*(row[field] for field in ("id", *Claim._fields[1:]))) for row in rows}


def verify(
    claim: str,
    /,
    *,
    up_to: int | None = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """Checks a claim up to a size, by default its usual bound, and returns the fields of ``nimfield verify --json``.

    >>> verdict = verify("ferguson-theorem-3", up_to=20)
    >>> verdict["verdict"], verdict["complete_to"]
    ('holds', 20)
    """
    limits = budget(time, memory, positions, threads, progress)
    return _nimfield._hunt(claim, up_to, False, (1, 1), None, limits)


def hunt(
    claim: str | None = None,
    /,
    *,
    statement: str | None = None,
    up_to: int | None = None,
    play: str | None = None,
    unproved: bool = False,
    rules: Any = None,
    shard: tuple[int, int] = (1, 1),
    state: str | os.PathLike[str] | None = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
    **letters: Span,
) -> dict[str, Any]:
    """Looks for a counterexample to a claim, or to a ``statement`` of your own, until the time is over or up to a size.

    A statement is positions, a colon and an expression: ``"crim: P -> even(rank)"`` is about all positions of a game by
    size, ``"nim[a,b]: P = (a = b)"`` about a family whose letters have ranges as in ``table``; ``rules`` are games of
    your own. For a claim, ``shard=(i, n)`` does the i-th of n parts of the work, and ``state`` is a file that saves the
    progress and from which a later call continues. The result has the fields of ``nimfield hunt --json``;
    ``counterexample`` is ``None`` or the counterexample that was found.

    >>> hunt(statement="nim[a,b]: P = (a = b)", a=range(9), b=range(9))["held"]
    81
    >>> hunt(statement="nim: P -> even(size)", up_to=8)["counterexample"] is None
    True
    """
    import json

    limits = budget(time, memory, positions, threads, progress)
    if (claim is None) is (statement is None):
        raise TypeError("hunt takes the name of a claim or a statement: hunt('ferguson-conjecture'), hunt(statement='crim: P -> even(rank)')")
    if claim is not None:
        if letters or rules is not None or play is not None or unproved:
            raise TypeError("letters, rules, play and unproved belong to a statement; a claim has its own positions")
        path = None if state is None else os.fspath(state)
        return _nimfield._hunt(claim, up_to, True, shard, path, limits)
    statement = as_text("statement", statement)
    if state is not None or shard != (1, 1):
        raise TypeError("shard and state are for claims; the command does both: nimfield hunt --statement")
    games, sources = games_of(rules)
    listed = [(name, first, last) for name, (first, last) in spans_of(letters).items()]
    found = _nimfield._hunt_statement(statement, listed, up_to, (play, unproved), sources, limits)
    return json.loads(found)  # type: ignore[no-any-return]


def classify(
    game: str,
    /,
    *,
    up_to: int,
    by: str = "size",
    sums: bool = False,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """The Conway-Gurvich-Ho classes of a game up to a bound, as the fields of ``nimfield classify --json``.

    >>> classify("pnim", up_to=8)["classes"]["pet"]["up_to_bound"]
    True
    """
    import json

    limits = budget(time, memory, positions, threads, progress)
    report: dict[str, Any] = json.loads(_nimfield._classify(game, up_to, by, sums, limits))
    return report


def certify(
    position: Position | str,
    /,
    *,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Certificate:
    """A certificate of the winner of a board in misère play, which can be checked without a search.

    The board must be a sum of two parts of at most 24 cells, or one move must lead to such a sum.
    """
    return _nimfield._certify(as_position(position)._native, budget(time, memory, positions, threads, progress))


def check(path: str | os.PathLike[str], /) -> dict[str, Any]:
    """Checks the certificate in a file, of a board or of a counterexample, without a search.

    Raises ``FalseCertificate`` if a step does not hold, and ``OutOfReach`` for certificates that only the command
    ``nimfield check`` reads.
    """
    return _nimfield._check(os.fspath(path))
