"""The pages of the atlas from its data: `laws.md` of the book, and the tables and numbers of the note."""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from collections import Counter

from atlas import BOTH, FAR, TABLE

PLAYS = {"normal": "normal", "misere": "misère"}
STATUS = {"proved": "proved", "seen": "seen", "refuted": "refuted", "none": "none found"}
HEADS = ["number", "kind", "lines", "play", "status", "law", "digits", "states", "density", "P-positions of", "seconds"]
WORDS = {"Fibonacci numbers": "Fibonacci"}


def key(row: dict) -> str:
    return json.dumps(row["automaton"])


class Atlas:
    """The lines of the data, and what is counted and looked up in them."""

    def __init__(self, rows: dict[int, dict]) -> None:
        self.rows = [*rows.values()]
        self.proved = [row for row in self.rows if row["status"] == "proved"]
        self.wythoff = self.find("normal", "move vector 1,1 times any from pairs")
        self.nim = self.find("normal", "move vector 1,2 from pairs")
        self.by_automaton: dict[str, int] = {}
        self.by_table: dict[str, int] = {}
        for row in self.rows:
            self.by_table.setdefault(row["p"], row["number"])
            if row["automaton"]:
                self.by_automaton.setdefault(key(row), row["number"])
        self.status = Counter(row["status"] for row in self.rows)
        self.groups = [*dict.fromkeys(row["group"] for row in self.rows)]

    def find(self, play: str, *lines: str) -> dict:
        return next(row for row in self.rows if row["play"] == play and row["lines"] == "\n".join(lines))

    def same(self, row: dict, other: dict) -> bool:
        """Whether it is proved that both have the same P-positions: the smallest automata are the same."""
        return bool(row["automaton"]) and row["automaton"] == other["automaton"]

    def kin(self, row: dict) -> str:
        """Whose P-positions a game has, if those of Wythoff's game, of nim or of a game before it."""
        for name, other in (("Wythoff", self.wythoff), ("nim", self.nim)):
            if self.same(row, other):
                return name
        first = self.by_automaton.get(key(row))
        if first not in (None, row["number"]):
            return str(first)
        for name, other in (("Wythoff", self.wythoff), ("nim", self.nim)):
            if row["p"] == other["p"]:
                return f"{name}, to {TABLE}"
        first = self.by_table[row["p"]]
        return "" if first == row["number"] else f"{first}, to {TABLE}"

    def count(self, **wanted: str) -> int:
        return sum(all(row[name] == value for name, value in wanted.items()) for row in self.rows)

    def with_move(self, a: int, b: int, play: str = "normal") -> dict:
        """Wythoff's game with a move."""
        return self.find(play, BOTH, f"move vector {a},{b} from pairs")

    def beside_one_four(self) -> list[tuple[int, int]]:
        """The further moves beside (1,4) that keep its P-positions, by proof."""
        one_four, found = self.with_move(1, 4), []
        for row in self.rows:
            moves = [(int(a), int(b)) for a, b in re.findall(r"vector (\d),(\d) from", row["lines"])]
            if row["group"] == "Wythoff and two vectors" and (1, 4) in moves and self.same(row, one_four):
                found += [move for move in moves if move != (1, 4)]
        return found


def listed(items: list[str], last: str = "and") -> str:
    return f" {last} ".join([*filter(None, [", ".join(items[:-1])]), *items[-1:]])


def moves(all_of_them: list[tuple[int, int]], last: str = "and") -> str:
    return listed([f"({a},{b})" for a, b in all_of_them], last)


def vectors() -> list[tuple[int, int]]:
    return [(a, b) for a in range(1, 7) for b in range(a, 7) if (a, b) != (1, 1)]


def short_law(row: dict) -> str:
    law = row["law"] or ""
    if row["status"] != "proved":
        return ""
    if law.startswith("P exactly if {a, b} is one of {floor(n x)"):
        return "Wythoff's pairs"
    return law.removeprefix("P exactly if ").replace("|", "\\|")


def digits(row: dict) -> str:
    return WORDS.get(row["numeration"], row["numeration"]) if row["status"] in ("proved", "seen") else ""


def density(row: dict) -> str:
    return f"{row['density']:.4f}"


def line(row: dict, atlas: Atlas) -> str:
    states = row["states"] if row["status"] in ("proved", "seen") else ""
    cells = [row["number"], row["group"], "; ".join(f"`{one}`" for one in row["lines"].split("\n")), PLAYS[row["play"]],
             STATUS[row["status"]], short_law(row), digits(row), states, density(row), atlas.kin(row), f"{row['seconds']:.2f}"]
    return f"| {' | '.join(map(str, cells))} |\n"


def groups_table(atlas: Atlas) -> list[list[str]]:
    found = []
    for group in atlas.groups:
        rows = [row for row in atlas.rows if row["group"] == group]
        proved = [row for row in rows if row["status"] == "proved"]
        found.append([group, *(str(sum(row["status"] == status for row in rows)) for status in STATUS),
                      str(len({key(row) for row in proved})), str(max((row["states"] for row in proved), default=0))])
    return found


def long_tables(atlas: Atlas) -> dict[str, dict]:
    return {"apart": atlas.find("normal", "move any from all where abs(k-l) = 0 or abs(k-l) = 2"), "three": atlas.find("normal", BOTH, "block 3")}


def bounds(atlas: Atlas) -> str:
    """How far the games were tried: each table twice as long as the one before, with four times the states."""
    found = Counter(row["bound"] for row in atlas.rows)
    each = listed([f"up to {bound} for {count} game{'s' * (count > 1)}" for bound, count in found.most_common()])
    states = max(min(500 * 4 ** max(bound // 30, 1).bit_length() // 4, 100_000) for bound in found)
    return (f"The limit was one of work: the largest table, {each}, and automata of at most {states:,} states. Every machine comes to the "
            "same results.")


def page(atlas: Atlas) -> str:
    one_four, two_six = atlas.with_move(1, 4), atlas.with_move(2, 6)
    misere = Counter(row["states"] for row in atlas.proved if row["group"] == "Wythoff and a vector" and row["play"] == "misere")
    large = max(misere)
    large_moves = [(a, b) for a, b in vectors() if atlas.with_move(a, b, "misere")["automaton"]
                   and atlas.with_move(a, b, "misere")["states"] == large]
    early = [row for row in atlas.proved if row["group"] == "Wythoff that ends early" and "p1+p2" not in row["lines"]]
    open_ones = [(a, b) for a, b in vectors() if not atlas.with_move(a, b)["automaton"]]
    keeps = [(a, b) for a, b in vectors() if atlas.same(atlas.with_move(a, b), atlas.wythoff)]
    slow = max(atlas.proved, key=lambda row: row["seconds"])
    widest = max(atlas.proved, key=lambda row: row["states"])
    said = PAGE.format(
        games=len(atlas.rows), proved=atlas.status["proved"], seen=atlas.status["seen"], refuted=atlas.status["refuted"],
        none=atlas.status["none"], laws=len(atlas.by_automaton), same=sum(atlas.kin(row) == "Wythoff" for row in atlas.rows),
        nim=sum(atlas.kin(row) == "nim" for row in atlas.rows), table=TABLE, far=f"{FAR:,}",
        seconds=round(sum(row["seconds"] for row in atlas.rows)), slow=slow["seconds"], slowest=slow["number"],
        quick=sum(row["seconds"] < 1 for row in atlas.proved), widest=widest["number"], states=widest["states"],
        one_four=one_four["number"], one_four_states=one_four["states"], beside=moves(atlas.beside_one_four(), "or"),
        keeps=moves(keeps), two_six=two_six["number"], two_six_states=two_six["states"] or "no", large=large,
        large_moves=moves(large_moves), other=listed([str(states) for states in sorted(misere) if states != large]),
        early=len(early), early_states=max(row["states"] for row in early), open_ones=moves(open_ones, "or"),
        limits=bounds(atlas), long=" ".join(str(row["number"]) for row in atlas.rows if row["bound"] == 480),
        **{f"{name}{key}": row[field] for name, row in long_tables(atlas).items()
           for key, field in (("", "number"), ("_states", "states"), ("_up_to", "up_to"))},
        nim_block=atlas.count(group="nim with blocking", status="proved"), blocked=blocked(atlas))
    rows = [f"| kind | games | proved | seen | refuted | none found | different laws | most states |\n|{'---|' * 8}\n"]
    for group, *counts, laws, states in groups_table(atlas):
        rows.append(f"| {group} | {sum(map(int, counts))} | {' | '.join(counts)} | {laws} | {states} |\n")
    table = [f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}\n", *(line(row, atlas) for row in atlas.rows)]
    # The numbers and lists make lines longer.
    said = "\n\n".join(block if re.match("[#`]|[A-Z]+$", block) else "\n".join(map(filled, re.split("\n(?=- )", block)))
                       for block in said.split("\n\n")) + "\n"
    return said.replace("KINDS\n", "".join(rows)).replace("GAMES\n", "".join(table))


def filled(paragraph: str) -> str:
    return textwrap.fill(" ".join(paragraph.split()), 125, subsequent_indent="  " * paragraph.startswith("- "),
                         break_long_words=False, break_on_hyphens=False)


def blocked(atlas: Atlas) -> str:
    """The laws with amounts that differ by less than 2, of which Larsson has none."""
    return listed([f"{row['lines'][-1]} ({row['states']} states, {digits(row)})" for row in atlas.proved
                   if row["group"] == "Wythoff with blocking" and "where" in row["lines"]])


PAGE = """# Laws of games with two piles

{games} games with two piles: any amount from one pile, and other moves beside it. For {proved} of them automata that read digits
prove a law of all P-positions ([how](../study.md)). These are {laws} different laws. {same} of the games have the P-positions of
Wythoff's game and {nim} those of nim, for all numbers. For {seen} games a law agrees with a table and was not decided within the
limits of work; for {refuted} the last law that was tried is refuted, and for {none} no law was found in the systems of digits that were tried.
A game without a law here may well have one.

## All games

In a browser you can sort and filter this table.

GAMES

The columns are these.

- **kind**: the part of the list, with totals [below](#kinds).
- **lines**: the lines of the [rule file](../rule-files.md) beside `piles 2` and `move any from each`.
- **status**: *proved* for all numbers; *seen* in a table and not decided; *refuted*: the last law that was tried; *none found*.
- **law**: the law in words, where it is short. Automata show that it means the same as the law that was proved. *Wythoff's pairs*
  are {{floor(n x), floor(n y)}} for n = 0, 1, … with x = (1+sqrt(5))/2 and y = (3+sqrt(5))/2.
- **digits**, **states**: what the automaton reads, and how many states it has. No automaton for these digits has fewer.
- **density**: the number of P-positions with both piles below {far}, divided by {far}. The automaton counts them. Without a proved
  law, the P-positions with piles up to {table} are divided by {table} + 1.
- **P-positions of**: another game that has the same P-positions, Wythoff's game or nim or the first one in the list. The smallest
  automata of both are the same, so that this holds for all numbers; *to {table}* means that the tables up to {table} are the same.
- **seconds**: how long that took.

## Kinds

KINDS

Together that took {seconds} seconds, on a machine with much other work. {limits} {quick} of the laws took less than a second each,
and the slowest one took {slow} seconds ({slowest}). The largest automaton has {states} states ({widest}).

## What is known, and what may be new

These laws are known. The atlas confirms those of them that it proves:

- Extra moves that keep the P-positions of Wythoff's game: Duchêne, Fraenkel, Nowakowski and Rigo (2010) characterise all of them.
  The atlas proves it for {keeps}. Mignoty, Renard, Rigo and Whiteland (2025) prove such laws with the program Walnut.
- Amounts with abs(k-l) < a: Fraenkel (1982), and in misère play Fraenkel (1984).
- Nim with multiples of (2,2): Duchêne and Gravier (2009); of (4,4) and further powers of 2: arXiv 1612.03068. Nim with the move (1,1):
  Miyadera and others (arXiv 1711.01411), as Ryūō nim.
- Wythoff's game that ends where p1+p2 <= k: Komak and others (2025), Renard and Rigo (arXiv 2512.11601), Murakami, Komaki and
  Miyadera (arXiv 2605.01435).
- Wythoff's game with one and two forbidden options: Larsson (2011); again Renard and Rigo. Of nim with blocking we know the case of
  one pile (Flammenkamp, Holshouser and Reiter 2003) and that of remainders of the amount (Gavel and Strimling 2004).

We did not find these laws in those papers, nor by a search of abstracts. If you know a source, please tell us.

- **Wythoff's game and the move (1,4)** ({one_four}): the extra move changes the P-positions. An automaton of {one_four_states} states that
  reads Fibonacci digits accepts the new ones. A further move {beside} does not change them. The move (2,6) gives a law of
  {two_six_states} states ({two_six}).
- **Misère Wythoff with one more move**: {large} states with {large_moves}; the others that are proved have {other} states.
- **Nim and Wythoff's game that end early** where both piles are at most c, or one of them is, or they differ by at most c: {early}
  of 24 such games with the moves of Wythoff's game have laws, of up to {early_states} states.
- **Blocking**: nim with one to four forbidden options ({nim_block} of 4 proved); moves of amounts with abs(k-l) < 2
  with {blocked}.

Two laws need long tables, and we have not looked for their sources yet. Both read sums of 1, 3, 7, 17, …: amounts that differ by
0 or 2 ({apart}), an automaton of {apart_states} states from a table up to {apart_up_to}; and Wythoff's game with three forbidden
options ({three}), of {three_states} states from one up to {three_up_to}. The first one is learned
from counterexamples (Rivest and Schapire 1993).

Multiples of (p,q) beside the moves of Wythoff's game are the subject of Larsson (2012, 2014), who shows that for (1,2) the P-positions split.
No law was proved for Wythoff's game with the single move {open_ones}.

## Make it again

```sh
nimfield verify atlas --shard 1/1 -o laws.jsonl --threads 2
for game in {long}; do
    nimfield verify atlas --shard $((game + 1))/906 --up-to 480 -o long.jsonl
done
nimfield verify atlas --shard 902/906 --up-to 960 -o long.jsonl
nimfield verify atlas --shard 747/906 --up-to 1920 -o long.jsonl
docs/atlas.py merge laws.jsonl long.jsonl > docs/src/results/data/laws.jsonl
docs/atlas.py pages
```

A run that was stopped continues where it was. With `--up-to`, the same command decides the games again that have no proved law, with
other largest tables and automata. The further lines do that for games whose laws longer tables show. Of the other games without
a law up to 240, most were tried up to 480 once, and showed none there.
The data, `docs/src/results/data/laws.jsonl`, hold the automaton of each law. `docs/atlas.py certificates FOLDER` writes all
certificates, and `docs/atlas.py check` has the [independent checker](../files.md) check them, also those of games with `ends` and
`block`. A note in LaTeX, `docs/note/atlas.tex`, has the method, the theorem and tables.
"""


# The note.
def tex(text: str) -> str:
    text = "".join({"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#"}.get(sign, sign) for sign in text)
    return text.replace("misère", r"mis\`ere").replace("…", r"\dots")


def tabular(columns: str, heads: list[str], rows: list[list[str]]) -> str:
    lines = [" & ".join(heads) + r"\\ \hline", *(" & ".join(row) + r"\\" for row in rows)]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *lines, r"\end{tabular}", ""])


def told(row: dict, atlas: Atlas) -> str:
    """A law in a cell: its states, and its digits if they are not those of Fibonacci."""
    if row["status"] != "proved":
        return {"seen": "seen", "refuted": "--", "none": "--"}[row["status"]]
    mark = {"Wythoff": "$W$", "nim": "$N$"}.get(atlas.kin(row))
    base = {"Fibonacci": "", "base 2": "$_2$", "base 3": "$_3$", "base 4": "$_4$"}.get(digits(row), "$_P$")
    return mark or f"{row['states']}{base}"


def notes(atlas: Atlas) -> dict[str, str]:
    one_four = atlas.with_move(1, 4)
    numbers = {"games": len(atlas.rows), "proved": atlas.status["proved"], "seen": atlas.status["seen"],
               "refuted": atlas.status["refuted"], "nothing": atlas.status["none"], "laws": len(atlas.by_automaton),
               "asWythoff": sum(atlas.kin(row) == "Wythoff" for row in atlas.rows),
               "asNim": sum(atlas.kin(row) == "nim" for row in atlas.rows),
               "onefour": one_four["states"], "onefourBeside": moves(atlas.beside_one_four(), "or"),
               "wythoffStates": atlas.wythoff["states"], "seconds": round(sum(row["seconds"] for row in atlas.rows)),
               "most": max(row["states"] for row in atlas.proved), "far": f"{FAR:,}".replace(",", "{,}"),
               "quick": sum(row["seconds"] < 1 for row in atlas.proved), "wythoffDensity": density(atlas.wythoff),
               "leastDensity": min(map(density, atlas.proved)), "greatestDensity": max(map(density, atlas.proved), key=float),
               "misereProved": sum(row["play"] == "misere" for row in atlas.proved),
               "misereGames": sum(row["play"] == "misere" for row in atlas.rows)}
    found = {"numbers": "".join(rf"\newcommand{{\{name}}}{{{value}}}" + "\n" for name, value in numbers.items())}
    found["groups"] = tabular("lrrrrrrr", ["kind", "games", "proved", "seen", "refuted", "none", "laws", "states"], [
        [tex(group), str(sum(map(int, counts))), *counts, laws, states] for group, *counts, laws, states in groups_table(atlas)])
    cell = lambda a, b, play: "" if (a, b) not in vectors() else told(atlas.with_move(a, b, play), atlas)
    for play in PLAYS:
        found[f"vectors-{play}"] = tabular("r|rrrrrr", [r"$a\backslash b$", *map(str, range(1, 7))], [
            [str(a), *(cell(a, b, play) for b in range(1, 7))] for a in range(1, 7)])
    zones = ["p1+p2 <= {}", "p1 <= {0} and p2 <= {0}", "p1 <= {0} or p2 <= {0}", "abs(p1-p2) <= {}"]
    shown = ["$x+y\\le c$", "$\\max(x,y)\\le c$", "$\\min(x,y)\\le c$", "$|x-y|\\le c$"]
    rows = []
    for own, name in (([], "nim"), ([BOTH], "Wythoff")):
        rows += [[f"{name}, {what}", *(told(atlas.find("normal", *own, f"ends where {zone.format(c)}"), atlas) for c in range(1, 9))]
                 for zone, what in zip(zones, shown)]
    found["zones"] = tabular("l|rrrrrrrr", ["$c=$", *map(str, range(1, 9))], rows)
    near = "move any from all where abs(k-l) < 2"
    found["blocking"] = tabular("l|rrrr", ["options forbidden", *"1234"], [
        [name, *(told(atlas.find("normal", *own, f"block {k}"), atlas) for k in range(1, 5))]
        for name, own in (("nim", []), ("Wythoff", [BOTH]), ("$|k-l|<2$", [near]))])
    rows = []
    for size, some in ((size, some) for size in range(1, 6) for some in itertools.combinations(range(5), size)):
        guard = "move any from all where " + " or ".join(f"abs(k-l) = {gap}" for gap in some)
        both = [atlas.find(play, guard) for play in PLAYS]
        if any(row["status"] == "proved" for row in both):
            rows.append([rf"$\{{{','.join(map(str, some))}\}}$", *(told(row, atlas) for row in both),
                         density(both[0]) if both[0]["status"] == "proved" else ""])
    half = (len(rows) + 1) // 2
    rows = [rows[i] + (rows[half + i] if half + i < len(rows) else [""] * 4) for i in range(half)]
    found["differences"] = tabular("lrrr|lrrr", ["$D$", "normal", r"mis\`ere", "density"] * 2, rows)
    densities = Counter(density(row) for row in atlas.proved)
    common = [*densities.most_common(8)]
    found["densities"] = tabular("l|" + "r" * len(common), ["density", *(value for value, _ in common)],
                                 [["games", *(str(count) for _, count in common)]])
    found["points"] = points(atlas.wythoff, one_four)
    return {f"note/atlas/{name}.tex": contents for name, contents in found.items()}


def accepted(automaton: dict, a: int, b: int) -> bool:
    x, y = automaton["numeration"]
    weights = [1, x + (y > 0)]
    while weights[-1] <= max(a, b):
        weights.append(x * weights[-1] + y * weights[-2])
    state = 0
    for weight in reversed(weights):
        state = automaton["steps"][state][a // weight * (x + (y > 0)) + b // weight]
        a, b = a % weight, b % weight
    return automaton["accepts"][state]


def points(wythoff: dict, other: dict) -> str:
    """The P-positions of two games with piles below 40, side by side."""
    said = [r"\begin{tikzpicture}[x=1.6mm,y=1.6mm]"]
    for row, shift in ((wythoff, 0), (other, 46)):
        said.append(rf"\draw[gray] ({shift},0) rectangle ({shift + 40},40);")
        said += [rf"\fill ({shift + a}.5,{b}.5) circle (0.55mm);" for a, b in itertools.product(range(40), repeat=2)
                 if accepted(row["automaton"], a, b)]
    return "\n".join([*said, r"\end{tikzpicture}", ""])


def pages(rows: dict[int, dict]) -> dict[str, str]:
    atlas = Atlas(rows)
    return {"src/results/laws.md": page(atlas), **notes(atlas)}
