"""The proof bundle, `GET /api/lottery/rounds/:n/proof`, read strictly into typed parts.

Parts that are not known yet are null in the JSON and None here. Anything of a wrong type, length or
spelling raises ValueError or KeyError: a verifier must not repair what it is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import base58


@dataclass(frozen=True)
class Snapshot:
    """`entries`: (address, GOD base units) in the published order; `root` 32 bytes; `taken_at` Unix seconds."""

    slot: int
    taken_at: float
    entries: list[tuple[str, int]]
    root: bytes


@dataclass(frozen=True)
class Commitment:
    """`block_time` in Unix seconds; the last three are None until it is on chain."""

    wallet: str
    memo: str
    signature: str | None
    slot: int | None
    block_time: int | None


@dataclass(frozen=True)
class Beacon:
    """Times in Unix seconds, `period` in seconds; `signature` 48 bytes, `randomness` 32 bytes, None before the draw."""

    network: str
    public_key: bytes
    genesis: int
    period: int
    round: int
    time: int
    signature: bytes | None
    randomness: bytes | None


@dataclass(frozen=True)
class Prize:
    """Lamports; `lamports` has the three places."""

    pool: int
    total: int
    lamports: tuple[int, ...]


@dataclass(frozen=True)
class Winner:
    place: int
    address: str
    lamports: int


@dataclass(frozen=True)
class Payout:
    memo: str | None
    guard: str | None
    signature: str | None
    slot: int | None
    status: str | None


@dataclass(frozen=True)
class Bundle:
    """`ends`: Unix seconds; `rules` stays JSON, as its hash is taken over every member it has."""

    round: int
    ends: int
    state: str
    reason: str | None
    rules: dict[str, Any] | None
    rules_hash: bytes | None
    snapshot: Snapshot | None
    commitment: Commitment | None
    beacon: Beacon | None
    prize: Prize | None
    winners: list[Winner] | None
    payout: Payout | None


def integer(value: Any) -> int:
    """A JSON number that is a whole, non-negative one."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"not a whole number: {value!r}")
    return value


def decimal(value: Any) -> int:
    """A u64 written as a decimal string without leading zeros."""
    if not isinstance(value, str) or not re.fullmatch("0|[1-9][0-9]{0,19}", value) or int(value) >= 2**64:
        raise ValueError(f"not a decimal u64: {value!r}")
    return int(value)


def hexadecimal(value: Any, length: int) -> bytes:
    """`length` bytes in lower-case hex."""
    if not isinstance(value, str) or not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", value):
        raise ValueError(f"not {length} bytes of hex: {value!r}")
    return bytes.fromhex(value)


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"not a text: {value!r}")
    return value


def address(value: Any) -> str:
    base58.decode_address(text(value))
    return value


def moment(value: Any) -> float:
    """An ISO 8601 time with its offset, as Unix seconds."""
    parsed = datetime.fromisoformat(text(value))
    if parsed.tzinfo is None:
        raise ValueError(f"a time without its offset: {value!r}")
    return parsed.timestamp()


def second(value: Any) -> int:
    """As `moment`, and a whole second."""
    seconds = moment(value)
    if seconds != int(seconds):
        raise ValueError(f"not a whole second: {value!r}")
    return int(seconds)


def optional(parse: Any, value: Any, *args: Any) -> Any:
    """None for null, else what `parse` makes of it."""
    return None if value is None else parse(value, *args)


def parse_rules(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("rules: not an object")
    for item in value["excluded"]:
        excluded, amount, reason = item
        address(excluded)
        decimal(amount)
        text(reason)
    return value


def parse_snapshot(value: dict[str, Any]) -> Snapshot:
    entries = [(address(owner), decimal(amount)) for owner, amount in value["entries"]]
    return Snapshot(integer(value["slot"]), moment(value["takenAt"]), entries, hexadecimal(value["root"], 32))


def parse_commitment(value: dict[str, Any]) -> Commitment:
    return Commitment(
        address(value["wallet"]),
        text(value["memo"]),
        optional(text, value["signature"]),
        optional(integer, value["slot"]),
        optional(second, value["blockTime"]),
    )


def parse_beacon(value: dict[str, Any]) -> Beacon:
    return Beacon(
        text(value["network"]),
        hexadecimal(value["publicKey"], 96),
        integer(value["genesisTime"]),
        integer(value["period"]),
        integer(value["round"]),
        second(value["time"]),
        optional(hexadecimal, value["signature"], 48),
        optional(hexadecimal, value["randomness"], 32),
    )


def parse_prize(value: dict[str, Any]) -> Prize:
    return Prize(
        decimal(value["poolLamports"]),
        decimal(value["totalLamports"]),
        tuple(decimal(amount) for amount in value["lamports"]),
    )


def parse_winners(value: list[dict[str, Any]]) -> list[Winner]:
    return [Winner(integer(w["place"]), address(w["address"]), decimal(w["lamports"])) for w in value]


def parse_payout(value: dict[str, Any]) -> Payout:
    return Payout(
        optional(text, value["memo"]),
        optional(address, value["guard"]),
        optional(text, value["signature"]),
        optional(integer, value["slot"]),
        optional(text, value["status"]),
    )


def parse_bundle(value: dict[str, Any]) -> Bundle:
    return Bundle(
        integer(value["roundNumber"]),
        second(value["endsAt"]),
        text(value["state"]),
        optional(text, value["reason"]),
        optional(parse_rules, value["rules"]),
        optional(hexadecimal, value["rulesHash"], 32),
        optional(parse_snapshot, value["snapshot"]),
        optional(parse_commitment, value["commitment"]),
        optional(parse_beacon, value["beacon"]),
        optional(parse_prize, value["prize"]),
        optional(parse_winners, value["winners"]),
        optional(parse_payout, value["payout"]),
    )
