"""Periods of terms that follow from another certificate: sums of heaps from the law of single heaps, and rows of outcomes
from an automaton of the rows up to them."""

import json, re

import strict
from automata import constant, linear
from law import FIELDS as LAW, proved_law
from periods import check_period, heap_values
from quotients import check_quotient, product_of
from rules import fits, foreign, need

FIELDS = {"position": str, "letter": str, "play": str, "outcomes": bool, "preperiod": int, "period": int, "saltus": int,
          "by": dict}

def sizes_of(position, code, letter):
    """The sizes of heaps: how often each contains the letter, and a number added to it."""
    need(position.startswith(f"code({code})[") and position.endswith("]"), "the heaps are those of another code")
    found = []
    for text in position[len(code) + 7:-1].split(","):
        parts = re.fullmatch(rf"(?:((?:[1-9][0-9]*)?){letter}([+-][1-9][0-9]*)?|(0|[1-9][0-9]*))", text)
        foreign(not parts, f"the size {text} cannot be read here")
        found.append((0, int(parts[3])) if parts[3] else (int(parts[1] or 1), int(parts[2] or 0)))
    return found

def from_values(by, values, outcomes):
    """The terms of sums of sizes, the place from which the heaps repeat, and for growing sizes a number of steps after
    which the terms repeat or grow."""
    start, period, saltus = by["preperiod"], by["period"], by["saltus"]
    def value(size):
        rounds = max(0, (size - len(values)) // period + 1)
        return values[size - rounds * period] + rounds * saltus
    def term(sizes):
        total = 0
        for size in sizes:
            total ^= value(size)
        return int(total != 0) if outcomes else total
    def steps(sizes):
        growing = [size for size in sizes if size[0]]
        if saltus == 0:
            return start, period, 0
        # The other heaps have a value below 2^k, so the value of the growing one keeps its last k digits after 2^k rounds.
        foreign(saltus < 0 or len(growing) != 1, "values of several heaps grow")
        fixed = 0
        for factor, more in sizes:
            fixed ^= 0 if factor else value(more)
        # An N-position stays one as soon as the value of the growing heap is larger than that of the others.
        return (start + period * (fixed // saltus + 1), 1, 0) if outcomes else (
            start, period << fixed.bit_length(), saltus * growing[0][0] << fixed.bit_length())
    return term, steps

def from_classes(by):
    """The same for misère outcomes by the classes of heaps."""
    need(by["law"], "the classes of further heaps are not known")
    classes, start, period = [0, *by["classes"]], by["law"]["preperiod"], by["law"]["period"]
    product, inside = product_of(by["steps"]), {*by["p_portion"]}
    def term(sizes):
        whole = 0
        for size in sizes:
            whole = product[whole][classes[size - max(0, (size - len(classes)) // period + 1) * period]]
        return int(whole not in inside)
    return term, lambda _: (start, period, 0)

def check_sum(given, by, data):
    """The law of the terms, on so many of them that it holds for all: from some number on both sides repeat."""
    misere, letter = given["play"] == "misere", given["letter"]
    need(by["certificate"] == ("quotient" if misere else "period"), "the play is another one")
    need(given["outcomes"] or not misere, "misère play has no such values here")
    (check_quotient if misere else check_period)(data)
    single = re.fullmatch(r"code\((.*)\)\[[a-z]\]", by["position"])
    foreign(not single, "these are not heaps of a code")
    sizes = sizes_of(given["position"], single[1], letter)
    term, steps = from_classes(by) if misere else from_values(by, heap_values(single[1], by["terms"]), given["outcomes"])
    heap, again, grows = steps(sizes)
    growing = [size for size in sizes if size[0]]
    need(growing, "the letter is not in the position")
    foreign(any(more < 0 for factor, more in sizes if not factor), "a size is negative")
    # From here on each growing heap is so large.
    first = max(-(more // factor) for factor, more in growing)
    first, begin = max(0, first), max(0, *(-((more - heap) // factor) for factor, more in growing))
    at = lambda n: term([factor * n + more for factor, more in sizes])
    check_repeated(given, at, max(first, begin), again, grows, first)

def check_repeated(given, term, begin, again, grows, first):
    """The terms from `begin` on grow by this after so many steps. So if the law holds for one round from there, it does
    for all further numbers."""
    start, period, saltus = given["preperiod"], given["period"], given["saltus"]
    need(start >= first and period > 0, "the law begins before the first position, or has no period")
    end = max(begin, start) + again
    fits(end + period < 1_000_000, "there are too many terms here")
    terms = [term(n) if n >= first else None for n in range(end + period)]
    law = lambda n, by, more: terms[n + by] - terms[n] == more
    need(term(begin + again) - term(begin) == grows, "the terms do not repeat")
    need(all(law(n, period, saltus) for n in range(start, end)), "the law does not hold")
    need(start == first or not law(start - 1, period, saltus), "the preperiod could be shorter")
    for part in (part for part in range(1, period) if period % part == 0):
        more = terms[start + part] - terms[start]
        need(not all(law(n, part, more) for n in range(start, end)), "the period could be shorter")

def check_row(given, by, data):
    """The law of the outcomes along a number, decided by the automaton of all rows."""
    need(given["outcomes"] and not by["values"], "these are not outcomes")
    need(by["play"] == given["play"], "the play is another one")
    letter, numbers = given["letter"], re.compile("[0-9]+|[a-z]")
    (head, own), (other, rows) = (re.fullmatch(r"(.*\[)(.*)", text).groups() for text in (given["position"], by["position"]))
    need(head == other and numbers.split(own) == numbers.split(rows), "the rows are those of another position")
    pairs = [*zip(numbers.findall(own), numbers.findall(rows))]
    need(all(row == letter if number == letter else number.isdecimal() and number == str(int(number)) and row != letter
             for number, row in pairs) and len({row for _, row in pairs}) == len(pairs), "the rows are others")
    need([row for _, row in pairs] == by["letters"] and letter in by["letters"], "the letters are others")
    most = {row: int(number) for number, row in pairs if row != letter}
    family, accepted = proved_law(strict.certificate(data, "law", LAW), most)
    net = family.net
    place, tracks = by["letters"].index(letter), family.letters
    fixed = [net.compare(linear((1, {track: 1}), (-1, constant(most[name]))), 0) for name, track in zip(by["letters"], tracks)
             if name != letter]
    along = lambda some: net.exists(net.both(some, *fixed), [track for track in tracks if track != tracks[place]])
    track, row, lost = tracks[place], along(family.all), along(accepted)
    # The positions are those from some number on.
    first = net.example(row)
    need(first, "the row has no position")
    first = first[track]
    from_on = lambda n: net.compare(linear((1, {track: 1}), (-1, constant(n))), 0, 1)
    need(net.example(net.without(from_on(first), row)) is None, "the positions of the row end")
    start, period = given["preperiod"], given["period"]
    need(start >= first and period > 0 and given["saltus"] == 0, "the law begins before the first position, or has no period")
    fits(start + 2 * period < 100_000, "there are too many terms here")
    accepts = lambda n: int(net.example(net.both(lost, net.compare(linear((1, {track: 1}), (-1, constant(n))), 0))) is None)
    terms = [accepts(n) if n >= first else None for n in range(start + 2 * period)]
    # The set by the law is the set of the automaton.
    classes = [net.residue({track: 1}, period, n % period) for n in range(start, start + period) if not terms[n]]
    by_law = net.both(net.either(*classes), from_on(start)) if classes else None
    later = net.both(lost, from_on(start))
    differ = [later] if not classes else [net.without(later, by_law), net.without(by_law, later)]
    need(all(net.example(one) is None for one in differ), "the law does not hold")
    need(start == first or terms[start - 1] != terms[start + period - 1], "the preperiod could be shorter")
    for part in (part for part in range(1, period) if period % part == 0):
        need(any(terms[n] != terms[n + part] for n in range(start, start + period)), "the period could be shorter")

def check_terms(data):
    given = strict.certificate(data, "terms", FIELDS)
    foreign(not re.fullmatch("[a-z]", given["letter"]), "the letter is not supported here")
    foreign(given["play"] not in ("normal", "misere"), "expected normal or misere for the play")
    foreign(len(given["by"]) != 1, "expected one certificate on which the period rests")
    (kind, by), = given["by"].items()
    foreign(kind not in ("period", "quotient", "law") or type(by) is not dict or by.get("certificate") != kind,
            "the period rests on no certificate that is known")
    (check_row if kind == "law" else check_sum)(given, by, json.dumps(by).encode())
    name = "o" if given["outcomes"] else "g"
    return (f"{given['position']}, {given['play']} play: {name}({given['letter']} + {given['period']}) = {name}({given['letter']})"
            f" + {given['saltus']} for {given['letter']} >= {given['preperiod']}")
