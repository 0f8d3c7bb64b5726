"""Sets of rows of numbers as automata that read their digits, the highest first, and facts about sums of numbers."""

import collections, itertools

from rules import fits, foreign

LIMIT = 200_000

# The automaton begins in state 0. `steps` holds for each state a step for every symbol that leads to a state from which
# an accepting end can be reached; `tracks` are the numbers that the automaton reads, each of which has its bits in a
# symbol.
Automaton = collections.namedtuple("Automaton", "tracks steps accepts")

# A linear form: the coefficient of each track, and at None the constant.
def linear(*terms):
    """The sum of forms, each with its factor."""
    found = collections.Counter()
    for factor, form in terms:
        for track, coefficient in form.items():
            found[track] += factor * coefficient
    return {track: coefficient for track, coefficient in found.items() if coefficient}

def constant(n):
    return {None: n} if n else {}

class Numeration:
    """Digits 0 to a with weights w(0) = 1, w(1) = a + 1, w(n + 1) = a w(n) + b w(n - 1), where after a digit a the next
    one is below b, as 1 <= b <= a; or base a, as b = 0. Every number is written in one way, except for zeros before it."""

    def __init__(self, a, b):
        foreign(not (2 <= a <= 16 if b == 0 else 1 <= b <= a <= 15), f"the digits of {a}, {b} are not supported here")
        self.a, self.b, self.digits = a, b, range(a + (b > 0))
        self.bits = (len(self.digits) - 1).bit_length()

    def mask(self, tracks):
        return sum((1 << self.bits) - 1 << self.bits * track for track in tracks)

    def symbols(self, tracks):
        """All rows of digits of these tracks in this order, the digit of the first counting most, each with its symbol."""
        fits(len(self.digits) ** len(tracks) <= LIMIT, "there are too many rows of digits here")
        return [(row, sum(digit << self.bits * track for digit, track in zip(row, tracks)))
                for row in itertools.product(self.digits, repeat=len(tracks))]

    def built(self, tracks, start, moves, accepts):
        """The smallest automaton that accepts the same as the automaton of these states."""
        numbers, queue, steps = {start: 0}, [start], []
        for state in queue:
            row = {}
            for symbol, after in moves(state):
                if after not in numbers:
                    numbers[after] = len(queue)
                    queue.append(after)
                row[symbol] = numbers[after]
            steps.append(row)
            fits(len(queue) <= LIMIT, "there are too many states here")
        accepting, before = [bool(accepts(state)) for state in queue], [[] for _ in queue]
        for state, row in enumerate(steps):
            for after in {*row.values()}:
                before[after].append(state)
        live = [state for state, accepted in enumerate(accepting) if accepted]
        known = {*live}
        for state in live:
            live += {*before[state]} - known
            known |= {*before[state]}
        steps = [{symbol: after for symbol, after in row.items() if after in known} for row in steps]
        # States are separated by what they accept, until nothing changes.
        classes, count = [*map(int, accepting)], len({*accepting})
        while True:
            names = {}
            told = [(classes[state], frozenset((symbol, classes[after]) for symbol, after in row.items()))
                    for state, row in enumerate(steps)]
            classes = [names.setdefault(one, len(names)) for one in told]
            if len(names) == count:
                break
            count = len(names)
        kept = {one: state for state, one in reversed([*enumerate(classes)])}
        rows = [{symbol: classes[after] for symbol, after in steps[kept[one]].items()} for one in range(count)]
        return Automaton(frozenset(tracks), rows, [accepting[kept[one]] for one in range(count)])

    def valid(self, tracks):
        """All rows of digits that numbers can have. A state holds the tracks whose last digit was a."""
        symbols = self.symbols([*tracks])
        after = lambda row: frozenset(track for track, digit in zip(tracks, row) if digit == self.a)
        return self.built(tracks, frozenset(), lambda full: [
            (symbol, after(row)) for row, symbol in symbols
            if all(digit < self.b for track, digit in zip(tracks, row) if track in full)], lambda _: True)

    def sums(self, form):
        """The tracks of a form, and how a symbol changes the pair of its last two sums: digits weighted by u(0) = 1,
        u(1) = a, u(n + 1) = a u(n) + b u(n - 1), where w(n) = u(n) + u(n - 1); in base a w is u."""
        tracks = sorted(track for track in form if track is not None)
        added = [(symbol, sum(form[track] * digit for track, digit in zip(tracks, row)))
                 for row, symbol in self.symbols(tracks)]
        return tracks, lambda p, q: [(symbol, self.a * p + self.b * q + more, p if self.b else 0) for symbol, more in added]

    def compare(self, form, *signs):
        """The rows for which the form has one of these signs: -1, 0, 1."""
        tracks, go_on = self.sums(form)
        rest, up, down = form.get(None, 0), *(sum(max(0, sign * form[track]) for track in tracks) for sign in (1, -1))
        def state(p, q):
            """Once further digits cannot change the sign, only the sign is stored. After n more zeros the sum is p w(n) +
            q b w(n-1), and other digits change it by at most w(n) - 1 times the coefficients of a sign. The bounds for
            n = 0, 1 hold for all n, as both weights follow the same recurrence without negative numbers."""
            bounds = lambda p: (p + q, p * (self.a + (self.b > 0)) + q * self.b)
            low, high = min(bounds(p - down)), max(bounds(p + up))
            if low >= 0 and low + down + rest > 0:
                return 1
            return -1 if high <= 0 and high - up + rest < 0 else (p, q)
        every = [symbol for _, symbol in self.symbols(tracks)]
        sign = lambda s: s if isinstance(s, int) else (sum(s) + rest > 0) - (sum(s) + rest < 0)
        return self.built(tracks, state(0, 0), lambda s: [(symbol, s) for symbol in every] if isinstance(s, int) else [
            (symbol, state(p, q)) for symbol, p, q in go_on(*s)], lambda s: sign(s) in signs)

    def residue(self, form, modulus, left):
        """The rows for which the form has this remainder."""
        tracks, go_on = self.sums(form)
        return self.built(tracks, (0, 0), lambda s: [(symbol, (p % modulus, q % modulus)) for symbol, p, q in go_on(*s)],
                          lambda s: (sum(s) + form.get(None, 0) - left) % modulus == 0)

    def both(self, *all_of_them):
        """The rows that all automata accept, each reading its own tracks."""
        first, *others = all_of_them
        for second in others:
            shared, beside = self.mask(first.tracks & second.tracks), []
            for row in second.steps:
                groups = collections.defaultdict(list)
                for symbol, after in row.items():
                    groups[symbol & shared].append((symbol, after))
                beside.append(groups)
            first = self.built(
                first.tracks | second.tracks, (0, 0), lambda pair: [
                    (symbol | other, (after, then)) for symbol, after in first.steps[pair[0]].items()
                    for other, then in beside[pair[1]].get(symbol & shared, ())],
                lambda pair: first.accepts[pair[0]] and second.accepts[pair[1]])
        return first

    def without(self, first, *others):
        """The rows that the first automaton accepts and no other one does; the others read no more tracks than the
        first."""
        for second in others:
            assert second.tracks <= first.tracks
            own = self.mask(second.tracks)
            first = self.built(
                first.tracks, (0, 0), lambda pair: [
                    (symbol, (after, None if pair[1] is None else second.steps[pair[1]].get(symbol & own)))
                    for symbol, after in first.steps[pair[0]].items()],
                lambda pair: first.accepts[pair[0]] and not (pair[1] is not None and second.accepts[pair[1]]))
        return first

    def negated(self, automaton):
        return self.without(self.valid(automaton.tracks), automaton)

    def either(self, *all_of_them):
        whole = self.valid(frozenset().union(*(one.tracks for one in all_of_them)))
        return self.without(whole, self.without(whole, *all_of_them))

    def exists(self, automaton, gone, least=1):
        """The rows of the other tracks for which at least this many rows of numbers of these tracks are accepted; these
        numbers can be longer, so the others have zeros before them."""
        tracks, steps = automaton.tracks - {*gone}, automaton.steps
        own = self.mask(tracks)
        # The states to which the digits of the others can lead, each with the number of rows that lead there. A number
        # is written in one way, so this counts numbers; counts above the least number are cut to it.
        def moves(counts):
            found = collections.defaultdict(dict)
            for state, count in counts:
                for symbol, after in steps[state].items():
                    row = found[symbol & own]
                    row[after] = min(row.get(after, 0) + count, least)
            return [(symbol, frozenset(row.items())) for symbol, row in found.items()]
        # Zeros before all numbers lead from the start to the start, so no count decreases here.
        assert steps[0].get(0) == 0 or not any(automaton.accepts)
        begin, longer = None, frozenset({(0, 1)})
        while begin != longer:
            begin, longer = longer, dict(moves(longer)).get(0, frozenset())
        return self.built(tracks, begin, moves, lambda counts: least <= sum(
            count for state, count in counts if automaton.accepts[state]))

    def renamed(self, automaton, names):
        """The same for other tracks."""
        moved = [(self.mask([track]), self.bits * (names.get(track, track) - track)) for track in automaton.tracks]
        shift = lambda symbol: sum((symbol & own) << by if by >= 0 else (symbol & own) >> -by for own, by in moved)
        steps = [{shift(symbol): after for symbol, after in row.items()} for row in automaton.steps]
        return Automaton(frozenset(names.get(track, track) for track in automaton.tracks), steps, automaton.accepts)

    def example(self, automaton):
        """The numbers of the shortest accepted row, by track; nothing if there is none."""
        words, queue = {0: ()}, [0]
        for state in queue:
            if automaton.accepts[state]:
                return {track: self.value([symbol >> self.bits * track & (1 << self.bits) - 1 for symbol in words[state]])
                        for track in automaton.tracks}
            for symbol, after in automaton.steps[state].items():
                if after not in words:
                    words[after] = (*words[state], symbol)
                    queue.append(after)
        return None

    def value(self, digits):
        weights = [1, self.a + (self.b > 0)]
        while len(weights) < len(digits):
            weights.append(self.a * weights[-1] + self.b * weights[-2])
        return sum(digit * weight for digit, weight in zip(reversed(digits), weights))
