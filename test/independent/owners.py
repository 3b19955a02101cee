"""What an owner's 32 bytes say against it, from the protocol's written text (docs/protocol.md, section 1)."""

from __future__ import annotations

import base58

REASONS = ("excluded", "reserved key", "off curve", "frozen")

RESERVED_KEYS = frozenset(
    base58.decode_address(key)
    for key in """
    11111111111111111111111111111111
    1nc1nerator11111111111111111111111111111111
    AddressLookupTab1e1111111111111111111111111
    BPFLoader1111111111111111111111111111111111
    BPFLoader2111111111111111111111111111111111
    BPFLoaderUpgradeab1e11111111111111111111111
    ComputeBudget111111111111111111111111111111
    Config1111111111111111111111111111111111111
    Ed25519SigVerify111111111111111111111111111
    Feature111111111111111111111111111111111111
    KeccakSecp256k11111111111111111111111111111
    LoaderV411111111111111111111111111111111111
    MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr
    NativeLoader1111111111111111111111111111111
    Secp256r1SigVerify1111111111111111111111111
    Stake11111111111111111111111111111111111111
    StakeConfig11111111111111111111111111111111
    Vote111111111111111111111111111111111111111
    ZkE1Gama1Proof11111111111111111111111111111
    ZkTokenProof1111111111111111111111111111111
    Sysvar1111111111111111111111111111111111111
    Sysvar1nstructions1111111111111111111111111
    SysvarC1ock11111111111111111111111111111111
    SysvarEpochRewards1111111111111111111111111
    SysvarEpochSchedu1e111111111111111111111111
    SysvarFees111111111111111111111111111111111
    SysvarLastRestartS1ot1111111111111111111111
    SysvarRecentB1ockHashes11111111111111111111
    SysvarRent111111111111111111111111111111111
    SysvarRewards111111111111111111111111111111
    SysvarS1otHashes111111111111111111111111111
    SysvarS1otHistory11111111111111111111111111
    SysvarStakeHistory1111111111111111111111111
    """.split()
)

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P


def is_on_curve(owner: bytes) -> bool:
    """Whether 32 bytes are a point of ed25519 by RFC 8032, section 5.1.3: nothing is reduced or repaired."""
    encoded = int.from_bytes(owner, "little")
    y, sign = encoded & (2**255 - 1), encoded >> 255
    if len(owner) != 32 or y >= _P:
        return False
    square = (y * y - 1) * (_D * y * y + 1) % _P  # x² times a square
    if square == 0:
        return sign == 0
    return pow(square, (_P - 1) // 2, _P) == 1


def reason_in_bytes(owner: bytes) -> str | None:
    """The reason for which an owner's bytes keep it out; None if they do not."""
    if owner in RESERVED_KEYS:
        return "reserved key"
    return None if is_on_curve(owner) else "off curve"
