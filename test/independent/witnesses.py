"""What the watchers wrote on chain about a round's list, and whether one of them saw another list.

A testimony is a top-level memo of a transaction that the watcher's own wallet signed and that did not fail, in a block
before the beacon's time. Of several the earliest counts, and one with another root before any with the root that was
drawn from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import chain
from history import History, time_of

TESTIMONY = re.compile(
    r"GOD1 witness round=([1-9][0-9]{0,14}) ends=([1-9][0-9]{0,14}) root=([0-9a-f]{64}) entries=(0|[1-9][0-9]{0,8})"
)
LOOK_UPS = 200  # for each watcher: strangers' look-alikes cost one each


@dataclass(frozen=True)
class WitnessedRound:
    """A round, as it is asked for; times in Unix seconds, the published root in hex."""

    round: int
    ends: int
    beacon_time: int
    root: str


@dataclass(frozen=True)
class Claim:
    """What a proof says that a watcher said; all None if it says nothing. `block_time` in Unix seconds."""

    name: str
    address: str
    root: str | None
    entries: int | None
    signature: str | None
    slot: int | None
    block_time: int | None

    def said(self) -> tuple[str | int | None, ...]:
        return (self.root, self.entries, self.signature, self.slot, self.block_time)


@dataclass(frozen=True)
class Testimony:
    """A testimony on chain."""

    root: str
    entries: int
    signature: str
    slot: int
    block_time: int

    def said(self) -> tuple[str | int | None, ...]:
        return (self.root, self.entries, self.signature, self.slot, self.block_time)


@dataclass
class WitnessSearch:
    """`doubts`: sentences on what could not be looked at."""

    found: list[Testimony] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Verdict:
    """`state`: "ok", "failed" or "could not check"."""

    state: str
    value: str


def find_testimonies(rpc: chain.Rpc, history: History, wallet: str, of: WitnessedRound, since: int) -> WitnessSearch:
    """Every testimony for the round that the watcher's wallet signed."""
    gap = history.gap(since, of.ends)
    search = WitnessSearch(doubts=[] if gap is None else [gap])
    begin = f"GOD1 witness round={of.round} ends={of.ends} "
    candidates = [record for record in history.records if not record.failed and begin in record.memo]
    if len(candidates) > LOOK_UPS:
        search.doubts.append(f"more than {LOOK_UPS} transactions look like its testimony")
    for record in candidates[:LOOK_UPS]:
        try:
            transaction = chain.get_transaction(rpc, record.signature)
            if transaction is None:
                raise chain.Unreadable(f"{record.signature}: in the wallet's history, but not known")
            if transaction.failed or wallet not in transaction.signers:
                continue
            texts = [text for text in transaction.memos() if text.startswith(begin)]
        except (chain.RpcError, chain.Unreadable) as problem:
            search.doubts.append(str(problem))
            continue
        time = time_of(rpc, record)
        if time is None:
            search.doubts.append(f"{record.signature}: its block time is not known")
            continue
        for match in filter(None, map(TESTIMONY.fullmatch, texts)):
            search.found.append(
                Testimony(match.group(3), int(match.group(4)), record.signature, transaction.slot, time)
            )
    return search


def choose(found: list[Testimony], of: WitnessedRound) -> Testimony | None:
    """What the watcher is taken to have said in time; None if it said nothing."""
    timely = sorted((item for item in found if item.block_time < of.beacon_time), key=lambda item: item.slot)
    others = [item for item in timely if item.root != of.root]
    return (others or timely or [None])[0]


@dataclass(frozen=True)
class Watched:
    """A watcher of the terms: what the proof says of it, and what it wrote itself. The names are the lottery's."""

    name: str
    operator: str
    claim: Claim
    search: WitnessSearch


def judge(of: WitnessedRound, watchers: list[Watched], quorum: int) -> Verdict:
    """Whether enough operators saw this list. Each counts once, and one whose watchers differ disputes it."""
    if not watchers:
        return Verdict("ok", "the terms name no watcher")
    false_claims = [text for one in watchers if (text := false_claim(one, choose(one.search.found, of))) is not None]
    if false_claims:
        return Verdict("failed", "; ".join(false_claims))
    said = [(one, choose(one.search.found, of)) for one in watchers]
    operators = {one.operator for one in watchers}
    others = {one.operator for one, words in said if words is not None and words.root != of.root}
    saw = {one.operator for one, words in said if words is not None} - others
    disputes = [f"{one.name} ({one.operator}) saw root {words.root}" for one, words in said if words and words.root != of.root]
    silent = [one.name for one, words in said if words is None]
    doubts = [f"{one.name}: {'; '.join(one.search.doubts)}" for one, words in said if words is None and one.search.doubts]
    parts = [f"{len(saw)} of {len(operators)} operators saw this list, {quorum} are needed", *disputes, *doubts]
    if silent:
        parts.append(f"{', '.join(silent)} did not testify")
    state = "failed" if len(others) >= quorum else "ok" if len(saw) >= quorum else "could not check"
    return Verdict(state, "; ".join(parts))


def false_claim(one: Watched, said: Testimony | None) -> str | None:
    """What the proof says of a testimony that is not so. What could not be looked at accuses nobody."""
    if one.search.doubts or all(value is None for value in one.claim.said()):
        return None
    on_chain = said.said() if said is not None else (None,) * len(one.claim.said())
    names = ("root", "entries", "signature", "slot", "blockTime")
    for name, expected, got in zip(names, on_chain, one.claim.said(), strict=True):
        if expected != got:
            return f"{one.name}: {name}: expected {expected} got {got}"
    return None
