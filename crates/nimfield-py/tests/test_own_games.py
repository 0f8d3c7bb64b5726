"""Games whose rules are written in Python."""

import gc
import pickle
import weakref
from functools import lru_cache

import pytest

import nimfield
from nimfield import Game, Impartial, Partizan, Sum


class Kayles(Impartial):
    """Rows of pins: a move takes one, or two neighbours."""

    def options(self, rows):
        for i, pins in enumerate(rows):
            rest = rows[:i] + rows[i + 1 :]
            for taken in (1, 2):
                for left in range(pins - taken + 1):
                    yield tuple(sorted(p for p in (*rest, left, pins - taken - left) if p))


class SplitKayles(Kayles):
    def split(self, rows):
        return [(pins,) for pins in rows]


class Rows(Impartial):
    """The same, a position being one row: what a move leaves is a sum of two."""

    def options(self, pins):
        for taken in (1, 2):
            for left in range(pins - taken + 1):
                yield Sum([left, pins - taken - left])


class Heap(Impartial):
    """Nim with one heap; its moves have names."""

    name = "heap"

    def options(self, size):
        return {f"take {n}": size - n for n in range(1, size + 1)}


class Domineering(Partizan):
    def options(self, squares, player):
        down, right = (1, 0) if player == "left" else (0, 1)
        for row, column in sorted(squares):
            both = {(row, column), (row + down, column + right)}
            if both <= squares:
                yield squares - both


def board(rows, columns):
    return frozenset((row, column) for row in range(rows) for column in range(columns))


def mex(values):
    values = set(values)
    return next(n for n in range(len(values) + 1) if n not in values)


@lru_cache(None)
def kayles_value(rows):
    return mex(kayles_value(option) for option in Kayles().options(rows))


@lru_cache(None)
def kayles_misere(rows):
    options = list(Kayles().options(rows))
    return mex(kayles_misere(option) for option in options) if options else 1


# Kayles from Winning Ways.
VALUES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]


@pytest.mark.parametrize("game", [Kayles(), SplitKayles()])
def test_grundy_and_misere_values(game):
    for pins in range(14):
        assert game.grundy_value((pins,)) == VALUES[pins]
    for rows in [(), (1,), (3, 4), (2, 2), (1, 5), (2, 3, 4)]:
        assert game.grundy_value(rows) == kayles_value(rows)
        assert game.misere_value(rows) == kayles_misere(rows)
        assert game.outcome(rows) == ("N" if kayles_value(rows) else "P")
        assert game.outcome(rows, play="misere") == ("N" if kayles_misere(rows) else "P")


def test_parts_make_it_shorter():
    game = SplitKayles()
    assert [int(game.grundy_value((pins,))) for pins in range(24)] == VALUES
    assert game.positions_met < 30
    game.forget()
    assert game.positions_met == 0


def test_sums():
    game = Rows()
    assert [int(game.grundy_value(pins)) for pins in range(24)] == VALUES
    assert game.positions_met == 24
    for rows in [(), (1,), (3, 4), (2, 2), (1, 5), (2, 3, 4), (0, 0, 3)]:
        assert game.grundy_value(Sum(rows)) == kayles_value(tuple(p for p in rows if p))
        for play, wins in (("normal", kayles_value), ("misere", kayles_misere)):
            answer = game.analyze(Sum(rows), play=play)
            assert answer.outcome == ("N" if wins(tuple(p for p in rows if p)) else "P")
            played = {game(Sum(rows)).play(won.move).own for won in answer.winning_moves}
            assert played == {option for option in after(rows) if not wins(tuple(p for p in option if p))}
    row = game(Sum([3, 4]))
    assert str(row) == "rows[3 + 4]" and str(game(Sum([]))) == "rows[Sum()]"
    assert [str(move) for move in row.moves()][:3] == ["to 0 + 2 + 4", "to 1 + 1 + 4", "to 2 + 0 + 4"]
    assert row.play("to 3 + 1 + 1") == game(Sum([3, 1, 1])) and game(Sum([1])).own == Sum([1])
    assert pickle.loads(pickle.dumps(row)) != row and pickle.loads(pickle.dumps(row)).own == Sum([3, 4])


def after(rows):
    """The rows after each move in a sum of them."""
    for place, pins in enumerate(rows):
        for left in Rows().options(pins):
            yield Sum(rows[:place] + left + rows[place + 1 :])


def test_a_list_is_not_a_sum():
    class Heaps(Impartial):
        """Nim whose positions are lists of heaps, as one may write it first."""

        def options(self, heaps):
            return [heaps[:i] + [n] + heaps[i + 1 :] for i, size in enumerate(heaps) for n in range(size)]

    with pytest.raises(TypeError, match=r"tuple\(\[1, 2\]\).*nimfield.Sum\(\[1, 2\]\)"):
        Heaps()([1, 2])

    class Lists(Impartial):
        def options(self, pins):
            return [[n, pins - 1 - n] for n in range(pins)]

    for ask in (lambda p: p.outcome(), lambda p: p.moves(), lambda p: p.grundy_value()):
        with pytest.raises(TypeError, match="a list is not a position"):
            ask(Lists()(3))


def test_sums_and_split_together():
    class Twice(SplitKayles):
        def options(self, rows):
            (pins,) = rows
            for taken in (1, 2):
                for left in range(pins - taken + 1):
                    yield Sum([(left, pins - taken - left), (0, 0), (0,)])

    assert [int(Twice().grundy_value((pins,))) for pins in range(14)] == VALUES[:14]


def test_named_moves_of_sums():
    heaps = Heap()(Sum([2, 3]))
    assert heaps.outcome() == "N" and heaps.grundy_value() == 1
    assert [str(move) for move in heaps.moves()] == [f"part 1: take {n}" for n in (1, 2)] + [f"part 2: take {n}" for n in (1, 2, 3)]
    assert [(won.move, won.to) for won in heaps.analyze().winning_moves] == [("part 2: take 1", "heap[2 + 2]")]
    assert len(Heap()(Sum([1, 1, 1])).analyze().winning_moves) == 3


def test_partizan_sums():
    class Strips(Partizan):
        """Strips of squares: Left takes two neighbours, Right one square with nothing of it left aside."""

        def options(self, squares, player):
            taken = 2 if player == "left" else 1
            return [Sum([left, squares - taken - left]) for left in range(squares - taken + 1)]

    strips = Strips()

    @lru_cache(None)
    def form(squares):
        sides = ([sum((form(part) for part in option), Game("0")) for option in strips.options(squares, player)] for player in ("left", "right"))
        return Game.of_options(*sides)

    for squares in range(7):
        assert strips.canonical_form(squares) == form(squares)
    assert strips.canonical_form(Sum([2, 3, 5])) == form(2) + form(3) + form(5)
    assert strips.outcome(Sum([4, 4])) == (form(4) + form(4)).outcome()


def test_the_genus_is_that_of_nim():
    for size in range(5):
        heap = nimfield.Nim([size])
        assert Heap().genus(size) == heap.genus()
        assert Heap()(size).misere_report()["genus"] == heap.genus()


def test_sums_with_built_in_games():
    kayles, heap = Kayles(), Heap()
    total = kayles((5,)) + nimfield.parse("wythoff[1,2]") + heap(4)
    assert total.outcome() == "P" and total.games == ["kayles", "wythoff", "heap"]
    answer = (total + nimfield.Nim([3])).analyze(value=True)
    assert answer.outcome == "N" and answer.nimber == 3
    for move in answer.winning_moves:
        after = (total + nimfield.Nim([3])).play(move)
        assert after.outcome() == "P"
    assert (kayles((2, 2)) + nimfield.Nim([1])).outcome(play="misere") in "PN"


def test_play():
    position = Heap()(5)
    moves = position.moves()
    assert [str(move) for move in moves] == [f"take {n}" for n in range(1, 6)]
    assert position.play("take 3").own == 2 and position.play(moves[0]).own == 4
    with pytest.raises(nimfield.IllegalMove, match="not a legal move") as caught:
        position.play("take 6")
    assert caught.value.position == position
    other = Heap()(7)
    with pytest.raises(nimfield.IllegalMove):
        other.play(moves[0])
    kayles = Kayles()((3,))
    assert [str(move) for move in kayles.moves()] == ["to (2,)", "to (1, 1)", "to (1,)"]
    move, aim = kayles.best_move()
    assert aim == "win" and kayles.play(move).outcome() == "P"


def brute_force(squares):
    """The canonical form from options, by the arithmetic of games alone."""
    known = {}

    def form(position):
        if position not in known:
            sides = [[form(o) for o in Domineering().options(position, p)] for p in ("left", "right")]
            known[position] = Game.of_options(*sides)
        return known[position]

    return form(squares)


def test_canonical_forms_and_thermographs():
    game = Domineering()
    known = {(1, 1): "0", (2, 1): "1", (1, 2): "-1", (2, 2): "+-1", (3, 2): None, (1, 4): "-2"}
    for (rows, columns), value in known.items():
        form = game.canonical_form(board(rows, columns))
        assert form == brute_force(board(rows, columns))
        if value is not None:
            assert form == Game(value)
    assert game.thermograph(board(2, 2)).temperature == 1
    assert game.outcome(board(2, 3)) == brute_force(board(2, 3)).outcome()
    position = game(board(2, 2))
    total = position + Game("+-1") + nimfield.parse("nim[2]")
    assert total.canonical_form() == Game("*2") and total.outcome() == "N"
    answer = position.analyze(value=True)
    assert answer.game == Game("+-1") and {move.player for move in answer.winning_moves} == {"left", "right"}
    for move in answer.winning_moves:
        assert position.play(move).own in set(Domineering().options(board(2, 2), move.player))


def test_negatives_of_own_games():
    game = Domineering()
    square = game(board(2, 3))
    with pytest.raises(TypeError, match="has no negative"):
        nimfield.parse("nim[1]") - square

    class Turned(Domineering):
        def negative(self, squares):
            return frozenset((column, row) for row, column in squares)

    game = Turned()
    one, two = game(board(2, 3)), game(Sum([board(3, 1), board(2, 2)]))
    assert (one - one).outcome() == "P" and (two - two).outcome() == "P"
    assert (-one).own == board(3, 2)
    for a, b in [(one, two), (two, one), (one, nimfield.parse("nim[2]")), (one, nimfield.parse("matrix-partizan[1 2; 2 2]"))]:
        assert (a - b).canonical_form() == a.canonical_form() - b.canonical_form()
    assert (Game("{2|1}") - one).canonical_form() == Game("{2|1}") - one.canonical_form()
    assert (Kayles()((5,)) - Kayles()((5,))).outcome() == "P"


def test_moves_of_one_name_belong_to_their_players():
    class Colours(Partizan):
        def options(self, size, player):
            return {"take": size - (1 if player == "left" else 2)} if size >= 2 else {}

    position = Colours()(5)
    assert position.play("take", "left").own == 4 and position.play("take", "right").own == 3
    assert [(m.player, position.play(m).own) for m in position.moves()] == [("left", 4), ("right", 3)]


def test_misere_partizan_play():
    class Cutcake(Partizan):
        def options(self, sides, player):
            rows, columns = sides
            if player == "left":
                return [(rows, n) for n in range(1, columns)]
            return [(n, columns) for n in range(1, rows)]

    assert Cutcake().outcome((1, 3)) == "L"
    assert Cutcake().outcome((1, 3), play="misere") == "R"


def test_what_the_rules_raise_comes_through():
    class Broken(Impartial):
        def options(self, size):
            if size == 3:
                raise RuntimeError("three is not allowed")
            return range(size - 1, -1, -1)

    for ask in [lambda p: p.outcome(), lambda p: p.analyze(), lambda p: p.grundy_value(), lambda p: p.genus()]:
        with pytest.raises(RuntimeError, match="three is not allowed"):
            ask(Broken()(6))
    with pytest.raises(RuntimeError, match="three"):
        Broken()(3).moves()
    game = Broken()
    with pytest.raises(RuntimeError):
        game.outcome(5)
    # What was in the way does not stay so.
    game.options = lambda size: range(size)
    assert game.outcome(5) == "N" and game.grundy_value(5) == 5

    class Nothing(Impartial):
        def options(self, size):
            pass

    with pytest.raises(TypeError, match="returned None"):
        Nothing().outcome(1)

    class Sets(Impartial):
        def options(self, sizes):
            return [{1}]

    with pytest.raises(TypeError, match="unhashable"):
        Sets().outcome(1)
    with pytest.raises(TypeError, match="unhashable"):
        Sets()({1})
    with pytest.raises(TypeError, match="unhashable"):
        Sets()(Sum([1, {2}]))
    with pytest.raises(NotImplementedError):
        Impartial()(1).outcome()
    with pytest.raises(ValueError):

        class Odd(Impartial):
            play = "odd"

        Odd()(1)


@pytest.mark.parametrize("kind", [Impartial, Partizan])
def test_a_game_without_end_is_told(kind):
    if kind is Impartial:

        class Circle(Impartial):
            def options(self, n):
                return [(n + 1) % 5]

    else:

        class Circle(Partizan):
            def options(self, n, player):
                return [(n + 1) % 5]

    with pytest.raises(ValueError, match="forever"):
        Circle()(0).outcome(time=None)

    class Endless(Impartial):
        def options(self, n):
            return [n + 1]

    with pytest.raises(nimfield.NotDecided):
        Endless()(0).outcome(memory="20MB", time=None)


def test_long_games_need_no_stack():
    class Long(Impartial):
        def options(self, n):
            return [n - 1] if n else []

    game = Long()
    assert game.grundy_value(50_001) == 1
    del game


def test_positions_pickle_with_their_game():
    position = Kayles()((3, 4))
    again = pickle.loads(pickle.dumps(position + nimfield.Nim([2])))
    assert again.outcome() == (position + nimfield.Nim([2])).outcome()
    assert str(again) == "kayles[(3, 4)] + nim[2]"
    # It is a position of another object, so it is not equal.
    assert again.components[0] != position
    game = Kayles()
    assert game((1,)) == game((1,)) and game((1,)) != game((2,)) and hash(game((1,))) == hash(game((1,)))
    assert repr(game((1,))) == "<Position kayles[(1,)]>"


def test_games_are_freed():
    game = Kayles()
    position = game((4, 5))
    position.analyze()
    seen = weakref.ref(game)
    del game
    gc.collect()
    # The position needs it.
    assert seen() is not None and position.outcome() == "N"
    del position
    gc.collect()
    assert seen() is None
