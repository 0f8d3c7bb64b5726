#!/usr/bin/env python3
"""The independent checker and `nimfield check` say the same: every good certificate is accepted. Altered ones are refused,
whichever field of them was altered, also if their checksums and hash were made to fit again. No file of the checker has
more than 400 lines.

    python3 tests/checker/run.py target/debug/nimfield
"""

import itertools
import json
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "checker"))

import check  # noqa: E402
import growth  # noqa: E402
import periods as period_rules  # noqa: E402

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


def number(value, size=4):
    return (value % (1 << 8 * size)).to_bytes(size, "little")


def numbers(values, size=4):
    return b"".join(number(value, size) for value in values)


def lists(values):
    return number(len(values)) + b"".join(number(len(value)) + numbers(value) for value in values)


def read(data):
    """The certificate of a board as nested lists."""
    file = check.Bytes(data)
    magic = file.take(12)
    many = lambda of, size=4: [of.u(size) for _ in range(of.u())]
    sections = [file.block(b"GAME", lambda of: [of.u(), of.take(of.u()).decode(), of.u(), many(of, 8), of.u(8), of.u(8)]),
                file.block(b"PART", lambda of: [[of.u(), list(of.take(of.u()))] for _ in range(of.u())])]
    sections += [file.block(name, lambda of: [many(of) for _ in range(of.u())]) for name in (b"SHAP", b"CLAS")]
    return [magic, *sections, file.block(b"PAIR", lambda of: [[of.u(), of.u()] for _ in range(of.u())])]


def written(certificate):
    """The same as bytes, with checksums and a hash that fit."""
    data, (play, position, cells, masks, *stones), parts, shapes, classes, pairs = certificate
    name = position.encode()
    sections = {
        b"GAME": numbers([play, len(name)]) + name + numbers([cells, len(masks)]) + numbers(masks + stones, 8),
        b"PART": number(len(parts)) + b"".join(numbers([of, len(own)]) + bytes(cell % 256 for cell in own) for of, own in parts),
        b"SHAP": lists(shapes), b"CLAS": lists(classes),
        b"PAIR": number(len(pairs)) + b"".join(numbers(pair) for pair in pairs)}
    for section, contents in sections.items():
        data += section + struct.pack("<II", len(contents), zlib.crc32(contents)) + contents
    data += b"END " + bytes(8)
    return data + check.blake3(data)


def with_other_field(certificate):
    """Alters a certificate of a board, each of its fields in turn, and leaves each entry of a list out or lists it twice.
    Gives the place of what is altered until the next one is asked for."""
    def altered(of, path):
        for at, value in enumerate(of):
            here = (*path, at)
            # What is not a list of any length: the sections, a part, a pair.
            fixed = len(here) == 1 or here[0] == 1 and len(here) == 2 or here[0] in (2, 5) and len(here) == 3
            if isinstance(value, list):
                yield from altered(value, here)
            elif len(here) > 1:
                others = ([value + 1, value - 1, value ^ 4] if isinstance(value, int)
                          else [value + " ", value[:-1], value.upper(), value.replace("[", "[0", 1)])
                for other in others:
                    of[at] = other
                    yield here
                of[at] = value
            if not fixed:
                of.insert(at, value)
                yield here
                del of[at:at + 2]
                yield here
                of.insert(at, value)
    yield from altered(certificate, ())


def boards(folder):
    small = ["tactix[110/0_1/111]", "nimbi[11/110/0001/111]"]
    large = ["tactix[3x3]", "lines(max=2)[3x3]", "lines(max=3)[3x4]", "lines(any,max=2)[3x3]", "triangle[4]",
             "lines(min=2)[3x3]", "efr[3x3]"]
    refused = 0
    for name in small + large:
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
        certificate = read(good)
        assert written(certificate) == good
        # Bytes, with a hash that fits, are made of those alone that are tried: that takes longest.
        count = sum(1 for _ in with_other_field(certificate))
        tried = {*random.sample(range(count), 60)} if name in large else range(count)
        others = [(field, written(certificate)) for at, field in enumerate(with_other_field(certificate)) if at in tried]
        others = [other for other in others if other[1] != good]
        for field, altered in others:
            assert not ours("board", altered), (name, field)
            assert not theirs(path, altered), (name, field)
        refused += len(others)
    assert refused > 800, refused
    print(f"{len(small + large)} boards; {refused} alterations of a field with fitting checksums refused by both")


def long_files(folder):
    """The hash of a file of more chunks than are taken at once, as the program computed it."""
    path = folder / "long.cert"
    made = run("certify", "--play", "misere", "tactix[3x19]", "-o", str(path))
    assert made.returncode == 0, made.stderr
    data = path.read_bytes()
    assert len(data) > 2048 * 1024 and check.blake3(data[:-32]) == data[-32:]
    print(f"the hash of {len(data)} bytes")


def with_other_place(value):
    """A value of JSON with each value in it altered, one at a time, and where that was."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from (((name, *path), {**value, name: other}) for path, other in with_other_place(inner))
            yield (name,), {key: inner for key, inner in value.items() if key != name}
        yield (), {**value, "note": None}
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from (((at, *path), [*value[:at], other, *value[at + 1:]]) for path, other in with_other_place(inner))
        for other in (value[1:], value[:-1], value + value[-1:] if value else [0], None):
            yield (), other
    elif isinstance(value, str):
        opposite = {"normal": "misere", "misere": "normal", "P": "N", "N": "P", "L": "R", "R": "L"}.get(value, "nim[9]")
        yield from (((), other) for other in (opposite, value + " ", value[:-1], None))
    elif value is None:
        yield from (((), other) for other in (0, "P", []))
    else:
        yield from (((), other) for other in (not value, value + 1, str(value), None))


def counterexamples(folder):
    listing = map(json.loads, run("verify", "--list", "--json").stdout.splitlines())
    false = [claim["claim"] for claim in listing if claim["status"] in ("refuted", "misprint", "fallacy")]
    assert false and {*false} == {*check.CLAIMS}, {*false} ^ {*check.CLAIMS}
    certificates, refused = {}, [0, 0]
    for claim in false:
        path = folder / "found.json"
        path.unlink(missing_ok=True)
        assert run("hunt", claim, "--certificate", str(path)).returncode == 1, claim
        certificates[claim] = good = path.read_bytes()
        assert ours("counterexample", good) and theirs(path, good), claim
        if len(certificates) < 4:
            refuse_other_texts("counterexample", path, good)
        certificate = json.loads(good)
        others = list(with_other_place({**certificate, "facts": []} if len(good) > 100_000 else certificate))
        # Small fields of small certificates all, of the others some.
        for which, count in ((ours, 300), (theirs, 12)):
            top = [other for other in others if len(other[0]) < 2] if which is ours else []
            for place, altered in top + random.sample(others, min(count, len(others))):
                altered = json.dumps(altered, ensure_ascii=False).encode()
                if json.loads(altered) == certificate and altered == json.dumps(certificate, ensure_ascii=False).encode():
                    continue
                fine = ours("counterexample", altered) if which is ours else theirs(path, altered)
                assert not fine, (claim, place, altered[:300])
                refused[which is theirs] += 1
    # True facts of another claim, and none.
    for claim, good in certificates.items():
        certificate, other = json.loads(good), json.loads(certificates[random.choice(false)])
        forged = [{**certificate, "facts": []}, {**certificate, "facts": other["facts"]},
                  {**certificate, "claim": other["claim"], "statement": other["statement"]},
                  {**certificate, "found": certificate["claimed"]}]
        for altered in forged:
            if altered != certificate:
                altered = json.dumps(altered, ensure_ascii=False).encode()
                assert not ours("counterexample", altered) and not theirs(path, altered), (claim, altered[:300])
    print(f"{len(false)} counterexamples; {refused[0]} alterations refused by the checker, {refused[1]} by the program")


def light_partitions():
    up_to = "12"
    good = run("table", "pnim", "--up-to", up_to, "--non-heavy", "--format", "csv").stdout.encode()
    rows = good.splitlines(keepends=True)
    assert len(rows) > 10 and ours("light", good, up_to)
    for at in range(1, len(rows)):
        n, position, value = re.fullmatch(r'(\d+),("?pnim.*\]"?),(\d+)\n', rows[at].decode()).groups()
        others = [(int(n) + 1, position, value), (int(n) - 1, position, value), (n, position, int(value) + 1),
                  (n, position, int(value) - 1), (n, position.replace("]", ",1]"), value),
                  (n, position.replace("[", "[0,"), value), (n, position.replace("]", "^1]"), value)]
        others = [b'%s,%s,%s\n' % tuple(str(field).encode() for field in other) for other in others]
        for other in [b"", rows[at] * 2, *others]:
            assert not ours("light", b"".join(rows[:at] + [other] + rows[at + 1:]), up_to), (rows[at], other)
    assert not ours("light", good + b'6,"pnim[6]",6\n', up_to), "a heavy partition"
    print(f"{len(rows) - 1} light partitions of n <= {up_to}")


def excesses():
    good = run("nimber", "--excess", "3..43").stdout
    lines = good.splitlines(keepends=True)
    assert len(lines) == 13 and ours("excess", good.encode())
    for at, line in enumerate(lines):
        prime, excess = line.split(" = ")
        p, m = int(prime[2:]), int(excess)
        others = [f"m_{p} = {1 - min(m, 1)}\n", f"m_{p} = {m + 1}\n", *(f"m_{p + d} = {m}\n" for d in (-2, -1, 1, 2, 4)),
                  line * 2] + [""] * (0 < at < len(lines) - 1)
        for other in others:
            assert not ours("excess", "".join(lines[:at] + [other] + lines[at + 1:]).encode()), (line, other)
    print(f"{len(lines)} excesses")


def refuse_other_texts(kind, path, good):
    """What says the same to a lenient reader is refused, and what says something else to another one."""
    text, wide = good.decode(), str.maketrans("0123456789", "０１２３４５６７８９")
    position = json.loads(text).get("position", json.loads(text).get("case"))
    version = "schema" if '"schema":1' in text else "version"
    others = [text.replace("{", '{"%s":2,' % version, 1), text.replace("{", '{"%s":1,' % version, 1),
              *(text.replace(f'"{version}":1', f'"{version}":{other}', 1) for other in ("true", "1.0", "1e0", '"1"', "01")),
              *(text.rstrip() + more for more in ("{}", "x", "\0", "\n" + text, ",")), "\ufeff" + text,
              text.replace(json.dumps(position), json.dumps(position.translate(wide))),
              text.replace(json.dumps(position), json.dumps(position.translate(wide), ensure_ascii=False)),
              text.replace('"normal"', '"Normal"', 1), text.replace('"misere"', '"MISERE"', 1)]
    # The first name of each object twice.
    others += [text[:at + 1] + found[1] + "," + text[at + 1:]
               for found in [*re.finditer(r'\{("\w+":(?:"[^"]*"|\d+))', text)][:3] for at in [found.start()]]
    others = {other.encode() for other in others if other != text} | {text.encode("utf-16")}
    for other in sorted(others):
        assert not ours(kind, other), other[:400]
        assert not theirs(path, other), other[:400]
    return len(others)


def periods(folder):
    path = folder / "period.json"
    positions = ["code(0.77)[n]", "code(0.137)[n]", "code(4.12)[n]", "code(0.F)[n]", "code(take 2,5,6)[n]",
                 "code(all but 2,5)[n]", "code(0.[3])[n]", "code(0.[30])[n]", "code(0.3[013])[n]", "code(0.8)[n]", "code(0.0B)[n]", "code(0.3F)[n]",
                 "wythoff[3,n]", "wythoff[n,2]", "nim[n,5]", "subtraction(3)[n,4]", "matrix[n 4]", "matrix[3; n]", "slow(2)[n,4]",
                 "doubles[3,n]", "doubles[n,2]", "moore(1)[n,4]", "cyclic(1)[3,n]", "@rows.game[3,n]", "@rows.game[n,2]"]
    (folder / "rows.game").write_text("piles 2\nmove same 1..2 from each\nmove vector 2,1 times any from pairs\n")
    for position in positions:
        path.unlink(missing_ok=True)
        made = subprocess.run([NIMFIELD, "--quiet", "--no-config", "period", position, "--certificate", str(path)],
                              capture_output=True, text=True, cwd=folder)
        assert made.returncode == 0, made.stderr
        good = path.read_bytes()
        assert ours("period", good) and theirs(path, good), position
        refuse_other_texts("period", path, good)
        certificate = json.loads(good)
        others = [(name, certificate[name] + by) for name in ("preperiod", "period", "saltus") for by in (-1, 1, 7)]
        others += [("period", 2 * certificate["period"]), ("terms", 1), ("theorem", "none"), ("letter", "m"), ("version", 2)]
        theorems = {"splitting", "subtraction", "all-but", "growth", "returning state", "repeating digits"} - {certificate["theorem"]}
        others += [("theorem", theorem) for theorem in theorems]
        others += [("files", {}), ("files", {"other.game": "piles 2\nmove same any from each"})]
        if position[0] == "@":
            others.append(("files", {"rows.game": "piles 2\nmove same any from each and all"}))
        for name, value in others:
            altered = json.dumps({**certificate, name: value}).encode()
            assert not ours("period", altered) and not theirs(path, altered), (position, name, value)
    print(f"{len(positions)} periods")


def terms(folder):
    """Periods of sums and of rows of outcomes, with one field altered, and with the certificate of another game in them."""
    for name, text in GAMES.items():
        (folder / name).write_text(text)
    path, refused, found, own = folder / "terms.json", 0, [], random.Random(1956)
    for position, *more in TERMS:
        path.unlink(missing_ok=True)
        made = subprocess.run([NIMFIELD, "--quiet", "--no-config", "period", position, "--certificate", str(path), *more],
                              capture_output=True, text=True, cwd=folder)
        assert made.returncode == 0, (position, made.stderr)
        good = path.read_bytes()
        assert ours("terms", good) and theirs(path, good), position
        found.append(json.loads(good))
    for number, (case, given) in enumerate(zip(TERMS, found)):
        (kind, by), = given["by"].items()
        other_play = "misere" if given["play"] == "normal" else "normal"
        others = [{name: given[name] + more} for name in ("preperiod", "period", "saltus") for more in (-1, 1, 7)]
        others += [{"period": 2 * given["period"]}, {"letter": "z"}, {"version": 2}, {"certificate": "period"}, {"play": other_play},
                   {"outcomes": not given["outcomes"]}, {"by": {}}, {"by": by}, {"by": {kind: by, "other": by}}, {"more": 1}]
        others += [{"by": {kind: {**by, name: value}}} for name, value in (
            ("position", "wythoff[a b]"), ("version", 2), ("certificate", "other"), ("play", other_play), ("preperiod", 10**6),
            ("letters", ["z"]), ("theorem", "none"), ("law", None), ("terms", 3), ("p_portion", []), ("accepts", [True]))
                   if name in by]
        others += [{"by": other["by"]} for other in own.sample(found, 3) if other["by"] != given["by"]]
        numbers = [*re.finditer("[0-9]+(?![a-z])", given["position"].split("[")[1])]
        start = len(given["position"].split("[")[0]) + 1
        if numbers and kind == "law":
            at = numbers[-1]
            more = str(int(at[0]) + 1)
            others.append({"position": given["position"][:start + at.start()] + more + given["position"][start + at.end():]})
        if kind == "law":
            others += [{"by": {kind: other}} for other in own.sample([*altered_laws(by)], 4) if not alike(by, other)]
        for other in others:
            altered = json.dumps({**given, **other}).encode()
            # The values may have the same law as the outcomes.
            kept = [*other] == ["outcomes"] and theirs(path, altered)
            assert ours("terms", altered) == kept, (case, other)
            assert theirs(path, altered) == kept, (case, other)
            refused += not kept
        if number % 3 == 0:
            refuse_other_texts("terms", path, json.dumps(given, separators=(",", ":")).encode())
    print(f"{len(TERMS)} periods of sums and of rows of outcomes; {refused} alterations refused by both")


def growing_values():
    """The induction for values that grow holds just where the options of further heaps have the values of the law."""
    head, start, period, saltus = [0, 0, 11], 5, 2, 1
    right = period_rules.heap_values("0.0B", 60)
    refused = 0
    for at, value in [(at, value) for at in range(1, 7) for value in range(8)]:
        values = [*right[:at], value, *right[at + 1:start + period]]
        while len(values) < 60:
            values.append(values[-period] + saltus)
        expected = all(check.mex(period_rules.options(head, [], values, heap)) == values[heap] for heap in range(20, 60))
        try:
            growth.check_growth(head, values[:30], start, period, saltus)
            accepted = True
        except check.Wrong:
            accepted = False
        assert accepted == expected, values
        refused += not accepted
    assert 0 < refused < 48
    print(f"{refused} of 48 laws of growing values refused, those that moves do not follow")


def by_classes(certificate):
    """The same with the class of each generator in its place: any position of this class serves as well."""
    try:
        known = {at: name for at, name in enumerate(certificate["classes"])}
        return {**certificate, "generators": [known.get(at) if type(at) is int else at for at in certificate["generators"]]}
    except FAULTS:
        return certificate


def forged_quotients(folder):
    """A quotient of more positions than are followers, or of fewer, says nothing of the position."""
    path = folder / "forged.json"
    forged = [(("tactix[111/011]",), {"position": "tactix[1x3]"}), (("tactix[2x2]",), {"position": "tactix[11/10]"}),
              (("lines(max=2)[2xn]", "--up-to", "3"), {"up_to": 2}), (("lines(max=2)[2xn]", "--up-to", "3"), {"up_to": 1}),
              (("tactix[nxn]", "--up-to", "2"), {"up_to": 1}), (("cram[3xn]", "--up-to", "3"), {"up_to": 2}),
              (("lines(max=2)[1xn]", "--up-to", "1"), {"up_to": True}), (("kayles[n]", "--up-to", "1"), {"up_to": True}),
              (("cram[3xn]", "--up-to", "3"), {"position": "cram[3x3]", "letter": None, "up_to": None}),
              (("tactix[2x2]",), {"position": "tactix[02x2]"}), (("lines(max=2)[2x2]",), {"position": "lines(max=+2)[2x2]"}),
              (("lines(max=2)[2xn]", "--up-to", "3"), {"letter": "2"}),
              (("lines(max=2)[2xn]", "--up-to", "3"), {"position": "lines(max=2)[2xn] "})]
    for case, altered in forged:
        path.unlink(missing_ok=True)
        made = run("quotient", *case, "--certificate", str(path))
        assert made.returncode == 0, made.stderr
        good = path.read_bytes()
        assert ours("quotient", good) and theirs(path, good), case
        altered = json.dumps({**json.loads(good), **altered}).encode()
        assert not ours("quotient", altered), (case, altered)
        assert not theirs(path, altered), (case, altered)
    print(f"{len(forged)} quotients of other positions refused by both")


def normal_quotients(folder):
    """The quotient of normal play is none of misère play: it differs at the empty sum, which is won."""
    path = folder / "normal.json"
    codes = {"0.33": lambda n: n % 3, "0.5": lambda n: n % 2, "0.3": lambda n: n % 2, "0.[3]": lambda n: n}
    for code, value in codes.items():
        values = [value(n) for n in range(1, 9)]
        bits = [1 << bit for bit in range(max(values).bit_length())]
        certificate = {
            "certificate": "quotient", "version": 1, "position": f"code({code})[n]", "letter": "n", "up_to": 8,
            "positions": [str(n) for n in range(1, 9)], "classes": values, "generators": [values.index(bit) for bit in bits],
            "steps": [[x ^ bit for bit in bits] for x in range(2 * bits[-1])], "p_portion": [0], "law": None}
        forged = json.dumps(certificate).encode()
        assert not ours("quotient", forged), code
        assert not theirs(path, forged), code
        assert "the empty sum" in run("check", str(path)).stderr, code
    print(f"{len(codes)} quotients of normal play refused by both")


def quotients(folder):
    path = folder / "quotient.json"
    cases = [("code(0.123)[n]",), ("code(0.33)[n]",), ("kayles[n]", "--up-to", "12"), ("code(0.07)[n]", "--up-to", "10"),
             ("code(0.[3])[n]", "--up-to", "6"), ("tactix[111/011]",), ("lines(max=2)[11/11]",),
             ("grundy[n]", "--up-to", "12"), ("code(0.7!3)[n]", "--up-to", "7"), ("lines(max=2)[2xn]", "--up-to", "3"), ("tactix[nxn]", "--up-to", "2"),
             ("cram[2x3]",), ("cram[3xn]", "--up-to", "3")]
    refused = 0
    for case in cases:
        path.unlink(missing_ok=True)
        made = run("quotient", *case, "--certificate", str(path))
        assert made.returncode == 0, made.stderr
        good = path.read_bytes()
        assert ours("quotient", good), case
        assert theirs(path, good), case
        refuse_other_texts("quotient", path, good)
        certificate = json.loads(good)
        others = [other for _, other in with_other_place(certificate) if by_classes(other) != by_classes(certificate)]
        for other in random.sample(others, min(40, len(others))):
            altered = json.dumps(other).encode()
            assert not ours("quotient", altered), (case, other)
            assert not theirs(path, altered), (case, other)
            refused += 1
    print(f"{len(cases)} misere quotients; {refused} alterations refused by both")


def forged_statements(folder):
    """Letters that no position has, or that take a fact's place, would refute what is true."""
    path = folder / "forged.json"
    good = {"certificate": "statement", "version": 1, "positions": "nim[a b]", "statement": "P or a + 1 < b", "play": "normal",
            "position": "nim[2,1]", "letters": {"a": "2", "b": "1"}, "facts": {"P": "0"}}
    data = json.dumps(good).encode()
    assert ours("statement", data) and theirs(path, data)
    letters = good["letters"]
    forged = [{"statement": "P or N", "letters": {**letters, "P": "0", "N": "0"}, "facts": {}},
              {"statement": "P or N", "letters": {**letters, "N": "0"}},
              {"statement": "value > 0", "letters": {**letters, "value": "0"}, "facts": {}},
              {"statement": "z = z and z < 0", "letters": {**letters, "z": "5"}, "facts": {}},
              {"positions": "nim[P b]", "statement": "P or N", "letters": {"P": "2", "b": "1"}, "facts": {"N": "1"}},
              {"positions": "nim[P N]", "statement": "P or N", "position": "nim[0,0]", "letters": {"P": "0", "N": "0"}, "facts": {}},
              {"letters": {**letters, "z": "5"}}, {"letters": {"a": "2"}}, {"letters": {**letters, "a": "02"}},
              {"letters": {**letters, "a": "+2"}}, {"letters": {**letters, "a": " 2"}}, {"letters": {**letters, "a": "２"}},
              {"letters": {**letters, "a": 2}}, {"facts": {"P": "-0"}}, {"facts": {"P": "00"}}, {"facts": {"P": 0}},
              {"facts": {"P": "0", "N": "1"}}, {"positions": "nim[a b"}, {"positions": "nim[a b]]"}, {"positions": "nim[a b] x"},
              {"positions": "]nim[a b]"}, {"position": "nim[2,1]x"}, {"position": "nim[2,1] "}, {"statement": "P or a + 1 < b)"},
              {"statement": "P or a + １ < b"}, {"position": "nim[２,1]"}, {"positions": "nim", "letters": {}},
              {"statement": "P or a + 1 < b", "play": "Normal"}]
    for altered in forged:
        for escaped in (True, False):
            altered_data = json.dumps({**good, **altered}, ensure_ascii=escaped).encode()
            assert not ours("statement", altered_data), altered
            assert not theirs(path, altered_data), altered
    print(f"{len(forged)} forged counterexamples refused by both")


def statements(folder):
    path = folder / "statement.json"
    cases = [("crim: P -> even(size)",), ("pnim: value < 7 or odd_hooks = 2 or degree mod 3 = 0",),
             ("crim: not (P and rank = 2 and durfee > 1 and lines + hook > 3)",),
             ("nim[a b]: P -> a xor b = 1 or min(a, b, 4) <= 2 < 3", "a=0..9", "b=a..9"),
             ("rnim[a, 2b]: normal_P = misere_P", "a=1..3", "b=1..3"),
             ("matrix-partizan[a b; b a]: L or R or -a % 3 < a / -2 - pow(b, 2)", "a=1..3", "b=1..3"),
             ("wythoff: P -> size < 6",), ("wythoff[a 2b]: value != 5", "a=0..9", "b=0..9"),
             ("lctr: P -> rank < 3 or genus1 = 1",), ("kayles: P -> size < 7 or misere_P",), ("wythoff: remoteness < 5",),
             ("crim: N -> remoteness < 4 or core2 > 2",), ("pnim: core3 < size or core5 < 4",), ("welter: N or size < 8",),
             ("cutcake[a x b]: L or R or P -> a != 3", "a=1..5", "b=1..5"), ("crim: genus2 = misere_value or parts < 2",),
             ("pnim[a, b^2]: gcd(a, b) < 3 and (parts < 4 or largest > smallest) or bits(a) = 2 or 2a < abs(b)", "a=0..5", "b=0..5")]
    refused = 0
    for statement, *ranges in cases:
        path.unlink(missing_ok=True)
        made = run("hunt", "--statement", statement, *ranges, "--certificate", str(path))
        assert made.returncode == 1, (statement, made.stdout, made.stderr)
        good = path.read_bytes()
        assert ours("statement", good), statement
        assert theirs(path, good), statement
        refuse_other_texts("statement", path, good)
        certificate = json.loads(good)
        others = [{**certificate, "facts": {**certificate["facts"], name: str(int(value) + by)}}
                  for name, value in certificate["facts"].items() for by in (-1, 1)]
        others += [{**certificate, "statement": f"not ({certificate['statement']})"}, {**certificate, "version": 2},
                   {**certificate, "position": "nim[9]"}, {**certificate, "positions": "nim"}, {**certificate, "facts": {}} if certificate["facts"] else {}]
        for other in others:
            altered = json.dumps(other).encode()
            assert not ours("statement", altered) and not theirs(path, altered), other
            refused += 1
    print(f"{len(cases)} counterexamples to statements; {refused} alterations refused by both")


GAMES = {
    "near.game": "param a 1..9 = 2\npiles 2\nmove same any from each\nmove any from pairs where abs(k-l) < a\n",
    "zone.game": "# Not all of it.\npiles 2\nmove same any from each and all where total > 3\n",
    "kept.game": "piles 1..3\nmove same 1..any step 3 from each\nkeep p1 <= 2p2 + 1\n",
    "steps.game": "piles 2\nmeasure 2,1\nmove same any from each\nmove vector 1,-1 times odd from 1,2\n",
    "order.game": "piles 2\nmove vector 1,2 from all\nmove same 2 from pairs where x > 2\n",
    "free.game": "piles 2\nmove vector k,-l from pairs where l < k and k <= 2\nmove same 1 from each\n",
    "small.game": "piles 2\nmove any at least 1 from pairs where max(k, l) <= 2\n",
    "lines.game": "piles 2 x 2\nmove any at least 1 from rows\n",
}
LAWS = [("wythoff[a b]",), ("wythoff[b a]", "--play", "misere", "--numeration", "fibonacci"), ("nim[a b c]",),
        ("nim[a b]", "--values"), ("nim[a b 0]",), ("nim[a]", "--values", "--play", "misere"),
        ("subtraction(3)[a]", "--values", "--play", "misere"), ("@kept.game[a b]", "--numeration", "3"),
        ("nim[a b c]", "--play", "misere"), ("nim[a b]", "--numeration", "2"), ("matrix[a b c]",), ("matrix[a b; c 0]",),
        ("moore(2)[a b c]",), ("moore(2)[a b]", "--values"), ("slow(2)[a b c]",), ("slow(3)[a b]", "--play", "misere"),
        ("cyclic(2)[a b c]", "--play", "misere"), ("fraenkel(2)[a b]", "--numeration", "2,1"),
        ("fraenkel(3)[a b]", "--numeration", "3,1"), ("subtraction(3)[a b]", "--values"), ("subtraction(3)[a b]", "--play", "misere"), ("rnim[a b]", "--values"),
        ("rnim[a b c]",), ("crim[a b]", "--values"), ("crim[a b c]", "--play", "misere"), ("lctr[a b]", "--values"),
        ("lctr[a b c]",), ("pnim[a b]", "--values"), ("pnim[a b c]",), ("chomp[a b]",), ("chomp[a]", "--values"),
        ("welter[a b c]",), ("welter[a b]", "--play", "misere"), ("rit[a b c]",), ("rit[a b]", "--values"),
        ("code(take 1,3,4)[a]", "--values"), ("code(all but 2)[a b]", "--play", "misere"), ("code(0.123)[a]", "--values"),
        ("@near.game[a b]", "--numeration", "2,1"), ("@near.game(1)[a b]", "--play", "misere", "--numeration", "fibonacci"),
        ("@zone.game[a b]", "--numeration", "fibonacci"), ("@kept.game[a b]", "--numeration", "2"),
        ("@steps.game[a b]",), ("@small.game[a b]",),
        ("yama[a b]",), ("delete[a b]", "--play", "misere"), ("@free.game[a b]", "--numeration", "2"),
        ("@order.game[a b]", "--play", "misere", "--numeration", "2"), ("@lines.game[a b; c 0]",)]


TERMS = [("kayles[n,2n+1]",), ("kayles[n,2n+1]", "--outcomes"), ("code(0.77)[n,7]", "--outcomes", "--play", "misere"),
         ("code(0.137)[n-3,5]", "--outcomes"), ("kayles[n]", "--outcomes"), ("kayles[m]", "--outcomes", "--letter", "m", "--play", "misere"),
         ("code(all but 2)[n,3]", "--outcomes"), ("code(all but 2,5)[2n+1,3]", "--outcomes"), ("code(0.8)[n,4]",), ("code(0.8)[2n-1,4,1]",),
         ("subtraction(3)[n,4]", "--outcomes"), ("subtraction(3)[n,4,2n]", "--outcomes", "--play", "misere"),
         ("wythoff[5,n]", "--outcomes"), ("wythoff[n,3]", "--outcomes", "--play", "misere"), ("matrix[n 2 3]", "--outcomes"),
         ("moore(2)[n,2,1]", "--outcomes"), ("fraenkel(2)[n,4]", "--outcomes"), ("rnim[n,2]", "--outcomes"),
         ("crim[n,2]", "--outcomes"), ("pnim[n,3]", "--outcomes"), ("slow(2)[n,2,3]", "--outcomes", "--play", "misere"),
         ("@near.game[3,n]", "--outcomes"), ("@zone.game[n,2]", "--outcomes"), ("@order.game[n,4]", "--outcomes")]


def law_of(folder, *case):
    """The certificate of a law, written in the folder of the rule files."""
    path = folder / "law.json"
    path.unlink(missing_ok=True)
    made = subprocess.run([NIMFIELD, "--quiet", "--no-config", "guess", *case, "--prove", "--certificate", str(path)],
                          capture_output=True, text=True, cwd=folder)
    assert made.returncode == 0, (case, made.stdout, made.stderr)
    return path, path.read_bytes()


def alike(law, other, of_numbers=False):
    """Whether two automata accept the same rows of digits, or the same of those that numbers have."""
    a, b = law["numeration"]
    width = len(law["letters"]) + law["values"]
    rows = [*itertools.product(range(a + (b > 0)), repeat=width)]
    start = (0, 0, (False,) * width)
    known, queue = {start}, [start]
    for one, two, full in queue:
        if law["accepts"][one] != other["accepts"][two]:
            return False
        for row, *after in zip(rows, law["steps"][one], other["steps"][two]):
            if not any(last and digit >= b for last, digit in zip(full, row)):
                following = (*after, tuple(of_numbers and digit == a for digit in row))
                if following not in known:
                    known.add(following)
                    queue.append(following)
    return True


def altered_laws(law):
    """The law with one state or one step that is another one."""
    steps, accepts = law["steps"], law["accepts"]
    for state, row in enumerate(steps):
        yield {**law, "accepts": [accepted ^ (at == state) for at, accepted in enumerate(accepts)]}
        for at, own in enumerate(row):
            for other in {*range(len(steps))} - {own}:
                changed = [*row[:at], other, *row[at + 1:]]
                yield {**law, "steps": [*steps[:state], changed, *steps[state + 1:]]}


def laws(folder):
    for name, text in GAMES.items():
        (folder / name).write_text(text)
    stored = [*(pathlib.Path(__file__).resolve().parents[2] / "crates/nimfield-rules/laws").glob("*.json")]
    for law in itertools.chain(*(json.loads(path.read_bytes()) for path in stored)):
        assert ours("law", json.dumps(law).encode()), law["position"]
    assert stored
    refused, kept = 0, 0
    for number, case in enumerate(LAWS):
        path, good = law_of(folder, *case)
        assert ours("law", good) and theirs(path, good), case
        law = json.loads(good)
        others = [*altered_laws(law)]
        for other in others if number == 0 else random.sample(others, min(4, len(others))):
            altered, same = json.dumps(other).encode(), alike(law, other)
            assert ours("law", altered) == same, (case, other)
            # The program takes the automaton with the fewest states only, numbered in one way.
            assert not theirs(path, altered), (case, other)
            refused, kept = refused + (not same), kept + same
        letters, rows = law["letters"], len(law["steps"])
        # The letters in another order are refused by the checker alone.
        assert not ours("law", json.dumps({**law, "letters": [*letters[1:], letters[0]] if letters[1:] else ["z"]}).encode())
        other_play = {"play": "misere" if law["play"] == "normal" else "normal"}
        altered = json.dumps({**law, **other_play}).encode()
        assert not ours("law", altered) and not theirs(path, altered), case
        # What else is forged does not depend on the game.
        if number % 10:
            continue
        forged = []
        forged += [{"letters": letters[1:]}, {"letters": [*letters, "z"]}, {"letters": [*letters, letters[0]]},
                   {"files": {**law["files"], "other.game": "piles 2"}}, {"position": "wythoff"}, {"position": "unknown[a b]"},
                   {"position": law["position"].replace("[", "[1 ")}, {"values": not law["values"]}, {"values": int(law["values"])}, {"numeration": [7, 7, 7]},
                   {"numeration": [True, 0]}, {"numeration": [1, 2]}, {"numeration": [0, 0]}, {"accepts": law["accepts"][1:]},
                   {"accepts": [*map(int, law["accepts"])]}, {"steps": law["steps"][1:]}, {"steps": []},
                   {"steps": [[-1 for _ in row] for row in law["steps"]]}, {"steps": [[rows for _ in row] for row in law["steps"]]},
                   {"steps": [row[1:] for row in law["steps"]]}, {"steps": [[*row, 0] for row in law["steps"]]},
                   {"steps": [], "accepts": []}, {"version": 2}, {"more": 1}]
        for other in forged:
            altered = json.dumps({**law, **other}).encode()
            assert not ours("law", altered), (case, other)
            assert not theirs(path, altered), (case, other)
        refuse_other_texts("law", path, good)
    print(f"{len(LAWS)} laws; {refused} alterations refused by both, {kept} of no effect")


def forged_laws(folder):
    """Families that moves leave, other games, and games that may not end."""
    path, good = law_of(folder, "nim[a b]")
    nim = json.loads(good)
    every = {"accepts": [True], "steps": [[0] * 4]}
    forged = [{**every, "position": position} for position in ("matrix[a a; b b]", "matrix[a b; b a]", "matrix[a b; a b]")]
    forged += [{"position": position} for position in
               ("wythoff[a b]", "doubles[a b]", "nim[a b 1]", "nim[a b a]", "nim[a b a+b]", "nim[a 2b]", "nim[a; b]", "rnim[a b]",
                "welter[a b]", "kayles[a b]", "nim(1)[a b]", "nim[a  b", "nim[a b]x", "nim[01 a b]", "nim[A b]",
                "code(0.77)[a b]", "code(0.33)[a b]", "moore(2)[a b]", "moore(0)[a b]", "moore[a b]", "moore(k)[a b]")]
    forged += [{"position": "@g.game[a b]", "files": {"g.game": text}} for text in
               ("piles 2\nmove same any from each and all", "piles 2\nmove vector 1,-1 from pairs", "piles 3\nmove same any from each",
                "piles 2\nmove same any from each\nmove vector -1 from each", "piles 2\nleft move same any from each",
                "piles 2", "piles 2\nmove same any from each where k < x * y", "piles 2\nmove same 2..any from each",
                "piles 2\nmove same any from each where k != 3", "piles 2\nmove same any from each\nkeep p1 > 0", "")]
    forged += [{"files": {"g.game": "piles 2\nmove same any from each"}}, {"position": "@g.game[a b]"},
               {"position": "@g.game[a b]", "files": {"h.game": "piles 2\nmove same any from each"}}]
    for other in forged:
        altered = json.dumps({**nim, **other}).encode()
        assert not ours("law", altered), other
        assert not theirs(path, altered), other
    same = {**nim, "position": "@g.game[a b]", "files": {"g.game": "piles 2\nmove same any from each"}}
    same = json.dumps(same).encode()
    # The misère values of a heap: 1, 0, 2, 3, 4 and so on.
    heap = {**nim, "position": "nim[a]", "letters": ["a"], "play": "misere", "values": True,
            "accepts": [False, True, False, True, False], "steps": [[0, 1, 1, 2], [4] * 4, [3, 4, 4, 3], [3, 4, 4, 3], [4] * 4]}
    assert ours("law", json.dumps(heap).encode())
    for other in altered_laws(heap):
        assert ours("law", json.dumps(other).encode()) == alike(heap, other), other
    assert ours("law", same) and theirs(path, same)
    print(f"{len(forged)} laws of other families refused by both")


NIM = "piles 2\nmove same any from each\n"
NEVER = lambda a, b: None
# Games that are over early, and games with blocking: the lines, whether a move may take k and l from the two piles, whether the
# player to move has won or lost in normal play where the game is over, and how many options are forbidden. `file` names the
# lines, `play` lists the plays in which a law is proved.
ENDING = {
    "early.game[a b]": ("ends where p1 + p2 <= 3", lambda k, l: False, lambda a, b: False if a + b <= 3 else None, 0, "both"),
    "zone.game[a b]": ("move same any from all\nends where p1 <= 1 and p2 <= 2\nends won where p1 <= 2 and p2 <= 2", lambda k, l: k == l,
                       lambda a, b: None if max(a, b) > 2 else a > 1, 0, "normal"),
    "won.game[a b]": ("move same any from all\nends won where p1 + p2 <= 3", lambda k, l: k == l,
                      lambda a, b: True if a + b <= 3 else None, 0, "normal"),
    "order.game[a b]": ("ends won where p1 = p2 and p1 <= 2\nends where abs(p1-p2) <= 1", lambda k, l: False,
                        lambda a, b: True if a == b <= 2 else False if abs(a - b) < 2 else None, 0, "both"),
    "block.game[a b]": ("block b", lambda k, l: False, NEVER, 1, "both"),
    "block.game(3)[a b]": ("block b", lambda k, l: False, NEVER, 3, "both"),
    "queen.game[a b]": ("move same any from all\nblock 2", lambda k, l: k == l, NEVER, 2, "both"),
    "all.game[a b]": ("move vector 1,2 from pairs\nmove same 1..3 from all\nblock 2\nends won where p1+p2 = 4\nends where p1 = 1",
                      lambda k, l: {k, l} == {1, 2} or k == l <= 3,
                      lambda a, b: True if a + b == 4 else False if a == 1 else None, 2, "both"),
}
# Lines that say something else, for each of the lines above that has them.
ELSE = [("block 2", "block 1"), ("block 2", "block 3"), ("block 2", ""), ("block b", "block (b+1)"), ("block b", ""), ("won ", ""), ("ends where", "ends won where"),
        ("<= 3", "<= 4"), ("<= 3", "<= 2"), ("<= 3", "< 3"), ("<= 1", "<= 2"), ("= 4", "= 5"), ("p1 = 1", "p1 = 0"), ("and", "or")]


def by_play(both, over, block, misere, size):
    """The P-positions up to a size, from the definitions."""
    found = {}
    for a, b in itertools.product(range(size), repeat=2):
        has_won = over(a, b)
        if has_won is not None:
            found[a, b] = has_won == misere
            continue
        options = {(a - k, b) for k in range(1, a + 1)} | {(a, b - l) for l in range(1, b + 1)}
        options |= {(a - k, b - l) for k in range(1, a + 1) for l in range(1, b + 1) if both(k, l)}
        lost = sum(found[option] for option in options)
        found[a, b] = lost <= block and not (misere and lost == len(options))
    return {position for position, is_lost in found.items() if is_lost}


def written_in(law, numbers):
    """The rows of digits of numbers, the first of which has a digit other than 0."""
    a, b = law["numeration"]
    weights = [1, a + (b > 0)]
    while weights[-1] <= max(numbers):
        weights.append(a * weights[-1] + b * weights[-2])
    rows = []
    for weight in reversed(weights):
        rows.append(tuple(number // weight for number in numbers))
        numbers = [number % weight for number in numbers]
    return [*itertools.dropwhile(lambda row: not any(row), rows)]


def symbol(law, row):
    a, b = law["numeration"]
    return sum(digit * (a + (b > 0)) ** at for at, digit in enumerate(reversed(row)))


def accepts(law, numbers):
    state = 0
    for row in written_in(law, numbers):
        state = law["steps"][state][symbol(law, row)]
    return law["accepts"][state]


def smallest(law):
    """The law with the fewest states, in the order in which they are reached, but that from which none accepts is the last."""
    steps, classes, count = law["steps"], [*map(int, law["accepts"])], 0
    while len({*classes}) > count:
        count, names = len({*classes}), {}
        classes = [names.setdefault((own, *(classes[after] for after in row)), len(names)) for own, row in zip(classes, steps)]
    queue, known, none = [0], {classes[0]}, []
    for state in queue:
        for after in steps[state]:
            if classes[after] not in known:
                known.add(classes[after])
                dead = not law["accepts"][after] and {classes[after]} == {classes[later] for later in steps[after]}
                (none if dead else queue).append(after)
    queue += none
    known = {classes[state]: number for number, state in enumerate(queue)}
    return {**law, "accepts": [law["accepts"][state] for state in queue],
            "steps": [[known[classes[after]] for after in steps[state]] for state in queue]}


def flipped(law, numbers):
    """The law with another outcome of one position: its states know how much of the position was read, or that it is another."""
    word = [symbol(law, row) for row in written_in(law, numbers)]
    queue, known = [(0, 0)], {(0, 0): 0}
    steps = []
    for state, at in queue:
        steps.append([])
        for own, after in enumerate(law["steps"][state]):
            read = at if at == 0 == own else at + 1 if at is not None and word[at:at + 1] == [own] else None
            if known.setdefault((after, read), len(queue)) == len(queue):
                queue.append((after, read))
            steps[-1].append(known[after, read])
    return smallest({**law, "accepts": [law["accepts"][state] ^ (at == len(word)) for state, at in queue], "steps": steps})


def ending_laws(folder):
    """Laws of games that are over early, and of games with blocking."""
    path, count, refused = folder / "law.json", 0, 0
    def neither(altered):
        path.write_text(json.dumps(altered))
        # Read, and found to be wrong.
        assert not ours("law", path.read_bytes()) and run("check", str(path)).returncode == 1, altered
        return 1
    for family, (lines, both, over, block, plays) in ENDING.items():
        param = "param b 1..4 = 1\n" if "block b" in lines else ""
        name, text = re.split(r"[\[(]", family)[0], f"{param}{NIM}{lines}\n"
        (folder / name).write_text(text)
        for play in ("normal", "misere") if plays == "both" else (plays,):
            path, good = law_of(folder, f"@{family}", "--play", play)
            assert ours("law", good) and theirs(path, good), (family, play)
            law, lost = json.loads(good), by_play(both, over, block, play == "misere", 40)
            assert all(accepts(law, (a, b)) == ((a, b) in lost) for a, b in itertools.product(range(40), repeat=2)), (family, play)
            assert smallest(law) == law
            for position in random.sample([*itertools.product(range(6), repeat=2)], 9):
                refused += neither(flipped(law, position))
            refused += neither({**law, "play": "misere" if play == "normal" else "normal"})
            for one, other in ELSE:
                if one in text:
                    refused += neither({**law, "files": {name: text.replace(one, other, 1)}})
            count += 1
    # What is no line, or has no values.
    law = json.loads(good)
    for line in ("ends", "ends where", "ends won", "ends lost where p1 = 1", "ends where k = 1", "ends where p3 = 1", "block",
                 "block 0", "block 65", "block p1", "block 1\nblock 1", "block 1..2"):
        altered = json.dumps({**law, "files": {name: f"{NIM}{line}\n"}}).encode()
        assert not ours("law", altered) and not theirs(path, altered), line
    path, good = law_of(folder, "nim[a]", "--values")
    for line, holds in (("ends where p1 = 9", False), ("ends where p1 = 0", True), ("ends won where p1 = 0", False), ("block 1", False)):
        altered = {**json.loads(good), "position": "@one.game[a]", "files": {"one.game": f"piles 1\nmove same any from each\n{line}\n"}}
        altered = json.dumps(altered).encode()
        assert ours("law", altered) == theirs(path, altered) == holds, line
    print(f"{count} laws of games that end early or with blocking; {refused} altered ones refused by both")


def too_large(folder):
    """Certificates of every kind that name what is too large: the checker says so, whatever limit it reaches first."""
    statement = {"certificate": "statement", "version": 1, "statement": "P", "play": "normal", "letters": {}}
    period = {"certificate": "period", "version": 1, "letter": "n", "preperiod": 1, "period": 1, "saltus": 0, "terms": 10**9}
    case = "matrix-partizan[100 999; 200 401] - {201|1}"
    board = [b"NIMFCERT" + number(2), [1, "lines(any)[2x62]", 0, [], 0, 0], [], [], [], []]
    given = [
        ("statement", {**statement, "positions": "cutcake[a x b]", "position": "cutcake[255x255]",
                       "letters": {"a": "255", "b": "255"}, "facts": {"P": "0"}}),
        # The factorial is one operation, which no limit inside of Python ends.
        ("statement", {**statement, "positions": "pnim", "position": "pnim[3000000]", "statement": "degree", "facts": {"degree": "1"}}),
        ("statement", {**statement, "positions": "rnim", "position": "rnim[300,300,300]", "facts": {"P": "0"}}),
        ("counterexample", {"claim": "ferguson-conjecture", "size": 999, "case": case, "claimed": "0", "facts": []}),
        ("board", written(board)), ("light", b"n,position,value\n99,pnim[99],3\n"), ("excess", b"m_1000003 = 1\n"),
        ("period", {**period, "position": "code(0.77)[n]", "theorem": "splitting"}),
        ("period", {**period, "position": "wythoff[10000000,n]", "theorem": "returning state"}),
        ("quotient", {"certificate": "quotient", "version": 1, "position": "code(0.77)[n]", "letter": "n", "up_to": 401,
                      "positions": [str(n + 1) for n in range(401)], "classes": [], "generators": [], "steps": [], "p_portion": [], "law": None}),
        ("law", {"certificate": "law", "version": 1, "position": "nim[a b c d e f]", "files": {}, "letters": [*"abcdef"],
                 "play": "normal", "values": False, "numeration": [16, 0], "accepts": [True], "steps": [[0] * 16**6]})]
    path = folder / "large"
    for kind, data in given:
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
        done = subprocess.run([sys.executable, check.__file__, "--memory", "256MiB", "--time", "5", kind, path],
                              capture_output=True, text=True)
        assert done.returncode == 3 and "not checked: too large" in done.stderr, (kind, done)
    print(f"{len(given)} files that are too large are not checked")


def large_laws():
    """Nim with four and five piles, of which the program makes no certificate."""
    for width in (4, 5):
        rows = [*itertools.product((0, 1), repeat=width)]
        nim = {"certificate": "law", "version": 1, "position": f"nim[{' '.join('abcde'[:width])}]", "files": {},
               "letters": [*"abcde"[:width]], "play": "normal", "values": False, "numeration": [2, 0], "accepts": [True, False],
               "steps": [[sum(row) % 2 for row in rows], [1] * len(rows)]}
        assert ours("law", json.dumps(nim).encode())
        for other in random.sample([*altered_laws(nim)], 10):
            assert ours("law", json.dumps(other).encode()) == alike(nim, other), other


for file in pathlib.Path(check.__file__).parent.glob("*.py"):
    assert len(file.read_text().splitlines()) <= 400, f"{file} is too long to be read"
with tempfile.TemporaryDirectory() as name:
    boards(pathlib.Path(name))
    long_files(pathlib.Path(name))
    counterexamples(pathlib.Path(name))
    periods(pathlib.Path(name))
    terms(pathlib.Path(name))
    growing_values()
    quotients(pathlib.Path(name))
    normal_quotients(pathlib.Path(name))
    forged_quotients(pathlib.Path(name))
    statements(pathlib.Path(name))
    forged_statements(pathlib.Path(name))
    laws(pathlib.Path(name))
    forged_laws(pathlib.Path(name))
    ending_laws(pathlib.Path(name))
    too_large(pathlib.Path(name))
large_laws()
light_partitions()
excesses()
