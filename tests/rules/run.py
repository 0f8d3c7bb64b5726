#!/usr/bin/env python3
"""Rule files with odd combinations of lines, compared with brute force that knows no theory: outcomes in both plays,
values, and how many positions the winning moves lead to. Each game is written twice, as a file and as a function of
its options by the sentences of the manual (docs/src/rule-files.md).

    python3 tests/rules/run.py target/debug/nimfield
"""

import functools
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

NIMFIELD = str(pathlib.Path(sys.argv[1]).resolve())
FOLDER = tempfile.TemporaryDirectory()
sys.setrecursionlimit(100_000)


def answers(text, bodies, play):
    """What the program says of positions of the game of a file."""
    file = pathlib.Path(FOLDER.name) / "own.game"
    file.write_text(text, encoding="utf-8")
    positions = "".join(f"@{file}{body}\n" for body in bodies)
    command = [NIMFIELD, "--quiet", "--no-config", "analyze", "--json", "--value", "--play", play, "-"]
    done = subprocess.run(command, input=positions, capture_output=True, text=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    read = len(found) == len(bodies) and all("outcome" in answer for answer in found)
    assert read, f"{text}{done.stdout[:400]}{done.stderr[:400]}"
    return found


def same(body):
    """A body whose parts are in order, as positions that differ by their order are the same."""
    return "; ".join(sorted(body[body.index("[") :].strip("[]").split("; ")))


def check_moves(answer, player, lost, about):
    """The winning moves lead to as many positions as brute force finds; moves listed as a range are not compared."""
    won = [move["to"] for move in answer["winning_moves"] if player in (None, move["player"])]
    if None not in won:
        assert len({same(to) for to in won}) == len(lost), f"{about}: winning moves to {won}, expected {lost}"


def impartial(text, options, body, places, over=lambda place: None, block=0, values=True):
    """`over` says whether the player to move has won in normal play, None while the game goes on."""

    @functools.cache
    def after(place):
        return () if over(place) is not None else tuple(sorted(set(options(place))))

    @functools.cache
    def wins(place, play):
        if over(place) is not None:
            return over(place) == (play == "normal")
        everything = after(place)
        for count in range(min(block, len(everything)) + 1):
            for forbidden in itertools.combinations(everything, count):
                left = [own for own in everything if own not in forbidden]
                if not (any(not wins(own, play) for own in left) if left else play == "misere"):
                    return False
        return True

    @functools.cache
    def value(place):
        met = {value(own) for own in after(place)}
        return next(number for number in itertools.count() if number not in met)

    places = list(places)
    for play in ("normal", "misere"):
        for place, answer in zip(places, answers(text, [body(place) for place in places], play)):
            about = f"{text}{body(place)} {play}"
            won = wins(place, play)
            assert answer["outcome"] == ("N" if won else "P"), f"{about}: {answer['outcome']}"
            if values and play == "normal":
                expected = {0: "0", 1: "*"}.get(value(place), f"*{value(place)}")
                assert answer["value"] == expected, f"{about}: {answer['value']}, not {expected}"
            lost = {same(body(own)) for own in after(place) if not wins(own, play)} if won else set()
            check_moves(answer, None, lost, about)
    return len(places)


class Forms:
    """Canonical forms of games, each game once, by the definitions."""

    def __init__(self):
        self.games, self.numbers = [], {}

    def make(self, left, right):
        key = (frozenset(left), frozenset(right))
        if key not in self.numbers:
            self.numbers[key] = len(self.games)
            self.games.append(key)
        return self.numbers[key]

    @functools.cache
    def at_most(self, one, other):
        return not any(self.at_most(other, own) for own in self.games[one][0]) and not any(
            self.at_most(own, one) for own in self.games[other][1]
        )

    def form(self, left, right):
        left, right = set(left), set(right)
        while self.reduced(left, right):
            pass
        return self.make(left, right)

    def reduced(self, left, right):
        """Bypasses a reversible option, or removes a dominated one, if there is one."""
        game = self.make(left, right)
        for own, answers_of, better in (
            (left, 1, lambda answer: self.at_most(answer, game)),
            (right, 0, lambda answer: self.at_most(game, answer)),
        ):
            for option in own:
                answer = next((answer for answer in self.games[option][answers_of] if better(answer)), None)
                if answer is not None:
                    own.remove(option)
                    own |= self.games[answer][1 - answers_of]
                    return True
        for own, worse in ((left, self.at_most), (right, lambda one, other: self.at_most(other, one))):
            for option in own:
                if any(option != other and worse(option, other) for other in own):
                    own.remove(option)
                    return True
        return False


def partizan(text, options, body, places):
    """`options` has the player, L or R, as its second argument. Equal forms have one text, and different forms two."""
    forms, texts = Forms(), {}

    @functools.cache
    def after(place, player):
        return tuple(sorted(set(options(place, player))))

    @functools.cache
    def wins(place, player, play):
        own = after(place, player)
        return any(not wins(one, "LR"[player == "L"], play) for one in own) if own else play == "misere"

    @functools.cache
    def form(place):
        return forms.form({form(own) for own in after(place, "L")}, {form(own) for own in after(place, "R")})

    places = list(places)
    for play in ("normal", "misere"):
        for place, answer in zip(places, answers(text, [body(place) for place in places], play)):
            about = f"{text}{body(place)} {play}"
            left, right = wins(place, "L", play), wins(place, "R", play)
            expected = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[left, right]
            assert answer["outcome"] == expected, f"{about}: {answer['outcome']}, not {expected}"
            for player, name in (("L", "left"), ("R", "right")):
                lost = [own for own in after(place, player) if not wins(own, "LR"[player == "L"], play)]
                check_moves(answer, name, lost, about)
            if play == "normal" and answer["value"] is not None:
                assert texts.setdefault(form(place), answer["value"]) == answer["value"], f"{about}: {answer['value']}"
    assert len(set(texts.values())) == len(texts), f"{text}: a text stands for two values"
    return len(places)


# Piles.


def row(piles):
    return "[" + ",".join(map(str, piles)) + "]"


def boxes(*most):
    return itertools.product(*(range(size + 1) for size in most))


def less(piles, *amounts):
    """The piles after amounts were taken, pairs of a pile and a number."""
    left = list(piles)
    for pile, amount in amounts:
        left[pile] -= amount
    return tuple(left)


def single(piles, amounts=lambda most: range(1, most + 1)):
    for pile, size in enumerate(piles):
        yield from (less(piles, (pile, amount)) for amount in amounts(size) if amount <= size)


def both(piles, pairs):
    for one, other in pairs:
        yield from (less(piles, (one, k), (other, k)) for k in range(1, min(piles[one], piles[other]) + 1))


def near(piles, most):
    for k, l in itertools.product(range(1, piles[0] + 1), range(1, piles[1] + 1)):
        if abs(k - l) < most:
            yield less(piles, (0, k), (1, l))


def ends_and_blocks():
    yield impartial(
        "piles any\nmove same any from neighbours 1..2\nblock 1\nplay misere\n",
        lambda piles: [*single(piles), *both(piles, [(0, 1), (1, 2)])],
        row, boxes(4, 4, 4), block=1, values=False,
    )  # fmt: skip
    for most in (0, 3, 5):
        yield impartial(
            "param t 0..9 = 3\npiles 2\nends won where p1 + p2 <= t\nends where p1 = 2p2\nmove same any from each\n"
            "move any from pairs where abs(k-l) < 2\n",
            lambda piles: [*single(piles), *near(piles, 2)],
            lambda piles: f"({most}){row(piles)}", boxes(8, 8), values=False,
            over=lambda piles: True if sum(piles) <= most else False if piles[0] == 2 * piles[1] else None,
        )  # fmt: skip
    for block in (0, 1, 2, 3):
        yield impartial(
            "param b 0..9 = 1\npiles 2 x 2\nmove same any from lines\nmove same 1,3 from each\nblock b\n",
            lambda piles: [*both(piles, [(0, 1), (2, 3), (0, 2), (1, 3)]), *single(piles, lambda _: (1, 3))],
            lambda piles: "({})[{} {}; {} {}]".format(block, *piles), boxes(3, 3, 2, 2), block=block, values=block == 0,
        )  # fmt: skip

    def on_edges(piles):
        for one, other in ((0, 1), (1, 2), (2, 0), (0, 3)):
            for k, l in boxes(min(3, piles[one]), min(3, piles[other])):
                if 0 < k + l <= 3:
                    yield less(piles, (one, k), (other, l))

    yield impartial(
        "piles on vertices a-b b-c c-a a-d\nmove any at least 1 from edges where k+l <= 3\n"
        "ends where p1 + p2 + p3 + p4 < 3\n",
        on_edges, row, boxes(3, 3, 3, 2), over=lambda piles: False if sum(piles) < 3 else None,
    )  # fmt: skip

    def in_a_ring(piles):
        yield from single(piles, lambda _: (1, 2))
        yield from (less(piles, (at, 1), ((at + 1) % 4, 1)) for at in range(4) if piles[at] and piles[(at + 1) % 4])

    yield impartial(
        "piles 4 ring\nmove same 1..2 from each\nmove same 1 from neighbours 2\nends won where p1 = 0\n"
        "ends where p2 = 0 or p4 > p3 + 1\nblock 2\n",
        in_a_ring, row, boxes(2, 2, 3, 3), block=2, values=False,
        over=lambda piles: True if piles[0] == 0 else False if piles[1] == 0 or piles[3] > piles[2] + 1 else None,
    )  # fmt: skip
    yield partizan(
        "piles 2\nleft move same 1..2 from each\nright move same 1,3 from each\nends where p1 + p2 <= 2\n",
        lambda piles, player: [] if sum(piles) <= 2 else single(piles, lambda _: (1, 2) if player == "L" else (1, 3)),
        row, boxes(5, 5),
    )  # fmt: skip


def moves_that_put_back():
    def exchanges(pairs, allows):
        """From one pile k, and l on another one."""

        def options(piles):
            for one, other in pairs:
                for k, l in itertools.product(range(1, piles[one] + 1), range(12)):
                    if allows(k, l):
                        yield less(piles, (one, k), (other, -l))

        return options

    pair, ring = [(0, 1), (1, 0)], list(itertools.permutations(range(3), 2))
    growing = exchanges(pair, lambda k, l: 0 < l < k and (k + l) % 2)
    yield impartial(
        "piles 2\nmove vector k,-l from pairs where l < k and odd(k+l)\nmove same any from all\n",
        lambda piles: [*growing(piles), *both(piles, [(0, 1)])], row, boxes(7, 7),
    )  # fmt: skip
    yield impartial(
        "piles 2\nmove vector k,-1 from pairs where k >= 2\nends where p1 = p2\n",
        exchanges(pair, lambda k, l: k >= 2 and l == 1), row, boxes(8, 8),
        over=lambda piles: False if piles[0] == piles[1] else None,
    )  # fmt: skip
    yield impartial(
        "piles 3 ring\nmove vector k,-k/2 from neighbours 2 where k = 2 or k = 4\nends where p1 = p2 and p2 = p3\n",
        exchanges(ring, lambda k, l: k in (2, 4) and 2 * l == k), row, boxes(4, 4, 4),
        over=lambda piles: False if len(set(piles)) == 1 else None,
    )  # fmt: skip

    def halves(piles):
        for pile in (0, 1):
            yield from (less(piles, (pile, k), (2, -(k // 2))) for k in range(1, piles[pile] + 1))
        yield from (less(piles, (2, k)) for k in (1, 2) if k <= piles[2])

    yield impartial(
        "piles 3\nmove same any from 1 2 put k/2 on pile 3\nmove same 1..2 from 3\n", halves, row, boxes(5, 5, 3)
    )

    def deleted(piles):
        for one, other in ring:
            if piles[one]:
                for rest in range(1, piles[other]):
                    yield less(piles, (one, piles[one] - rest), (other, rest))

    yield impartial(
        "piles 3\nmove vector x-l,l from pairs where x > 0 and l < y\n", deleted, row, boxes(4, 4, 4)
    )

    def for_two(piles, player):
        own, other = (0, 1) if player == "L" else (1, 0)
        yield from (less(piles, (own, k), (other, -1)) for k in range(2, piles[own] + 1))
        if piles[other]:
            yield less(piles, (other, 1))

    yield partizan(
        "piles 2\nleft move vector k,-1 from 1,2 where k >= 2\nleft move same 1 from 2\n"
        "right move vector k,-1 from 2,1 where k >= 2\nright move same 1 from 1\n",
        for_two, row, boxes(5, 5),
    )  # fmt: skip


def limits():
    def limited(moves, following, word="at most"):
        """Places are piles and a limit; `moves` gives the piles after a move, and the largest amount taken."""
        allows = {"at most": int.__le__, "at least": int.__ge__, "not": int.__ne__}[word]

        def capped(piles, limit):
            if word == "not":
                return piles, limit if limit <= max(piles) else 0
            return piles, min(max(limit, 1), max(piles) + 1) if word == "at least" else min(limit, max(piles))

        def options(place):
            piles, limit = place
            for after, amount in moves(piles):
                if allows(amount, limit):
                    yield capped(after, following(amount))

        def places(*most):
            return sorted({capped(piles, limit) for piles in boxes(*most) for limit in range(max(most) + 1)})

        return options, places

    def body(place, word="at most"):
        return f"[{','.join(map(str, place[0]))}; {word} {place[1]}]"

    def any_one(piles):
        for pile, size in enumerate(piles):
            yield from ((less(piles, (pile, k)), k) for k in range(1, size + 1))

    options, places = limited(any_one, lambda last: max(2, 3 - last))
    yield impartial(
        "param t 1..5 = 1\npiles 2\nmove same any from each\nlimit max(t, 3 - last)\nfirst 2\n",
        options, lambda place: "(2)" + body(place), places(6, 5),
    )  # fmt: skip

    def pairs(piles):
        yield from any_one(piles)
        for k, l in itertools.product(range(1, piles[0] + 1), range(1, piles[1] + 1)):
            if k == 2 * l or l == 2 * k:
                yield less(piles, (0, k), (1, l)), max(k, l)

    options, places = limited(pairs, lambda last: 3 * last // 2)
    yield impartial(
        "piles 2\nmove vector 1,2 times any from pairs\nmove same any from each\nlimit 3*last/2\n",
        options, body, places(5, 5),
    )  # fmt: skip
    for word in ("at least", "not"):
        options, places = limited(any_one, lambda last: last, word)
        yield impartial(
            f"piles any\nmove same any from each\nlimit {word} last\n",
            options, lambda place: body(place, word), [*places(14), *places(4, 4)],
        )  # fmt: skip


# Diagrams, as lists of rows.


def cells(rows):
    return {(i, j) for i, length in enumerate(rows) for j in range(length)}


def rows_of(some):
    return tuple(sum(1 for cell in some if cell[0] == i) for i in sorted({i for i, _ in some}))


def turned(rows):
    return rows_of({(j, i) for i, j in cells(rows)})


def partitions(size, most):
    if size == 0:
        yield ()
    for first in range(min(size, most), 0, -1):
        yield from ((first, *others) for others in partitions(size - first, first))


def bite(rows, cell):
    return rows_of({own for own in cells(rows) if own[0] < cell[0] or own[1] < cell[1]})


def corners(rows):
    own = cells(rows)
    return sorted((i, j) for i, j in own if (i + 1, j) not in own and (i, j + 1) not in own)


def without_corners(rows, allows):
    """`allows` is asked about the numbers of the removed corners, and the number of all."""
    own = corners(rows)
    for count in range(1, len(own) + 1):
        for chosen in itertools.combinations(range(len(own)), count):
            if allows(chosen, len(own)):
                yield rows_of(cells(rows) - {own[at] for at in chosen})


def run(chosen, _):
    return chosen[-1] - chosen[0] + 1 == len(chosen)


def outer(chosen, count):
    return run(chosen, count) and (chosen[0] == 0 or chosen[-1] == count - 1)


def row_ends(rows):
    for i, length in enumerate(rows):
        below = rows[i + 1] if i + 1 < len(rows) else 0
        yield from (tuple(filter(None, (*rows[:i], left, *rows[i + 1 :]))) for left in range(below, length))


def anticorners(rows):
    yield rows[:-1]
    yield turned(turned(rows)[:-1])
    own = corners(rows)
    yield from (bite(rows, (one[0], other[1])) for one, other in zip(own, own[1:]))


def diagrams():
    small = [rows for size in range(1, 9) for rows in partitions(size, size)]

    def column_ends(rows):
        return map(turned, row_ends(turned(rows)))

    def bites(rows):
        return (bite(rows, cell) for cell in cells(rows))

    for lines, options in (
        ("anticorner and neighbouring corners", lambda rows: [*anticorners(rows), *without_corners(rows, run)]),
        ("outer corners and end of column", lambda rows: [*without_corners(rows, outer), *column_ends(rows)]),
        ("end of row and first column", lambda rows: [*row_ends(rows), turned(turned(rows)[1:])]),
        ("bite and corners", lambda rows: [*bites(rows), *without_corners(rows, lambda *_: True)]),
    ):
        yield impartial(f"partition\nremove {lines}\n", lambda rows: options(rows) if rows else [], row, small)

    def walks(steps, rows, start):
        for right, down, far in steps:
            place = (start[0] + down, start[1] + right)
            while place in cells(rows):
                yield place
                place = (place[0] + down, place[1] + right) if far else None

    def dropped(steps):
        def options(rows):
            for i, j in walks(steps, rows, (0, 0)):
                yield rows_of({(one - i, other - j) for one, other in cells(rows) if one >= i and other >= j})

        return options

    yield impartial(
        "param s 1..4 = 3\npartition\npiece step s,1 and slide 0,s and step (s+1),0\n",
        dropped([(2, 1, False), (0, 2, True), (3, 0, False)]), lambda rows: "(2)" + row(rows), small,
    )  # fmt: skip
    yield impartial(
        "partition\npiece king and slide 1,2\nplay misere\n",
        dropped([(1, 0, False), (0, 1, False), (1, 1, False), (1, 2, True)]), row, small,
    )  # fmt: skip
    steps = [(-2, 1, False), (1, -3, True), (0, -1, False)]
    yield impartial(
        "partition\npiece step -2,1 and slide 1,-3 and step 0,-1\n",
        lambda place: ((place[0], cell) for cell in walks(steps, *place)),
        lambda place: f"{row(place[0])[:-1]} at {chr(97 + place[1][1])}{place[1][0] + 1}]",
        [(rows, cell) for rows in ((4, 4, 4, 4), (5, 3, 2, 2, 1), (6, 4)) for cell in sorted(cells(rows))],
    )  # fmt: skip


# Cells: `o` is free to both players, `L` and `R` to one, and `.` to none.


def painting(joined, forbids):
    """`forbids(player)` names the players to whom the neighbours `joined(player)[cell]` are forbidden."""

    def options(state, player):
        for cell, own in enumerate(state):
            if own in ("o", player):
                left = list(state)
                left[cell] = "."
                for other, whose in itertools.product(joined(player)[cell], forbids(player)):
                    if left[other] == "o":
                        left[other] = "R" if whose == "L" else "L"
                    elif left[other] == whose:
                        left[other] = "."
                yield tuple(left)

    return options


def grid(rows, columns, steps):
    def reached(i, j):
        near = ((i + down, j + right) for right, down in steps)
        return [one * columns + other for one, other in near if 0 <= one < rows and 0 <= other < columns]

    return [reached(i, j) for i in range(rows) for j in range(columns)]


def picture(columns):
    return lambda state: "[" + "/".join("".join(part) for part in zip(*[iter(state)] * columns)) + "]"


def some(cells, letters, count):
    chosen = random.Random(cells + count)
    states = (tuple(chosen.choice(letters) for _ in range(cells)) for _ in range(count))
    return [("o",) * cells, *(state for state in states if set(state) != {"."})]


def cells_for_two():
    side = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    king = [step for step in itertools.product((-1, 0, 1), repeat=2) if step != (0, 0)]
    knight = [step for step in itertools.product((-2, -1, 1, 2), repeat=2) if abs(step[0]) != abs(step[1])]
    near, around = grid(3, 3, side), grid(3, 3, king)
    yield partizan(
        "board any\nleft place cell forbids king to left\nright place cell forbids neighbours to left\n",
        painting(lambda player: around if player == "L" else near, lambda _: "L"), picture(3), some(9, "oooLR.", 60),
    )  # fmt: skip
    leaps, once = grid(3, 4, knight), grid(3, 4, [(2, 1)])
    yield partizan(
        "board any\nleft place cell forbids knight\nright place cell forbids step 2,1 only to right\n",
        painting(lambda player: leaps if player == "L" else once, lambda player: "LR" if player == "L" else "R"),
        picture(4), some(12, "ooLR..", 60),
    )  # fmt: skip
    graph = {"a": "bd", "b": "ac", "c": "bde", "d": "ca", "e": "c", "f": ""}
    joined = [["abcdef".index(other) for other in graph[name]] for name in "abcdef"]

    def on_graph(state):
        return f"[a-b b-c c-d d-a c-e f: {''.join(state)}]"

    yield partizan(
        "graph any\nleft place cell forbids neighbours\nright place cell forbids neighbours to left\n",
        painting(lambda _: joined, lambda player: "LR" if player == "L" else "L"), on_graph, some(6, "ooLR.", 80),
    )  # fmt: skip

    def edges_or_cells(state):
        for one, others in enumerate(joined):
            if state[one] == "o":
                gone = [{one, other} for other in others if state[other] == "o"]
                for taken in [*gone, {one, *others}]:
                    yield tuple("." if cell in taken else own for cell, own in enumerate(state))

    lines = "graph any\nplace edge\nplace cell forbids neighbours\n"
    yield impartial(lines, edges_or_cells, on_graph, some(6, "oo.", 60))


# Rectangles, codes and coins.


def rectangles():
    def body(parts):
        return "[" + "; ".join("{}x{}".format(*part) for part in parts) + "]"

    def parted(parts, results):
        for at, part in enumerate(parts):
            for left in results(*part):
                yield tuple(sorted(parts[:at] + parts[at + 1 :] + tuple(own for own in left if 0 not in own)))

    def either(rows, columns):
        yield from (((rows // count, columns),) * count for count in range(2, rows + 1) if rows % count == 0)
        yield from (((rows, columns // count),) * count for count in range(2, columns + 1) if columns % count == 0)
        yield from (((gone, columns), (rows - 1 - gone, columns)) for gone in range(rows))

    def turning(player):
        def results(rows, columns):
            if player == "L":
                counts = (count for count in range(2, columns + 1) if columns % count == 0)
                yield from (((columns // count, rows),) * count for count in counts)
                return
            yield from (((columns, gone), (columns, rows - 1 - gone)) for gone in range(rows))
            yield from (((columns, cut), (columns, rows - cut)) for cut in range(1, rows))

        return results

    def small(most):
        return [((rows, columns),) for rows, columns in itertools.product(range(1, most + 1), repeat=2)]

    yield impartial("rectangle\ncut lines equal\nremove row\n", lambda parts: parted(parts, either), body, small(5))
    yield partizan(
        "rectangle turned\nleft cut columns equal\nright remove row\nright cut rows\n",
        lambda parts, player: parted(parts, turning(player)), body, small(4),
    )  # fmt: skip


def codes():
    def parts(size, count, most):
        if count == 0:
            yield from [()] if size == 0 else []
            return
        for first in range(min(size, most), 0, -1):
            yield from ((first, *others) for others in parts(size - first, count - 1, first))

    def taking(allowed, keeps=lambda _: True):
        """`allowed` gives how many heaps may be left, by what is taken."""

        def options(heaps):
            for at, heap in enumerate(heaps):
                for taken, counts in allowed(heap).items():
                    for count in counts:
                        for left in parts(heap - taken, count, heap):
                            if keeps(left) and (taken or count > 1):
                                yield tuple(sorted(heaps[:at] + heaps[at + 1 :] + left))

        return options

    def body(heaps):
        return row(heaps or (0,))

    heaps = [(size,) for size in range(11)] + [(one, other) for one in range(1, 6) for other in range(one + 1, 6)]
    for lines, options in (
        ("code 0.F3", taking(lambda _: {1: (0, 1, 2, 3), 2: (0, 1)})),
        ("code 8.17", taking(lambda _: {0: (3,), 1: (0,), 2: (0, 1, 2)})),
        ("param a 3..9 = 5\ncode take 1,a", taking(lambda _: {1: (0, 1), 5: (0, 1)})),
        ("code .3[07]", taking(lambda heap: {1: (0, 1)} | {own: (0, 1, 2) for own in range(3, heap + 1, 2)})),
        ("code 4.[3]", taking(lambda heap: {0: (2,)} | {own: (0, 1) for own in range(1, heap + 1)})),
        ("code 4!.8!", taking(lambda _: {0: (2,), 1: (3,)}, lambda left: len(set(left)) == len(left))),
        ("code 4=.34=", taking(lambda _: {0: (2,), 1: (0, 1), 2: (2,)}, lambda left: len(set(left)) < 2)),
    ):
        yield impartial(f"{lines}\n", options, body, heaps)


def coins():
    def sets(least, count):
        numbers = range(least, least + count)
        return [own for size in range(1, count + 1) for own in itertools.combinations(numbers, size)]

    def in_a_row(own):
        return own[-1] - own[0] + 1 == len(own)

    def acrostic(axes):
        """A move turns a set along one axis; the last of its coins shows heads."""

        def options(heads):
            for place, (axis, own) in itertools.product(heads, enumerate(axes)):
                for chosen in own:
                    if chosen[-1] == place[axis]:
                        turned = {place[:axis] + (at,) + place[axis + 1 :] for at in chosen}
                        yield tuple(sorted(set(heads) ^ turned))

        return options

    def direct(one, other):
        def options(heads):
            for first, second in itertools.product(one, other):
                if (first[-1], second[-1]) in heads:
                    yield tuple(sorted(set(heads) ^ set(itertools.product(first, second))))

        return options

    def body(heads):
        return "[" + " ".join("(" + ",".join(map(str, place)) + ")" for place in heads) + "]"

    def heads(*axes):
        board = list(itertools.product(*axes))
        return [own for count in range(3) for own in itertools.combinations(board, count)]

    one, zero = sets(1, 3), sets(0, 3)
    symmetric = [own for own in zero if all(own[0] + own[-1] - at in own for at in own)]
    yield impartial(
        "coins from 1\nturn 1..2\nproduct acrostic\ncoins from 0\nturn any symmetric\n",
        acrostic(([own for own in one if len(own) < 3], symmetric)), body, heads((1, 2, 3), (0, 1, 2)),
    )  # fmt: skip
    yield impartial(
        "coins from 1\nturn 2..any neighbours\nproduct acrostic\ncoins from 0\nturn 3 spaced\nturn 2 where first = 0\n"
        "play misere\n",
        acrostic(([own for own in one if in_a_row(own) and len(own) > 1], [(0, 1), (0, 2), (0, 1, 2)])),
        body, heads((1, 2, 3), (0, 1, 2)),
    )  # fmt: skip
    yield impartial(
        "param t 1..3 = 1\ncoins from 1\nturn 1..2\nproduct acrostic\ncoins from 1\nturn t\nproduct acrostic\n"
        "coins from 1\nturn any neighbours\n",
        acrostic((sets(1, 2), [(1,), (2,)], sets(1, 2))), body, heads((1, 2), (1, 2), (1, 2)),
    )  # fmt: skip
    yield impartial(
        "coins from 1\nturn 1..2 where count = 1 or last-first = 2\nproduct\ncoins from 0\nturn 2\n"
        "turn 1 where last > 1\n",
        direct([(1,), (2,), (3,), (1, 3)], [(2,), (0, 1), (0, 2), (1, 2)]), body, heads((1, 2, 3), (0, 1, 2)),
    )  # fmt: skip


games, positions = 0, 0
for part in (ends_and_blocks, moves_that_put_back, limits, diagrams, cells_for_two, rectangles, codes, coins):
    for count in part():
        games, positions = games + 1, positions + count
assert games >= 40, f"only {games} games were compared"
print(f"{games} rule files, {positions} positions in both plays: as brute force says")
