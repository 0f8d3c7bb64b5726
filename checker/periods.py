"""Periods of values along a letter: the values by the definition, and the conditions of the theorems."""

import functools, math, re

import strict
from growth import check_growth
from piles import SHELF
from rules import fits, foreign, mex, most_pieces, need

FIELDS = {"position": str, "letter": str, "theorem": str, "preperiod": int, "period": int, "saltus": int, "terms": int}

def digits(code):
    """The digits of a code before those that repeat, and the repeating digits; 16 more if heaps must be different."""
    found = re.fullmatch(r"([048C]!?)\.((?:[0-9A-F]!?)*)(?:\[((?:[0-9A-F]!?)+)\])?", code)
    foreign(not found or len(code) > 1000, f"the code {code} is not supported here")
    read = lambda text: [int(digit[0], 16) + 16 * digit.endswith("!") for digit in re.findall("[0-9A-F]!?", text)]
    return read(found[1] + found[2]), read(found[3] or "")

def ways(digit, rest):
    """The heaps that a move may leave of this many counters."""
    found = [()] * (digit & 1 and rest == 0) + [(rest,)] * (digit & 2 and rest > 0)
    found += [(a, rest - a) for a in range(1, rest // 2 + 1)] * (digit & 4 > 0)
    found += [(a, b, rest - a - b) for a in range(1, rest // 3 + 1) for b in range(a, (rest - a) // 2 + 1)] * (digit & 8 > 0)
    return [heaps for heaps in found if digit < 16 or len({*heaps}) == len(heaps)]

def options(head, tail, values, heap):
    """The values of the options of a heap."""
    found = set()
    for taken in range(heap + 1):
        if taken >= len(head) and not tail:
            break
        digit = head[taken] if taken < len(head) else tail[(taken - len(head)) % len(tail)]
        found |= {functools.reduce(int.__xor__, (values[piece] for piece in heaps), 0) for heaps in ways(digit, heap - taken)}
    return found

def heap_values(code, count):
    """The Grundy values of the heaps below count."""
    head, tail = digits(code)
    most = 500 if any(digit & 8 for digit in head + tail) else 20_000
    fits(count <= most, "there are too many heaps here")
    values = []
    for heap in range(count):
        values.append(mex(options(head, tail, values, heap)))
    return values

def unused(values):
    """The least value that does not occur, and the values above it, minus it."""
    least = mex(values)
    return least, sorted({value - least for value in values if value > least})

def row_values(moves, fixed, count):
    """The rows of a game of two piles up to the fixed pile, and for each column the state before it.

    `moves` holds the amounts that a move takes from the growing pile and from the fixed one, and whether it may take any
    multiple of them."""
    fits(count * (fixed + 1) ** 2 <= 10_000_000, "there are too many columns here")
    along = (1, 0, True) in moves
    others = [(grown, left, fixed // left if again else 1) for grown, left, again in moves if (grown, left, again) != (1, 0, True)]
    reach = max((grown * most for grown, _, most in others), default=0)
    rows, states = [[] for _ in range(fixed + 1)], []
    for column in range(count):
        used = [unused(row) if along else (0, []) for row in rows]
        base = used[0][0]
        window = [[value - base for value in row[max(0, column - reach):]] for row in rows]
        states.append(([(least - base, above) for least, above in used], window, base))
        for size, row in enumerate(rows):
            options = set(row) if along else set()
            options |= {rows[size - k * left][column - k * grown] for grown, left, most in others for k in range(1, most + 1)
                        if k * left <= size and k * grown <= column}
            row.append(mex(options))
    return rows[-1], states

def vectors(text, option):
    """The moves of a rule file for two piles: the amounts, and whether any multiple of them may be taken."""
    found, names = [], {}
    value = lambda number: names[number] if number in names else strict.whole(number)
    for line in filter(None, (line.split("#")[0].strip() for line in text.split("\n"))):
        given = re.fullmatch(r"param ([a-z]) ([0-9]+)\.\.([0-9]+)(?: = ([0-9]+))?", line)
        if given:
            names[given[1]] = strict.whole(option or given[4] or "none")
            need(strict.whole(given[2]) <= names[given[1]] <= strict.whole(given[3]), "the parameter is outside its range")
            continue
        if re.fullmatch("piles (any|2|any x any|any ring)", line):
            continue
        if re.fullmatch(r"move any (from subsets|at least 1 from neighbours) 1\.\.k", line):
            foreign(names.get("k") != 1, f"{line} is supported only for single piles here")
            line = "move same any from each"
        given = re.fullmatch(r"move (same (?:any|[0-9a-z]+(?:\.\.[0-9a-z]+)?)|vector [0-9]+,[0-9]+(?: times any)?) from "
                             r"(each|all|pairs|each and all|lines|subsets [0-9a-z]+)", line)
        foreign(not given, f"{line} is not supported here")
        kind, *amount = given[1].split(" ", 1)[0], given[1].split(" ", 1)[1]
        if kind == "vector":
            foreign(given[2] not in ("pairs", "all"), f"{line} is not supported here")
            first, second = map(strict.whole, amount[0].split(" ")[0].split(","))
            again = amount[0].endswith("any")
            found += [(first, second, again), (second, first, again)][:2 if given[2] == "pairs" else 1]
            continue
        # Piles of one row are the columns of a rectangle as well.
        sizes = {"each": (1,), "each and all": (1, 2), "lines": (1, 2), "all": (2,), "pairs": (2,)}.get(given[2])
        sizes = sizes or (value(given[2].split(" ")[1]),)
        groups = [(first, second) for first, second in ((1, 0), (0, 1), (1, 1)) if first + second in sizes]
        ends = [value(end) for end in amount[0].split("..") if end != "any"]
        taken = range(ends[0], ends[-1] + 1) if ends else [1]
        fits(len(taken) <= 10_000, "there are too many amounts here")
        found += [(first * k, second * k, not ends) for first, second in groups for k in taken]
    foreign(any((first == 0 or second == 0) and again and first + second > 1 for first, second, again in found),
            "multiples of more than one counter are not supported here")
    return found

def check_period(data):
    # Certificates of rows have the text of the rule file, if there is one.
    given = strict.certificate(data, "period", {**FIELDS, "files": dict} if b'"files"' in data else FIELDS)
    files = given.get("files", {})
    foreign("files" in given and not files, "there are no files")
    position, letter, theorem = given["position"], given["letter"], given["theorem"]
    start, period, saltus, count = (given[name] for name in ("preperiod", "period", "saltus", "terms"))
    foreign(not re.fullmatch("[a-z]", letter), "the letter is not supported here")
    need(start >= 0 and period > 0 and count >= start + 2 * period, "there are too few terms")
    if theorem == "returning state":
        found = re.fullmatch(r"(@[^()\[\]+]+|[a-z]+)(?:\(([1-9][0-9]*)\))?\[([0-9a-z]+)(?:, ?| |; ?)([0-9a-z]+)\]", position)
        foreign(not found, f"{position} is not supported here")
        need([*files] == [found[1][1:]] * (found[1][0] == "@"), "the files are not those of the position")
        text = files[found[1][1:]] if files else SHELF.get(found[1])
        foreign(type(text) is not str, f"{position} is not supported here")
        need(letter in found.groups()[2:], "the letter is not in the position")
        foreign(found[2] and "param" not in text, f"{position} is not supported here")
        moves, grows = vectors(text, found[2]), found[3] == letter
        values, states = row_values([(one, other, again) if grows else (other, one, again) for one, other, again in moves],
                                    strict.whole(found[4] if grows else found[3]), count)
        last = next((at for at in range(count - 1, period - 1, -1) if states[at][:2] == states[at - period][:2]
                     and states[at][2] - states[at - period][2] == saltus), None)
        need(last is not None, "no state returns after this period")
    else:
        need(not files, "a code has no files")
        found = re.fullmatch(r"code\((.*)\)\[([a-z])\]", position)
        foreign(not found, f"{position} is not supported here")
        need(found[2] == letter, "the letter is not in the position")
        head, tail = digits(found[1])
        values = heap_values(found[1], count)
        pieces, taken, begin = most_pieces(head + tail), len(head) - 1, max(start, 1)
        need(max(head + tail) < 16, "the theorem is not about this code")
        if theorem == "splitting":
            need(not tail and pieces >= 2 and saltus == 0, "the theorem is not about this code")
            need(count >= pieces * (begin + period) + taken, "there are too few terms")
        elif theorem == "subtraction":
            need(not tail and pieces <= 1 and saltus == 0, "the theorem is not about this code")
            need(count >= begin + period + max(taken, 1), "there are too few terms")
        elif theorem == "repeating digits":
            need(tail and pieces <= 1 and saltus == 0, "the theorem is not about this code")
            common = math.lcm(period, len(tail))
            # Then the last values and those that occur among the heaps of each remainder are those of one round before.
            need(count >= begin + 2 * common + taken + 1, "there are too few terms")
        elif theorem == "growth":
            need(not tail and pieces >= 2, "the theorem is not about this code")
            check_growth(head, values, start, period, saltus)
        else:
            need(theorem == "all-but" and tail == [3] and pieces == 1, "the theorem is not about this code")
            need(count > begin + period + taken, "there are too few terms")
            (now, above), (then, later) = (unused(values[:at - taken]) for at in (count - period, count))
            need(then - now == saltus and above == later, "the state does not return")
    law = lambda n, by, grows: values[n + by] - values[n] == grows
    need(all(law(n, period, saltus) for n in range(start, count - period)), "the law does not hold")
    need(start == 0 or not law(start - 1, period, saltus), "the preperiod could be shorter")
    for part in (part for part in range(1, period) if period % part == 0):
        grows = values[start + part] - values[start]
        need(not all(law(n, part, grows) for n in range(start, count - part)), "the period could be shorter")
    return f"{position}: g({letter} + {period}) = g({letter}) + {saltus} for {letter} >= {start}"
