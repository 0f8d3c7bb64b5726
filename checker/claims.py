"""What each claim says about a case, and so the exact text of a counterexample to it. A claim that is not in the list
at the end is not supported here."""

import functools, itertools, re

from rules import (board, cells, corner, matrix, mex, need, numbers, options, outcome, partition, partition_moves,
                   solved, stones, with_stones, written_partition, written_stones)

# The statement of a claim about a case: the words claimed and found, and the facts: position, play, and the stated
# value or outcome.
def fact(text, play="normal", stated="value"):
    return text, play, stated

def other_outcome(text, claimed, play="normal"):
    need(outcome(text, play) != claimed, f"{text} is as claimed")
    return claimed, outcome(text, play), [fact(text, play, "outcome")]

def pair(text):
    return [solved(text, play) for play in ("normal", "misere")]

def both(text):
    return [fact(text), fact(text, "misere")]

def other_pair(text, claimed):
    return claimed, "value {}, in misère play {}".format(*pair(text)), both(text)

def body(case, name, shape=r"[^\]]*"):
    found = re.fullmatch(rf"{re.escape(name)}\[({shape})\]", case)
    need(found, f"{case} is not a case of the claim")
    return found[1]

def entries(size, case, name="matrix"):
    """The entries of a 2x2 matrix, the greatest of which is the size."""
    (a, b), (c, d) = matrix(body(case, name, r"\d+ \d+; \d+ \d+"))
    need(case == f"{name}[{a} {b}; {c} {d}]" and max(a, b, c, d) == size, f"{case} has another size")
    return a, b, c, d

def partizan(size, case):
    return entries(size, case, "matrix-partizan")

def rotations(a, b, c, d):
    return (a, b, c, d), (c, a, d, b), (d, c, b, a), (b, d, a, c)

def diagram(size, case):
    rows = partition(body(case, "pnim"))
    need(rows and rows[0] + len(rows) == size, f"{case} has another size")
    return rows

def rectangle(columns, rows):
    return f"pnim[{written_partition((columns,) * rows)}]"

def raised_entry(size, case, _):
    one, _, other = case.partition(" and ")
    a, b, c, d = entries(size, one)
    need(a >= min(a, c) + min(a, b) and other == f"matrix[{a + 1} {b}; {c} {d}]", "the entry is not one of the claim")
    values = [solved(text, "normal") for text in (one, other)]
    need(values[0] != values[1], "the values are the same")
    return "the same value", "*{} and *{}".format(*values), [fact(one), fact(other)]

def even_row(size, case, _):
    row, = matrix(body(case, "matrix", r"\d+ \d+ \d+ \d+"))
    need(max(row) == size, f"{case} has another size")
    return other_outcome(case, "NP"[functools.reduce(int.__xor__, row) == 0])

def not_strict(size, case, _):
    claimed = any(b == c and (a >= b <= d or a < b < d and a % (d - a) <= d - b)
                  for a, b, c, d in rotations(*entries(size, case)))
    return other_outcome(case, "NP"[claimed])

def lemma_2(size, case, _):
    named = re.fullmatch(r"a=(\d+) b=(\d+) d=(\d+)", case)
    need(named, f"{case} is not a case of the claim")
    a, b, d = map(int, named.groups())
    need(case == f"a={a} b={b} d={d}" and a < b < d == size and d <= a + b, "the numbers are not those of the lemma")
    s = (a + b - d) % (d - a)
    need(s >= b - a and (a + a + b - s) % (d - a), "the statement holds")
    return "the statement", "it fails", []

def subordinate(size, case, _):
    a, b, c, d = partizan(size, case)
    need(b == c and a >= b <= d, "the matrix is not of this form")
    return other_outcome(case, "P")

def zero_first(size, case, _):
    a, b, c, d = partizan(size, case)
    need(a == 0 and (outcome(case) == "N") != (d <= min(b, c)), "the step holds")
    return "N exactly if d <= min(b,c)", outcome(case), [fact(case, "normal", "outcome")]

def greatest_moves(size, case, _):
    a, b, c, d = partizan(size, case)
    m, least = (a, b, c - min(c, d), d - min(c, d)), min(a, b, c - min(c, d), d - min(c, d))
    is_8 = any(m[i] == least and m[i] + m[i ^ 1] < min(m[i ^ 2], m[i ^ 3]) for i in range(4))
    need(0 < a <= min(b, c, d) and is_8 != (abs(c - d) < b), "the step holds")
    return "the step of the proof", "it fails", []

def rest_of_theorem_4(size, case, _):
    a, b, c, d = partizan(size, case)
    need(0 < a <= min(b, c, d) and abs(c - d) >= a and b - a >= min(c, d) and a + c == d <= b, "the step is of others")
    need(c <= d, "the step holds")
    return "the step of the proof", "it fails", []

def four_parts(size, case, _):
    a, b, c, d = partizan(size, case)
    need(a == 0 and b >= c and not (d < c or c < d), "one of the parts is about this matrix")
    return "one of the four parts", outcome(case), [fact(case, "normal", "outcome")]

def less_than_twice(size, case, _):
    need(case == f"c = {size}" and size > 0 and size + 1 >= 2 * size, "the inequality holds")
    return "c+1 < 2c", str(size + 1), []

def conjecture(size, case, _):
    first, _, switch = case.partition(" - ")
    a, b, c, d = partizan(size, first)
    x = min(b - c, a + d - 2 * c)
    need(0 < a < c and d > 2 * c and b > a + c and switch == f"{{{x + a}|{x - a}}}", "the conjecture is about others")
    sum_of = f"{first} + {{{a - x}|{-x - a}}}"
    need(outcome(sum_of) != "P", "the conjecture holds")
    return "0", f"outcome {outcome(sum_of)}", [fact(sum_of, "normal", "outcome")]

FOUR = "lines(max=3)"

def four(size, case):
    """The body of a state of the 4x4 board with this number of stones."""
    found = body(case, FOUR, "[01]{4}(?:/[01]{4}){3}")
    need(sum(cells(found)) == size, f"{case} has another size")
    return found

def components(state):
    """The connected parts of a state of the 4x4 board, as sets of places."""
    rest, parts = {divmod(i, 4) for i, stone in enumerate(cells(state)) if stone}, []
    while rest:
        part, new = set(), {min(rest)}
        while new:
            part |= new
            new = {(r + y, c + x) for r, c in new for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))} & rest - part
        rest -= part
        parts.append(part)
    return parts

def of_places(part):
    return f"{FOUR}[{with_stones('0000/0000/0000/0000', (divmod(i, 4) in part for i in range(16)))}]"

def shape(part):
    def moved(places):
        return tuple(sorted((r - min(r for r, _ in places), c - min(c for _, c in places)) for r, c in places))
    images = [[(r * y, c * x) for r, c in part] for y in (1, -1) for x in (1, -1)]
    return min(moved(image) for image in images + [[(c, r) for r, c in image] for image in images])

def recursion(size, case, _):
    four(size, case)
    won = any(solved(after, "misere") == 0 for after in options(case)[0])
    value = solved(case, "misere")
    need(won != (value != 0), "the recursion holds")
    return "won" if won else "lost", f"value {value}", [fact(case, "misere")]

def reflection(size, case, _):
    stones = cells(body(case, "triangle", "[01]/[01]{2}/[01]{3}/[01]{4}/[01]{5}"))
    need(sum(stones) == size, f"{case} has another size")
    places = [(c, r - c, 4 - r) for r in range(5) for c in range(r + 1)]
    masks = [mask for mask in board("triangle", None, "5")[1] if all(stones[i] for i in range(15) if mask >> i & 1)]

    def answers(order):
        to = [places.index(tuple(place[i] for i in order)) for place in places]
        disjoint = all(not mask >> to[i] & 1 for mask in masks for i in range(15) if mask >> i & 1)
        return disjoint and all(stones[to[i]] == stones[i] for i in range(15))
    need(any(map(answers, itertools.permutations(range(3)))), "no symmetry is as claimed")
    return other_outcome(case, "P")

def equal_pairs(size, case, claimed):
    state = four(size, case)
    rest = claimed.removeprefix("the outcome of ")
    places = {place for part in components(body(rest, FOUR, "[01/]*")) for place in part}
    gone = [part for part in components(state) if not part <= places]
    need(rest == of_places(places) and of_places(places.union(*gone)) == case and len(gone) == 2
         and not places & set().union(*gone) and shape(gone[0]) == shape(gone[1]), "they are of two shapes")
    need(outcome(case, "misere") != outcome(rest, "misere"), "the outcomes are the same")
    return f"the outcome of {rest}", outcome(case, "misere"), [fact(text, "misere", "outcome") for text in (case, rest)]

def nim_rule(size, case, _):
    values = [solved(of_places(part), "normal") for part in components(four(size, case))]
    claimed = functools.reduce(int.__xor__, values, 0) == all(value <= 1 for value in values)
    claimed, found, facts = other_outcome(case, "NP"[claimed], "misere")
    return claimed, found, [*facts, fact(case)]

def target(size, case, _):
    diagram(size, case)
    need(solved(case, "misere") != 0, "the position is lost")
    for option in partition_moves(partition(body(case, "pnim"))):
        r = len(option)
        inside = r > 1 and option[0] == r and all(x >= r - i + 1 for i, x in enumerate(option[1:], 1))
        need(not inside or solved(f"pnim[{written_partition(option)}]", "misere"), "there is such a move")
    words = "N-position of misère play without such a move"
    return "a move into the set", words, [fact(case, "misere", "outcome")]

def mex_of_options(size, case, _):
    diagram(size, case)
    need(any(solved(after, "normal") > 0 for after in options(case)[0]), "all values are 0")
    return other_pair(case, "options with values of at most 0 only")

def rank(size, case, _):
    rows = diagram(size, case)
    need(case == f"pnim[{written_partition(rows)}]" and rows[0] < len(rows), "the rank is not negative")
    return "a rank of at least 0", f"Dyson's rank is {rows[0] - len(rows)}", []

def longest_play(size, case, _):
    need(case == f"pnim[{size or ''}]" and max(pair(case)) > size, "the bound holds")
    return other_pair(case, f"at most {size}")

def play_of_boxes(size, case, _):
    start, second = "rnim[3,5] + rnim[3,3,3]", "rnim[2,1] + rnim[3,3,3]"
    need(size == 0 and case == start and second not in options(start)[0], "there is such a move")
    return f"an option {second}", "there is no such move", both(start)

def sums_are_pet(size, case, _):
    one, other = (partition(body(part, "pnim")) for part in case.split(" + "))
    lines = [len(rows) + max(rows, default=0) for rows in (one, other)]
    normal, misere = pair(case)
    need(lines[0] == size >= lines[1] and normal + misere != 1 and (normal != misere or normal < 2), "the sum is pet")
    return other_pair(case, "the property stated")

def theorem_14(size, case, _):
    first, second = numbers(body(case, "nim", r"\d+,\d+"))
    normal, misere = pair(case)
    need(first <= second == size and misere != (1 - normal if normal < 2 else normal), "the property holds")
    return other_pair(case, "the property stated")

def twos(size, case, _):
    need(16 <= sum(partition(body(case, "pnim"))) == size <= 26, f"{case} has another size")
    need(solved(case, "normal") == 2, "its value is not 2")
    return other_pair(case, "not 2")

def anti_diagonal(size, case, _):
    rows = diagram(size, case)
    c, claimed = rows[0], solved(rectangle(rows[0], len(rows)), "normal")
    need(c >= len(rows) and all(part + i >= c + 1 for i, part in enumerate(rows[1:], 1)), "it is not such a partition")
    need(solved(case, "normal") != claimed, "it has this value")
    return other_pair(case, str(claimed))

def light(case, rows):
    """The claim that the partition is heavy, which it is not."""
    claimed = rows[0] + len(rows) - 1
    need(solved(case, "normal") != claimed, "it is heavy")
    return other_pair(case, str(claimed))

def conjecture_2_as_printed(size, case, _):
    rows = partition(body(case, "pnim"))
    need(any(solved(rectangle(c, r), "normal") == size - 1 and rows[0] <= c and min(r, c) <= len(rows) <= r
             and all(rows[i] >= c - i for i in range(min(r, c))) for r in range(1, size) for c in [size - r]),
         "it is not between such partitions")
    return light(case, rows)

def conjecture_2(size, case, _):
    rows = diagram(size, case)
    c, r = rows[0], len(rows)
    need(c >= r and all(part + i >= c for i, part in enumerate(rows)), "it is not between such partitions")
    need(solved(rectangle(c, r), "normal") == c + r - 1, "the rectangle is not heavy")
    return light(case, rows)

@functools.lru_cache(None)
def product(m, n):
    """The nim product, by its definition."""
    return mex(product(x, y) ^ product(x, n) ^ product(m, y) for x in range(m) for y in range(n))

def sum_by_products(size, case, _):
    n, m = numbers(body(case, "nim", r"\d+,\d+"))
    need(0 < n < 16 and 0 < m < 16 and max(n, m) == size, f"{case} has another size")
    inverse = next(x for x in range(16) if product(m, x) == 1)
    claimed = product(product(n, inverse), m ^ 1)
    need(claimed != n ^ m, "the formula holds")
    return str(claimed), str(solved(case, "normal")), both(case)

def three_by_three(size, case):
    found = stones(body(case, "nimbers"))
    fits = len(found) == size and all(len(stone) == 2 and max(stone) < 4 for stone in found)
    need(fits, f"{case} has another size")
    return found

def of_stones(all_of_them):
    return f"nimbers[{written_stones(all_of_them)}]"

def stone_on_the_diagonal(size, case, _):
    there = three_by_three(size, case)
    after = [of_stones(sorted((*there, (d, d)))) for d in (1, 2, 3) if (d, d) not in there]
    need(all(solved(text, "normal") for text in (case, *after)), "one of them is lost")
    return "a stone that makes the value 0", f"value {solved(case, 'normal')}", [*map(fact, (case, *after))]

def powers_modulo_9(size, case, _):
    rest = pow(2, 2 ** size, 9)
    need(case == f"2^(2^{size})" and rest not in (4, 7), "it is 4 or 7")
    return "4 or 7 modulo 9", str(rest), []

def who_wins(size, case, _):
    total = functools.reduce(int.__xor__, (product(*stone) for stone in three_by_three(size, case)), 0)
    need(total and outcome(case) == "N", "it is won by the second player")
    return f"value {total}, so P", "N", [fact(case, "normal", "outcome")]

def which_stone(size, case, _):
    there, total = three_by_three(size, case), solved(case, "normal")
    large = [stone for stone in there if product(*stone) > product(*stone) ^ total]
    after = []
    for stone in there:
        boxes = itertools.product(*map(range, stone))
        wins = [text for text in (of_stones(corner(there, stone, far)) for far in boxes) if not solved(text, "normal")]
        after += wins[:1] if stone not in large else []
    need(total and len(large) == 1 and after, "the winning moves are those of one stone")
    found = f"value {total}; another stone leads to {', '.join(after)}"
    return "winning moves of that stone", found, [*map(fact, (case, *after))]

# The exact text of each claim, and the function that applies it to a case.
CLAIMS = {
    "ferguson-berlekamp-as-printed": (raised_entry,
        "an entry a_ij >= min_k a_kj + min_l a_il may be replaced by any larger number without changing the value "
        "(the minima over all entries of the column and of the row)"),
    "ferguson-even-rows-are-not-nim": (even_row,
        "1xn matrix nim with n even has the P-positions of nim"),
    "ferguson-theorem-3-not-strict": (not_strict,
        "a 2x2 matrix is a P-position exactly if a rotation makes it (a b; b d) with a, d >= b, or with a < b < d and "
        "a mod (d-a) <= d-b"),
    "ferguson-lemma-2-proof-as-printed": (lemma_2,
        "in Lemma 2, with r = a mod (d-a) and s = a' mod (d-a): if s >= b-a, then r = s-b-a modulo d-a"),
    "ferguson-lemma-1-partizan": (subordinate,
        "(a b; b d) with a >= b and d >= b is a P-position of the partizan game"),
    "ferguson-theorem-4-proof-zero-as-printed": (zero_first,
        "(0 b; c d) is none of (7), (8) and (9) exactly if d <= b and d <= c"),
    "ferguson-theorem-4-proof-greatest-moves-as-printed": (greatest_moves,
        "with the least entry a > 0 first, taking min(c,d) from the bottom row leads to (8) exactly if |c-d| < b"),
    "ferguson-theorem-4-proof-rest-as-printed": (rest_of_theorem_4,
        "let the least entry a > 0 be first, |c-d| >= a, b-a >= min(c,d) and a+c = d <= b; then c-d can be taken from "
        "the bottom row"),
    "ferguson-theorem-5-as-published": (four_parts,
        "the four parts of Theorem 5, the first one with d < c, give the value of every (0 b; c d) with b >= c"),
    "ferguson-theorem-5-proof-as-printed": (less_than_twice,
        "d = c+1 < 2c for c >= 1, in the case d = c+1"),
    "ferguson-conjecture": (conjecture,
        "for a < c, d > 2c and b > a+c the value of (a b; c d) is min(b-c, a+d-2c) +- a"),
    "2d-nim-recursion-as-printed": (recursion,
        "a state with a losing next state is won by the player to move; else it is lost"),
    "boards-reflection-of-any-order": (reflection,
        "in normal play a position is lost if a symmetry of the board maps it onto itself and no possible move to one "
        "that meets it"),
    "boards-misere-equal-pairs": (equal_pairs,
        "in misère play two components of the same shape can be removed without a change of the outcome"),
    "boards-misere-nim-rule": (nim_rule,
        "in misère play a position is lost exactly if the nim sum of its components' values is 1 where none exceeds "
        "1, and 0 otherwise"),
    "pnim-misere-target-as-printed": (target,
        "a player who can win misère 1-PNim can move into the set of the partitions between [r,r,r-1,...,2] and "
        "[r^r], r >= 2"),
    "pnim-mex-as-printed": (mex_of_options,
        "the values of the options of a position form a finite set of integers that are at most 0, as the definition "
        "of mex asks"),
    "pnim-rank-as-printed": (rank,
        "Dyson's rank of a partition, its largest part minus the number of its parts, is |l1-r|"),
    "pnim-longest-play-bounds-as-printed": (longest_play,
        "neither the Grundy value nor the misère Grundy number of a position exceeds the length of the longest play"),
    "pnim-example-rnim-play-as-printed": (play_of_boxes,
        "<2,1>+<3,3,3> is reached on the way from <3,5>+<3,3,3> to <2,1>+<3,3,2> as a play on the initial position "
        "<3,5>+<3,3,3> goes: its first position is that one"),
    "pnim-sums-are-pet-as-printed": (sums_are_pet,
        "PNim is pet, sums included"),
    "pnim-theorem-14-as-printed": (theorem_14,
        "a sum of positions of tame games is a (1,0)-position exactly if it has an odd number of 1-positions and the "
        "rest are 0-positions, a (0,1)-position exactly if it has an even number of 1-positions and the rest are "
        "0-positions, otherwise a (k,k)-position"),
    "pnim-appendix-a-order-as-printed": (twos,
        "the partitions of value 2 with up to 15 squares, which section 6 says the list of appendix A holds, are "
        "those with up to 26 squares, which the appendix says it holds"),
    "pnim-anti-diagonal-as-printed": (anti_diagonal,
        "squares below the main anti-diagonal of a rectangle can be removed without a change of its value: a "
        "partition with r rows and c >= r columns whose part i is at least c-i+2 for i >= 2 has the value of [c^r]"),
    "pnim-conjecture-2-as-printed": (conjecture_2_as_printed,
        "let a and b be integers >= 0 for which [(a+1)^(b+1)] is heavy; then every partition between "
        "[a+1,a,...,a-b+1] (parts that are not positive left out) and [(a+1)^(b+1)] is heavy"),
    "pnim-conjecture-2": (conjecture_2,
        "let a >= b >= 0, and [(a+1)^(b+1)] be heavy; then every partition between [a+1,a,...,a-b+1] and "
        "[(a+1)^(b+1)] is heavy"),
    "nimbers-sum-by-products-as-printed": (sum_by_products,
        "n + m = (n (x) 1/m) (x) (m + 1) for nimbers other than 0"),
    "nimbers-diagonal-as-printed": (stone_on_the_diagonal,
        "a position is a P-position, or one can add a stone on the diagonal such that it becomes one"),
    "nimbers-fermat-powers-modulo-9-as-printed": (powers_modulo_9,
        "2^(2^N) is 4 or 7 modulo 9"),
    "nimbers-who-wins-as-printed": (who_wins,
        "a position whose value is not 0 is won by the second player"),
    "nimbers-which-stone-as-printed": (which_stone,
        "if one stone only has a value greater than the sum of the others, the winning moves are moves of this stone"),
}
