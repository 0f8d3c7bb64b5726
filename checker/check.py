#!/usr/bin/env python3
"""An independent checker of what Nimfield writes: Python's standard library only, nothing shared with the program.

    check.py board FILE            the winner of a board, of nimfield certify
    check.py counterexample FILE   a counterexample with its game trees, of nimfield hunt --certificate
    check.py light FILE [N]        all light partitions, of nimfield table pnim --up-to N --non-heavy --format csv
    check.py excess FILE           Lenstra's excesses, of nimfield nimber --excess P..Q; computed anew

Exit code 0: every step holds; 1: something does not; 2: not a file of this kind, or out of this checker's reach.
The formats are those of the chapters on files, notation and theory of the book; the rules are written here anew.
"""

import functools, itertools, json, math, re, struct, sys, zlib

class Wrong(Exception):
    """A step does not hold."""

class Foreign(Exception):
    """Not a file of this kind, or out of reach."""

def need(holds, why):
    if not holds:
        raise Wrong(why)

def foreign(is_so, why):
    if is_so:
        raise Foreign(why)

# BLAKE3, the hash at the end of sealed files.

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
QUARTERS = [(i, 4 + (i + s) % 4, 8 + (i + 2 * s) % 4, 12 + (i + 3 * s) % 4) for s in (0, 1) for i in range(4)]

def compress(chain, words, counter, length, flags):
    s = [*chain, *IV[:4], counter & 0xFFFFFFFF, counter >> 32, length, flags]
    for _ in range(7):
        for i, (a, b, c, d) in enumerate(QUARTERS):
            for x, rd, rb in ((words[2 * i], 16, 12), (words[2 * i + 1], 8, 7)):
                s[a] = s[a] + s[b] + x & 0xFFFFFFFF
                t = s[d] ^ s[a]
                s[d] = (t >> rd | t << 32 - rd) & 0xFFFFFFFF
                s[c] = s[c] + s[d] & 0xFFFFFFFF
                t = s[b] ^ s[c]
                s[b] = (t >> rb | t << 32 - rb) & 0xFFFFFFFF
        words = [words[i] for i in ORDER]
    return [s[i] ^ s[i + 8] for i in range(8)]

def blake3(data):
    def node(part, number, root):
        if len(part) > 1024:
            left = 1024 << ((len(part) - 1) // 1024).bit_length() - 1
            words = node(part[:left], number, 0) + node(part[left:], number + left // 1024, 0)
            return compress(IV, words, 0, 64, 4 | root)
        chain, blocks = IV, max(1, -(-len(part) // 64))
        for i in range(blocks):
            block = part[64 * i:64 * i + 64]
            flags = (1 if i == 0 else 0) | (2 | root if i == blocks - 1 else 0)
            words = struct.unpack("<16I", block.ljust(64, b"\0"))
            chain = compress(chain, words, number, len(block), flags)
        return chain
    return struct.pack("<8I", *node(data, 0, 8))

class Bytes:
    """A sealed file or a block of one, read from the front."""
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        foreign(self.at > len(self.data), "the file is cut off")
        return self.data[self.at - count:self.at]

    def u(self, size=4):
        return int.from_bytes(self.take(size), "little")

    def many(self, one):
        return [one() for _ in range(self.u())]

    def numbers(self):
        return self.many(self.u)

    def block(self, name, read):
        foreign(self.take(4) != name, f"there is no section {name.decode()}")
        length, checksum = self.u(8), self.u()
        block = Bytes(self.take(length))
        foreign(zlib.crc32(block.data) != checksum, f"the section {name.decode()} was altered")
        found = read(block)
        foreign(block.at != length, f"the section {name.decode()} holds more than it should")
        return found

# Boards: cells by number, moves as sets of bits.

def runs(line, low, high, gaps):
    """The moves in a line of cells; None is a place without one."""
    if gaps:
        line = [cell for cell in line if cell is not None]
        return [m for n in range(low, min(high, len(line)) + 1) for m in itertools.combinations(line, n)]
    stretches = [line[i:i + n] for n in range(low, min(high, len(line)) + 1) for i in range(len(line) - n + 1)]
    return [stretch for stretch in stretches if None not in stretch]

@functools.lru_cache(None)
def board(name, options, body):
    """Cells, moves and stones of a board in notation."""
    given = dict(option.strip().partition("=")[::2] for option in (options or "").split(","))
    low, high, gaps = int(given.get("min", 1)), int(given.get("max", 64)), name == "efr" or "any" in given
    rows, size = body.split("/"), re.fullmatch(r"(\d+)x(\d+)", body)
    if body == "full":
        rows = ["11", "111", "1111", "111"]
    elif name == "triangle" and "/" not in body and body not in ("0", "1"):
        rows = ["1" * n for n in range(1, int(body) + 1)]
    elif size:
        rows = ["1" * int(size[2])] * int(size[1])
    places, stones = {}, 0
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != "_":
                # Nimbi is a triangle of side 5 without its corners.
                place = (r + 1, c + (r == 3)) if name == "nimbi" else (r, c)
                stones |= (sign == "1") << len(places)
                places[place] = len(places)
    across = [(0, 1), (1, 0)] + [(1, 1)] * (name in ("nimbi", "triangle"))
    most = max((max(place) for place in places), default=0) + 1
    lines = [[places.get((r + i * dr, c + i * dc)) for i in range(most)] for dr, dc in across
             for r in range(most) for c in range(most) if dr and r == 0 or dc and c == 0]
    masks = {sum(1 << cell for cell in run) for line in lines for run in runs(line, low, high, gaps)}
    return len(places), tuple(sorted(masks)), stones

BOARDS = ("lines", "tactix", "efr", "nimbi", "triangle")

def check_board(data):
    file = Bytes(data)
    foreign(file.take(8) != b"NIMFCERT" or file.u() != 1, "this is no certificate of a board, version 1")
    misere, position, cells, masks, start, first = file.block(b"GAME", lambda b: (
        b.u(), b.take(b.u()).decode(), b.u(), tuple(b.many(lambda: b.u(8))), b.u(8), b.u(8)))
    foreign(misere != 1, "this is not of misere play")
    parts = file.block(b"PART", lambda b: b.many(lambda: (b.u(), list(b.take(b.u())))))
    shapes = file.block(b"SHAP", lambda b: b.many(b.numbers))
    classes = file.block(b"CLAS", lambda b: [set(one) for one in b.many(b.numbers)])
    pairs = set(file.block(b"PAIR", lambda b: b.many(lambda: (b.u(), b.u()))))
    content = data[:file.at]
    foreign(file.take(32) != blake3(content) or file.at != len(data), "the file was altered: its hash is another")

    named = re.fullmatch(r"(\w+)(?:\((.*)\))?\[(.*)\]", position)
    foreign(not named or named[1] not in BOARDS, f"the board of {position} is not known here")
    need((cells, masks, start) == board(*named.groups()), f"this is not the game or the position {position}")
    need(first == 0 or first in masks and first & ~start == 0, "the winning move is none")
    rest = start & ~first
    need(all(0 < len(cells) <= 24 for _, cells in parts) and len(parts) in (1, 2), "there are one or two parts")
    need(sorted(c for _, own in parts for c in own) == [c for c in range(64) if rest >> c & 1],
         "the parts are not what is left")
    moves_of = {}
    for number, own in parts:
        whole = sum(1 << cell for cell in own)
        inside = [mask for mask in masks if mask & rest == mask and mask & whole]
        need(all(mask & whole == mask for mask in inside), "a move takes stones of both parts")
        need(number < len(shapes) and len(shapes[number]) == 1 << len(own), "a shape is of another size")
        moves = sorted(sum(1 << i for i, cell in enumerate(own) if mask >> cell & 1) for mask in inside)
        need(moves_of.setdefault(number, moves) == moves, "two parts of one shape have different moves")
    need(all((not options) == (k == 0) for k, options in enumerate(classes)), "class 0 alone has no options")
    both = pairs | {(b, a) for a, b in pairs}
    need((0, 0) not in both, "(0, 0) is no pair of a strategy")
    for of, moves in ((shapes[number], moves) for number, moves in moves_of.items()):
        for state, k in enumerate(of):
            found = {of[state & ~mask] for mask in moves if mask & ~state == 0}
            need(classes[k] <= found, "an option of a class is none of its position")
            need(all(k in classes[other] for other in found - classes[k]), "an option is not reversible")
            need(k or not found or any((other, 0) in both for other in found),
                 "a position of class 0 has no move into the strategy")
    for a, b in pairs:
        for x, y in [(k, b) for k in classes[a]] + [(a, k) for k in classes[b]]:
            need((x, y) == (0, 0) or any((k, y) in both for k in classes[x]) or any((x, k) in both for k in classes[y]),
                 f"the strategy has no answer to a move from {(a, b)}")
    ends = [shapes[number][-1] for number, _ in parts] + [0]
    need((ends[0], ends[1]) in both, "what is left is not in the strategy")
    return f"{position}: {'the first' if first else 'the second'} player wins"

# Rules for counterexamples: a position is a sorted tuple of components; a component is (game, sign, data).

def mex(values):
    values = set(values)
    return next(n for n in itertools.count() if n not in values)

def minus(value):
    return (tuple(sorted(map(minus, value[1]))), tuple(sorted(map(minus, value[0]))))

def value(text):
    """A value in notation, whole numbers and {...|...}, as a pair of tuples of options."""
    if re.fullmatch(r"-?\d+", text):
        n = int(text)
        return (() if n <= 0 else (value(str(n - 1)),), () if n >= 0 else (value(str(n + 1)),))
    sides = split(text[1:-1], "|") if text[:1] + text[-1:] == "{}" else []
    foreign(len(sides) != 2, f"the value {text} is not read here")
    return tuple(tuple(sorted(value(option) for option in split(side, ",") if option)) for side in sides)

def split(text, sign):
    """The pieces of a text between signs outside all brackets."""
    depths = itertools.accumulate((c == "{") - (c == "}") for c in text)
    cuts = [-1] + [i for i, (c, depth) in enumerate(zip(text, depths)) if c == sign and depth == 0] + [len(text)]
    return [text[a + 1:b].strip() for a, b in zip(cuts, cuts[1:])]

def partition(text):
    parts = [part.partition("^") for part in re.split(r"[,\s]+", text) if part]
    return tuple(sorted((int(size) for size, _, times in parts for _ in range(int(times or 1))), reverse=True))

def conjugate(rows):
    return tuple(sum(1 for row in rows if row > i) for i in range(rows[0] if rows else 0))

def lowered(m):
    """Matrices in which the same amount is taken from every pile of a row."""
    return {m[:i] + (tuple(x - by for x in row),) + m[i + 1:] for i, row in enumerate(m) for by in range(1, min(row) + 1)}

def turned(m):
    return tuple(zip(*m))

def subsets(rows):
    return {rest for n in range(len(rows)) for rest in itertools.combinations(rows, n)}

@functools.lru_cache(None)
def moves(game, data):
    """What Left and Right may make of a component: the same in impartial games."""
    if game == "nim":
        same = range(data)
    elif game.startswith("matrix"):
        left, right = {turned(m) for m in lowered(turned(data))}, lowered(data)
        if game == "matrix-partizan":
            return left, right
        same = left | right
    elif game == "pnim":
        same = subsets(data) | {conjugate(rest) for rest in subsets(conjugate(data))}
    elif game == "rnim":
        same = {data[:i] + (k,) + data[i + 1:] for i, x in enumerate(data) for k in range(1, x)} | ({()} if data else set())
    elif game == "nimbers":
        boxes = [list(zip(far, stone)) for stone in data for far in itertools.product(*map(range, stone))]
        corners = [{corner for corner in itertools.product(*box) if all(corner)} for box in boxes]
        same = {tuple(sorted(set(data) ^ toggled)) for toggled in corners}
    elif game == "value":
        return data
    elif game in BOARDS:
        masks, state = data
        same = {(masks, state & ~mask) for mask in masks if mask & ~state == 0}
    else:
        raise Foreign(f"the rules of {game} are not known here")
    return same, same

def component(text, sign):
    named = re.fullmatch(r"([a-z-]+)(?:\((.*)\))?\[(.*)\]", text)
    if not named:
        return [("value", minus(value(text)) if sign < 0 else value(text))]
    game, of, body = named.groups()
    if game == "nim":
        return [("nim", int(n)) for n in re.split(r"[,\s]+", body) if n]
    if game in BOARDS:
        return [(game, board(game, of, body)[1:])]
    if game.startswith("matrix"):
        data = tuple(tuple(map(int, row.replace(",", " ").split())) for row in body.split(";"))
        return [(game, turned(data) if sign < 0 else data)]
    if game == "nimbers":
        stones = [tuple(map(int, stone.split(","))) for stone in re.findall(r"\((.*?)\)", body)]
        return [(game, tuple(sorted(stone for stone in stones if all(stone))))]
    if game == "rnim":
        box = tuple(map(int, body.split(",")))
        return [(game, box if all(box) else ())]
    return [(game, partition(body))]

def total(components):
    """A sum in one order, without what has no moves."""
    return tuple(sorted((c for c in components if any(moves(*c))), key=repr))

def position(text):
    components, sign = [], 1
    for piece in re.split(r" ([+-]) ", text):
        if piece in "+-":
            sign = 1 if piece == "+" else -1
        else:
            components += component(piece.strip(), sign)
    return total(components)

@functools.lru_cache(None)
def options(sum_of):
    return [{total(sum_of[:i] + ((game, after),) + sum_of[i + 1:])
             for i, (game, data) in enumerate(sum_of) for after in moves(game, data)[side]} for side in (0, 1)]

def check_counterexample(data):
    certificate = json.loads(data)
    foreign(certificate.get("schema") != 1, "this is no certificate of a counterexample")
    nodes = 0
    for fact in certificate["facts"]:
        misere, tree = fact["play"] == "misere", fact["tree"]
        need(fact["play"] in ("normal", "misere"), "there is no such play")
        positions = [position(node["position"]) for node in tree]
        for at, node in enumerate(tree):
            sides = [node["left"], node["left"] if node.get("right") is None else node["right"]]
            need(all(0 <= o < at for side in sides for o in side), f"{node['position']} has an option after it")
            for side, found in zip(sides, options(positions[at])):
                need({positions[o] for o in side} == found, f"the options of {node['position']} are others")
            if node.get("right") is None:
                values = [tree[o]["value"] for o in node["left"]]
                expected = 1 if misere and not values else mex(values)
                need(node["value"] == expected, f"{node['position']} has the value {expected}")
            else:
                wins = [any(not tree[o]["wins"][1 - i] for o in side) or misere and not side
                        for i, side in enumerate(sides)]
                need(node["wins"] == wins, f"others win {node['position']}")
        need(position(fact["position"]) == positions[-1], "the tree is of another position")
        value_of, wins = tree[-1]["value"], tree[-1].get("wins")
        first, second = wins if wins is not None else [value_of != 0] * 2
        outcome = "N" if first and second else "L" if first else "R" if second else "P"
        need((fact["value"], fact["outcome"]) in ((value_of, None), (None, outcome)) and fact["value"] != fact["outcome"],
             "the fact is another")
        nodes += len(tree)
    return f"{certificate['claim']}: {certificate['case']}: {len(certificate['facts'])} facts, {nodes} positions"

# Light partitions: all values up to a bound by the rules alone.

@functools.lru_cache(None)
def pnim(rows):
    return mex(map(pnim, moves("pnim", rows)[0]))

def partitions(n, most):
    if n == 0:
        yield ()
    for first in range(min(n, most), 0, -1):
        for rest in partitions(n - first, first):
            yield (first, *rest)

def check_light(data, up_to=None):
    head, *rows = data.decode().splitlines()
    rows = [re.fullmatch(r'(\d+),"pnim\[(.*)\]",(\d+)', row) for row in rows]
    foreign(head != "n,position,value" or not all(rows), "this is no table of partitions in CSV")
    listed = [(int(row[1]), partition(row[2]), int(row[3])) for row in rows]
    up_to = int(up_to) if up_to is not None else max((n for n, _, _ in listed), default=0)
    foreign(up_to > 24, "partitions of more than 24 are out of reach here")
    need(len(set(listed)) == len(listed), "a partition is listed twice")
    light = {(n, rows, pnim(rows)) for n in range(up_to + 1) for rows in partitions(n, n)
             if rows and pnim(rows) != rows[0] + len(rows) - 1}
    need(set(listed) == light, f"these differ: {sorted(set(listed) ^ light)[:3]}")
    return f"all {len(light)} light partitions of n <= {up_to}"

# Lenstra's excesses: arithmetic in the tower of the kappas.

@functools.lru_cache(None)
def times(a, b):
    """The nim-product of numbers."""
    if a < 2 or b < 2:
        return a * b
    half = 1 << (max(a, b).bit_length() - 1).bit_length() - 1
    (a1, a0), (b1, b0) = divmod(a, 1 << half), divmod(b, 1 << half)
    low, high = times(a0, b0), times(a1, b1)
    return (times(a1 ^ a0, b1 ^ b0) ^ low) << half ^ low ^ times(high, 1 << half - 1)

@functools.lru_cache(None)
def order(p):
    return next(h for h in itertools.count(1) if pow(2, h, p) == 1)

@functools.lru_cache(None)
def kappas(h):
    """The prime powers whose kappas add up to kappa_h: as few as reach the degree h."""
    found, reached = [], 1
    for q in range(h, 1, -1):
        if h % q == 0 and all(q % r for r in range(2, q)):
            n = next(n for n in itertools.count(1) if h % q ** (n + 1))
            if reached % q ** n:
                found.append((q, n))
                reached = math.lcm(reached, degree(q, n))
    return found

def small(m):
    """The degree of a finite nimber below 256."""
    return 1 if m < 2 else 2 if m < 4 else 4 if m < 16 else 8

@functools.lru_cache(None)
def degree(q, n):
    """That of kappa_(q^n), whose q^n-th power is kappa_(f(q)) and the excess of q."""
    if q == 2:
        return 1 << n
    return q ** n * math.lcm(small(excess(q)), *(degree(*part) for part in kappas(order(q))))

class Field:
    """Sums of products of powers of kappa_(q^n), one n for each odd prime q: from exponents to finite nimbers."""

    def __init__(self, wanted):
        self.n, wanted = {}, list(wanted)
        for q, n in (one for one in wanted if one[0] > 2):
            self.n[q] = max(n, self.n.get(q, 0))
            wanted += kappas(order(q))
        self.primes = sorted(self.n)
        self.sizes = [q ** self.n[q] for q in self.primes]
        foreign(math.prod(self.sizes) > 120, "this field is too large here")
        self.power = [self.element(kappas(order(q)), excess(q)) for q in self.primes]
        self.product = functools.lru_cache(None)(self.product)

    def element(self, parts, m):
        m ^= sum(1 << (1 << n - 1) for q, n in parts if q == 2)
        found = {tuple(q ** (self.n[q] - n) * (r == q) for r in self.primes): 1 for q, n in parts if q > 2}
        return {**found, (0,) * len(self.primes): m} if m else found

    def product(self, e, f):
        """That of two products of powers."""
        e = tuple(map(sum, zip(e, f)))
        for i in range(len(e) - 1, -1, -1):
            if e[i] >= self.sizes[i]:
                return self.times({e[:i] + (e[i] - self.sizes[i],) + e[i + 1:]: 1}, self.power[i])
        return {e: 1}

    def times(self, x, y, pairs=None):
        found = {}
        for (e, a), (f, b) in pairs or itertools.product(x.items(), y.items()):
            c = times(a, b)
            for g, d in self.product(e, f).items():
                found[g] = found.get(g, 0) ^ times(c, d)
        return {g: d for g, d in found.items() if d}

    def has_root(self, x, p, d):
        """Whether x, of a field of 2^d elements, has a p-th root there."""
        one = result = self.element([], 1)
        for bit in bin(((1 << d) - 1) // p)[2:]:
            result = self.times(result, result, [(term, term) for term in result.items()])
            result = self.times(result, x) if bit == "1" else result
        return result == one

@functools.lru_cache(None)
def excess(p):
    parts = kappas(order(p))
    field = Field(parts)
    for m in itertools.count():
        d = math.lcm(small(m), *(degree(*part) for part in parts))
        if not field.has_root(field.element(parts, m), p, d):
            return m

def check_excess(data):
    rows = re.findall(r"m_(\d+) = (\d+)\n", data.decode())
    foreign("".join(f"m_{p} = {m}\n" for p, m in rows) != data.decode(), "this is no list of excesses")
    for p, m in rows:
        need(int(p) > 2 and all(int(p) % r for r in range(2, int(p))), f"{p} is no odd prime")
        need(excess(int(p)) == int(m), f"the excess of {p} is {excess(int(p))}")
    return f"{len(rows)} excesses"

KINDS = {"board": check_board, "counterexample": check_counterexample, "light": check_light, "excess": check_excess}

def main():
    if len(sys.argv) < 3 or sys.argv[1] not in KINDS:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    _, kind, path, *more = sys.argv
    try:
        with open(path, "rb") as file:
            print(f"{path}: {KINDS[kind](file.read(), *more)}: every step holds")
        return 0
    except Wrong as why:
        print(f"{path}: wrong: {why}", file=sys.stderr)
        return 1
    except (Foreign, OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as why:
        print(f"{path}: not checked: {why}", file=sys.stderr)
        return 2

if __name__ == "__main__":
    sys.exit(main())
