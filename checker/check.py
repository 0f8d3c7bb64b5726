#!/usr/bin/env python3
"""An independent checker of what Nimfield writes: Python's standard library only, nothing shared with the program.

    check.py board FILE            the winner of a board, of nimfield certify
    check.py counterexample FILE   a counterexample with its game trees, of nimfield hunt --certificate
    check.py light FILE [N]        all light partitions, of nimfield table pnim --up-to N --non-heavy --format csv
    check.py excess FILE           Lenstra's excesses, of nimfield nimber --excess P..Q; computed again
    check.py period FILE           a period of Grundy values, of nimfield period --certificate; computed again
    check.py terms FILE            a period of sums or of a row of outcomes, of nimfield period --certificate; proved again
    check.py quotient FILE         a misère quotient, of nimfield quotient --certificate; proved again
    check.py statement FILE        a counterexample to a statement, of nimfield hunt --statement; by the rules
    check.py law FILE              a law of all positions of a family, of nimfield guess --prove --certificate; decided again

    --memory SIZE    stop at this much memory of the process, as in 512MiB or 4GiB [default: 2GiB]
    --time SECONDS   stop after this much processor time [default: 600]

Exit code 0: every step holds; 1: something does not; 2: not a file of this kind, or of rules that are not known here;
3: not checked, because it is too large for the memory, the time or the bounds of this checker.
The formats are those of the chapters on files, notation and theory of the book; the rules are written here again.
"""

import argparse, array, csv, functools, io, itertools, json, math, operator, os, re, sys, zlib

import strict
from claims import CLAIMS
from law import check_law
from periods import check_period
from quotients import check_quotient
from statements import check_statement
from terms import check_terms
from rules import (BOARDS, TooLarge, Wrong, board, fits, foreign, mex, need, outcome, partition, partition_moves, solved,
                   tree, written_partition)

def words(data):
    """Numbers of 4 bytes."""
    found = array.array("I", data)
    if sys.byteorder == "big":
        found.byteswap()
    return found

# BLAKE3, the hash at the end of sealed files, of many chunks at once: a column holds one number of each chunk, packed
# into one large integer of Python, 64 bits each, so that bits above the 32nd do not reach the next number.
IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
ORDER = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
QUARTERS = [(i, 4 + (i + s) % 4, 8 + (i + 2 * s) % 4, 12 + (i + 3 * s) % 4) for s in (0, 1) for i in range(4)]

def packed(column):
    return int.from_bytes(array.array("Q", column), sys.byteorder)

def compress(chain, block, numbers, length, flags):
    one, block, at = packed([1] * len(numbers)), [*map(packed, block)], packed(numbers)
    mask = 0xFFFFFFFF * one
    s = [*map(packed, chain), *(x * one for x in IV[:4]), at & mask, at >> 32 & mask, length * one, flags * one]
    turned = lambda x, by: (x >> by | x << 32 - by) & mask
    for _ in range(7):
        for i, (a, b, c, d) in enumerate(QUARTERS):
            for x, first, second in ((block[2 * i], 16, 12), (block[2 * i + 1], 8, 7)):
                s[a] = s[a] + s[b] + x & mask
                s[d] = turned(s[d] ^ s[a], first)
                s[c] = s[c] + s[d] & mask
                s[b] = turned(s[b] ^ s[c], second)
        block = [block[i] for i in ORDER]
    return [array.array("Q", (s[i] ^ s[i + 8]).to_bytes(8 * len(numbers), sys.byteorder)) for i in range(8)]

def blake3(data):
    last = max(0, len(data) - 1) // 1024
    nodes, cuts = [array.array("Q") for _ in IV], [*range(0, last, 2048), last, last + 1]
    for first, end in zip(cuts, cuts[1:]):
        part, count = data[1024 * first:1024 * end], end - first
        size, blocks = len(part) // count, max(1, -(-len(part) // count // 64))
        part, chain = words(part.ljust(64 * blocks * count, b"\0")), [[x] * count for x in IV]
        for i in range(blocks):
            block = [part[j::16 * blocks] for j in range(16 * i, 16 * i + 16)]
            flags = (i == 0) | (2 | 8 * (last == 0)) * (i == blocks - 1)
            chain = compress(chain, block, range(first, end), min(64, size - 64 * i), flags)
        nodes = [node + new for node, new in zip(nodes, chain)]
    while pairs := len(nodes[0]) // 2:
        block = [node[side:2 * pairs:2] for side in (0, 1) for node in nodes]
        chain = compress([[x] * pairs for x in IV], block, [0] * pairs, 64, 4 | 8 * (len(nodes[0]) == 2))
        nodes = [new + node[2 * pairs:] for new, node in zip(chain, nodes)]
    return b"".join(node[0].to_bytes(4, "little") for node in nodes)

class Bytes(io.BytesIO):
    """A sealed file or a block of one, read from the front."""
    def take(self, count):
        found = self.read(min(count, sys.maxsize))
        foreign(len(found) < count, "the file is cut off")
        return found

    def u(self, size=4):
        return int.from_bytes(self.take(size), "little")

    def block(self, name, read):
        foreign(self.take(4) != name, f"the section {name.decode()} is missing")
        length, checksum = self.u(), self.u()
        contents = self.take(length)
        foreign(zlib.crc32(contents) != checksum, f"the section {name.decode()} was altered")
        block = Bytes(contents)
        found = read(block)
        foreign(block.read(1), f"the section {name.decode()} is longer than expected")
        return found

# Boards: a winning strategy by classes of positions.
def ascending(numbers):
    return all(map(operator.lt, numbers, numbers[1:]))

def joined(a, b):
    return a << 32 | b

def check_board(data):
    file = Bytes(data)
    foreign(file.take(8) != b"NIMFCERT" or file.u() != 2, "not a certificate of a board, version 2")
    misere, position, cells, masks, start, first = file.block(b"GAME", lambda b: (
        b.u(), b.take(b.u()).decode("ascii"), b.u(), tuple(b.u(8) for _ in range(b.u())), b.u(8), b.u(8)))
    foreign(misere != 1, "this is not a certificate of misère play")
    parts = file.block(b"PART", lambda b: [(b.u(), list(b.take(b.u()))) for _ in range(b.u())])
    shapes = file.block(b"SHAP", lambda b: [words(b.take(4 * b.u())) for _ in range(b.u())])
    classes = file.block(b"CLAS", lambda b: [words(b.take(4 * b.u())) for _ in range(b.u())])
    pairs = file.block(b"PAIR", lambda b: words(b.take(8 * b.u())))
    foreign(file.take(12) != b"END " + bytes(8), "the file is longer than expected")
    foreign(file.take(32) != blake3(data[:-32]) or file.read(1), "the file was altered: its hash differs")
    named = re.fullmatch(r"(\w+)(?:\((.*)\))?\[(.*)\]", position)
    foreign(not named or named[1] not in BOARDS, f"the board of {position} is not supported here")
    need((cells, masks, start) == board(*named.groups()), f"the game or the position is not {position}")
    need(first == 0 or first in masks and first & ~start == 0, "the winning move is not a legal move")
    rest = start & ~first
    need(all(0 < len(cells) <= 24 for _, cells in parts) and len(parts) in (1, 2), "expected one or two parts")
    need(sorted(c for _, own in parts for c in own) == [c for c in range(64) if rest >> c & 1],
         "the parts are not those that the winning move leaves")
    moves_of = {}
    for number, own in parts:
        whole = sum(1 << cell for cell in own)
        inside = [mask for mask in masks if mask & rest == mask and mask & whole]
        need(all(mask & whole == mask for mask in inside), "a move takes stones of both parts")
        need(number < len(shapes) and len(shapes[number]) == 1 << len(own), "a shape has another size")
        moves = sorted(sum(1 << i for i, cell in enumerate(own) if mask >> cell & 1) for mask in inside)
        need(moves_of.setdefault(number, moves) == moves, "two parts of one shape have different moves")
    need(len(moves_of) == len(shapes), "a shape belongs to no part")
    need(len(set().union(*shapes)) == len(classes), "a class belongs to no position")
    need(all(map(ascending, classes)), "the options of a class are not ascending")
    classes = [set(options) for options in classes]
    need(all((not options) == (k == 0) for k, options in enumerate(classes)), "only class 0 may have no options, and it must have none")
    need(all(map(operator.ge, pairs[::2], pairs[1::2])) and ascending([*map(joined, pairs[::2], pairs[1::2])]),
         "the pairs are not ascending, each with its greater class first")
    # For a class, all classes that form a pair of the strategy with it, in either order.
    partners = [set() for _ in classes]
    for a, b in zip(pairs[::2], pairs[1::2]):
        partners[a].add(b)
        partners[b].add(a)
    need(0 not in partners[0], "(0, 0) cannot be a pair of a strategy")

    def check_states(of, state, size, moves):
        """This number of states from this one on, with the moves that are possible in any of them."""
        if size > 1:
            half = size // 2
            check_states(of, state, half, [mask for mask in moves if not mask & half])
            return check_states(of, state + half, half, moves)
        k, found = of[state], {of[state - mask] for mask in moves}
        need(classes[k] <= found, "an option of a class is not an option of its position")
        need(all(k in classes[other] for other in found - classes[k]), "an option is not reversible")
        need(k or not found or found & partners[0], "a position of class 0 has no move into the strategy")

    for number, moves in moves_of.items():
        check_states(shapes[number].tolist(), 0, len(shapes[number]), moves)
    # A move from a pair of b to (k, b) is answered by a move from k to a partner of b, or from b to one of k.
    for b, of in enumerate(partners):
        reached = set().union(*(classes[a] for a in of))
        left = [(k, b) for k in reached if of.isdisjoint(classes[k]) and classes[b].isdisjoint(partners[k])]
        need(left in ([], [(0, 0)]), f"the strategy has no answer to a move to {left[:1]}")
    ends = [shapes[number][-1] for number, _ in parts] + [0]
    need(ends[0] in partners[ends[1]], "the remaining position is not in the strategy")
    return f"{position}: {'the first' if first else 'the second'} player wins"

# Counterexamples: everything in them follows from the claim, the size and the case, except the order in which trees
# list positions.
def check_counterexample(data):
    given = strict.read(data)
    claim, size, case, claimed = (given[name] for name in ("claim", "size", "case", "claimed"))
    foreign(claim not in CLAIMS, f"the claim {claim} is not supported here")
    need(type(size) is int and 0 <= size < 1000 and type(case) is str and type(claimed) is str, "the case is malformed")
    says, statement = CLAIMS[claim]
    claimed, found, facts = says(size, case, claimed)
    expected = {"schema": 1, "claim": claim, "statement": statement, "size": size, "case": case, "claimed": claimed,
                "found": found, "facts": []}
    need(len(given["facts"]) == len(facts), f"expected {len(facts)} facts")
    for (text, play, stated), of in zip(facts, given["facts"]):
        expected["facts"].append({
            "position": text, "play": play, "value": solved(text, play) if stated == "value" else None,
            "outcome": outcome(text, play) if stated == "outcome" else None, "tree": tree(of["tree"], text, play)})
    # Compared as text, in which 1 is not true, and with sorted names.
    for name in expected:
        need(json.dumps(given.get(name)) == json.dumps(expected[name]), f"the {name} does not follow from the case")
    need([*given] == [*expected], "the file has other fields than expected")
    return f"{claim}: {case}: {len(facts)} facts, {sum(len(of['tree']) for of in given['facts'])} positions"

# Light partitions: all values up to a bound by the rules alone.
def partitions(n, most):
    return [(k, *rest) for k in range(min(n, most), 0, -1) for rest in partitions(n - k, k)] if n else [()]

def check_light(data, up_to=None):
    head, *rows = csv.reader(io.StringIO(data.decode(), newline=""), strict=True)
    found = [re.fullmatch(r"([0-9]+),pnim\[(.*)\],([0-9]+)", ",".join(row)) for row in rows if len(row) == 3]
    foreign(head != ["n", "position", "value"] or len(found) != len(rows) or not all(found),
            "not a table of partitions in CSV")
    listed = [(strict.whole(row[1]), partition(row[2]), strict.whole(row[3])) for row in found]
    up_to = int(up_to) if up_to is not None else max((n for n, _, _ in listed), default=0)
    fits(up_to <= 24, "partitions of more than 24 are out of reach here")
    need(len(set(listed)) == len(listed), "a partition is listed twice")
    written = [written_partition(rows) for _, rows, _ in listed]
    need(written == [row[2] for row in found], "a partition is not written in the standard form")
    values = {}
    for rows in (rows for n in range(up_to + 1) for rows in partitions(n, n)):
        values[rows] = mex(values[after] for after in partition_moves(rows))
    light = {(sum(rows), rows, g) for rows, g in values.items() if rows and g != rows[0] + len(rows) - 1}
    need(set(listed) == light, f"these differ: {sorted(set(listed) ^ light)[:3]}")
    return f"all {len(light)} light partitions of n <= {up_to}"

# Lenstra's excesses: arithmetic in the tower of the kappas. A number is a finite nimber, or stands for an infinite one.
class Field:
    """Polynomials in k over the field below, a digit for each power; k^size is in that field, or for size 2 it is k^2 -
    k."""
    def __init__(self, below=None, size=1, power=0):
        self.below, self.size, self.power = below, size, power
        self.bits = below.degree if below else 1
        self.degree = size * self.bits

    @functools.lru_cache(1 << 16)
    def times(self, x, y):
        if x < 2 or y < 2:
            return x * y
        xs, ys = ([z >> at & (1 << self.bits) - 1 for at in range(0, self.degree, self.bits)] for z in (x, y))
        found = [0] * 2 * self.size
        for i, a in enumerate(xs):
            # The square of a sum is the sum of the squares.
            for j, b in enumerate(ys) if x != y else [(i, a)]:
                found[i + j] ^= self.below.times(a, b)
        for i in range(2 * self.size - 1, self.size - 1, -1):
            found[i - self.size] ^= self.below.times(found[i], self.power)
            found[i - 1] ^= found[i] * (self.size == 2)
        return sum(a << i * self.bits for i, a in enumerate(found[:self.size]))

@functools.lru_cache(None)
def kappas(p):
    """The prime powers whose kappas add up to kappa_f(p), f(p) being the order of 2: as few as reach that degree."""
    order, found = next(h for h in itertools.count(1) if pow(2, h, p) == 1), ()
    for q in range(order, 1, -1):
        n = next(n for n in itertools.count() if order % q ** (n + 1))
        if n and all(q % r for r in range(2, q)) and tower(found)[0].degree % q ** n:
            found = (*found, (q, n))
    return found

def finite(m):
    """(2, n) for the least n with m < 2^(2^n): all those m are sums of products of kappa_2, ..., kappa_(2^n)."""
    return 2, max(0, m.bit_length() - 1).bit_length()

@functools.lru_cache(None)
def tower(wanted):
    """The field of kappa_(q^n) for these q and n, and a function for its element kappa_f(p) + m."""
    powers, wanted, field, kappa = {2: 0}, list(wanted), Field(), {}
    for q, n in wanted:
        powers[q] = max(n, powers.get(q, 0))
        wanted += (*kappas(q), finite(excess(q))) if q > 2 else ()
    fits(math.prod(q ** n for q, n in powers.items() if q > 2) <= 120, "this field is too large here")

    def element(p, m):
        return m ^ sum(1 << (kappa[q] * q ** (powers[q] - n) if q > 2 else 1 << n - 1) for q, n in kappas(p))

    for _ in range(powers.pop(2)):
        field = Field(field, 2, 1 << field.degree - 1)
    for q in sorted(powers):
        kappa[q] = field.degree
        field = Field(field, q ** powers[q], element(q, excess(q)))
    return field, element

@functools.lru_cache(None)
def excess(p):
    """The least m such that kappa_f(p) + m has no p-th root in the field of both."""
    for m in itertools.count():
        field, element = tower((*kappas(p), finite(m)))
        power = 1
        for bit in bin(((1 << field.degree) - 1) // p)[2:]:
            power = field.times(field.times(power, power), element(p, m) if bit == "1" else 1)
        if power != 1:
            return m

def check_excess(data):
    rows = re.findall(r"m_([0-9]+) = (0|[1-9][0-9]*)\n", data.decode())
    foreign("".join(f"m_{p} = {m}\n" for p, m in rows) != data.decode(), "not a list of excesses")
    primes = [strict.whole(p) for p, _ in rows]
    between = range(min(primes, default=3), max(primes, default=2) + 1)
    expected = [p for p in between if p > 2 and all(p % r for r in range(2, p))]
    need(primes == expected, "these are not all odd primes of a range")
    for p, m in rows:
        need(excess(int(p)) == int(m), f"the excess of {p} is {excess(int(p))}")
    return f"{len(rows)} excesses"

KINDS = {"board": check_board, "counterexample": check_counterexample, "light": check_light, "excess": check_excess,
         "period": check_period, "quotient": check_quotient, "statement": check_statement,
         "law": check_law, "terms": check_terms}

def size(text):
    number = re.match("[0-9]*", text)[0]
    return int(number) << ["", "KiB", "MiB", "GiB"].index(text[len(number):]) * 10

def checked(kind, path, more):
    """The exit code for a file, whose verdict is printed."""
    say = lambda verdict, why: print(f"{path}: {verdict}: {why}", file=sys.stderr)
    try:
        with open(path, "rb") as file:
            print(f"{path}: {KINDS[kind](file.read(), *more)}: every step holds")
        return 0
    # Where memory ends, Python sometimes has only a SystemError: "returned NULL without setting an exception".
    except (TooLarge, MemoryError, RecursionError, SystemError) as why:
        say("not checked: too large", why if isinstance(why, (TooLarge, RecursionError)) else "the memory is used up; --memory allows more")
        return 3
    except Wrong as why:
        say("wrong", why)
        return 1
    except (OSError, ValueError, csv.Error, LookupError, TypeError, AttributeError) as why:
        say("not checked", why)
        return 2

def within(memory, time, check):
    """The exit code of a check in a process of its own, which the system ends when its time is up, whatever it does."""
    import resource
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (time, time + 1))
        code = check()
        sys.stdout.flush()
        os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    print(f"not checked: too large: ended after {time} seconds of the processor or for its memory; "
          "--time and --memory allow more", file=sys.stderr)
    return 3

def main():
    read = argparse.ArgumentParser(usage=__doc__, add_help=False)
    read.add_argument("--memory", type=size, default="2GiB")
    read.add_argument("--time", type=int, default=600)
    read.add_argument("kind", choices=KINDS)
    read.add_argument("path")
    read.add_argument("up_to", nargs="*")
    given = read.parse_args()
    check = lambda: checked(given.kind, given.path, given.up_to)
    # Windows has no such limits.
    return within(given.memory, given.time, check) if hasattr(os, "fork") else check()

if __name__ == "__main__":
    sys.exit(main())
