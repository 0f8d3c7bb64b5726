"""Values of heaps that grow: g(n + period) = g(n) + saltus for all n, by induction.

A heap of start or more has the number start + r + period * x with r < period, and the value values[start + r] + saltus *
x. So a move that leaves heaps with given remainders r and given exceptions is a solution of x + y + z = i + d, and its
value is (saltus * x + b) xor (saltus * y + c) xor (saltus * z + e) xor f. A way is what remains of all that after the
lowest binary digits of i and of the value have been read: (d, f, (b, c, e)), each without these digits."""

from itertools import product

from rules import fits, foreign, most_pieces, need

MOST_WAYS = 3_000_000

def after(way, saltus, i, v):
    """The ways that remain if the next digits of i and of the value are these."""
    left, exceptions, heaps = way
    for bits in product((0, 1), repeat=len(heaps)):
        grown = [heap + saltus * bit for heap, bit in zip(heaps, bits)]
        total, odd = left + i - sum(bits), exceptions
        for heap in grown:
            odd ^= heap
        if total % 2 == 0 and odd % 2 == v:
            yield total // 2, exceptions // 2, tuple(sorted(heap // 2 for heap in grown))

def ends(way, saltus, known):
    """Whether the way has a solution if all further digits are 0."""
    if way not in known:
        reached, open_ways = {way}, [way]
        while open_ways:
            for other in after(open_ways.pop(), saltus, 0, 0):
                if other not in reached:
                    reached.add(other)
                    open_ways.append(other)
        known[way] = any(left == exceptions == 0 and not any(heaps) for left, exceptions, heaps in reached)
    return known[way]

def moves(head, values, start, period, heap):
    """The ways to move in a heap so large that not all heaps it leaves are exceptions."""
    pieces = most_pieces(head)
    small = [{(0, 0)}]
    for _ in range(pieces - 1):
        small.append({(size + more, sum_ ^ values[more]) for size, sum_ in small[-1] for more in range(1, start)})
    found = set()
    for taken, digit in enumerate(head):
        for count in range(1, pieces + 1):
            if digit >> count & 1:
                for few in range(count):
                    for size, exceptions in small[few]:
                        rest = heap - taken - size - (count - few) * start
                        for first in product(range(period), repeat=count - few - 1):
                            whole = rest - sum(first)
                            heaps = [values[start + r] for r in (*first, whole % period)]
                            found.add((whole // period, exceptions, tuple(sorted(heaps))))
    return frozenset(found)

def check_growth(head, values, start, period, saltus):
    """Checks that no heap is the first one that violates the law."""
    pieces, taken, begin = most_pieces(head), len(head) - 1, max(start, 1)
    need(saltus > 0, "the values do not grow")
    rounds = max(1, -(-((pieces - 1) * begin + taken) // period))
    need(len(values) >= begin + period * rounds, "there are too few terms")
    fits(period ** (pieces - 1) * len(head) + begin ** (pieces - 1) * period <= MOST_WAYS, "there are too many moves")
    known, seen, count = {}, set(), 0
    for remainder in range(period):
        heap = begin + remainder + period * rounds
        value = values[begin + remainder] + saltus * rounds
        # The rest of the heap's value, and whether the digits of v make a smaller (-1) or a larger (1) number than its
        # digits.
        open_states = [(moves(head, values, begin, period, heap), value, 0)]
        while open_states:
            state = ways, value, side = open_states.pop()
            if state in seen:
                continue
            seen.add(state)
            count += len(ways)
            fits(count <= MOST_WAYS, "there are too many states here")
            below, equal = value > 0 or side < 0, value == 0 == side
            if below or equal:
                need(any(ends(way, saltus, known) for way in ways) == below, "the values do not continue to grow like this")
            for i, v in product((0, 1), repeat=2):
                grown = value + saltus * i
                now = (v > grown % 2) - (v < grown % 2) or side
                open_states.append((frozenset(new for way in ways for new in after(way, saltus, i, v)), grown // 2, now))
