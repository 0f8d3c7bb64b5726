#!/usr/bin/env python3
"""Laws of families of many kinds against play by the definition, beyond the tables from which they were learned: other letters,
repeated letters, conditions, ends, blocks, misère play, values, three piles. It shares no code with the program or the
checker, and knows no theory.

    python3 tests/laws/families.py target/debug/nimfield [EVERY]

All families take some three minutes; with EVERY = 5 each fifth one is compared.
"""

import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

NIMFIELD = str(pathlib.Path(sys.argv[1]).resolve())
EVERY = int(sys.argv[2]) if len(sys.argv) > 2 else 1
# How far laws of one and two letters, and of three, are compared beyond their tables.
BEYOND = {1: 40, 2: 40, 3: 19}


def pairs(piles):
    return list(itertools.combinations(range(piles), 2))


def everything(piles):
    return [tuple(range(piles))]


def single(piles):
    return [(pile,) for pile in range(piles)]


def same(groups, allowed=lambda k: True):
    """The same amount from each pile of a group."""
    def options(position):
        for group in groups(len(position)):
            for k in range(1, min(position[pile] for pile in group) + 1):
                if allowed(k):
                    yield tuple(size - k * (pile in group) for pile, size in enumerate(position))
    return options


def both(allowed):
    """Amounts k and l from the two piles x and y."""
    def options(position):
        x, y = position
        for k, l in itertools.product(range(1, x + 1), range(1, y + 1)):
            if allowed(k, l, x, y):
                yield x - k, y - l
    return options


def vector(a, b):
    def options(position):
        for i, j in itertools.permutations(range(len(position)), 2):
            if position[i] >= a and position[j] >= b:
                yield tuple(size - a * (pile == i) - b * (pile == j) for pile, size in enumerate(position))
    return options


def put(position):
    """At least 2 from a pile, and one of them on the other."""
    x, y = position
    yield from ((x - k, y + 1) for k in range(2, x + 1))
    yield from ((x + 1, y - k) for k in range(2, y + 1))


def some(*kinds):
    return lambda position: (option for kind in kinds for option in kind(position))


def over(where, won=False):
    """Says that the game is over, and whether the player to move has won; None while it goes on."""
    return lambda position: won if where(position) else None


def power(base):
    return lambda k: k in {base**n for n in range(12)}


ANY, BOTH = "move any from each\n", "move same any from all\n"
NIM, WYTHOFF = same(single), some(same(single), same(everything))
GOES_ON = over(lambda position: False)
UP_TO_3 = some(same(single, lambda k: k <= 3), same(everything, lambda k: k <= 3))

# Rules; letters; options; ends; options that are forbidden; play; whether values are compared.
FAMILIES = [
    (ANY + "move same odd from all", "q x", some(NIM, same(everything, lambda k: k % 2)), GOES_ON, 0, "normal", False),
    (ANY + "move vector 1,3 from pairs", "a b", some(NIM, vector(1, 3)), GOES_ON, 0, "misere", False),
    (ANY + BOTH + "move vector 1,4 from pairs", "z y", some(WYTHOFF, vector(1, 4)), GOES_ON, 0, "normal", False),
    (ANY + "move any from all where (k+l) mod 3 = 1", "a b", some(NIM, both(lambda k, l, x, y: (k + l) % 3 == 1)), GOES_ON, 0, "normal", False),
    (ANY + "move any from all where k mod 2 = l mod 3", "a b", some(NIM, both(lambda k, l, x, y: k % 2 == l % 3)), GOES_ON, 0, "normal", False),
    (ANY + "move any from all where k <= l", "a b", some(NIM, both(lambda k, l, x, y: k <= l)), GOES_ON, 0, "misere", False),
    (ANY + BOTH + "ends where abs(p1-p2) = 1", "a b", WYTHOFF, over(lambda p: abs(p[0] - p[1]) == 1), 0, "normal", False),
    (ANY + "ends where p1 mod 2 = 0 and p2 mod 3 = 0", "a b", NIM, over(lambda p: p[0] % 2 == p[1] % 3 == 0), 0, "normal", False),
    (ANY + "ends won where p1+p2 = 5\nends where p1+p2 < 3", "b a", NIM,
     lambda p: True if sum(p) == 5 else False if sum(p) < 3 else None, 0, "normal", False),
    (ANY + "ends where p1+p2 <= 4", "a b", NIM, over(lambda p: sum(p) <= 4), 0, "misere", False),
    (ANY + BOTH + "ends where p1 <= 2 and p2 <= 2", "a b", WYTHOFF, over(lambda p: max(p) <= 2), 0, "misere", False),
    (ANY + "block 2", "a b", NIM, GOES_ON, 2, "misere", False),
    (ANY + BOTH + "block 2", "a b", WYTHOFF, GOES_ON, 2, "normal", False),
    ("move same 1..3 from each and all\nblock 1", "a b", UP_TO_3, GOES_ON, 1, "normal", False),
    ("move same 1..3 from each and all\nblock 2", "a b", UP_TO_3, GOES_ON, 2, "misere", False),
    ("move same 2,5 from each", "a b", same(single, lambda k: k in (2, 5)), GOES_ON, 0, "misere", False),
    ("move same all but 2 from each", "a b", same(single, lambda k: k != 2), GOES_ON, 0, "normal", False),
    ("move same powers of 2 from each", "a b", same(single, power(2)), GOES_ON, 0, "normal", False),
    ("move same powers of 3 from each", "a b", same(single, power(3)), GOES_ON, 0, "misere", False),
    (BOTH, "a a", same(everything), GOES_ON, 0, "normal", False),
    (BOTH, "a a+1", same(everything), GOES_ON, 0, "normal", False),
    (ANY + "move vector 2,2 from pairs", "a b c", some(NIM, vector(2, 2)), GOES_ON, 0, "normal", False),
    (ANY, "a b c", NIM, GOES_ON, 0, "misere", False),
    (ANY + "block 1", "a b c", NIM, GOES_ON, 1, "normal", False),
    ("move vector k,-1 from pairs where k > 1", "a b", put, GOES_ON, 0, "normal", False),
    (ANY, "a b", NIM, GOES_ON, 0, "normal", True),
    (ANY, "a b", NIM, GOES_ON, 0, "misere", True),
    ("move same 1..2 from each", "a b", same(single, lambda k: k <= 2), GOES_ON, 0, "normal", True),
    ("move same 1..2 from each and all", "a b", some(same(single, lambda k: k <= 2), same(everything, lambda k: k <= 2)), GOES_ON, 0, "normal", True),
    (ANY + "ends where p1 <= 1", "a b", NIM, over(lambda p: p[0] <= 1), 0, "normal", False),
]

# Families that a move leaves.
OPEN = [(ANY, "a a"), (ANY, "a 3"), ("move vector 1,2 from pairs", "a a"), (ANY + BOTH, "a 2a")]


def accepts(certificate, numbers):
    a, b = certificate["numeration"]
    base, weights = a + (b > 0), [1, a + (b > 0)]
    while weights[-1] <= max(numbers):
        weights.append(a * weights[-1] + b * weights[-2])
    state = 0
    for weight in reversed(weights):
        row = 0
        for at, number in enumerate(numbers):
            digit, numbers[at] = divmod(number, weight)
            row = row * base + digit
        state = certificate["steps"][state][row]
    return certificate["accepts"][state]


def play_all(last, piles, options, ends, block, play, values):
    """Which positions with piles up to a number are P, or their values; None where an option has larger piles."""
    found = {}
    for position in sorted(itertools.product(range(last + 1), repeat=piles), key=sum):
        result = ends(position)
        after = {*options(position)} if result is None else set()
        known = [found.get(option) for option in after]
        if None in known:
            found[position] = None
        elif values:
            least = next(value for value in itertools.count() if value not in known)
            found[position] = 1 if play == "misere" and not after else least
        elif result is not None:
            found[position] = result == (play == "misere")
        else:
            # In misère play whoever has no move left has won.
            found[position] = sum(known) <= block and (play == "normal" or sum(known) < len(after))
    return found


def number(text, letters):
    if text.isdigit():
        return int(text)
    times, letter, more = re.fullmatch(r"(\d*)([a-z])(\+\d+)?", text).groups()
    return int(times or 1) * letters[letter] + int(more or 0)


def asked(folder, rules, letters, *arguments):
    piles = len(letters.split())
    pathlib.Path(folder, "own.game").write_text(f"piles {piles}\n{rules.strip()}\n")
    command = [NIMFIELD, "guess", f"@own.game[{letters}]", "--prove", "--json", "-q", "--time", "60s", *arguments]
    return json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout)


def main():
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for rules, letters, options, ends, block, play, values in FAMILIES[::EVERY]:
            path = pathlib.Path(folder, "law.json")
            answer = asked(folder, rules, letters, "--play", play, "--certificate", str(path), *["--values"] * values)
            assert answer["status"] == "proved", (rules, letters, answer)
            certificate = json.loads(path.read_text())
            texts = letters.split()
            last = answer["up_to"] + BEYOND[len(texts)]
            for position, result in play_all(last, len(texts), options, ends, block, play, values).items():
                own = {text: size for text, size in zip(texts, position) if len(text) == 1}
                if result is None or any(number(text, own) != size for text, size in zip(texts, position)):
                    continue
                numbers = [own[letter] for letter in certificate["letters"]]
                if values:
                    near = [value for value in range(result + 3) if accepts(certificate, [*numbers, value])]
                    assert near == [result], (rules, position, result, near)
                else:
                    assert accepts(certificate, numbers) == result, (rules, position, result)
                compared += 1
        for rules, letters in OPEN:
            answer = asked(folder, rules, letters)
            assert answer["status"] != "proved" and "not closed" in answer["reason"], (rules, letters, answer)
    print(f"{len(FAMILIES[::EVERY])} families with a proved law, {compared} positions, {len(OPEN)} families refused")


main()
