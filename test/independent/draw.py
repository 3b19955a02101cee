"""The draw, from the protocol's written text (docs/protocol.md, rules version 1): list, root, seed, winners, prizes, memos.

Amounts of SOL are `int` lamports (one SOL is 10^9). Owners are 32 bytes, hashes are 32 bytes, times are Unix seconds.

Run as a program it draws many times, to be compared with another implementation: JSON lines on stdin
    {"round": 7, "owners": ["<64 hex>", …], "randomness": "<64 hex>", "pool": "<lamports>"}
give JSON lines on stdout
    {"root": hex, "seed": hex, "winners": [owner hex, …], "total": "…", "lamports": ["first", "second", "third"]}
and a line {"reasons": ["<owner, 64 hex>", …]} gives {"reasons": ["<reason in its bytes>" or null, …]}.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from owners import reason_in_bytes

SEED_LABEL = b"game-of-draws/1"


@dataclass(frozen=True)
class Version:
    """A version of the rules, in percent: the prizes' share of the pool, and each place's share of the prizes."""

    share: int
    places: tuple[int, ...]


# Terms name their version by its shares. No two have the same ones.
VERSIONS = {1: Version(20, (70, 20, 10))}
NEWEST = VERSIONS[max(VERSIONS)]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def u64be(value: int) -> bytes:
    """8 bytes, big-endian; OverflowError outside [0, 2^64)."""
    return value.to_bytes(8, "big")


# --- List and root --------------------------------------------------------------------------------


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The Merkle Tree Hash of RFC 9162, section 2.1.1, with SHA-256."""

    def subtree(start: int, end: int) -> bytes:
        count = end - start
        if count == 1:
            return sha256(b"\0" + leaves[start])
        split = start + (1 << ((count - 1).bit_length() - 1))  # largest power of two below count
        return sha256(b"\1" + subtree(start, split) + subtree(split, end))

    return subtree(0, len(leaves)) if leaves else sha256(b"")


def owners_root(owners: Sequence[bytes]) -> bytes:
    """The root of owners that are already in order; a leaf is an owner's 32 bytes."""
    if any(len(owner) != 32 for owner in owners):
        raise ValueError("an owner has 32 bytes")
    return merkle_root(owners)


def root_of_inclusion(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """The root that an audit path (RFC 6962, section 2.1.1) leads to; None if its length is not that of the place."""
    if count == 0 or index >= count:
        return None
    if count == 1:
        return None if path else sha256(b"\0" + leaf)
    if not path:
        return None
    split = 1 << ((count - 1).bit_length() - 1)
    *below, neighbour = path
    if index < split:
        left, right = root_of_inclusion(leaf, index, split, below), neighbour
        return None if left is None else sha256(b"\1" + left + right)
    left, right = neighbour, root_of_inclusion(leaf, index - split, count - split, below)
    return None if right is None else sha256(b"\1" + left + right)


# --- Rules ----------------------------------------------------------------------------------------


def canonical_json(value: Any) -> bytes:
    """RFC 8785 for what rules and terms consist of: objects, arrays, strings, small integers and null.

    Floats are refused: their canonical form is ECMAScript's, and there are none. Integers are
    refused where ECMAScript would no longer hold them exactly.
    """
    if value is None:
        return b"null"
    if isinstance(value, str):
        # Python escapes exactly what RFC 8785 does: ", \, and control characters, short forms first.
        return json.dumps(value, ensure_ascii=False).encode("utf-8")
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53:
        return str(value).encode()
    if isinstance(value, list):
        return b"[" + b",".join(canonical_json(item) for item in value) + b"]"
    if isinstance(value, dict):
        # Names sort by UTF-16 code units.
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        members = (canonical_json(name) + b":" + canonical_json(value[name]) for name in names)
        return b"{" + b",".join(members) + b"}"
    raise ValueError(f"not allowed in the rules: {value!r}")


def rules_hash(rules: dict[str, Any]) -> bytes:
    """SHA-256 of the rules' canonical JSON. The list of exclusions is hashed in the order it is given."""
    return sha256(canonical_json(rules))


# --- Beacon ---------------------------------------------------------------------------------------


def beacon_round_at(time: int, genesis: int, period: int) -> int:
    """The newest drand round whose time is not after `time` (seconds)."""
    return (time - genesis) // period + 1


def beacon_time(beacon_round: int, genesis: int, period: int) -> int:
    """When a drand round is published (seconds)."""
    return genesis + (beacon_round - 1) * period


def beacon_key_tag(public_key: bytes) -> str:
    """How the commitment names a network: the first 16 hex digits of SHA-256 over the key's 96 bytes."""
    return sha256(public_key).hex()[:16]


# --- Winners and prizes -----------------------------------------------------------------------------


def draw_seed(round_number: int, root: bytes, randomness: bytes) -> bytes:
    if len(root) != 32 or len(randomness) != 32:
        raise ValueError("root and randomness have 32 bytes")
    return sha256(SEED_LABEL + u64be(round_number) + root + randomness)


def draw_winners(owners: Sequence[bytes], seed: bytes, by: Version = NEWEST) -> list[bytes]:
    """Distinct owners, at most one for each place, first place first; `owners` in order."""
    remaining = list(owners)
    winners: list[bytes] = []
    counter = 0
    while remaining and len(winners) < len(by.places):
        size = len(remaining)
        unbiased = 2**64 // size * size
        candidate = unbiased
        while candidate >= unbiased:
            candidate = int.from_bytes(sha256(seed + counter.to_bytes(4, "big"))[:8], "big")
            counter += 1
        index = candidate % size
        winners.append(remaining[index])
        remaining[index] = remaining[-1]
        remaining.pop()
    return winners


def split_prizes(pool: int, by: Version = NEWEST) -> tuple[int, tuple[int, ...]]:
    """(total, (first, second, …)) in lamports for a pool balance in lamports: the others round down, the first takes the rest."""
    total = pool * by.share // 100
    others = tuple(total * percent // 100 for percent in by.places[1:])
    return total, (total - sum(others), *others)


# --- Memos ------------------------------------------------------------------------------------------

_NUMBER, _SLOT, _LAMPORTS = "([1-9][0-9]{0,14})", "(0|[1-9][0-9]{0,14})", "(0|[1-9][0-9]{0,19})"
_HASH = "([0-9a-f]{64})"
_COMMIT = re.compile(
    f"GOD1 commit round={_NUMBER} ends={_NUMBER} slot={_SLOT} root={_HASH} entries=([1-9][0-9]{{0,8}})"
    f" pool={_LAMPORTS} prizes={_LAMPORTS} drand=([0-9a-f]{{16}}):{_NUMBER} rules={_HASH}"
)
_PAYOUT = re.compile(
    f"GOD1 payout round={_NUMBER} ends={_NUMBER} root={_HASH} drand={_NUMBER} winners=([1-9][0-9]?)"
)


@dataclass(frozen=True)
class CommitMemo:
    """What a commitment says. `pool` and `prizes` are lamports, `ends` is Unix seconds, hashes are lower-case hex."""

    round: int
    ends: int
    slot: int
    root: str
    entries: int
    pool: int
    prizes: int
    drand_key: str
    drand_round: int
    rules: str

    def text(self) -> str:
        return (
            f"GOD1 commit round={self.round} ends={self.ends} slot={self.slot} root={self.root}"
            f" entries={self.entries} pool={self.pool} prizes={self.prizes}"
            f" drand={self.drand_key}:{self.drand_round} rules={self.rules}"
        )

    @staticmethod
    def parse(text: str) -> CommitMemo:
        """Accepts exactly what `text` writes: single spaces, no leading zeros, lower-case hex, nothing more."""
        match = _COMMIT.fullmatch(text)
        if match is None:
            raise ValueError(f"not a commitment memo: {text!r}")
        g = match.groups()
        return CommitMemo(
            int(g[0]), int(g[1]), int(g[2]), g[3], int(g[4]), int(g[5]), int(g[6]), g[7], int(g[8]), g[9]
        )


@dataclass(frozen=True)
class PayoutMemo:
    """What a payout says; `winners` is their number, `drand_round` the beacon's round."""

    round: int
    ends: int
    root: str
    drand_round: int
    winners: int

    def text(self) -> str:
        return (
            f"GOD1 payout round={self.round} ends={self.ends} root={self.root}"
            f" drand={self.drand_round} winners={self.winners}"
        )

    @staticmethod
    def parse(text: str) -> PayoutMemo:
        """As strict as `CommitMemo.parse`."""
        match = _PAYOUT.fullmatch(text)
        if match is None:
            raise ValueError(f"not a payout memo: {text!r}")
        g = match.groups()
        return PayoutMemo(int(g[0]), int(g[1]), g[2], int(g[3]), int(g[4]))


# --- Program ----------------------------------------------------------------------------------------


def draw_from_json(request: dict[str, Any]) -> dict[str, Any]:
    """One line of the program's input to one line of its output."""
    if "reasons" in request:
        return {"reasons": [reason_in_bytes(bytes.fromhex(owner)) for owner in request["reasons"]]}
    owners = sorted(bytes.fromhex(owner) for owner in request["owners"])
    if len(set(owners)) != len(owners):
        raise ValueError("an owner appears twice")
    root = owners_root(owners)
    seed = draw_seed(request["round"], root, bytes.fromhex(request["randomness"]))
    total, lamports = split_prizes(int(request["pool"]))
    return {
        "root": root.hex(),
        "seed": seed.hex(),
        "winners": [owner.hex() for owner in draw_winners(owners, seed)],
        "total": str(total),
        "lamports": [str(amount) for amount in lamports],
    }


def main() -> None:
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(draw_from_json(json.loads(line))))


if __name__ == "__main__":
    main()
