"""Signatures of ed25519 (RFC 8032, section 5.1), in plain Python. `sign` is for the tables of the tests alone.

Encodings are strict: a y of p or more, the sign of an x that is 0, an S of the group's order or more, and a key of small
order are refused. The equation is the one with the cofactor.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1

Point = tuple[int, int, int, int]
"""X, Y, Z and T = X · Y / Z, extended coordinates."""

ZERO: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    q = (a[1] - a[0]) * (b[1] - b[0]) % P
    r = (a[1] + a[0]) * (b[1] + b[0]) % P
    s = 2 * a[3] * b[3] * D % P
    t = 2 * a[2] * b[2] % P
    e, f, g, h = r - q, t - s, t + s, r + q
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(scalar: int, point: Point) -> Point:
    result = ZERO
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def is_same(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def decode(data: bytes) -> Point | None:
    """None for bytes that are no point."""
    encoded = int.from_bytes(data, "little")
    y, sign = encoded & (2**255 - 1), encoded >> 255
    if len(data) != 32 or y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * ROOT % P
    if v * x * x % P != u or (x == 0 and sign == 1):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)


def encode(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE_Y = 4 * pow(5, -1, P) % P
BASE = decode(BASE_Y.to_bytes(32, "little")) or ZERO


def number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha512(data).digest(), "little")


# Servers that are held against one another show the same transactions: each signature is computed once.
@lru_cache(maxsize=8192)
def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether 64 bytes are the signature of a key of 32 bytes over a message."""
    if len(signature) != 64:
        return False
    key, r, s = decode(public), decode(signature[:32]), int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= L or is_same(multiply(8, key), ZERO):
        return False
    k = number(signature[:32] + public + message) % L
    return is_same(multiply(8, multiply(s, BASE)), multiply(8, add(r, multiply(k, key))))


def secrets_of(seed: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(seed).digest()
    return (int.from_bytes(digest[:32], "little") & (2**254 - 8)) | 2**254, digest[32:]


@lru_cache(maxsize=1024)
def public_key(seed: bytes) -> bytes:
    """Of a seed of 32 bytes."""
    return encode(multiply(secrets_of(seed)[0], BASE))


@lru_cache(maxsize=8192)
def sign(seed: bytes, message: bytes) -> bytes:
    scalar, prefix = secrets_of(seed)
    public = public_key(seed)
    nonce = number(prefix + message) % L
    r = encode(multiply(nonce, BASE))
    return r + ((nonce + number(r + public + message) * scalar) % L).to_bytes(32, "little")
