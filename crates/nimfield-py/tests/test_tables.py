"""Tables, censuses, boards."""

import numpy as np
import pytest

import nimfield
from nimfield import Table


def wythoff(a, b):
    return int(nimfield.Wythoff(a, b).grundy_value())


def test_a_table_of_values():
    table = nimfield.table("wythoff[a,b]", a=range(8), b=(2, 6), show="value")
    array = table.to_numpy()
    assert array.dtype == np.uint16 and array.shape == table.shape == (8, 5) and len(table) == 40
    assert all(array[a, b - 2] == wythoff(a, b) for a in range(8) for b in range(2, 7))
    assert table[1, 2] == 0 and table[0, 3] == 3 and table.texts()[:2] == ["*2", "*3"]
    assert (np.asarray(table) == array).all()
    with pytest.raises(IndexError):
        table[1, 1]
    assert (table.is_p() == (array == 0)).all()
    assert (np.unpackbits(table.packed(), bitorder="little")[:40] == (array == 0).reshape(-1)).all()


def test_a_table_of_outcomes_and_other_figures():
    table = nimfield.table("matrix[a 2; 3 b]", a="0..4", b="0..4")
    assert table.to_numpy()[2, 3] == nimfield.parse("matrix[2 2; 3 3]").outcome()
    table = nimfield.table("matrix-partizan[a 2; 2 b]", a=range(3), b=range(3), show="mean")
    assert table[1, 2] == nimfield.parse("matrix-partizan[1 2; 2 2]").canonical_form().mean()
    assert table.to_numpy().dtype == np.float64 and table.to_numpy()[1, 2] == table[1, 2]
    forms = nimfield.table("matrix-partizan[a 2; 2 b]", a=range(3), b=range(3), show="value")
    assert forms.to_numpy().dtype == object and forms[1, 2] == "+-{+-1,1}"
    assert "<table" in nimfield.table("nim[a,b,c]", a=(0, 1), b=(0, 1), c=(0, 1))._repr_html_()


def test_figures_are_numbers():
    family = "matrix-partizan[a 1; 2 b]"
    heat = nimfield.table(family, a=range(4), b=range(4), show="temperature")
    told = [nimfield.MatrixPartizan([[a, 1], [2, b]]).canonical_form().temperature() for a in range(4) for b in range(4)]
    assert heat.to_numpy().dtype == np.float64 and heat.to_numpy().reshape(-1).tolist() == [float(t) for t in told]
    assert [heat[a, b] for a in range(4) for b in range(4)] == told
    # Values that are all whole numbers, some of them negative.
    values = nimfield.table("cutcake[axb]", a=range(1, 4), b=range(1, 4), show="value")
    forms = [[int(float(nimfield.parse(f"cutcake[{a}x{b}]").canonical_form())) for b in range(1, 4)] for a in range(1, 4)]
    assert values.to_numpy().dtype == np.int64 and values.to_numpy().tolist() == forms and min(forms)[0] < 0
    assert values[3, 1] == forms[2][0]
    genera = nimfield.table("wythoff[a,b]", a=range(3), b=range(3), show="genus")
    assert genera[1, 2] == nimfield.Wythoff(1, 2).genus() and genera.to_numpy().dtype == object


def test_large_values_take_larger_words():
    table = nimfield.table("nim[n]", n=(2**16 - 2, 2**16 + 1), show="value")
    assert table.to_numpy().dtype == np.uint32 and table.to_numpy()[-1] == 2**16 + 1


def test_frames():
    table = nimfield.table("wythoff[a,b]", a=range(3), b=range(3), show="value")
    pandas = pytest.importorskip("pandas")
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == ["a", "b", "value"]
    assert frame[(frame.a == 1) & (frame.b == 2)]["value"].item() == 0
    pytest.importorskip("pyarrow")
    assert table.to_arrow().column("value").to_pylist() == table.to_numpy().reshape(-1).tolist()
    pytest.importorskip("polars")
    assert table.to_polars()["value"].to_list() == table.to_numpy().reshape(-1).tolist()


def test_b_files_and_latex():
    table = nimfield.table("wythoff[n,1]", n=range(1, 5), show="value")
    terms = [line.split() for line in table.to_b_file().splitlines() if not line.startswith("#")]
    assert terms == [[str(n), str(wythoff(n, 1))] for n in range(1, 5)]
    square = nimfield.table("wythoff[a,b]", a=range(4), b=range(4), show="value")
    terms = [int(line.split()[1]) for line in square.to_b_file(by_antidiagonals=True).splitlines() if not line.startswith("#")]
    assert terms == [wythoff(i, n - i) for n in range(4) for i in range(n + 1)]
    with pytest.raises(ValueError):
        square.to_b_file()
    assert "tabular" in square.to_latex() or "longtable" in square.to_latex()
    assert square.to_svg().startswith("<svg") and square.to_png()[:4] == b"\x89PNG"


def test_what_tables_refuse():
    with pytest.raises(nimfield.ParseError):
        nimfield.table("wythoff[a,", a=range(3))
    with pytest.raises(ValueError, match="unknown show"):
        nimfield.table("nim[a]", a=range(3), show="colour")
    with pytest.raises(TypeError, match="single letters"):
        nimfield.table("nim[a]", a=range(3), colour=1)
    with pytest.raises(ValueError, match="without steps"):
        nimfield.table("nim[a]", a=range(0, 8, 2))
    with pytest.raises(nimfield.OutOfReach):
        nimfield.table("nim[a,b]", a=range(10**6), b=range(10**6))
    with pytest.raises(nimfield.NotDecided):
        nimfield.table("schrage[axb]", a=range(1, 40), b=range(1, 40), show="value", time=0)


def test_the_census_counts_all_partitions():
    census = nimfield.census(12)
    partitions = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77]
    assert [sum(row) for row in census.counts] == partitions and census.stopped is None
    array = census.to_numpy()
    assert array.sum(axis=1).tolist() == partitions
    from itertools import product

    by_hand = [0] * array.shape[1]
    for parts in product(range(5), repeat=4):
        if sum(parts) == 4 and list(parts) == sorted(parts, reverse=True):
            by_hand[int(nimfield.PNim([p for p in parts if p]).grundy_value())] += 1
    assert array[4].tolist() == by_hand


def test_a_census_goes_on_from_its_state(tmp_path):
    state = tmp_path / "pnim.state"
    nimfield.census(8, state=state)
    assert nimfield.census(10, state=state) == nimfield.census(10)
    state.write_bytes(state.read_bytes()[:-1])
    with pytest.raises(nimfield.FileFault) as caught:
        nimfield.census(10, state=state)
    assert caught.value.path == str(state)


def test_a_solved_board(tmp_path):
    table = nimfield.solve_board("lines(max=2)[2x3]")
    assert table.play == "misere" and table.kind == "outcomes" and table.cells == 6 and len(table) == 64
    flags = table.probe(np.arange(64))
    assert flags.dtype == bool and flags.sum() == table.summary()["p_positions"]
    for state in range(64):
        rows = ["".join(str(state >> (3 * r + c) & 1) for c in range(3)) for r in range(2)]
        text = f"lines(max=2)[{'/'.join(rows)}]"
        assert table.state_number(text) == state
        assert table.outcome(text) == nimfield.parse(text).outcome() == ("P" if flags[state] else "N")
        assert table.is_p(state) == flags[state]
    assert (np.unpackbits(table.packed(), bitorder="little") == flags).all()
    assert table.probe(np.arange(64).reshape(4, 16)).shape == (4, 16)
    best = table.summary()["winning_moves"]
    assert sorted(best) == sorted(m.move for m in nimfield.parse("lines(max=2)[2x3]").analyze().winning_moves)
    assert "P-positions" in table._repr_html_()


def test_a_board_in_a_file(tmp_path):
    path = tmp_path / "board.nimtable"
    made = nimfield.solve_board(nimfield.Lines(3, 3, max=3), path, values=True, play="normal")
    table = Table.open(path)
    assert table.kind == "values" and table.board == nimfield.Lines(3, 3, max=3)
    states = np.arange(512)
    values = table.probe_values(states)
    assert (values == made.probe_values(states)).all() and ((values == 0) == table.probe(states)).all()
    assert values[7] == nimfield.parse("lines(max=3)[111/000/000]").grundy_value()
    assert table.value("lines(max=3)[111/000/000]") == values[7]
    odd = nimfield.Lines("110/011/101", max=3)
    assert odd.analyze(play="normal").reason.kind != "table"
    assert odd.analyze(play="normal", tables=[path]).reason.kind == "table"
    # A damaged file is distinguished from a good one.
    whole = path.read_bytes()
    for broken in [whole[:-1], b"x" + whole[1:], b""]:
        path.write_bytes(broken)
        with pytest.raises(nimfield.FileFault):
            Table.open(path)
    with pytest.raises(nimfield.FileFault):
        Table.open(tmp_path / "none")


def test_what_boards_refuse():
    with pytest.raises(ValueError, match="is not a single board"):
        nimfield.solve_board("nim[3]")
    with pytest.raises(ValueError, match="not a full board"):
        nimfield.solve_board("lines[10/01]")
    with pytest.raises(nimfield.OutOfReach):
        nimfield.solve_board("lines(max=3)[8x8]", memory=None)
    with pytest.raises(nimfield.NotDecided):
        nimfield.solve_board("lines(max=3)[5x6]", memory=1000)
    table = nimfield.solve_board("lines(max=2)[2x2]")
    with pytest.raises(ValueError, match="below 2"):
        table.is_p(16)
    with pytest.raises(ValueError, match="is not a state"):
        table.probe([3, 16])
    with pytest.raises(ValueError, match="not on the board"):
        table.is_p("lines(max=2)[2x3]")
    with pytest.raises(TypeError, match="outcomes, not of values"):
        table.probe_values([1])
    with pytest.raises(TypeError):
        table.probe([1.5])
