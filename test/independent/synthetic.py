"""A complete, valid round for the verifier's tests: its proof, and an RPC that answers from a made-up chain.

The beacon is quicknet's published round 1000, so the round ends at that beacon's time. There is another round besides,
which ends with the next beacon.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import base58
import chain
import draw
from test_bls12381 import QUICKNET_BEACONS
from verify import QUICKNET

ROUND = 123
BEACON_ROUND, RANDOMNESS, BEACON_SIGNATURE = QUICKNET_BEACONS[1]
ENDS = draw.beacon_time(BEACON_ROUND, QUICKNET.genesis, QUICKNET.period)
POOL_LAMPORTS = 1_234_567_890_123
RENT = 897_840
MEMO_PROGRAM = chain.MEMO_PROGRAMS[0]


def address(label: str) -> str:
    return base58.encode(hashlib.sha256(label.encode()).digest())


def signature(label: str) -> str:
    return base58.encode(hashlib.sha512(label.encode()).digest())


def iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", ".000Z")


WALLET = address("pool")
STRANGER = address("stranger")
GUARD = chain.address_with_seed(WALLET, f"payout:{ENDS}", chain.SYSTEM_PROGRAM)
COMMIT_SIGNATURE = signature("commit")
PAYOUT_SIGNATURE = signature("payout")


@dataclass(frozen=True)
class Kind:
    """What tells rounds apart: numbers, Unix seconds, slots; `salt` goes into its entries and its pool."""

    number: int
    beacon: tuple[int, str, str]
    salt: int
    commit_signature: str
    payout_signature: str
    slots: tuple[int, int, int]

    @property
    def ends(self) -> int:
        return draw.beacon_time(self.beacon[0], QUICKNET.genesis, QUICKNET.period)


THIS = Kind(ROUND, QUICKNET_BEACONS[1], 0, COMMIT_SIGNATURE, PAYOUT_SIGNATURE, (990, 1000, 1200))
OTHER = Kind(ROUND + 1, QUICKNET_BEACONS[2], 7, signature("other commit"), signature("other payout"), (991, 1002, 1210))


def memo(text: str) -> chain.Instruction:
    return chain.Instruction(MEMO_PROGRAM, (), text.encode())


def transfer(receiver: str, lamports: int, sender: str = WALLET) -> chain.Instruction:
    data = chain.TRANSFER.to_bytes(4, "little") + lamports.to_bytes(8, "little")
    return chain.Instruction(chain.SYSTEM_PROGRAM, (sender, receiver), data)


def guard_of(ends: int) -> str:
    return chain.address_with_seed(WALLET, f"payout:{ends}", chain.SYSTEM_PROGRAM)


def allocate_guard(base: str = WALLET, ends: int = ENDS) -> chain.Instruction:
    data = chain.allocate_with_seed_data(base, f"payout:{ends}", 1, chain.SYSTEM_PROGRAM)
    return chain.Instruction(chain.SYSTEM_PROGRAM, (guard_of(ends), base), data)


class FakeRpc:
    """Answers the verifier's methods from transactions added newest last; two lines of history per page."""

    def __init__(self) -> None:
        self.history: list[dict[str, Any]] = []
        self.transactions: dict[str, dict[str, Any]] = {}
        self.statuses: dict[str, str] = {}

    def add(
        self,
        name: str,
        slot: int,
        block_time: int | None,
        instructions: list[chain.Instruction],
        payer: str = WALLET,
        signers: tuple[str, ...] = (),
        error: Any = None,
        status: str = "finalized",
    ) -> None:
        keys = list(dict.fromkeys([payer, *signers]))
        signer_count = len(keys)
        mentioned = [key for i in instructions for key in (*i.accounts, i.program)]
        keys = list(dict.fromkeys([*keys, *mentioned, WALLET]))
        changes = dict.fromkeys(keys, 0)
        for instruction in instructions:
            moved = chain.parse_transfer(instruction)
            if moved is not None:
                changes[moved[0]] -= moved[2]
                changes[moved[1]] += moved[2]
        before = 10**15
        texts = [i.data.decode() for i in instructions if i.program == MEMO_PROGRAM]
        self.history.insert(
            0,
            {
                "signature": name,
                "slot": slot,
                "err": error,
                "memo": "; ".join(f"[{len(text)}] {text}" for text in texts) or None,
                "blockTime": block_time,
            },
        )
        self.transactions[name] = {
            "slot": slot,
            "blockTime": 1,  # wrong on purpose: the verifier must not read it
            "transaction": {
                "message": {
                    "header": {"numRequiredSignatures": signer_count},
                    "accountKeys": keys,
                    "instructions": [
                        {
                            "programIdIndex": keys.index(i.program),
                            "accounts": [keys.index(key) for key in i.accounts],
                            "data": base58.encode(i.data),
                        }
                        for i in instructions
                    ],
                }
            },
            "meta": {
                "err": error,
                "preBalances": [before for _ in keys],
                "postBalances": [before + changes[key] for key in keys],
            },
        }
        self.statuses[name] = status

    def replace(self, name: str, slot: int, block_time: int, instructions: list[chain.Instruction], **more: Any) -> None:
        """The same signature with other contents."""
        self.history = [line for line in self.history if line["signature"] != name]
        self.add(name, slot, block_time, instructions, **more)

    def call(self, method: str, params: list[Any]) -> Any:
        if method == "getSignaturesForAddress":
            names = [line["signature"] for line in self.history]
            before = params[1].get("before")
            start = 0 if before is None else names.index(before) + 1
            return self.history[start : start + 2]
        if method == "getTransaction":
            return self.transactions.get(params[0])
        if method == "getSignatureStatuses":
            status = self.statuses.get(params[0][0])
            return {"value": [None if status is None else {"confirmationStatus": status}]}
        if method == "getBlockTime":
            times = [line["blockTime"] for line in self.history if line["slot"] == params[0] and line["blockTime"]]
            return times[0] if times else ENDS - 60 + params[0] - 1000
        if method == "getFirstAvailableBlock":
            return 0
        if method == "getSlot":
            return 1400
        raise AssertionError(f"unexpected method {method}")


class SyntheticRound:
    """`proof` (JSON) and `rpc` of a paid round with nine entries; `payout` its instructions."""

    def __init__(self, kind: Kind = THIS) -> None:
        ends, salt = kind.ends, kind.salt
        beacon_round, randomness, beacon_signature = kind.beacon
        snapshot_slot, commit_slot, payout_slot = kind.slots
        entries = sorted((hashlib.sha256(bytes([k + salt])).digest(), 100_000_000_000 + k + salt) for k in range(9))
        root = draw.entries_root(entries)
        pool = POOL_LAMPORTS + salt
        rules = {
            "rules": 1,
            "mint": address("mint"),
            "threshold": "100000000000",
            "top": 0,
            "excluded": sorted([[WALLET, str(5 + salt), "pool"], [address("tax"), "0", "tax"]]),
        }
        seed = draw.draw_seed(kind.number, root, bytes.fromhex(randomness))
        self.winners = [base58.encode(owner) for owner, _ in draw.draw_winners(entries, seed)]
        self.total, self.lamports = draw.split_prizes(pool)
        self.commit_memo = draw.CommitMemo(
            kind.number, ends, snapshot_slot, root.hex(), len(entries), pool, self.total,
            draw.beacon_key_tag(QUICKNET.public_key), beacon_round, draw.rules_hash(rules).hex(),
        ).text()  # fmt: skip
        self.payout_memo = draw.PayoutMemo(kind.number, ends, root.hex(), beacon_round, 3).text()
        self.payout = [
            chain.Instruction(chain.COMPUTE_BUDGET_PROGRAM, (), bytes([2, 0, 0, 0, 0])),
            transfer(guard_of(ends), RENT),
            allocate_guard(ends=ends),
            *(transfer(winner, amount) for winner, amount in zip(self.winners, self.lamports)),
            memo(self.payout_memo),
        ]

        self.rpc = FakeRpc()
        self.rpc.add(signature("older"), 900, ends - 3600, [memo("GOD1 commit round=12 ends=1")])
        self.rpc.add(signature("other"), 901, ends - 3500, [transfer(WALLET, 1, STRANGER)], payer=STRANGER)
        self.rpc.add(kind.commit_signature, commit_slot, ends - 50, [memo(self.commit_memo)])
        self.rpc.add(kind.payout_signature, payout_slot, ends + 2, self.payout)
        self.rpc.add(signature("later"), 1300, ends + 600, [memo("GOD1 commit round=1234 ends=1")])

        self.proof: dict[str, Any] = {
            "roundNumber": kind.number,
            "endsAt": iso(ends),
            "state": "paid",
            "reason": None,
            "rules": rules,
            "rulesHash": draw.rules_hash(rules).hex(),
            "snapshot": {
                "slot": snapshot_slot,
                "takenAt": iso(ends - 58),
                "entries": [[base58.encode(owner), str(amount)] for owner, amount in entries],
                "root": root.hex(),
            },
            "commitment": {
                "wallet": WALLET,
                "memo": self.commit_memo,
                "signature": kind.commit_signature,
                "slot": commit_slot,
                "blockTime": iso(ends - 50),
            },
            "beacon": {
                "network": "quicknet",
                "publicKey": QUICKNET.public_key.hex(),
                "genesisTime": QUICKNET.genesis,
                "period": QUICKNET.period,
                "round": beacon_round,
                "time": iso(ends),
                "signature": beacon_signature,
                "randomness": randomness,
            },
            "prize": {
                "poolLamports": str(pool),
                "totalLamports": str(self.total),
                "lamports": [str(amount) for amount in self.lamports],
            },
            "winners": [
                {"place": k + 1, "address": winner, "lamports": str(self.lamports[k])}
                for k, winner in enumerate(self.winners)
            ],
            "payout": {
                "memo": self.payout_memo,
                "guard": guard_of(ends),
                "signature": kind.payout_signature,
                "slot": payout_slot,
                "status": "final",
            },
        }
