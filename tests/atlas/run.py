#!/usr/bin/env python3
"""The atlas of games with two piles: the page and the tables of the note are those of its data, the data agree with play by
the rules, the independent checker accepts the certificates and refuses altered ones, and a run that was killed and
continued decides the same as one run.

    python3 tests/atlas/run.py target/debug/nimfield
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import atlas  # noqa: E402
import atlas_pages  # noqa: E402
from rules import Wrong  # noqa: E402

NIMFIELD = str(pathlib.Path(sys.argv[1]).resolve())
ROWS = atlas.rows_of(atlas.DATA)
PROVED = [row for row in ROWS.values() if row["status"] == "proved"]
random.seed(1907)


def of_the_data():
    """The list, the page and the tables."""
    assert [*ROWS] == [*range(len(ROWS))]
    for path, contents in atlas_pages.pages(ROWS).items():
        assert (ROOT / "docs" / path).read_text() == contents, f"{path}: docs/atlas.py pages makes it again"
    counts = len(ROWS), len(PROVED)
    assert "of {} games {} have a law".format(*counts) in (ROOT / "docs/src/results/index.md").read_text()
    assert "An atlas of {} games with two piles, with proved laws for {} ".format(*counts) in (ROOT / "CHANGELOG.md").read_text()
    heads, *games = [line for line in (ROOT / "docs/src/results/laws.md").read_text().split("\n\n") if line.startswith("| number")][0].split("\n")
    assert {"density", "seconds", "P-positions of"} <= {*heads.strip("| ").split(" | ")}
    games = [re.split(r"(?<!\\)\|", game)[1:-1] for game in games[1:]]
    assert len(games) == len(ROWS) and all(float(game[8]) >= 0 and float(game[10]) > 0 for game in games), games[0]
    print(f"{len(games)} games on the page")


def of_the_note():
    """Its source: each table is used, each number is one of the data, and each source is cited."""
    source = (ROOT / "docs/note/atlas.tex").read_text()
    made = {path.removeprefix("note/").removesuffix(".tex") for path in atlas_pages.pages(ROWS) if path.startswith("note/")}
    assert made == {*re.findall(r"\\input\{(.*?)\}", source)} == {f"atlas/{path.stem}" for path in (ROOT / "docs/note/atlas").iterdir()}
    numbers = re.findall(r"\\newcommand\{\\(\w+)\}", (ROOT / "docs/note/atlas/numbers.tex").read_text())
    unused = [name for name in numbers if not re.search(rf"\\{name}(?![a-zA-Z])", source)]
    assert not unused, unused
    assert {*re.findall(r"\\bibitem\{(.*?)\}", source)} == {name for cited in re.findall(r"\\cite\{(.*?)\}", source) for name in cited.split(",")}
    # What is counted is a number of the data: no number above the sizes of the list stands in the text itself.
    text = re.sub(r"\\cite\{.*?\}", "", source[source.index(r"\begin{abstract}"):source.index(r"\begin{thebibliography}")])
    assert not [number for number in re.findall(r"\d+", text) if int(number) > 60], "a number that no script made"
    open_ones = []
    for which, name in re.findall(r"\\(begin|end)\{(\w+)\}", source):
        assert which == "begin" or open_ones.pop() == name
        if which == "begin":
            open_ones.append(name)
    assert not open_ones
    print(f"{len(numbers)} numbers and {len(made) - 1} tables of the note")


def by_rules(lines, misere, size):
    """The P-positions of a game up to a size, by play; and whether a move may take k and l, read from the lines."""
    both, over, blocked = [], [], 0
    for line in lines.split("\n"):
        if found := re.fullmatch(r"move vector (\d),(\d)( times any)? from pairs", line):
            i, j = int(found[1]), int(found[2])
            most = size if found[3] else 1
            both += [(k, l) for t in range(1, most + 1) for k, l in ((i * t, j * t), (j * t, i * t))]
        elif found := re.fullmatch(r"move (same any|any) from all(?: where (.*))?", line):
            guard = (found[2] or "1").replace("mod", "%").replace(" = ", " == ")
            both += [(k, l) for k in range(1, size) for l in range(1, size)
                     if (found[1] == "any" or k == l) and eval(guard, {"k": k, "l": l, "abs": abs})]
        elif found := re.fullmatch(r"ends where (.*)", line):
            over.append(found[1])
        else:
            blocked = int(re.fullmatch(r"block (\d)", line)[1])
    lost = {}
    for a in range(size):
        for b in range(size):
            if any(eval(zone, {"p1": a, "p2": b, "abs": abs}) for zone in over):
                lost[a, b] = not misere
                continue
            options = {(c, b) for c in range(a)} | {(a, c) for c in range(b)} | {(a - k, b - l) for k, l in both if k <= a and l <= b}
            count = sum(lost[option] for option in options)
            lost[a, b] = count <= blocked and not (misere and count == len(options))
    return lost


def of_the_rules():
    """Laws and tables agree with play by the rules."""
    different = {atlas_pages.key(row): row for row in PROVED}.values()
    others = random.sample(PROVED, 40)
    for row in [*different, *others]:
        lost = by_rules(row["lines"], row["play"] == "misere", 25)
        for (a, b), is_lost in lost.items():
            assert atlas_pages.accepted(row["automaton"], a, b) == is_lost, (row["number"], a, b)
        for bound in (0, 1, 2, 13, 21, 25):
            count = sum(is_lost and max(place) < bound for place, is_lost in lost.items())
            assert atlas.count_below(row["automaton"], bound) == count, (row["number"], bound)
        assert row["density"] == round(atlas.count_below(row["automaton"], atlas.FAR) / atlas.FAR, 6)
    print(f"{len(different)} different laws and {len(others)} others agree with play")


def of_the_certificates():
    """Those of games that end early or with blocking, one of each other law, and altered ones."""
    chosen = {atlas_pages.key(row): row["number"] for row in PROVED}.values()
    chosen = {*chosen, *(row["number"] for row in PROVED if re.search("^(ends|block) ", row["lines"], re.MULTILINE))}
    refused = 0
    for number, proof in atlas.certificates({number: ROWS[number] for number in sorted(chosen)}).items():
        atlas.checker.check_law(proof)
        law, (name, text) = json.loads(proof), *json.loads(proof)["files"].items()
        state = random.randrange(len(law["accepts"]))
        others = [{**law, "accepts": [own ^ (at == state) for at, own in enumerate(law["accepts"])]}]
        for one, other in (("ends where", "ends won where"), ("<= 1", "<= 2"), ("<= 2", "<= 1"), ("block 1", "block 2"), ("block 2", "block 1"),
                           ("block 3", "block 2"), ("block 4", "block 3")):
            if one in text:
                others.append({**law, "files": {name: text.replace(one, other)}})
        for other in others:
            try:
                atlas.checker.check_law(json.dumps(other).encode())
            except Wrong:
                refused += 1
            else:
                raise AssertionError(f"{number}: {other}")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(ROOT / "docs/atlas.py"), "certificates", folder], check=True)
        assert len([*pathlib.Path(folder).iterdir()]) == len(PROVED)
        for number in random.sample(sorted(chosen), 8):
            subprocess.run([NIMFIELD, "check", str(pathlib.Path(folder, f"{number}.json")), "-q"], check=True, capture_output=True)
    print(f"{len(chosen)} certificates from the data accepted, {refused} altered ones refused")


# Some dozen games, within a small bound.
SHARD = "3/76"


def decide(out, *arguments):
    return subprocess.Popen([NIMFIELD, "verify", "atlas", "--shard", SHARD, "--up-to", "60", "-o", str(out), "-q", *arguments], stdout=subprocess.DEVNULL)


def in_one_part():
    """Some games at once; by two threads, in a run that is killed and continued, and loses the end of a line."""
    told = lambda path: [{**row, "seconds": None} for row in atlas.rows_of(path).values()]
    with tempfile.TemporaryDirectory() as name:
        whole, part = (pathlib.Path(name, file) for file in ("whole.jsonl", "part.jsonl"))
        assert decide(whole, "--threads", "1").wait() == 0
        first = decide(part, "--threads", "2")
        while not (part.exists() and part.read_text().count("\n") >= 2):
            time.sleep(0.02)
        first.kill()
        first.wait()
        before = part.read_bytes()
        before = before[:before.rfind(b"\n") + 1]
        assert 2 <= before.count(b"\n") < len(told(whole)), "it was killed within its part"
        part.write_bytes(before + b'{"group":"two ve')
        assert decide(part, "--threads", "2").wait() == 0
        assert part.read_bytes().startswith(before), "what was decided is not decided again"
        done = part.read_bytes()
        assert decide(part).wait() == 0 and part.read_bytes() == done
        merged = subprocess.run([sys.executable, str(ROOT / "docs/atlas.py"), "merge", str(part)], capture_output=True, text=True, check=True).stdout
        pathlib.Path(name, "merged.jsonl").write_text(merged)
        assert told(pathlib.Path(name, "merged.jsonl")) == told(whole) and len(merged.splitlines()) >= 11
        # The data have the same games, and what a larger bound does not change.
        for row in told(whole):
            data = ROWS[row["number"]]
            same = ["group", "play", "lines"] + ["status", "numeration", "states", "law", "up_to", "density", "automaton"] * (row["status"] == "proved")
            assert all(row[name] == data[name] for name in same), row["number"]
        print(f"{len(told(whole))} games of shard {SHARD}, in a run that was killed after {len(before.splitlines())}")


of_the_data()
of_the_note()
of_the_rules()
of_the_certificates()
in_one_part()
