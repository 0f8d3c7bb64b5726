"""Laws: that an automaton of digits accepts exactly the P-positions of a family, or exactly the rows of letters and
their Grundy values, for all natural numbers. A move is a set of rows of numbers before and after it. The conditions of
the definitions on all positions become conditions on such sets, which automata decide (Büchi 1960)."""

import itertools, re

import strict
from automata import Numeration, constant, linear
from periods import digits
from piles import SHELF, Piles, ordered
from rules import fits, foreign, need

FIELDS = {"position": str, "files": dict, "letters": list, "play": str, "values": bool, "numeration": list, "accepts": list,
          "steps": list}

# Other games: their rules for forms before and after a move. Each has a condition on all positions, and its moves: the
# places that change, and the condition on them.
def less(forms, n):
    return [linear((1, form), (-1, constant(n))) for form in forms]

class Open:
    """Games without lines `ends` and `block`: they end in positions without moves, and every move is allowed."""
    block = 0

    def over(self, forms):
        return {False: [], True: []}

class Diagrams(Open):
    """Diagrams with this many rows, of which the last ones may be empty; the first row is the longest."""

    def __init__(self, net, name, x, y):
        self.net, self.name, self.moves, self.weights, n = net, name, [], [1] * len(x), len(x)
        at_least = lambda form, k: net.compare(linear((1, form), (-1, constant(k))), 0, 1)
        alike = lambda new, old: [net.compare(linear((1, a), (-1, b)), 0) for a, b in zip(new, old)]
        every, below = range(n), [*x[1:], {}]
        if name in ("crim", "lctr"):
            for i in every if name == "crim" else [0]:
                self.moves.append((every[i:], [at_least(x[i], 1), *alike(y[i:], below[i:])]))
            for i in every:
                # A column of exactly this height; in lctr it is the first one, so the next row is empty.
                shorter = at_least(linear((1, x[i]), (-1, below[i])), 1)
                empty = alike([below[i]], [{}]) if name == "lctr" else []
                self.moves.append((every[:i + 1], [shorter, *empty, *alike(y[:i + 1], less(x[:i + 1], 1))]))
        elif name == "pnim":
            for kept in (kept for size in every for kept in itertools.combinations(every, size)):
                first = next(i for i in every if i not in kept)
                left = [x[i] for i in kept] + [{}] * (n - len(kept))
                self.moves.append((every[first:], [at_least(x[first], 1), *alike(y[first:], left[first:])]))
            after = [*y[1:], {}]
            heights = [at_least(linear((1, x[i]), (-1, below[i]), (-1, y[i]), (1, after[i])), 0) for i in every]
            self.moves.append((every, [at_least(linear((1, x[0]), (-1, y[0])), 1), *heights, *self.keeps(y)]))
        else:
            # A bite leaves the row of its cell shorter, and no row below it longer than that one.
            for i in every:
                cut = lambda a, old, new: net.either(net.both(*alike([new], [old]), at_least(linear((1, a), (-1, old)), 0)),
                                                     net.both(*alike([new], [a]), at_least(linear((1, old), (-1, a)), 0)))
                self.moves.append((every[i:], [at_least(linear((1, x[i]), (-1, y[i])), 1),
                                               *(cut(y[i], x[k], y[k]) for k in every[i + 1:])]))

    def keeps(self, forms):
        corner = [self.net.compare(forms[0], 1)] if self.name == "chomp" else []
        return ordered(self.net, forms) + corner

class Single(Open):
    """Games in which a move lowers one number: boxes, coins on a strip, heaps of a code that does not split them."""

    def __init__(self, net, name, options, x, y):
        self.net, self.name, self.moves, self.weights = net, name, [], [1] * len(x)
        positive = [net.compare(form, 1) for form in x] if name == "rnim" else []
        for i, (old, new) in enumerate(zip(x, y)):
            taken = linear((1, old), (-1, new))
            if name != "code":
                self.moves.append(([i], [net.compare(taken, 1), *positive]))
                continue
            head, tail = digits(options)
            foreign(any(digit > 3 for digit in head + tail) or head[0], "a move splits a heap")
            chosen = [(digit, net.compare(linear((1, taken), (-k, constant(1))), 0)) for k, digit in enumerate(head)]
            for k, digit in enumerate(tail, len(head)):
                more = linear((1, taken), (-k, constant(1)))
                chosen.append((digit, net.both(net.compare(more, 0, 1), net.residue(more, len(tail), 0))))
            for bit, sign in ((1, 0), (2, 1)):
                allowed = [amount for digit, amount in chosen if digit & bit]
                self.moves += [([i], [net.either(*allowed), net.compare(new, sign)])] if allowed else []

    def keeps(self, forms):
        return [self.net.compare(linear((1, a), (-1, b)), -1, 1) for a, b in itertools.combinations(forms, 2)
                if self.name == "welter"]

def game(net, name, options, files, rows, x, y):
    """The rules of a game by its name."""
    if name[0] == "@" or name in SHELF:
        foreign(name == "matrix" and options, "these rules of matrix are not supported here")
        return Piles(net, files[name[1:]] if name[0] == "@" else SHELF[name], options, (len(rows), len(rows[0])), x, y)
    foreign(len(rows) > 1, f"{name} has no such positions")
    if name in ("crim", "lctr", "pnim", "chomp") and not options:
        return Diagrams(net, name, x, y)
    known = name in ("rnim", "welter") and not options or name == "code" and options
    foreign(not known, f"the rules of {name}({options}) are not supported here")
    return Single(net, name, taking(options) if name == "code" else options, x, y)

def taking(options):
    """The digits of a code that may be given by its amounts."""
    found = re.fullmatch(r"(take|all but) ([1-9][0-9]*(?:,[1-9][0-9]*)*)", options)
    if not found:
        return options
    listed = {*map(int, found[2].split(","))}
    fits(max(listed) <= 900, "this code is too long here")
    others = "03" if found[1] == "take" else "30"
    return "0." + "".join(others[k in listed] for k in range(1, max(listed) + 1)) + "[3]" * (found[1] == "all but")

def entry(text, tracks):
    """A number with letters, as a form."""
    term = "(?:(?:0|[1-9][0-9]*)[a-z]?|[a-z])"
    foreign(not re.fullmatch(f"{term}(?:[+-]{term})*", text), f"the number {text} cannot be read here")
    return linear(*((int(f"{sign}{factor or 1}"), {tracks[letter] if letter else None: 1})
                    for sign, factor, letter in re.findall("([+-]?)([0-9]*)([a-z]?)", text) if factor or letter))

class Family:
    """The positions of a family. The tracks are its numbers, then the numbers after a move, then a value and another
    one."""

    def __init__(self, net, text, files, letters, most):
        self.net, named = net, re.fullmatch(r"(@[^()\[\]+]+|[a-z-]+)(?:\(([^()]+)\))?\[([^\[\]()]*)\]", text)
        foreign(not named, f"{text} cannot be read here")
        need([*files] == [named[1][1:]] * (named[1][0] == "@"), "the files are not those of the position")
        rows = [re.split(r"\s*,\s*|\s+", row.strip()) for row in named[3].split(";")]
        foreign(any(len(row) != len(rows[0]) for row in rows), "the rows have different lengths")
        numbers = [number for row in rows for number in row]
        named_ones = [*dict.fromkeys(re.findall("[a-z]", " ".join(numbers)))]
        need(letters and letters == named_ones, "the letters are not those of the position")
        foreign(not {*letters} <= {*numbers}, "a letter is not a number of the position")
        # If a letter is a number, it has the track of that number; the other numbers follow from the letters.
        self.count, self.letters = len(numbers), [numbers.index(letter) for letter in letters]
        before, after = ([{track: 1} for track in range(begin, begin + self.count)] for begin in (0, self.count))
        forms = [entry(number, dict(zip(letters, self.letters))) for number in numbers]
        self.following = [net.compare(linear((1, own), (-1, form)), 0) for own, form in zip(before, forms) if own != form]
        bounds = [net.compare(linear((1, before[track]), (-1, constant(most[letter]))), -1, 0)
                  for letter, track in zip(letters, self.letters) if letter in most]
        rules = game(net, named[1], named[2] or "", files, rows, before, after)
        self.all = net.both(*(net.valid([i]) for i in range(self.count)), *self.following, *bounds, *rules.keeps(before))
        # If the game is over, there are no moves.
        self.over, self.block, self.moves = rules.over(before), rules.block, []
        going_on = [net.negated(zone) for zones in self.over.values() for zone in zones]
        for changed, move in rules.moves:
            new = [after[i] if i in changed else before[i] for i in range(self.count)]
            falls = linear(*((weight, linear((1, a), (-1, b))) for weight, a, b in zip(rules.weights, before, new)))
            self.moves.append((changed, net.both(*move, *rules.keeps(new), *going_on), falls))

    def moved(self, automaton, changed, more={}):
        """The same for the numbers after a move that changes these."""
        return self.net.renamed(automaton, {**{i: self.count + i for i in changed}, **more})

    def check_moves(self):
        """Checks that every play ends, and no move leaves the family."""
        for changed, move, falls in self.moves:
            move = self.net.both(move, self.all, *(self.net.valid([self.count + i]) for i in changed))
            self.none(self.net.both(move, self.net.compare(falls, -1, 0)), "a move does not lower the sum")
            self.none(self.net.without(move, self.moved(self.all, changed)), "a move leaves the family")

    def before(self, automaton, more={}):
        """For each kind of moves, the positions from which a move leads to these."""
        return [self.net.exists(self.net.both(self.moved(automaton, changed, more), move), [self.count + i for i in changed])
                for changed, move, _ in self.moves]

    def winning(self, automaton):
        """For each kind of moves, the positions from which a move leads to these although the other player forbids
        options: more options are in this set than may be forbidden. Moves of different kinds can have the same option."""
        if not self.block:
            return self.before(automaton)
        net, every = self.net, range(self.count)
        same = [net.compare({self.count + i: 1, i: -1}, 0) for i in every]
        options = [net.both(self.moved(automaton, every), move, *(same[i] for i in every if i not in changed))
                   for changed, move, _ in self.moves]
        return [net.exists(net.either(*options), [self.count + i for i in every], self.block + 1)]

    def none(self, automaton, why):
        found = self.net.example(automaton)
        need(found is None, f"{why}: {', '.join(str(found[track]) for track in sorted(found))}" if found else why)

def law(net, tracks, steps, accepts):
    """The automaton of a certificate; rows of digits that numbers cannot have never lead to an accepting state."""
    symbols, valid = net.symbols(tracks), net.valid(tracks)
    known = {(0, 0)}
    queue = [(0, 0)]
    for state, allowed in queue:
        need(allowed is not None or not accepts[state], "the law accepts digits that no number has")
        for (_, symbol), after in zip(symbols, steps[state]):
            following = after, None if allowed is None else valid.steps[allowed].get(symbol)
            if following not in known:
                known.add(following)
                queue.append(following)
    table = [{symbol: after for (_, symbol), after in zip(symbols, row)} for row in steps]
    found = net.built(tracks, 0, lambda state: table[state].items(), lambda state: accepts[state])
    need(not any(found.accepts) or found.steps[0].get(0) == 0, "leading zeros change the result of the law")
    return found

def check_outcomes(family, accepted, misere):
    net, every, none = family.net, family.all, family.none
    none(net.without(accepted, every), "the law accepts something that is not a position")
    won, lost = (family.over[has_won != misere] for has_won in (True, False))
    for zone in won:
        none(net.both(accepted, zone), "the law accepts a position that is won")
    for zone in lost:
        none(net.without(net.both(every, zone), accepted), "the law does not accept a position that is lost")
    every, accepted_ones = (net.without(some, *won, *lost) for some in (every, accepted))
    ahead = family.winning(accepted)
    for kind in ahead:
        none(net.both(accepted_ones, kind), "a move leads from the law into it")
    if misere:
        # A player without a move wins, so the last move of a player all of whose options are lost cannot be forbidden.
        # Without blocking, no option of a position of the law is in it, so any option is enough.
        outside = net.without(family.all, accepted) if family.block else family.all
        ended = net.without(every, *family.before(outside))
        none(net.both(accepted_ones, ended), "the law accepts a position without a move that leads out of it")
        every = net.without(every, ended)
    none(net.without(every, accepted, *ahead), "no move leads into the law")

def check_values(family, accepted, misere):
    net, every, none = family.net, family.all, family.none
    foreign(family.block or family.over[True], "games that forbid options or end with a win have no values")
    value, less_than = 2 * family.count, 2 * family.count + 1
    compared = net.compare({less_than: 1, value: -1}, -1)
    none(net.without(net.exists(accepted, [value]), every), "the law accepts something that is not a position")
    none(net.without(every, net.exists(accepted, [value])), "a position has no value")
    below = net.both(accepted, compared, net.valid([less_than]))
    none(net.both(below, net.renamed(accepted, {value: less_than})), "a position has two values")
    ahead = family.before(accepted, {value: less_than})
    for kind in ahead:
        none(net.both(accepted, net.renamed(kind, {less_than: value})), "a move keeps the value")
    if misere:
        ended = net.without(every, *family.before(every))
        none(net.both(accepted, ended, net.compare({value: 1, None: -1}, -1, 1)),
             "a position without a move has another value than 1")
        below = net.without(below, ended)
    none(net.without(below, *ahead), "no move leads to a smaller value")

def proved_law(given, most):
    """The family of a certificate, with the positions that its automaton accepts, once they are known to be those of the
    law. If there are most numbers for some letters, the family has only positions with numbers up to them."""
    whole = lambda numbers, end: all(type(number) is int and 0 <= number < end for number in numbers)
    text, letters, accepts, steps = (given[name] for name in ("position", "letters", "accepts", "steps"))
    foreign(given["play"] not in ("normal", "misere"), "expected normal or misere for the play")
    foreign(not all(type(file) is str for file in given["files"].values()), "a file is not a text")
    foreign(len(given["numeration"]) != 2 or not whole(given["numeration"], 17), "the numeration is malformed")
    net = Numeration(*given["numeration"])
    family = Family(net, text, given["files"], letters, most)
    tracks = family.letters + [2 * family.count] * given["values"]
    symbols = len(net.symbols(tracks))
    foreign(not 0 < len(steps) == len(accepts), "the states are malformed")
    foreign(not all(type(accepted) is bool for accepted in accepts), "a state is neither accepting nor rejecting")
    foreign(not all(type(row) is list and len(row) == symbols and whole(row, len(steps)) for row in steps),
            "a step leads nowhere")
    family.check_moves()
    accepted = net.both(law(net, tracks, steps, accepts), *family.following)
    (check_values if given["values"] else check_outcomes)(family, accepted, given["play"] == "misere")
    return family, accepted

def check_law(data):
    given = strict.certificate(data, "law", FIELDS)
    proved_law(given, {})
    told = "the values" if given["values"] else "the P-positions"
    return f"{given['position']}: {told} of all numbers, {given['play']} play, by {len(given['steps'])} states"
