"""Makes fiftyRounds.json: a lottery of 50 rounds under three terms, and what its site shows of them.

    python3 make_fifty_rounds.py > fiftyRounds.json

The second terms have another pool wallet, the third ones one more watcher and one more exclusion. Round 12 was not
committed, round 23 was committed a second too late, and round 41 was promised and never paid. The site's list of rounds
leaves out round 31. The beacons are of a network of the table's own, which its user names. Every transaction is really signed.
"""

from __future__ import annotations

import functools
import hashlib
from typing import Any

import base58
import bls12381
import chain
import draw
import form
import terms as announced
from make_hostile_chains import text_of
from synthetic import address, announcing, iso, key, marking, memo, mint_data, payable_owners, sent, transfer

ROUNDS = 50
CALLED_OFF, TOO_LATE, OWED, LEFT_OUT = 12, 23, 41, 31
LENGTH, LOCK, LEAD, PERIOD = 900, 60, 20, 3
GENESIS = 1_800_000_000
SECRET = int.from_bytes(hashlib.sha256(b"the network of the fifty rounds").digest(), "big") % bls12381.R
AUTHORITY, POOLS = key("fifty: authority"), (key("fifty: pool"), key("fifty: next pool"))
ADA, GRACE = key("fifty: Ada"), key("fifty: Grace")
MINT = address("fifty: mint")
POOL_LAMPORTS = 50_000_000_000


def compressed(point: bls12381.Point, degree: int) -> bytes:
    """A finite point in the form in which it is sent (48 bytes for each part of a coordinate)."""
    assert point is not None
    x, y = point[0][:degree], point[1][:degree]
    parts = [part.to_bytes(48, "big") for part in reversed(x)]
    is_larger = tuple(reversed(y)) > tuple((bls12381.P - part) % bls12381.P for part in reversed(y))
    first = bytes([parts[0][0] | 0x80 | (0x20 if is_larger else 0)])
    return first + parts[0][1:] + b"".join(parts[1:])


PUBLIC_KEY = compressed(bls12381.multiply(bls12381.G2_GENERATOR, SECRET), 2)
NETWORK = {"publicKey": PUBLIC_KEY.hex(), "genesis": GENESIS - 3_000, "period": PERIOD}


@functools.cache
def beacon_of(number: int) -> bytes:
    """The network's signature of one of its rounds."""
    hashed = bls12381.hash_to_curve_g1(bls12381.drand_message(number), bls12381.DRAND_DST)
    return compressed(bls12381.multiply(hashed, SECRET), 1)


def terms_of(number: int, first: int, previous: str | None) -> dict[str, Any]:
    pool = POOLS[0] if number == 1 else POOLS[1]
    excluded = [[POOLS[0], "lottery pool"], [AUTHORITY, "tax authority"], [MINT, "the token"]]
    excluded += [[POOLS[1], "lottery pool"]] if number > 1 else []
    excluded += [[address("fifty: exchange"), "exchange"]] if number > 2 else []
    watchers = [[ADA, "Ada", "Ada’s house"]] + ([[GRACE, "Grace", "Grace & sons"]] if number > 2 else [])
    return {
        "terms": number, "mint": MINT, "authority": AUTHORITY, "pool": pool, "genesis": GENESIS, "length": LENGTH,
        "lock": LOCK, "lead": LEAD, "threshold": "100000000000", "top": 0, "share": 20, "places": [70, 20, 10],
        "drand": NETWORK, "excluded": sorted(excluded), "watchers": sorted(watchers), "quorum": len(watchers),
        "from": first, "previous": previous,
    }  # fmt: skip


FIRST = terms_of(1, 1, None)
SECOND = terms_of(2, 18, announced.terms_hash(FIRST))
THIRD = terms_of(3, 35, announced.terms_hash(SECOND))
LOTTERY = announced.terms_hash(FIRST)


def in_force(number: int) -> dict[str, Any]:
    return next(terms for terms in (THIRD, SECOND, FIRST) if terms["from"] <= number)


def announcements() -> list[dict[str, Any]]:
    return [
        sent(500, GENESIS - 600, announcing(FIRST, (AUTHORITY, POOLS[0])), (AUTHORITY, POOLS[0])),
        sent(16_050, GENESIS + 16 * LENGTH - 300, announcing(SECOND, (AUTHORITY, POOLS[1], POOLS[0])), (AUTHORITY, POOLS[1], POOLS[0])),
        sent(33_050, GENESIS + 33 * LENGTH - 300, announcing(THIRD, (AUTHORITY, POOLS[1])), (AUTHORITY, POOLS[1])),
    ]  # fmt: skip


class Round:
    """One of the rounds: `lines` of the ledger, and the `proof` that the site shows (its terms are those of all proofs)."""

    def __init__(self, number: int) -> None:
        terms, ends, base = in_force(number), GENESIS + number * LENGTH, 1_000 * number
        pool = terms["pool"]
        self.number, self.lines, self.ends = number, [], ends
        state = {CALLED_OFF: "rolled-over", TOO_LATE: "rolled-over", OWED: "held"}.get(number, "paid")
        reason = {CALLED_OFF: "missed", TOO_LATE: "commitment-late", OWED: "overdue"}.get(number)
        nothing = dict.fromkeys(("rules", "rulesHash", "snapshot", "commitment", "beacon", "prize", "winners", "payout"))
        self.proof: dict[str, Any] = {"roundNumber": number, "endsAt": iso(ends), "state": state, "reason": reason, **nothing, "witnesses": []}
        if number == CALLED_OFF:
            return
        entries = payable_owners(number)[:5]
        root = draw.owners_root(entries)
        rules = {"rules": 1, "terms": announced.terms_hash(terms), "excluded": [[pool, "excluded"]]}
        beacon_round = draw.beacon_round_at(ends, NETWORK["genesis"], PERIOD)
        signature = beacon_of(beacon_round)
        randomness = hashlib.sha256(signature).digest()
        total, lamports = draw.split_prizes(POOL_LAMPORTS)
        text = draw.CommitMemo(
            number, ends, base + 90, root.hex(), len(entries), POOL_LAMPORTS, total,
            draw.beacon_key_tag(PUBLIC_KEY), beacon_round, draw.rules_hash(rules).hex(),
        ).text()  # fmt: skip
        held = {pool: POOL_LAMPORTS}
        made_at = ends - LEAD + 1 if number == TOO_LATE else ends - 50
        committed = sent(base + 100, made_at, [*marking(f"commit:{ends}", pool), memo(text, pool)], (pool,), held=held)
        self.lines.append(committed)
        self.proof |= {
            "rules": rules,
            "rulesHash": draw.rules_hash(rules).hex(),
            "snapshot": {
                "slot": base + 90, "takenAt": iso(ends - 58), "entries": [base58.encode(owner) for owner in entries],
                "amounts": ["100000000000"] * len(entries), "root": root.hex(),
            },
            "commitment": {
                "wallet": pool, "memo": text, "mark": form.mark_address(pool, f"commit:{ends}"),
                "signature": committed["signature"], "slot": base + 100, "blockTime": iso(made_at),
            },
            "beacon": {
                "network": "of the table", "publicKey": PUBLIC_KEY.hex(), "genesisTime": NETWORK["genesis"], "period": PERIOD,
                "round": beacon_round, "time": iso(ends), "signature": None, "randomness": None,
            },
            "prize": {"poolLamports": str(POOL_LAMPORTS), "totalLamports": str(total), "lamports": [str(one) for one in lamports]},
        }  # fmt: skip
        if number == TOO_LATE:
            return
        for k, (watcher, name, operator) in enumerate(terms["watchers"]):
            said = f"GOD1 witness lottery={LOTTERY[:16]} round={number} ends={ends} root={root.hex()} entries=5 unjudged=0"
            made = [*marking(f"witness:{ends}:{LOTTERY[:8]}", watcher), memo(said, watcher)]
            line = sent(base + 110 + k, ends - 40 + k, made, (watcher,))
            self.lines.append(line)
            self.proof["witnesses"].append({
                "name": name, "operator": operator, "address": watcher, "root": root.hex(), "entries": 5, "unjudged": 0,
                "signature": line["signature"], "slot": base + 110 + k, "blockTime": iso(ends - 40 + k),
            })  # fmt: skip
        winners = [base58.encode(owner) for owner in draw.draw_winners(entries, draw.draw_seed(number, root, randomness))]
        self.proof["beacon"] |= {"signature": signature.hex(), "randomness": randomness.hex()}
        self.proof["winners"] = [
            {"place": k + 1, "address": winner, "lamports": str(lamports[k])} for k, winner in enumerate(winners)
        ]
        if number == OWED:
            return
        text = draw.PayoutMemo(number, ends, root.hex(), beacon_round, 3).text()
        moves = (transfer(winner, amount, pool) for winner, amount in zip(winners, lamports))
        paid = sent(base + 200, ends + 2, [*marking(f"payout:{ends}", pool), *moves, memo(text, pool)], (pool,), held=held)
        self.lines.append(paid)
        self.proof["payout"] = {
            "memo": text, "mark": form.mark_address(pool, f"payout:{ends}"), "signature": paid["signature"],
            "slot": base + 200, "status": "final",
        }  # fmt: skip


@functools.cache
def table() -> dict[str, Any]:
    rounds = [Round(number) for number in range(1, ROUNDS + 1)]
    made = announcements()
    return {
        "mint": MINT,
        "lottery": LOTTERY,
        "network": NETWORK,
        "newest": {"slot": 60_000, "time": GENESIS + ROUNDS * LENGTH + 1_000},
        "times": {"0": GENESIS - 100_000} | {str(1_000 * one.number + 90): one.ends - 58 for one in rounds},
        "accounts": {MINT: mint_data(AUTHORITY)},
        "terms": [{"signature": line["signature"], "terms": of} for line, of in zip(made, (FIRST, SECOND, THIRD))],
        "left out": LEFT_OUT,
        "expect": {
            "hours": "47 promised and paid, 1 promised and owed, 1 spent, 1 called off",
            "alone": "1 owed, 47 not-reached, 2 called-off",
            "site": "1 owed, 2 called-off, 47 proven",
        },
        "ledger": [*made, *(line for one in rounds for line in one.lines)],
        "proofs": [one.proof for one in rounds],
    }


if __name__ == "__main__":
    print(text_of(table()))
