"""Nimbers: the field's laws, numbers of Python, arrays."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimfield
from nimfield import Nimber

finite = st.integers(0, 2**64 - 1).map(Nimber)
large = st.integers(0, 2**300).map(Nimber)
small = st.integers(0, 3)
transfinite = st.builds(lambda a, b, c: Nimber("w^2") * a + Nimber("w") * b + c, small, small, small)
nimbers = st.one_of(finite, large, transfinite)


@given(nimbers, nimbers, nimbers)
def test_the_laws_of_a_field(a, b, c):
    assert a + b == b + a and a * b == b * a
    assert (a + b) + c == a + (b + c) and (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + 0 == a and a * 1 == a and a + a == 0 and a - b == a + b and -a == a
    if b:
        assert a / b * b == a and b * b.inv() == 1


@given(nimbers)
def test_roots(a):
    assert a.sqrt() ** 2 == a
    x = a.artin_schreier()
    assert x * x + x == a
    assert a ** Fraction(1, 2) == a.sqrt()


def product_by_mex(a, b, known={}):  # noqa: B006  a memory
    """The definition: the least number that is no a'b + ab' + a'b'."""
    if (a, b) not in known:
        below = {
            product_by_mex(x, b) ^ product_by_mex(a, y) ^ product_by_mex(x, y)
            for x in range(a)
            for y in range(b)
        }
        known[a, b] = next(n for n in range(len(below) + 1) if n not in below)
    return known[a, b]


def test_products_are_those_of_the_definition():
    for a in range(24):
        for b in range(24):
            assert int(Nimber(a) * Nimber(b)) == product_by_mex(a, b)


def test_numbers_of_python():
    assert Nimber(3) + 5 == 6 == 5 + Nimber(3)
    assert Nimber(6) * 7 == 7 * Nimber(6) == 3
    assert 6 / Nimber(7) == Nimber(6) / 7
    assert Nimber(np.uint8(3)) == 3
    assert hash(Nimber(2**200)) == hash(2**200) and Nimber(2**200) == 2**200
    assert {Nimber(3): "three"}[3] == "three"
    assert int(Nimber(2**100)) == 2**100 and bool(Nimber(0)) is False
    assert Nimber(3) != "3" and Nimber(3) != -3 and Nimber(3) != 1.5
    assert Nimber(3) < Nimber(5) < Nimber("w") and not Nimber("w") < 2**1000
    assert sum([Nimber(1), Nimber(2)]) == 3
    for wrong in [lambda: Nimber(-1), lambda: Nimber("w+"), lambda: Nimber(2) ** Fraction(1, 0)]:
        with pytest.raises((ValueError, ZeroDivisionError)):
            wrong()
    for wrong in [lambda: Nimber(1.5), lambda: Nimber(None), lambda: Nimber(1) + "1", lambda: Nimber(2) ** 1.5]:
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ZeroDivisionError):
        Nimber(1) / 0
    with pytest.raises(ZeroDivisionError):
        Nimber(0) ** -1


def test_powers_roots_orders():
    w = Nimber("w")
    assert w**3 == 2 and Nimber(2).root(3) == w and Nimber(2) ** Fraction(1, 3) == w
    assert Nimber(2) ** Fraction(2, 3) == w**2
    assert Nimber(4).order() == 15 and Nimber(4) ** 15 == 1 and Nimber(4) ** -1 == Nimber(4).inv()
    assert Nimber(7) ** (2**64 - 1) == 1
    assert len(Nimber(1).roots(15)) == 15 and all(x**15 == 1 for x in Nimber(1).roots(15))
    assert Nimber(2).min_poly() == (2, 1, 0) and w.degree() == 6
    assert Nimber(1).trace() in (0, 1)
    for x in Nimber.solve_quadratic(3, 7):
        assert x * x + 3 * x + 7 == 0
    with pytest.raises(nimfield.ParseError) as caught:
        Nimber("w^2+x")
    assert caught.value.text[caught.value.position] == "x"


@given(nimbers)
def test_text_and_pickles(a):
    assert eval(repr(a)) == a
    assert pickle.loads(pickle.dumps(a)) == a and hash(pickle.loads(pickle.dumps(a))) == hash(a)
    assert Nimber(str(a)) == a
    assert a._repr_latex_().startswith("$")


def test_the_calculator(json_of):
    for text in ["(w+4)*(w+1) + root(3,2)", "6*7", "inv(w+1)", "2^-1"]:
        [told] = json_of(["nimber", "--json", text])
        value = str(nimfield.nimber(text))
        # The command puts ordinals in brackets, which a constructor does not need.
        assert told["value"].strip("[]") == value
    assert nimfield.nimber("order(4)") == 15
    assert nimfield.nimber("roots(3,1)") == [1, 2, 3]
    with pytest.raises(nimfield.ParseError) as caught:
        nimfield.nimber("6*(7+")
    assert caught.value.position == 5
    with pytest.raises(ZeroDivisionError):
        nimfield.nimber("1/0")


WIDTHS = [np.uint8, np.uint16, np.uint32, np.uint64]


@pytest.mark.parametrize("width", WIDTHS)
def test_arrays_are_element_by_element(width):
    rng = np.random.default_rng(7)
    most = np.iinfo(width).max
    a, b = (rng.integers(0, most, (5, 9), dtype=width, endpoint=True) for _ in range(2))
    b[b == 0] = 1
    checks = {
        nimfield.nim_add: lambda x, y: x + y,
        nimfield.nim_multiply: lambda x, y: x * y,
        nimfield.nim_divide: lambda x, y: x / y,
    }
    for function, expected in checks.items():
        result = function(a, b)
        assert result.dtype == width and result.shape == a.shape
        for x, y, z in zip(a.flat, b.flat, result.flat):
            assert z == expected(Nimber(x), Nimber(y))
    unary = {
        nimfield.nim_inverse: lambda x: x.inv(),
        nimfield.nim_sqrt: lambda x: x.sqrt(),
        nimfield.nim_square: lambda x: x * x,
    }
    for function, expected in unary.items():
        for x, z in zip(b.flat, function(b).flat):
            assert z == expected(Nimber(x))
    powers = rng.integers(-5, 300, (5, 9))
    for x, n, z in zip(b.flat, powers.flat, nimfield.nim_power(b, powers).flat):
        assert z == Nimber(x) ** int(n)


def test_arrays_broadcast_stride_and_write_to_out():
    a = np.arange(24, dtype=np.uint16).reshape(4, 6)
    expected = np.array([[int(Nimber(x) * 5) for x in row] for row in a])
    assert (nimfield.nim_multiply(a, np.uint16(5)) == expected).all()
    assert (nimfield.nim_multiply(a[::2, ::-1], 5) == expected[::2, ::-1]).all()
    assert (nimfield.nim_multiply(a[:, :1], a[:1]) == [[int(Nimber(x) * Nimber(y)) for y in a[0]] for x in a[:, 0]]).all()
    out = np.zeros((4, 6), np.uint16)
    assert nimfield.nim_multiply(a, np.uint16(5), out=out) is out and (out == expected).all()
    # Into an operand, and into part of an array.
    again = a.copy()
    nimfield.nim_multiply(again, np.uint16(5), out=again)
    assert (again == expected).all()
    wide = np.zeros((4, 12), np.uint16)
    nimfield.nim_multiply(a, np.uint16(5), out=wide[:, ::2])
    assert (wide[:, ::2] == expected).all() and not wide[:, 1::2].any()
    assert nimfield.nim_multiply(np.uint8(2), np.uint8(2)) == 3
    assert nimfield.nim_multiply([], []).shape == (0,)
    assert nimfield.nim_multiply(np.uint8(200), np.uint64(3)).dtype == np.uint64


def test_arrays_of_other_things_are_refused():
    for wrong, error in [
        ([1.5], TypeError),
        ([-1], ValueError),
        ([2**64], (ValueError, TypeError)),
        ([[1, 2], [3]], ValueError),
        (["1"], TypeError),
    ]:
        with pytest.raises(error):
            nimfield.nim_multiply(wrong, 1)
    with pytest.raises(ValueError):
        nimfield.nim_multiply([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="expected an array of uint64"):
        nimfield.nim_multiply([1], [1], out=np.zeros(1, np.uint8))
    with pytest.raises(ZeroDivisionError):
        nimfield.nim_divide([1], [0])
    with pytest.raises(ZeroDivisionError):
        nimfield.nim_power([0], -1)
    with pytest.raises(TypeError):
        nimfield.nim_power([2], 0.5)


def test_sage_arithmetic_without_sage():
    """The isomorphism to a field given by another modulus, here by polynomials over F_2 in the test itself."""
    from nimfield import _sage

    moduli = {1: 0b111, 2: 0b10011, 3: 0x11D, 4: 0x1002D, 5: 0x100400007, 6: (1 << 64) | 0x1B}

    def times(x, y, modulus, degree):
        product = 0
        for i in range(degree):
            if y >> i & 1:
                product ^= x << i
        for i in range(2 * degree - 2, degree - 1, -1):
            if product >> i & 1:
                product ^= modulus << (i - degree)
        return product

    rng = np.random.default_rng(3)
    for k, modulus in moduli.items():
        degree = 1 << k
        coefficients = [modulus >> i & 1 for i in range(degree + 1)]
        generator = _sage.root_of(coefficients, k)
        total = Nimber(0)
        for i, c in enumerate(coefficients):
            if c:
                total += generator**i
        assert total == 0
        if k <= 3:
            # The least root, of all.
            roots = [x for x in range(1 << degree) if not sum((Nimber(x) ** i for i, c in enumerate(coefficients) if c), Nimber(0))]
            assert generator == roots[0] and len(roots) == degree

        def there(x):
            return sum(c << i for i, c in enumerate(_sage.to_coordinates(int(x), generator, k)))

        for _ in range(20):
            x, y = (Nimber(int(n)) for n in rng.integers(0, (1 << degree) - 1, 2, dtype=np.uint64, endpoint=True))
            assert there(x * y) == times(there(x), there(y), modulus, degree)
            assert there(x + y) == there(x) ^ there(y)
            assert _sage.from_coordinates(_sage.to_coordinates(int(x), generator, k), generator) == x
    try:
        import sage  # noqa: F401
    except ImportError:
        with pytest.raises(ImportError, match="Sage"):
            Nimber(5).to_sage()
    with pytest.raises(ValueError, match="transfinite"):
        Nimber("w").to_sage()
    with pytest.raises(ValueError, match="not below"):
        Nimber(16).to_sage(2)
