"""What one or two RPC servers say about the chain: their word counts where they agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import chain
from message import decode_base64

PAGE = 1000  # getSignaturesForAddress gives no more at once
ROWS = 5000  # of a mark's address that are looked through
NEAR_SLOTS = 8  # a block this far below a slot stands for it where the slot itself has none
T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """A finalized transaction that names an address, by anyone."""

    signature: str
    slot: int
    failed: bool
    memo: str


@dataclass(frozen=True)
class MarkSeen:
    """Whether a mark is made; `time` is that of the block up to which it is not, in Unix seconds."""

    exists: bool
    time: int


class RememberedTimes:
    """A server that is asked for each block's time once: a known time does not change."""

    def __init__(self, rpc: chain.Rpc) -> None:
        self.rpc, self.times = rpc, {}

    def call(self, method: str, params: list[Any]) -> Any:
        if method != "getBlockTime":
            return self.rpc.call(method, params)
        slot = params[0]
        if self.times.get(slot) is None:
            self.times[slot] = self.rpc.call(method, params)
        return self.times[slot]


class Servers:
    """Asks nothing twice. Every server is asked; answers that differ raise chain.Unreadable."""

    def __init__(self, rpcs: list[chain.Rpc]) -> None:
        self.rpcs: list[chain.Rpc] = [RememberedTimes(rpc) for rpc in rpcs]
        self.known: dict[tuple[str, str | int], Any] = {}

    def all(self, ask: Callable[[chain.Rpc], T]) -> list[T]:
        return [ask(rpc) for rpc in self.rpcs]

    def once(self, what: str, of: str | int, ask: Callable[[], T], is_kept: Callable[[T], bool] = lambda _: True) -> T:
        if (what, of) in self.known:
            return self.known[what, of]
        answer = ask()
        # What does not exist yet may exist a second later.
        if is_kept(answer):
            self.known[what, of] = answer
        return answer

    def transaction(self, signature: str) -> chain.Transaction | None:
        """As `chain.get_transaction`. A server that shows it and one that does not know it disagree."""

        def ask() -> chain.Transaction | None:
            shown = self.all(lambda rpc: chain.get_transaction(rpc, signature))
            if any(one != shown[0] for one in shown):
                raise chain.Unreadable(f"{signature}: the two RPC servers disagree about it")
            return shown[0]

        return self.once("transaction", signature, ask, lambda shown: shown is not None)

    def block_time(self, slot: int) -> int:
        """In Unix seconds; Unreadable if it is not known."""

        def ask() -> int:
            times = self.all(lambda rpc: chain.block_time(rpc, slot))
            if any(time != times[0] for time in times):
                raise chain.Unreadable(f"the two RPC servers disagree about the time of slot {slot}")
            if times[0] is None:
                raise chain.Unreadable(f"the time of slot {slot} is not known to this RPC server")
            return times[0]

        return self.once("time", slot, ask)

    def latest_time(self, slot: int) -> int:
        """A time that a slot without a block is not after: that of a block after it, by the server whose one is latest.

        It holds with holes in what they know too, as no block's time is before that of an earlier one (Agave's
        `Bank::update_clock`). Unreadable or RpcError if a server has no such block.
        """

        def ask(rpc: chain.Rpc) -> int:
            block = chain.first_block(rpc, slot)
            time = chain.block_time(rpc, block)
            if time is None:
                raise chain.Unreadable(f"the time of slot {block} is not known to this RPC server")
            return time

        return max(self.all(ask))

    def mark(self, address: str) -> MarkSeen:
        def ask() -> MarkSeen:
            seen = self.all(lambda rpc: look_at_mark(rpc, address))
            if any(one.exists != seen[0].exists for one in seen):
                raise chain.Unreadable(f"the two RPC servers disagree about whether {address} exists")
            return min(seen, key=lambda one: one.time)

        return self.once("mark", address, ask, lambda seen: seen.exists)

    def read_marks(self, addresses: list[str]) -> None:
        """Looks at many marks at once. Where servers disagree each round says so, when it asks for its own marks."""
        for at in range(0, len(addresses), 100):
            some = addresses[at : at + 100]
            for address, *seen in zip(some, *self.all(lambda rpc: look_at_marks(rpc, some)), strict=True):
                if all(one.exists == seen[0].exists for one in seen):
                    self.known["mark", address] = min(seen, key=lambda one: one.time)


def look_at_marks(rpc: chain.Rpc, addresses: list[str]) -> list[MarkSeen]:
    """Up to 100 marks in one answer, in their order."""
    answer = rpc.call("getMultipleAccounts", [addresses, {"encoding": "base64", "commitment": "finalized"}])
    try:
        slot = chain.whole(answer["context"]["slot"])
        exists = [is_made(account) for account in answer["value"]]
    except (LookupError, TypeError) as problem:
        raise chain.RpcError("getMultipleAccounts: the answer makes no sense") from problem
    if len(exists) != len(addresses):
        raise chain.RpcError("getMultipleAccounts: the answer makes no sense")
    time = time_up_to(rpc, slot)
    return [MarkSeen(one, 0 if one else time) for one in exists]


def look_at_mark(rpc: chain.Rpc, address: str) -> MarkSeen:
    answer = rpc.call("getAccountInfo", [address, {"encoding": "base64", "commitment": "finalized"}])
    try:
        account = answer["value"]
        slot = chain.whole(answer["context"]["slot"])
        if is_made(account):
            return MarkSeen(True, 0)
    except (LookupError, TypeError) as problem:
        raise chain.RpcError("getAccountInfo: the answer makes no sense") from problem
    return MarkSeen(False, time_up_to(rpc, slot))


def time_up_to(rpc: chain.Rpc, slot: int) -> int:
    """The time of a slot, or of the last one before it that has a block."""
    for near in range(slot, max(slot - NEAR_SLOTS, -1), -1):
        try:
            time = chain.block_time(rpc, near)
        except chain.RpcError as error:
            if error.code is None:
                raise
            time = None
        if time is not None:
            return time
    raise chain.Unreadable(f"the time of slot {slot} is not known to this RPC server")


def read_rows(rpc: chain.Rpc, address: str, until: int | None) -> list[Row]:
    """The newest transactions that name an address; of a flooded address those from before a time, if one is given."""
    page = read_page(rpc, address, None)
    if len(page) >= PAGE and until is not None:
        page = read_page(rpc, address, signature_after(rpc, until))
    rows: list[Row] = []
    while page and len(rows) < ROWS:
        known = {row.signature for row in rows}
        fresh = [row for row in page if row.signature not in known]
        if not fresh:
            break
        rows += fresh
        page = read_page(rpc, address, rows[-1].signature)
    return rows[:ROWS]


def read_page(rpc: chain.Rpc, address: str, before: str | None) -> list[Row]:
    options: dict[str, Any] = {"limit": PAGE, "commitment": "finalized"}
    if before is not None:
        options["before"] = before
    try:
        answer = rpc.call("getSignaturesForAddress", [address, options])
        if not isinstance(answer, list):
            raise TypeError("no list")
        return [
            Row(text_of(row["signature"]), chain.whole(row["slot"]), row["err"] is not None, memo_of(row.get("memo")))
            for row in answer[:PAGE]
        ]
    except (LookupError, TypeError, AttributeError) as problem:
        raise chain.RpcError("getSignaturesForAddress: the answer makes no sense") from problem


def is_made(account: Any) -> bool:
    """Whether a mark's account has its one byte; TypeError or LookupError for what is no account."""
    if account is not None and not isinstance(account["data"], list):
        raise TypeError("no list")
    try:
        return account is not None and len(decode_base64(text_of(account["data"][0]))) == 1
    except ValueError as problem:
        raise TypeError("no base64") from problem


def text_of(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def memo_of(value: Any) -> str:
    return value if isinstance(value, str) else ""


def signature_after(rpc: chain.Rpc, time: int) -> str:
    """A transaction of the first block after a time: what came later stands above it in every history. RpcError."""
    low, high = chain.first_slot(rpc), chain.newest_slot(rpc)
    while low < high:
        middle = (low + high) // 2
        try:
            is_after = time_up_to(rpc, middle) > time
        except (chain.Unreadable, chain.RpcError):
            is_after = False
        low, high = (low, middle) if is_after else (middle + 1, high)
    options = {"transactionDetails": "signatures", "rewards": False, "commitment": "finalized"}
    options["maxSupportedTransactionVersion"] = 1
    for slot in range(low, low + NEAR_SLOTS):
        try:
            signatures = (rpc.call("getBlock", [slot, options]) or {}).get("signatures") or []
            if signatures:
                return text_of(signatures[0])
        except chain.RpcError as error:
            if error.code is None:
                raise
        except (LookupError, TypeError, AttributeError) as problem:
            raise chain.RpcError("getBlock: the answer makes no sense") from problem
    raise chain.RpcError(f"getBlock: no transaction is known after {time}")
