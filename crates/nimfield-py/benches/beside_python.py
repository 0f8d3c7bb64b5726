"""The figures of the chapter on Python: Nimfield beside plain Python.

Run it with the Python that has the wheel. The times are the fastest of some runs, in seconds.
"""

import subprocess
import sys
import time
from functools import lru_cache
from pathlib import Path

import numpy as np

import nimfield


# On a busy machine the time of the processor says more: `beside_python.py --cpu`. It counts all threads.
CPU = "--cpu" in sys.argv
if CPU:
    sys.argv.remove("--cpu")
clock = time.process_time if CPU else time.perf_counter


def fastest(work, runs=3):
    best = float("inf")
    for _ in range(runs):
        start = clock()
        work()
        best = min(best, clock() - start)
    return best


def row(what, target, own, plain="", note=""):
    plain = f"{plain:.4g} s" if isinstance(plain, float) else plain
    print(f"| {what} | {target} | {own:.4g} s | {plain} | {note} |", flush=True)


def imports():
    """`import nimfield`, beside a Python that imports nothing."""
    run = lambda code: subprocess.run([sys.executable, "-c", code], check=True)  # noqa: E731
    if CPU:
        return  # what other processes take is not counted
    nothing = fastest(lambda: run("pass"), 15)
    own = fastest(lambda: run("import nimfield"), 15)
    row("`import nimfield`, the whole process less an empty one", "60 ms", own - nothing, f"an empty process {nothing:.4g} s")


def matrices():
    rng = np.random.default_rng(1)
    entries = rng.integers(0, 2**64, (1_000_000, 2, 2), dtype=np.uint64)
    own = fastest(lambda: nimfield.matrix_answers(entries))

    def is_p(a, b, c, d):
        def diagonal(b, x, y):
            x, y = min(x, y), max(x, y)
            return x >= b or (b < y and x % (y - x) < y - b)

        return (b == c and diagonal(b, a, d)) or (a == d and diagonal(a, b, c))

    def winning_move(a, b, c, d):
        lines = [((a, b), (d, c), 0), ((c, d), (b, a), 1), ((a, c), (d, b), 2), ((b, d), (c, a), 3)]
        for (x, y), facing, line in lines:
            for k in (x - facing[0], y - facing[1]):
                if 0 < k <= min(x, y):
                    after = [(a - k, b - k, c, d), (a, b, c - k, d - k), (a - k, b, c - k, d), (a, b - k, c, d - k)][line]
                    if is_p(*after):
                        return line, k
        return None

    some = [tuple(map(int, m.reshape(-1))) for m in entries[:50_000]]
    answers = nimfield.matrix_answers(entries[:50_000])

    def plain():
        return [(is_p(*m), winning_move(*m)) for m in some]

    for (lost, move), own_p, line, amount in zip(plain(), *answers):
        assert lost == own_p and (move is None) == (line < 0)
    row("10^6 2x2 matrices, 64-bit entries: outcome and one winning move", "0.3 s", own, 20 * fastest(plain, 1), "Theorem 3 in Python, 1/20 of them")


def products():
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2**64, (2, 10_000_000), dtype=np.uint64)
    out = np.zeros_like(a)
    there = fastest(lambda: nimfield.nim_multiply(a, b, out=out), 5)
    new = fastest(lambda: nimfield.nim_multiply(a, b), 5)
    note = "no Rust example given"
    if len(sys.argv) > 1:
        seconds = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout.split()
        slice_there, slice_new = map(float, seconds)
        note = f"Rust slice {slice_there:.4g} s: {there / slice_there:.2f} times; into new memory {new:.4g} s, slice {slice_new:.4g} s: {new / slice_new:.2f} times"

    @lru_cache(None)
    def small(x, y):
        below = {small(i, y) ^ small(x, j) ^ small(i, j) for i in range(x) for j in range(y)}
        return next(n for n in range(len(below) + 1) if n not in below)

    def product(x, y, level=64):
        if level == 1:
            return x & y
        half = level // 2
        mask = (1 << half) - 1
        xh, xl, yh, yl = x >> half, x & mask, y >> half, y & mask
        low, high = product(xl, yl, half), product(xh, yh, half)
        both = product(xl ^ xh, yl ^ yh, half)
        return (both ^ low) << half | low ^ product(high, 1 << (half - 1), half)

    some = list(zip(a[:1000].tolist(), b[:1000].tolist()))
    assert [product(x, y) for x, y in some] == nimfield.nim_multiply(a[:1000], b[:1000]).tolist()
    plain = fastest(lambda: [product(x, y) for x, y in some], 1) * 10_000
    row("10^7 nim products of 64-bit pairs", "1.3 times the slice", there, plain, note + "; Python: Karatsuba, 1/10^4 of them")


def forms():
    grid = np.stack(np.meshgrid(*[np.arange(12)] * 4, indexing="ij"), axis=-1).reshape(-1, 2, 2)
    own = fastest(lambda: nimfield.canonical_forms(grid), 5)
    row("canonical forms of the 20,736 partizan 2x2 positions with entries < 12", "50 ms", own)


class Kayles(nimfield.Impartial):
    def options(self, rows):
        for i, pins in enumerate(rows):
            rest = rows[:i] + rows[i + 1 :]
            for taken in (1, 2):
                for left in range(pins - taken + 1):
                    yield tuple(sorted(p for p in (*rest, left, pins - taken - left) if p))


class SplitKayles(Kayles):
    def options(self, rows):
        (pins,) = rows
        for taken in (1, 2):
            for left in range(pins - taken + 1):
                yield left, pins - taken - left

    def split(self, rows):
        return [(pins,) for pins in rows if pins]


class Rows(nimfield.Impartial):
    """A position is one row; `Sum` adds them up."""

    def options(self, pins):
        for taken in (1, 2):
            for left in range(pins - taken + 1):
                yield nimfield.Sum([left, pins - taken - left])


def mex(values):
    values = set(values)
    return next(n for n in range(len(values) + 1) if n not in values)


def kayles():
    pins = 40

    def own():
        return int(Rows().grundy_value(pins))

    def own_split():
        return int(SplitKayles().grundy_value((pins,)))

    def plain():
        game = Rows()

        @lru_cache(None)
        def grundy(row):
            values = []
            for parts in game.options(row):
                value = 0
                for part in parts:
                    value ^= grundy(part)
                values.append(value)
            return mex(values)

        return grundy(pins)

    def plain_split():
        """The same, and it asks the rules for the parts, as Nimfield does."""
        game = SplitKayles()

        @lru_cache(None)
        def grundy(row):
            values = []
            for option in game.options(row):
                value = 0
                for part in game.split(option):
                    value ^= grundy(part)
                values.append(value)
            return mex(values)

        return grundy((pins,))

    assert own() == plain() == own_split() == plain_split() == 1
    row("own game: Kayles on 40 pins, options as lists of rows", "not slower", fastest(own, 20), fastest(plain, 20), "memoised")
    row("the same by `split`", "not slower", fastest(own_split, 20), fastest(plain_split, 20), "memoised, asking `split` too")

    size = 26

    def whole():
        return Kayles().outcome((size,))

    def plain_whole():
        game = Kayles()

        @lru_cache(None)
        def grundy(rows):
            return mex(grundy(option) for option in game.options(rows))

        return "N" if grundy((size,)) else "P"

    assert whole() == plain_whole()
    row(f"own game: outcome of Kayles on {size} pins as one position, pruned", "20 times", fastest(whole, 3), fastest(plain_whole, 1), "memoised, values of all positions")

    def plain_outcome():
        game = Kayles()

        @lru_cache(None)
        def wins(rows):
            return any(not wins(option) for option in game.options(rows))

        return "N" if wins((size,)) else "P"

    row("the same beside a Python program that stops at the first winning move", "", fastest(whole, 3), fastest(plain_outcome, 1), "memoised")

    def parts():
        return SplitKayles().outcome((size,))

    assert parts() == plain_whole()
    row(f"own game: outcome of Kayles on {size} pins, split into rows", "20 times", fastest(parts, 10), fastest(plain_whole, 1), "memoised, which does not split")


class Alike(nimfield.Impartial):
    """Wythoff's game, with nothing but its rules."""

    shape = "2 heaps"

    def options(self, heaps):
        a, b = heaps
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(heaps) + 1))


def search():
    size = 100

    def own():
        return int(Alike().grundy_value((size, size), memory=None))

    def plain():
        game = Alike()
        values = {}
        for a in range(size + 1):
            for b in range(size + 1):
                values[a, b] = mex(values[option] for option in game.options((a, b)))
        return values[size, size]

    assert own() == plain()
    game = Alike()
    game.grundy_value((size, size), memory=None)
    options = sum(1 for a in range(size + 1) for b in range(size + 1) for _ in game.options((a, b)))
    taken = fastest(own, 3)
    speed = f"{game.positions_met / taken:,.0f} positions and {options / taken:,.0f} options a second"
    row(f"own game: Grundy value of Wythoff's game at ({size}, {size})", "", taken, fastest(plain, 3), f"{speed}; Python lists the positions in order")


class Domineering(nimfield.Partizan):
    """A board is a number, a bit a free square."""

    def __init__(self, rows, columns):
        self.moves = {"left": [], "right": []}
        for row in range(rows):
            for column in range(columns):
                at = row * columns + column
                if row + 1 < rows:
                    self.moves["left"].append(1 << at | 1 << (at + columns))
                if column + 1 < columns:
                    self.moves["right"].append(1 << at | 1 << (at + 1))
        self.full = (1 << rows * columns) - 1

    def options(self, board, player):
        return [board & ~both for both in self.moves[player] if board & both == both]


def domineering():
    def own():
        game = Domineering(4, 4)
        return game.canonical_form(game.full)

    def by_games():
        """The recursion in Python, the arithmetic of games by Nimfield."""
        game = Domineering(4, 4)

        @lru_cache(None)
        def form(board):
            left, right = ([form(o) for o in game.options(board, player)] for player in ("left", "right"))
            return nimfield.Game.of_options(left, right)

        return form(game.full)

    # Short games in Python alone: pairs of frozen sets, made canonical by definition.
    def plain():
        game = Domineering(4, 4)
        zero = (frozenset(), frozenset())

        @lru_cache(None)
        def le(g, h):
            return not any(le(h, left) for left in g[0]) and not any(le(right, g) for right in h[1])

        @lru_cache(None)
        def canonical(left, right):
            left, right = set(left), set(right)
            g = (frozenset(left), frozenset(right))
            changed = True
            while changed:
                changed = False
                for option in list(left):
                    through = next((r for r in option[1] if le(r, g)), None)
                    if through is not None:
                        left.discard(option)
                        left |= through[0]
                        changed = True
                        break
                    if any(other != option and le(option, other) for other in left):
                        left.discard(option)
                        changed = True
                        break
                else:
                    for option in list(right):
                        through = next((r for r in option[0] if le(g, r)), None)
                        if through is not None:
                            right.discard(option)
                            right |= through[1]
                            changed = True
                            break
                        if any(other != option and le(other, option) for other in right):
                            right.discard(option)
                            changed = True
                            break
                g = (frozenset(left), frozenset(right))
            return g

        @lru_cache(None)
        def form(board):
            sides = [frozenset(form(o) for o in game.options(board, player)) for player in ("left", "right")]
            return canonical(*sides)

        return form(game.full), zero

    assert own() == by_games()
    row("own game: canonical form of Domineering 4x4", "not slower", fastest(own, 5), fastest(plain, 1), f"memoised; recursion in Python over Nimfield's games {fastest(by_games, 3):.4g} s")

    def outcome():
        game = Domineering(4, 5)
        return game(game.full).outcome()

    def plain_outcome():
        game = Domineering(4, 5)
        other = {"left": "right", "right": "left"}

        @lru_cache(None)
        def wins(board, player):
            return any(not wins(o, other[player]) for o in game.options(board, player))

        return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
            wins(game.full, "left"), wins(game.full, "right")
        ]

    assert outcome() == plain_outcome()
    row("own game: outcome of Domineering 4x5", "", fastest(outcome, 3), fastest(plain_outcome, 1), "memoised, stops at the first winning move")


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, nimfield {nimfield.__version__} in {Path(nimfield.__file__).parent}")
    for part in (imports, matrices, products, forms, kayles, search, domineering):
        part()
