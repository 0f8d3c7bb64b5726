"""The rules of games of piles, as in rule files: conditions on the numbers of counters before and after a move."""

import itertools, re

from automata import constant, linear
from rules import foreign, need

# The rules of games of piles, as in rule files.
SHELF = {
    "nim": "piles any\nmove same any from each",
    "wythoff": "piles 2\nmove same any from each and all",
    "matrix": "piles any x any\nmove same any from lines",
    "moore": "param k 1..64\npiles any\nmove any from subsets 1..k",
    "slow": "param k 1..64\npiles any\nmove same 1 from subsets k",
    "cyclic": "param k 1..64\npiles any ring\nmove any at least 1 from neighbours 1..k",
    "fraenkel": "param a 1..1000\npiles 2\nmove same any from each\nmove any from pairs where abs(k-l) < a",
    "doubles": "piles 2\nmove same any from each and all\nmove vector 1,2 times any from pairs",
    "subtraction": "param k 1..1000000\npiles any\nmove same 1..k from each",
    "ones": "piles any x any\nmove same 1 from lines",
    "rit": "piles any\nmove same any from each\nkeep sorted",
    "yama": "piles 2\nmove vector k,-1 from pairs where k >= 2",
    "delete": "piles 2\nmove vector x-l,l from pairs where x > 0 and l < y",
}

class Expression:
    """An expression of rule files, read from left to right: forms, each with the condition under which it applies. A
    condition is an automaton, or None if it always holds."""
    WORDS = r"->|<=|>=|==|!=|<>|[0-9]+|[a-z]+(?:[0-9]+)?|\S"
    SIGNS = {"=": (0,), "==": (0,), "!=": (-1, 1), "<>": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}

    def __init__(self, net, text, names):
        self.net, self.names, self.at = net, names, 0
        self.words = re.findall(self.WORDS, text)

    def word(self):
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, *words):
        found = self.word() in words
        self.at += found
        return self.words[self.at - 1] if found else None

    def condition(self):
        """The condition that the expression is not 0."""
        found = self.truth(self.implication())
        foreign(self.at < len(self.words), f"{self.words[self.at:]} cannot be read here")
        return found

    def number(self):
        """The expression as one number."""
        (_, form), *others = self.implication()
        foreign(self.at < len(self.words) or others or {*form} - {None}, f"{' '.join(self.words)} is not a number")
        return form.get(None, 0)

    def joined(self, *conditions):
        conditions = [one for one in conditions if one]
        return self.net.both(*conditions) if conditions else None

    def where(self, form, *signs):
        return self.net.compare(form, *signs)

    def truth(self, cases):
        return self.net.either(*(self.joined(where, self.where(form, -1, 1)) for where, form in cases))

    def told(self, condition):
        return [(condition, constant(1)), (self.net.negated(condition), {})]

    def pairs(self, first, second):
        return [(self.joined(one, other), a, b) for one, a in first for other, b in second]

    def implication(self):
        first = self.logical(("or",), ("and",))
        if not self.take("->"):
            return first
        return self.told(self.net.either(self.net.negated(self.truth(first)), self.truth(self.implication())))

    def logical(self, words, *tighter):
        below = (lambda: self.logical(*tighter)) if tighter else self.comparison
        found = below()
        while self.take(*words):
            both = [self.truth(found), self.truth(below())]
            found = self.told(self.net.either(*both) if words == ("or",) else self.net.both(*both))
        return found

    def comparison(self):
        if self.take("not"):
            return self.told(self.net.negated(self.truth(self.comparison())))
        found, holds = self.sum(), []
        while sign := self.take(*self.SIGNS):
            following = self.sum()
            holds.append(self.net.either(*(self.joined(where, self.where(linear((1, a), (-1, b)), *self.SIGNS[sign]))
                                           for where, a, b in self.pairs(found, following))))
            found = following
        return self.told(self.net.both(*holds)) if holds else found

    def sum(self):
        found = self.product()
        while sign := self.take("+", "-"):
            factor = 1 if sign == "+" else -1
            found = [(where, linear((1, a), (factor, b))) for where, a, b in self.pairs(found, self.product())]
        return found

    def product(self):
        found = self.unary()
        while sign := self.take("*", "mod", "%"):
            found = self.multiplied(found, self.unary()) if sign == "*" else self.rests(found, self.unary())
        return found

    def multiplied(self, first, second):
        found = []
        for where, a, b in self.pairs(first, second):
            a, b = (a, b) if {*a} <= {None} else (b, a)
            foreign(not {*a} <= {None}, "products of piles cannot be read here")
            found.append((where, linear((a.get(None, 0), b))))
        return found

    def rests(self, first, second):
        found = []
        for where, a, b in self.pairs(first, second):
            modulus = b.get(None, 0)
            foreign({*b} != {None} or not 0 < modulus < 1000, "only remainders modulo a given number can be read here")
            found += [(self.joined(where, self.net.residue(a, modulus, left)), constant(left)) for left in range(modulus)]
        return found

    def larger(self, first, second, sign):
        """The first expression if it has this sign relative to the second, and otherwise the second."""
        return [(self.joined(where, self.where(linear((1, a), (-1, b)), *signs)), form)
                for where, a, b in self.pairs(first, second) for signs, form in (((sign, 0), a), ((-sign,), b))]

    def unary(self):
        if self.take("-"):
            return [(where, linear((-1, form))) for where, form in self.unary()]
        if self.take("("):
            found = self.implication()
            foreign(not self.take(")"), "a parenthesis is not closed")
            return found
        word = self.word()
        self.at += 1
        if word in ("abs", "min", "max", "even", "odd") and self.take("("):
            values = [self.implication()]
            while self.take(","):
                values.append(self.implication())
            foreign(not self.take(")") or len(values) > 1 and word not in ("min", "max"), f"{word} cannot be read here")
            found, *others = values
            if word == "abs":
                return self.larger(found, [(where, linear((-1, form))) for where, form in found], 1)
            if word in ("even", "odd"):
                found = self.rests([(where, linear((1, form), (word == "even", constant(1)))) for where, form in found],
                                   [(None, constant(2))])
            for other in others:
                found = self.larger(found, other, 1 if word == "max" else -1)
            return found
        if re.fullmatch("[0-9]+", word):
            times = self.word() == "(" or self.word() in self.names or self.word() in ("abs", "min", "max")
            number = [(None, constant(int(word)))]
            return self.multiplied(number, self.unary()) if times else number
        foreign(word not in self.names, f"{word!r} cannot be read here")
        return [(None, self.names[word])]

def split(text, mark):
    """The parts between marks that are outside of parentheses."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        parts = [*parts, ""] if sign == mark and not depth else [*parts[:-1], parts[-1] + sign]
    return [part.strip() for part in parts]

def ordered(net, forms):
    """The condition that no number is greater than the one before it."""
    return [net.compare(linear((1, a), (-1, b)), 0, 1) for a, b in zip(forms, forms[1:])]

class Piles:
    """The moves of a game of piles by its rules; x and y are the forms of the piles before and after."""

    def __init__(self, net, text, options, shape, x, y):
        self.net, self.x, self.y, self.params, self.lines = net, x, y, {}, []
        self.weights, self.moves, self.kept, self.dims, self.ring = [1] * len(x), [], [], shape, False
        self.ends, self.block = [], 0
        lines = [line.strip().split(None, 1) for line in text.split("\n") if line.strip() and line.strip()[0] != "#"]
        foreign(not all(len(line) == 2 for line in lines), "expected one word in a line")
        given = [option for option in split(options, ",") if option]
        piles = [rest for word, rest in lines if word == "piles"]
        foreign(len(piles) != 1, "these are not rules of piles")
        for word, rest in lines:
            if word == "param":
                self.read_param(rest, given)
        foreign(bool(given), f"the parameters {given} are unknown")
        self.read_piles(piles[0])
        for word, rest in lines:
            if word == "move":
                self.read_move(" ".join(rest.split()))
            elif word == "measure":
                self.weights = [self.number(part) for part in split(rest, ",")]
                foreign(len(self.weights) != len(x) or min(self.weights) < 1, "the measure has another number of piles")
            elif word == "keep":
                self.kept.append(rest)
            elif word == "ends":
                found = re.fullmatch(r"(won\s+)?where\s+(.+)", rest)
                foreign(not found, f"the line ends {rest} is not supported here")
                self.ends.append((bool(found[1]), found[2]))
            elif word == "block":
                foreign(bool(self.block), "there are two lines block")
                self.block = self.number(rest)
                foreign(not 1 <= self.block <= 64, "the number of forbidden options is out of reach")
            else:
                others = ("name", "about", "source", "play", "example", "param", "piles")
                foreign(word not in others, f"the line {word} is not supported here")
        foreign("move" not in dict(lines), "there is no move")

    def number(self, text):
        return Expression(self.net, text, self.params).number()

    def read_param(self, rest, given):
        found = re.fullmatch(r"([a-z]+)\s+([0-9]+)\.\.([0-9]+)(?:\s*=\s*([0-9]+))?", rest)
        foreign(not found, f"the parameter {rest} cannot be read here")
        text = given.pop(0) if given else found[4]
        text = re.fullmatch(rf"(?:{found[1]}\s*=\s*)?([0-9]+)", text or "")
        foreign(not text or not int(found[2]) <= int(text[1]) <= int(found[3]), f"the parameter {found[1]} has no value")
        self.params[found[1]] = constant(int(text[1]))

    def read_piles(self, rest):
        words = rest.split()
        self.ring = words[-1] == "ring"
        sides = " ".join(words[:-1] if self.ring else words).split(" x ")
        shape = self.dims if len(sides) > 1 else [len(self.x)]
        self.is_grid = len(sides) > 1
        known = len(sides) <= 2 and (not self.ring if self.is_grid else self.dims[0] == 1)
        foreign(not known, f"piles {rest} are not supported here")
        for side, size in zip(sides, shape):
            low, _, high = side.partition("..")
            most = size if "any" in (low, high) else self.number(high or low)
            need(low == "any" or self.number(low) <= size, f"there are fewer piles than {rest}")
            need(size <= most, f"there are more piles than {rest}")

    def sets(self, text, ordered):
        """Sets of piles: if the order matters, subsets in every order and runs in both orders, but all piles in their
        own order."""
        count, (rows, columns) = len(self.x), self.dims
        across = [[*range(r * columns, r * columns + columns)] for r in range(rows)]
        down = [[*range(c, count, columns)] for c in range(columns)]
        found = []
        for part in text.split(" and "):
            sized = re.fullmatch(r"(subsets|neighbours) (.+)", part)
            if sized:
                low, _, high = sized[2].partition("..")
                sizes = range(self.number(low), (count if high == "any" else self.number(high or low)) + 1)
                foreign(sizes.start < 1, "a set holds no pile")
            if part == "all":
                found.append(tuple(range(count)))
            elif part in ("each", "pairs") or sized and sized[1] == "subsets":
                sizes = sizes if sized else [1 if part == "each" else 2]
                choose = itertools.permutations if ordered else itertools.combinations
                found += [chosen for size in sizes for chosen in choose(range(count), size)]
            elif sized:
                lines = across + down if self.is_grid else [range(count)]
                for size in sizes:
                    runs = [[line[(i + j) % len(line)] for j in range(size)] for line in lines if size <= len(line)
                            for i in range(len(line) if self.ring else len(line) - size + 1)]
                    found += [tuple(run[::way]) for run in runs for way in ((1, -1) if ordered else (1,))]
            elif part in ("rows", "columns", "lines", "layers"):
                foreign(not self.is_grid or ordered, f"{part} are not supported here")
                found += map(tuple, across * (part != "columns") + down * (part != "rows"))
            elif part in ("all but a row", "all but a column"):
                foreign(not self.is_grid or ordered, f"{part} is not supported here")
                found += [tuple(i for i in range(count) if i not in line) for line in (across if "row" in part else down)]
            else:
                foreign(not re.fullmatch(r"[0-9]+(,[0-9]+)*( [0-9]+(,[0-9]+)*)*", part), f"from {part} is not supported here")
                found += [tuple(int(pile) - 1 for pile in listed.split(",")) for listed in part.split(" ")]
        foreign(any(len({*one}) < len(one) or not all(0 <= i < count for i in one) for one in found), "a pile does not exist")
        return [*dict.fromkeys(one for one in found if one)]

    def amounts(self, text, form, factor=1):
        """The condition that the form is the factor times one of these amounts, which are at least 1."""
        net, form = self.net, linear((1 if factor > 0 else -1, form))
        if text.startswith("all but "):
            listed = self.amounts(text.removeprefix("all but "), form, abs(factor))
            return net.without(net.both(self.amounts("any", form, abs(factor)), net.valid(listed.tracks)), listed)
        found = []
        for item in split(text, ","):
            item = {"any": "1..any", "odd": "1..any step 2", "even": "2..any step 2"}.get(item, item)
            item, _, step = item.partition(" step ")
            low, ranged, high = item.partition("..")
            low, step = self.number(low), self.number(step) if step else 1
            foreign(step < 1 or low < 1 and not ranged, "amounts and steps are at least 1")
            low += step * max(0, -((low - 1) // step))
            least = linear((1, form), (-abs(factor) * low, constant(1)))
            found.append(net.both(net.compare(least, 0, 1), net.residue(least, abs(factor) * step, 0)))
            if high != "any":
                most = abs(factor) * (self.number(high) if ranged else low)
                found[-1] = net.both(found[-1], net.compare(linear((1, form), (-most, constant(1))), -1, 0))
        return net.either(*found)

    def read_move(self, text):
        found = re.fullmatch(r"(same|any|vector) ?(.*?)( ?at least 1)? from (.+?)(?: where (.+))?", text)
        foreign(not found or found[3] and found[1] != "any", f"the move {text} is not supported here")
        kind, amounts, some, sets, where = found.groups()
        factors, amounts = amounts.partition(" times ")[::2] if kind == "vector" else ("", amounts or "any")
        free = kind == "vector" and {*re.findall("[a-z]+", factors)} - {*self.params}
        factors = split(factors, ",") if kind == "vector" else []
        factors = factors if free else [self.number(part) for part in factors]
        for chosen in self.sets(sets, bool(where or factors)):
            fits = kind != "vector" or any(factors) and len(factors) == len(chosen)
            foreign(not fits, f"the move {text} has another number of piles")
            if free:
                foreign(bool(amounts), f"the move {text} is not supported here")
                self.moves.append((chosen, self.free_move(factors, chosen, where)))
                continue
            for size in range(1, len(chosen) + 1) if some else [len(chosen)]:
                self.moves += [(part, self.one_move(kind, amounts or "1", factors, chosen, part, where))
                               for part in itertools.combinations(chosen, size)]

    def one_move(self, kind, amounts, factors, chosen, part, where):
        net, taken = self.net, {i: linear((1, self.x[i]), (-1, self.y[i])) if i in part else {} for i in chosen}
        first = part[0]
        if kind == "any":
            holds = [self.amounts(amounts, taken[i]) for i in part]
        else:
            factors = dict(zip(chosen, factors or [1] * len(chosen)))
            first = next(i for i in chosen if factors[i])
            holds = [self.amounts(amounts, taken[first], factors[first])]
            holds += [net.compare(linear((factors[first], taken[i]), (-factors[i], taken[first])), 0)
                      for i in part if i != first]
        if where:
            names = {**self.params, "total": linear(*((1, form) for form in self.x))}
            for i, amount, before in zip(chosen, "klm", "xyz"):
                names |= {amount: taken[i], before: self.x[i]}
            holds.append(Expression(net, where, names).condition())
        return holds

    def free_move(self, entries, chosen, where):
        """A vector of expressions: k, l and m stand for any numbers from 1 on, each of which is an entry or its
        negative."""
        net, holds = self.net, []
        names = {**self.params, "total": linear(*((1, form) for form in self.x))}
        names |= {size: self.x[i] for i, size in zip(chosen, "xyz")}
        taken = {i: linear((1, self.x[i]), (-1, self.y[i])) for i in chosen}
        for i, entry in zip(chosen, entries):
            if entry.strip("-") in {*"klm"} - {*names} and len(entry) < 3:
                names[entry[-1]] = linear((-1 if entry[0] == "-" else 1, taken[i]))
                holds.append(net.compare(linear((1, names[entry[-1]]), (-1, constant(1))), 0, 1))
        for i, entry in zip(chosen, entries):
            read = Expression(net, entry, names)
            cases = [read.joined(holding, net.compare(linear((1, taken[i]), (-1, form)), 0))
                     for holding, form in read.implication()]
            foreign(read.at < len(read.words), f"{entry} cannot be read here")
            holds.append(net.either(*cases))
        return holds + ([Expression(net, where, names).condition()] if where else [])

    def keeps(self, forms):
        """The condition on all positions."""
        found = []
        for text in self.kept:
            found += ordered(self.net, forms[::-1]) if text == "sorted" else [self.where(text, forms)]
        return found

    def where(self, text, forms):
        """The positions for which a condition holds."""
        names = {**self.params, **{f"p{i + 1}": form for i, form in enumerate(forms)}}
        return Expression(self.net, text, names).condition()

    def over(self, forms):
        """The positions in which the game is over, by whether the player to move has won; the first line that holds
        decides."""
        found, before = {False: [], True: []}, []
        for won, text in self.ends:
            zone = self.where(text, forms)
            found[won].append(self.net.both(zone, *map(self.net.negated, before)))
            before.append(zone)
        return found
