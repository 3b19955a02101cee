"""Base58 with Bitcoin's alphabet, as Solana writes addresses, signatures and instruction data."""

from __future__ import annotations

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_DIGITS = {character: value for value, character in enumerate(ALPHABET)}


def encode(data: bytes) -> str:
    """Bytes of any length to base58; each leading zero byte becomes a leading '1'."""
    number = int.from_bytes(data, "big")
    digits = []
    while number:
        number, digit = divmod(number, 58)
        digits.append(ALPHABET[digit])
    zeros = len(data) - len(data.lstrip(b"\0"))
    return "1" * zeros + "".join(reversed(digits))


def decode(text: str) -> bytes:
    """The inverse of `encode`; ValueError for a character outside the alphabet."""
    number = 0
    for character in text:
        if character not in _DIGITS:
            raise ValueError(f"not base58: {text!r}")
        number = number * 58 + _DIGITS[character]
    zeros = len(text) - len(text.lstrip("1"))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def decode_address(text: str) -> bytes:
    """The 32 bytes of an address; ValueError for any other length."""
    data = decode(text)
    if len(data) != 32:
        raise ValueError(f"not an address of 32 bytes: {text!r}")
    return data
