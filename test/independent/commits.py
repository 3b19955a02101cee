"""The texts by which the pool wallet commits to a round, as the chain has them.

A commitment is a top-level memo of a transaction that the pool wallet signed and that did not fail, whoever paid
its fee. The wallet's history also lists strangers' transactions that merely mention it, and joins a transaction's
memos into one field: so whatever names the round there is looked up, and judged by its signers and instructions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import chain
from history import History, SignatureRecord

# Spelled more loosely than the lottery's own texts, so that nobody can argue about a space or a leading zero.
COMMITMENT = re.compile(r"GOD1[ \t\r\n]+commit[ \t\r\n]+round=0*([0-9]+)(?:[ \t\r\n]+ends=0*([0-9]+))?")

NAMED_DOUBTS = 3  # worth naming one by one


@dataclass(frozen=True)
class CommitFound:
    """A text for the round; `block_time` in Unix seconds, `is_listed` if every node's history shows it."""

    signature: str
    slot: int
    block_time: int | None
    text: str
    is_listed: bool


@dataclass(frozen=True)
class CommitSearch:
    """`doubts`: sentences on what could not be looked at; then what was not found proves nothing."""

    found: list[CommitFound]
    doubts: list[str]

    def must_be_whole(self) -> None:
        if self.doubts:
            more = len(self.doubts) - NAMED_DOUBTS
            named = self.doubts[:NAMED_DOUBTS] + ([f"{more} more"] if more > 0 else [])
            raise chain.Unreadable("; ".join(named))


@dataclass(frozen=True)
class Wanted:
    """The round whose texts are looked for; `ends` and `since` in Unix seconds."""

    wallet: str
    round: int
    ends: int
    since: int

    def is_named_in(self, text: str) -> bool:
        """Whether a text, or any part of a memo field, commits to this round, by its number or by its end.

        The field is searched whole, so that nothing in it (a length, a dummy memo) can hide anything else.
        """
        return any(
            match.group(1) == str(self.round) or match.group(2) == str(self.ends)
            for match in COMMITMENT.finditer(text)
        )


def find_commits(rpc: chain.Rpc, history: History, wanted: Wanted) -> CommitSearch:
    """Every text for the round that the pool wallet signed, newest first."""
    gap = history.gap(wanted.since, wanted.ends)
    search = CommitSearch([], [] if gap is None else [gap])
    for record in history.records:
        if record.failed or not wanted.is_named_in(record.memo):
            continue
        try:
            transaction = chain.get_transaction(rpc, record.signature)
            if transaction is None:
                raise chain.Unreadable(f"{record.signature}: in the wallet's history, but not known")
            if transaction.failed or wanted.wallet not in transaction.signers:
                continue
            texts = [
                (text, programs is chain.LISTED_MEMO_PROGRAMS)
                for programs in (chain.LISTED_MEMO_PROGRAMS, (chain.UNLISTED_MEMO_PROGRAM,))
                for text in transaction.memos(programs)
                if wanted.is_named_in(text)
            ]
        except (chain.RpcError, chain.Unreadable) as problem:
            search.doubts.append(str(problem))
            continue
        time = time_of(rpc, record) if texts else None
        if texts and time is None:
            search.doubts.append(f"{record.signature}: its block time is not known")
        search.found.extend(
            CommitFound(record.signature, transaction.slot, time, text, is_listed) for text, is_listed in texts
        )
    return search


def time_of(rpc: chain.Rpc, record: SignatureRecord) -> int | None:
    """A line's block time, from its block if the line has none."""
    if record.block_time is not None:
        return record.block_time
    try:
        return chain.block_time(rpc, record.slot)
    except chain.RpcError:
        return None
