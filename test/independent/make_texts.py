"""Makes texts.json: texts that are shown for a proof, and whether they are one.

    python3 make_texts.py > texts.json

A text is the table's proof with a part of it written otherwise: `at` is replaced by `by`, `times` times in a row, with
`head` before all and `tail` behind it, and with spaces up to `fill` bytes. `is` is written by hand; every verifier has to say the same.
"""

from __future__ import annotations

import json
from typing import Any

from make_hostile_chains import ROUND

ROUND_NUMBER = '"roundNumber":3'
ENDS = '"endsAt":"2023-08-23T15:59:24.000Z"'
STATE = '"reason":null'
PROOF = json.dumps(ROUND.proof, separators=(",", ":"))
TAKEN = f'"takenAt":"{ROUND.proof["snapshot"]["takenAt"]}"'
RULES_HASH = f'"rulesHash":"{ROUND.proof["rulesHash"]}"'


def case(name: str, verdict: str, at: str = "", by: str = "", **more: Any) -> dict[str, Any]:
    assert at in PROOF, at
    return {"name": name, "is": verdict, "at": at, "by": by, **more}


def note(name: str, verdict: str, value: str, **more: Any) -> dict[str, Any]:
    """A member that no verifier judges: only its form counts. `times` repeats what stands between head and tail."""
    return {"name": name, "is": verdict, "note": value, **more}


def cases() -> list[dict[str, Any]]:
    proof, none = "proof", "no proof"
    return [
        case("the proof", proof),
        case("with spaces", proof, ROUND_NUMBER, ' \t"roundNumber" :\r\n3 '),
        case("with a name escaped", proof, ROUND_NUMBER, '"round\\u004eumber":3'),
        case("a whole number with a fraction", proof, ROUND_NUMBER, '"roundNumber":3.0'),
        case("a whole number with an exponent", proof, ROUND_NUMBER, '"roundNumber":0.3e1'),
        case("a number with a fraction", none, ROUND_NUMBER, '"roundNumber":3.5'),
        case("a number with a leading zero", none, ROUND_NUMBER, '"roundNumber":03'),
        case("a number with a plus", none, ROUND_NUMBER, '"roundNumber":+3'),
        case("a number in hex", none, ROUND_NUMBER, '"roundNumber":0x3'),
        case("a number with a bare point", none, ROUND_NUMBER, '"roundNumber":3.'),
        case("a doubled name", none, ROUND_NUMBER, '"roundNumber":4,"roundNumber":3'),
        case("a doubled name, once escaped", none, ROUND_NUMBER, '"round\\u004eumber":4,"roundNumber":3'),
        case("a comma too many", none, ROUND_NUMBER, '"roundNumber":3,'),
        case("a comment", none, ROUND_NUMBER, '/* 1 */"roundNumber":3'),
        case("single quotes", none, ROUND_NUMBER, "'roundNumber':3"),
        case("a time with three decimals", proof, ENDS, ENDS),
        case("a time without decimals", proof, ENDS, '"endsAt":"2023-08-23T15:59:24Z"'),
        case("a time with four decimals", none, ENDS, '"endsAt":"2023-08-23T15:59:24.0000Z"'),
        case("a time with nanoseconds", none, ENDS, '"endsAt":"2023-08-23T15:59:24.000000000Z"'),
        case("a time in another zone", none, ENDS, '"endsAt":"2023-08-23T15:59:24.000+00:00"'),
        case("a time in Arabic digits", none, ENDS, '"endsAt":"2023-08-23T15:59:2\u0664.000Z"'),
        case("a second that there is not", none, ENDS, '"endsAt":"2023-08-23T15:59:60.000Z"'),
        case("a time before 1970", none, ENDS, '"endsAt":"1969-12-31T23:59:59Z"'),
        case("a half of a second, where it has to be a whole one", none, ENDS, '"endsAt":"2023-08-23T15:59:24.500Z"'),
        case("a half of a second in the time of the reading", proof, TAKEN, '"takenAt":"2023-08-23T15:58:26.500Z"'),
        case("a part that is left out and not null", none, '"reason":null,', ""),
        case("a part that is null", proof, RULES_HASH, '"rulesHash":null'),
        case("no list of terms", none, '"terms":[{', '"terms":null,"more":[{'),
        case("no list of witnesses", proof, '"witnesses":', '"more":'),
        case("witnesses that are null", none, '"witnesses":', '"witnesses":null,"more":'),
        case("a slot of the commitment that is null", proof, '"slot":1000', '"slot":null'),
        case("a slot of the list that is null", none, '"slot":990', '"slot":null'),
        case("a status of another word", none, '"status":"final"', '"status":"paid"'),
        case("an amount with a leading zero", none, '"poolLamports":"', '"poolLamports":"0'),
        case("a reason of another word", none, '"frozen"', '"ice"'),
        note("no text", none, "", whole=True),
        note("a word alone", none, "null", whole=True),
        note("a mark of the byte order before it", none, "1", head="\ufeff"),
        note("something behind it", none, "1", tail="x"),
        note("another proof behind it", none, "1", tail="{}"),
        note("NaN", none, "NaN"),
        note("Infinity", none, "Infinity"),
        note("minus Infinity", none, "-Infinity"),
        note("minus zero", proof, "-0"),
        note("the greatest number", proof, str(2**53 - 1)),
        note("a number beyond it", none, str(2**53)),
        note("a number that rounds to it", none, "1e400"),
        note("a number of 5,000 digits", none, "1", times=5000),
        note("a number of 5,000 zeros behind the point", none, "0", times=5000, before="1."),
        note("a fraction", none, "0.5"),
        note("a lone surrogate, escaped", none, '"\\ud800"'),
        note("a lone surrogate at the end of a pair", none, '"\\ud83d\\ude00\\ude00"'),
        note("a pair of surrogates", proof, '"\\ud83d\\ude00"'),
        note("a lone surrogate in a name", none, '{"\\udc00":1}'),
        note("an unknown escape", none, '"\\x41"'),
        note("a short escape", none, '"\\u41"'),
        note("a line break in a string", none, '"a\nb"'),
        note("a zero in a string", none, '"a\u0000b"'),
        note("a delete in a string", proof, '"a\u007fb"'),
        note("a string without its end", none, '"a'),
        note("a string of 1,000 units", proof, "a", times=1000, before='"', after='"'),
        note("a string of 1,001 units", none, "a", times=1001, before='"', after='"'),
        note("a string of 501 pairs", none, "\U0001f600", times=501, before='"', after='"'),
        note("a string of 1,000 escaped units", proof, "\\u0061", times=1000, before='"', after='"'),
        note("a string of a megabyte", none, "a", times=1_000_000, before='"', after='"'),
        note("a string of a megabyte of escapes", none, "\\n", times=500_000, before='"', after='"'),
        note("a string of a megabyte of quotes without an end", none, '\\"', times=500_000, before='"'),
        note("nine levels within the proof", proof, "[", times=9, after="]" * 9),
        note("ten levels within the proof", none, "[", times=10, after="]" * 10),
        note("3,000 levels", none, "[", times=3000),
        note("a million levels", none, '{"a":', times=1_000_000),
        note("a name that objects have anyway", proof, '{"__proto__":1,"constructor":2,"toString":3}'),
        {"name": "32 MB, filled with spaces", "is": proof, "fill": 2**25},
        {"name": "32 MB and a byte, filled with spaces", "is": none, "fill": 2**25 + 1},
        note("32 MB and more", none, "1,", times=17_000_000, before="[", after="1]"),
    ]  # fmt: skip


def text_of(of: dict[str, Any]) -> str:
    """The text of a case."""
    value = of.get("before", "") + of.get("note", "") * of.get("times", 1) + of.get("after", "")
    if of.get("whole"):
        return value
    whole = PROOF.replace(of["at"], of["by"], 1) if of.get("at") else PROOF
    if "note" in of:
        whole = whole[:-1] + f',"more":{value}}}'
    whole = of.get("head", "") + whole + of.get("tail", "")
    return whole + " " * max(0, of.get("fill", 0) - len(whole.encode()))


def table() -> dict[str, Any]:
    return {"proof": PROOF, "cases": cases()}


if __name__ == "__main__":
    print(json.dumps(table(), indent=1))
