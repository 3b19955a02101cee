"""I-JSON (RFC 7493) as proofs are written in it, read strictly.

No duplicate names, no lone surrogates; only whole numbers that JSON holds exactly (`1.0` is one); at most ten levels,
strings of 1,000 UTF-16 units, 32 MB. Sources: RFC 8259 for the grammar.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

MOST_BYTES = 32 * 1024 * 1024
MOST_LEVELS = 10
MOST_UNITS = 1000
GREATEST = 2**53 - 1
LONGEST_NUMBER = 400  # characters; a longer one is refused
LONGEST_STRING = 6 * MOST_UNITS  # characters: each unit may be written as an escape of six
SIGN, STRING_END = re.compile(r'["\[\]{}]'), re.compile(r'["\\]')


class NotJson(ValueError):
    """The text is not such JSON."""


def read(data: bytes | str) -> Any:
    """NotJson for anything else; the same for every verifier."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        size = len(text.encode("utf-8"))
    except UnicodeError:
        raise NotJson("bytes that are no text") from None
    if size > MOST_BYTES:
        raise NotJson(f"more than {MOST_BYTES} bytes")
    check_levels(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=members,
            parse_int=number,
            parse_float=number,
            parse_constant=lambda _: refuse("a number that is none"),
        )
    except json.JSONDecodeError as problem:
        raise NotJson(str(problem)) from None
    check_strings(value)
    return value


def refuse(why: str) -> NoReturn:
    raise NotJson(why)


def check_levels(text: str) -> None:
    """Checked before the text is parsed, since a parser can go no deeper than its stack."""
    level, at = 0, 0
    while found := SIGN.search(text, at):
        at, sign = found.end(), found.group()
        if sign == '"':
            at = end_of_string(text, at)
        elif sign in "[{":
            level += 1
            if level > MOST_LEVELS:
                refuse(f"more than {MOST_LEVELS} levels")
        else:
            level -= 1


def end_of_string(text: str, begin: int) -> int:
    at = begin
    while found := STRING_END.search(text, at):
        if found.group() == '"':
            return found.end()
        at = found.end() + 1
        if at - begin > LONGEST_STRING:
            refuse(f"a string of more than {MOST_UNITS} units")
    refuse("no end of a string")


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        refuse("a doubled name")
    for name in found:
        check_string(name)
    return found


def number(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        refuse("a number that is not whole, or too large")
    value = float(text)
    if not value.is_integer() or abs(value) > GREATEST:
        refuse("a number that is not whole, or too large")
    return int(value)


def check_strings(value: Any) -> None:
    if isinstance(value, str):
        check_string(value)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        check_strings(item)


def check_string(text: str) -> None:
    try:
        units = len(text.encode("utf-16-le")) // 2
    except UnicodeEncodeError:
        refuse("a lone surrogate")
    if units > MOST_UNITS:
        refuse(f"a string of more than {MOST_UNITS} units")
