"""What the verifier asks of a Solana RPC, and how it reads transactions.

Sources: Solana's RPC documentation (getTransaction, getSignatureStatuses, getBlockTime, getSlot,
getFirstAvailableBlock) and the system program's instruction layouts (solana-system-interface, `SystemInstruction`,
bincode: u32 little-endian index, then the fields).
"""

from __future__ import annotations

import hashlib
import json
import time
import urllib.request
from dataclasses import dataclass
from typing import Any, Protocol

import base58

SYSTEM_PROGRAM = "1" * 32
COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111"
# Nodes list the texts of versions 3 and 1 in a wallet's history (Agave, `extract_memos`), and leave out version 4's:
# nobody could see a second one there, so a commitment of version 4 proves nothing.
LISTED_MEMO_PROGRAMS = (
    "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
)
UNLISTED_MEMO_PROGRAM = "Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH"
MEMO_PROGRAMS = (*LISTED_MEMO_PROGRAMS, UNLISTED_MEMO_PROGRAM)
TRANSFER = 2
ALLOCATE_WITH_SEED = 9
# "maxSupportedTransactionVersion": any version will do, as only addresses, memos, transfers and balances are read.
# Some nodes take nothing above 1.
VERSIONS = (255, 1)
INVALID_PARAMS = -32602


class RpcError(Exception):
    """The RPC did not answer, or answered with an error: nothing is known. `code` is the JSON-RPC error's, if any."""

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.code = code


class Unreadable(Exception):
    """A transaction that this RPC cannot or does not tell: nothing is known about it."""


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
            if not isinstance(answer, dict):
                raise RpcError(f"{method}: the answer makes no sense")
            if answer.get("error") is not None:
                error = answer["error"]
                raise RpcError(f"{method}: {error}", error.get("code") if isinstance(error, dict) else None)
            return answer.get("result")
        raise RpcError(f"{method}: {self.down}")


@dataclass(frozen=True)
class Instruction:
    """A top-level instruction with its addresses resolved."""

    program: str
    accounts: tuple[str, ...]
    data: bytes


@dataclass(frozen=True)
class Transaction:
    """A transaction as executed."""

    signature: str
    slot: int
    failed: bool
    fee_payer: str
    signers: frozenset[str]
    read_instructions: tuple[Instruction, ...] | None
    read_changes: dict[str, int] | None

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Its top-level instructions; Unreadable if the RPC told only whose the transaction is."""
        if self.read_instructions is None:
            raise Unreadable(f"{self.signature}: its instructions cannot be read")
        return self.read_instructions

    @property
    def balance_changes(self) -> dict[str, int]:
        """Address to lamports after minus before; Unreadable if the RPC did not tell the balances."""
        if self.read_changes is None:
            raise Unreadable(f"{self.signature}: this RPC does not tell the balances")
        return self.read_changes

    def memos(self, programs: tuple[str, ...] = MEMO_PROGRAMS) -> list[str]:
        """The texts of its memo instructions (bytes that are no UTF-8 are replaced, so match nothing)."""
        return [i.data.decode("utf-8", "replace") for i in self.instructions if i.program in programs]


def block_time(rpc: Rpc, slot: int) -> int | None:
    """The time of a block, in Unix seconds; None if the RPC does not know it."""
    time = rpc.call("getBlockTime", [slot])
    return None if time is None else whole(time)


def newest_slot(rpc: Rpc) -> int:
    """The newest finalized slot that the RPC has seen."""
    return whole(rpc.call("getSlot", [{"commitment": "finalized"}]))


def first_slot(rpc: Rpc) -> int:
    """The first slot of the RPC's ledger: a node that was restarted forgets what was before."""
    return whole(rpc.call("getFirstAvailableBlock", []))


def whole(value: Any) -> int:
    """A number that must be one; RpcError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RpcError(f"not a whole number: {value!r}")
    return value


def is_finalized(rpc: Rpc, signature: str) -> bool:
    """Whether the network's supermajority has finalized a transaction that was read as final.

    A status that is forgotten says nothing against it; one that is not final does.
    """
    status = status_of(rpc, signature)
    return status is None or status.get("confirmationStatus") == "finalized"


def status_of(rpc: Rpc, signature: str) -> dict[str, Any] | None:
    """What the RPC knows of a signature, however old; None if it does not know it."""
    try:
        answer = rpc.call("getSignatureStatuses", [[signature], {"searchTransactionHistory": True}])
        return answer["value"][0]
    except (LookupError, TypeError) as problem:
        raise RpcError(f"getSignatureStatuses: malformed answer ({problem})") from problem


def get_transaction(rpc: Rpc, signature: str) -> Transaction | None:
    """The finalized transaction of any version, or None if the RPC does not know it; Unreadable, RpcError.

    Its `blockTime` is deliberately not read: some local runtimes report a wrong one here.
    """
    answer = None
    for version in VERSIONS:
        options = {"encoding": "json", "commitment": "finalized", "maxSupportedTransactionVersion": version}
        try:
            answer = rpc.call("getTransaction", [signature, options])
            break
        except RpcError as error:
            if error.code is None:
                raise
            if error.code != INVALID_PARAMS or version == VERSIONS[-1]:
                raise Unreadable(f"{signature}: {error}") from error
    if answer is None:
        return None
    try:
        return parse_transaction(signature, answer)
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise Unreadable(f"{signature}: malformed answer ({type(problem).__name__}: {problem})") from problem


def parse_transaction(signature: str, answer: dict[str, Any]) -> Transaction:
    message, meta = answer["transaction"]["message"], answer["meta"]
    loaded = meta.get("loadedAddresses") or {}
    static = message["accountKeys"]
    signer_count = message["header"]["numRequiredSignatures"]
    if not 1 <= signer_count <= len(static) or not all(isinstance(key, str) for key in static):
        raise ValueError("no signers")
    # The order of account indices: static keys, then those from lookup tables, writable ones first.
    keys = [*static, *loaded.get("writable", []), *loaded.get("readonly", [])]
    return Transaction(
        signature,
        answer["slot"],
        meta["err"] is not None,
        static[0],
        frozenset(static[:signer_count]),
        parse_instructions(message.get("instructions"), keys),
        parse_changes(keys, meta.get("preBalances"), meta.get("postBalances")),
    )


def parse_changes(keys: list[str], before: Any, after: Any) -> dict[str, int] | None:
    """None if there is not one balance for each account."""
    try:
        return {key: whole(b) - whole(a) for key, a, b in zip(keys, before, after, strict=True)}
    except (TypeError, ValueError, RpcError):
        return None


def parse_instructions(listed: Any, keys: list[str]) -> tuple[Instruction, ...] | None:
    """None if they make no sense: the signers still tell whose the transaction is."""
    try:
        return tuple(
            Instruction(
                keys[item["programIdIndex"]],
                tuple(keys[index] for index in item["accounts"]),
                base58.decode(item["data"]),
            )
            for item in listed
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


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
