"""What the verifier asks of a Solana RPC, and how it reads transactions.

Sources: Solana's RPC documentation (getSignaturesForAddress, getTransaction, getSignatureStatuses,
getBlockTime) and the system program's instruction layouts (solana-system-interface, `SystemInstruction`,
bincode: u32 little-endian index, then the fields).
"""

from __future__ import annotations

import hashlib
import json
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import base58

SYSTEM_PROGRAM = "1" * 32
COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111"
MEMO_PROGRAMS = (
    "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwPDwxFMNo",
)
TRANSFER = 2
ALLOCATE_WITH_SEED = 9
HISTORY_PAGE = 1000  # getSignaturesForAddress gives no more at once


class RpcError(Exception):
    """The RPC did not answer, or answered with an error: nothing is known."""


class Rpc(Protocol):
    """Anything that answers Solana's JSON-RPC methods; tests give an object of their own."""

    def call(self, method: str, params: list[Any]) -> Any:
        """The `result` of one call; RpcError if there is none."""


class HttpRpc:
    """JSON-RPC over HTTP, with a few patient retries, as public endpoints limit their callers.

    Once they are used up, later calls fail at once: every step of a verification would wait as long again.
    """

    ATTEMPTS = 5
    TIMEOUT_SECONDS = 20

    def __init__(self, url: str) -> None:
        self.url = url
        self.down: str | None = None

    def call(self, method: str, params: list[Any]) -> Any:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "game-of-draws-verifier"}
        if self.down is not None:
            raise RpcError(f"{method}: {self.down}")
        for attempt in range(self.ATTEMPTS):
            if attempt > 0:
                time.sleep(2**attempt / 2)
            try:
                request = urllib.request.Request(self.url, body, headers)
                with urllib.request.urlopen(request, timeout=self.TIMEOUT_SECONDS) as response:
                    answer = json.load(response)
            except (OSError, ValueError) as error:  # URLError, HTTPError and timeouts are OSErrors
                self.down = str(error)
                continue
            self.down = None
            if "error" in answer:
                raise RpcError(f"{method}: {answer['error']}")
            return answer.get("result")
        raise RpcError(f"{method}: {self.down}")


@dataclass(frozen=True)
class SignatureRecord:
    """One line of a wallet's history; `block_time` in Unix seconds, `memo` as the node joins it."""

    signature: str
    slot: int
    failed: bool
    memo: str
    block_time: int | None


@dataclass(frozen=True)
class Instruction:
    """A top-level instruction with its addresses resolved."""

    program: str
    accounts: tuple[str, ...]
    data: bytes


@dataclass(frozen=True)
class Transaction:
    """A transaction as executed. `balance_changes`: address to lamports after minus before."""

    slot: int
    failed: bool
    fee_payer: str
    signers: frozenset[str]
    instructions: tuple[Instruction, ...]
    balance_changes: dict[str, int]

    def memos(self) -> list[str]:
        """The texts of its memo instructions (bytes that are no UTF-8 are replaced, so match nothing)."""
        return [i.data.decode("utf-8", "replace") for i in self.instructions if i.program in MEMO_PROGRAMS]


def signature_history(rpc: Rpc, wallet: str) -> Iterator[SignatureRecord]:
    """Every finalized transaction that mentions `wallet`, newest first, back to the very first.

    Ends at a page without anything new rather than at a short one: providers may cap pages below the limit.
    """
    seen: set[str] = set()
    before: str | None = None
    while True:
        options: dict[str, Any] = {"limit": HISTORY_PAGE, "commitment": "finalized"}
        if before is not None:
            options["before"] = before
        page = rpc.call("getSignaturesForAddress", [wallet, options]) or []
        fresh = [item for item in page if item["signature"] not in seen]
        if not fresh:
            return
        for item in fresh:
            seen.add(item["signature"])
            yield SignatureRecord(
                item["signature"],
                item["slot"],
                item.get("err") is not None,
                item.get("memo") or "",
                item.get("blockTime"),
            )
        before = page[-1]["signature"]


def block_time(rpc: Rpc, record: SignatureRecord) -> int | None:
    """The block time of a history line, in Unix seconds, from its block if the line has none."""
    if record.block_time is not None:
        return record.block_time
    return rpc.call("getBlockTime", [record.slot])


def is_finalized(rpc: Rpc, signature: str) -> bool:
    """Whether the network's supermajority has finalized this transaction."""
    answer = rpc.call("getSignatureStatuses", [[signature], {"searchTransactionHistory": True}])
    status = answer["value"][0]
    return status is not None and status.get("confirmationStatus") == "finalized"


def get_transaction(rpc: Rpc, signature: str) -> Transaction | None:
    """The transaction, or None if the RPC does not know it.

    Its `blockTime` is deliberately not read: some local runtimes report a wrong one here, and the
    history has it too.
    """
    options = {"encoding": "json", "commitment": "finalized", "maxSupportedTransactionVersion": 0}
    answer = rpc.call("getTransaction", [signature, options])
    if answer is None:
        return None
    message, meta = answer["transaction"]["message"], answer["meta"]
    loaded = meta.get("loadedAddresses") or {}
    static = message["accountKeys"]
    # The order of account indices: static keys, then those from lookup tables, writable ones first.
    keys = [*static, *loaded.get("writable", []), *loaded.get("readonly", [])]
    instructions = tuple(
        Instruction(
            keys[item["programIdIndex"]],
            tuple(keys[index] for index in item["accounts"]),
            base58.decode(item["data"]),
        )
        for item in message["instructions"]
    )
    changes = {
        key: after - before
        for key, before, after in zip(keys, meta["preBalances"], meta["postBalances"], strict=True)
    }
    return Transaction(
        answer["slot"],
        meta["err"] is not None,
        static[0],
        frozenset(static[: message["header"]["numRequiredSignatures"]]),
        instructions,
        changes,
    )


def address_with_seed(base: str, seed: str, owner: str) -> str:
    """Solana's `createWithSeed`: SHA-256(base ‖ seed ‖ owner program), as an address."""
    preimage = base58.decode_address(base) + seed.encode() + base58.decode_address(owner)
    return base58.encode(hashlib.sha256(preimage).digest())


def allocate_with_seed_data(base: str, seed: str, space: int, owner: str) -> bytes:
    """The bytes of `AllocateWithSeed`: index, base, seed (u64 length, text), space in bytes (u64), owner."""
    return (
        ALLOCATE_WITH_SEED.to_bytes(4, "little")
        + base58.decode_address(base)
        + len(seed.encode()).to_bytes(8, "little")
        + seed.encode()
        + space.to_bytes(8, "little")
        + base58.decode_address(owner)
    )


def parse_transfer(instruction: Instruction) -> tuple[str, str, int] | None:
    """(from, to, lamports) of a system transfer, None for anything else."""
    data = instruction.data
    is_transfer = (
        instruction.program == SYSTEM_PROGRAM
        and len(data) == 12
        and int.from_bytes(data[:4], "little") == TRANSFER
        and len(instruction.accounts) == 2
    )
    if not is_transfer:
        return None
    return (*instruction.accounts, int.from_bytes(data[4:], "little"))
