"""A transaction's bytes: whose they are and what they say, once every signature was checked.

Sources: Solana's wire formats of legacy messages and version 0 (Agave, `sdk/message`), and SIMD-0385 for version 1.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import base58
import ed25519


class NotSigned(ValueError):
    """The bytes make no sense, or one of their signatures is wrong."""


@dataclass(frozen=True)
class Compiled:
    """An instruction whose accounts are numbers of places in the list of keys."""

    program: int
    accounts: tuple[int, ...]
    data: bytes


@dataclass(frozen=True)
class Signed:
    """`keys` are those of the message itself; with lookup tables there are more. `signers`: the first one pays."""

    signature: str
    version: str
    message: bytes
    signers: tuple[str, ...]
    keys: tuple[str, ...]
    looks_up: int
    instructions: tuple[Compiled, ...]


class Reader:
    """Bytes from the first to the last; NotSigned where there are too few."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            raise NotSigned("it ends too early")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self) -> int:
        return self.take(1)[0]

    def short(self) -> int:
        """A number of up to 16 bits, seven bits in each byte."""
        value = 0
        for shift in (0, 7, 14):
            part = self.byte()
            value |= (part & 127) << shift
            if part < 128:
                if value > 0xFFFF or (part == 0 and shift > 0):
                    break
                return value
        raise NotSigned("a count makes no sense")

    def key(self) -> str:
        return base58.encode(self.take(32))


def decode_base64(text: Any) -> bytes:
    """ValueError for anything but the one base64 of some bytes."""
    if not isinstance(text, str):
        raise ValueError("no text")
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text:
        raise ValueError("another base64 than that of its bytes")
    return data


def read_signed(text: Any) -> Signed:
    """NotSigned for anything but a transaction whose every signature is right."""
    try:
        data = decode_base64(text)
    except ValueError:
        raise NotSigned("it is no base64") from None
    is_behind = data[:1] == b"\x81"
    # Version 1 has its signatures behind the message, the older ones before it with their count.
    outer = Reader(data)
    signatures = [] if is_behind else [outer.take(64) for _ in range(outer.short())]
    start = outer.at
    reader = Reader(data[start:])
    header, keys, looks_up, instructions, version = (read_version_1 if is_behind else read_older)(reader)
    message = reader.data[: reader.at]
    if is_behind:
        signatures = [reader.take(64) for _ in range(header)]
    if reader.at != len(reader.data) or not 1 <= header <= len(keys) or len(signatures) != header:
        raise NotSigned("its parts do not fit together")
    for signature, key in zip(signatures, keys):
        if not ed25519.verify(base58.decode_address(key), message, signature):
            raise NotSigned(f"the signature of {key} is wrong")
    return Signed(
        base58.encode(signatures[0]), version, message, tuple(keys[:header]), tuple(keys), looks_up, instructions
    )


Parts = tuple[int, list[str], int, tuple[Compiled, ...], str]


def read_older(reader: Reader) -> Parts:
    first = reader.byte()
    version = "legacy" if first < 128 else str(first - 128)
    if version not in ("legacy", "0"):
        raise NotSigned(f"nobody knows version {version}")
    header = first if version == "legacy" else reader.byte()
    reader.take(2)
    keys = [reader.key() for _ in range(reader.short())]
    reader.take(32)
    instructions = tuple(
        Compiled(reader.byte(), tuple(reader.take(reader.short())), reader.take(reader.short()))
        for _ in range(reader.short())
    )
    looks_up = 0
    for _ in range(reader.short() if version == "0" else 0):
        reader.take(32)
        looks_up += len(reader.take(reader.short())) + len(reader.take(reader.short()))
    return header, keys, looks_up, instructions, version


def read_version_1(reader: Reader) -> Parts:
    reader.byte()
    header = reader.byte()
    reader.take(2)
    mask = int.from_bytes(reader.take(4), "little")
    reader.take(32)
    instruction_count, key_count = reader.byte(), reader.byte()
    keys = [reader.key() for _ in range(key_count)]
    reader.take(4 * mask.bit_count())
    heads = [(reader.byte(), reader.byte(), int.from_bytes(reader.take(2), "little")) for _ in range(instruction_count)]
    instructions = tuple(Compiled(p, tuple(reader.take(count)), reader.take(length)) for p, count, length in heads)
    return header, keys, 0, instructions, "1"
