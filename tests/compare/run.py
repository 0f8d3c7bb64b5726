#!/usr/bin/env python3
"""Compare two builds of the command, byte for byte.

    python3 tests/compare/run.py OLD NEW [--mixed 10000] [--seed 1] [--positions 4000] [--show 20]

Both programs answer the same questions: every position of tests/corpus in both plays with and without its
value, every command that a page of the book shows, and random sums of all games from small to large. Only the
time that an answer took is masked. Prints each difference and exits with 1 if there is one.
"""

import argparse
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = re.compile(rb'"seconds":[0-9.e+-]+|searched, [0-9.]+ ?[^ \n]*s$', re.MULTILINE)


def environment():
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return kept | {"NIMFIELD_DATA": "/dev/null/none", "NO_COLOR": "1"}


def run(program, arguments, text=b"", folder=None, limit=600):
    """Returns what the program prints on both streams and how it ends, with the times masked."""
    result = subprocess.run(
        [program, *arguments], input=text, cwd=folder, env=environment(), capture_output=True, timeout=limit
    )
    out = SECONDS.sub(b"TIME", result.stdout)
    return result.returncode, out, result.stderr


def corpus():
    positions = []
    for page in sorted((ROOT / "tests/corpus").glob("*.toml")):
        for entry in tomllib.loads(page.read_text()).get("position", []):
            positions.append(entry["text"])
    return list(dict.fromkeys(positions))


def book_commands():
    """The commands that the README and the book show, without those that wait for a person or a server."""
    commands = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs/src").rglob("*.md"))]:
        for line in page.read_text().splitlines():
            if not line.startswith("$ nimfield "):
                continue
            # Files, pipes and servers are for the tests of the documents themselves.
            if any(sign in line for sign in ("|", ">", "<", " serve", " play", "--version", "&&", "solve", "hunt")):
                continue
            commands.append(line[2:])
    return list(dict.fromkeys(commands))


class Mixed:
    """Random positions of every game: mostly small, some wide."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, small=9):
        kind = self.random.random()
        if kind < 0.92:
            return self.random.randint(0, small)
        return self.random.randint(0, 40 if kind < 0.98 else 200)

    def numbers(self, least, most, small=9):
        return [self.number(small) for _ in range(self.random.randint(least, most))]

    def partition(self):
        return ",".join(str(part) for part in sorted(self.numbers(0, 5, 6), reverse=True) if 0 < part < 100)

    def grid(self):
        rows, columns = self.random.choice([(1, 2), (2, 1), (2, 2), (2, 2), (2, 2), (1, 3), (2, 3), (3, 3)])
        small = 12 if rows * columns < 5 else 4
        return "; ".join(
            " ".join(str(self.number(small) if small > 4 else min(self.number(small), 5)) for _ in range(columns))
            for _ in range(rows)
        )

    def board(self):
        rows, columns = self.random.choice([(1, 5), (2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (1, 9)])
        return "/".join("".join(self.random.choice("1110") for _ in range(columns)) for _ in range(rows))

    def value(self):
        return self.random.choice(
            ["1", "-2", "1/2", "-3/4", "*", "*2", "*5", "^", "v", "^*", "{1|-1}", "+-1", "{2|0}", "{3|1||-2}", "^^*2"]
        )

    def component(self):
        pick = self.random.choice
        pair = lambda: f"({self.number(7)},{self.number(7)})"
        makers = [
            lambda: "nim[" + ",".join(map(str, self.numbers(1, 4, 20))) + "]",
            lambda: f"wythoff[{self.number(20)},{self.number(20)}]",
            lambda: f"matrix[{self.grid()}]",
            lambda: f"matrix[{self.grid()}]",
            lambda: f"holladay[{self.grid()}]",
            lambda: "lattice[" + " ".join(pair() for _ in range(self.random.randint(1, 3))) + "]",
            lambda: f"schrage[{1 + self.number(12)}x{1 + self.number(12)}]",
            lambda: "nimbers[" + " ".join(pair() for _ in range(self.random.randint(1, 3))) + "]",
            lambda: f"turning({pick(['turtles', 'ruler'])},{pick(['turtles', 'ruler'])})[({1 + self.number(7)},{1 + self.number(7)})]",
            lambda: f"{pick(['tactix', 'efr', 'lines(max=2)', 'lines(max=3)', 'lines(min=2)'])}[{self.board()}]",
            lambda: f"triangle[{self.random.randint(1, 4)}]",
            lambda: f"rnim[{','.join(map(str, self.numbers(1, 4, 8)))}]",
            lambda: f"welter[{','.join(map(str, sorted(set(self.numbers(1, 4, 12)))))}]",
            lambda: f"{pick('pnim lctr crim cris sato downright rook queen king bishop knight pawn'.split())}"
            f"[{self.partition()}]",
            lambda: f"{pick(['crpm', 'crps'])}[{self.partition()}]",
            lambda: f"matrix-partizan[{self.grid()}]",
            self.value,
        ]
        return pick(makers)()

    def position(self):
        count = self.random.choice([1, 1, 1, 1, 2, 2, 3])
        return " + ".join(self.component() for _ in range(count))


class Comparison:
    def __init__(self, old, new, show):
        self.old, self.new, self.show = old, new, show
        self.asked = self.different = 0

    def both(self, ask):
        """What both programs say, asked at the same time."""
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(ask, (self.old, self.new)))

    def report(self, question, old, new):
        self.different += 1
        if self.different <= self.show:
            print(f"DIFFERENT: {question}\n  old: {old!r}\n  new: {new!r}", flush=True)

    def stream(self, options, positions):
        """Compares the answers to a stream of positions line by line."""
        text = "\n".join(positions).encode() + b"\n"
        arguments = ["analyze", "-", "--json", *options]
        (_, old, _), (_, new, _) = self.both(lambda program: run(program, arguments, text, limit=7200))
        old, new = old.splitlines(), new.splitlines()
        self.asked += len(positions)
        if not len(old) == len(new) == len(positions):
            self.report(f"{options}: {len(positions)} positions", len(old), len(new))
        for position, one, other in zip(positions, old, new):
            if one != other:
                self.report(f"analyze {shlex.join(options)} {shlex.quote(position)}", one.decode(), other.decode())

    def command(self, line):
        """Compares all that a command prints, each run in an empty folder."""
        def outcome(program):
            with tempfile.TemporaryDirectory() as folder:
                return run(program, shlex.split(line)[1:], folder=folder)

        outcomes = self.both(outcome)
        self.asked += 1
        if outcomes[0] != outcomes[1]:
            self.report(line, *outcomes)


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("old")
    reader.add_argument("new")
    reader.add_argument("--mixed", type=int, default=10_000, help="how many random positions (default: 10000)")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--positions", default="4000", help="the budget of each answer (default: 4000)")
    reader.add_argument("--show", type=int, default=20, help="how many differences are printed (default: 20)")
    options = reader.parse_args()

    comparison = Comparison(os.path.abspath(options.old), os.path.abspath(options.new), options.show)
    budget = ["--positions", options.positions, "--threads", "1"]
    positions = corpus()
    for play in ("normal", "misere"):
        for more in ([], ["--value"]):
            comparison.stream(["--play", play, *more, *budget], positions)
    print(f"corpus: {comparison.asked} answers, {comparison.different} different", flush=True)
    for line in book_commands():
        comparison.command(line)
    print(f"with the book: {comparison.asked} answers, {comparison.different} different", flush=True)
    mixed = Mixed(options.seed)
    positions = [mixed.position() for _ in range(options.mixed)]
    for start in range(0, len(positions), 1000):
        part = positions[start : start + 1000]
        play = ("normal", "misere")[start // 1000 % 2]
        comparison.stream(["--play", play, *(["--value"] if start // 2000 % 2 else []), *budget], part)
    print(f"in all: {comparison.asked} answers, {comparison.different} different")
    sys.exit(comparison.different > 0)


if __name__ == "__main__":
    main()
