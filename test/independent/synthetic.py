"""A complete, valid round for the verifier's tests: its proof, and its transactions as they were signed.

Every signer's key has the hash of the signer's name as its seed. The real signers could not be asked to sign such transactions.

The beacon is quicknet's published round 1000, so the round ends at that beacon's time. There is another round besides,
which ends with the next beacon.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import itertools
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import base58
import chain
import draw
import ed25519
import owners
import terms as announced
from hostile_node import HostileNode
from test_bls12381 import QUICKNET_BEACONS
from verify import QUICKNET

# The third round of a lottery whose first round begins soon after quicknet's genesis.
ROUND = 3
LENGTH = 900
BEACON_ROUND, RANDOMNESS, BEACON_SIGNATURE = QUICKNET_BEACONS[1]
ENDS = draw.beacon_time(BEACON_ROUND, QUICKNET.genesis, QUICKNET.period)
POOL_LAMPORTS = 1_234_567_890_123
RENT = 897_840
MEMO_PROGRAM = chain.MEMO_PROGRAM


def address(label: str) -> str:
    return base58.encode(hashlib.sha256(label.encode()).digest())


def signature(label: str) -> str:
    return base58.encode(hashlib.sha512(label.encode()).digest())


def iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", ".000Z")


SEEDS: dict[str, bytes] = {}


@functools.cache
def key(label: str) -> str:
    """The address of a key that signs here."""
    seed = hashlib.sha256(label.encode()).digest()
    public = base58.encode(ed25519.public_key(seed))
    SEEDS[public] = seed
    return public


WALLET = key("pool")
STRANGER = key("stranger")
AUTHORITY, WATCHER = key("authority"), key("watcher")
MINT = address("mint")
NETWORK = {"publicKey": QUICKNET.public_key.hex(), "genesis": QUICKNET.genesis, "period": QUICKNET.period}
# The terms of the round that ends at ENDS.
TERMS: dict[str, Any] = {
    "terms": 1, "mint": MINT, "authority": AUTHORITY, "pool": WALLET, "genesis": ENDS - LENGTH * ROUND, "length": LENGTH,
    "lock": 60, "lead": 20, "threshold": "100000000000", "top": 0, "share": 20, "places": [70, 20, 10], "drand": NETWORK,
    "excluded": sorted([[WALLET, "lottery pool"], [AUTHORITY, "tax authority"], [address("tax 0"), "tax wallet"], [MINT, "the token"]]),
    "watchers": [[WATCHER, "Ada", "Ada’s house"]], "quorum": 1, "from": 1, "previous": None,
}  # fmt: skip
BLOCKHASH = hashlib.sha256(b"blockhash").digest()


@dataclass(frozen=True)
class Kind:
    """What tells rounds apart: numbers, Unix seconds, slots; `salt` goes into its entries and its pool."""

    number: int
    beacon: tuple[int, str, str]
    salt: int
    slots: tuple[int, int, int]

    @property
    def ends(self) -> int:
        return draw.beacon_time(self.beacon[0], QUICKNET.genesis, QUICKNET.period)


THIS = Kind(ROUND, QUICKNET_BEACONS[1], 0, (990, 1000, 1200))
OTHER = Kind(ROUND + 1, QUICKNET_BEACONS[2], 7, (991, 1002, 1210))


def payable_owners(salt: int) -> list[bytes]:
    """Nine owners, in order, against whom nothing stands in their bytes."""
    hashes = (hashlib.sha256(bytes([salt, k])).digest() for k in itertools.count())
    return sorted(itertools.islice((key for key in hashes if owners.reason_in_bytes(key) is None), 9))


def memo(text: str, signer: str = WALLET) -> chain.Instruction:
    return chain.Instruction(MEMO_PROGRAM, (signer,), text.encode())


# SetComputeUnitLimit and SetComputeUnitPrice.
BUDGET = [
    chain.Instruction(chain.COMPUTE_BUDGET_PROGRAM, (), bytes([2, 144, 208, 3, 0])),
    chain.Instruction(chain.COMPUTE_BUDGET_PROGRAM, (), bytes([3, 160, 134, 1, 0, 0, 0, 0, 0])),
]


def marking(seed: str, base: str = WALLET) -> list[chain.Instruction]:
    """What every transaction that makes a mark begins with."""
    mark = chain.address_with_seed(base, seed, chain.SYSTEM_PROGRAM)
    data = chain.allocate_with_seed_data(base, seed, 1, chain.SYSTEM_PROGRAM)
    return [*BUDGET, transfer(mark, RENT, base), chain.Instruction(chain.SYSTEM_PROGRAM, (mark, base), data)]


def commit_mark(ends: int) -> str:
    return chain.address_with_seed(WALLET, f"commit:{ends}", chain.SYSTEM_PROGRAM)


def committing(text: str, ends: int = ENDS) -> list[chain.Instruction]:
    """The instructions of a commitment."""
    return [*marking(f"commit:{ends}"), memo(text)]


def transfer(receiver: str, lamports: int, sender: str = WALLET) -> chain.Instruction:
    data = chain.TRANSFER.to_bytes(4, "little") + lamports.to_bytes(8, "little")
    return chain.Instruction(chain.SYSTEM_PROGRAM, (sender, receiver), data)


def mark_of(ends: int) -> str:
    return chain.address_with_seed(WALLET, f"payout:{ends}", chain.SYSTEM_PROGRAM)


def allocate_mark(base: str = WALLET, ends: int = ENDS) -> chain.Instruction:
    data = chain.allocate_with_seed_data(base, f"payout:{ends}", 1, chain.SYSTEM_PROGRAM)
    return chain.Instruction(chain.SYSTEM_PROGRAM, (mark_of(ends), base), data)


def short(number: int) -> bytes:
    """A count of up to 14 bits, seven bits in each byte."""
    return bytes([number]) if number < 128 else bytes([number & 127 | 128, number >> 7])


def message_of(keys: list[str], signers: int, instructions: list[chain.Instruction], version: int | None) -> bytes:
    """A message in its wire form; None stands for a legacy one."""
    header, addresses = bytes([signers, 0, 0]), b"".join(base58.decode_address(one) for one in keys)
    parts = [(keys.index(i.program), bytes(keys.index(one) for one in i.accounts), i.data) for i in instructions]
    if version == 1:
        heads = b"".join(bytes([p, len(a)]) + len(d).to_bytes(2, "little") for p, a, d in parts)
        counts = bytes([len(parts), len(keys)])
        bodies = b"".join(a + d for _, a, d in parts)
        return b"\x81" + header + bytes(4) + BLOCKHASH + counts + addresses + heads + bodies
    body = b"".join(bytes([p]) + short(len(a)) + a + short(len(d)) + d for p, a, d in parts)
    older = header + short(len(keys)) + addresses + BLOCKHASH + short(len(parts)) + body
    return older if version is None else bytes([128 + version]) + older + short(0)


def sent(
    slot: int,
    time: int,
    instructions: list[chain.Instruction],
    signers: tuple[str, ...] = (WALLET,),
    version: int | None = None,
    called: tuple[chain.Instruction, ...] = (),
    held: dict[str, int] | None = None,
    unused: tuple[str, ...] = (),
    **more: Any,
) -> dict[str, Any]:
    """A line of a ledger: a signed transaction, and what became of it.

    `held`: lamports before it; `unused`: keys that no instruction names; `more`: failed.
    """
    named = [one for i in (*instructions, *called) for one in (*i.accounts, i.program)]
    keys = list(dict.fromkeys([*signers, *unused, *named]))
    message = message_of(keys, len(signers), instructions, version)
    signatures = b"".join(ed25519.sign(SEEDS[one], message) for one in signers)
    data = message + signatures if version == 1 else short(len(signers)) + signatures + message
    marks = [one for i in (*instructions, *called) if (one := chain.allocated(i)) is not None]
    before = {one: 0 if one in marks else POOL_LAMPORTS for one in keys} | {k: v for k, v in (held or {}).items() if k in keys}
    after = dict(before)
    for i in instructions if not more.get("failed") else ():
        moved = chain.parse_transfer(i)
        if moved is not None:
            after[moved[0]] -= moved[2]
            after[moved[1]] += moved[2]
    texts = [i.data.decode("utf-8", "replace") for i in instructions if i.program in chain.LISTED_MEMO_PROGRAMS]
    line = {
        "signature": base58.encode(signatures[:64]), "slot": slot, "time": time, "bytes": base64.b64encode(data).decode(),
        "before": [before[one] for one in keys], "after": [after[one] for one in keys],
        "memo": "; ".join(f"[{len(text.encode())}] {text}" for text in texts) or None,
    }  # fmt: skip
    if version is not None:
        line["version"] = version
    if called:
        inner = [
            {
                "programIdIndex": keys.index(i.program),
                "accounts": [keys.index(one) for one in i.accounts],
                "data": base58.encode(i.data),
            }
            for i in called
        ]
        line["inner"] = [{"index": 0, "instructions": inner}]
    made = [one for one in marks if after[one] > 0 and not more.get("failed")]
    return line | ({"makes": made} if made else {}) | more


def mint_data(authority: str | None) -> str:
    """The bytes of a Token-2022 mint with another extension and a transfer fee, which one key may withdraw; base64."""
    key = bytes(32) if authority is None else base58.decode_address(authority)
    fee = bytes(32) + key + bytes(44)
    other, ours = (3).to_bytes(2, "little") + (32).to_bytes(2, "little") + bytes(32), (1).to_bytes(2, "little")
    return base64.b64encode(bytes(165) + b"\x01" + other + ours + len(fee).to_bytes(2, "little") + fee).decode()


def announcing(of: dict[str, Any], signers: tuple[str, ...] = (AUTHORITY, WALLET), **more: Any) -> list[chain.Instruction]:
    """The instructions of an announcement. `memo`: another text."""
    a = of["authority"]
    text = more.get("memo", announced.memo_of(of))
    said = chain.Instruction(MEMO_PROGRAM, signers, text.encode())
    return [*marking(f"terms:{of['terms']}", a), announced.set_authority(of["mint"], a), said]


def sent_terms(of: dict[str, Any], slot: int, time: int, signers: tuple[str, ...] = (AUTHORITY, WALLET)) -> dict[str, Any]:
    return sent(slot, time, announcing(of, signers), signers)


ANNOUNCED = sent_terms(TERMS, 100, ENDS - 5000)


def testimony_of(kind: Kind, root: str, said: str = " entries=9 unjudged=0") -> str:
    """The text of a testimony. `said`: the words after the root."""
    name = announced.terms_hash(TERMS)[:16]
    return f"GOD1 witness lottery={name} round={kind.number} ends={kind.ends} root={root}{said}"


def witness_seed(ends: int) -> str:
    return f"witness:{ends}:{announced.terms_hash(TERMS)[:8]}"


def sent_testimony(slot: int, time: int, kind: Kind, root: str) -> dict[str, Any]:
    made = [*marking(witness_seed(kind.ends), WATCHER), memo(testimony_of(kind, root), WATCHER)]
    return sent(slot, time, made, (WATCHER,))


class SyntheticRound:
    """`proof` (JSON) and `ledger` of a paid round with nine entries; `payout` the instructions that paid it."""

    def __init__(self, kind: Kind = THIS) -> None:
        ends, salt = kind.ends, kind.salt
        beacon_round, randomness, beacon_signature = kind.beacon
        snapshot_slot, commit_slot, payout_slot = kind.slots
        entries = payable_owners(salt)
        root = draw.owners_root(entries)
        pool = POOL_LAMPORTS + salt
        rules = {
            "rules": 1,
            "terms": announced.terms_hash(TERMS),
            "excluded": sorted([[WALLET, "excluded"], [address("tax 0"), "excluded"], [address(f"frozen {salt}"), "frozen"]]),
        }
        seed = draw.draw_seed(kind.number, root, bytes.fromhex(randomness))
        self.winners = [base58.encode(owner) for owner in draw.draw_winners(entries, seed)]
        self.total, self.lamports = draw.split_prizes(pool)
        self.commit_memo = draw.CommitMemo(
            kind.number, ends, snapshot_slot, root.hex(), len(entries), pool, self.total,
            draw.beacon_key_tag(QUICKNET.public_key), beacon_round, draw.rules_hash(rules).hex(),
        ).text()  # fmt: skip
        self.payout_memo = draw.PayoutMemo(kind.number, ends, root.hex(), beacon_round, 3).text()
        self.payout = [
            *marking(f"payout:{ends}"),
            *(transfer(winner, amount) for winner, amount in zip(self.winners, self.lamports)),
            memo(self.payout_memo),
        ]

        held = {WALLET: pool}
        self.commitment = sent(commit_slot, ends - 50, committing(self.commit_memo, ends), held=held)
        self.paid = sent(payout_slot, ends + 2, self.payout, held=held)
        self.testimony = sent_testimony(commit_slot + 10, ends - 40, kind, root.hex())
        earlier = {WALLET: pool - 1}
        self.ledger = [
            ANNOUNCED,
            sent(900, ends - 3600, [memo("GOD1 commit round=12 ends=1")], held=earlier),
            sent(901, ends - 3000, [transfer(WALLET, 1, STRANGER)], (STRANGER,), held=earlier),
            self.commitment,
            self.testimony,
            self.paid,
            sent(1300, ends + 600, [memo("GOD1 commit round=1234 ends=1")], held=held),
        ]
        self.newest = {"slot": 1400, "time": ends + 1000}
        self.times = {str(snapshot_slot): ends - 58, "0": ends - 100_000}

        self.proof: dict[str, Any] = {
            "roundNumber": kind.number,
            "endsAt": iso(ends),
            "state": "paid",
            "reason": None,
            "rules": rules,
            "rulesHash": draw.rules_hash(rules).hex(),
            "terms": [{"signature": ANNOUNCED["signature"], "terms": TERMS}],
            "witnesses": [{
                "name": "Ada", "address": WATCHER, "root": root.hex(), "entries": len(entries), "unjudged": 0,
                "signature": self.testimony["signature"], "slot": commit_slot + 10, "blockTime": iso(ends - 40),
            }],
            "snapshot": {
                "slot": snapshot_slot,
                "takenAt": iso(ends - 58),
                "entries": [base58.encode(owner) for owner in entries],
                "amounts": [str(100_000_000_000 + k + salt) for k in range(len(entries))],
                "root": root.hex(),
            },
            "commitment": {
                "wallet": WALLET,
                "memo": self.commit_memo,
                "mark": commit_mark(ends),
                "signature": self.commitment["signature"],
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
                "mark": mark_of(ends),
                "signature": self.paid["signature"],
                "slot": payout_slot,
                "status": "final",
            },
        }

    @property
    def table(self) -> dict[str, Any]:
        """As a table of hostile chains has it."""
        accounts = {MINT: mint_data(AUTHORITY)}
        return {"ledger": self.ledger, "newest": self.newest, "times": self.times, "accounts": accounts}

    def node(self, case: dict[str, Any] | None = None, **options: Any) -> HostileNode:
        return HostileNode(case or {}, self.table, options)
