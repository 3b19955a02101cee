"""What the chain itself says about an hour: whether it was promised, and whether it was paid.

The two marks of an hour say that something was made; what was made is in the transaction that made it (docs/protocol.md,
section 6).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chain
import draw
import form
from servers import Servers, read_rows

LOOK_UPS = 200  # transactions that name a mark and may have made it
SHORTEST_LOCK = 10
LONGEST_LOCK = 86_400 + 555
OLDEST_SNAPSHOT = 45
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


def lead_of(lock: int) -> int:
    return min(20, lock // 3)


def round_terms(number: int, ends: int, wallet: str, beacon_time: int, length: int, lock: int | None) -> Terms:
    """The one place that says what holds for a round.

    T comes from the proof, wallet, length and lock from whoever asks: all of them are to come from the announced terms.
    Without a lock the shortest lead and the longest lock of any lottery are taken.
    """
    return Terms(
        number,
        ends,
        wallet,
        beacon_time,
        ends - (LONGEST_LOCK if lock is None else lock) - OLDEST_SNAPSHOT,
        beacon_time - lead_of(SHORTEST_LOCK if lock is None else lock),
        ends + min(PAYMENT_WITHIN, length),
    )


@dataclass(frozen=True)
class Made:
    """What became of a mark: `kind` is "none", "early" (none yet), "right" or "spent", with what made it and why.

    `until`: the time of the block up to which there is none, in Unix seconds.
    """

    kind: str
    until: int = 0
    transaction: chain.Transaction | None = None
    marked: form.Marked | None = None
    time: int = 0
    why: str = ""

    @property
    def signature(self) -> str:
        return "" if self.transaction is None else self.transaction.signature


@dataclass(frozen=True)
class Asked:
    """A mark that is looked at: whose, by which seed, what a right maker is, and from when on its absence counts."""

    base: str
    seed: str
    named: str | None
    due: int
    until: int
    judge: Callable[[chain.Transaction, form.Marked], tuple[int, str]]

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

    asked = Asked(terms.wallet, f"commit:{terms.ends}", named, terms.latest + 1, terms.ends, judge)
    return read_mark(servers, asked)


def read_payment(servers: Servers, terms: Terms, named: str | None) -> Made:
    """What made the mark of the hour's payment; chain.Unreadable, chain.RpcError."""

    def judge(transaction: chain.Transaction, marked: form.Marked) -> tuple[int, str]:
        time = servers.block_time(transaction.slot)
        if not 1 <= len(marked.transfers) <= 3:
            return time, f"transfers: expected one to three got {len(marked.transfers)}"
        try:
            said = draw.PayoutMemo.parse(marked.memo)
        except ValueError:
            return time, f"memo: expected that of a payment got {marked.memo}"
        if (said.round, said.ends) != (terms.round, terms.ends):
            return time, f"memo: expected round={terms.round} ends={terms.ends} got round={said.round} ends={said.ends}"
        return time, ""

    asked = Asked(terms.wallet, f"payout:{terms.ends}", named, terms.owed_from, terms.ends + PAYMENT_WITHIN, judge)
    return read_mark(servers, asked)


def read_mark(servers: Servers, asked: Asked) -> Made:
    seen = servers.mark(asked.mark)
    found = None if asked.named is None else look(servers, asked, asked.named)
    if not seen.exists:
        if found is not None and found.marked is not None:
            raise chain.Unreadable(f"the RPC server shows {found.signature}, and not the mark {asked.mark} that it made")
        return Made("none" if seen.time >= asked.due else "early", seen.time)
    return found if found is not None else search(servers, asked)


def look(servers: Servers, asked: Asked, signature: str) -> Made | None:
    """What a transaction made of a mark; None if it is not there, or did not make it."""
    transaction = servers.transaction(signature)
    if transaction is None or transaction.failed:
        return None
    try:
        # Whatever has the form and did not fail made the mark: the chain takes the allocation only once.
        marked = form.read_form(transaction, asked.base, asked.seed)
    except form.NotInForm as problem:
        if not makes(transaction, asked.base, asked.mark):
            return None
        return Made("spent", 0, transaction, None, servers.block_time(transaction.slot), str(problem))
    time, why = asked.judge(transaction, marked)
    return Made("spent" if why else "right", 0, transaction, marked, time, why)


def makes(transaction: chain.Transaction, base: str, mark: str) -> bool:
    """Whether it makes the mark in another way. An allocation that leaves no lamports leaves no account."""
    instructions = (*transaction.instructions, *transaction.called)
    if base not in transaction.signers or all(chain.allocated(one) != mark for one in instructions):
        return False
    return transaction.balances()[1].get(mark, 0) > 0


def search(servers: Servers, asked: Asked) -> Made:
    """Looks for what made a mark in the history of the mark's own address, which anybody may have flooded."""
    doubts: list[str] = []
    for rpc in servers.rpcs:
        try:
            rows = [row for row in read_rows(rpc, asked.mark, asked.until) if not row.failed]
        except (chain.RpcError, chain.Unreadable) as problem:
            doubts.append(str(problem))
            continue
        # Those that speak of the hour come first: the others are strangers', but for one of another form.
        said = f"ends={asked.seed.partition(':')[2]} "
        for row in sorted(rows, key=lambda row: said not in row.memo)[:LOOK_UPS]:
            try:
                found = look(servers, asked, row.signature)
            except (chain.RpcError, chain.Unreadable) as problem:
                doubts.append(str(problem))
                continue
            if found is not None:
                return found
    more = "".join(f"; {doubt}" for doubt in doubts[:3])
    raise chain.Unreadable(f"the mark {asked.mark} exists, and nobody shows what made it{more}")
