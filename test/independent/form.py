"""The one form in which a transaction that makes a mark counts (docs/protocol.md, section 6)."""

from __future__ import annotations

from dataclasses import dataclass

import chain

SET_LIMIT, SET_PRICE = (2, 5), (3, 9)
"""Compute budget: first byte, and length of the data."""


class NotInForm(ValueError):
    """The transaction has another form; says what was expected where."""


@dataclass(frozen=True)
class Marked:
    """What a transaction does besides making its mark: its transfers (receiver, lamports) in order, and its memo."""

    transfers: tuple[tuple[str, int], ...]
    memo: str


def mark_address(base: str, seed: str) -> str:
    return chain.address_with_seed(base, seed, chain.SYSTEM_PROGRAM)


def read_form(transaction: chain.Transaction, base: str, seed: str) -> Marked:
    """The form of a wallet that signs alone; NotInForm for any other."""
    if transaction.signers != (base,):
        raise NotInForm(f"form: expected the signature of {base} alone got {', '.join(transaction.signers)}")
    between, memo, memo_of = read_frame(transaction, base, seed)
    if memo_of != (base,):
        raise NotInForm(f"form: expected a memo by {base} alone got {', '.join(memo_of)}")
    return Marked(tuple(move_of(one, base) for one in between), memo)


def read_frame(
    transaction: chain.Transaction, base: str, seed: str
) -> tuple[tuple[chain.Instruction, ...], str, tuple[str, ...]]:
    """What stands between mark and memo, the memo, and the signers that it names; NotInForm for any other transaction."""
    instructions = transaction.instructions
    if transaction.version != "legacy":
        raise NotInForm(f"form: expected a legacy message got version {transaction.version}")
    if transaction.signers[:1] != (base,):
        raise NotInForm(f"form: expected a fee paid by {base} got {transaction.signers}")
    mark = mark_address(base, seed)
    allocation = chain.Instruction(
        chain.SYSTEM_PROGRAM, (mark, base), chain.allocate_with_seed_data(base, seed, 1, chain.SYSTEM_PROGRAM)
    )
    due = (
        ("SetComputeUnitLimit", lambda one: is_budget(one, SET_LIMIT)),
        ("SetComputeUnitPrice", lambda one: is_budget(one, SET_PRICE)),
        (f"a transfer of at least 1 lamport to {mark}", lambda one: is_rent(one, base, mark)),
        (f"the allocation of one byte at {mark}", lambda one: one == allocation),
    )
    for place, (what, is_it) in enumerate(due):
        one = instructions[place] if place < len(instructions) else None
        if one is None or not is_it(one):
            raise NotInForm(f"form: expected {what} as instruction {place} got {'none' if one is None else one.program}")
    *moves, said = instructions[len(due) :] or (None,)
    if said is None or said.program != chain.MEMO_PROGRAM:
        raise NotInForm(f"form: expected a memo of version 3 as the last got {said and said.program}")
    try:
        memo = said.data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotInForm("form: expected a text as the memo got other bytes") from None
    return tuple(moves), memo, said.accounts


def is_budget(one: chain.Instruction, of: tuple[int, int]) -> bool:
    index, length = of
    is_right = len(one.data) == length and one.data[0] == index
    return one.program == chain.COMPUTE_BUDGET_PROGRAM and one.accounts == () and is_right


def is_rent(one: chain.Instruction, base: str, mark: str) -> bool:
    moved = chain.parse_transfer(one)
    return moved is not None and moved[:2] == (base, mark) and moved[2] >= 1


def move_of(one: chain.Instruction, base: str) -> tuple[str, int]:
    moved = chain.parse_transfer(one)
    if moved is None or moved[0] != base:
        raise NotInForm(f"form: expected nothing but transfers of {base} before the memo got {one.program}")
    return moved[1], moved[2]
