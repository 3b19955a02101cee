"""Makes terms.json: terms with their bytes, and announcements of which some count.

    python3 make_terms.py > terms.json && npx biome check --write terms.json

`counted` is written by hand here; every implementation has to say the same.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import terms as of
from synthetic import address
from verify import QUICKNET

GENESIS = 1_796_083_200
LENGTH, LOCK = 3_600, 60
A, POOL, NEXT_POOL, MINT = (address(name) for name in ("authority", "pool", "next pool", "mint"))
STRANGER = address("stranger")
NETWORK = {"publicKey": QUICKNET.public_key.hex(), "genesis": QUICKNET.genesis, "period": QUICKNET.period}
WATCHERS = sorted([[address("ada"), "Ada", "Ada’s house"], [address("bob"), "Bob", "Bob"]])


def excluded_by(pool: str) -> list[list[str]]:
    """Those whom all terms name, with their roles; a key that has two of them stands there once."""
    return sorted([name, role] for name, role in {A: "tax authority", pool: "lottery pool", MINT: "the token"}.items())


def terms(k: int, first: int, previous: str | None = None, **more: Any) -> dict[str, Any]:
    pool = more.get("pool", POOL)
    return {
        "terms": k, "mint": MINT, "authority": A, "pool": pool, "genesis": GENESIS, "length": LENGTH, "lock": LOCK,
        "lead": of.lead_of(more.get("lock", LOCK)), "threshold": "100000000000", "top": 0, "share": 20,
        "places": [70, 20, 10], "drand": NETWORK, "excluded": excluded_by(pool),
        "watchers": WATCHERS, "quorum": 2, "from": first, "previous": previous, **more,
    }  # fmt: skip


FIRST = terms(1, 1)
BEFORE_THE_FIRST = GENESIS - 600


def made(one: dict[str, Any], slot: int, time: int, signers: tuple[str, ...] = (A, POOL), **more: Any) -> dict[str, Any]:
    return {"slot": slot, "time": time, "memo": of.memo_of(one), "signers": list(signers), **more}


def second(first: int = 100, **more: Any) -> dict[str, Any]:
    return terms(2, first, of.terms_hash(FIRST), **more)


def due(first: int, lock: int = LOCK) -> int:
    """The last second in which terms that are not the first are announced in time."""
    return GENESIS + first * LENGTH - LENGTH - lock


ONE = made(FIRST, 100, BEFORE_THE_FIRST)


def case(name: str, counted: list[int], *all_made: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "counted": counted, "made": list(all_made)}


def cases() -> list[dict[str, Any]]:
    moved = second(pool=NEXT_POOL)
    third = terms(3, 200, "00" * 32)
    return [
        case("the first", [1], ONE),
        case("the first, a second before its first lock", [1], made(FIRST, 100, GENESIS + LENGTH - LOCK - 1)),
        case("the first, at its first lock", [], made(FIRST, 100, GENESIS + LENGTH - LOCK)),
        case("the first, for a later round", [1], made(terms(1, 5_000), 100, BEFORE_THE_FIRST)),
        case("the first, not further than 10,000 rounds", [1], made(terms(1, 10_001), 100, BEFORE_THE_FIRST)),
        case("the first, further than 10,000 rounds", [], made(terms(1, 10_002), 100, BEFORE_THE_FIRST)),
        case("the first, without the pool's signature", [], made(FIRST, 100, BEFORE_THE_FIRST, (A,))),
        case("the first, with its signers in another order", [], made(FIRST, 100, BEFORE_THE_FIRST, (POOL, A))),
        case("the first, by one key that is authority and pool", [1],
             made(terms(1, 1, pool=A), 100, BEFORE_THE_FIRST, (A,))),
        case("the first, of another form", [], {**ONE, "memo": None}),
        case("the first, which says that it is the second", [], made(second(1), 100, BEFORE_THE_FIRST)),
        case("the first, with a lock below 10 s", [], made(terms(1, 1, lock=9), 100, BEFORE_THE_FIRST)),
        case("the first, with a lock of its length", [], made(terms(1, 1, lock=LENGTH), 100, BEFORE_THE_FIRST)),
        case("the first, with another lead", [], made(terms(1, 1, lead=19), 100, BEFORE_THE_FIRST)),
        case("the first, off the beacon's times", [], made(terms(1, 1, genesis=GENESIS + 1), 100, BEFORE_THE_FIRST)),
        case("the first, with a length that the period does not divide", [],
             made(terms(1, 1, length=3_601), 100, BEFORE_THE_FIRST)),
        case("the first, of another beacon network", [],
             made(terms(1, 1, drand={**NETWORK, "publicKey": "00" * 96}), 100, BEFORE_THE_FIRST)),
        case("a second, in time to the second", [1, 2], ONE, made(second(), 200, due(100))),
        case("a second, a second too late", [1], ONE, made(second(), 200, due(100) + 1)),
        case("a second with a longer lock has to come earlier", [1], ONE, made(second(lock=120), 200, due(100))),
        case("a second with a shorter lock is held to the longer one", [1, 2], ONE, made(second(lock=30), 200, due(100))),
        case("a second that moves the pool, signed by both", [1, 2], ONE,
             made(moved, 200, due(100), (A, NEXT_POOL, POOL))),
        case("a second that moves the pool without the old one's signature", [1], ONE,
             made(moved, 200, due(100), (A, NEXT_POOL))),
        case("a second that a stranger signed as well", [1], ONE, made(second(), 200, due(100), (A, POOL, STRANGER))),
        case("a second of another genesis", [1], ONE, made(second(genesis=GENESIS + 3_600), 200, due(100))),
        case("a second of another length", [1], ONE, made(second(length=7_200), 200, due(100))),
        case("a second from the first's own round", [1], ONE, made(second(1), 200, BEFORE_THE_FIRST)),
        case("a second in the slot of the first is spent for ever", [1, 3], ONE, made(second(), 100, due(100)),
             made(third, 300, due(200))),
        case("a second with a shorter lock, too late for the longer one", [1], ONE,
             made(second(lock=30), 200, due(100) + 1)),
        case("the first, before the beacon's own genesis", [],
             made(terms(1, 1, genesis=NETWORK["genesis"] - LENGTH), 100, NETWORK["genesis"] - 2 * LENGTH)),
        case("a second that is spent does not move what a third is held to", [1, 3], ONE,
             made(moved, 200, due(100), (A, NEXT_POOL)), made(third, 300, due(200))),
        case("a second made before the first", [1], {**ONE, "slot": 300}, made(second(), 200, due(100))),
        case("a third from no later round than the second", [1, 2], ONE, made(second(), 200, due(100)),
             made(terms(3, 100, "00" * 32), 300, due(100))),
    ]  # fmt: skip


def shown(name: str, is_usable: bool, text: str, announced: dict[str, Any], previous: str | None = None) -> dict[str, Any]:
    """A text that is shown for terms whose announcement carries its hash."""
    own = of.memo_of(announced).rsplit("=", 1)[0]
    memo = f"{own}={hashlib.sha256(text.encode('utf-8')).hexdigest()}"
    return {"name": name, "usable": is_usable, "text": text, "memo": memo, "previous": previous}


def changed(name: str, is_usable: bool = False, before: str | None = None, **more: Any) -> dict[str, Any]:
    one = terms(more.pop("terms", 1), more.pop("first", 1), **more)
    return shown(name, is_usable, of.canonical_json(one).decode(), one, before)


def spelled(name: str, before: str, after: str) -> dict[str, Any]:
    text = of.canonical_json(FIRST).decode()
    assert before in text
    return shown(name, False, text.replace(before, after, 1), FIRST)


def watchers(*operators: str) -> list[list[str]]:
    return sorted([address(f"watcher {place}"), "name", operator] for place, operator in enumerate(operators))


def excluded(count: int) -> list[list[str]]:
    return sorted([[A, "-"], [POOL, "-"], [MINT, "-"], *([address(f"out {place}"), "-"] for place in range(count - 3))])


def texts() -> list[dict[str, Any]]:
    hash_before = of.terms_hash(FIRST)
    own = FIRST["excluded"]
    return [
        changed("the first", True),
        changed("without watchers", True, watchers=[], quorum=0),
        changed("with a quorum of nobody", watchers=[], quorum=1),
        changed("with 16 watchers", True, watchers=watchers(*"abcdefghijklmnop"), quorum=9),
        changed("with 17 watchers", watchers=watchers(*"abcdefghijklmnopq"), quorum=9),
        changed("with half of its operators", quorum=1),
        changed("with more than its operators", quorum=3),
        changed("with three watchers of two operators", True, watchers=watchers("a", "a", "b"), quorum=2),
        changed("with three watchers of one operator", watchers=watchers("a", "a", "a"), quorum=2),
        changed("with watchers in another order", watchers=WATCHERS[::-1]),
        changed("with a watcher twice", watchers=[WATCHERS[0], WATCHERS[0]], quorum=1),
        changed("with exclusions in another order", excluded=own[::-1]),
        changed("with an exclusion twice", excluded=[own[0], *own]),
        *(changed(f"that does not exclude the {name}", excluded=[row for row in own if row[0] != out])
          for name, out in (("pool", POOL), ("authority", A), ("mint", MINT))),
        changed("with 30 exclusions", True, excluded=excluded(30)),
        changed("with a reason of 1,000 UTF-16 units", True, excluded=[[row[0], "😀" * 500] for row in own]),
        changed("with a reason of 1,001 UTF-16 units", excluded=[[row[0], "😀" * 500 + "a"] for row in own]),
        changed("with an empty reason", excluded=[[row[0], ""] for row in own]),
        changed("with a reason that has to be escaped", True, excluded=[[row[0], 'a "b"\n\x7f\u2028é'] for row in own]),
        changed("with the largest threshold", True, threshold=str(2**64 - 1)),
        changed("with a threshold beyond u64", threshold=str(2**64)),
        changed("with a threshold of 0", threshold="0"),
        changed("with a threshold that is a number", threshold=100),
        changed("with a largest number", True, top=2**53 - 1),
        changed("with another share", share=21),
        changed("with other places", places=[70, 10, 20]),
        changed("with a lock below 10 s", lock=9),
        changed("with another lead", lead=19),
        changed("with another mint", mint=STRANGER, excluded=sorted([[STRANGER, "-"], *own])),
        changed("with another authority", authority=STRANGER, excluded=sorted([[STRANGER, "-"], *own])),
        changed("with a mint that is no address", mint="1" * 31),
        changed("with another period of the network", drand={**NETWORK, "period": 1}),
        changed("with another genesis of the network", drand={**NETWORK, "genesis": NETWORK["genesis"] - 3}),
        changed("of a second number", True, hash_before, terms=2, first=100, previous=hash_before),
        changed("of a second number that names nobody", False, hash_before, terms=2, first=100),
        changed("of a second number that names others", False, hash_before, terms=2, first=100, previous="00" * 32),
        changed("of a second number that is the first to count", True, terms=2, first=100),
        {**changed("that names others although it is the first to count", terms=2, first=100, previous="00" * 32),
         "previous": None},
        spelled("with white space", ",", ", "),
        spelled("with a fraction", '"top":0', '"top":0.0'),
        spelled("with an exponent", '"length":3600', '"length":36e2'),
        spelled("with a negative zero", '"top":0', '"top":-0'),
        spelled("with a negative number", '"top":0', '"top":-1'),
        spelled("with a number that is not safe", '"top":0', '"top":9007199254740992'),
        spelled("with true for a number", '"top":0', '"top":true'),
        spelled("with a doubled name", '"top":0', '"top":1,"top":0'),
        spelled("with one name more", '"top":0', '"top":0,"tops":0'),
        spelled("without one of its names", '"top":0,', ""),
        spelled("with one name more for the network", '"period":3', '"period":3,"phase":0'),
        spelled("with an escape that is not needed", "Ada", "\\u0041da"),
        spelled("with a lone surrogate", "Ada", "\\ud800"),
        spelled("with a watcher that has no operator", ',"Bob","Bob"]', ',"Bob"]'),
        spelled("that is no JSON", "}", ""),
        shown("that is a list", False, "[]", FIRST),
        shown("that is null", False, "null", FIRST),
        {**changed("of other terms than were announced", top=5), "memo": of.memo_of(FIRST)},
    ]  # fmt: skip


def table() -> dict[str, Any]:
    text = of.canonical_json(FIRST).decode()
    instruction = of.set_authority(MINT, A)
    return {
        "lottery": {"mint": MINT, "authority": A, "network": NETWORK},
        "first": {
            "terms": FIRST, "canonical": text, "hash": of.terms_hash(FIRST), "memo": of.memo_of(FIRST),
            "mark": of.mark_of(A, 1), "setAuthority": instruction.data.hex(),
        },
        "cases": cases(),
        "texts": texts(),
    }  # fmt: skip


if __name__ == "__main__":
    made_table = table()
    head = {name: made_table[name] for name in ("lottery", "first")}
    lists = [
        f'"{name}": [\n' + ",\n".join(json.dumps(item, ensure_ascii=False) for item in made_table[name]) + "\n]"
        for name in ("cases", "texts")
    ]
    print(json.dumps(head, ensure_ascii=False)[:-1] + ", " + ", ".join(lists) + "}")
