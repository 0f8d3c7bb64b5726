"""Pickles, copies and other processes: whatever the package gives out comes back as it was."""

import copy
import multiprocessing
import pickle

import pytest

import nimfield

THINGS = {
    "a position": lambda: nimfield.parse("matrix[20 24; 24 27] + nim[3]"),
    "a move": lambda: nimfield.parse("nim[3,5]").moves()[2],
    "a move of a player": lambda: nimfield.parse("domineering[2x2] + 1").moves("right")[0],
    "an answer": lambda: nimfield.parse("matrix[20 24; 24 27]").analyze(value=True),
    "an answer without moves": lambda: nimfield.parse("nim[3,3]").analyze(),
    "a partizan answer": lambda: nimfield.parse("matrix-partizan[0 5; 9 9]").analyze(value=True),
    "an undecided answer": lambda: nimfield.parse("tactix[7x7]").analyze(time=0.01),
    "a misere answer": lambda: nimfield.parse("kayles[5]").analyze(play="misere", value=True),
    "a winning move": lambda: nimfield.parse("nim[3,5]").analyze().winning_moves[0],
    "a run of moves": lambda: nimfield.parse("matrix-partizan[0 5; 9 9]").analyze().winning_moves[0],
    "a reason": lambda: nimfield.parse("nim[3,5]").analyze().reason,
    "a nimber": lambda: nimfield.Nimber("w+3"),
    "a value": lambda: nimfield.Game("{2|-1}"),
    "outcomes": lambda: nimfield.table("wythoff[a,b]", a=range(4), b=range(4)),
    "values": lambda: nimfield.table("wythoff[a,b]", a=range(4), b=range(4), show="value"),
    "ordinals": lambda: nimfield.table("nim[n,w]", n=range(3), show="value"),
    "forms": lambda: nimfield.table("matrix-partizan[a b; 2 2]", a=range(3), b=range(3), show="value"),
    "means": lambda: nimfield.table("matrix-partizan[a b; 2 2]", a=range(3), b=range(3), show="mean"),
    "genera": lambda: nimfield.table("nim[a,b]", a=2, b=range(3), show="genus"),
    "empty cells": lambda: nimfield.table("welter[a,b]", a=range(3), b=range(3)),
    "a census": lambda: nimfield.census(4),
    "a board": lambda: nimfield.solve_board("lines(max=3)[3x3]"),
    "values of a board": lambda: nimfield.solve_board("lines(max=3)[2x2]", values=True),
    "a law": lambda: nimfield.guess("nim[a b]", prove=True),
    "a game by rules": lambda: nimfield.Game.from_rules("piles 2\nmove same any from each"),
    "what a game is": lambda: nimfield.games()["nim"],
    "a claim": lambda: nimfield.claims()["ferguson-theorem-3"],
    "a certificate": lambda: nimfield.certify("tactix[4x4]"),
    "a thermograph": lambda: nimfield.Game("{2|-1}").thermograph(),
    "a thermograph by the calculator": lambda: nimfield.value("thermograph({2|-1})"),
    "matrix answers": lambda: nimfield.matrix_answers([[[20, 24], [24, 27]]]),
    "an explorer": lambda: nimfield.explore("nim[3,5]", open=False),
}


def told(thing):
    """All that a thing shows."""
    shown = [repr(thing), str(thing)]
    if isinstance(thing, nimfield.Answer):
        shown += [thing.to_json(), thing.nimber, thing.game, [str(move) for move in thing.winning_moves], thing.complete]
    if isinstance(thing, nimfield.WinningMove):
        shown += [thing.amounts, thing.count, thing.to, thing.player]
    if isinstance(thing, nimfield.FamilyTable):
        shown += [list(thing), thing.to_numpy().tolist(), thing.title, thing.engine, thing.to_latex()]
    if isinstance(thing, nimfield.Table):
        shown += [list(thing), thing.summary()]
    if isinstance(thing, nimfield.Certificate):
        shown += [thing.check()]
    return shown


@pytest.mark.parametrize("name", THINGS)
def test_it_comes_back_as_it_was(name):
    thing = THINGS[name]()
    for again in (pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing, 2))):
        assert type(again) is type(thing) and told(again) == told(thing)
        assert again == thing and not again != thing and thing != 1
        if name != "matrix answers":
            assert hash(again) == hash(thing) and len({again, thing}) == 1
        # What came back can be sent on.
        assert told(pickle.loads(pickle.dumps(again))) == told(thing)


def test_things_with_other_contents_differ():
    # Arrays have no hash, and two of the things are the same thermograph.
    assert len({thing() for name, thing in THINGS.items() if name != "matrix answers"}) == len(THINGS) - 2
    assert nimfield.parse("nim[3]").analyze() != nimfield.parse("nim[3]").analyze(play="misere")
    assert nimfield.table("nim[a]", a=range(3)) != nimfield.table("nim[a]", a=range(4))
    assert nimfield.matrix_answers([[[1, 2], [2, 1]]]) != nimfield.matrix_answers([[[1, 2], [2, 2]]])
    certificate = nimfield.certify("tactix[4x4]")
    assert certificate == nimfield.certify("tactix[4x4]") and certificate != nimfield.certify("tactix[3x4]")


def test_moves_of_a_pickle_play():
    position = nimfield.parse("matrix-partizan[0 5; 9 9] + {2|-1}")
    for move in position.moves():
        again = pickle.loads(pickle.dumps(move))
        assert again == move and hash(again) == hash(move) and position.play(again) == position.play(move)
    rules = nimfield.Game.from_rules("piles 2\nmove same any from each", "near.game")
    move = pickle.loads(pickle.dumps(rules(3, 5).moves()[0]))
    assert str(rules(3, 5).play(move)) == "@near.game[2,5]"
    for found in pickle.loads(pickle.dumps(rules(3, 5).analyze())).winning_moves:
        assert pickle.loads(pickle.dumps(found)).to == "@near.game[3,3]"


def test_a_table_of_a_file_is_opened_again(tmp_path):
    table = nimfield.solve_board("lines(max=3)[3x3]", tmp_path / "board.table")
    again = pickle.loads(pickle.dumps(table))
    assert list(again) == list(table) and pickle.loads(pickle.dumps(nimfield.Table.open(tmp_path / "board.table"))).kind == "outcomes"


def analyzed(text):
    return nimfield.parse(text).analyze()


def test_other_processes():
    texts = [f"wythoff[{a},{a + 3}]" for a in range(12)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        answers = pool.map(analyzed, texts)
        values = pool.map(nimfield.Position.grundy_value, map(nimfield.parse, texts))
    assert [answer.outcome for answer in answers] == nimfield.outcomes(texts).tolist()
    assert [int(value) for value in values] == nimfield.grundy_values(texts).tolist()


def test_columns_of_data_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"position": ["nim[3,3]", "wythoff[1,3]", "nim[1,2,3]"]}, index=[5, 7, 9])
    frame["outcome"] = nimfield.outcomes(frame.position)
    frame["value"] = nimfield.grundy_values(frame["position"].astype("string"))
    assert frame.outcome.tolist() == ["P", "N", "P"] and frame["value"].tolist() == [0, 4, 0]
    assert [answer.outcome for answer in nimfield.analyze_all(frame.position)] == ["P", "N", "P"]
    import numpy as np

    assert nimfield.outcomes(np.array(["nim[3]"])).tolist() == ["N"] == nimfield.outcomes(np.array([nimfield.Nim([3])])).tolist()
    with pytest.raises(TypeError, match="expected a Position or a text, found float"):
        nimfield.analyze_all(pandas.Series(["nim[3]", None]).where(lambda text: text.notna(), float("nan")))
