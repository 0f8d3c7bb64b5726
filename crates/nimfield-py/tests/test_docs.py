"""Every example in a docstring, in the documents of this crate, and every public name has a docstring."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import nimfield
import reference
from conftest import ROOT

MODULES = ["nimfield", *(f"nimfield.{m.name}" for m in pkgutil.iter_modules(nimfield.__path__) if m.name != "__main__")]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def examples():
    """All docstrings with examples, those of the native classes and their methods too."""
    finder, parser = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestParser()
    # What an example may use without importing it, as after `from nimfield import *`.
    names = {name: getattr(nimfield, name) for name in nimfield.__all__} | {"nimfield": nimfield}
    seen = set()

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


@pytest.mark.parametrize("page", ["crates/nimfield-py/README.md", "docs/src/python.md"])
def test_examples_of_pages(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS)
    assert tried > 0 and failed == 0, capsys.readouterr().out


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
