"""The proof bundle, `GET /api/lottery/rounds/:n/proof`, read strictly into typed parts.

Parts that are not known yet are null in the JSON and None here. Anything of a wrong type, length or spelling raises
Malformed, which names the value, where it stands, and the form it should have: a verifier must not repair what it is
given. Members that it does not know are left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn

import base58
from owners import REASONS
from lottery import Shown, shown_in
from witnesses import Claim

STATES = ("open", "locked", "committed", "drawn", "paid", "rolled-over", "held")
STATUSES = ("drawn", "sent", "confirmed", "final")
GREATEST_NUMBER = 2**53 - 1  # JSON numbers are exact up to here
MOST_ENTRIES, MOST_WITNESSES, MOST_TERMS = 100_000, 16, 1_000
LONGEST_SHOWN = 120
NOTHING = object()


class Malformed(ValueError):
    """A value of a wrong form."""


@dataclass(frozen=True)
class Snapshot:
    """`entries`: addresses in the published order; `root` 32 bytes; `taken_at` Unix seconds."""

    slot: int
    taken_at: float
    entries: list[str]
    root: bytes


@dataclass(frozen=True)
class Commitment:
    """`block_time` in Unix seconds; the last three are None until it is on chain."""

    wallet: str
    memo: str
    mark: str
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
    mark: str | None
    signature: str | None
    slot: int | None
    status: str | None


@dataclass(frozen=True)
class Bundle:
    """`ends`: Unix seconds; `rules` stays JSON, as its hash is taken over every member it has.

    `unconfirmed`: the fields that neither the chain nor the beacon can confirm, as (field, value).
    """

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
    terms: list[Shown]
    witnesses: list[Claim]
    unconfirmed: list[tuple[str, str]]

    @property
    def is_silent(self) -> bool:
        """An older version of the site publishes nothing of a round whose rules it does not know."""
        return self.rules is None and self.snapshot is None and self.commitment is None and self.beacon is None


@dataclass(frozen=True)
class Part:
    """A value of the bundle and where it stands, such as `snapshot.entries.3.1`."""

    path: str
    value: Any

    def refuse(self, expected: str) -> NoReturn:
        text = "nothing" if self.value is NOTHING else json.dumps(self.value, ensure_ascii=False, separators=(",", ":"))
        shown = f"{text[:LONGEST_SHOWN]}…" if len(text) > LONGEST_SHOWN else text
        raise Malformed(f"{self.path or 'proof'}: expected {expected} got {shown}")

    def member(self, name: str) -> Part:
        if not isinstance(self.value, dict):
            self.refuse("an object")
        return Part(f"{self.path}.{name}" if self.path else name, self.value.get(name, NOTHING))

    def items(self, count: int | None = None, most: int | None = None) -> list[Part]:
        if not isinstance(self.value, list):
            self.refuse("a list")
        if most is not None and len(self.value) > most:
            self.refuse(f"a list of {most} at most")
        if count is not None and len(self.value) != count:
            self.refuse(f"a list of {count}")
        return [Part(f"{self.path}.{k}", item) for k, item in enumerate(self.value)]


def integer(part: Part) -> int:
    """A whole number from 0 on that JSON holds exactly. `1.0` is one as well, for JSON and for JavaScript."""
    value = part.value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= GREATEST_NUMBER:
        part.refuse("a whole number")
    return value


def decimal(part: Part) -> int:
    """A u64 written as a decimal string without leading zeros."""
    value = part.value
    if not isinstance(value, str) or not re.fullmatch("0|[1-9][0-9]{0,19}", value) or int(value) >= 2**64:
        part.refuse("a decimal u64 as text")
    return int(value)


def hexadecimal(length: int) -> Callable[[Part], bytes]:
    """`length` bytes in lower-case hex."""

    def read(part: Part) -> bytes:
        if not isinstance(part.value, str) or not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", part.value):
            part.refuse(f"{length} bytes of lower-case hex")
        return bytes.fromhex(part.value)

    return read


def text(part: Part) -> str:
    return part.value if isinstance(part.value, str) else part.refuse("a text")


def address(part: Part) -> str:
    try:
        base58.decode_address(text(part))
    except ValueError:
        part.refuse("an address")
    return part.value


def signature(part: Part) -> str:
    """A transaction's signature: 64 bytes in base58."""
    try:
        if isinstance(part.value, str) and len(base58.decode(part.value)) == 64:
            return part.value
    except ValueError:
        pass
    part.refuse("a signature in base58")


def word(words: tuple[str, ...]) -> Callable[[Part], str]:
    def read(part: Part) -> str:
        return part.value if part.value in words else part.refuse(f"one of {', '.join(words)}")

    return read


def moment(part: Part) -> float:
    """An ISO 8601 time in UTC, as Unix seconds; from 1970 on."""
    pattern = r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]{1,3})?Z"
    match = re.fullmatch(pattern, part.value) if isinstance(part.value, str) else None
    try:
        whole = datetime.strptime(match.group(1), "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC) if match else None
    except ValueError:
        whole = None
    if match is None or whole is None or whole.timestamp() < 0:
        part.refuse("a time in UTC")
    return whole.timestamp() + float(f"0{match.group(2) or ''}")


def second(part: Part) -> int:
    """As `moment`, and a whole second."""
    seconds = moment(part)
    if seconds != int(seconds):
        part.refuse("a whole second in UTC")
    return int(seconds)


def optional(part: Part, read: Callable[[Part], Any]) -> Any:
    """None for null, else what `read` makes of it."""
    return None if part.value is None else read(part)


def parse_rules(rules: Part) -> dict[str, Any]:
    for item in rules.member("excluded").items():
        excluded, reason = item.items(2)
        address(excluded)
        word(REASONS)(reason)
    # Written back, so that a version written as 1.0 is hashed as the 1 that it is.
    hexadecimal(32)(rules.member("terms"))
    return rules.value | {"rules": integer(rules.member("rules"))}


def parse_snapshot(snapshot: Part) -> Snapshot:
    entries = [address(owner) for owner in snapshot.member("entries").items(most=MOST_ENTRIES)]
    # Published beside the list for people to read; nothing proves them.
    for amount in snapshot.member("amounts").items(len(entries)):
        decimal(amount)
    return Snapshot(
        integer(snapshot.member("slot")),
        moment(snapshot.member("takenAt")),
        entries,
        hexadecimal(32)(snapshot.member("root")),
    )


def parse_commitment(commitment: Part) -> Commitment:
    return Commitment(
        address(commitment.member("wallet")),
        text(commitment.member("memo")),
        address(commitment.member("mark")),
        optional(commitment.member("signature"), signature),
        optional(commitment.member("slot"), integer),
        optional(commitment.member("blockTime"), second),
    )


def parse_beacon(beacon: Part) -> Beacon:
    return Beacon(
        text(beacon.member("network")),
        hexadecimal(96)(beacon.member("publicKey")),
        integer(beacon.member("genesisTime")),
        integer(beacon.member("period")),
        integer(beacon.member("round")),
        second(beacon.member("time")),
        optional(beacon.member("signature"), hexadecimal(48)),
        optional(beacon.member("randomness"), hexadecimal(32)),
    )


def parse_prize(prize: Part) -> Prize:
    return Prize(
        decimal(prize.member("poolLamports")),
        decimal(prize.member("totalLamports")),
        tuple(decimal(amount) for amount in prize.member("lamports").items()),
    )


def parse_winners(winners: Part) -> list[Winner]:
    return [
        Winner(integer(w.member("place")), address(w.member("address")), decimal(w.member("lamports")))
        for w in winners.items()
    ]


def parse_payout(payout: Part) -> Payout:
    return Payout(
        optional(payout.member("memo"), text),
        optional(payout.member("mark"), address),
        optional(payout.member("signature"), signature),
        optional(payout.member("slot"), integer),
        optional(payout.member("status"), word(STATUSES)),
    )


def parse_terms(announcements: Part) -> list[Shown]:
    for one in announcements.items(most=MOST_TERMS):
        signature(one.member("signature"))
        of = one.member("terms")
        if not isinstance(of.value, dict):
            of.refuse("an object")
    return shown_in(announcements.value)


def parse_witnesses(witnesses: Part) -> list[Claim]:
    """The watchers that were known at the lock; older bundles have none."""
    return [] if witnesses.value is NOTHING else [parse_claim(claim) for claim in witnesses.items(most=MOST_WITNESSES)]


def parse_claim(claim: Part) -> Claim:
    return Claim(
        text(claim.member("name")),
        address(claim.member("address")),
        optional(claim.member("root"), lambda part: hexadecimal(32)(part).hex()),
        optional(claim.member("entries"), integer),
        optional(claim.member("unjudged"), integer),
        optional(claim.member("signature"), signature),
        optional(claim.member("slot"), integer),
        optional(claim.member("blockTime"), second),
    )


def unconfirmed(proof: Part) -> list[tuple[str, str]]:
    """The members that only the lottery's own word stands for. Older bundles have no notes.

    No node can be asked what the holders had at a slot that is past.
    """
    found = []
    told = (("snapshot", "takenAt"), ("beacon", "network"))
    for part, name in told:
        if proof.member(part).value is not None:
            found.append((f"{part}.{name}", proof.member(part).member(name).value))
        if name == "takenAt" and proof.member(part).value is not None:
            found.append(("snapshot.amounts", f"of {len(proof.member(part).member('entries').items())} wallets"))
    for k, claim in enumerate(parse_witnesses(proof.member("witnesses"))):
        found.append((f"witnesses.{k}.name", claim.name))
    notes = proof.member("notes").value
    claims = notes if isinstance(notes, dict) else {} if notes is NOTHING else {"": notes}
    for name, value in claims.items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        found.append((f"notes.{name}" if name else "notes", shown))
    return found


@dataclass(frozen=True)
class Inclusion:
    """A wallet's inclusion proof: its entry, the entry's place among `count`, and the path from the leaf upwards."""

    round: int
    owner: str
    index: int
    count: int
    path: list[bytes]


def parse_inclusion(value: Any) -> Inclusion:
    """Raises Malformed."""
    proof = Part("", value)
    return Inclusion(
        integer(proof.member("roundNumber")),
        address(proof.member("address")),
        integer(proof.member("index")),
        integer(proof.member("entries")),
        [hexadecimal(32)(part) for part in proof.member("path").items()],
    )


def empty_bundle(number: int) -> Bundle:
    """A proof in which every part is missing."""
    return Bundle(number, 0, "open", None, None, None, None, None, None, None, None, None, [], [], [])


def parse_bundle(value: Any) -> Bundle:
    """Raises Malformed."""
    proof = Part("", value)
    return Bundle(
        integer(proof.member("roundNumber")),
        second(proof.member("endsAt")),
        word(STATES)(proof.member("state")),
        optional(proof.member("reason"), text),
        optional(proof.member("rules"), parse_rules),
        optional(proof.member("rulesHash"), hexadecimal(32)),
        optional(proof.member("snapshot"), parse_snapshot),
        optional(proof.member("commitment"), parse_commitment),
        optional(proof.member("beacon"), parse_beacon),
        optional(proof.member("prize"), parse_prize),
        optional(proof.member("winners"), parse_winners),
        optional(proof.member("payout"), parse_payout),
        parse_terms(proof.member("terms")),
        parse_witnesses(proof.member("witnesses")),
        unconfirmed(proof),
    )
