"""Laws that are proved, beside positions."""

import numpy as np
import pytest

import nimfield


def test_a_law_says_what_positions_say():
    for family, values, play, last in [
        ("wythoff[a b]", False, None, 12),
        ("wythoff[b a]", False, "misere", 8),
        ("nim[a b]", True, None, 6),
        ("slow(2)[a b]", False, None, 9),
    ]:
        law = nimfield.guess(family, prove=True, values=values, play=play)
        pairs = np.mgrid[: last + 1, : last + 1]
        for a, b in zip(*pairs.reshape(2, -1)):
            head, body = family.split("[")
            text = head + "[" + body.replace("a", str(a)).replace("b", str(b))
            if values:
                assert [v for v in range(20) if law(a, b, v)] == [a ^ b], text
            else:
                assert law(a, b) == (nimfield.parse(text).analyze(play=law.play).outcome == "P"), text
        if not values:
            whole = law(*pairs)
            assert whole.shape == pairs.shape[1:] and whole[2, 3] == law(2, 3)


def test_numbers_of_any_size_and_arrays_are_read():
    law = nimfield.guess("wythoff[a b]", prove=True)
    big = 1618033988749894848204586834365
    assert law(big, big + 10**30) and not law(big, big + 1)
    assert law(np.array([1, 3], np.uint8), np.array([2, 5], np.uint64)).all()
    assert law([3, big], [5, big + 10**30]).tolist() == [True, True]
    assert law.steps.shape == (8, 4) and law.accepts.sum() == 3
    assert law.numeration == (1, 1) and law.letters == ["a", "b"] and "floor" in law.words
    for numbers, error in [((1,), TypeError), ((1, -2), ValueError), ((1, 2.5), ValueError)]:
        with pytest.raises(error):
            law(*numbers)


def test_what_is_not_proved_is_refused():
    with pytest.raises(nimfield.NotDecided, match="split a heap"):
        nimfield.guess("kayles[n]", prove=True)
    with pytest.raises(TypeError, match="prove=True"):
        nimfield.guess("kayles[n]", prove=False)
    with pytest.raises(ValueError, match="one to three letters"):
        nimfield.guess("nim[a b c d]", prove=True)
    with pytest.raises(ValueError, match="unknown digits"):
        nimfield.guess("nim[a b]", prove=True, numeration="17")
    with pytest.raises(nimfield.ParseError):
        nimfield.guess("nim[a b", prove=True)
