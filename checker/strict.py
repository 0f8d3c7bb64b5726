"""Certificates in JSON, read in one way only: any text that another reader could read differently is rejected."""

import json, re

from rules import foreign

def unique(pairs):
    foreign(len(dict(pairs)) < len(pairs), "a name occurs twice")
    return dict(pairs)

def whole(digits):
    """A whole number in digits, in the form in which it is printed."""
    foreign(not re.fullmatch("0|-?[1-9][0-9]*", digits), f"{digits} is not written in the standard form of a whole number")
    return int(digits)

def refused(what):
    raise ValueError(f"{what} is not a whole number")

def read(data):
    """The value of a text: its digits are those of ASCII, its numbers are whole, and nothing follows its end."""
    text = data.decode()
    given = json.loads(text, object_pairs_hook=unique, parse_int=whole, parse_float=refused, parse_constant=refused)
    # Digits may be written as escapes, too.
    foreign(any(sign.isdecimal() and not sign.isascii() for sign in json.dumps(given, ensure_ascii=False)),
            "a digit is not one of 0 to 9")
    return given

def certificate(data, kind, fields):
    """A certificate of a kind, version 1, with exactly these fields, each of its type or one of its types."""
    given = read(data)
    foreign(not isinstance(given, dict) or given.get("certificate") != kind, f"this is not a certificate of a {kind}")
    foreign({*given} != {"certificate", "version", *fields}, "the file has other fields than expected")
    foreign(type(given["version"]) is not int or given["version"] != 1, "the file has another version")
    # Of these types, which do not include bool: true is not 1.
    of_type = lambda value, types: type(value) in (types if isinstance(types, tuple) else (types,))
    foreign(not all(of_type(given[name], types) for name, types in fields.items()), "a field has another type")
    return given
