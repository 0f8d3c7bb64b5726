"""Words that several modules use."""


def adjective(play: str) -> str:
    """The name of a play convention as prose writes it, with the accent."""
    return "misère" if play == "misere" else play


def documented(named: type, **fields: str) -> None:
    """Gives the fields of a named tuple their docstrings: those that Python writes are "Alias for field number 0"."""
    for name, text in fields.items():
        getattr(named, name).__doc__ = text


def as_text(what: str, given: object) -> str:
    """Returns a text that is an argument, and otherwise says what was expected."""
    if not isinstance(given, str):
        raise TypeError(f"expected a text for the {what}, found {type(given).__name__}")
    return given
