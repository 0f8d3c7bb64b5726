"""Every example in a docstring, in the documents of this crate, and every public name has a docstring."""

import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import nimfield
import reference
from conftest import ROOT

MODULES = ["nimfield", *(f"nimfield.{m.name}" for m in pkgutil.iter_modules(nimfield.__path__) if m.name != "__main__")]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


# What an example may use without importing it, as after `from nimfield import *`.
NAMES = {name: getattr(nimfield, name) for name in nimfield.__all__} | {"nimfield": nimfield}
MEMBERS = Path(__file__).with_name("members.txt")


def examples():
    """All docstrings with examples, those of the native classes and their methods too."""
    finder, parser = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestParser()
    names, seen = NAMES, set()

    def test(text, name):
        if text and ">>>" in text and name not in seen:
            seen.add(name)
            yield parser.get_doctest(text, dict(names), name, None, 0)

    for module in map(importlib.import_module, MODULES):
        for found in finder.find(module, globs=dict(names)):
            if found.examples and found.name not in seen:
                seen.add(found.name)
                yield found
    native = importlib.import_module("nimfield._nimfield")
    for class_name, thing in vars(native).items():
        yield from test(getattr(thing, "__doc__", None), class_name)
        if inspect.isclass(thing):
            for name, method in vars(thing).items():
                method = getattr(method, "__func__", method)
                yield from test(getattr(method, "__doc__", None), f"{class_name}.{name}")


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.name)
def test_examples_of_docstrings(example, capsys):
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(example)
    assert runner.failures == 0, capsys.readouterr().out


def test_examples_of_members(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(MEMBERS), module_relative=False, optionflags=FLAGS, globs=dict(NAMES))
    assert tried > 0 and failed == 0, capsys.readouterr().out


def test_every_member_has_an_example():
    """In its docstring, in that of its class, or in `members.txt` under the name of its class."""
    parts = re.split(r"\n(\w+)\n-+\n", MEMBERS.read_text(encoding="utf-8"))
    under = dict(zip(parts[1::2], parts[2::2]))
    everywhere = "".join(parts)
    missing = []
    for name in nimfield.__all__:
        thing = getattr(nimfield, name)
        if not inspect.isclass(thing):
            used = f"{name}(" in everywhere or f"({name})" in everywhere
            missing += [name] if callable(thing) and ">>>" not in thing.__doc__ and not used else []
            continue
        if issubclass(thing, BaseException):
            continue
        for member, value in vars(thing).items():
            value = getattr(value, "__func__", value)
            shown = f".{member}" in under.get(name, "") or f".{member}" in thing.__doc__ or f"def {member}(" in under.get(name, "")
            public = not member.startswith("_") and (callable(value) or inspect.isdatadescriptor(value))
            if public and not shown and ">>>" not in (value.__doc__ or ""):
                missing.append(f"{name}.{member}")
    assert missing == []


@pytest.mark.parametrize("page", ["crates/nimfield-py/README.md", "docs/src/python.md"])
def test_examples_of_pages(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS)
    assert tried > 0 and failed == 0, capsys.readouterr().out


def test_examples_have_the_types_of_the_stubs(tmp_path):
    """mypy reads all examples as one program: what the stubs say of a member is what its example does."""
    pytest.importorskip("mypy")
    known = ", ".join(name for name in nimfield.__all__ if name != "__version__")
    program = [f"import nimfield\nfrom nimfield import {known}\n"]
    parser = doctest.DocTestParser()
    members = parser.get_doctest(MEMBERS.read_text(encoding="utf-8"), {}, "members.txt", None, 0)
    for number, test in enumerate([*examples(), members]):
        source = textwrap.indent("".join(example.source for example in test.examples), "    ")
        program.append(f"def example_{number}() -> None:  # {test.name}\n{source}")
    path = tmp_path / "program.py"
    path.write_text("\n".join(program), encoding="utf-8")
    # Games in examples are written without types, as people write them.
    options = ["--check-untyped-defs", "--no-strict-optional", "--ignore-missing-imports", "--no-error-summary"]
    environment = {**os.environ, "MYPY_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "mypy", "--config-file=", *options, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_public_name_says_what_it_is():
    for name in nimfield.__all__:
        thing = getattr(nimfield, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__.startswith("nimfield"):
            for method, value in vars(thing).items():
                if not method.startswith("_") and (callable(value) or isinstance(value, (property, staticmethod))):
                    assert inspect.getdoc(value), f"{name}.{method}"


def test_the_reference_of_the_book_is_that_of_the_docstrings():
    told = [name for _, names in reference.PAGES.values() for name in names]
    assert sorted(told) == sorted(name for name in nimfield.__all__ if name != "__version__")
    pages = reference.pages()
    assert sorted(pages) == sorted(reference.FOLDER.glob("*.md"))
    for path, text in pages.items():
        assert path.read_text(encoding="utf-8") == text, "python crates/nimfield-py/tests/reference.py makes it again"


def test_the_types_of_the_constructors_are_those_of_the_games():
    assert reference.STUB.read_text(encoding="utf-8") == reference.CONSTRUCTORS._stub(), "make it again by reference.py"


def test_the_fields_of_named_tuples_have_docstrings_of_their_own():
    for name in nimfield.__all__:
        thing = getattr(nimfield, name)
        named = inspect.isclass(thing) and issubclass(thing, tuple)
        for field in getattr(thing, "_fields", ()) if named else ():
            doc = getattr(thing, field).__doc__
            assert doc and not doc.startswith("Alias for field"), f"{name}.{field}"


def hunt(statement):
    return nimfield.hunt(statement=statement)


def prove(family):
    return nimfield.guess(family, prove=True)


def guess(family):
    return nimfield.guess(family, n=range(9))


@pytest.mark.parametrize(
    "call",
    [nimfield.parse, nimfield.Position, nimfield.value, nimfield.nimber, nimfield.table, nimfield.period, guess, prove, hunt, nimfield.Game.from_rules],
)
def test_what_is_not_a_text_is_named(call):
    with pytest.raises(TypeError, match="expected a text for the (position|expression|family|statement|rules), found int"):
        call(3)


@pytest.mark.parametrize("span", ["0-3", "x", "", [1, 2], (1, 2, 3), 1.5, None])
def test_what_is_not_a_range_is_named(span):
    with pytest.raises((TypeError, ValueError), match='expected a range, a pair, a number or a text such as "0..9" for a, found'):
        nimfield.table("nim[a]", a=span)


@pytest.mark.parametrize("span", ["2..4", " 2 .. 4 ", "2..=4", (2, 4), range(2, 5)])
def test_ranges_are_read_alike(span):
    assert nimfield.table("nim[a]", a=span).letters == {"a": range(2, 5)}
    with pytest.raises(ValueError, match="expected a number from 0 on for most, found -1"):
        nimfield.parse("nim[3]").moves(most=-1)
