"""Laws of P-positions and Grundy values, proved for all numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from . import _nimfield
from ._positions import games_of
from ._progress import Memory, Progress, Time, budget
from ._tables import Span, spans_of
from ._words import Compared, as_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Law(Compared):
    """An automaton that reads the digits of letters, and accepts exactly the P-positions, or letters with their values.

    ``certificate`` is the content that ``nimfield guess --prove --certificate`` writes; ``words`` is a short form of
    the law or ``None``.
    """

    def __init__(self, certificate: dict[str, Any], words: str | None) -> None:
        self.certificate = certificate
        self.words = words
        self.position: str = certificate["position"]
        self.letters: list[str] = list(certificate["letters"])
        self.play: str = certificate["play"]
        self.values: bool = certificate["values"]
        self.numeration: tuple[int, int] = tuple(certificate["numeration"])
        """The numbers a and b of w(n+1) = a w(n) + b w(n-1), with w(0) = 1 and w(1) = a + 1; if b = 0, the base is a."""

    def _content(self) -> dict[str, Any]:
        return self.certificate

    @property
    def accepts(self) -> NDArray[np.bool_]:
        """Which states accept; the first state is the initial one."""
        import numpy as np

        return np.array(self.certificate["accepts"], np.bool_)

    @property
    def steps(self) -> NDArray[np.int64]:
        """The next states by state and row of digits; the digit of the first letter counts most."""
        import numpy as np

        return np.array(self.certificate["steps"], np.int64)

    def __call__(self, *numbers: ArrayLike) -> Any:
        """Whether these letters are a P-position; for a law of values, whether the last numbers are the values.

        Takes numbers, or arrays of whole numbers of any size, which are broadcast; returns an array of booleans, or one
        boolean for numbers.
        """
        import numpy as np

        count = len(self.letters) + self.values
        if len(numbers) != count:
            raise TypeError(f"expected {count} numbers, found {len(numbers)}")
        rest = [np.array(array) for array in np.broadcast_arrays(*numbers)]
        largest = 0
        for array in rest:
            whole = array.dtype.kind in "iu" or all(isinstance(number, int) for number in array.flat)
            if not whole or (array < 0).any():
                raise ValueError("expected whole numbers from 0 on")
            largest = max(largest, int(array.max(initial=0)))
        a, b = self.numeration
        terms = [1, a + (b > 0)]
        while terms[-1] <= largest:
            terms.append(a * terms[-1] + b * terms[-2])
        state = np.zeros(rest[0].shape, np.int64)
        steps, accepts = self.steps, self.accepts
        for term in [term for term in reversed(terms) if term <= largest]:
            row = np.zeros(state.shape, np.int64)
            for at, array in enumerate(rest):
                if array.dtype.kind in "iu" and term > np.iinfo(array.dtype).max:
                    digit = np.zeros(state.shape, np.int64)
                else:
                    digit = array // term
                    rest[at] = np.asarray(array - digit * term)
                row = row * (a + (b > 0)) + np.asarray(digit).astype(np.int64)
            state = steps[state, row]
        found = accepts[state]
        return bool(found) if found.ndim == 0 else found

    def __repr__(self) -> str:
        kind = "values" if self.values else "P-positions"
        return f"<Law of the {kind} of {self.position}, {self.play} play: {len(self.certificate['accepts'])} states>"


def guess(
    family: str,
    /,
    *,
    prove: bool = False,
    values: bool = False,
    play: str | None = None,
    unproved: bool = False,
    numeration: str | None = None,
    up_to: int | None = None,
    rules: Any = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
    **letters: Span,
) -> Any:
    """Finds laws of the P-positions, or of the ``values``, of a family.

    Without ``prove`` the letters have ranges that begin with 0 or 1, as in ``table``, and the result has the fields of
    ``nimfield guess --json``: laws that agree with the whole table but are not proved. With ``prove=True`` the function
    proves a ``Law`` for all numbers: one to three letters stand for all numbers from 0 on, ``numeration`` is ``"2"`` to
    ``"16"``, ``"fibonacci"``, ``"pell"`` or ``"a,b"``, and tables go up to ``up_to``. It raises ``NotDecided`` if no
    law is proved. ``rules`` are games of your own, as in ``table``.

    >>> law = guess("wythoff[a b]", prove=True)
    >>> law, law(3, 5), law([3, 10**30], [5, 5])
    (<Law of the P-positions of wythoff[a b], normal play: 8 states>, True, array([ True, False]))
    >>> guess("subtraction(3)[n]", n=range(60))["guesses"][0]["law"]
    'P exactly if n mod 4 is 0'
    """
    limits = budget(time, memory, positions, threads, progress)
    games, sources = games_of(rules)
    if not prove:
        if numeration is not None or up_to is not None:
            raise TypeError("numeration and up_to are for prove=True; give the letters ranges: n=range(60)")
        if not letters:
            raise TypeError("give the letters ranges, a=range(60), or prove a law for all numbers: prove=True")
        listed = [(name, first, last) for name, (first, last) in spans_of(letters).items()]
        import json

        return json.loads(_nimfield._guess(as_text("family", family), listed, (play, values, unproved), sources, limits))
    if letters or unproved:
        raise TypeError("with prove=True letters stand for all numbers, and unproved formulas are not used")
    inside = re.findall(r"[\[(]([^\])]*)", as_text("family", family))
    found = list(dict.fromkeys(re.findall(r"(?<![A-Za-z])[a-z](?![A-Za-z])", " ".join(inside))))
    return Law(*_nimfield._prove(family, found, (play, values, numeration), up_to, sources, limits))


def period(
    family: str,
    /,
    *,
    letter: str | None = None,
    up_to: int | None = None,
    play: str | None = None,
    outcomes: bool = False,
    show: str | None = None,
    rules: Any = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> dict[str, Any]:
    """The period of the values along a letter, with its proof if there is one, as the fields of
    ``nimfield period --json``. The letter is the only one between the brackets, or n.

    With ``outcomes`` the terms are 0 for P and 1 for N; with ``show`` they are the values of an expression of the
    letter and of facts about positions. ``rules`` are games of your own, as in ``table``.

    >>> found = period("kayles[n]")
    >>> found["preperiod"], found["period"], found["status"]
    (71, 12, 'proved')
    """
    import json

    limits = budget(time, memory, positions, threads, progress)
    games, sources = games_of(rules)
    found = _nimfield._period(as_text("family", family), letter, up_to, (play, outcomes, show), sources, limits)
    return json.loads(found)  # type: ignore[no-any-return]
