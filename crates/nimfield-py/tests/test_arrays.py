"""Many positions at once."""

import numpy as np
import pytest

import nimfield


def random_matrices(count, most, seed=1, shape=(2, 2)):
    return np.random.default_rng(seed).integers(0, most, (count, *shape), dtype=np.uint64, endpoint=True)


@pytest.mark.parametrize("most", [3, 9, 2**64 - 1])
def test_2x2_matrices_are_those_of_the_analyser(most):
    matrices = random_matrices(300, most)
    # Half of them have a constant diagonal, so that there are P-positions.
    matrices[::2, 0, 1] = matrices[::2, 1, 0]
    answers = nimfield.matrix_answers(matrices)
    letters = nimfield.outcomes(matrices)
    for i, matrix in enumerate(matrices):
        answer = nimfield.Matrix(matrix).analyze()
        assert letters[i] == answer.outcome and answers.is_p[i] == (answer.outcome == "P")
        moves = [move.move for move in answer.winning_moves]
        assert (answers.move(i) in moves) if moves else (answers.move(i) is None and answers.line[i] == -1)


def test_shapes_are_kept():
    matrices = random_matrices(24, 5).reshape(4, 6, 2, 2)
    answers = nimfield.matrix_answers(matrices)
    assert answers.is_p.shape == answers.line.shape == answers.amount.shape == (4, 6)
    assert nimfield.outcomes(matrices).shape == (4, 6)
    assert nimfield.outcomes(matrices[0, 0]).shape == ()
    assert nimfield.grundy_values(matrices[:2, :2]).shape == (2, 2)
    assert (nimfield.matrix_answers(matrices[::2, ::-1]).is_p == answers.is_p[::2, ::-1]).all()
    assert nimfield.outcomes(np.zeros((0, 2, 2), int)).shape == (0,)


def test_other_games_and_plays():
    matrices = random_matrices(20, 3, shape=(2, 3))
    for play in ["normal", "misere"]:
        letters = nimfield.outcomes(matrices, play=play)
        assert list(letters) == [nimfield.Matrix(m).outcome(play=play) for m in matrices]
    values = nimfield.grundy_values(matrices)
    assert list(values) == [nimfield.Matrix(m).grundy_value() for m in matrices]
    letters = nimfield.outcomes(random_matrices(20, 4), game="matrix-partizan")
    assert list(letters) == [nimfield.MatrixPartizan(m).outcome() for m in random_matrices(20, 4)]
    forms = nimfield.canonical_forms(random_matrices(20, 4))
    assert forms == [nimfield.MatrixPartizan(m).canonical_form() for m in random_matrices(20, 4)]


def test_lists_of_positions():
    texts = ["nim[3,3]", "wythoff[1,3]", nimfield.PNim([4, 2, 1])]
    assert list(nimfield.outcomes(texts)) == ["P", "N", "N"]
    assert list(nimfield.grundy_values(texts)) == [0, 4, 6]
    assert nimfield.grundy_values(texts).dtype == np.uint64
    assert [a.outcome for a in nimfield.analyze_all(texts)] == ["P", "N", "N"]
    assert nimfield.analyze_all([]) == []
    huge = "matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]"
    assert list(nimfield.outcomes([huge, "nim[1]"], most=1000)) == ["?", "N"]
    with pytest.raises(nimfield.NotDecided) as caught:
        nimfield.grundy_values(["nim[1]", huge], most=1000)
    assert caught.value.known.position == huge
    with pytest.raises(nimfield.OutOfReach):
        nimfield.grundy_values(["nim[w]"])
    with pytest.raises(nimfield.ParseError):
        nimfield.outcomes(["nim[1]", "nam[1]"])


def test_what_is_no_array_of_matrices():
    for wrong, error in [
        ([[1, 2], [3]], ValueError),
        (np.zeros((3, 2, 3), int), ValueError),
        (np.zeros((3, 2, 2), float), TypeError),
        (np.full((3, 2, 2), -1), ValueError),
        (np.zeros(4, int), ValueError),
    ]:
        with pytest.raises(error):
            nimfield.matrix_answers(wrong)
    for wrong in ["nim[3]", [None], [1.5]]:
        with pytest.raises(TypeError):
            nimfield.outcomes(wrong)
    with pytest.raises(ValueError, match="expected one of the games"):
        nimfield.outcomes(np.ones((1, 3, 3), int), game="chess")
