"""Which lottery a mint has, and by which terms a round of it is played: all of it from the chain (docs/protocol.md, 13).

Times are Unix seconds.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import base58
import chain
import form
import hour
import terms as announced
from draw import canonical_json
from message import decode_base64
from servers import Servers

KIND_AT, MINT, TRANSFER_FEE_CONFIG = 165, 1, 1
MOST_TERMS = 1_000
PAYMENT_WITHIN = 900
OLDEST_SNAPSHOT = 45
NO_MINT = "the RPC server shows no mint of Token-2022 with a transfer fee"


@dataclass(frozen=True)
class Shown:
    """An announcement as somebody shows it: its transaction, and the terms as canonical JSON."""

    signature: str | None
    text: str


@dataclass(frozen=True)
class Lottery:
    """Who announces, and what counts. `until`: up to when there is no further announcement.

    `withheld`, if nobody shows one of the announcements: when the one before it was made, and why it is not known.
    """

    mint: str
    authority: str
    is_pinned: bool
    is_of_today: bool
    hash: str
    since: int
    counted: list[dict[str, Any]]
    until: int
    withheld: tuple[int, str] | None


def read_authority(rpc: chain.Rpc, mint: str) -> str | None:
    """Who may withdraw the mint's withheld fees; None: nobody. Source: spl-token-2022, `TransferFeeConfig`."""
    answer = rpc.call("getAccountInfo", [mint, {"encoding": "base64", "commitment": "finalized"}])
    try:
        account = answer["value"]
        if account["owner"] != announced.TOKEN_2022:
            raise ValueError
        data = decode_base64(account["data"][0])
        if data[KIND_AT] != MINT:
            raise ValueError
        at = KIND_AT + 1
        while at + 4 <= len(data):
            kind, length = int.from_bytes(data[at : at + 2], "little"), int.from_bytes(data[at + 2 : at + 4], "little")
            key = data[at + 36 : at + 68]
            if kind == TRANSFER_FEE_CONFIG and len(key) == 32:
                return None if key == bytes(32) else base58.encode(key)
            at += 4 + length
    except (LookupError, TypeError, ValueError):
        pass
    raise chain.Unreadable(NO_MINT)


def authority_of(servers: Servers, mint: str) -> str | None:
    said = servers.all(lambda rpc: read_authority(rpc, mint))
    if any(one != said[0] for one in said):
        raise chain.Unreadable(f"the two RPC servers disagree about the mint {mint}")
    return said[0]


def shown_text(shown: list[Shown], terms_hash: str) -> str | None:
    return next((one.text for one in shown if hashlib.sha256(one.text.encode()).hexdigest() == terms_hash), None)


def pinned_authority(pinned: str | None, mint: str, shown: list[Shown]) -> str | None:
    """Who announced the pinned terms, by their own text."""
    text = None if pinned is None else shown_text(shown, pinned)
    of = None if text is None else announced.parse(text)
    return of["authority"] if of is not None and of["mint"] == mint else None


def read_lottery(servers: Servers, mint: str, pinned: str | None, network: dict[str, Any], shown: list[Shown]) -> Lottery:
    """chain.Unreadable or chain.RpcError when there is none, or when that cannot be told."""
    today = authority_of(servers, mint)
    authority = pinned_authority(pinned, mint, shown) or today
    if authority is None:
        raise chain.Unreadable(
            f"the mint {mint} has no authority today: only a pinned lottery whose text is shown can be found"
        )
    count, seen = 0, servers.mark(announced.mark_of(authority, 1))
    while seen.exists:
        count += 1
        if count > MOST_TERMS:
            raise chain.Unreadable(f"more than {MOST_TERMS} announcements")
        seen = servers.mark(announced.mark_of(authority, count + 1))
    made: list[dict[str, Any] | str] = []
    later: int | None = None
    # The newest first: each is looked for before the time of the next one, so a later flood does not hide it.
    for k in range(count, 0, -1):
        named = shown[k - 1].signature if k <= len(shown) else None
        one = read_one(servers, mint, authority, k, named, later)
        made.insert(0, one)
        later = later if isinstance(one, str) else one["time"]
    gap = next((index for index, one in enumerate(made) if isinstance(one, str)), None)
    known = made if gap is None else made[:gap]
    lottery = {"mint": mint, "authority": authority, "network": network}
    numbers = announced.count_terms(known, lottery)
    counted = [announced.read_memo(known[k - 1]["memo"]) | {"time": known[k - 1]["time"]} for k in numbers]
    why = "" if gap is None else f"terms:{gap + 1}: {made[gap]}"
    if not counted:
        raise chain.Unreadable(why or f"no terms of {mint} under {authority} count")
    first = counted[0]
    if pinned is not None and first["hash"] != pinned:
        raise chain.Unreadable(f"the lottery of {mint} under {authority} is {first['hash']}, and not {pinned}")
    withheld = None if gap is None else (known[-1]["time"], why)
    return Lottery(
        mint, authority, pinned is not None, today == authority, first["hash"], first["time"], counted, seen.time, withheld
    )


def read_one(
    servers: Servers, mint: str, authority: str, k: int, named: str | None, later: int | None
) -> dict[str, Any] | str:
    """What made the mark terms:<k>, as `count_terms` takes it; a sentence for what nobody shows."""
    asked = hour.Asked(
        authority, f"terms:{k}", named, 0, later, f"GOD1 terms k={k} ",
        lambda transaction: read_announcement(transaction, mint, authority, k),
        lambda transaction, marked: (servers.block_time(transaction.slot), ""),
    )  # fmt: skip
    try:
        made = hour.read_mark(servers, asked)
    except (chain.RpcError, chain.Unreadable) as problem:
        # Announcement k may have been made after k + 1, which then does not count.
        return str(problem) if later is None else read_one(servers, mint, authority, k, None, None)
    if made.kind not in ("right", "spent"):
        return "the RPC server no longer shows it"
    memo, signers = made.marked or (None, [])
    return {"slot": made.transaction.slot, "time": made.time, "memo": memo, "signers": list(signers)}


def read_announcement(transaction: chain.Transaction, mint: str, authority: str, k: int) -> tuple[str, tuple[str, ...]]:
    """The memo and whom it names; form.NotInForm for anything but announcement k."""
    between, memo, memo_of = form.read_frame(transaction, authority, f"terms:{k}")
    if between != (announced.set_authority(mint, authority),):
        raise form.NotInForm(f"form: expected SetAuthority of {mint} to {authority} alone before the memo")
    said = announced.read_memo(memo)
    if said is None or said["k"] != k:
        raise form.NotInForm(f"form: expected the text of announcement {k} got {memo}")
    if sorted(memo_of) != sorted(transaction.signers):
        raise form.NotInForm(f"form: expected a memo by {transaction.signers} got {memo_of}")
    return memo, memo_of


@dataclass(frozen=True)
class InForce:
    """The terms in force for a round, as their announcement says them. `previous`: hash of those before."""

    said: dict[str, Any]
    previous: str | None
    ends: int


class TooEarly(Exception):
    """Other terms may still be announced for that round."""


def terms_for(lottery: Lottery, number: int) -> InForce:
    """chain.Unreadable when they cannot be told, TooEarly when others may be announced yet."""
    counted = lottery.counted
    said = announced.in_force(counted, number)
    if said is None:
        raise chain.Unreadable(f"there is no round {number}: the first one is {counted[0]['from']}")
    ends, lock = said["genesis"] + number * said["length"], said["lock"]
    # The withheld announcement may hold for every round that was locked after the announcement before it was made.
    if lottery.withheld is not None and ends - lock > lottery.withheld[0]:
        raise chain.Unreadable(lottery.withheld[1])
    due = ends - lock - said["length"]
    if lottery.until <= due:
        raise TooEarly(f"terms were looked for up to {lottery.until}, and others may be announced until {due}")
    place = counted.index(said)
    return InForce(said, counted[place - 1]["hash"] if place else None, ends)


def round_terms(number: int, of: InForce, beacon_time: int) -> hour.Terms:
    """The one place that says what holds for a round's marks."""
    said, ends = of.said, of.ends
    return hour.Terms(
        number, ends, said["pool"], beacon_time, ends - said["lock"] - OLDEST_SNAPSHOT,
        beacon_time - announced.lead_of(said["lock"]), ends + min(PAYMENT_WITHIN, said["length"]),
    )  # fmt: skip


def ended_rounds(lottery: Lottery) -> list[int]:
    """The rounds whose promises have to be paid by now, oldest first, by the announced times alone."""
    first = lottery.counted[0]
    newest = (lottery.until - min(PAYMENT_WITHIN, first["length"]) - first["genesis"]) // first["length"]
    return list(range(first["from"], newest + 1))


def shown_in(announcements: Any) -> list[Shown]:
    """What a proof's `terms`, or a site's announcements, show; nothing for anything else."""
    found = []
    for one in announcements if isinstance(announcements, list) else []:
        signature, of = (one.get("signature"), one.get("terms")) if isinstance(one, dict) else (None, None)
        try:
            text = canonical_json(of).decode()
        except (TypeError, ValueError, RecursionError):
            text = ""
        found.append(Shown(signature if isinstance(signature, str) else None, text))
    return found
