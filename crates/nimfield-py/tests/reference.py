"""The reference of the package in the book, made of the docstrings, and the types of the
constructors: `python crates/nimfield-py/tests/reference.py`."""

import inspect
import re
from pathlib import Path

import nimfield

CRATE = Path(__file__).resolve().parents[1]
FOLDER = CRATE.parents[1] / "docs/src/python"
STUB = CRATE / "python/nimfield/_constructors.pyi"

CONSTRUCTORS = nimfield._constructors

# Each page with what it tells of; every public name is on one of them.
PAGES = {
    "positions": ("Positions and answers", ["parse", "Position", "Move", "Answer", "WinningMove", "Reason", "analyze_all", "explore", "Explorer"]),
    "games": ("Constructors of positions", ["games", "GameInfo", "Board", *CONSTRUCTORS.__all__]),
    "values": ("Nimbers and games", ["nimber", "Nimber", "sage_field", "value", "Game", "Thermograph"]),
    "arrays": ("Arrays", [name for name in nimfield.__all__ if name.startswith("nim_")]
        + ["outcomes", "grundy_values", "canonical_forms", "matrix_answers", "MatrixAnswers"]),
    "tables": ("Tables, censuses and whole boards", ["table", "FamilyTable", "guess", "Law", "period", "census", "Census", "solve_board", "Table"]),
    "own-games": ("Games of your own", ["Impartial", "Partizan", "Sum", "RuleGame"]),
    "claims": ("Claims and certificates", ["claims", "Claim", "verify", "hunt", "classify", "certify", "Certificate", "check"]),
    "errors": ("Errors", ["NimfieldError", "ParseError", "IllegalMove", "NotDecided", "OutOfReach", "FileFault", "FalseCertificate"]),
}

# The operators explain what methods such as `__add__` mean.
SHOWN = {"__call__"}


def called(name, thing):
    """How something is called: the names of its arguments and their defaults, no types."""
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
    if any(name.startswith("_") for name in signature.parameters):
        # Only the package itself makes such things.
        return name
    bare = [
        argument.replace(annotation=inspect.Parameter.empty)
        for argument in signature.parameters.values()
        if argument.name not in ("self", "cls")
    ]
    # Python writes an argument that stands alone before a slash only with it.
    return name + str(inspect.Signature(bare))


def in_markdown(doc):
    """A docstring as Markdown: examples fenced, names as code, lists as they are."""
    parts, lines = [], inspect.cleandoc(doc).splitlines()
    while lines:
        if lines[0].startswith(">>>"):
            end = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
            parts.append("```python\n" + "\n".join(lines[:end]) + "\n\n```")
        else:
            end = next((at for at, line in enumerate(lines) if line.startswith(">>>")), len(lines))
            text = "\n".join(lines[:end]).strip()
            if text:
                parts.append(re.sub(r"``(.+?)``", r"`\1`", text))
        lines = lines[end:]
    return "\n\n".join(parts)


def members(thing):
    """The methods and properties of a class that have a docstring, also those that it has from its parents here."""
    found = {}
    for parent in reversed([c for c in thing.__mro__ if c.__module__.startswith("nimfield")]):
        found |= vars(parent)
    for name, value in sorted(found.items()):
        if name.startswith("_") and name not in SHOWN:
            continue
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        doc = getattr(value, "__doc__", None)
        if doc and (callable(value) or inspect.isdatadescriptor(value)):
            yield name, value, doc


def page(title, names):
    """A page of the reference."""
    parts = [f"# {title}", "Generated from the docstrings of the package `nimfield`; `help(nimfield.…)` says the same."]
    for name in names:
        thing = getattr(nimfield, name)
        parts += [f"## {name}", f"`{called(name, thing)}`", in_markdown(thing.__doc__)]
        if not inspect.isclass(thing) or issubclass(thing, BaseException):
            continue
        for member, value, doc in members(thing):
            head = called(member, value) if callable(value) else member
            parts += [f"### {name}.{member}", f"`{head}`", in_markdown(doc)]
    return "\n\n".join(parts) + "\n"


def pages():
    """The text of each file of the reference."""
    return {FOLDER / f"{file}.md": page(title, names) for file, (title, names) in PAGES.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    STUB.write_text(CONSTRUCTORS._stub(), encoding="utf-8")
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
