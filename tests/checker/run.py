#!/usr/bin/env python3
"""The independent checker and `nimfield check` say the same: every good certificate is accepted, altered ones are
refused, also those whose checksums and hash were made to fit again. The checker has at most 400 lines.

    python3 tests/checker/run.py target/debug/nimfield
"""

import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "checker"))

import check  # noqa: E402

NIMFIELD = str(pathlib.Path(sys.argv[1]).resolve())
FAULTS = (check.Wrong, ValueError, KeyError, TypeError, IndexError, AttributeError)
random.seed(20011)


def run(*args):
    return subprocess.run([NIMFIELD, "--quiet", "--no-config", *args], capture_output=True, text=True)


def ours(kind, data, *more):
    try:
        check.KINDS[kind](data, *more)
        return True
    except FAULTS:
        return False


def theirs(path, data):
    path.write_bytes(data)
    return run("check", str(path)).returncode == 0


def resealed(blocks, magic):
    """A certificate of a board with these sections, and checksums that fit."""
    data = magic
    for name, contents in blocks:
        data += name + struct.pack("<QI", len(contents), zlib.crc32(contents)) + contents
    return data + check.blake3(data)


def sections(data):
    blocks, at = [], 12
    while at < len(data) - 32:
        length, _ = struct.unpack("<QI", data[at + 4:at + 16])
        blocks.append((data[at:at + 4], data[at + 16:at + 16 + length]))
        at += 16 + length
    return blocks


def boards(folder):
    names = ["tactix[3x3]", "lines(max=2)[3x3]", "lines(max=3)[3x4]", "lines(any,max=2)[3x3]", "triangle[4]",
             "tactix[110/0_1/111]", "lines(min=2)[3x3]", "efr[3x3]"]
    refused = harmless = 0
    for name in names:
        path = folder / "board.cert"
        made = run("certify", "--play", "misere", name, "-o", str(path))
        assert made.returncode == 0, made.stderr
        good = path.read_bytes()
        assert ours("board", good) and theirs(path, good), name
        flips = [good[:at] + bytes([good[at] ^ 1 << random.randrange(8)]) + good[at + 1:]
                 for at in random.sample(range(len(good)), 12)]
        cuts = [good[:random.randrange(len(good))] for _ in range(3)] + [good + b"\0"]
        for altered in flips + cuts:
            assert not ours("board", altered) and not theirs(path, altered), name
        blocks = sections(good)
        assert resealed(blocks, good[:12]) == good
        for _ in range(30):
            which = random.randrange(len(blocks))
            section, contents = blocks[which]
            at = random.randrange(len(contents))
            contents = contents[:at] + bytes([contents[at] ^ 1 << random.randrange(3)]) + contents[at + 1:]
            altered = resealed([*blocks[:which], (section, contents), *blocks[which + 1:]], good[:12])
            verdict = theirs(path, altered)
            # A class that nothing uses may be another one; then both see no harm. The program reads notation
            # that is not quite as it prints it, this checker does not.
            same = ours("board", altered) == verdict
            assert same or verdict and section == b"GAME", (name, section, at, contents)
            refused, harmless = refused + (not verdict), harmless + verdict
    assert refused > 10 * harmless, (refused, harmless)
    print(f"{len(names)} boards; {refused} alterations with fitting checksums refused by both, {harmless} harmless")


def long_files(folder):
    """The hash of a file of more chunks than are taken at once, as the program computed it."""
    path = folder / "long.cert"
    made = run("certify", "--play", "misere", "tactix[3x19]", "-o", str(path))
    assert made.returncode == 0, made.stderr
    data = path.read_bytes()
    assert len(data) > 2048 * 1024 and check.blake3(data[:-32]) == data[-32:]
    print(f"the hash of {len(data)} bytes")


def places(value, path=()):
    """The places of all numbers, truth values and positions in a certificate."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from places(inner, (*path, i))
    elif isinstance(value, (bool, int)) or path[-1] in ("position", "play", "outcome") and value is not None:
        yield path


def altered_at(certificate, path):
    copy = json.loads(json.dumps(certificate))
    at = copy
    for key in path[:-1]:
        at = at[key]
    old = at[path[-1]]
    others = {"normal": "misere", "misere": "normal", "P": "N", "N": "P", "L": "R", "R": "L"}
    at[path[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else others.get(old, "nim[9]")
    return json.dumps(copy).encode()


def same_option(altered, certificate, place):
    """Whether both name one position, as boxes without a side do."""
    def option(of):
        tree = of["facts"][place[1]]["tree"]
        number = tree[place[3]][place[4]][place[5]]
        return check.position(tree[number]["position"]) if number < len(tree) else None
    return option(altered) == option(certificate)


def counterexamples(folder):
    claims = ["ferguson-conjecture", "ferguson-theorem-3-not-strict", "ferguson-lemma-1-partizan",
              "boards-reflection-of-any-order", "boards-misere-equal-pairs", "pnim-anti-diagonal-as-printed",
              "pnim-conjecture-2-as-printed", "pnim-sums-are-pet-as-printed", "pnim-example-rnim-play-as-printed",
              "nimbers-which-stone-as-printed", "pnim-theorem-14-as-printed"]
    refused = 0
    for claim in claims:
        path = folder / "found.json"
        path.unlink(missing_ok=True)
        assert run("hunt", claim, "--certificate", str(path)).returncode == 1, claim
        good = path.read_bytes()
        assert ours("counterexample", good) and theirs(path, good), claim
        certificate = json.loads(good)
        facts = [place for place in places(certificate["facts"], ("facts",))]
        for place in random.sample(facts, min(10, len(facts))):
            altered = altered_at(certificate, place)
            if place[-2] in ("left", "right") and same_option(json.loads(altered), certificate, place):
                continue
            verdict = theirs(path, altered)
            assert ours("counterexample", altered) == verdict, (claim, place)
            # A play without a difference is no alteration, where both plays have one value.
            assert not verdict or place[-1] == "play", (claim, place)
            refused += not verdict
        # What a node states and the other kind of game has is not taken on trust.
        for fact in certificate["facts"]:
            node, value, outcome = fact["tree"][-1], fact["value"], fact["outcome"]
            if node.get("right") is None:
                wins = [node["value"] == 0] * 2
                node["wins"], fact["value"], fact["outcome"] = wins, None, "N" if wins[0] else "P"
            else:
                node["value"], fact["value"], fact["outcome"] = 5, 5, None
            assert not ours("counterexample", json.dumps(certificate).encode()), claim
            fact["value"], fact["outcome"] = value, outcome
            node.update(wins=None) if node.get("right") is None else node.update(value=None)
            assert ours("counterexample", json.dumps(certificate).encode()), claim
    print(f"{len(claims)} counterexamples; {refused} alterations refused by both")


def light_partitions():
    up_to = "15"
    good = run("table", "pnim", "--up-to", up_to, "--non-heavy", "--format", "csv").stdout.encode()
    rows = good.splitlines(keepends=True)
    assert len(rows) > 10 and ours("light", good, up_to)
    for at in range(1, len(rows)):
        assert not ours("light", b"".join(rows[:at] + rows[at + 1:]), up_to), "a row is missing"
        head, value = rows[at].rsplit(b",", 1)
        row = head + b",%d\n" % (int(value) + 1)
        assert not ours("light", b"".join(rows[:at] + [row] + rows[at + 1:]), up_to), "a value is another"
    assert not ours("light", good + b'6,"pnim[6]",6\n', up_to), "a heavy partition"
    print(f"{len(rows) - 1} light partitions of n <= {up_to}")


def excesses():
    good = run("nimber", "--excess", "3..43").stdout
    lines = good.splitlines(keepends=True)
    assert len(lines) == 13 and ours("excess", good.encode())
    for at, line in enumerate(lines):
        prime, excess = line.split(" = ")
        other = f"{prime} = {1 - min(int(excess), 1)}\n"
        assert not ours("excess", "".join(lines[:at] + [other] + lines[at + 1:]).encode()), line
    print(f"{len(lines)} excesses")


assert len(pathlib.Path(check.__file__).read_text().splitlines()) <= 400, "the checker is too long to be read"
with tempfile.TemporaryDirectory() as name:
    boards(pathlib.Path(name))
    long_files(pathlib.Path(name))
    counterexamples(pathlib.Path(name))
light_partitions()
excesses()
