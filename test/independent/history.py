"""A wallet's history, read back page by page, and what a node's answers about it are worth.

Source: Solana's RPC documentation (getSignaturesForAddress, newest first, `before` for the next page).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import chain

PAGES = 50  # a wallet that strangers flood is not read for ever
PAGE = 1000  # getSignaturesForAddress gives no more at once
FIRST_SLOTS = 32  # a chain's own first slots: a ledger from here on is whole
BEGINNING = float("-inf")


@dataclass(frozen=True)
class SignatureRecord:
    """One line of a wallet's history; `block_time` in Unix seconds, `memo` as the node joins it."""

    signature: str
    slot: int
    failed: bool
    memo: str
    block_time: int | None


@dataclass
class History:
    """Finalized transactions that mention a wallet, newest first, by anyone. Times are Unix seconds.

    Everything after `read_back_to` and up to `seen_until` is in it; `stopped` says why it ends where it ends.
    """

    records: list[SignatureRecord] = field(default_factory=list)
    read_back_to: float = float("inf")
    seen_until: float = BEGINNING
    stopped: str = ""

    def gap(self, since: int, until: int) -> str | None:
        """What of a time span may be missing; None if nothing is."""
        if self.read_back_to >= since:
            return self.stopped
        if self.seen_until < until:
            return "the RPC has not seen the end of the round"
        return None


def read_history(rpc: chain.Rpc, wallet: str) -> History:
    """As much as the RPC gives, at best back to the wallet's very first transaction. Never fails: see `gap`.

    Ends at an empty page rather than at a short one: providers may cap pages below the limit.
    """
    history = History()
    try:
        # Asked before the first page, so that the page is at least as new.
        history.seen_until = chain.block_time(rpc, chain.newest_slot(rpc)) or BEGINNING
    except chain.RpcError:
        pass  # the newest line tells as well
    seen: set[str] = set()
    try:
        for _ in range(PAGES):
            if history.stopped:
                return history
            read_page(rpc, wallet, history, seen)
        history.stopped = history.stopped or f"the history is longer than {PAGES} pages of {PAGE}"
    except (chain.RpcError, LookupError, TypeError, AttributeError) as problem:
        history.stopped = f"the history breaks off after {len(seen)} lines ({problem})"
    return history


def read_page(rpc: chain.Rpc, wallet: str, history: History, seen: set[str]) -> None:
    before = history.records[-1].signature if history.records else None
    options: dict[str, Any] = {"limit": PAGE, "commitment": "finalized"}
    if before is not None:
        options["before"] = before
    page = rpc.call("getSignaturesForAddress", [wallet, options])
    if not page:
        reach_end(rpc, history, before)
        return
    fresh = [item for item in page if item["signature"] not in seen]
    if not fresh:
        history.stopped = "the RPC repeats a page of the history"
    for item in fresh:
        time = item.get("blockTime")
        failed = item.get("err") is not None
        record = SignatureRecord(item["signature"], item["slot"], failed, item.get("memo") or "", time)
        seen.add(record.signature)
        history.records.append(record)
        if time is not None:
            history.read_back_to = min(history.read_back_to, time)
            history.seen_until = max(history.seen_until, time)


def reach_end(rpc: chain.Rpc, history: History, before: str | None) -> None:
    """An empty page is the end only if the RPC still knows where it was asked to go on, and then of its ledger."""
    if before is not None and not is_known(rpc, before):
        history.stopped = f"the RPC no longer knows {before}, where its history breaks off"
        return
    first = chain.first_slot(rpc)
    begin = BEGINNING if first <= FIRST_SLOTS else chain.block_time(rpc, first)
    if begin is None:
        raise chain.RpcError(f"getBlockTime: none for {first}")
    history.read_back_to = min(history.read_back_to, begin)
    history.stopped = f"the RPC's ledger begins at {begin}"


def is_known(rpc: chain.Rpc, signature: str) -> bool:
    """Whether the RPC knows a signature, however old."""
    try:
        answer = rpc.call("getSignatureStatuses", [[signature], {"searchTransactionHistory": True}])
        return answer["value"][0] is not None
    except (LookupError, TypeError) as problem:
        raise chain.RpcError(f"getSignatureStatuses: malformed answer ({problem})") from problem


def time_of(rpc: chain.Rpc, record: SignatureRecord) -> int | None:
    """A line's block time, from its block if the line has none."""
    if record.block_time is not None:
        return record.block_time
    try:
        return chain.block_time(rpc, record.slot)
    except chain.RpcError:
        return None
