"""What the verifier asks of a Solana RPC, and how it reads transactions.

Sources: Solana's RPC documentation (getTransaction, getBlockTime, getSlot, getFirstAvailableBlock) and the system
program's instruction layouts (solana-system-interface, `SystemInstruction`, bincode: u32 little-endian index, then the
fields).
"""

from __future__ import annotations

import hashlib
import json
import time
import urllib.request
from dataclasses import dataclass
from typing import Any, Protocol

import base58
import message

SYSTEM_PROGRAM = "1" * 32
COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111"
MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"
"""Version 3: the memo program of everything that makes a mark."""
LISTED_MEMO_PROGRAMS = (MEMO_PROGRAM, "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
"""The memo programs whose texts nodes list in a wallet's history (Agave, `extract_memos`)."""
TRANSFER = 2
ALLOCATE_WITH_SEED = 9
CREATE_WITH_SEED = 3
ONE_BYTE = (1).to_bytes(8, "little")
# "maxSupportedTransactionVersion": a transaction of a newer version must not look absent. Some nodes accept at most 1.
VERSIONS = (255, 1)
INVALID_PARAMS = -32602
LONGEST_ANSWER = 2**25  # bytes; a page of a history has less than a megabyte
LONGEST_CALL = 14_000  # characters of base58; a program is called with 10,240 bytes at most
LONGEST_TRANSACTION = 6_000  # characters of base64; a transaction has 4,096 bytes at most


class RpcError(Exception):
    """The RPC did not answer, or answered with an error: nothing is known. `code` is the JSON-RPC error's, if any."""

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.code = code


class Unreadable(Exception):
    """This RPC cannot or does not show the transaction: nothing is known about it."""


class Rpc(Protocol):
    """Anything that answers Solana's JSON-RPC methods; tests give an object of their own."""

    def call(self, method: str, params: list[Any]) -> Any:
        """The `result` of one call; RpcError if there is none."""


PASSING_CODES = (429, -32005)
"""JSON-RPC errors that mean "not now": too many requests, and a node that is behind."""


class HttpRpc:
    """JSON-RPC over HTTP, with a few patient retries, as public endpoints limit their callers.

    Once the retries are used up, later calls fail at once; otherwise every step of a verification would wait as long.
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
                    answer = json.loads(response.read(LONGEST_ANSWER))
            except (OSError, ValueError, RecursionError) as error:  # URLError, HTTPError and timeouts are OSErrors
                self.down = str(error)
                continue
            if not isinstance(answer, dict):
                raise RpcError(f"{method}: the answer makes no sense")
            error = answer.get("error")
            code = error.get("code") if isinstance(error, dict) else None
            if code in PASSING_CODES:
                self.down = str(error)
                continue
            self.down = None
            if error is not None:
                raise RpcError(f"{method}: {error}", code)
            return answer.get("result")
        raise RpcError(f"{method}: {self.down}")


@dataclass(frozen=True)
class Instruction:
    """A top-level instruction with its addresses resolved."""

    program: str
    accounts: tuple[str, ...]
    data: bytes


@dataclass(frozen=True)
class Called:
    """An instruction that a program called; `data` is base58, and may be longer than any transaction."""

    program: str
    accounts: tuple[str, ...]
    data: str

    def decoded(self) -> Instruction:
        """Unreadable for a text that is no base58, or longer than what a program is called with."""
        try:
            if len(self.data) > LONGEST_CALL:
                raise ValueError("too long")
            return Instruction(self.program, self.accounts, base58.decode(self.data))
        except ValueError:
            raise Unreadable("the RPC server shows a called instruction that makes no sense") from None


@dataclass(frozen=True)
class Transaction:
    """A finalized transaction: what was signed, and the RPC's word on what became of it.

    `called`: instructions that programs called, by the RPC's word. Balances are lamports by address; None if not told,
    and for an account of more than JSON holds exactly.
    """

    signature: str
    slot: int
    failed: bool
    version: str
    message: bytes
    signers: tuple[str, ...]
    instructions: tuple[Instruction, ...]
    called: tuple[Called, ...]
    before: dict[str, int | None] | None
    after: dict[str, int | None] | None

    def held_before(self, address: str) -> int:
        return self.told(self.before, address)

    def held_after(self, address: str) -> int:
        return self.told(self.after, address)

    def told(self, balances: dict[str, int | None] | None, address: str) -> int:
        """What one of its accounts held; Unreadable if the RPC did not tell it."""
        held = None if balances is None else balances.get(address)
        if held is None:
            raise Unreadable(f"{self.signature}: what {address} held is not told")
        return held


def block_time(rpc: Rpc, slot: int) -> int | None:
    """The time of a block, in Unix seconds; None if the RPC does not know it."""
    time = rpc.call("getBlockTime", [slot])
    return None if time is None else whole(time)


def first_block(rpc: Rpc, slot: int) -> int:
    """The first finalized block from a slot on that the RPC has; Unreadable if it has none."""
    blocks = rpc.call("getBlocksWithLimit", [slot, 1, {"commitment": "finalized"}])
    if not isinstance(blocks, list):
        raise RpcError("getBlocksWithLimit: the answer makes no sense")
    if not blocks:
        raise Unreadable(f"no block from slot {slot} on is known to this RPC server")
    block = whole(blocks[0])
    if block < slot:
        raise RpcError("getBlocksWithLimit: the answer makes no sense")
    return block


def newest_slot(rpc: Rpc) -> int:
    """The newest finalized slot that the RPC has seen."""
    return whole(rpc.call("getSlot", [{"commitment": "finalized"}]))


def first_slot(rpc: Rpc) -> int:
    """The first slot of the RPC's ledger: a node that was restarted forgets what was before."""
    return whole(rpc.call("getFirstAvailableBlock", []))


def whole(value: Any) -> int:
    """A whole number from 0 on; RpcError for anything else."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # 1.0 is 1 for JSON and for JavaScript
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise RpcError("the RPC server's answer makes no sense")
    return value


def get_transaction(rpc: Rpc, signature: str) -> Transaction | None:
    """The finalized transaction of any version, or None if the RPC does not know it; Unreadable, RpcError."""
    answer = None
    for version in VERSIONS:
        options = {"encoding": "base64", "commitment": "finalized", "maxSupportedTransactionVersion": version}
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
        text, encoding, *_ = listed(answer["transaction"])
        if encoding != "base64" or not isinstance(text, str) or len(text) > LONGEST_TRANSACTION:
            raise ValueError("not as base64")
    except (LookupError, TypeError, ValueError) as problem:
        raise Unreadable(f"{signature}: the RPC server's answer makes no sense") from problem
    try:
        signed = message.read_signed(text)
    except message.NotSigned as problem:
        raise Unreadable(f"{signature}: the RPC server shows bytes that nobody signed ({problem})") from None
    if signed.signature != signature:
        raise Unreadable(f"{signature}: the RPC server shows another transaction")
    try:
        return with_answer(signed, answer)
    except (LookupError, TypeError, ValueError, AttributeError, RpcError) as problem:
        raise Unreadable(f"{signature}: the RPC server's answer makes no sense") from problem


def listed(told: Any) -> list[Any]:
    """A list that a server may leave out; TypeError for anything else."""
    if told is not None and not isinstance(told, list):
        raise TypeError("no list")
    return told or []


def member(of: Any, name: str) -> Any:
    """None where it is left out; TypeError for null, which has no members."""
    if of is None:
        raise TypeError("null")
    return of.get(name) if isinstance(of, dict) else None


def with_answer(signed: message.Signed, answer: dict[str, Any]) -> Transaction:
    meta = answer["meta"]
    told = meta.get("loadedAddresses")
    loaded = told if isinstance(told, dict) else {}
    # The order of account indices: the message's own keys, then those from lookup tables, writable ones first.
    keys = [*signed.keys, *listed(loaded.get("writable")), *listed(loaded.get("readonly"))]
    if len(keys) != len(signed.keys) + signed.looks_up or not all(isinstance(key, str) for key in keys):
        raise ValueError("other accounts than the message names")
    return Transaction(
        signed.signature,
        whole(answer["slot"]),
        meta["err"] is not None,
        signed.version,
        signed.message,
        signed.signers,
        tuple(Instruction(keys[i.program], tuple(keys[k] for k in i.accounts), i.data) for i in signed.instructions),
        read_called(meta.get("innerInstructions"), keys),
        read_balances(keys, meta.get("preBalances")),
        read_balances(keys, meta.get("postBalances")),
    )


def read_balances(keys: list[str], told: Any) -> dict[str, int | None] | None:
    """None if there is not one balance for each account. Of one that is larger than JSON holds None is kept."""
    try:
        return {key: None if is_too_large(amount) else whole(amount) for key, amount in zip(keys, told, strict=True)}
    except (TypeError, ValueError, RpcError):
        return None


def is_too_large(amount: Any) -> bool:
    """A whole number that JSON does not hold exactly: anybody may name an account that is so rich."""
    is_whole = isinstance(amount, int) or (isinstance(amount, float) and amount.is_integer())
    return is_whole and amount >= 2**53


def read_called(told: Any, keys: list[str]) -> tuple[Called, ...]:
    """The instructions that programs called. TypeError, LookupError or ValueError for what makes no sense."""
    found = []
    for item in [one for group in listed(told) for one in listed(member(group, "instructions"))]:
        accounts = tuple(keys[whole(index)] for index in listed(member(item, "accounts")))
        if not isinstance(item["data"], str):
            raise TypeError("no text")
        found.append(Called(keys[whole(item["programIdIndex"])], accounts, item["data"]))
    return tuple(found)


def allocated(instruction: Instruction) -> str | None:
    """The address at which a system instruction makes an account of one byte by a seed; None for any other.

    No byte leaves the address free, and 80 can be a nonce account, which its authority can empty: neither is a mark.
    """
    data = instruction.data
    index, length = int.from_bytes(data[:4], "little"), int.from_bytes(data[36:44], "little")
    # The account's place, and the bytes between seed and space.
    place, between = {ALLOCATE_WITH_SEED: (0, 0), CREATE_WITH_SEED: (1, 8)}.get(index, (-1, 0))
    space = data[44 + length + between :][:8]
    if instruction.program != SYSTEM_PROGRAM or space != ONE_BYTE or not 0 <= place < len(instruction.accounts):
        return None
    address = hashlib.sha256(data[4:36] + data[44 : 44 + length] + bytes(32)).digest()
    return base58.encode(address) if instruction.accounts[place] == base58.encode(address) else None


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
