"""Values in Sage, if it is installed.

The finite nimbers below 2^(2^k) are a field of 2^(2^k) elements. In Sage it is GF(2^(2^k)), with a generator of its
own; the isomorphism sends the generator z of Sage's field to a nimber that is a root of its modulus.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable

from ._nimfield import Nimber


def level(size: int) -> int:
    """The least k with size < 2^(2^k)."""
    k = 0
    while size >> (1 << k):
        k += 1
    return k


def root_of(coefficients: Iterable[int], k: int) -> Nimber:
    """The least nimber below 2^(2^k) that is a root of an irreducible polynomial of degree 2^k over F_2, given
    by its coefficients from the constant one on.

    >>> from nimfield._sage import root_of
    >>> root_of([1, 1, 1], 1)
    Nimber(2)
    """
    modulus = [int(c) % 2 for c in coefficients]
    degree = 1 << k
    if len(modulus) != degree + 1:
        raise ValueError(f"the modulus has the degree {len(modulus) - 1}, not {degree}")
    # Polynomials over the nimbers, from the constant term on; the roots are found by the method of Cantor and
    # Zassenhaus, in characteristic 2 by traces, with the elements 2^i as a basis instead of random ones.
    factor = [Nimber(c) for c in modulus]
    basis = iter(range(degree))
    while len(factor) > 2:
        beta = Nimber(1 << next(basis))
        split = _gcd(factor, _trace_of(beta, factor, degree))
        if 1 < len(split) < len(factor):
            rest = _quotient(factor, split)
            factor = min(split, rest, key=len)
            basis = iter(range(degree))
    root = factor[0] / factor[1]
    # The other roots are its conjugates.
    conjugates = [root]
    for _ in range(degree - 1):
        conjugates.append(conjugates[-1] ** 2)
    return min(conjugates)


def _trim(p: list[Nimber]) -> list[Nimber]:
    while p and not p[-1]:
        p.pop()
    return p


def _remainder(p: list[Nimber], by: list[Nimber]) -> list[Nimber]:
    p = list(p)
    lead = by[-1].inv()
    while len(p) >= len(by):
        factor = p[-1] * lead
        shift = len(p) - len(by)
        for i, c in enumerate(by):
            p[shift + i] += factor * c
        _trim(p)
    return p


def _quotient(p: list[Nimber], by: list[Nimber]) -> list[Nimber]:
    p = list(p)
    lead = by[-1].inv()
    quotient = [Nimber(0)] * (len(p) - len(by) + 1)
    while len(p) >= len(by):
        factor = p[-1] * lead
        shift = len(p) - len(by)
        quotient[shift] = factor
        for i, c in enumerate(by):
            p[shift + i] += factor * c
        _trim(p)
    return quotient


def _gcd(p: list[Nimber], q: list[Nimber]) -> list[Nimber]:
    while q:
        p, q = q, _remainder(p, q)
    return p


def _trace_of(beta: Nimber, modulus: list[Nimber], degree: int) -> list[Nimber]:
    """The polynomial beta x + (beta x)^2 + (beta x)^4 + … modulo another."""
    power = _remainder([Nimber(0), beta], modulus)
    total = list(power)
    for _ in range(degree - 1):
        squares = [Nimber(0)] * (2 * len(power))
        for i, c in enumerate(power):
            squares[2 * i] = c**2
        power = _remainder(_trim(squares), modulus)
        width = max(len(total), len(power))
        padded = [*total, *[Nimber(0)] * (width - len(total))]
        for i, c in enumerate(power):
            padded[i] += c
        total = _trim(padded)
    return total


def to_coordinates(size: int, generator: Nimber, k: int) -> list[int]:
    """The coefficients of a nimber in powers of ``generator``, from the constant one on.

    >>> from nimfield._sage import to_coordinates
    >>> to_coordinates(3, Nimber(2), 1)
    [1, 1]
    """
    degree = 1 << k
    # Gaussian elimination on the bits of 1, g, g^2, …: each row is a power and the set of powers of which it is the
    # sum.
    rows: list[tuple[int, int]] = []
    power = Nimber(1)
    for i in range(degree):
        bits, made = int(power), 1 << i
        for other, of in rows:
            if bits ^ other < bits:
                bits, made = bits ^ other, made ^ of
        if bits == 0:
            raise ValueError(f"{generator} does not generate the field")
        rows.append((bits, made))
        rows.sort(reverse=True)
        power *= generator
    made = 0
    for other, of in rows:
        if size ^ other < size:
            size, made = size ^ other, made ^ of
    if size:
        raise ValueError("the nimber is not in the field")
    return [made >> i & 1 for i in range(degree)]


def from_coordinates(coordinates: Iterable[int], generator: Nimber) -> Nimber:
    """The nimber with these coefficients in powers of ``generator``.

    >>> from nimfield._sage import from_coordinates
    >>> from_coordinates([1, 1], Nimber(2))
    Nimber(3)
    """
    total, power = Nimber(0), Nimber(1)
    for coordinate in coordinates:
        if int(coordinate) % 2:
            total += power
        power *= generator
    return total


_FIELDS: dict[int, tuple[Any, Nimber]] = {}


def sage_field(k: int) -> tuple[Any, Callable[[Nimber], Any], Callable[[Any], Nimber]]:
    """The field of 2^(2^k) elements in Sage, and the isomorphism from the nimbers below 2^(2^k) and back.

    ``field, there, back = sage_field(6)``; needs Sage.
    """
    if k not in _FIELDS:
        try:
            from sage.all import GF  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            raise ImportError("this needs Sage") from None
        field = GF(2 ** (1 << k), "z")
        # Over F_2 itself the generator is 1.
        generator = Nimber(1) if k == 0 else root_of(field.modulus().list(), k)
        _FIELDS[k] = field, generator
    field, generator = _FIELDS[k]

    def there(nimber: Nimber) -> Any:
        coordinates = to_coordinates(int(nimber), generator, k)
        z = field.gen() if k > 0 else field.one()
        total, power = field.zero(), field.one()
        for coordinate in coordinates:
            if coordinate:
                total += power
            power *= z
        return total

    def back(element: Any) -> Nimber:
        return from_coordinates(field(element).polynomial().list() if k > 0 else [int(element)], generator)

    return field, there, back


def nimber(size: int, k: int | None) -> Any:
    """`Nimber.to_sage`."""
    least = level(size)
    if k is not None and k < least:
        raise ValueError(f"the nimber {size} is not below 2^(2^{k})")
    return sage_field(least if k is None else k)[1](Nimber(size))


def rational(number: Any) -> Any:
    """`Game.to_sage` of a number."""
    try:
        from sage.all import QQ
    except ImportError:
        raise ImportError("this needs Sage") from None
    return QQ(number.numerator) / QQ(number.denominator)
