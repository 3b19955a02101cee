"""Makes hostileChains.json: an honest round, and what strangers, operators and nodes can do to its chain.

    python3 make_hostile_chains.py > hostileChains.json

Every case says which verdict is due, per question. This verifier and the lottery's own one, which runs in browsers,
both have to give it; each builds the nodes' answers from the table by itself.
"""

from __future__ import annotations

import json
from typing import Any

import base58
import chain
from synthetic import (
    COMMIT_SIGNATURE,
    ENDS,
    GUARD,
    PAYOUT_SIGNATURE,
    RENT,
    STRANGER,
    WALLET,
    SyntheticRound,
    address,
    allocate_guard,
    iso,
    memo,
    transfer,
)

V3, V1 = chain.LISTED_MEMO_PROGRAMS
V4 = chain.UNLISTED_MEMO_PROGRAM
PAID = ("commitment", "only text", "payment")
HONEST = dict.fromkeys(PAID, "ok")

ROUND = SyntheticRound()
TEXT = ROUND.commit_memo
SECOND = TEXT.replace("entries=9", "entries=8")
SAME_END = SECOND.replace("round=123", "round=124")
SLOPPY = SECOND.replace(f"commit round=123 ends={ENDS}", "commit  round=0123 ends=9")


def instruction(of: chain.Instruction) -> dict[str, Any]:
    return {"program": of.program, "accounts": list(of.accounts), "data": base58.encode(of.data)}


def text(content: str, program: str = V3) -> chain.Instruction:
    return chain.Instruction(program, (WALLET,), content.encode())


def sent(
    signature: str,
    slot: int,
    time: int,
    instructions: list[chain.Instruction],
    signers: tuple[str, ...] = (WALLET,),
    **more: Any,
) -> dict[str, Any]:
    """A transaction that names the pool wallet. `more`: failed, version, inner, times, told, memo (see `FORMAT`)."""
    line = {"signature": signature, "slot": slot, "time": time, "signers": list(signers)}
    return {**line, "instructions": [instruction(item) for item in instructions], **more}


FORMAT = {
    "transaction": "signers: the first one pays; accounts of a transaction are its signers, what it names, and the wallet",
    "times": "as many transactions like this one, named signature.0, signature.1, …",
    "inner": "instructions that a program called",
    "told": "what a node tells of it: nothing (error -32015), signers (its instructions make no sense), absent (null)",
    "node.page": "lines of history a page",
    "node.failsFromPage": "this page of the history and all later ones are not answered",
    "node.forgets": "the second page is empty, and the transaction that it was asked for from is not known",
    "node.repeats": "every page is the first one",
    "node.ledgerBegins": "nothing before this slot is known",
    "node.newest": "nothing after this slot is known",
    "node.greatestVersion": "a greater maxSupportedTransactionVersion is refused (error -32602)",
    "node.hidesMemos": "its histories have no memos",
    "proof": "members of the proof that are replaced, by their path",
}

LEDGER = [
    sent("long before", 100, ENDS - 7200, [text("GOD1 commit round=12 ends=1")]),
    sent("a stranger's gift", 900, ENDS - 3000, [transfer(WALLET, 1, STRANGER)], (STRANGER,)),
    sent(COMMIT_SIGNATURE, 1000, ENDS - 50, [text(TEXT)]),
    sent(PAYOUT_SIGNATURE, 1200, ENDS + 2, ROUND.payout),
    sent("long after", 1300, ENDS + 600, [text("GOD1 commit round=1234 ends=1")]),
]


def case(name: str, expect: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"name": name, "expect": {**HONEST, **expect}, **more}


def lookalike(signature: str, **more: Any) -> dict[str, Any]:
    return sent(signature, 950, ENDS - 1000, [text(SECOND)], (STRANGER,), **more)


def second(name: str, *add: dict[str, Any], **more: Any) -> dict[str, Any]:
    return case(f"a second text by the pool wallet, {name}", {"only text": "failed"}, add=list(add), **more)


def of_wallet(slot: int, instructions: list[chain.Instruction], **more: Any) -> dict[str, Any]:
    return sent("second", slot, ENDS - 1100 + slot, instructions, **more)


def paid(name: str, instructions: list[chain.Instruction], **more: Any) -> dict[str, Any]:
    """Another payout than the honest one."""
    payout = sent(PAYOUT_SIGNATURE, 1200, ENDS + 2, instructions, **more)
    return case(name, {"payment": "failed"}, replace=[payout])


def recommitted(slot: int, time: int, instructions: list[chain.Instruction], **more: Any) -> dict[str, Any]:
    commitment = sent(COMMIT_SIGNATURE, slot, time, instructions, **more)
    return {"replace": [commitment], "proof": {"commitment.slot": slot, "commitment.blockTime": iso(time)}}


def strangers() -> list[dict[str, Any]]:
    inner = [instruction(text(SECOND))]
    return [
        case("honest", {}),
        case("a stranger's look-alike", {}, add=[lookalike("s")]),
        case("a stranger's look-alike of version 0", {}, add=[lookalike("s", version=0)]),
        case("a stranger's look-alike of version 1", {}, add=[lookalike("s", version=1)]),
        case("a stranger's look-alike that names its own signers only", {}, add=[lookalike("s", told="signers")]),
        case("a look-alike that failed", {}, add=[sent("s", 950, ENDS - 1000, [text(SECOND)], failed=True)]),
        case("an unreadable look-alike that failed", {}, add=[lookalike("s", told="nothing", failed=True)]),
        case("a stranger's copy of the commitment", {}, add=[sent("s", 950, ENDS - 1000, [text(TEXT)], (STRANGER,))]),
        case(
            "a look-alike in an inner instruction of a transaction of ours, whose memo speaks of the round",
            {},
            add=[sent("s", 950, ENDS - 1000, [text("hello")], inner=inner, memo=f"[{len(SECOND)}] {SECOND}")],
        ),
        case("2,000 look-alikes of strangers over several pages", {}, add=[lookalike("s", times=2000)],
             node={"page": 300}),
        case("a text of ours for another round", {}, add=[of_wallet(950, [text(TEXT.replace("123 ", "12 ").replace(str(ENDS), "9"))])]),
        case("a transaction of ours whose memo is not text", {},
             add=[sent("s", 950, ENDS - 1000, [chain.Instruction(V3, (), b"\xff\xfe")], failed=True, memo="[2] (unparseable)")]),
    ]  # fmt: skip


def operators() -> list[dict[str, Any]]:
    spam = sent("spam", 970, ENDS - 100, [text("spam")], (STRANGER,), times=250)
    return [
        second("plainly", of_wallet(960, [text(SECOND)])),
        second("after the payment", of_wallet(1350, [text(SECOND)])),
        second("behind a dummy first memo", of_wallet(960, [text("hello"), text(SECOND)])),
        second("behind a dummy that is no text", of_wallet(960, [text("x"), text(SECOND)],
               memo=f"[200] (unparseable); [{len(SECOND)}] {SECOND}")),
        second("behind a dummy that claims a length", of_wallet(960, [text(f"[9999] {'é' * 20}; [3] "), text(SECOND)])),
        second("behind 250 spam transactions", of_wallet(960, [text(SECOND)]), spam, node={"page": 100}),
        second("older than 2,000 look-alikes", of_wallet(940, [text(SECOND)]), lookalike("s", times=2000), node={"page": 1000}),
        second("in a transaction of version 1", of_wallet(960, [text(SECOND)], version=1)),
        second("in a transaction of version 1, at a node that takes nothing above 1",
               of_wallet(960, [text(SECOND)], version=1), node={"greatestVersion": 1}),
        second("by the first memo program", of_wallet(960, [text(SECOND, V1)])),
        second("by the newest memo program, beside the same text", of_wallet(960, [text(TEXT), text(SECOND, V4)])),
        second("in a transaction that a stranger paid", sent("second", 960, ENDS - 140, [text(SECOND)], (STRANGER, WALLET))),
        second("for the same end under another number", of_wallet(960, [text(SAME_END)])),
        second("spelled sloppily", of_wallet(960, [text(SLOPPY)])),
        second("seen before the history breaks off", of_wallet(1100, [text(SECOND)]), node={"page": 4, "failsFromPage": 1}),
        second("beside an unreadable transaction", of_wallet(960, [text(SECOND)]), lookalike("s", told="nothing")),
        case("the same text twice", {}, add=[of_wallet(1010, [text(TEXT)])]),
        case("the commitment's fee paid by a stranger", {}, **recommitted(1000, ENDS - 50, [text(TEXT)], signers=(STRANGER, WALLET))),
        case("a late commitment", {"commitment": "failed"}, **recommitted(1000, ENDS - 4, [text(TEXT)])),
        case("a commitment just in time", {}, **recommitted(1000, ENDS - 5, [text(TEXT)])),
        case("a commitment older than is read for a round", {"commitment": "open"}, **recommitted(850, ENDS - 4300, [text(TEXT)])),
        case("a commitment from before any lock", {"commitment": "failed"}, node={"page": 1000}, **recommitted(90, ENDS - 87_001, [text(TEXT)])),
        case("a commitment of 57 years before", {"commitment": "failed"}, node={"page": 1000}, **recommitted(80, 1, [text(TEXT)])),
        case("a late commitment with a timely twin", {}, add=[of_wallet(990, [text(TEXT)])],
             **recommitted(1001, ENDS - 4, [text(TEXT)])),
        case("a late commitment in a history that breaks off", {"commitment": "open", "only text": "open"},
             node={"page": 3, "failsFromPage": 1}, **recommitted(1000, ENDS - 4, [text(TEXT)])),
        case("a commitment in an inner instruction only", {"commitment": "failed", "only text": "open"},
             **recommitted(1000, ENDS - 50, [text("hello")], inner=[instruction(text(TEXT))])),
        case("a commitment by a stranger", {"commitment": "failed", "only text": "open"},
             **recommitted(1000, ENDS - 50, [text(TEXT)], signers=(STRANGER,))),
        case("a commitment that failed", {"commitment": "failed", "only text": "open"},
             **recommitted(1000, ENDS - 50, [text(TEXT)], failed=True)),
        case("a commitment by the newest memo program, which histories leave out", {"commitment": "failed", "only text": "open"},
             **recommitted(1000, ENDS - 50, [text(TEXT, V4)])),
        case("another text than the proof's", {"commitment": "failed", "only text": "failed"},
             **recommitted(1000, ENDS - 50, [text(SECOND)])),
        case("no commitment", {"commitment": "failed", "only text": "open"}, remove=[COMMIT_SIGNATURE]),
    ]  # fmt: skip


def payments() -> list[dict[str, Any]]:
    budget, rent, guard, first, second_, third, said = ROUND.payout
    winners, lamports = ROUND.winners, ROUND.lamports
    return [
        paid("a payout that leaves a winner out", [budget, rent, guard, first, second_, said]),
        paid("a payout of a lamport less", [budget, rent, guard, transfer(winners[0], lamports[0] - 1), second_, third, said]),
        paid("a payout to others", [budget, rent, guard, transfer(STRANGER, lamports[0]), second_, third, said]),
        paid("a payout to somebody more", [*ROUND.payout, transfer(STRANGER, 1)]),
        paid("a payout of one prize twice", [budget, rent, guard, first, first, second_, third, said]),
        paid("a payout that is taken back", [*ROUND.payout, transfer(WALLET, 1, winners[2])]),
        paid("a payout whose fee another wallet paid", ROUND.payout, signers=(STRANGER, WALLET)),
        paid("a payout that failed", ROUND.payout, failed=True),
        paid("a payout without its memo", [budget, rent, guard, first, second_, third]),
        paid("a payout with another memo", [budget, rent, guard, first, second_, third, memo("GOD1 payout round=9")]),
        paid("a payout with two memos", [*ROUND.payout, memo("hello")]),
        paid("a payout without its guard", [budget, rent, first, second_, third, said]),
        paid("a payout with a stranger's guard", [budget, rent, allocate_guard(STRANGER), first, second_, third, said]),
        paid("a payout without the guard's rent", [budget, guard, first, second_, third, said]),
        paid("a payout that pays the guard twice", [budget, rent, transfer(GUARD, RENT), guard, first, second_, third, said]),
        paid("a payout with another program", [*ROUND.payout, chain.Instruction(address("p"), (winners[0],), b"")]),
        paid("a payout of which a stranger pays a prize",
             [budget, rent, guard, transfer(winners[0], lamports[0], STRANGER), second_, third, said], signers=(WALLET, STRANGER)),
        paid("a payout whose allocation names another account",
             [budget, rent, chain.Instruction(guard.program, (STRANGER, WALLET), guard.data), first, second_, third, said]),
        case("a payout whose memo the newest memo program carries", {},
             replace=[sent(PAYOUT_SIGNATURE, 1200, ENDS + 2, [budget, rent, guard, first, second_, third, text(ROUND.payout_memo, V4)])]),
        case("another guard than the proof's", {"payment": "failed"}, proof={"payout.guard": STRANGER}),
        case("no payout", {"payment": "failed"}, remove=[PAYOUT_SIGNATURE]),
        case("a payout of version 1", {}, replace=[sent(PAYOUT_SIGNATURE, 1200, ENDS + 2, ROUND.payout, version=1)]),
    ]  # fmt: skip


def nodes() -> list[dict[str, Any]]:
    unlisted = {"only text": "open"}
    silent = {"commitment": "open", "only text": "open"}
    honest = {"signature": COMMIT_SIGNATURE, "slot": 1000, "time": ENDS - 50}
    return [
        case("an unreadable transaction of an unknown signer", unlisted, add=[lookalike("s", told="nothing")]),
        case("a listed transaction that the node does not know", unlisted, add=[lookalike("s", told="absent")]),
        case("a transaction of ours whose instructions cannot be read", unlisted,
             add=[sent("s", 950, ENDS - 1000, [text(SECOND)], told="signers")]),
        case("an unreadable transaction that says nothing of the round", {},
             add=[sent("s", 950, ENDS - 1000, [text("hello")], (STRANGER,), told="nothing")]),
        case("an unreadable commitment", silent, replace=[sent(**honest, instructions=[text(TEXT)], told="nothing")]),
        case("an unreadable payout", {"payment": "open"},
             replace=[sent(PAYOUT_SIGNATURE, 1200, ENDS + 2, ROUND.payout, told="nothing")]),
        case("a history whose second page is not answered", unlisted, node={"page": 3, "failsFromPage": 1}),
        case("a history whose first page is not answered", unlisted, node={"failsFromPage": 0}),
        case("a page that fails before the round's start", {}, node={"page": 5, "failsFromPage": 1}),
        case("a node that forgets where it was asked to go on", unlisted, node={"page": 3, "forgets": True}),
        case("a node that repeats its first page", unlisted, node={"page": 3, "repeats": True}),
        case("a ledger that begins after the round's start", unlisted, node={"ledgerBegins": {"slot": 800, "time": ENDS - 3500}}),
        case("a ledger that begins before the round's start", {}, node={"ledgerBegins": {"slot": 800, "time": ENDS - 4300}}),
        case("a ledger that begins after the commitment", {"commitment": "open", "only text": "open"},
             node={"ledgerBegins": {"slot": 1100, "time": ENDS - 20}}),
        case("a node that has not seen the payout", {"payment": "open", "only text": "open"},
             node={"newest": {"slot": 1100, "time": ENDS - 20}}),
        case("a node that has not seen the commitment", {"commitment": "open", "only text": "open", "payment": "open"},
             node={"newest": {"slot": 980, "time": ENDS - 70}}),
        case("a node that does not list memos", unlisted, node={"hidesMemos": True}),
    ]  # fmt: skip


def called_off() -> list[dict[str, Any]]:
    proof = {"state": "rolled-over", "reason": "commitment-late", "winners": None, "payout": None}
    late = recommitted(1000, ENDS - 4, [text(TEXT)])
    late["proof"] |= proof

    def rolled(name: str, verdict: str, **more: Any) -> dict[str, Any]:
        return {"name": f"called off: {name}", "expect": {"called off": verdict}, **more}

    return [
        rolled("committed too late", "ok", **late),
        rolled("committed in time", "failed", proof=proof),
        rolled("committed in time, its fee paid by a stranger", "failed",
               replace=[sent(COMMIT_SIGNATURE, 1000, ENDS - 50, [text(TEXT)], (STRANGER, WALLET))], proof=proof),
        rolled("never committed, beside a stranger's look-alike", "ok",
               remove=[COMMIT_SIGNATURE], add=[lookalike("s")], proof=proof),
        rolled("a history that breaks off", "open", node={"page": 3, "failsFromPage": 1}, **late),
        rolled("an unreadable transaction", "open", add=[lookalike("s", told="nothing")], **late),
    ]  # fmt: skip


def table() -> dict[str, Any]:
    return {
        "format": FORMAT,
        "wallet": WALLET,
        "newest": {"slot": 1400, "time": ENDS + 700},
        "startsAt": iso(ENDS - 3600),
        "proof": ROUND.proof,
        "ledger": LEDGER,
        "cases": [*strangers(), *operators(), *payments(), *nodes(), *called_off()],
    }


def text_of(made: dict[str, Any]) -> str:
    """As JSON, a case a line: so a difference shows its case."""
    parts = []
    for name, value in made.items():
        lines = [json.dumps(item, ensure_ascii=False) for item in value] if isinstance(value, list) else None
        body = json.dumps(value, ensure_ascii=False) if lines is None else "[\n" + ",\n".join(lines) + "\n]"
        parts.append(f"{json.dumps(name)}: {body}")
    return "{\n" + ",\n".join(parts) + "\n}"


if __name__ == "__main__":
    print(text_of(table()))
