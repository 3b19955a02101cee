"""Terms and their announcements, from the protocol's written text (docs/protocol.md, section 13).

Times are seconds, `made` lists what made the marks terms:1, terms:2, … in that order.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import base58
import chain
from draw import VERSIONS, Version, beacon_key_tag, canonical_json

TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
SHORTEST_LOCK = 10
FURTHEST = 10_000
NUMBER = "([1-9][0-9]{0,14})"
MEMO = re.compile(
    f"GOD1 terms k={NUMBER} from={NUMBER} genesis={NUMBER} length={NUMBER} lock={NUMBER} lead={NUMBER}"
    " drand=([0-9a-f]{16}) pool=([1-9A-HJ-NP-Za-km-z]{32,44}) hash=([0-9a-f]{64})"
)
NAMES = ("k", "from", "genesis", "length", "lock", "lead", "drand", "pool", "hash")


def terms_hash(terms: dict[str, Any]) -> str:
    return hashlib.sha256(canonical_json(terms)).hexdigest()


def lead_of(lock: int) -> int:
    return min(20, lock // 3)


def memo_of(terms: dict[str, Any]) -> str:
    """What announces these terms."""
    said = {"k": terms["terms"], **{name: terms[name] for name in ("from", "genesis", "length", "lock", "lead")}}
    said |= {"drand": beacon_key_tag(bytes.fromhex(terms["drand"]["publicKey"])), "pool": terms["pool"]}
    said["hash"] = terms_hash(terms)
    return "GOD1 terms " + " ".join(f"{name}={said[name]}" for name in NAMES)


def memo_said(said: dict[str, Any]) -> str:
    """The same from what a memo said."""
    return "GOD1 terms " + " ".join(f"{name}={said[name]}" for name in NAMES)


def read_memo(text: str) -> dict[str, Any] | None:
    match = MEMO.fullmatch(text)
    if match is None:
        return None
    said = {name: int(part) if part.isdecimal() and name not in ("drand", "hash", "pool") else part
            for name, part in zip(NAMES, match.groups())}  # fmt: skip
    try:
        base58.decode_address(said["pool"])
    except ValueError:
        return None
    return said


def mark_of(authority: str, k: int) -> str:
    return chain.address_with_seed(authority, f"terms:{k}", chain.SYSTEM_PROGRAM)


def set_authority(mint: str, authority: str) -> chain.Instruction:
    return chain.Instruction(TOKEN_2022, (mint, authority), bytes([6, 5, 1]) + base58.decode_address(authority))


def problem_of(
    said: dict[str, Any], signers: list[str], time: int, counted: list[dict[str, Any]], lottery: dict[str, Any]
) -> bool:
    """Whether an announcement of the right form breaks a rule."""
    before = counted[-1] if counted else None
    named = [lottery["authority"], said["pool"], *([before["pool"]] if before else [])]
    if signers != list(dict.fromkeys(named)):
        return True
    network = lottery["network"]
    if said["drand"] != beacon_key_tag(bytes.fromhex(network["publicKey"])):
        return True
    if counted and (said["genesis"], said["length"]) != (counted[0]["genesis"], counted[0]["length"]):
        return True
    genesis, length, lock, first = said["genesis"], said["length"], said["lock"], said["from"]
    if not SHORTEST_LOCK <= lock < length or said["lead"] != lead_of(lock):
        return True
    since = genesis - network["genesis"]
    if since < 0 or since % network["period"] or length % network["period"]:
        return True
    if before and first <= before["from"]:
        return True
    if first > max(1, (time - genesis) // length + 1) + FURTHEST:
        return True
    ends = genesis + first * length
    if before is None:
        return time >= ends - lock
    return time > ends - length - max(lock, before["lock"])


def count_terms(made: list[dict[str, Any]], lottery: dict[str, Any]) -> list[int]:
    """The numbers that count. `made`: slot, time, memo (None: it has another form), signers as the memo names them."""
    counted: list[dict[str, Any]] = []
    for index, one in enumerate(made):
        said = None if one["memo"] is None else read_memo(one["memo"])
        is_spent = said is None or said["k"] != index + 1 or (index > 0 and made[index - 1]["slot"] >= one["slot"])
        if not is_spent and not problem_of(said, one["signers"], one["time"], counted, lottery):
            counted.append(said)
    return [said["k"] for said in counted]


def in_force(counted: list[dict[str, Any]], round_number: int) -> dict[str, Any] | None:
    """The newest whose first round has come."""
    return next((said for said in reversed(counted) if said["from"] <= round_number), None)


LONGEST = 1_000_000
WHOLE = ("terms", "genesis", "length", "lock", "lead", "top", "share", "quorum", "from")
MEMBERS = {*WHOLE, "excluded", "watchers", "mint", "authority", "pool", "threshold", "places", "drand", "previous"}


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def is_text(value: Any, pattern: str) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_address(value: Any) -> bool:
    try:
        return isinstance(value, str) and base58.encode(base58.decode_address(value)) == value
    except ValueError:
        return False


def units(text: str) -> int:
    return len(text.encode("utf-16-be")) // 2


def is_sorted_list(rows: Any, width: int, most: int) -> bool:
    """Rows of an address and texts, sorted by address, each once."""
    if not isinstance(rows, list) or len(rows) > most:
        return False
    for row in rows:
        if not isinstance(row, list) or len(row) != width or not is_address(row[0]):
            return False
        if not all(isinstance(text, str) and 1 <= units(text) <= 1_000 for text in row[1:]):
            return False
    named = [row[0] for row in rows]
    return named == sorted(set(named))


def are_terms(of: Any) -> bool:
    """Whether parsed JSON has the members of terms and keeps every rule that terms break by themselves."""
    if not isinstance(of, dict) or set(of) != MEMBERS or not all(is_whole(of[name]) for name in WHOLE):
        return False
    if not all(is_address(of[name]) for name in ("mint", "authority", "pool")):
        return False
    if not is_text(of["threshold"], "[1-9][0-9]{0,19}") or int(of["threshold"]) >= 2**64:
        return False
    if not isinstance(of["places"], list) or Version(of["share"], tuple(of["places"])) not in VERSIONS.values():
        return False
    if of["previous"] is not None and not is_text(of["previous"], "[0-9a-f]{64}"):
        return False
    drand = of["drand"]
    if not isinstance(drand, dict) or set(drand) != {"publicKey", "genesis", "period"}:
        return False
    if not is_text(drand["publicKey"], "[0-9a-f]{192}") or not all(is_whole(drand[n]) for n in ("genesis", "period")):
        return False
    if min(of["terms"], of["from"], of["genesis"], drand["period"]) < 1 or of["genesis"] < drand["genesis"]:
        return False
    if of["length"] % drand["period"] or (of["genesis"] - drand["genesis"]) % drand["period"]:
        return False
    if not SHORTEST_LOCK <= of["lock"] < of["length"] or of["lead"] != lead_of(of["lock"]):
        return False
    if not is_sorted_list(of["excluded"], 2, 1_000) or not is_sorted_list(of["watchers"], 3, 16):
        return False
    if not {of["mint"], of["pool"], of["authority"]} <= {row[0] for row in of["excluded"]}:
        return False
    operators = len({row[2] for row in of["watchers"]})
    return of["quorum"] == 0 if operators == 0 else operators < 2 * of["quorum"] <= 2 * operators


def parse(text: str) -> dict[str, Any] | None:
    """Terms from their canonical text; None for any other text."""
    try:
        if units(text) > LONGEST:
            return None
        of = json.loads(text)
        if canonical_json(of) != text.encode("utf-8"):
            return None
    except (ValueError, RecursionError):
        return None
    return of if are_terms(of) else None


def read_terms(text: str, memo: str, previous: str | None, lottery: dict[str, Any]) -> dict[str, Any] | None:
    """Terms that count, from the text that is shown for them; None for a text that cannot be used."""
    of = parse(text)
    if of is None or memo_of(of) != memo or of["previous"] != previous:
        return None
    network = lottery["network"]
    if of["drand"] != {name: network[name] for name in ("publicKey", "genesis", "period")}:
        return None
    return of if (of["mint"], of["authority"]) == (lottery["mint"], lottery["authority"]) else None
