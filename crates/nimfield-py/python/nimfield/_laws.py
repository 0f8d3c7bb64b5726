"""Laws of P-positions and Grundy values, proved for all numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from . import _nimfield
from ._positions import RuleGame
from ._progress import Memory, Progress, Time, budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Law:
    """An automaton that reads the digits of letters, and accepts exactly the P-positions, or letters with their values.

    ``certificate`` is what ``nimfield guess --prove --certificate`` writes; ``words`` is a short form of the law or ``None``.
    """

    def __init__(self, certificate: dict[str, Any], words: str | None) -> None:
        self.certificate = certificate
        self.words = words
        self.position: str = certificate["position"]
        self.letters: list[str] = list(certificate["letters"])
        self.play: str = certificate["play"]
        self.values: bool = certificate["values"]
        self.numeration: tuple[int, int] = tuple(certificate["numeration"])
        """a and b of w(n+1) = a w(n) + b w(n-1), with w(0) = 1 and w(1) = a + 1; with b = 0 the base a."""

    @property
    def accepts(self) -> NDArray[np.bool_]:
        """Which states accept; the first one is the beginning."""
        import numpy as np

        return np.array(self.certificate["accepts"], np.bool_)

    @property
    def steps(self) -> NDArray[np.int64]:
        """The next states by state and row of digits, that of the first letter counting most."""
        import numpy as np

        return np.array(self.certificate["steps"], np.int64)

    def __call__(self, *numbers: ArrayLike) -> Any:
        """Whether these are the letters of P-positions, of a law of values whether the last ones are the values.

        Numbers or arrays of whole numbers of any size, which are broadcast; an array of booleans, or one for numbers.
        """
        import numpy as np

        count = len(self.letters) + self.values
        if len(numbers) != count:
            raise TypeError(f"the law reads {count} numbers, and {len(numbers)} were given")
        rest = [np.array(array) for array in np.broadcast_arrays(*numbers)]
        largest = 0
        for array in rest:
            whole = array.dtype.kind in "iu" or all(isinstance(number, int) for number in array.flat)
            if not whole or (array < 0).any():
                raise ValueError("letters stand for whole numbers from 0 on")
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
    prove: bool,
    values: bool = False,
    play: str | None = None,
    numeration: str | None = None,
    up_to: int | None = None,
    rules: RuleGame | None = None,
    time: Time = 60.0,
    memory: Memory = "2GiB",
    positions: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Law:
    """Finds a law of the P-positions, or of the ``values``, of a family, and proves it for all numbers.

    One to three letters stand for all numbers from 0 on. ``prove`` must be ``True``: the command ``nimfield guess`` prints
    laws that are only seen. ``numeration`` is ``"2"`` to ``"16"``, ``"fibonacci"``, ``"pell"`` or ``"a,b"``; tables go up to
    ``up_to``. Raises ``NotDecided`` if no law is proved.

    >>> law = guess("wythoff[a b]", prove=True)
    >>> law, law(3, 5), law([3, 10**30], [5, 5])
    (<Law of the P-positions of wythoff[a b], normal play: 8 states>, True, array([ True, False]))
    """
    if not prove:
        raise ValueError("laws that are only seen are printed by the command nimfield guess; use prove=True")
    inside = re.findall(r"[\[(]([^\])]*)", family)
    letters = list(dict.fromkeys(re.findall(r"(?<![A-Za-z])[a-z](?![A-Za-z])", " ".join(inside))))
    limits = budget(time, memory, positions, threads, progress)
    how = (play, values, numeration)
    own = None if rules is None else rules._rules
    return Law(*_nimfield._prove(family, letters, how, up_to, own, limits))
