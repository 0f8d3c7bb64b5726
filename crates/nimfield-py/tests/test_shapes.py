"""Games in Python with a shape: every line of the book's table "Every game" for each shape."""

import copy
import functools
import pickle

import pytest

import nimfield
from nimfield import Impartial, Partizan, Sum


class Rows(Impartial):
    """Kayles in Python.

    A move takes one pin of a row, or two neighbours."""

    shape, noun, example = "heap", "row", 9

    def options(self, pins):
        return [Sum([left, pins - taken - left]) for taken in (1, 2) for left in range((pins - taken) // 2 + 1) if taken <= pins]


class Alike(Impartial):
    """Wythoff's game by its rules."""

    shape, example = "2 heaps", (3, 5)

    def options(self, heaps):
        a, b = heaps
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(heaps) + 1))


class Lines(Impartial):
    """Matrix nim: a move takes the same from each pile of a row or a column."""

    shape, example = "grid", ((2, 3), (1, 2))

    def options(self, rows):
        for sides in (rows, tuple(zip(*rows))):
            for at, side in enumerate(sides):
                for k in range(1, min(side) + 1):
                    after = (*sides[:at], tuple(pile - k for pile in side), *sides[at + 1 :])
                    yield after if sides is rows else tuple(zip(*after))


class Bite(Impartial):
    """Chomp without its poison: a bite takes a square and all below and to the right of it."""

    shape, example = "diagram", (4, 4, 3)

    def options(self, rows):
        for row, length in enumerate(rows):
            for column in range(length):
                yield tuple(left for left in (*rows[:row], *(min(column, other) for other in rows[row:])) if left)


class Dominoes(Impartial):
    """Cram: dominoes are placed on free cells, which are 1 here."""

    shape, example = "board", ((1,) * 3,) * 2

    def options(self, board):
        cells = {(row, column) for row, line in enumerate(board) for column, cell in enumerate(line) if cell}
        for row, column in sorted(cells):
            for other in ((row + 1, column), (row, column + 1)):
                if other in cells:
                    taken = ((row, column), other)
                    yield tuple(tuple(0 if (r, c) in taken else cell for c, cell in enumerate(line)) for r, line in enumerate(board))


class Knights(Impartial):
    """Knights walk towards the corner, each on its own."""

    shape, example = "points", ((3, 2), (4, 4))

    def options(self, points):
        for at, (x, y) in enumerate(points):
            for dx, dy in ((-2, 1), (-1, -2), (-2, -1), (1, -2)):
                if x + dx >= 0 and y + dy >= 0:
                    yield (*points[:at], (x + dx, y + dy), *points[at + 1 :])


class Strip(Impartial):
    """Welter's game: a coin moves down to a free square."""

    shape, example = "points", (1, 4, 6)

    def allows(self, coins):
        return len(set(coins)) == len(coins)

    def options(self, coins):
        for at, coin in enumerate(coins):
            for to in set(range(coin)) - set(coins):
                yield (*coins[:at], to, *coins[at + 1 :])


class Bricks(Impartial):
    """A box that loses a layer."""

    shape, example = "box", (3, 2, 4)

    def options(self, sides):
        return [(*sides[:at], side - k, *sides[at + 1 :]) for at, side in enumerate(sides) for k in range(1, side)]


class Take(Impartial):
    """One heap, from which a move takes up to a number."""

    shape, example, parameters = "heap", 9, {"most": 3}

    def options(self, heap):
        return [heap - k for k in range(1, min(heap, self.most) + 1)]


class Upright(Partizan):
    """Domineering: Left places upright dominoes, Right flat ones."""

    shape, fill = "board", 0

    def options(self, board, player):
        down, right = (1, 0) if player == "left" else (0, 1)
        for row, line in enumerate(board):
            for column, cell in enumerate(line):
                if not cell and row + down < len(board) and column + right < len(line) and not board[row + down][column + right]:
                    yield tuple(
                        tuple(1 if (r, c) in ((row, column), (row + down, column + right)) else own for c, own in enumerate(rest))
                        for r, rest in enumerate(board)
                    )


class Colours(Partizan):
    """Col on a path: a player colours a vertex that has no neighbour of this colour."""

    shape, example = "board", ((1,) * 4,)

    def options(self, board, player):
        [path] = board
        colour = player[0].upper()
        for at, cell in enumerate(path):
            if cell == 1 and colour not in path[max(at - 1, 0) : at + 2]:
                yield ((*path[:at], colour, *path[at + 1 :]),)


ALL = [Rows, Alike, Lines, Bite, Dominoes, Knights, Strip, Bricks, Take, Upright, Colours]

# What it is called, the shape as drawn, and a move of the start.
TOLD = {
    Rows: ("rows[9]", "heaps", "row 1 into 0+8"),
    Alike: ("alike[3,5]", "heaps", "heaps 1,2 by 2"),
    Lines: ("lines[2 3; 1 2]", "matrix", "column 2 by 1"),
    Bite: ("bite[4,4,3]", "board", "b2"),
    Dominoes: ("dominoes[2x3]", "board", "a1-b1"),
    Knights: ("knights[(3,2) (4,4)]", "board", "(3,2) to (1,3)"),
    Strip: ("strip[1,4,6]", "board", "4 to 3"),
    Bricks: ("bricks[3,2,4]", "panels", "side 3 by 3"),
    Take: ("take(3)[9]", "heaps", "heap 1 by 3"),
    Upright: ("upright[3x3]", "board", "a1-a2"),
    Colours: ("colours[1x4]", "board", "L a1"),
}


@pytest.fixture(params=ALL, ids=lambda kind: kind.__name__)
def game(request):
    return request.param()


def test_positions_print_and_read(game):
    text, _, _ = TOLD[type(game)]
    start = nimfield.parse(text, rules=game)
    assert str(start) == text == game.info().example
    assert start == game(text) == game(text[text.index("[") :]) == game(start.own)
    assert nimfield.parse(f"{text} + nim[2]", rules=[game]).games == [game.info().name, "nim"]
    for after in start.options():
        assert game(str(after)) == after and game(after.own) == after


def test_the_move_of_the_description_plays(game):
    info = game.info()
    start = game(info.example)
    assert start.play(info.move_example) in start.options()
    assert start.play(TOLD[type(game)][2]) in start.options()
    # Each move is known by its name alone, and the names are those of help.
    players = ["left", "right"] if info.partizan else [None]
    for player in players:
        moves = start.moves(player)
        names = [str(move) for move in moves]
        assert len(set(names)) == len(names) == len(set(start.options(player)))
        for move in moves:
            assert start.read_move(str(move).upper(), player) == move
            assert start.play(str(move), player) == start.play(move)
    noun = str(start.moves()[0]).split()[0]
    assert info.moves and (noun in info.moves or "a1" in info.moves or "I" in info.moves)
    with pytest.raises(nimfield.IllegalMove, match="not a legal move"):
        start.play("castle")


def test_it_is_drawn_with_its_shape(game):
    text, _, _ = TOLD[type(game)]
    start = game(text)
    assert text not in start.draw(), start.draw()
    assert start.to_svg().startswith("<svg") and start.to_png()[:4] == b"\x89PNG" and start.to_latex()


def makes(handle, player, text):
    """Whether a handle can make a move."""
    if handle.get("player") not in (None, player):
        return False
    kind = handle["kind"]
    if kind == "move":
        return handle["move"] == text
    if kind == "set":
        return all(any(item["text"] == cell for item in handle["items"]) for cell in text.replace("-", ",").split(","))
    return text.startswith(handle["before"])


def test_a_hand_makes_every_move(game):
    start = game(game.info().example)
    [handles] = start._native.handles()
    assert handles and all(handle["cells"] for handle in handles)
    for player in ["left", "right"] if game.info().partizan else [None]:
        for move in start.moves(player):
            assert any(makes(handle, player, str(move)) for handle in handles), (str(move), handles)


def twin(game):
    """The outcome by plain recursion."""

    @functools.lru_cache(maxsize=None)
    def wins(position, player):
        other = {"left": "right", "right": "left", None: None}[player]
        items = tuple(position) if type(position) is Sum else (position,)
        for at, item in enumerate(items):
            for option in game.options(item, player) if player else game.options(item):
                inside = tuple(option) if type(option) is Sum else (option,)
                if not wins(Sum((*items[:at], *inside, *items[at + 1 :])), other):
                    return True
        return False

    def outcome(position):
        if not game._partizan:
            return "N" if wins(position, None) else "P"
        return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins(position, "left"), wins(position, "right")]

    return outcome


FAMILIES = {
    Rows: ("rows[n]", 12),
    Alike: ("alike[a b]", 6),
    Lines: ("lines[a b; b a+1]", 3),
    Bite: ("bite[a+b,a]", 4),
    Dominoes: ("dominoes[axb]", 2),
    Knights: ("knights[(a,b)]", 4),
    Strip: ("strip[a,b]", 4),
    Bricks: ("bricks[a,b]", 5),
    Take: ("take(a)[b]", 6),
    Upright: ("upright[axb]", 2),
    Colours: ("colours[1xn]", 4),
}


def test_families_have_tables_guesses_and_hunts(game):
    family, most = FAMILIES[type(game)]
    letters = [letter for letter in "abn" if letter in family.partition("[")[2] + family.partition("(")[2].partition("[")[0]]
    ranges = {letter: range(1, most + 1) for letter in letters}
    table = nimfield.table(family, rules=type(game), **ranges)
    outcome = twin(game)
    for numbers, cell in table.items():
        text = family
        for letter, number in zip(letters, numbers):
            name, options, body = text.partition("[")[0], "", text.partition("[")[2]
            if "(" in name:
                name, _, options = name.partition("(")
                options = "(" + options.replace(letter, str(number))
            body = body.replace(f"{letter}+1", str(number + 1)).replace("a+b", "+") if letter == "a" and "a+b" not in body else body
            body = body.replace("a+b", str(sum(numbers)))
            text = name + options + "[" + body.replace(letter, str(number))
        try:
            position = game(text)
        except nimfield.ParseError:
            assert cell == ""
            continue
        own = game._with((numbers[0],)) if type(game) is Take else game
        assert cell == (twin(own) if own is not game else outcome)(position.own), text
    held = nimfield.hunt(statement=f"{family}: P = P", rules=game, **ranges)
    assert held["held"] == sum(cell != "" for cell in table) and held["counterexample"] is None
    if not game.info().partizan:
        assert nimfield.guess(family, rules=game, **{letter: range(most + 1) for letter in letters})["positions"] > 0


def test_periods_and_values():
    known = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    table = nimfield.table("rows[n]", n=range(12), show="value", rules=Rows)
    assert list(table) == known and table.to_numpy().tolist() == known
    found = nimfield.period("take(4)[n]", up_to=40, rules=Take())
    assert (found["preperiod"], found["period"], found["status"]) == (0, 5, "seen")
    law = nimfield.guess("take(3)[n]", n=range(50), rules=Take)["guesses"][0]["law"]
    assert law == "P exactly if n mod 4 is 0"
    assert nimfield.hunt(statement="rows: P -> size < 3", up_to=6, rules=Rows)["counterexample"]["position"] == "rows[2,2]"
    assert nimfield.table("alike[a b]", a=range(9), b=range(9), rules=Alike, show="value").texts() == nimfield.table(
        "wythoff[a b]", a=range(9), b=range(9), show="value").texts()
    with pytest.raises(nimfield.NotDecided, match="no law was proved"):
        nimfield.guess("alike[a b]", prove=True, rules=Alike)


def test_constructors_take_numbers_and_parameters():
    assert str(Rows()(3, 4)) == str(Rows()([3, 4])) == str(Rows()(Sum([3, 4]))) == "rows[3,4]"
    assert str(Alike()(3, 5)) == str(Alike()([3, 5])) == "alike[3,5]"
    np = pytest.importorskip("numpy")
    assert str(Lines()(np.array([[1, 2], [3, 4]]))) == str(Lines()([[1, 2], [3, 4]])) == "lines[1 2; 3 4]"
    assert str(Take(5)(9)) == str(Take(most=5)(9)) == "take(5)[9]"
    assert Take()("take(2)[9]").outcome() == "P" and Take()(9).outcome() == "N"
    assert str(Bite()("3x2")) == "bite[2,2,2]" and str(Bite()("4^2,1")) == "bite[4,4,1]"
    assert str(Upright()("00_/01L")) == "upright[00_/01L]"
    with pytest.raises(TypeError, match="takes most"):
        Take(1, 2)
    with pytest.raises(TypeError, match="takes no parameters"):
        Rows(9)


def test_mistakes_name_the_place():
    for text, wrong, message in [
        ("alike[3,5,7]", "3,5,7", "expected 2 heaps, found 3"),
        ("rows[3,x]", "x", "expected a whole number"),
        ("lines[1 2; 3]", " 3", "expected a row of 2 piles"),
        ("bite[2,3]", "3", "the longest row comes first"),
        ("dominoes[11/1?]", "?", "expected 1, 0, _ or a letter"),
        ("strip[4,4]", "4,4", "not a position of strip"),
        ("take(1,2)[4]", ")", "the parameters of take are most"),
    ]:
        with pytest.raises(nimfield.ParseError, match=message) as caught:
            nimfield.parse(text, rules=ALL)
        assert caught.value.text[caught.value.position : caught.value.end] == wrong, text
    with pytest.raises(nimfield.ParseError, match="unknown game `rows`"):
        nimfield.parse("rows[3]")
    for wrong in [3, (1, 2, 3), (1.5, 2), (-1, 2)]:
        with pytest.raises(TypeError, match="expected a tuple of the sizes"):
            Alike()((wrong,) if wrong == 3 else wrong)

    class Plain(Impartial):
        def options(self, position):
            return range(position)

    with pytest.raises(ValueError, match="the game has no shape"):
        nimfield.parse("plain[3]", rules=Plain)
    with pytest.raises(TypeError, match="expected a game"):
        nimfield.parse("plain[3]", rules=3)

    class Odd(Impartial):
        shape = "circle"

    with pytest.raises(ValueError, match="unknown shape 'circle'"):
        Odd()(3)


def test_numbers_are_so_large_at_most():
    rows, bite = Rows(), Bite()
    assert rows("9" * 38).own == 10**38 - 1 and str(bite("9" * 19)) == f"bite[{'9' * 19}]"
    for game, text in [(rows, "1" + "0" * 38), (rows, "9" * 5000), (bite, "1" + "0" * 19)]:
        with pytest.raises(nimfield.ParseError, match="expected a whole number below"):
            game(text)


def test_texts_stand_for_so_many_cells_at_most():
    from nimfield._shapes import MOST_CELLS

    board, bite = Upright(), Bite()
    for size in (MOST_CELLS - 1, MOST_CELLS):
        assert len(board(f"1x{size}").own[0]) == size and len(bite(f"1^{size}").own) == size == len(bite(f"{size}x1").own)
    for text in (f"1x{MOST_CELLS + 1}", f"{10**30}x{10**30}", "0x3"):
        with pytest.raises(nimfield.ParseError, match="expected a rectangle of 1 to"):
            board(text)
    for text in (f"1^{MOST_CELLS + 1}", f"1^{10**30}"):
        with pytest.raises(nimfield.ParseError, match="expected at most"):
            bite(text)


def test_what_the_rules_raise_comes_through():
    class Broken(Impartial):
        shape = "heap"

        def options(self, heap):
            if heap == 4:
                raise KeyError("four")
            return range(heap)

    for call in [
        lambda: nimfield.table("broken[n]", n=range(9), rules=Broken),
        lambda: nimfield.period("broken[n]", up_to=9, rules=Broken),
        lambda: nimfield.guess("broken[n]", n=range(9), rules=Broken),
        lambda: nimfield.hunt(statement="broken[n]: P -> n = 0", n=range(9), rules=Broken),
    ]:
        with pytest.raises(KeyError, match="four"):
            call()


def test_sums_of_parts_are_drawn_and_read():
    bite, dominoes = Bite(), Dominoes()
    pair = bite(Sum([(2, 1), (3,)]))
    assert str(pair) == "bite[2,1; 3]" and bite("2,1; 3") == pair
    assert "piece 2 b1" in map(str, pair.moves()) and str(pair.play("piece 2 b1")) == "bite[2,1; 1]"
    boards = dominoes(Sum([((1, 1),), ((1,), (1,))]))
    assert str(boards) == "dominoes[1x2 + 2x1]" and dominoes(str(boards)) == boards
    assert boards.outcome() == "P" and boards.to_svg().startswith("<svg")


def test_names_of_a_dictionary_stay():
    class Named(Impartial):
        shape = "heap"

        def options(self, heap):
            return {f"take {k}": heap - k for k in (1, 2) if k <= heap}

    start = Named()(3)
    assert [str(move) for move in start.moves()] == ["take 1", "take 2"]
    [handles] = start._native.handles()
    assert [handle["move"] for handle in handles] == ["take 1", "take 2"]


def test_positions_and_moves_go_through_pickles():
    start = Alike()(3, 5)
    for thing in (pickle.loads(pickle.dumps(start)), copy.deepcopy(start)):
        assert str(thing) == "alike[3,5]" and thing.outcome() == "P"
    answer = pickle.loads(pickle.dumps(Alike()(4, 5).analyze()))
    assert [str(move) for move in answer.winning_moves] == [str(move) for move in Alike()(4, 5).analyze().winning_moves]
    move = pickle.loads(pickle.dumps(Rows()(5).moves()[1]))
    assert str(move) == str(Rows()(5).moves()[1])
