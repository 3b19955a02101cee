"""What the watchers of the terms said on chain about an hour, by the marks that their testimonies made.

A testimony is the transaction of the one form that made the watcher's mark of the hour, in a block before the beacon's
time (docs/protocol.md, section 12). Whatever else made the mark testifies nothing, and nobody's history is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import chain
import form
from hour import Asked, read_mark
from servers import Servers

TESTIMONY = re.compile(
    r"GOD1 witness lottery=([0-9a-f]{16}) round=([1-9][0-9]{0,14}) ends=([1-9][0-9]{0,14}) "
    r"(?:list=none|root=([0-9a-f]{64}) entries=(0|[1-9][0-9]{0,8}) unjudged=(0|[1-9][0-9]{0,8}))"
)


@dataclass(frozen=True)
class WitnessedHour:
    """An hour, as its watchers are asked about it; times in Unix seconds, the lottery by its hash in hex."""

    lottery: str
    round: int
    ends: int
    beacon_time: int


@dataclass(frozen=True)
class Claim:
    """What a proof says that a watcher said; all None if it says nothing. `block_time` in Unix seconds."""

    name: str
    address: str
    root: str | None
    entries: int | None
    unjudged: int | None
    signature: str | None
    slot: int | None
    block_time: int | None

    def said(self) -> tuple[str | int | None, ...]:
        return (self.root, self.entries, self.unjudged, self.signature, self.slot, self.block_time)


@dataclass(frozen=True)
class Testimony:
    """A testimony on chain; the root is None if no list was shown to the watcher."""

    root: str | None
    entries: int | None
    unjudged: int | None
    signature: str
    slot: int
    block_time: int

    def said(self) -> tuple[str | int | None, ...]:
        return (self.root, self.entries, self.unjudged, self.signature, self.slot, self.block_time)


@dataclass(frozen=True)
class Watched:
    """A watcher of the terms: what the proof says of it, and what its mark says. The names are the lottery's.

    `why`: why it did not testify, "" if it only was silent; `is_unknown` if nobody can tell what it said.
    """

    name: str
    operator: str
    claim: Claim | None
    said: Testimony | None = None
    why: str = ""
    is_unknown: bool = False


@dataclass(frozen=True)
class Verdict:
    """`state`: "ok", "failed" or "could not check"."""

    state: str
    value: str


def mark_seed(of: WitnessedHour) -> str:
    return f"witness:{of.ends}:{of.lottery[:8]}"


def why_not(memo: str, transfers: int, time: int, of: WitnessedHour) -> str:
    """Why a transaction that made the mark is no testimony about the hour; "" when it is one."""
    if transfers:
        return "transfers: expected none got some"
    said = TESTIMONY.fullmatch(memo)
    if said is None or said.group(1, 2, 3) != (of.lottery[:16], str(of.round), str(of.ends)):
        return f"memo: expected a testimony about round={of.round} ends={of.ends} got {memo}"
    return "" if time < of.beacon_time else f"block time: expected before {of.beacon_time} got {time}"


def look_at(servers: Servers, watcher: tuple[str, str, str], claim: Claim | None, of: WitnessedHour) -> Watched:
    """What made the mark of a watcher of the terms. Never fails: what nobody shows is not known."""
    address, name, operator = watcher
    seed = mark_seed(of)

    def judge(transaction: chain.Transaction, marked: form.Marked) -> tuple[int, str]:
        time = servers.block_time(transaction.slot)
        return time, why_not(marked.memo, len(marked.transfers), time, of)

    named = None if claim is None else claim.signature
    said = f"GOD1 witness lottery={of.lottery[:16]} "
    asked = Asked(address, seed, named, of.beacon_time, of.ends, said, lambda one: form.read_form(one, address, seed), judge)
    try:
        made = read_mark(servers, asked)
    except (chain.RpcError, chain.Unreadable) as problem:
        return Watched(name, operator, claim, why=str(problem), is_unknown=True)
    if made.kind == "early":
        return Watched(name, operator, claim, why=f"no mark by {made.until}", is_unknown=True)
    if made.kind != "right":
        return Watched(name, operator, claim, why=made.why)
    root, entries, unjudged = TESTIMONY.fullmatch(made.marked.memo).group(4, 5, 6)
    seen = (None, None, None) if root is None else (root, int(entries), int(unjudged))
    testimony = Testimony(*seen, made.signature, made.transaction.slot, made.time)
    return Watched(name, operator, claim, testimony)


def judge(root: str, watchers: list[Watched], quorum: int) -> Verdict:
    """Whether enough operators saw this list. Each counts once; an operator with a watcher that saw another list does not count."""
    if not watchers:
        return Verdict("ok", "the terms name no watcher")
    false_claims = [text for one in watchers if (text := false_claim(one)) is not None]
    if false_claims:
        return Verdict("failed", "; ".join(false_claims))
    roots = [(one, None if one.said is None else one.said.root) for one in watchers]
    others = {one.operator for one, seen in roots if seen not in (None, root)}
    saw = {one.operator for one, seen in roots if seen == root} - others
    count = len({one.operator for one in watchers})
    parts = [f"{len(saw)} of {count} operators saw this list, {quorum} are needed"]
    parts += [text for one in watchers if (text := sentence(one, root))]
    state = "failed" if len(others) >= quorum else "ok" if len(saw) >= quorum else "could not check"
    return Verdict(state, "; ".join(parts))


def sentence(one: Watched, root: str) -> str:
    """What has to be said of a watcher; "" of one that saw the list and judged everybody."""
    if one.said is None:
        silent = f"what {one.name} said is not known" if one.is_unknown else f"{one.name} did not testify"
        return f"{silent} ({one.why})" if one.why else silent
    if one.said.root is None:
        return f"{one.name} ({one.operator}) was shown no list"
    if one.said.root != root:
        return f"{one.name} ({one.operator}) saw root {one.said.root}"
    return f"{one.said.unjudged} wallets not judged by {one.name}" if one.said.unjudged else ""


def false_claim(one: Watched) -> str | None:
    """A false claim of the proof about a testimony. A testimony that could not be read accuses nobody."""
    if one.claim is None or one.is_unknown or all(value is None for value in one.claim.said()):
        return None
    on_chain = one.said.said() if one.said is not None else (None,) * len(one.claim.said())
    names = ("root", "entries", "unjudged", "signature", "slot", "blockTime")
    for name, expected, got in zip(names, on_chain, one.claim.said(), strict=True):
        if expected != got:
            return f"{one.name}: {name}: expected {expected} got {got}"
    return None
