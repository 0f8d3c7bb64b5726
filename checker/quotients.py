"""Misère quotients: checks that the monoid of a certificate gives the outcome of every sum of the positions, and that
no smaller one would."""

import re

import strict
from periods import digits, ways
from rules import board, fits, foreign, most_pieces, need, rectangle

NOTHING = type(None)
FIELDS = {"position": str, "letter": (str, NOTHING), "up_to": (int, NOTHING), "positions": list, "classes": list,
          "generators": list, "steps": list, "p_portion": list, "law": (dict, NOTHING)}

def heap_options(code, count):
    """For each heap from 1 to count its options, as lists of the places of heaps in that order."""
    head, tail = digits(code)
    fits(count <= 400, "there are too many heaps here")
    found = []
    for heap in range(1, count + 1):
        words = set()
        for taken in range(heap + 1):
            digit = head[taken] if taken < len(head) else tail[(taken - len(head)) % len(tail)] if tail else 0
            words |= {tuple(sorted(piece - 1 for piece in heaps)) for heaps in ways(digit, heap - taken)}
        found.append(words)
    return found

def shape(cells):
    """Cells up to shifts, turns and reflections."""
    images = [[(r * a, c * b) if kept else (c * a, r * b) for r, c in cells]
              for a in (1, -1) for b in (1, -1) for kept in (True, False)]
    shifted = [sorted((r - min(r for r, _ in image), c - min(c for _, c in image)) for r, c in image) for image in images]
    return tuple(min(shifted))

def parts(name, options, body, box, stones):
    """The shapes of stones that no move joins, for those that have a move, each with its box."""
    masks = [mask for mask in board(name, options, body)[1] if mask & ~stones == 0]
    places = [(r, c) for r, row in enumerate(body.split("/")) for c, sign in enumerate(row) if sign != "_"]
    found = []
    while masks:
        part, before = masks[0], 0
        while part != before:
            before = part
            for mask in masks:
                part |= mask if mask & part else 0
        masks = [mask for mask in masks if not mask & part]
        found.append((box, shape([place for i, place in enumerate(places) if part >> i & 1])))
    return found

RULES = r"(lines|tactix|cram)(?:\(((?:any|m(?:in|ax)=[1-9][0-9]*)(?:,(?:any|m(?:in|ax)=[1-9][0-9]*))*)\))?"
SIDE = "[1-9][0-9]*"

def rows_of(name, options, body):
    """The rules in the form of lines, the position row by row, and its box. Cram takes two neighbours, and its free
    places are o; its followers stay in a box of the same sides, while those of other games leave it."""
    is_cram = name == "cram"
    if is_cram:
        name, options, body = "lines", "min=2,max=2", body.replace("o", "1").replace(".", "0")
    if "x" in body:
        rows, columns = rectangle(body)
        body = "/".join(["1" * columns] * rows)
    rows = body.split("/")
    return name, options, body, (len(rows), len(rows[0])) if is_cram else ()

def board_options(name, options, positions):
    """For each board its options, as lists of the places of their parts among the boards, which come before it."""
    own, found = {}, []
    for at, text in enumerate(positions):
        named = re.fullmatch(re.escape(f"{name}({options})" if options else name) + rf"\[([01_/]+|[o./]+|{SIDE}x{SIDE})\]", text)
        foreign(not named, f"{text} is not supported here")
        rows = rows_of(name, options, named[1])
        _, masks, stones = board(*rows[:3])
        whole = parts(*rows, stones)
        need(len(whole) == 1 and whole[0] not in own, f"{text} has other parts, or occurs twice")
        words = set()
        for mask in masks:
            if mask & ~stones == 0:
                after = parts(*rows, stones & ~mask)
                need(all(part in own for part in after), f"an option of {text} is missing before it")
                words.add(tuple(sorted(own[part] for part in after)))
        found.append(words)
        own[whole[0]] = at
    return found, own

def product_of(steps):
    """The products of all classes, each of which is a product of generators; these commute."""
    order, words = len(steps), {0: ()}
    for x in (queue := [0]):
        for i, y in enumerate(steps[x]):
            if y not in words:
                words[y] = (*words[x], i)
                queue.append(y)
    need(len(words) == order, "a class is not a product of generators")
    need(all(steps[row[i]][j] == steps[row[j]][i] for row in steps for i in range(len(row)) for j in range(i)), "products do not commute")
    product = []
    for x in range(order):
        product.append([0] * order)
        for y in range(order):
            z = x
            for i in words[y]:
                z = steps[z][i]
            product[x][y] = z
    return product

def check_quotient(data):
    given = strict.certificate(data, "quotient", FIELDS)
    text, letter, up_to = given["position"], given["letter"], given["up_to"]
    names, classes, generators, steps = (given[name] for name in ("positions", "classes", "generators", "steps"))
    inside, law, order = given["p_portion"], given["law"], len(given["steps"])
    whole = lambda numbers, below: all(type(number) is int and 0 <= number < below for number in numbers)
    code = re.fullmatch(r"code\((.*)\)\[([a-z])\]", text)
    if code:
        need(letter == code[2] and up_to == len(names) and names == [str(n + 1) for n in range(len(names))], "the heaps differ from those of the position")
        options = heap_options(code[1], len(names))
    else:
        named = re.fullmatch(RULES + rf"\[([01_/]+|[o./]+|(?:{SIDE}|[a-z])x(?:{SIDE}|[a-z]))\]", text)
        foreign(not named or "any" in (named[2] or "") or named[1] == "cram" and named[2], f"{text} is not supported here")
        need(law is None, "a law needs heaps")
        options, own = board_options(named[1], named[2], names)
        bodies = [named[3]]
        if re.search("[a-wyz]", named[3].replace("o", "")):
            need(re.fullmatch("[a-wyz]", letter or "") and letter in named[3].split("x") and up_to and 0 < up_to <= 20, "the letter differs from that of the position")
            bodies = ["x".join(str(n) if side == letter else side for side in named[3].split("x")) for n in range(1, up_to + 1)]
        else:
            need(letter is None and up_to is None, "there is no letter")
        reached = set()
        for body in bodies:
            rows = rows_of(named[1], named[2], body)
            last = parts(*rows, board(*rows[:3])[2])
            need(all(part in own for part in last), "the position is not among its followers")
            reached |= {own[part] for part in last}
        # A follower comes before the positions that it follows, and all options are listed.
        for at in reversed(range(len(names))):
            need(at in reached, f"{names[at]} is not a follower of the position")
            reached.update(*options[at])
    # A monoid: every class is reached from that of the empty sum, and steps commute.
    foreign(order == 0, "there are no classes")
    fits(order <= 700, "there are too many classes here")
    need(len(classes) == len(names) and whole(classes, order) and whole(generators, len(names)), "a class is not there")
    need(all(len(row) == len(generators) and whole(row, order) for row in steps), "a step leads nowhere")
    need(whole(inside, order) and inside == sorted({*inside}), "the P-portion is not a list of classes")
    need(0 not in inside, "the empty sum, which is won in misère play, is in the P-portion")
    need(sorted({*generators}) == sorted(generators), "a generator occurs twice")
    product = product_of(steps)
    need([classes[at] for at in generators] == steps[0], "a generator has another class")
    in_p = [x in {*inside} for x in range(order)]
    need(len({tuple(in_p[z] for z in row) for row in product}) == order, "two classes are not separated")
    # No move leads from a P-class to a P-class, and from every other sum but the empty one a move leads to one.
    def class_of(word):
        x = 0
        for at in word:
            x = product[x][classes[at]]
        return x
    kinds = set()
    for at, words in enumerate(options):
        own, after = classes[at], {class_of(word) for word in words}
        need(words or own == 0, f"{names[at]} has no move")
        need(not any(in_p[product[own][x]] and in_p[product[y][x]] for y in after for x in range(order)),
             f"a move in {names[at]} leads from P to P")
        if words:
            kinds.add((own, sum(1 << x for x in range(order) if any(in_p[product[y][x]] for y in after))))
    # The gap of a sum of class x: the classes y beside which it is not a P-position, and no move in it leaves one. A
    # sum is a pair of its class and its gap; only the largest gaps of each class matter.
    seen, queue = {}, [(0, sum(1 << x for x in range(order) if not in_p[x]))]
    for x, gap in queue:
        if queue[0] != (x, gap) and gap not in seen.get(x, ()):
            continue
        for own, won in kinds:
            z, left = product[x][own], 0
            for y in range(order):
                if gap >> product[own][y] & 1 and not won >> product[x][y] & 1:
                    left |= 1 << y
            need(not left & 1, f"a sum of class {z} is not a P-position, and no move leads to one")
            known = seen.setdefault(z, set())
            if left and not any(left & ~other == 0 for other in known):
                known -= {other for other in known if other & ~left == 0}
                known.add(left)
                queue.append((z, left))
    if law is None:
        return f"{text}: a misère quotient of order {order} of {len(names)} positions"
    need({*law} == {"theorem", "preperiod", "period"}, "the law has other fields than expected")
    theorem, start, period = law["theorem"], law["preperiod"], law["period"]
    head, tail = digits(code[1])
    values, pieces, taken = [0, *classes], most_pieces(head), len(head) - 1
    need(not tail and max(head) < 16, "the law needs a code that ends, of heaps of any sizes")
    need(type(start) is int and type(period) is int, "the preperiod and the period must be integers")
    need(start >= 0 and period > 0, "the preperiod must be at least 0 and the period at least 1")
    begin = max(start, 1)
    needed = {"splitting": pieces * (begin + period) + taken, "subtraction": begin + period + max(taken, 1)}
    need(theorem in needed and (pieces <= 1) == (theorem == "subtraction"), "the theorem is not about this code")
    need(len(values) >= needed[theorem], "there are too few heaps")
    holds = lambda n, by: values[n + by] == values[n]
    need(all(holds(n, period) for n in range(start, len(values) - period)), "the law does not hold")
    need(start == 0 or not holds(start - 1, period), "the preperiod could be shorter")
    shorter = [part for part in range(1, period) if period % part == 0]
    need(not any(all(holds(n, part) for n in range(start, len(values) - part)) for part in shorter), "the period could be shorter")
    return f"{text}: a misère quotient of order {order}, that of all heaps: the class of n + {period} is that of n for n >= {start}"
