#!/usr/bin/env python3
"""An atlas of games with two piles: which have a law of their P-positions that automata prove for all numbers.

    nimfield verify atlas --shard I/N -o part.jsonl
    docs/atlas.py merge part*.jsonl > docs/src/results/data/laws.jsonl
    docs/atlas.py pages
    docs/atlas.py certificates FOLDER
    docs/atlas.py check [--shard I/N] [FILE]

`nimfield verify atlas` decides the games. `merge` puts the lines of several files in order, one for each game. `pages` writes
`laws.md` and the tables of the note from the data, `certificates` writes the certificate of every law there, and `check` has the
independent checker check them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE / "src/results/data/laws.jsonl"
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent / "checker")]

import law as checker  # noqa: E402

BOTH = "move same any from all"
# P-positions are named by all with piles up to this, and counted below that if a law is proved.
TABLE, FAR = 200, 10**6


def text(lines: str) -> str:
    return f"piles 2\nmove any from each\n{lines}\n"


def certificate(row: dict) -> dict:
    """The certificate of a proved law, as the program writes it."""
    name = f"atlas-{row['number']}.game"
    return {"certificate": "law", "version": 1, "position": f"@{name}[a b]", "files": {name: text(row["lines"])},
            "letters": ["a", "b"], "play": row["play"], "values": False, **row["automaton"]}


def count_below(automaton: dict, bound: int) -> int:
    """How many P-positions have both piles below a number: those whose digits are below its digits, the highest first."""
    a, b = automaton["numeration"]
    base, weights = a + (b > 0), [1, a + (b > 0)]
    while weights[-1] <= bound:
        weights.append(a * weights[-1] + b * weights[-2])
    # A state, and whether the digits of each pile are still those of the bound.
    counts = {(0, True, True): 1}
    for weight in reversed(weights):
        most, bound = divmod(bound, weight)
        following: dict[tuple[int, bool, bool], int] = {}
        for (state, first, second), count in counts.items():
            for x, y in itertools.product(range(most + 1 if first else base), range(most + 1 if second else base)):
                after = (automaton["steps"][state][x * base + y], first and x == most, second and y == most)
                following[after] = following.get(after, 0) + count
        counts = following
    return sum(count for (state, first, second), count in counts.items()
               if automaton["accepts"][state] and not first and not second)


def rows_of(*files: Path) -> dict[int, dict]:
    """The lines of files by the number of the game: a proved law, or else the last line. The end of a file may be missing."""
    found: dict[int, dict] = {}
    for file in files:
        for line in file.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                row = json.loads(line)
                if row["number"] not in found or found[row["number"]]["status"] != "proved":
                    found[row["number"]] = row
    return dict(sorted(found.items()))


def part(numbers: list[int], shard: str) -> list[int]:
    index, of = map(int, shard.split("/"))
    if not 1 <= index <= of:
        sys.exit(f"unknown part {shard}: parts are 1/{of} to {of}/{of}")
    return numbers[index - 1::of]


def certificates(rows: dict[int, dict]) -> dict[int, bytes]:
    """The certificates of all proved laws, each as the bytes of its file."""
    return {number: json.dumps(certificate(row), separators=(",", ":")).encode() + b"\n"
            for number, row in rows.items() if row["status"] == "proved"}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = reader.add_subparsers(dest="command", required=True)
    commands.add_parser("merge").add_argument("files", type=Path, nargs="+")
    commands.add_parser("pages")
    commands.add_parser("certificates").add_argument("folder", type=Path)
    one = commands.add_parser("check")
    one.add_argument("--shard", default="1/1")
    one.add_argument("file", type=Path, nargs="?", default=DATA)
    options = reader.parse_args()
    if options.command == "merge":
        rows = rows_of(*options.files)
        print("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows.values()), end="")
        if missing := len({*rows_of(DATA)} - {*rows}):
            print(f"{missing} games are missing", file=sys.stderr)
    elif options.command == "pages":
        import atlas_pages
        for path, contents in atlas_pages.pages(rows_of(DATA)).items():
            (HERE / path).parent.mkdir(exist_ok=True)
            (HERE / path).write_text(contents)
    elif options.command == "certificates":
        options.folder.mkdir(parents=True, exist_ok=True)
        for number, proof in certificates(rows_of(DATA)).items():
            (options.folder / f"{number}.json").write_bytes(proof)
    else:
        proofs = certificates(rows_of(options.file))
        for number in part([*proofs], options.shard):
            print(number, checker.check_law(proofs[number]))


if __name__ == "__main__":
    main()
