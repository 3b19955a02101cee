"""Makes values.json: for each piece of arithmetic of docs/protocol.md what goes in, and what has to come out.

    python3 make_values.py > values.json

It is for somebody who writes another implementation: every part can be compared alone, before there is a chain to ask.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import base58
import draw
import form
import owners
import terms
import witnesses
from synthetic import NETWORK, QUICKNET, SyntheticRound, announced, TERMS

ROUND = SyntheticRound()
P = 2**255 - 19
# Section 9; no verifier of a round reads it.
TAX = re.compile("GOD1 tax cycle=[1-9][0-9]{0,14} config=v(0|[1-9][0-9]{0,8}) part=(0|[1-9][0-9]{0,5})")


def label(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def is_memo(kind: str, text: str) -> bool:
    try:
        if kind == "commit":
            draw.CommitMemo.parse(text)
        elif kind == "payout":
            draw.PayoutMemo.parse(text)
        else:
            grammar = {"witness": witnesses.TESTIMONY.fullmatch, "terms": terms.read_memo, "tax": TAX.fullmatch}
            return grammar[kind](text) is not None
    except ValueError:
        return False
    return True


def memos() -> list[dict[str, Any]]:
    """Each text with each of its values at the limits of its grammar and beyond them."""
    of = {"lottery": announced.terms_hash(TERMS)[:16], "hash": "ab" * 32}
    right = {
        "commit": ROUND.commit_memo,
        "payout": ROUND.payout_memo,
        "witness": f"GOD1 witness lottery={of['lottery']} round=3 ends=1692806364 root={of['hash']} entries=9 unjudged=0",
        "terms": announced.memo_of(TERMS),
        "tax": "GOD1 tax cycle=1692806364 config=v1 part=0",
    }
    values = ("0", "1", "9" * 2, "1" + "0" * 2, "9" * 9, "1" + "0" * 9, "9" * 15, "1" + "0" * 15, "9" * 20, "1" + "0" * 20,
              "01", "-1", "+1", "1.0", "", "١", "a" * 16, "A" * 16, "a" * 64, "A" * 64, "a" * 63)  # fmt: skip
    made = []
    for kind, text in right.items():
        texts = [text, text + "\n", text + " ", " " + text, text.replace(" ", "  ", 2), text.replace("GOD1", "god1"), text.replace("=", " =", 1)]
        words = text.split(" ")
        for place in range(2, len(words)):
            name, _, value = words[place].partition("=")
            kept = "v" if name == "config" else ""
            texts += [" ".join([*words[:place], f"{name}={kept}{other}", *words[place + 1 :]]) for other in values]
            texts += [" ".join([*words[:place], *words[place + 1 :]])]
            if ":" in value:
                texts += [" ".join([*words[:place], f"{name}={value.split(':')[0]}:{other}", *words[place + 1 :]]) for other in values]
        if kind == "witness":
            texts += [text.split(" root=")[0] + end for end in (" list=none", " list=none entries=0 unjudged=0", "", " list=")]
        made += [{"kind": kind, "text": one, "is": is_memo(kind, one)} for one in dict.fromkeys(texts)]
    return made


def roots() -> list[dict[str, Any]]:
    leaves = sorted(label(f"owner {k}") for k in range(33))
    counts = (1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33)
    return [{"entries": [base58.encode(one) for one in leaves[:n]], "root": draw.owners_root(leaves[:n]).hex()} for n in counts]


def draws() -> list[dict[str, Any]]:
    made = []
    for of in roots():
        number, randomness = len(of["entries"]) * 1_000_003, label(f"randomness {len(of['entries'])}")
        seed = draw.draw_seed(number, bytes.fromhex(of["root"]), randomness)
        won = draw.draw_winners([base58.decode_address(one) for one in of["entries"]], seed)
        made.append({**of, "round": number, "randomness": randomness.hex(), "seed": seed.hex(), "winners": [base58.encode(one) for one in won]})
    return made


def beacons() -> list[dict[str, Any]]:
    made = []
    for time in (0, 1, 2, 3, 4, 5, 3600, 3_601, 86_400 * 365):
        at = NETWORK["genesis"] + time
        number = draw.beacon_round_at(at, NETWORK["genesis"], NETWORK["period"])
        made.append({"time": at, "round": number, "due": draw.beacon_time(number, NETWORK["genesis"], NETWORK["period"]),
                     "message": hashlib.sha256(number.to_bytes(8, "big")).hexdigest()})  # fmt: skip
    return made


def splits() -> list[dict[str, Any]]:
    pools = (0, 1, 4, 5, 9, 10, 49, 50, 99, 100, 101, 12_345_678_901, 2**53, 2**64 - 1)
    return [{"pool": str(pool), "total": str(draw.split_prizes(pool)[0]), "lamports": [str(one) for one in draw.split_prizes(pool)[1]]} for pool in pools]


def marks() -> list[dict[str, Any]]:
    seeds = ("commit:1692806364", "payout:1692806364", "witness:1692806364:aaee55dc", "terms:1", "terms:1000")
    return [{"base": base58.encode(label(f"base {seed}")), "seed": seed, "mark": form.mark_address(base58.encode(label(f"base {seed}")), seed)} for seed in seeds]


def reasons() -> list[dict[str, Any]]:
    numbers = [*range(12), P - 1, P, P + 1, 2**255 - 1, *(number | 1 << 255 for number in (0, 1, 3, P - 1))]
    keys = [number.to_bytes(32, "little") for number in numbers] + [label(f"owner {k}") for k in range(12)]
    return [{"owner": base58.encode(key), "reason": owners.reason_in_bytes(key)} for key in keys]


def windows() -> list[dict[str, Any]]:
    """Of a round whose beacon is due at T = 1,000,000: the first and the last second of a commitment."""
    locks = (10, 11, 12, 29, 30, 59, 60, 61, 300, 3599)
    return [{"lock": lock, "lead": terms.lead_of(lock), "from": 1_000_000 - lock - 45, "until": 1_000_000 - terms.lead_of(lock)} for lock in locks]


def table() -> dict[str, Any]:
    return {
        "format": "inputs and results of docs/protocol.md: versions of the rules, memos, roots and draws, beacons of quicknet, prizes, marks, reasons in bytes, windows",
        "network": {"key": draw.beacon_key_tag(QUICKNET.public_key)},
        "versions": [{"rules": number, "share": of.share, "places": list(of.places)} for number, of in draw.VERSIONS.items()],
        "memos": memos(), "draws": draws(), "beacons": beacons(), "splits": splits(), "marks": marks(), "reasons": reasons(), "windows": windows(),
    }  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(table(), indent=1, ensure_ascii=False))
