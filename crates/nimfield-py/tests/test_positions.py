"""Positions, moves, answers."""

import copy
import inspect
import json
import math
import pickle
import re

import numpy as np
import pytest

import nimfield
from conftest import ROOT
from nimfield import Position


def test_a_position_reads_back_from_its_repr():
    for text in ["matrix[20 24; 24 27] + nim[3]", "lines(max=3)[1011/0111]", "{2|-1} + ^", "nimbers[(2,2) (4,w)]"]:
        position = nimfield.parse(text)
        assert eval(repr(position), {"Position": Position}) == position
        assert str(Position(str(position))) == str(position)


def test_constructors_write_what_the_reader_reads():
    made = {
        nimfield.Nim([3, 5, "w+1"]): "nim[3,5,w+1]",
        nimfield.Nim([nimfield.Nimber("w")]): "nim[w]",
        nimfield.Wythoff(3, 5): "wythoff[3,5]",
        nimfield.Matrix([[20, 24], [24, 27]]): "matrix[20 24; 24 27]",
        nimfield.Matrix([[1, math.inf], [2, 3]]): "matrix[1 inf; 2 3]",
        nimfield.Matrix(np.array([[1, 2], [3, 4]], dtype=np.uint8)): "matrix[1 2; 3 4]",
        nimfield.Matrix([[2**127, 1], [1, 1]]): f"matrix[{2**127} 1; 1 1]",
        nimfield.MatrixPartizan([[1, 2], [2, 2]]): "matrix-partizan[1 2; 2 2]",
        nimfield.Holladay([[1, 2], [3, 4]]): "holladay[1 2; 3 4]",
        nimfield.Lattice([(3, 2), (0, 5)]): "lattice[(3,2) (0,5)]",
        nimfield.Code("0.77", [71, 5]): "code(0.77)[71,5]",
        nimfield.Schrage([(5, 8), (2, 3)]): "schrage[5x8 2x3]",
        nimfield.Nimbers([(2, 2), (4, "w")]): "nimbers[(2,2) (4,w)]",
        nimfield.Turning(["turtles", "ruler"], [(3, 4)]): "turning(turtles,ruler)[(3,4)]",
        nimfield.Lines(4, 4, max=3): "lines(max=3)[4x4]",
        nimfield.Lines([[1, 0, 1], [0, 1, None]], min=2, any=True): "lines(min=2,any)[101/01_]",
        nimfield.Tactix(4, 4): "tactix[4x4]",
        nimfield.Tactix(np.ones((2, 3), bool)): "tactix[111/111]",
        nimfield.Efr("11/01"): "efr[11/01]",
        nimfield.Nimbi(): "nimbi[full]",
        nimfield.Triangle(5): "triangle[5]",
        nimfield.PNim([4, 2, 1]): "pnim[4,2,1]",
        nimfield.PNim([]): "pnim[]",
        nimfield.RNim([5, 4, 2]): "rnim[5,4,2]",
        nimfield.Lctr([3, 1]): "lctr[3,1]",
        nimfield.Downright([3, 1]): "downright[3,1]",
        nimfield.Rook([3, 1]): "rook[3,1]",
        nimfield.Queen([3, 1]): "queen[3,1]",
        nimfield.King([3, 1]): "king[3,1]",
        nimfield.Bishop([3, 1]): "bishop[3,1]",
        nimfield.Knight([3, 1]): "knight[3,1]",
        nimfield.Pawn([3, 1]): "pawn[3,1]",
        nimfield.Crim([3, 1]): "crim[3,1]",
        nimfield.Cris([[4, 2], [3]]): "cris[4,2; 3]",
        nimfield.Crpm([3, 1]): "crpm[3,1]",
        nimfield.Crps([[4, 2], [3]]): "crps[4,2; 3]",
        nimfield.Sato([3, 1]): "sato[3,1]",
        nimfield.Welter([1, 4, 9]): "welter[1,4,9]",
    }
    for position, text in made.items():
        assert position == Position(text), text


def test_codes_are_texts():
    # A number would lose the last digit.
    for code in [0.30, 0, None]:
        with pytest.raises(TypeError, match="expected a text such as '0.30'"):
            nimfield.Code(code, [1])
    assert str(nimfield.Code("0.30", [1])).startswith("code(0.3")


def constructor(game):
    """The constructor of a game."""
    return next(getattr(nimfield, name) for name in nimfield.__all__ if name.lower() == game.replace("-", ""))


def numbers_of(body):
    """The numbers of a body: sides, of a place perhaps, one row, or several."""
    sides, _, place = body.partition(" at ")
    if re.fullmatch(r"\d+(x\d+)+", sides):
        return [*map(int, sides.split("x")), *([place] if place else [])]
    rows = [[int(number) for number in re.split("[ ,]+", row)] for row in body.split("; ")]
    return [rows] if len(rows) > 1 else rows


def games_of_numbers():
    """Games whose example is written by numbers, with their options and the body."""
    for name, info in nimfield.games().items():
        found = re.fullmatch(r"[\w-]+(?:\(([\d,]+)\))?\[([^\]]*)\]", info.example)
        if found and re.fullmatch(r"[\d ,;x]+(at \w+)?", found[2]):
            yield name, info, [int(number) for number in (found[1] or "").split(",") if number], found[2]


def test_every_game_has_a_constructor():
    for name, info in nimfield.games().items():
        make = constructor(name)
        assert make.__name__ in nimfield.__all__ and make.__doc__, name


@pytest.mark.parametrize("game", list(games_of_numbers()), ids=lambda game: game[0])
def test_games_are_made_by_numbers_and_options(game):
    name, info, options, body = game
    make, arguments = constructor(name), numbers_of(body)
    # Those whose positions are several of what the example has one of, or that take numbers one by one.
    other = {"schrage": lambda sides: [[tuple(sides)]], "wythoff": lambda heaps: heaps[0], "triangle": lambda rows: rows[0]}
    other |= {"cris": lambda parts: [parts], "crps": lambda parts: [parts]}
    arguments = other.get(name, list)(arguments)
    assert make(*arguments, *options) == Position(info.example)
    keywords = [key for key, parameter in inspect.signature(make).parameters.items() if parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
    assert make(*arguments, **dict(zip(keywords, options))) == Position(info.example)


def test_the_calls_in_the_table_of_the_book_make_the_examples():
    page = (ROOT / "docs/src/adding-a-game.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[([\w-]+)\]\([^)]*\) \| `([^`]*)` \| `([^`]*)` \|[^`]*\| `([^`]*)` \| [^|]* \|$", page, re.M)
    assert sorted(name for name, *_ in rows) == sorted(nimfield.games())
    for name, example, move, call in rows:
        position = eval(call, vars(nimfield))
        assert position == Position(example), call
        assert position.play(move) != position, name


def test_options_have_names_places_and_ranges():
    assert nimfield.Moore([3, 4], 2) == nimfield.Moore([3, 4], k=2) == nimfield.Moore(np.array([3, 4]), 2) == Position("moore(2)[3,4]")
    assert nimfield.Subtraction([10], k=3) == Position("subtraction(3)[10]") == nimfield.Subtraction(10, 3)
    assert nimfield.Chomp([3, 2]) == Position("chomp[3,2]") and nimfield.Chomp(3, 3, 3) == Position("chomp[3x3x3]")
    assert nimfield.Kayles([3, 4]) == Position("kayles[3,4]") and nimfield.Domineering(4, 5) == Position("domineering[4x5]")
    assert nimfield.Domineering(["oo", "o."]) == nimfield.Domineering("oo/o.") and nimfield.Queens(8) == nimfield.Queens(8, 8)
    assert nimfield.Lines(4, 4, 2, 3) == nimfield.Lines(4, 4, min=2, max=3)
    assert "1 to 64" in nimfield.Moore.__doc__
    for wrong in [dict(k=65), dict(k=0), {}]:
        with pytest.raises(nimfield.ParseError):
            nimfield.Moore([3, 4], **wrong)
    for wrong in [lambda: nimfield.Moore([3, 4], 2, 3), lambda: nimfield.Domineering("oo/o.", 3), lambda: nimfield.Kayles([3.5])]:
        with pytest.raises(TypeError):
            wrong()


def test_a_board_file(tmp_path):
    path = tmp_path / "cross.txt"
    path.write_text("board rect 3 3 minus corners\nplay misere\n")
    position = nimfield.Board(path, "o/o.o/.")
    assert position.default_play == "misere"
    assert position.outcome() in "PN"
    with pytest.raises(nimfield.ParseError, match="cannot read the file"):
        nimfield.Board(tmp_path / "none.txt")


def test_wrong_types_and_ragged_rows_are_refused():
    with pytest.raises(ValueError, match="rows of one length"):
        nimfield.Matrix([[1, 2], [3]])
    with pytest.raises(ValueError, match="at least one entry"):
        nimfield.Matrix([])
    with pytest.raises(TypeError, match="expected an int for an entry of a matrix, found float"):
        nimfield.Matrix([[1.5, 2], [3, 4]])
    with pytest.raises(TypeError, match="found bool"):
        nimfield.Matrix([[True, 2], [3, 4]])
    with pytest.raises(ValueError, match="from 0 on"):
        nimfield.Matrix([[-1, 2], [3, 4]])
    with pytest.raises(ValueError):
        nimfield.Matrix(np.zeros((2, 0)))
    with pytest.raises(TypeError):
        nimfield.parse(7)
    with pytest.raises(TypeError, match="expected a Move or a text"):
        nimfield.parse("nim[3]").play(1)
    with pytest.raises(nimfield.ParseError):
        nimfield.Matrix([[1 << 128]])


def test_a_fault_of_a_text_has_its_place():
    with pytest.raises(nimfield.ParseError) as caught:
        nimfield.parse("matrix[20 24; 24 x7]")
    error = caught.value
    assert (error.position, error.end) == (17, 19)
    assert error.text[error.position : error.end] == "x7"
    assert str(error).splitlines()[2] == " " * 19 + "^^"
    assert error.example == "matrix[20 24; 24 27]"
    # Characters are counted, not bytes.
    with pytest.raises(nimfield.ParseError) as caught:
        nimfield.parse("nim⟦3⟧ + nim[ω] + nam[1]")
    error = caught.value
    assert error.text[error.position : error.end] == "nam"
    again = pickle.loads(pickle.dumps(error))
    assert (again.position, str(again)) == (error.position, str(error))


def test_moves_are_values():
    position = nimfield.parse("wythoff[1,2] + nim[1]")
    moves = position.moves()
    assert [str(move) for move in moves] == [
        "1: heap 1 by 1",
        "1: heap 2 by 1",
        "1: heap 2 by 2",
        "1: both by 1",
        "2: heap 1 by 1",
    ]
    assert position.move_count() == 5
    assert nimfield.parse("moore(2)[1,2]").move_count() == 5
    assert nimfield.parse("nim[10^9]").move_count() == 10**9
    with pytest.raises(nimfield.OutOfReach):
        nimfield.parse("nim[w]").move_count()
    assert moves[3].component == 0 and moves[4].component == 1
    assert moves[3] == "1: both by 1" and moves[3].player is None
    assert position.play(moves[3]) == position.play("1: both by 1") == Position("wythoff[0,1] + nim[1]")
    assert len({*moves, *position.moves()}) == 5
    assert [str(move) for move in position.moves(most=2)] == ["1: heap 1 by 1", "1: heap 2 by 1"]


def test_an_illegal_move_leaves_the_position():
    position = nimfield.parse("nim[3]")
    with pytest.raises(nimfield.IllegalMove) as caught:
        position.play("heap 1 by 4")
    assert caught.value.position == position
    with pytest.raises(nimfield.ParseError) as caught:
        position.play("heap one by 4")
    assert caught.value.position == 5
    for text, move in [("lines[101/111]", "b1"), ("matrix[1 2; 3 4]", "row 1 by 2"), ("tactix[2x2]", "a1-a3"), ("crim[3,1]", "row 9"), ("kayles[3]", "heap 1 by 3")]:
        position = nimfield.parse(text)
        with pytest.raises(nimfield.NimfieldError) as caught:
            position.play(move)
        assert isinstance(caught.value, nimfield.IllegalMove), (text, move, caught.value)
    with pytest.raises(nimfield.IllegalMove, match="a move of right"):
        nimfield.parse("crpm[2,1]").play("row 1", "left")


def test_options_are_the_positions_after_the_moves():
    for text in ["wythoff[2,3] + nim[2]", "matrix-partizan[1 2; 2 2]"]:
        position = nimfield.parse(text)
        assert position.options() == [position.play(move) for move in position.moves()]
        assert position.options("right") == [position.play(move) for move in position.moves("right")]
        assert len(position.options(most=2)) == 2


def test_an_answer_prints_whole():
    answer = nimfield.parse("matrix-partizan[30 31; 40 45]").analyze()
    text = str(answer)
    assert text.splitlines()[0] == "matrix-partizan[30 31; 40 45]" and "\x1b" not in text
    for won in answer.winning_moves:
        assert won.move in text
    assert answer.reason.text in text and f"{sum(won.count for won in answer.winning_moves)}, all of them" in text
    assert str(nimfield.parse("lines(max=3)[6x6]").analyze(time=0)).count("not decided") == 2


def test_pictures_of_pixels():
    small, large = (nimfield.parse("matrix[1 2; 3 4]").to_png(scale=scale) for scale in (1, 3))
    size = lambda png: (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big"))  # noqa: E731
    assert small[:8] == b"\x89PNG\r\n\x1a\n"
    assert all(abs(3 * a - b) <= 3 for a, b in zip(size(small), size(large)))
    assert nimfield.Game("{2|-1}").thermograph().to_png()[1:4] == b"PNG"
    with pytest.raises(ValueError):
        nimfield.parse("nim[3]").to_png(scale=1e6)


RULES = "param k 1..9 = 2\npiles 2\nmove same 1..k from each and all\n"


def test_rule_files_by_their_text():
    def losing(a, b, k, known={}):
        if (a, b, k) not in known:
            options = [(a - i * x, b - j * x) for x in range(1, k + 1) for i, j in ((1, 0), (0, 1), (1, 1)) if a >= i * x and b >= j * x]
            known[a, b, k] = not any(losing(*option, k) for option in options)
        return known[a, b, k]

    game = nimfield.Game.from_rules(RULES, "small.game")
    for a in range(7):
        for b in range(7):
            assert game(a, b).outcome() == ("P" if losing(a, b, 2) else "N")
            assert game(f"(3)[{a},{b}]").outcome() == ("P" if losing(a, b, 3) else "N")
    total = game(4, 6) + nimfield.parse("nim[1]") + nimfield.Game("{2|-1}")
    assert pickle.loads(pickle.dumps(total)) == total and pickle.loads(pickle.dumps(game)) == game
    assert [str(part) for part in total.components][0] == str(game(4, 6)) == "@small.game(2)[4,6]"
    assert pickle.loads(pickle.dumps(total.components[0])) == game(4, 6)
    assert game(4, 6).play("piles 1,2 by 2") == game(2, 4)
    table = nimfield.table("@small.game[a,b]", a=range(5), b=range(5), rules=game)
    assert table.is_p().tolist() == [[losing(a, b, 2) for b in range(5)] for a in range(5)]
    with pytest.raises(nimfield.ParseError) as caught:
        nimfield.Game.from_rules("piles 2\nmove same amy from each\n")
    assert caught.value.text[caught.value.position :].startswith("amy")
    with pytest.raises(TypeError, match="expected numbers"):
        game(2.5, 1)
    with pytest.raises(ValueError, match="letters, digits"):
        nimfield.Game.from_rules(RULES, "two words")


LISTED = json.loads((ROOT / "tests/rule_games.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: listed["says"])
def test_rule_files_of_the_second_edition(listed):
    game = nimfield.Game.from_rules("\n".join(listed["rules"]) + "\n")
    position = game(listed["start"])
    answer = position.analyze(value=True)
    assert answer.outcome == listed["outcome"] and answer.value == listed["value"]
    assert position.play(listed["move"]) == game(listed["after"])
    assert pickle.loads(pickle.dumps(position)) == position


def test_games_of_options_and_as_floats():
    assert nimfield.Game([1, "*"], [-1]) == nimfield.Game.of_options([1, "*"], [-1]) == nimfield.Game("{1,*|-1}")
    assert nimfield.Game(2, []) == 3 and nimfield.Game("^", "v") == nimfield.Game("{^|v}")
    assert float(nimfield.Game("3/4")) == 0.75 and float(nimfield.Game(-2)) == -2
    with pytest.raises(ValueError, match="not a number"):
        float(nimfield.Game("*"))


def test_partizan_moves_have_players():
    position = nimfield.parse("matrix-partizan[1 2; 2 2]")
    assert {move.player for move in position.moves()} == {"left", "right"}
    assert all(move.player == "right" for move in position.moves("right"))
    assert position.play("column 1 by 1") == Position("matrix-partizan[0 2; 1 2]")
    with pytest.raises(ValueError, match="unknown player"):
        position.moves("up")


def test_sums_and_differences():
    one, two = nimfield.parse("nim[3]"), nimfield.parse("wythoff[1,2]")
    assert one + two == Position("nim[3] + wythoff[1,2]")
    assert sum([one, two, one]) == Position("nim[3] + wythoff[1,2] + nim[3]")
    assert one - two == one + two
    assert (one - one).outcome() == "P"
    game = nimfield.parse("matrix-partizan[1 2; 2 2]")
    assert (game - game).outcome() == "P"
    assert (game + nimfield.Game("{2|0}")).canonical_form() == game.canonical_form() + nimfield.Game("{2|0}")
    assert (one + game).games == ["nim", "matrix-partizan"]
    assert (one + game).components == [one, game] or [str(c) for c in (one + game).components] == [str(one), str(game)]
    with pytest.raises(TypeError):
        one + "nim[3]"


def test_equality_hash_pickle_copy():
    for text in ["matrix[1 2; 3 4]", "nim[3] + tactix[2x2]", "{2|-1} + matrix-partizan[1 2; 2 2]"]:
        position = nimfield.parse(text)
        for again in [nimfield.parse(text), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]:
            assert again == position and hash(again) == hash(position)
        assert position != nimfield.parse("nim[7]") and position != text


def test_an_answer_is_that_of_the_command(json_of):
    texts = ["matrix[20 24; 24 27]", "wythoff[12,17] + schrage[5x8]", "{2|-1} + *3", "matrix-partizan[1 2; 2 2]"]
    told = json_of(["analyze", "--json", "--value", "-"], texts)
    for text, fields in zip(texts, told):
        answer = nimfield.parse(text).analyze(value=True)
        own = answer.to_dict()
        del own["effort"], fields["effort"]
        assert own == fields
        assert answer.outcome == fields["outcome"]
        assert answer.value == fields["value"]
        assert [(m.player, m.move, m.to) for m in answer.winning_moves] == [
            (m["player"], m["move"], m["to"]) for m in fields["winning_moves"]
        ]


def test_values_of_answers_are_objects():
    answer = nimfield.parse("wythoff[12,17]").analyze(value=True)
    assert answer.nimber == 23 and answer.game is None
    answer = nimfield.parse("{2|-1}").analyze()
    assert answer.game == nimfield.Game("{2|-1}") and answer.nimber is None
    assert (answer.mean, answer.temperature) == ("1/2", "3/2")


def test_a_winning_move_can_be_played():
    for text in ["matrix[20 24; 24 27]", "nim[3,5] + wythoff[4,6]"]:
        position = nimfield.parse(text)
        for move in position.analyze().winning_moves:
            after = position.play(move)
            assert str(after) == move.to and after.outcome() == "P"
    # Of partizan games, too: the move is that of its player.
    game = nimfield.parse("{2|-1} + *3")
    for move in game.analyze().winning_moves:
        assert str(game.play(move)) == move.to


def test_runs_of_amounts_can_be_played():
    position = nimfield.parse("matrix-partizan[3 1 4; 1 5 9; 2 6 5]")
    for position in [position, nimfield.parse("matrix-partizan[3 5; 2 4] + nim[2]")]:
        runs = [won for won in position.analyze().winning_moves if won.amounts is not None]
        assert runs
        for run in runs:
            assert run.to is None and run.count == len(run.amounts) == len(list(run)) > 1
            assert position.play(run) == position.play(run.first) == position.play(str(run))
            assert str(next(iter(run))) == str(run.first)
            for amount, move in zip(run.amounts, run):
                assert str(move).endswith(f" by {amount}") and move.player == run.player
                position.play(move)
    single = nimfield.parse("nim[3,5]").analyze().winning_moves[0]
    assert single.amounts is None and single.count == 1
    assert [str(move) for move in single] == [str(single.first)] == [single.move]


def test_a_winning_move_of_a_value_can_be_played_elsewhere():
    first, second = nimfield.parse("{2|-1} + {3|*}"), nimfield.parse("{2|-1} + {3|*}")
    for move in first.analyze().winning_moves:
        assert str(second.play(move)) == move.to
    with pytest.raises(ValueError):
        nimfield.parse("{5|-1} + {7|*2}").play(first.analyze().winning_moves[0])


def test_misere_play():
    position = nimfield.parse("matrix[2 3; 4 5]")
    assert position.outcome(play="misere") == "N"
    assert position.misere_value() == 2 and position.genus() == "2^20"
    report = nimfield.parse("nim[2,3]").misere_report(nodes=True)
    assert report["tame"] is True and report["nodes"]
    with pytest.raises(ValueError, match="unknown play"):
        position.analyze(play="fair")
    with pytest.raises(ValueError, match="sources of these games differ"):
        nimfield.parse("tactix[2x2] + nim[3]").analyze()


def test_values_are_played_as_they_are_written_in_misere_play():
    position = nimfield.parse("(*2+*2) + nim[1]")
    assert str(position) == "(*2+*2) + nim[1]"
    assert position.outcome(play="misere") == "N" and position.genus() == "1^13"
    assert nimfield.parse("{*2|*2}").outcome(play="misere") == "P"
    assert nimfield.parse("{*2,*3}").misere_report()["form"] == "{*2,*3}"
    # In normal play the value counts, and its moves can be played.
    position = nimfield.parse("(*2+*3)")
    answer = position.analyze(play="normal")
    assert answer.value == "*" and str(position.play(answer.winning_moves[0])) == "nim[0]"
    move, aim = nimfield.parse("{*2,0}").best_move(play="misere")
    assert (str(move), aim) == ("to *2", "resist")
    for question in [lambda p: p.outcome(play="misere"), lambda p: p.genus(), lambda p: p.misere_report()]:
        with pytest.raises(nimfield.ParseError) as caught:
            question(nimfield.parse("nim[3] + (^-^)"))
        assert "(^-^) has no form in misère play" in str(caught.value)


def test_what_is_not_decided_says_so():
    position = nimfield.parse("matrix[40 41 42 43; 44 45 46 47; 48 49 50 51; 30 31 32 33]")
    answer = position.analyze(positions=1000, threads=1)
    assert answer.outcome is None and not answer.decided and answer.reason.kind == "budget"
    with pytest.raises(nimfield.NotDecided) as caught:
        position.outcome(positions=1000)
    assert caught.value.known.reason.kind == "budget"
    # No search reaches its value; that of a smaller one needs more than a few positions.
    with pytest.raises(nimfield.OutOfReach):
        position.grundy_value()
    with pytest.raises(nimfield.NotDecided):
        nimfield.parse("lines(max=3)[1111/1111/1111]").grundy_value(positions=5)


def test_budgets_are_checked():
    position = nimfield.parse("nim[3]")
    for wrong in [{"time": -1}, {"time": math.nan}, {"memory": "much"}, {"positions": 0}, {"threads": 0}]:
        with pytest.raises(ValueError):
            position.analyze(**wrong)
    with pytest.raises(TypeError):
        position.analyze(time="long")
    with pytest.raises(TypeError):
        position.analyze(progress=3)
    import datetime

    for right in [{"time": None}, {"time": math.inf}, {"time": datetime.timedelta(seconds=5)}, {"memory": None}, {"memory": 1 << 20}, {"memory": "1.5 GiB"}]:
        assert position.analyze(**right).outcome == "N"


def test_the_best_move():
    move, aim = nimfield.parse("wythoff[4,6]").best_move()
    assert (str(move), aim) == ("both by 1", "win")
    move, aim = nimfield.parse("wythoff[3,5]").best_move()
    assert aim == "resist"
    assert nimfield.parse("nim[0]").best_move() is None


def test_pictures():
    position = nimfield.parse("matrix[20 24; 24 27]")
    assert position.to_svg().startswith("<svg") and position._repr_svg_() == position.to_svg()
    assert "matrix[20 24; 24 27]" in position._repr_html_()
    assert "24" in position.to_latex() and position.draw()
    assert "Ferguson 2001" in position.analyze()._repr_html_()


def test_attributes_cannot_be_set():
    with pytest.raises(AttributeError):
        nimfield.parse("nim[3]").text = "nim[4]"
