"""Counterexamples to statements: every fact that a statement names is computed by the rules, and the statement must
be false."""

import math, re

import strict
from rules import GAMES, component_moves, options, conjugate, foreign, need, outcome, partition, rectangle, solved

LIMIT = (1 << 127) - 1

def saturated(n):
    return max(-LIMIT, min(LIMIT, n))

def power(a, b):
    if b >= 0 and abs(a) < 2 or 0 <= b < 128:
        return a ** b if abs(a) > 1 else a ** (b & 1 or 2 * (b > 0))
    return 0 if b < 0 and abs(a) != 1 else (-1) ** (a < 0 and b & 1) * (1 if abs(a) == 1 else LIMIT)

BINARY = [  # From the loosest to the tightest.
    {"or": lambda a, b: int(a != 0 or b != 0)}, {"and": lambda a, b: int(a != 0 and b != 0)}, {},
    {"xor": int.__xor__, "^": int.__xor__}, {"+": int.__add__, "-": int.__sub__},
    {"*": int.__mul__, "/": lambda a, b: a // b if b else 0, "mod": lambda a, b: a % b if b else a,
     "%": lambda a, b: a % b if b else a}]
COMPARE = {"≤": int.__le__, "≥": int.__ge__, "=": int.__eq__, "==": int.__eq__, "!=": int.__ne__, "<>": int.__ne__, "<": int.__lt__, "<=": int.__le__,
           ">": int.__gt__, ">=": int.__ge__}
CALLS = {"min": min, "max": max, "abs": abs, "pow": power, "gcd": math.gcd, "bits": lambda a: bin(a).count("1"),
         "even": lambda a: 1 - a % 2, "odd": lambda a: a % 2}

class Reader:
    """The value of an expression, read from left to right."""
    def __init__(self, text, names):
        foreign(re.search(r"[0-9]\s+(?!(?:and|or|xor|mod)\b)[A-Za-z(]", text), "a product is written without a blank")
        self.words = re.findall(r"->|<=|>=|==|!=|<>|[0-9]+|(?:genus|core)[0-9]|[A-Za-z_]+|\S", text)
        self.names, self.at = names, 0

    def take(self, words):
        word = self.words[self.at] if self.at < len(self.words) else None
        self.at += word in words
        return word if word in words else None

    def whole(self):
        value = self.implication()
        foreign(self.at < len(self.words), f"the statement cannot be read here: {self.words[self.at:]}")
        return value

    def implication(self):
        first = self.binary(0)
        if not self.take(["->"]):
            return first
        second = self.implication()
        return int(first == 0 or second != 0)

    def binary(self, level):
        if level == 2:
            return self.comparison()
        if level == len(BINARY):
            return self.unary()
        value = self.binary(level + 1)
        while word := self.take(BINARY[level]):
            value = saturated(BINARY[level][word](value, self.binary(level + 1)))
        return value

    def comparison(self):
        if self.take(["not"]):
            return int(self.comparison() == 0)
        values, holds = [self.binary(3)], []
        while word := self.take(COMPARE):
            values.append(self.binary(3))
            holds.append(COMPARE[word](*values[-2:]))
        return int(all(holds)) if holds else values[0]

    def unary(self):
        if self.take(["-"]):
            return -self.unary()
        word = self.words[self.at] if self.at < len(self.words) else ""
        self.at += 1
        if word == "(":
            value = self.implication()
            foreign(not self.take([")"]), "a parenthesis is not closed")
            return value
        if word in CALLS and word not in self.names:
            foreign(not self.take(["("]), f"{word} is a function")
            values = [self.implication()]
            while self.take([","]):
                values.append(self.implication())
            foreign(not self.take([")"]), "a parenthesis is not closed")
            return saturated(CALLS[word](*values))
        if not re.fullmatch("[0-9]+", word):
            foreign(word not in self.names, f"{word!r} cannot be read here")
            return self.names[word]
        following = self.words[self.at] if self.at < len(self.words) else ""
        times = following == "(" or following in self.names or following in CALLS
        return saturated(int(word) * self.unary()) if times else int(word)

def core_size(rows, p):
    """The rest after border strips of p squares are taken off, one after the other: a coin moves p places down."""
    coins = {row + len(rows) - i for i, row in enumerate(rows, 1)} | {-i for i in range(p)}
    coins = {coin + p for coin in coins}
    while free := [coin for coin in coins if coin >= p and coin - p not in coins]:
        coins = coins - {free[0]} | {free[0] - p}
    return sum(sorted(coins)) - len(coins) * (len(coins) - 1) // 2

def remoteness(position, play, known):
    """The length of a game in which the winner hurries and the loser resists, from those of the options."""
    stack = [position]
    while stack:
        here = stack[-1]
        sides = options(here)
        foreign(len(sides) > 1, f"{here} is partizan")
        missing = [after for after in sides[0] if after not in known]
        if missing:
            stack += missing
            continue
        lost = [known[after] for after in sides[0] if solved(after, play) == 0]
        known[here] = min(lost) + 1 if lost else max((known[after] + 1 for after in sides[0]), default=0)
        stack.pop()
    return known[position]

def shape(position, name):
    """A number computed from the text between the brackets."""
    body = re.fullmatch(r"[a-z-]+\[([0-9,^; ]*)\]", position)
    foreign(not body, f"{position} is not written in whole numbers")
    rows = [row for text in body[1].split(";") for row in partition(text)]
    rows = sorted((row for row in rows if row), reverse=True)
    simple = {"size": sum(rows), "parts": len(rows), "largest": max(rows, default=0), "smallest": min(rows, default=0)}
    if name in simple:
        return simple[name]
    need(position.startswith(("pnim", "crim", "lctr")) and ";" not in position, f"{position} is not a diagram supported here")
    if name.startswith("core"):
        return core_size(rows, int(name[4:]))
    columns = conjugate(rows)
    hooks = [row - j + columns[j] - i - 1 for i, row in enumerate(rows) for j in range(row)]
    return {"lines": len(rows) + len(columns), "rank": abs(len(rows) - len(columns)),
            "durfee": sum(row > i for i, row in enumerate(rows)), "hook": max(hooks, default=0),
            "odd_hooks": sum(hook % 2 for hook in hooks),
            "degree": min(LIMIT, math.factorial(sum(rows)) // math.prod(hooks))}[name]

def fact(position, play, name):
    kind = name.rpartition("_")
    play = kind[0] if kind[0] in ("normal", "misere") else play
    if kind[2] in ("P", "N", "L", "R") and (kind[0] in ("normal", "misere") or not kind[1]):
        return int(outcome(position, play) == kind[2])
    if kind[2] == "value":
        value = solved(position, play)
        need(isinstance(value, int), f"{position} has no value")
        return value
    if name in ("genus1", "genus2"):
        value = solved(position + " + nim[2]" * int(name[-1]), "misere")
        need(isinstance(value, int), f"{position} has no genus")
        return value
    if name == "remoteness":
        return remoteness(position, play, {})
    foreign(name == "tame", "misère canonical forms are not supported here")
    foreign(name in ("moves", "winning"), "moves to the same position are one option here")
    return shape(position, name)

def is_about(positions, letters, position):
    """Whether the position is one of a game, or has these numbers for letters."""
    if not letters:
        return position.startswith(f"{positions}[")
    written = re.fullmatch(r"([a-z-]+)\[([^][+*/()-]*)\]", positions)
    foreign(not written or written[1] not in GAMES, f"the positions {positions} cannot be read here")
    name, body = written.groups()
    read, write, _ = GAMES[name]
    sides = body.split(" x ") if read is rectangle else [body]
    need({*letters} == {*re.findall("[A-Za-z]", "".join(sides))}, f"the letters are not those of {positions}")
    need({*letters}.isdisjoint("PNLR") and min(letters.values()) >= 0, "a letter has the name of a fact, or is less than 0")
    number = lambda term: str(int(term[1] or 1) * letters[term[2]]) if term[2] in letters else term[0]
    # The sides of a rectangle are separated by a letter that is not a variable.
    text = "x".join(re.sub("([0-9]*)([A-Za-z])", number, side) for side in sides)
    text = re.sub(r"[ ,]+", " " if "matrix" in name else ",", text)
    found = read(text)
    found = tuple(filter(None, found)) if read is partition else found
    return position == f"{name}[{write(found)}]"

FIELDS = {"positions": str, "statement": str, "play": str, "position": str, "letters": dict, "facts": dict}

def check_statement(data):
    given = strict.certificate(data, "statement", FIELDS)
    foreign(given["play"] not in ("normal", "misere"), "expected normal or misere for the play")
    position, letters = given["position"], {name: strict.whole(value) for name, value in given["letters"].items()}
    component_moves(position)
    need(is_about(given["positions"], letters, position), f"{position} is not one of {given['positions']}")
    words = {*re.findall(r"(?:genus|core)[0-9]|[A-Za-z_]+", given["statement"])}
    for name, value in given["facts"].items():
        need(name in words and name not in letters, f"the statement does not name {name}")
        found = fact(position, given["play"], name)
        need(value == str(found), f"{name} of {position} is {found}")
    names = {**{name: strict.whole(value) for name, value in given["facts"].items()}, **letters}
    need(Reader(given["statement"], names).whole() == 0, "the statement holds")
    return f"{given['statement']} does not hold for {position}"
