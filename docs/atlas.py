#!/usr/bin/env python3
"""An atlas of games with two piles: which have a law of their P-positions that automata prove for all numbers.

    docs/atlas.py decide NIMFIELD [--shard I/N] [--time 4s] [--only 0,7,9] --out laws.jsonl
    docs/atlas.py merge FILE... > docs/src/results/data/laws.jsonl
    docs/atlas.py pages
    docs/atlas.py certificates FOLDER
    docs/atlas.py check [--shard I/N] [FILE]

`decide` decides the games of the list one after the other by `nimfield guess --prove`, and appends a line for each. It leaves out
the games that have a proved law in the file already, and those that were decided within the same time: a run that was stopped
continues, and a run with more time decides the others again. `--shard 2/4` decides every fourth game from the second one on.
Each proof is checked by `nimfield check` and by the independent checker. `merge` puts the lines of several files in order, one
for each game. `pages` writes `laws.md` and the tables of the note from the data, `certificates` writes the certificate of every
law there, and `check` has the independent checker check them.
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

HERE = Path(__file__).resolve().parent
DATA = HERE / "src/results/data/laws.jsonl"
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent / "checker")]

import law as checker  # noqa: E402

BOTH = "move same any from all"
# P-positions are named by all with piles up to this, and counted below that if a law is proved.
TABLE, FAR = 200, 10**6


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


def text(lines: str) -> str:
    return f"piles 2\nmove any from each\n{lines}\n"


def digest(positions: list[list[int]]) -> str:
    """Names the P-positions of a table."""
    return hashlib.sha256(";".join(f"{a},{b}" for a, b in sorted(positions)).encode()).hexdigest()[:12]


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


def decide(nimfield: str, number: int, group: str, play: str, lines: str, limit: str) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        name = f"atlas-{number}.game"
        Path(folder, name).write_text(text(lines))

        def run(command: str, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
            done = subprocess.run([nimfield, command, *arguments, "-q", "--no-config"], capture_output=True, text=True,
                                  check=False, cwd=folder)
            if done.returncode not in codes:
                sys.exit(f"{lines}\n{done.stderr}")
            return done.stdout

        family = [f"@{name}[a b]", "--play", play, "--threads", "1"]
        began = time.monotonic()
        found = run("guess", *family, "--prove", "--json", "--time", limit, "--certificate", "law.json", codes=(0, 3))
        seconds = time.monotonic() - began
        guess = json.loads(found.splitlines()[0])
        table = run("table", *family, f"a=0..{TABLE}", f"b=0..{TABLE}", "--only-p", "--format", "csv")
        positions = [[*map(int, line.split(",")[:2])] for line in table.splitlines()[1:]]
        row = {"group": group, "number": number, "play": play, "lines": lines, "status": guess["status"],
               "numeration": guess["numeration"], "states": guess["states"], "law": guess["law"], "up_to": guess["up_to"],
               "p": digest(positions), "density": round(len(positions) / (TABLE + 1), 6), "seconds": round(seconds, 2),
               "time": limit, "automaton": None}
        if guess["status"] == "proved":
            proof = Path(folder, "law.json").read_bytes()
            run("check", "law.json")
            checker.check_law(proof)
            row["automaton"] = {name: json.loads(proof)[name] for name in ("numeration", "accepts", "steps")}
            row["density"] = round(count_below(row["automaton"], FAR) / FAR, 6)
            assert certificate(row) == json.loads(proof)
        return row


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


def run_list(options: argparse.Namespace) -> None:
    nimfield, listed = str(Path(options.nimfield).resolve()), games()
    known = rows_of(options.out) if options.out.exists() else {}
    numbers = [*map(int, options.only.split(","))] if options.only else [*range(len(listed))]
    with options.out.open("a+") as out:
        # A run that was killed can have left a part of a line.
        out.seek(0)
        written = out.read()
        out.truncate(len(written[:written.rfind("\n") + 1].encode()))
        for number in part(numbers, options.shard):
            row = known.get(number)
            if row is None or row["status"] != "proved" and row["time"] != options.time:
                group, play, lines = listed[number]
                row = decide(nimfield, number, group, play, lines, options.time)
                out.write(json.dumps(row, separators=(",", ":")) + "\n")
                out.flush()


def certificates(rows: dict[int, dict]) -> dict[int, bytes]:
    """The certificates of all proved laws, each as the bytes of its file."""
    return {number: json.dumps(certificate(row), separators=(",", ":")).encode() + b"\n"
            for number, row in rows.items() if row["status"] == "proved"}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = reader.add_subparsers(dest="command", required=True)
    one = commands.add_parser("decide")
    one.add_argument("nimfield")
    one.add_argument("--shard", default="1/1")
    one.add_argument("--time", default="4s")
    one.add_argument("--only", default="")
    one.add_argument("--out", type=Path, required=True)
    commands.add_parser("merge").add_argument("files", type=Path, nargs="+")
    commands.add_parser("pages")
    commands.add_parser("certificates").add_argument("folder", type=Path)
    one = commands.add_parser("check")
    one.add_argument("--shard", default="1/1")
    one.add_argument("file", type=Path, nargs="?", default=DATA)
    options = reader.parse_args()
    if options.command == "decide":
        run_list(options)
    elif options.command == "merge":
        rows = rows_of(*options.files)
        print("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows.values()), end="")
        if missing := len(games()) - len(rows):
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
