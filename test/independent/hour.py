"""What the chain itself says about an hour: whether it was promised, and whether it was paid.

The two marks of an hour say that something was made; what was made is in the transaction that made it (docs/protocol.md,
section 6).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import chain
import draw
import form
from servers import Servers, read_rows

LOOK_UPS = 200  # transactions that name a mark and may have made it
PAYMENT_WITHIN = 900


@dataclass(frozen=True)
class Terms:
    """What was promised for the round, before it; times in Unix seconds.

    `earliest` and `latest`: block times with which a commitment is in time. Without a payment the round is owed from
    `owed_from` on.
    """

    round: int
    ends: int
    wallet: str
    beacon_time: int
    earliest: int
    latest: int
    owed_from: int


@dataclass(frozen=True)
class Made:
    """What became of a mark: `kind` is "none", "early" (none yet), "right" or "spent". `why`: why it is spent.

    `until`: the time of the block up to which there is none, in Unix seconds.
    """

    kind: str
    until: int = 0
    transaction: chain.Transaction | None = None
    marked: Any = None
    time: int = 0
    why: str = ""

    @property
    def signature(self) -> str:
        return "" if self.transaction is None else self.transaction.signature


@dataclass(frozen=True)
class Asked:
    """A mark to look for: its base and seed, how its transaction is read, and from when on its absence counts.

    `said`: words in the memo of its transaction. `read` reads the one form in which that counts, or raises form.NotInForm.
    """

    base: str
    seed: str
    named: str | None
    due: int
    until: int | None
    said: str
    read: Callable[[chain.Transaction], Any]
    judge: Callable[[chain.Transaction, Any], tuple[int, str]]

    @property
    def mark(self) -> str:
        return form.mark_address(self.base, self.seed)


def read_commitment(servers: Servers, terms: Terms, named: str | None) -> Made:
    """What made the mark of the hour's commitment; chain.Unreadable, chain.RpcError."""

    def judge(transaction: chain.Transaction, marked: form.Marked) -> tuple[int, str]:
        time = servers.block_time(transaction.slot)
        if marked.transfers:
            return time, "transfers: expected none got some"
        try:
            said = draw.CommitMemo.parse(marked.memo)
        except ValueError:
            return time, f"memo: expected that of a commitment got {marked.memo}"
        if (said.round, said.ends) != (terms.round, terms.ends):
            return time, f"memo: expected round={terms.round} ends={terms.ends} got round={said.round} ends={said.ends}"
        if time > terms.latest:
            return time, f"block time: expected at most {terms.latest} got {time}"
        if time < terms.earliest:
            return time, f"block time: expected at least {terms.earliest} got {time}"
        return time, ""

    seed = f"commit:{terms.ends}"
    return read_mark(servers, asked_of(terms, seed, named, terms.latest + 1, terms.ends, judge))


def asked_of(terms: Terms, seed: str, named: str | None, due: int, until: int, judge: Any) -> Asked:
    def read(transaction: chain.Transaction) -> form.Marked:
        return form.read_form(transaction, terms.wallet, seed)

    return Asked(terms.wallet, seed, named, due, until, f"ends={terms.ends} ", read, judge)


def read_payment(servers: Servers, terms: Terms, named: str | None, most: int) -> Made:
    """What made the mark of the hour's payment; chain.Unreadable, chain.RpcError."""

    def judge(transaction: chain.Transaction, marked: form.Marked) -> tuple[int, str]:
        time = servers.block_time(transaction.slot)
        if not 1 <= len(marked.transfers) <= most:
            return time, f"transfers: expected 1 to {most} got {len(marked.transfers)}"
        try:
            said = draw.PayoutMemo.parse(marked.memo)
        except ValueError:
            return time, f"memo: expected that of a payment got {marked.memo}"
        if (said.round, said.ends) != (terms.round, terms.ends):
            return time, f"memo: expected round={terms.round} ends={terms.ends} got round={said.round} ends={said.ends}"
        return time, ""

    seed = f"payout:{terms.ends}"
    return read_mark(servers, asked_of(terms, seed, named, terms.owed_from, terms.ends + PAYMENT_WITHIN, judge))


def read_mark(servers: Servers, asked: Asked) -> Made:
    seen = servers.mark(asked.mark)
    found = None if asked.named is None else look(servers, asked, asked.named)
    if not seen.exists:
        if found is not None and found.marked is not None:
            raise chain.Unreadable(f"{found.signature} made the mark {asked.mark}, which the RPC server does not show")
        return Made("none" if seen.time >= asked.due else "early", seen.time)
    return found if found is not None else search(servers, asked)


def look(servers: Servers, asked: Asked, signature: str) -> Made | None:
    """What a transaction made of a mark; None if it is not there, or did not make it."""
    transaction = servers.transaction(signature)
    if transaction is None or transaction.failed:
        return None
    try:
        # Whatever has the form and did not fail made the mark: the chain takes the allocation only once.
        marked = asked.read(transaction)
    except form.NotInForm as problem:
        if not makes(transaction, asked.base, asked.mark):
            return None
        return Made("spent", 0, transaction, None, servers.block_time(transaction.slot), str(problem))
    time, why = asked.judge(transaction, marked)
    return Made("spent" if why else "right", 0, transaction, marked, time, why)


def makes(transaction: chain.Transaction, base: str, mark: str) -> bool:
    """Whether it makes the mark, of one byte, in another way. An allocation that leaves no lamports leaves no account."""
    if base not in transaction.signers:
        return False
    # Whatever else programs called may be long, and nobody has to read it.
    naming = [one for one in transaction.called if one.program == chain.SYSTEM_PROGRAM and mark in one.accounts]
    if all(chain.allocated(one) != mark for one in (*transaction.instructions, *(one.decoded() for one in naming))):
        return False
    return transaction.held_after(mark) > 0


def search(servers: Servers, asked: Asked) -> Made:
    """Looks for what made a mark in the history of the mark's own address, which anybody may have flooded."""
    doubts: list[str] = []
    for rpc in servers.rpcs:
        try:
            rows = [row for row in read_rows(rpc, asked.mark, asked.until) if not row.failed]
        except (chain.RpcError, chain.Unreadable) as problem:
            doubts.append(str(problem))
            continue
        # Those whose memo speaks of the mark come first: the others are strangers', except one in another form.
        for row in sorted(rows, key=lambda row: asked.said not in row.memo)[:LOOK_UPS]:
            try:
                found = look(servers, asked, row.signature)
            except (chain.RpcError, chain.Unreadable) as problem:
                doubts.append(str(problem))
                continue
            if found is not None:
                return found
    more = "".join(f"; {doubt}" for doubt in doubts[:3])
    raise chain.Unreadable(f"the mark {asked.mark} exists, and nobody shows what made it{more}")
