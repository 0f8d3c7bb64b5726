#!/usr/bin/env python3
"""An atlas of games with two piles: which have a law of their P-positions that automata prove for all numbers.

    docs/atlas.py NIMFIELD [--shard I/N] [--time 4s] [--out docs/src/results/data/laws.jsonl]
    docs/atlas.py --page docs/src/results/data/laws.jsonl... > docs/src/results/laws.md

The first form decides the games of the list one after the other by `nimfield guess --prove` and appends a line for each; games
whose line is there already are left out, so that a run that stopped continues. With --certificates FOLDER each proof is written
there, and checked by `nimfield check`. The second form writes the page from the lines.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BOTH = "move same any from all"


def games() -> list[tuple[str, str, str]]:
    """The list: a group, the play, and the lines beside `piles 2` and `move any from each`."""
    found: list[tuple[str, str, str]] = []

    def add(group: str, *lines: str, misere: bool = False) -> None:
        for play in ["normal", "misere"] if misere else ["normal"]:
            found.append((group, play, "\n".join(lines)))

    vectors = [(a, b) for a in range(1, 7) for b in range(a, 7)]

    def vector(a: int, b: int, multiples: bool) -> str:
        return f"move vector {a},{b}{' times any' if multiples else ''} from pairs"

    for multiples, name in [(False, "once"), (True, "any multiple")]:
        for one in vectors:
            add(f"a vector, {name}", vector(*one, multiples), misere=True)
        for one, other in itertools.combinations(vectors, 2):
            add(f"two vectors, {name}", vector(*one, multiples), vector(*other, multiples))
    others = [one for one in vectors if one != (1, 1)]
    for one in others:
        add("Wythoff and a vector", BOTH, vector(*one, False), misere=True)
    for one, other in itertools.combinations(others, 2):
        add("Wythoff and two vectors", BOTH, vector(*one, False), vector(*other, False))
    for chosen in (set(some) for size in range(1, 6) for some in itertools.combinations(range(5), size)):
        guard = " or ".join(f"abs(k-l) = {gap}" for gap in sorted(chosen))
        add("both, the difference of the amounts in a set", f"move any from all where {guard}", misere=True)
    for most in range(6, 10):
        add("both, amounts that differ by less", f"move any from all where abs(k-l) < {most}")
    for modulus in (2, 3, 4):
        for rest in range(modulus):
            for term in ("k+l", "k"):
                add("both, remainders of the amounts", f"move any from all where ({term}) mod {modulus} = {rest}")
            add("both alike, remainders of the amount", f"move same any from all where k mod {modulus} = {rest}")
        add("both, remainders of the amounts", f"move any from all where k mod {modulus} = l mod {modulus}")
    zones = ["p1+p2 <= {}", "p1 <= {0} and p2 <= {0}", "p1 <= {0} or p2 <= {0}", "abs(p1-p2) <= {}"]
    for zone in zones:
        for bound in range(1, 9):
            for own in ([], [BOTH]):
                name = "Wythoff" if own else "nim"
                add(f"{name} that ends early", *own, f"ends where {zone.format(bound)}")
    for blocked in range(1, 5):
        add("nim with blocking", f"block {blocked}")
        add("Wythoff with blocking", BOTH, f"block {blocked}")
        add("Wythoff with blocking", "move any from all where abs(k-l) < 2", f"block {blocked}")
    return found


def digest(rows: list[list[str]]) -> str:
    """Names the P-positions with piles up to 60."""
    return hashlib.sha256(";".join(",".join(row) for row in rows).encode()).hexdigest()[:12]


def text(lines: str) -> str:
    return f"piles 2\nmove any from each\n{lines}\n"


def decide(nimfield: str, number: int, play: str, lines: str, limit: str, certificates: Path | None) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        name = f"atlas-{number}.game"
        Path(folder, name).write_text(text(lines))
        family = f"@{name}[a b]"
        common = ["--play", play, "-q", "--threads", "1", "--no-config"]
        proof = [] if certificates is None else ["--certificate", str(certificates.resolve() / f"{number}.json")]
        began = time.monotonic()
        guess = subprocess.run([nimfield, "guess", family, "--prove", "--json", "--time", limit, *common, *proof],
                               capture_output=True, text=True, check=False, cwd=folder)
        seconds = time.monotonic() - began
        if guess.returncode not in (0, 3):
            sys.exit(f"{lines}\n{guess.stderr}")
        law = json.loads(guess.stdout.splitlines()[0])
        table = subprocess.run([nimfield, "table", family, "a=0..60", "b=a..60", "--only-p", "--format", "csv", *common],
                               capture_output=True, text=True, check=True, cwd=folder)
        rows = [line.split(",")[:2] for line in table.stdout.splitlines()[1:]]
        if law["status"] == "proved" and certificates is not None:
            subprocess.run([nimfield, "check", str(certificates.resolve() / f"{number}.json")], check=True, capture_output=True)
    return {"number": number, "play": play, "lines": lines, "status": law["status"], "numeration": law["numeration"],
            "states": law["states"], "law": law["law"], "up_to": law["up_to"], "seconds": round(seconds, 2),
            "p": digest(rows)}


def run(options: argparse.Namespace) -> None:
    index, of = map(int, options.shard.split("/"))
    out = Path(options.out)
    known = {json.loads(line)["number"] for line in out.read_text().splitlines()} if out.exists() else set()
    if options.certificates:
        options.certificates.mkdir(parents=True, exist_ok=True)
    with out.open("a") as lines:
        for number, (group, play, rules) in enumerate(games()):
            if number % of == index - 1 and number not in known:
                row = decide(str(Path(options.nimfield).resolve()), number, play, rules, options.time, options.certificates)
                lines.write(json.dumps({"group": group, **row}) + "\n")
                lines.flush()


def page(files: list[str]) -> str:
    rows = [json.loads(line) for file in files for line in Path(file).read_text().splitlines()]
    rows.sort(key=lambda row: row["number"])
    first: dict[tuple[str, str], int] = {}
    for row in rows:
        first.setdefault((row["play"], row["p"]), row["number"])
    proved = [row for row in rows if row["status"] == "proved"]
    wythoff = next(row["p"] for row in rows if row["lines"] == "move vector 1,1 times any from pairs" and row["play"] == "normal")
    nim = digest([[str(n), str(n)] for n in range(61)])

    def kin(row: dict) -> str:
        if row["play"] == "normal" and row["p"] in (wythoff, nim):
            return "Wythoff's" if row["p"] == wythoff else "nim's"
        same = first[row["play"], row["p"]]
        return "" if same == row["number"] else f"those of {same}"

    said = [PAGE.format(games=len(rows), proved=len(proved), seen=sum(row["status"] == "seen" for row in rows),
                        refuted=sum(row["status"] == "refuted" for row in rows), none=sum(row["status"] == "none" for row in rows),
                        same=sum(kin(row) == "Wythoff's" for row in proved), nim=sum(kin(row) == "nim's" for row in proved),
                        laws=len({(row["play"], row["p"]) for row in proved}),
                        seconds=round(sum(row["seconds"] for row in rows)))]
    for group in dict.fromkeys(row["group"] for row in rows):
        listed = [row for row in rows if row["group"] == group]
        count = sum(row["status"] == "proved" for row in listed)
        said.append(f"\n## {group[0].upper()}{group[1:]}\n\n{count} of {len(listed)} proved.\n\n"
                    "| number | lines | play | law | digits | states | P-positions to 60 |\n|---|---|---|---|---|---|---|\n")
        for row in listed:
            lines = "<br>".join(f"`{line}`" for line in row["lines"].split("\n"))
            status = {"none": "none found", "refuted": "the last one refuted"}.get(row["status"], row["status"])
            law = (row["law"] or status).replace("|", "\\|")
            shown = law if row["status"] == "proved" else status
            states = row["states"] if row["status"] in ("proved", "seen") else ""
            digits = row["numeration"] if states else ""
            said.append(f"| {row['number']} | {lines} | {'normal' if row['play'] == 'normal' else 'misère'} | {shown} | {digits} | {states} | {kin(row)} |\n")
    return "".join(said)


PAGE = """# Laws of games with two piles

{games} games with two piles: any amount from one pile, and other moves beside it. For {proved} of them automata that read digits
prove a law of all P-positions ([how](../study.md)). These are {laws} different sets of P-positions, with piles up to 60: {same} of the
games have the P-positions of Wythoff's game and {nim} those of nim. {seen} games have a law that agrees with a table and was not
decided within the time; of {refuted} the last law that was tried is refuted, and {none} have none in the systems of digits that were
tried. A game without a law here may well have one. All of it took {seconds} seconds, on a machine with much other work; a game had
1.5 seconds.

```sh
docs/atlas.py target/release/nimfield --time 1500ms --out laws.jsonl --certificates certificates
docs/atlas.py --page laws.jsonl > docs/src/results/laws.md
```

The first command decides all games, or those of a part of the list with `--shard 1/4`, and continues where it stopped. It writes a
certificate for each law and has it checked; `checker/check.py law` checks it again by other code, but for games with `ends` and
`block`, which it does not know. The certificates take 2.5 MB and are not in the repository. The lines of this page are in `docs/src/results/data/laws.jsonl`.

## What is new

We have not found the following laws in the literature; what is known of such games is by A. Fraenkel, U. Larsson and others on
Wythoff's game with other moves, and by hand for single games.

- **Wythoff's game and the move (1,4)** (508): the extra move changes the P-positions, and the new ones are accepted by an automaton of 42
  states that reads Fibonacci digits. A further move (1,3), (1,6), (2,2), (2,5), (2,6), (3,3), (3,4), (4,4), (5,5) or
  (6,6) does not change them. Of the other single moves (a,b)
  with a, b at most 6, those with the last column "Wythoff's" change nothing, and (2,6) gives a law of 33 states (522).
- **Misère Wythoff with (1,3), (2,5) or (3,4)** (507, 521, 527): 42 states; with the other moves for which a law is proved, 14.
- **Wythoff's game that ends early** (831 to 853): zones such as p1+p2 <= 3 or both piles at most 4 have laws of up to 57 states.
- **Blocking** (894 to 905): nim with one to four forbidden options, Wythoff's game with two (8 states, base 2), and moves whose amounts differ
  by less than 2 with two and three. Larsson (2011) has P-positions of Wythoff's game with one and two forbidden options.

The last column says which games have the same P-positions with piles up to 60. Where a law stands in words, automata show that it
means the same as the law that was proved; "proved" without words is the automaton alone.
"""


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("nimfield", nargs="?")
    reader.add_argument("--page", nargs="+")
    reader.add_argument("--shard", default="1/1")
    reader.add_argument("--time", default="4s")
    reader.add_argument("--certificates", type=Path)
    reader.add_argument("--out", default="docs/src/results/data/laws.jsonl")
    options = reader.parse_args()
    if options.page:
        print(page(options.page), end="")
    elif options.nimfield:
        run(options)
    else:
        reader.error("name the program nimfield, or --page")


if __name__ == "__main__":
    main()
