"""Makes hostileChains.json: an honest round, and what strangers, operators and servers can do to its chain.

    python3 make_hostile_chains.py > hostileChains.json

`verdict` is written by hand: every verifier has to give it. `steps` is what this verifier found in full; the lottery's
own ones, which share no code with it, have to find the same. Every transaction is really signed.
"""

from __future__ import annotations

import base64
import functools
import itertools
import json
from typing import Any
from unittest import mock

import bls12381
import chain
import form
import terms as announced
import verify as verifier
from hostile_node import HostileNode
from synthetic import (
    ANNOUNCED,
    AUTHORITY,
    BUDGET,
    ENDS,
    LENGTH,
    MINT,
    OTHER,
    POOL_LAMPORTS,
    RENT,
    STRANGER,
    TERMS,
    THIS,
    WALLET,
    WATCHER,
    SyntheticRound,
    address,
    allocate_mark,
    announcing,
    commit_mark,
    committing,
    iso,
    mark_of,
    marking,
    key,
    memo,
    mint_data,
    sent,
    sent_terms,
    testimony_of,
    transfer,
    witness_seed,
)

V3, V1 = chain.LISTED_MEMO_PROGRAMS
V4 = "Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH"
ROUND = SyntheticRound()
TEXT = ROUND.commit_memo
SECOND = TEXT.replace("entries=9", "entries=8")
COMMITMENT, PAYMENT = ROUND.commitment["signature"], ROUND.paid["signature"]
COMMIT_MARK, PAYOUT_MARK = commit_mark(ENDS), mark_of(ENDS)
EARLIEST, LATEST = ENDS - 60 - 45, ENDS - 20
ROLLED_OVER = {"state": "rolled-over", "reason": "missed", "winners": None, "payout": None}
NOTHING = dict.fromkeys(("rules", "rulesHash", "snapshot", "commitment", "beacon", "prize", "winners", "payout"))
# The beacon is the same in nearly all cases: its answers are remembered.
VERIFY_DRAND = functools.cache(bls12381.verify_drand)
NUMBER = (ENDS - TERMS["genesis"]) // LENGTH
# Base64 of the same bytes, but its last two bits, which belong to no byte, are not 0.
LOOSE_MINT = mint_data(AUTHORITY).removesuffix("A=") + "B="
LOTTERY = announced.terms_hash(TERMS)
# Lamports that JSON does not hold exactly. Whoever allocated Solana's genesis has accounts of more, and the faucet of a test chain.
TOO_MANY = 2**53
RICH = {address("rich"): TOO_MANY}
SHORT = TERMS | {"length": 63, "genesis": ENDS - 3 * 63}
STATES = ("proven", "failed", "could-not-check", "not-reached", "owed", "called-off")

FORMAT = {
    "ledger": "bytes: base64 of the signed transaction; before, after: balances of its accounts; makes: marks that it makes; memo: as histories have it; inner: called instructions",
    "times": "of slots without a transaction, unix seconds; in a line: as many lines like it, named signature.0, signature.1, …",
    "add, remove": "lines more than the ledger's, signatures of it that are not there",
    "servers": "one or two, and in what each of them differs",
    "server.page": "lines of a history that are given at once",
    "server.fails": "methods that are not answered",
    "server.refuses": "by method: the code with which it is refused",
    "server.ledgerBegins, newest": "nothing before, nothing after this slot is known",
    "server.greatestVersion": "a greater maxSupportedTransactionVersion is refused (error -32602)",
    "server.hidesMemos": "its histories have no memos",
    "server.hides, invents": "addresses said to have no data, or to have some",
    "server.funds": "addresses with lamports and no data",
    "server.without": "transactions that it does not know",
    "server.told": "by signature: nothing (error -32015), absent (null), altered (other bytes), success, failure, later (another slot), richer (other balances), poorer (no balances after it), wrapped (its bytes in a list), unlisted (no list of called instructions), bare (a list of them whose first part has none), or another signature whose transaction is shown",
    "server.times": "other times of slots",
    "server.skips": "slots without a block: their time is refused (error -32009), and no list of blocks has them",
    "server.blocks": "by the slot from which on blocks are listed: other answers",
    "server.accounts": "other bytes of mints, or null for none",
    "asked": "another round than the proof's",
    "pinned": "the lottery that the user names",
    "proof": "members of the proof that are replaced, by their path",
}


def text(content: str, program: str = V3) -> chain.Instruction:
    return chain.Instruction(program, (WALLET,), content.encode())


def case(name: str, verdict: str, **more: Any) -> dict[str, Any]:
    assert verdict in STATES
    return {"name": name, "verdict": verdict, **more}


def served(name: str, verdict: str, *servers: dict[str, Any], **more: Any) -> dict[str, Any]:
    return case(name, verdict, servers=list(servers), **more)


def recommitted(
    time: int, instructions: list[chain.Instruction], signers: tuple[str, ...] = (WALLET,), slot: int = 1000, **more: Any
) -> dict[str, Any]:
    """Another commitment than the honest one, which the proof names."""
    line = sent(slot, time, instructions, signers, **more)
    named = {"commitment.signature": line["signature"], "commitment.slot": slot, "commitment.blockTime": iso(time)}
    return {"remove": [COMMITMENT], "add": [line], "proof": named}


def repaid(instructions: list[chain.Instruction], signers: tuple[str, ...] = (WALLET,), **more: Any) -> dict[str, Any]:
    """Another payment than the honest one, which the proof names."""
    line = sent(1200, ENDS + 2, instructions, signers, **more)
    return {"remove": [PAYMENT], "add": [line], "proof": {"payout.signature": line["signature"]}}


def with_proof(changed: dict[str, Any], proof: dict[str, Any]) -> dict[str, Any]:
    """A part of the proof that is gone has no members to be replaced."""
    kept = {path: value for path, value in changed.get("proof", {}).items() if proof.get(path.split(".")[0], 1) is not None}
    return {**changed, "proof": {**kept, **proof}}


def flood(mark: str, slot: int, time: int, count: int, memo: str | None = None) -> dict[str, Any]:
    """Strangers' transactions that name a mark; nobody looks them up."""
    return {"signature": f"flood of {slot}", "slot": slot, "time": time, "names": [mark], "times": count, "memo": memo}


def strangers() -> list[dict[str, Any]]:
    stranger = (STRANGER,)
    gift = transfer(COMMIT_MARK, 890_880, STRANGER)
    unnamed = {"proof": {"commitment.signature": None, "commitment.slot": None, "commitment.blockTime": None}}
    return [
        case("honest", "proven"),
        case("honest, of a lottery that is named", "proven", pinned=LOTTERY),
        case("honest, of which another round is asked", "failed", asked=2),
        case("a stranger's look-alike", "proven", add=[sent(950, ENDS - 900, [text(SECOND)], stranger)]),
        case("a stranger's look-alike that names the mark", "proven",
             add=[sent(1005, ENDS - 45, [gift, text(SECOND)], stranger)]),
        case("another text of the pool wallet that makes no mark", "proven", add=[sent(960, ENDS - 120, [text(SECOND)])]),
        case("another text of the pool wallet, and a month later", "proven", add=[sent(1350, ENDS + 900, [text(SECOND)])]),
        case("a second text that came too late for the mark, and failed", "proven",
             add=[sent(1001, ENDS - 49, committing(SECOND), failed=True)]),
        case("a mark that a stranger had funded", "proven", add=[sent(950, ENDS - 900, [gift], stranger)]),
        case("a flood of the marks after T, and a proof that names nothing", "owed",
             add=[flood(COMMIT_MARK, 1250, ENDS + 5, 5200), flood(PAYOUT_MARK, 1390, ENDS + 990, 1200)],
             **with_proof(unnamed, {"payout": None, "state": "drawn"}), remove=[PAYMENT]),
        case("a flood of the mark of the payment after T + 900", "failed",
             add=[flood(PAYOUT_MARK, 1390, ENDS + 990, 5200)], proof={"payout": None}),
        case("a flood of the mark of the commitment before T, and a proof that withholds it", "could-not-check",
             add=[flood(COMMIT_MARK, 1010, ENDS - 40, 6000)], proof={**NOTHING, "state": "open"}),
        case("a flood of it without the memo's text", "not-reached",
             add=[flood(COMMIT_MARK, 1010, ENDS - 40, 400)], proof={**NOTHING, "state": "open"}),
    ]  # fmt: skip


def allocating(seed: str, space: int, base: str = WALLET) -> list[chain.Instruction]:
    """Lamports at the address of a mark, and an allocation there of so many bytes."""
    mark = form.mark_address(base, seed)
    data = chain.allocate_with_seed_data(base, seed, space, chain.SYSTEM_PROGRAM)
    return [transfer(mark, RENT, base), chain.Instruction(chain.SYSTEM_PROGRAM, (mark, base), data)]


# Neither makes a mark: no byte at all, and a nonce account, which its authority can empty again.
OTHER_SPACES = (("no byte", 0), ("80 bytes, which went away again", 80))
NONCE_BYTES = base64.b64encode(bytes(80)).decode()


def other_spaces() -> list[dict[str, Any]]:
    cases = []
    for name, space in OTHER_SPACES:
        line = sent(985, ENDS - 70, allocating(f"commit:{ENDS}", space), held={COMMIT_MARK: 0})
        shown = {"commitment.signature": line["signature"]}
        cases += [
            case(f"an allocation of {name} shown for a promise that is withheld", "owed", add=[line], remove=[PAYMENT],
                 proof={**ROLLED_OVER, **shown}),
            case(f"an allocation of {name} shown for the promise of a round that is paid", "failed", add=[line], proof=shown),
            case(f"an allocation of {name} shown for a paid round that is said to be missed", "failed", add=[line],
                 proof={**ROLLED_OVER, **shown}),
            case(f"an allocation of {name} before a promise, which the proof names", "proven", add=[line]),
            case(f"an allocation of {name} shown for the payment", "failed",
                 add=[paid := sent(985, ENDS - 70, allocating(f"payout:{ENDS}", space), held={PAYOUT_MARK: 0})],
                 proof={"payout.signature": paid["signature"]}),
        ]
    off = {"remove": [COMMITMENT, PAYMENT], "proof": ROLLED_OVER}
    held = {"accounts": {COMMIT_MARK: NONCE_BYTES}}
    return [
        *cases,
        served("80 bytes at the mark of the commitment, in a round that was called off", "called-off", held, **off),
        served("80 bytes at the mark of the commitment, while it may still be made", "not-reached",
               {**held, "newest": {"slot": 995, "time": ENDS - 55}}, proof={**NOTHING, "state": "open"}),
        served("80 bytes at the mark of the payment", "owed", {"accounts": {PAYOUT_MARK: NONCE_BYTES}}, remove=[PAYMENT]),
        served("a mark whose bytes are no base64", "could-not-check", {"accounts": {COMMIT_MARK: "AB=="}}),
    ]  # fmt: skip


def promises() -> list[dict[str, Any]]:
    *made, said = committing(TEXT)
    rent, allocation = made[2:]
    withheld = {**NOTHING, "state": "open"}
    unpaid = {"remove": [PAYMENT]}
    empty = sent(995, ENDS - 52, [*BUDGET, allocation, said])
    named = allocation.data[4:-40]
    created = chain.CREATE_WITH_SEED.to_bytes(4, "little") + named + RENT.to_bytes(8, "little") + allocation.data[-40:]
    create = chain.Instruction(chain.SYSTEM_PROGRAM, (WALLET, COMMIT_MARK), created)
    program = chain.Instruction(address("p"), (WALLET, COMMIT_MARK), b"")
    spent = [
        *((f"a commitment {name}", other, more) for name, other, more in (
            ("that pays somebody besides", [*made, transfer(STRANGER, 1), said], {}),
            ("with two memos", [*made, said, said], {}),
            ("without a memo", made, {}),
            ("with its memo before its mark", [*BUDGET, said, rent, allocation], {}),
            ("with another program", [*made, chain.Instruction(address("p"), (), b""), said], {}),
            ("without a compute price", [BUDGET[0], rent, allocation, said], {}),
            ("with its price before its limit", [BUDGET[1], BUDGET[0], rent, allocation, said], {}),
            ("whose memo names nobody", [*made, chain.Instruction(V3, (), TEXT.encode())], {}),
            ("whose memo names somebody more", [*made, chain.Instruction(V3, (WALLET, STRANGER), TEXT.encode())], {}),
            ("by the first memo program", [*made, text(TEXT, V1)], {}),
            ("by the newest memo program", [*made, text(TEXT, V4)], {}),
            ("in a message of version 0", committing(TEXT), {"version": 0}),
            ("in a message of version 1", committing(TEXT), {"version": 1}),
            ("whose fee a stranger paid", committing(TEXT), {"signers": (STRANGER, WALLET)}),
            ("that a stranger signed as well", committing(TEXT), {"signers": (WALLET, STRANGER)}),
            ("whose mark a stranger had funded", [*BUDGET, allocation, said], {"held": {COMMIT_MARK: 890_880}}),
            ("whose mark a program makes, beside somebody with 2^53 lamports", [*BUDGET, program, said],
             {"called": (rent, allocation), "held": {COMMIT_MARK: 1, **RICH}, "unused": tuple(RICH)}),
            ("whose mark a program makes, with 4,000 bytes more behind it", [*BUDGET, program, said],
             {"called": (rent, longer(allocation)), "held": {COMMIT_MARK: 1}}),
            ("whose mark a program makes, which also calls one with 4,000 bytes", [*BUDGET, program, said],
             {"called": (rent, allocation, longer(program)), "held": {COMMIT_MARK: 1}}),
            ("that creates the mark", [*BUDGET, create, transfer(COMMIT_MARK, 1), said], {}),
            ("whose mark a program makes", [*BUDGET, program, said], {"called": (rent, allocation), "held": {COMMIT_MARK: 1}}),
            ("whose text is no commitment's", committing("hello"), {}),
            ("whose text speaks of another hour", committing(TEXT.replace(f"ends={ENDS}", f"ends={ENDS + 3600}")), {}),
            ("whose text speaks of another number", committing(TEXT.replace("round=3", "round=4")), {}),
            ("whose text has no entry", committing(TEXT.replace("entries=9", "entries=0")), {}),
            ("whose text has 10^9 entries", committing(TEXT.replace("entries=9", f"entries={10**9}")), {}),
            ("whose text has a slot of 16 digits", committing(TEXT.replace("slot=990", f"slot={10**15}")), {}),
            ("whose text has the beacon round 0", committing(TEXT.replace(":1000 ", ":0 ")), {}),
            ("whose text has a pool of 21 digits", committing(TEXT.replace(f"pool={POOL_LAMPORTS}", f"pool={10**20}")), {}),
            ("whose text has a leading zero", committing(TEXT.replace("slot=990", "slot=0990")), {}),
            ("whose text has a line break behind it", committing(TEXT + "\n"), {}),
            ("whose text has two spaces", committing(TEXT.replace(" slot", "  slot")), {}),
            ("whose text has capitals in a hash", committing(TEXT[:-64] + TEXT[-64:].upper()), {}),
            ("whose memo is no text", [*made, chain.Instruction(V3, (WALLET,), b"\xff\xfe")], {}),
        )),
    ]  # fmt: skip
    cases = []
    for name, other, more in spent:
        changed = recommitted(ENDS - 50, other, **more)
        cases.append(case(f"{name}, in a round that claims to be paid", "failed", **changed))
        off = with_proof(changed, ROLLED_OVER)
        cases.append(case(f"{name}, in a round that was called off", "called-off", **{**off, "remove": [COMMITMENT, PAYMENT]}))
    unseen = [*BUDGET, program, said], {"called": (rent, allocation), "held": {COMMIT_MARK: TOO_MANY}}
    cases.append(case("a commitment whose mark a program makes, of 2^53 lamports", "could-not-check",
                      **recommitted(ENDS - 50, unseen[0], **unseen[1])))
    unmade = [
        ("without a mark", [*BUDGET, said]),
        ("whose mark got no rent, which leaves none", [*BUDGET, allocation, said]),
        ("that makes the mark of another hour", committing(TEXT, ENDS + 3600)),
        ("that makes a stranger's mark", [*marking(f"commit:{ENDS}", STRANGER), said], (WALLET, STRANGER)),
    ]  # fmt: skip
    for name, other, *signers in unmade:
        changed = recommitted(ENDS - 50, other, *signers)
        cases.append(case(f"a commitment {name}, in a round that claims to be paid", "failed", **changed))
        cases.append(case(f"a commitment {name}, in a round that was called off", "called-off", **with_proof(changed, ROLLED_OVER)))
    for name, time, verdict in (
        ("a second too late", LATEST + 1, "failed"),
        ("just in time", LATEST, "proven"),
        ("as early as may be", EARLIEST, "proven"),
        ("a second too early", EARLIEST - 1, "failed"),
        ("of two days before", ENDS - 172_800, "failed"),
    ):
        changed = recommitted(time, committing(TEXT))
        clock = {"servers": [{"times": {"990": min(ENDS - 58, max(time, EARLIEST))}}]}
        cases.append(case(f"a commitment {name}", verdict, **changed, **clock))
        off = "called-off" if verdict == "failed" else "owed"
        gone = {**with_proof(changed, ROLLED_OVER), "remove": [COMMITMENT, PAYMENT], **clock}
        cases.append(case(f"a commitment {name}, in a round that was called off and not paid", off, **gone))
    for name, other in (
        ("of another beacon", TEXT.replace(":1000 ", ":1001 ")),
        ("of another network", TEXT.replace("drand=96e74fcdd3a11840", "drand=0123456789abcdef")),
        ("of prizes that are no share of its pool", TEXT.replace(f"prizes={ROUND.total} ", "prizes=1 ")),
        ("of no rules that anybody shows", TEXT[:-64] + "7e" * 32),
        ("of slot 0 and a pool of nothing", TEXT.replace("slot=990", "slot=0").replace(f"pool={POOL_LAMPORTS}", "pool=0")),
        ("of a pool that no balance holds", TEXT.replace(f"pool={POOL_LAMPORTS}", f"pool={10**20 - 1}")),
    ):
        changed = recommitted(ENDS - 50, committing(other))
        shown = {**changed, "proof": {**changed["proof"], "commitment.memo": other}}
        # A payment of this promise has other prizes than those that were paid.
        cases.append(case(f"a promise {name}, in a round that claims to be paid", "owed" if " pool of no" in name or "balance" in name else "failed", **shown))
        off = {**with_proof(changed, ROLLED_OVER), "remove": [COMMITMENT, PAYMENT]}
        cases.append(case(f"a promise {name}, in a round that was called off and not paid", "owed", **off))
    twenty = [sent(980 + k, ENDS - 56, [*BUDGET, allocation, text(TEXT.replace("entries=9", f"entries={k + 1}"))]) for k in range(8)]
    return [
        *cases,
        *other_spaces(),
        case("a commitment that failed", "failed", **recommitted(ENDS - 50, committing(TEXT), failed=True)),
        case("a commitment with a key that no instruction names", "proven",
             **recommitted(ENDS - 50, committing(TEXT), unused=(STRANGER,))),
        case("rules with a further member", "failed", proof={"rules.more": 1}),
        case("another text than the proof's", "failed", **recommitted(ENDS - 50, committing(SECOND))),
        case("another promise than the one that the proof names", "failed", proof={"commitment.signature": PAYMENT}),
        case("no commitment, in a round that claims to be paid", "failed", remove=[COMMITMENT]),
        case("no commitment, in a round that was called off", "called-off", remove=[COMMITMENT, PAYMENT], proof=ROLLED_OVER),
        case("no commitment, in a round that was called off before its lock", "called-off", remove=[COMMITMENT, PAYMENT],
             proof={**NOTHING, **ROLLED_OVER}),
        case("no commitment, in a round that names winners and was called off", "failed", remove=[COMMITMENT, PAYMENT],
             proof={"state": "rolled-over", "reason": "missed"}),
        case("eight commitments that leave no mark, and none that does", "called-off", remove=[COMMITMENT, PAYMENT], add=twenty,
             proof=ROLLED_OVER),
        case("eight commitments that leave no mark, and a late one that does", "failed",
             **(late := recommitted(ENDS - 2, committing(TEXT), slot=1010)) | {"add": [*late["add"], *twenty]}),
        case("one that leaves no mark shown for the promise that made it", "failed", add=[empty],
             proof={"commitment.signature": empty["signature"]}),
        case("one that leaves no mark shown for a promise that is withheld", "owed", add=[empty], **unpaid,
             proof={**ROLLED_OVER, "commitment.signature": empty["signature"]}),
        case("a paid round that is shown as missed", "failed", proof=ROLLED_OVER),
        case("a paid round that is shown as missed, of which nothing is shown", "failed", proof={**NOTHING, **ROLLED_OVER}),
        case("a paid round that is shown as missed, with another end", "failed", proof={**ROLLED_OVER, "endsAt": iso(ENDS - 40)}),
        case("a promise that is not paid", "owed", **unpaid),
        case("a promise that is not paid, of which nothing is shown", "owed", **unpaid, proof=withheld),
        case("a promise that is not paid, in a round that was called off", "owed", **unpaid, proof=ROLLED_OVER),
        case("a promise that is not paid, in a round that is held", "owed", **unpaid, proof={"state": "held", "payout": None}),
        case("a paid round of which nothing is shown", "not-reached", proof=withheld),
        case("a paid round that is shown as locked, without its beacon network", "failed", proof={"state": "locked", "beacon": None}),
        case("a paid round that is shown as drawn", "not-reached", proof={"state": "drawn", "payout": None}),
        case("a paid round that is shown as committed, without the beacon that it was to wait for", "failed",
             proof={"state": "committed", "beacon": None, "winners": None, "payout": None}),
        served("a promise that is not paid within 900 s", "not-reached", {"newest": {"slot": 1390, "time": ENDS + 899}}, **unpaid,
               proof={"state": "drawn", "payout": None}),
        served("a promise that is not paid after 900 s", "owed", {"newest": {"slot": 1390, "time": ENDS + 900}}, **unpaid,
               proof={"state": "drawn", "payout": None}),
        served("a promise that is not paid after a round of 63 s", "owed", {"newest": {"slot": 1390, "time": ENDS + 63}},
               remove=[PAYMENT, ANNOUNCED["signature"]], add=[sent_terms(SHORT, 100, ENDS - 5000)],
               proof={"state": "drawn", "payout": None}),
        served("a hidden round that may still be promised", "not-reached", {"newest": {"slot": 995, "time": ENDS - 55}}, proof=withheld),
    ]  # fmt: skip


def payments() -> list[dict[str, Any]]:
    limit, price, rent, mark, first, second_, third, said = ROUND.payout
    budget = (limit, price)
    winners, lamports = ROUND.winners, ROUND.lamports
    spent = [
        ("that leaves a winner out", [*budget, rent, mark, first, second_, said]),
        ("of a lamport less", [*budget, rent, mark, transfer(winners[0], lamports[0] - 1), second_, third, said]),
        ("to others", [*budget, rent, mark, transfer(STRANGER, lamports[0]), second_, third, said]),
        ("to somebody more", [*budget, rent, mark, first, second_, third, transfer(STRANGER, 1), said]),
        ("of one prize twice", [*budget, rent, mark, first, first, second_, third, said]),
        ("to nobody", [*budget, rent, mark, said]),
        ("without its memo", [*budget, rent, mark, first, second_, third]),
        ("with another memo", [*budget, rent, mark, first, second_, third, memo("GOD1 payout round=9")]),
        ("with the memo of another list", [*budget, rent, mark, first, second_, third, memo(ROUND.payout_memo.replace("winners=3", "winners=2"))]),
        ("with two memos", [*ROUND.payout, memo("hello")]),
        ("that pays the mark twice", [*budget, rent, transfer(PAYOUT_MARK, RENT), mark, first, second_, third, said]),
        ("with another program", [*ROUND.payout, chain.Instruction(address("p"), (winners[0],), b"")]),
        ("in another order than that of its places", [*budget, rent, mark, second_, first, third, said]),
        ("with its mark behind the prizes", [*budget, first, second_, third, rent, mark, said]),
        ("without a compute price", [limit, rent, mark, first, second_, third, said]),
        ("by the newest memo program", [*budget, rent, mark, first, second_, third, text(ROUND.payout_memo, V4)]),
    ]  # fmt: skip
    taken_back = [*ROUND.payout, transfer(WALLET, 1, winners[2])]
    return [
        *(case(f"a payment {name}", "owed", **repaid(other)) for name, other in spent),
        *(case(f"a payment in a message of version {version}", "owed", **repaid(ROUND.payout, version=version)) for version in (0, 1)),
        case("a payment whose fee another wallet paid", "owed", **repaid(ROUND.payout, (STRANGER, WALLET))),
        case("a payment of which a stranger pays a prize", "owed",
             **repaid([*budget, rent, mark, transfer(winners[0], lamports[0], STRANGER), second_, third, said], (WALLET, STRANGER))),
        case("a payment beside somebody with 2^53 lamports", "proven", **repaid(ROUND.payout, held=RICH, unused=tuple(RICH))),
        case("a payment to a winner with 2^53 lamports", "could-not-check", **repaid(ROUND.payout, held={winners[0]: TOO_MANY})),
        case("a payment that failed", "owed", **repaid(ROUND.payout, failed=True)),
        case("a payment without its mark", "owed", **repaid([*budget, rent, first, second_, third, said])),
        case("a payment with a stranger's mark", "owed",
             **repaid([*budget, rent, allocate_mark(STRANGER), first, second_, third, said], (WALLET, STRANGER))),
        case("a payment without the mark's rent", "owed", **repaid([*budget, mark, first, second_, third, said])),
        case("no payment", "owed", remove=[PAYMENT]),
        case("a payment that is named wrongly", "failed", proof={"payout.signature": COMMITMENT}),
        case("a payment to others, of a round of which nothing is shown", "not-reached", **{
            **repaid(spent[2][1]), "proof": {**NOTHING, "state": "open"}}),
        case("a payment that spent the mark, of a round of which nothing is shown", "owed", **{
            **repaid(spent[9][1]), "proof": {**NOTHING, "state": "open"}}),
        *(case(f"a payment whose memo has {count} winners, of a round of which nothing is shown", verdict, **{
            **repaid([*budget, rent, mark, first, second_, third, memo(ROUND.payout_memo.replace("winners=3", f"winners={count}"))]),
            "proof": {**NOTHING, "state": "open"}}) for count, verdict in (("0", "owed"), ("99", "not-reached"), ("100", "owed"))),
        case("a payment to others, in a round that was called off", "owed", **with_proof(repaid(spent[2][1]), ROLLED_OVER)),
        case("another mark than the proof's", "failed", proof={"payout.mark": STRANGER}),
        case("a payment for a promise that there never was", "failed", remove=[COMMITMENT],
             proof={"commitment.signature": None, "commitment.slot": None, "commitment.blockTime": None}),
    ]  # fmt: skip


def longer(one: chain.Instruction) -> chain.Instruction:
    """The same with 4,000 bytes more, as only programs can call it: no message is that long."""
    return chain.Instruction(one.program, one.accounts, one.data + b"\xff" * 4000)


def walked(
    *held: int, slot: int = 991, failing: int | None = None, rich: bool = False, called: tuple[chain.Instruction, ...] = ()
) -> dict[str, Any]:
    """A pool with these balances up to the commitment, by gifts and payments that all lie in one slot.

    `failing`: the number of a payment that failed, and took nothing but its fee. `rich`: whether each of them names
    somebody with more lamports than JSON holds. `called`: what programs call in each of them.
    """
    named: dict[str, int] = RICH if rich else {}
    moves = []
    for k, (found, left) in enumerate(itertools.pairwise(held)):
        sender, receiver = (STRANGER, WALLET) if left > found else (WALLET, address(f"receiver {k}"))
        owned = {WALLET: found, STRANGER: 9 * POOL_LAMPORTS, **named}
        move = [transfer(receiver, abs(left - found), sender)]
        if k == failing:
            failed = sent(slot, ENDS - 57, move, held=owned, failed=True, unused=tuple(named))
            moves.append({**failed, "after": [left, *failed["after"][1:]]})
        else:
            moves.append(sent(slot, ENDS - 57, move, (sender,), held=owned, unused=tuple(named), called=called))
    changed = recommitted(ENDS - 50, committing(TEXT), held={WALLET: held[-1], **named}, unused=tuple(named), slot=1002)
    before = sent(985, ENDS - 100, [text("a fee")], held={WALLET: held[0]})
    return {**changed, "add": [*changed["add"], *moves, before]}


def pools() -> list[dict[str, Any]]:
    claim, fee = POOL_LAMPORTS, 5000
    least, twice, thrice = claim * 1000 // 999, 2 * claim, 3 * claim
    many = [twice - k * fee for k in range(102)]
    kept, two, four = walked(twice), walked(*many[:3]), walked(twice, claim, thrice, 4 * claim)
    older = {**kept, "add": [*kept["add"], sent(980, ENDS - 120, [text("an older fee")], held={WALLET: claim})]}
    first, second = (line["signature"] for line in two["add"][1:3])
    unread, before = four["add"][3]["signature"], kept["add"][-1]["signature"]
    back = walked(twice, claim, twice)
    forgets_before, forgets_both = {"without": [before]}, {"without": [line["signature"] for line in back["add"][1:3]]}
    return [
        case("a pool that held exactly the claim", "proven", **walked(claim)),
        case("a pool that held a thousandth more", "proven", **walked(least)),
        case("a pool that held a lamport more than that, of which the commitment took as much", "failed", **walked(least + 1)),
        case("a pool that held a lamport less", "failed", **walked(claim - 1)),
        case("a pool that held twice as much, then and before", "failed", **kept),
        case("a pool that held twice as much, and one payment of its own since the snapshot", "failed", **walked(*many[:2])),
        case("a pool that held half as much, and one payment of its own since the snapshot", "failed",
             **walked(claim // 2, claim // 2 - fee)),
        case("a pool that got a gift within the lock", "proven", **walked(claim, twice)),
        case("a pool that held more at the snapshot", "proven", **walked(claim, claim - fee)),
        case("a pool that held the claim between a payment and a gift within the lock", "proven", **walked(twice, claim, thrice)),
        case("a pool that held a thousandth more between a payment and a gift", "proven", **walked(twice, least, thrice)),
        case("a pool that held a lamport more than that between a payment and a gift", "failed", **walked(twice, least + 1, thrice)),
        case("a pool that held the claim between a gift and a payment", "proven", **walked(claim - 2, claim, claim - 3)),
        case("a pool that held a lamport less between a gift and a payment", "failed", **walked(claim - 2, claim - 1, claim - 3)),
        case("a pool that held the claim between a payment that failed and a gift", "proven", **walked(twice, claim, thrice, failing=0)),
        case("a pool that held twice as much, and a payment that failed since the snapshot", "failed", **walked(*many[:2], failing=0)),
        case("a pool that got a gift in the snapshot's own slot, which a chain that finalizes at once may show in parts", "proven",
             **walked(claim, twice, slot=990)),
        case("a pool that got a gift in the slot before the snapshot's", "failed", **walked(claim, twice, slot=989)),
        case("a pool that held twice as much, and a commitment beside somebody with 2^53 lamports", "failed", **walked(twice, rich=True)),
        case("a pool that held twice as much, and a payment beside somebody with 2^53 lamports", "failed",
             **walked(*many[:2], rich=True)),
        case("a pool that got a gift within the lock, beside somebody with 2^53 lamports", "proven", **walked(claim, twice, rich=True)),
        case("a pool that held 2^53 lamports", "could-not-check", **walked(TOO_MANY)),
        case("a pool that held 2^53 lamports before a payment", "could-not-check", **walked(TOO_MANY, twice)),
        case("a pool that held twice as much, and a payment that calls a program with 4,000 bytes", "failed",
             **walked(*many[:2], called=(longer(chain.Instruction(address("p"), (STRANGER,), b"")),))),
        case("a pool with 100 payments since the snapshot, and never the claim", "failed", **walked(*many[:101])),
        case("a pool with 101 payments since the snapshot, and no claim in the first 100", "could-not-check", **walked(*many)),
        served("a pool that got a gift, and dust without end that nobody reads", "proven", {}, **{
            **(gift := walked(claim, twice)), "add": [*gift["add"], flood(WALLET, 995, ENDS - 55, 2000)]}),
        served("a pool flooded between snapshot and commitment", "could-not-check", {}, **{
            **kept, "add": [*kept["add"], flood(WALLET, 995, ENDS - 55, 6000)]}),
        served("a pool whose history is not told", "could-not-check", {"fails": ["getSignaturesForAddress"]}, **kept),
        *(served(f"a pool of which a payment since the snapshot {name}", "could-not-check", {"told": {first: told}}, **two)
          for name, told in (("cannot be read", "nothing"), ("is not known", "absent"), ("has other bytes", "altered"),
                             ("leaves what the next one does not find", "richer"), ("leaves nobody knows what", "poorer"))),
        served("a pool of which a gift cannot be read, after a payment that left the claim", "proven", {"told": {unread: "nothing"}}, **four),
        *(served(f"a pool of which the {which} payment since the snapshot is left out", "could-not-check", {"without": [left_out]}, **two)
          for which, left_out in (("first", first), ("last", second))),
        case("a pool that held the claim between a payment and a gift of as much", "proven", **back),
        *(served("two servers, of which one leaves out a payment and a gift of as much", "could-not-check", *pair, **back)
          for pair in (({}, forgets_both), (forgets_both, {}))),
        *(served("two servers, of which one leaves out the pool's last transaction before the lock", "could-not-check", *pair, **older)
          for pair in (({}, forgets_before), (forgets_before, {}))),
        served("two servers, of which one leaves out the pool's last transaction before the lock and the other has forgotten it",
               "could-not-check", forgets_before, forgets_before, **older),
        served("a snapshot of a slot from before the lock", "failed", {"times": {"990": EARLIEST - 1}}),
        served("a snapshot of a slot whose time nobody knows", "could-not-check", {"times": {"990": None}}),
        case("a snapshot of a slot after the commitment", "failed", proof={"snapshot.slot": 1001}),
        *snapshots(),
    ]  # fmt: skip


def dated(slot: int, time: int) -> dict[str, Any]:
    """A commitment that names this slot for its list, of a pool that held the claim then, and got a gift since."""
    said, claim = TEXT.replace("slot=990", f"slot={slot}"), POOL_LAMPORTS
    changed = recommitted(ENDS - 50, committing(said), held={WALLET: 2 * claim})
    before = sent(slot - 10, time - 60, [text("a fee")], held={WALLET: claim})
    gift = sent(slot + 5, time + 1, [transfer(WALLET, claim, STRANGER)], (STRANGER,), held={WALLET: claim, STRANGER: 9 * claim})
    named = {"commitment.memo": said, "snapshot.slot": slot}
    return {**changed, "add": [*changed["add"], before, gift], "proof": {**changed["proof"], **named}}


def snapshots() -> list[dict[str, Any]]:
    """Slots without a block, which no honest commitment names: no finalized view is of one."""
    old, new = dated(950, ENDS - 2800), dated(990, ENDS - 58)
    skips, skips_new = {"skips": [950]}, {"skips": [990]}
    listing = lambda told: {**skips, "blocks": {"950": told}}  # noqa: E731
    return [
        case("a list of an hour before", "failed", **old),
        served("a list of a skipped slot of an hour before", "failed", skips, **old),
        served("a list of the first of 20 skipped slots of an hour before", "failed", {"skips": list(range(950, 970))}, **old),
        served("a list of a slot of an hour before without a time", "failed",
               {"times": {"950": None}, "blocks": {"950": [951]}}, **old),
        served("a list of a slot of an hour before, by a server that begins between it and the lock", "failed", listing([980]), **old),
        served("a list of a slot of an hour before, by a server that begins within the lock", "could-not-check", listing([1000]), **old),
        served("a list of a slot of an hour before, by a server that lists no block from it on", "could-not-check", listing([]), **old),
        served("a list of a skipped slot of an hour before, by a server that lists no blocks", "could-not-check",
               {**skips, "fails": ["getBlocksWithLimit"]}, **old),
        *(served(f"a list of a skipped slot of an hour before, and {name} for the list of blocks", "could-not-check", listing(told), **old)
          for name, told in (("null", None), ("a number", 951), ("a text", "951"), ("a list of null", [None]), ("a list of a text", ["951"]),
                             ("a list of half a slot", [951.5]), ("a list of a slot before", [949]))),
        *(served(f"a list of a skipped slot of an hour before, and {name} for the time of the next block", "could-not-check",
                 {**skips, "times": {"951": told}}, **old) for name, told in (("null", None), ("a text", str(EARLIEST - 1)), ("less than 0", -1))),
        served("a list of a skipped slot within the lock", "could-not-check", skips_new, **new),
        served("a list of a skipped slot, and the next block as early as may be", "could-not-check",
               {**skips_new, "times": {"991": EARLIEST}}, **new),
        served("a list of a skipped slot, and the next block a second too early", "failed",
               {**skips_new, "times": {"991": EARLIEST - 1}}, **new),
        served("two servers, and a list of a skipped slot of an hour before", "failed", skips, skips, **old),
        *(served(f"two servers, and a list of a skipped slot of an hour before, {name}", "could-not-check", *pair, **old)
          for name, lie in (("for which one lists a block within the lock", listing([1000])), ("for which one lists none", listing([])),
                            ("for which one has a block within the lock", {"times": {"950": ENDS - 58}}))
          for pair in ((skips, lie), (lie, skips))),
        *(served("two servers, and a list of a skipped slot within the lock, after which one has an older block", "could-not-check",
                 *pair, **new) for lie in [{**skips_new, "times": {"991": EARLIEST - 1}}] for pair in ((skips_new, lie), (lie, skips_new))),
        *honest_snapshots(),
        *(served(f"a list of a skipped slot of an hour before, whose list of blocks is refused with {code}", "could-not-check",
                 {**skips, "refuses": {"getBlocksWithLimit": code}}, **old) for code in (-32601, -32602, -32004, -32007, -32009)),
        *(served(f"a list of a skipped slot of an hour before, and {name} for the list of blocks", verdict, listing(told), **old)
          for name, verdict, told in (("250 blocks", "failed", list(range(951, 1201))), ("a slot written as 951.0", "failed", [951.0]),
                                      ("the newest slot first", "could-not-check", [1000, 951]), ("the slot itself", "could-not-check", [950]),
                                      ("true", "could-not-check", True), ("a list of true", "could-not-check", [True]),
                                      ("a list of a list", "could-not-check", [[951]]), ("an object", "could-not-check", {"0": 951, "length": 1}),
                                      ("a slot that JSON does not hold", "could-not-check", [2**53]), ("a slot below 0", "could-not-check", [-951]))),
        *(served(f"a list of a skipped slot of an hour before, and {name} for the time of the next block", verdict,
                 {**skips, "times": {"951": told}}, **old)
          for name, verdict, told in (("0", "failed", 0), ("-0.0", "failed", -0.0), ("a second written with .0", "failed", EARLIEST - 1.0),
                                      ("half a second", "could-not-check", EARLIEST - 0.5), ("true", "could-not-check", True),
                                      ("more than JSON holds", "could-not-check", 2**53))),
    ]  # fmt: skip


def honest_snapshots() -> list[dict[str, Any]]:
    """The honest round, whose slot 990 has a block: no single server of two makes it a failed one, and no forgetful one."""
    early = EARLIEST - 1
    forgets = {"skips": [990]}
    hole = {"skips": list(range(985, 996))}
    lies = (("says that it is too old", {"times": {"990": early}}), ("says that it is of 1970", {"times": {"990": 0}}),
            ("denies its block, and has a next one that is too old", {**forgets, "times": {"991": early}}),
            ("gives it no time, and lists one that is too old", {"times": {"990": None, "992": early}, "blocks": {"990": [992]}}))  # fmt: skip
    return [
        *(served(f"two servers, of which one {name}: the slot of an honest list", "could-not-check", *pair)
          for name, lie in lies for pair in (({}, lie), (lie, {}))),
        *(served(f"two servers, of which one {name}, and the other has forgotten the slot of an honest list", "could-not-check", *pair)
          for name, lie in lies for pair in ((forgets, lie), (lie, forgets))),
        served("an honest list of a slot in a hole of the server's blocks", "could-not-check", hole),
        served("an honest list of a slot before the server's first block, which is the commitment's", "could-not-check",
               {**forgets, "blocks": {"990": [1000]}}),
        served("an honest list of a slot without a time, as all up to the commitment's", "could-not-check",
               {"times": {str(slot): None for slot in range(990, 1000)}}),
        served("an honest list of a slot without a time, and the next block of the earliest second", "could-not-check",
               {"times": {"990": None, "991": EARLIEST}, "blocks": {"990": [991]}}),
        served("an honest list of a slot that the server does not have finalized yet", "could-not-check", {**forgets, "blocks": {"990": []}}),
        *(served(f"an honest list of a forgotten slot, whose list of blocks is refused with {code}", "could-not-check",
                 {**forgets, "refuses": {"getBlocksWithLimit": code}}) for code in (-32601, -32602, -32004, -32007, -32009)),
    ]  # fmt: skip


def servers() -> list[dict[str, Any]]:
    other = SyntheticRound(OTHER)
    off = {"remove": [COMMITMENT, PAYMENT], "proof": ROLLED_OVER}
    unpaid = {"remove": [PAYMENT]}
    failed = repaid(ROUND.payout, failed=True)
    unlanded = sent(1001, ENDS - 49, committing(SECOND), failed=True)
    return [
        served("an unreadable commitment", "could-not-check", {"told": {COMMITMENT: "nothing"}}),
        served("an unreadable payment", "could-not-check", {"told": {PAYMENT: "nothing"}}),
        served("a commitment with other bytes", "could-not-check", {"told": {COMMITMENT: "altered"}}),
        served("a payment with other bytes", "could-not-check", {"told": {PAYMENT: "altered"}}),
        served("a payment whose bytes are no text", "could-not-check", {"told": {PAYMENT: "wrapped"}}),
        served("a payment that calls no list of instructions", "could-not-check", {"told": {PAYMENT: "unlisted"}}),
        served("a payment that leaves out the list in a part of those that it calls", "proven", {"told": {PAYMENT: "bare"}}),
        served("another transaction in the place of the payment", "could-not-check", {"told": {PAYMENT: COMMITMENT}}),
        served("another text of the wallet in the place of the commitment", "could-not-check",
               {"told": {COMMITMENT: unlanded["signature"], unlanded["signature"]: "success"}}, add=[unlanded]),
        served("a commitment without its balances after it, which nobody needs", "proven", {"told": {COMMITMENT: "poorer"}}),
        served("a payment without its balances after it", "could-not-check", {"told": {PAYMENT: "poorer"}}),
        served("a mark whose maker is hidden", "could-not-check", {"without": [COMMITMENT], "invents": [COMMIT_MARK]}),
        served("a payment whose maker is hidden", "could-not-check", {"without": [PAYMENT], "invents": [PAYOUT_MARK]}),
        served("a mark that is hidden, and its maker shown", "could-not-check", {"hides": [COMMIT_MARK]}),
        served("a mark of a payment that is hidden, and its maker shown", "could-not-check", {"hides": [PAYOUT_MARK]}),
        served("a mark with lamports and without data", "called-off", {"funds": [COMMIT_MARK]}, **off),
        served("a mark of a payment with lamports and without data", "owed", {"funds": [PAYOUT_MARK]}, **unpaid),
        served("a mark that is invented", "could-not-check", {"invents": [COMMIT_MARK]}, **off),
        served("a failed payment that is called successful", "could-not-check", {"told": {failed["add"][0]["signature"]: "success"}}, **failed),
        served("a server that takes nothing above version 1", "proven", {"greatestVersion": 1}),
        served("a server without memos", "not-reached", {"hidesMemos": True}, proof={**NOTHING, "state": "open"}),
        served("a server with short pages", "not-reached", {"page": 1}, proof={**NOTHING, "state": "open"}),
        served("a server that repeats its pages", "not-reached", {"page": 1, "repeats": True}, proof={**NOTHING, "state": "open"}),
        served("a server without histories, of a round whose transactions are named", "proven", {"fails": ["getSignaturesForAddress"]}),
        served("a server without histories, and a hidden promise", "could-not-check", {"fails": ["getSignaturesForAddress"]},
               proof={**NOTHING, "state": "open"}),
        served("a server without accounts", "could-not-check", {"fails": ["getAccountInfo"]}),
        served("a server without times", "could-not-check", {"fails": ["getBlockTime"]}),
        served("a server whose newest block is of a time before 1970", "could-not-check", {"times": {"1400": -1}}),
        served("a server whose newest block is of a time that no number holds", "could-not-check", {"times": {"1400": 2**53}}),
        served("a server that tells the time of a commitment as a text", "could-not-check", {"times": {"1000": str(ENDS - 50)}}),
        served("a server that tells the time of a commitment as a fraction", "could-not-check", {"times": {"1000": ENDS - 49.5}}),
        served("a server without transactions", "could-not-check", {"fails": ["getTransaction"]}),
        served("a server that answers nothing", "could-not-check",
               {"fails": ["getAccountInfo", "getTransaction", "getSignaturesForAddress", "getBlockTime", "getSlot", "getBlock"]}),
        served("a server that has not seen the payment", "not-reached", {"newest": {"slot": 1100, "time": ENDS - 10}}),
        served("a server that has not seen the commitment", "not-reached", {"newest": {"slot": 991, "time": ENDS - 57}}),
        served("a ledger that begins after the commitment", "could-not-check",
               {"ledgerBegins": {"slot": 1100, "time": ENDS - 20}, "invents": [COMMIT_MARK]}),
        served("two servers that agree", "proven", {}, {}),
        served("two servers that agree on a promise without a payment", "owed", {}, {}, **unpaid),
        served("two servers that agree that nothing was promised", "called-off", {}, {}, **off),
        *(served(f"two servers, of which one {name}", "could-not-check", *pair, **more)
          for name, lie, more in (
              ("hides the mark of the commitment", {"hides": [COMMIT_MARK]}, {}),
              ("hides the mark of the payment", {"hides": [PAYOUT_MARK]}, {}),
              ("hides the commitment and its mark", {"hides": [COMMIT_MARK], "without": [COMMITMENT]}, {}),
              ("hides the payment and its mark", {"hides": [PAYOUT_MARK], "without": [PAYMENT]}, {}),
              ("does not know the payment", {"told": {PAYMENT: "absent"}}, {}),
              ("calls the payment failed", {"told": {PAYMENT: "failure"}}, {}),
              ("shows the payment in another slot", {"told": {PAYMENT: "later"}}, {}),
              ("shows other balances", {"told": {PAYMENT: "richer"}}, {}),
              ("tells another time", {"times": {"1000": ENDS - 40}}, {}),
              ("does not answer", {"fails": ["getAccountInfo", "getTransaction", "getBlockTime"]}, {}),
              ("invents a promise's mark", {"invents": [COMMIT_MARK]}, off),
              ("calls a failed payment successful", {"told": {failed["add"][0]["signature"]: "success"}, "invents": [PAYOUT_MARK]}, failed),
          ) for pair in (({}, lie), (lie, {}))),
        case("the chain of another round beside it", "proven", add=[other.commitment, other.paid]),
    ]  # fmt: skip


def announcements() -> list[dict[str, Any]]:
    named, next_pool = ANNOUNCED["signature"], key("next pool")
    excluded = sorted([*TERMS["excluded"], [next_pool, "lottery pool"]])
    both, all_three = (AUTHORITY, WALLET), (AUTHORITY, next_pool, WALLET)
    in_time = ENDS - 1_200

    def after(first: int, **more: Any) -> dict[str, Any]:
        return TERMS | {"terms": 2, "from": first, "previous": LOTTERY, **more}

    def second(name: str, verdict: str, of: dict[str, Any], signers: tuple[str, ...] = both, time: int = in_time,
               slot: int = 902, **more: Any) -> dict[str, Any]:  # fmt: skip
        return case(name, verdict, add=[sent_terms(of, slot, time, signers)], **more)

    def other_first(name: str, verdict: str, of: dict[str, Any], line: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """Another first announcement than the honest one, which the proof shows as its terms."""
        line = line or sent_terms(of, 100, ENDS - 5000)
        shown = {"terms": [{"signature": line["signature"], "terms": of}], **more.pop("proof", {})}
        return case(name, verdict, remove=[named], add=[line], proof=shown, **more)

    moved = after(3, pool=next_pool, excluded=excluded)
    *form, said = announcing(after(3))
    rent = form[2]
    mark2, mark3 = (announced.mark_of(AUTHORITY, k) for k in (2, 3))
    lent = TERMS | {"from": 3, "authority": STRANGER, "pool": STRANGER, "excluded": sorted([[STRANGER, "mine"], [MINT, "the token"]])}
    lent_line = sent(903, in_time, announcing(lent, (STRANGER,)), (STRANGER,))
    mint_of = lambda authority: {"accounts": {MINT: mint_data(authority)}}
    spent = [
        ("with two memos", [*form, said, said], both, {}),
        ("without a memo", form, both, {}),
        ("in a message of version 0", announcing(after(3)), both, {"version": 0}),
        ("that sets no authority", [*form[:4], said], both, {}),
        ("that sets another authority", [*form[:4], announced.set_authority(MINT, STRANGER), said], both, {}),
        ("with a payment besides", [*form, transfer(STRANGER, 1, AUTHORITY), said], both, {}),
        ("without the pool's signature", announcing(after(3), (AUTHORITY,)), (AUTHORITY,), {}),
        ("with a stranger's signature besides", announcing(after(3), (*both, STRANGER)), (*both, STRANGER), {}),
        ("that speaks of another number", announcing(after(3), memo=announced.memo_of(after(3) | {"terms": 3})), both, {}),
        ("without the signature of the pool before", announcing(moved, (AUTHORITY, next_pool)), (AUTHORITY, next_pool), {}),
    ]  # fmt: skip
    cases = [case(f"a second announcement {name}", "proven", add=[sent(902, in_time, made, signers, **more)])
             for name, made, signers, more in spent]  # fmt: skip
    first = {"signature": named, "terms": TERMS}
    for name, space in OTHER_SPACES:
        early = sent(120, ENDS - 4900, allocating("terms:2", space, AUTHORITY), (AUTHORITY,), held={mark2: 0})
        named2 = {"signature": early["signature"], "terms": moved}
        cases.append(case(f"an allocation of {name} shown for a second announcement for this round, of another wallet", "failed",
                          add=[early, sent_terms(moved, 902, in_time, all_three)], proof={"terms": [first, named2]}))
        third = moved | {"terms": 3, "previous": LOTTERY}
        late = sent(1011, ENDS - 30, announcing(after(3), memo="spent"), both)
        line3 = sent_terms(third, 903, in_time, all_three)
        cases.append(case(f"an allocation of {name} shown for a number that was spent later than the one above it", "proven",
                          add=[early, line3, late], proof={"terms": [first, named2, {"signature": line3["signature"], "terms": third}]}))
    return [
        *cases,
        second("a second announcement for this round", "failed", after(3)),
        second("a second announcement for this round, of another wallet", "failed", moved, all_three),
        second("a second announcement for the next round", "proven", after(4)),
        second("a second announcement for this round, in the last second", "failed", after(3), time=ENDS - LENGTH - 60),
        second("a second announcement for this round, a second too late", "proven", after(3), time=ENDS - LENGTH - 59),
        second("a second announcement from the same round on as the first", "proven", after(1)),
        second("a second announcement that reaches too far", "proven", after(10_100)),
        second("a second announcement with other hours", "proven", after(3, length=LENGTH + 3)),
        second("a second announcement that was made before the first", "proven", after(3), slot=99, time=ENDS - 5001),
        second("a second announcement of another beacon", "proven", after(3, drand=TERMS["drand"] | {"publicKey": "8" * 192})),
        case("a second announcement that leaves no mark, since its allocation has no lamports", "proven",
             add=[sent(902, in_time, [one for one in announcing(after(3)) if one != rent], both)]),
        case("a second announcement that failed", "proven", add=[sent(902, in_time, announcing(after(3)), both, failed=True)]),
        served("a second announcement that is hidden", "could-not-check", {"invents": [mark2]}),
        second("a third announcement that is hidden, after this round was locked", "proven", after(5), time=ENDS - 30,
               slot=1011, servers=[{"invents": [mark3]}]),
        second("a third announcement that is hidden, before this round was locked", "could-not-check", after(5), time=ENDS - 70,
               slot=904, servers=[{"invents": [mark3]}]),
        other_first("a first announcement at the lock of its first round", "could-not-check", TERMS,
                    sent_terms(TERMS, 901, TERMS["genesis"] + LENGTH - 60)),
        other_first("a first announcement for a later round", "could-not-check", TERMS | {"from": 4}),
        other_first("a first announcement with another lead", "could-not-check", TERMS | {"lead": 19}),
        other_first("a first announcement whose terms break a rule that it does not say", "failed", TERMS | {"quorum": 0}),
        other_first("a first announcement off the beacon's times", "could-not-check", TERMS | {"genesis": TERMS["genesis"] + 1}),
        other_first("a first announcement by a key that never was the authority", "could-not-check",
                    TERMS | {"authority": STRANGER}, sent(100, ENDS - 5000, announcing(lent, (STRANGER,)), (STRANGER,))),
        case("terms that are withheld", "could-not-check", proof={"terms": []}),
        case("terms that are withheld, of a promise that is not paid", "owed", remove=[PAYMENT], proof={"terms": []}),
        case("terms that are withheld, of a round that was called off", "could-not-check", remove=[COMMITMENT, PAYMENT],
             proof={**ROLLED_OVER, "terms": []}),
        case("other terms than those that were announced", "could-not-check", proof={"terms.0.terms": TERMS | {"quorum": 0}}),
        case("terms whose transaction is named wrongly", "proven", proof={"terms.0.signature": COMMITMENT}),
        case("a flood of the mark of the terms, whose transaction is named", "proven",
             add=[flood(announced.mark_of(AUTHORITY, 1), 1390, ENDS + 990, 5200)]),
        case("a flood of the mark of the terms, whose transaction is not named", "could-not-check",
             add=[flood(announced.mark_of(AUTHORITY, 1), 1390, ENDS + 990, 5200)], proof={"terms.0.signature": COMMITMENT}),
        case("a flood of it after the second announcement", "proven",
             add=[flood(announced.mark_of(AUTHORITY, 1), 1390, ENDS + 990, 5200), sent_terms(after(4), 902, in_time)],
             proof={"terms.0.signature": COMMITMENT}),
        served("terms that are looked for too early", "not-reached", {"newest": {"slot": 902, "time": ENDS - LENGTH - 60}},
               proof={**NOTHING, "state": "open"}),
        served("terms that are looked for late enough", "not-reached", {"newest": {"slot": 902, "time": ENDS - LENGTH - 59}},
               proof={**NOTHING, "state": "open"}),
        served("terms whose transaction is hidden", "could-not-check", {"without": [named], "invents": [announced.mark_of(AUTHORITY, 1)]}),
        served("terms with other bytes", "could-not-check", {"told": {named: "altered"}}),
        served("terms whose mark is hidden", "could-not-check", {"hides": [announced.mark_of(AUTHORITY, 1)]}),
        served("a mint without an authority", "could-not-check", mint_of(None)),
        served("a mint without an authority, of a lottery that is named", "proven", mint_of(None), pinned=LOTTERY),
        served("a mint of another authority", "could-not-check", mint_of(STRANGER)),
        served("a mint of another authority, of a lottery that is named", "proven", mint_of(STRANGER), pinned=LOTTERY),
        served("a mint of another authority, of a lottery that is named and not shown", "could-not-check", mint_of(STRANGER),
               pinned=LOTTERY, proof={"terms": []}),
        case("another lottery than the one that is named", "could-not-check", pinned="7e" * 32),
        case("an authority that was lent, and announced terms of its own meanwhile", "proven", add=[lent_line]),
        served("a lottery begun anew under another authority", "failed", mint_of(STRANGER), add=[lent_line]),
        served("a mint that is none", "could-not-check", {"accounts": {MINT: None}}),
        served("a mint that is none, and an entry that the proof says made the promise", "could-not-check", {"accounts": {MINT: None}},
               proof={"commitment.wallet": ROUND.proof["snapshot"]["entries"][3]}),
        served("a mint in another base64 than that of its bytes", "could-not-check", {"accounts": {MINT: LOOSE_MINT}}),
        served("a mint without a transfer fee", "could-not-check", {"accounts": {MINT: "AA=="}}),
        *(served(f"two servers, of which one {name}", "could-not-check", *pair)
          for name, lie in (
              ("shows another authority", mint_of(STRANGER)),
              ("hides the mark of the terms", {"hides": [announced.mark_of(AUTHORITY, 1)]}),
              ("invents a second announcement", {"invents": [mark2]}),
          ) for pair in (({}, lie), (lie, {}))),
    ]  # fmt: skip


def testimonies() -> list[dict[str, Any]]:
    root, other = ROUND.proof["snapshot"]["root"], "cd" * 32
    named, unnamed = ROUND.testimony["signature"], {"proof": {"witnesses": []}}
    mark = form.mark_address(WATCHER, witness_seed(ENDS))
    said = memo(testimony_of(THIS, root), WATCHER)
    made = marking(witness_seed(ENDS), WATCHER)
    rent, allocation = made[2:]

    def instead(name: str, verdict: str, instructions: list[chain.Instruction], time: int = ENDS - 40,
                signers: tuple[str, ...] = (WATCHER,), **more: Any) -> dict[str, Any]:  # fmt: skip
        """Another testimony than the honest one, which the proof does not name."""
        return case(f"a testimony {name}", verdict, remove=[named], add=[sent(1010, time, instructions, signers, **more)], **unnamed)

    def saying(name: str, verdict: str, text: str) -> dict[str, Any]:
        return instead(name, verdict, [*made, memo(text, WATCHER)])

    honest = testimony_of(THIS, root)
    gone = {"remove": [named]}
    again = [*made, memo(testimony_of(THIS, other), WATCHER)]
    return [
        case("a testimony that the proof does not name", "proven", **unnamed),
        case("no testimony", "could-not-check", **gone, **unnamed),
        case("no testimony, and the proof claims one", "failed", **gone),
        instead("without a mark", "could-not-check", [*BUDGET, said]),
        instead("whose mark got no rent, which leaves none", "could-not-check", [*BUDGET, allocation, said]),
        instead("with two memos", "could-not-check", [*made, said, said]),
        instead("without a memo", "could-not-check", made),
        instead("that pays somebody besides", "could-not-check", [*made, transfer(STRANGER, 1, WATCHER), said]),
        instead("in a message of version 0", "could-not-check", [*made, said], version=0),
        instead("that a stranger signed as well", "could-not-check", [*made, said], signers=(WATCHER, STRANGER)),
        instead("in the second of the beacon", "could-not-check", [*made, said], time=ENDS),
        instead("a second before the beacon", "proven", [*made, said], time=ENDS - 1),
        saying("about another lottery", "could-not-check", honest.replace(LOTTERY[:16], "7e" * 8)),
        saying("about another number", "could-not-check", honest.replace("round=3", "round=4")),
        saying("about another hour", "could-not-check", honest.replace(f"ends={ENDS}", f"ends={ENDS + 900}")),
        saying("of the grammar before", "could-not-check", f"GOD1 witness round=3 ends={ENDS} root={root} entries=9"),
        saying("of another root", "failed", testimony_of(THIS, other)),
        saying("of somebody who was shown no list", "could-not-check", honest.split(" root=")[0] + " list=none"),
        saying("with wallets that were not judged", "proven", testimony_of(THIS, root, " entries=9 unjudged=4")),
        case("a second testimony that came too late for the mark, and failed", "proven", add=[sent(1011, ENDS - 39, again, (WATCHER,), failed=True)]),
        case("a second testimony that makes no mark", "proven", add=[sent(1011, ENDS - 39, [*BUDGET, allocation, again[-1]], (WATCHER,))]),
        case("a testimony about another hour of the same watcher", "proven",
             add=[sent(1011, ENDS - 39, [*marking(witness_seed(ENDS + 900), WATCHER), again[-1]], (WATCHER,))]),
        case("5,200 look-alikes to a watcher, after the round", "proven", add=[flood(WATCHER, 1390, ENDS + 990, 5200, honest)]),
        case("a flood of a testimony’s mark after T, and a proof that does not name it", "proven",
             add=[flood(mark, 1390, ENDS + 990, 5200)], **unnamed),
        case("a flood of a testimony’s mark before T, and a proof that does not name it", "could-not-check",
             add=[flood(mark, 1012, ENDS - 30, 6000)], **unnamed),
        case("a flood of a testimony’s mark before T, and a proof that names it", "proven", add=[flood(mark, 1012, ENDS - 30, 6000)]),
        served("a testimony that is hidden, and its mark shown", "could-not-check", {"without": [named], "invents": [mark]}),
        served("a testimony whose mark is hidden", "could-not-check", {"hides": [mark]}),
        served("a testimony with other bytes", "could-not-check", {"told": {named: "altered"}}),
        *(served(f"two servers, of which one hides a testimony {name}", "could-not-check", *pair)
          for name, lie in (("", {"hides": [mark], "without": [named]}), ("and shows its mark", {"told": {named: "absent"}}))
          for pair in (({}, lie), (lie, {}))),
    ]  # fmt: skip


def proof_of(of: dict[str, Any]) -> dict[str, Any]:
    """The table's proof as a case has it."""
    proof = json.loads(json.dumps(ROUND.proof))
    for path, value in of.get("proof", {}).items():
        *parents, last = path.split(".")
        part = functools.reduce(lambda part, name: part[int(name) if name.isdecimal() else name], parents, proof)
        part[int(last) if last.isdecimal() else last] = value
    return proof


def judge(of: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """What this verifier says of a case."""
    nodes: list[chain.Rpc] = [HostileNode(of, ROUND.table, options) for options in of.get("servers", [{}])]
    with mock.patch.object(bls12381, "verify_drand", VERIFY_DRAND):
        return verifier.verify(proof_of(of), nodes, MINT, of.get("asked", NUMBER), pinned=of.get("pinned"))


def judged(of: dict[str, Any]) -> dict[str, Any]:
    _, summary = judge(of)
    return {**of, "steps": {name: summary[name] for name in ("failed", "pending", "unchecked", "owed")}}


@functools.cache
def made() -> list[dict[str, Any]]:
    return [*strangers(), *promises(), *payments(), *pools(), *servers(), *announcements(), *testimonies()]


def table() -> dict[str, Any]:
    return {
        "format": FORMAT,
        "mint": MINT,
        "lottery": LOTTERY,
        "wallet": WALLET,
        **ROUND.table,
        "proof": ROUND.proof,
        "cases": [judged(of) for of in made()],
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
