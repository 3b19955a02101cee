"""Verifies one round of the lottery from its published proof and a Solana RPC; shares no code with the lottery.

    python3 verify.py <mint> <round|all> --rpc URL [--rpc URL] [--site URL | --proof FILE] [--lottery HASH]
        [--drand-url URL]… [--drand-key HEX --drand-genesis N --drand-period N] [--inclusion FILE]

Each step prints one line: `ok <step>: <value>`, `FAIL <step>: <what differs>`, `could not check <step>: <why>`, `pending
<step>: <what is not known yet>`, `OWED <step>: <what was promised and is not paid>`, `called off <step>: <why>`. `not
checked <field>: <value>` is a value that nothing can confirm; it is no step. The line before the last is the verdict in
words, the last one JSON, `{"verdict": …, "hour": …, "verified": …, "round": n, "failed": [steps], "pending": [steps], "unchecked":
[steps], "owed": [steps], "state": …}`. Exit code 0: proven, 1: failed, 2: could not check or not that far, 3: owed, 4:
called off, 64: wrong arguments.

What it takes from the proof is only what the chain or the beacon then confirms. What it has to trust: the RPC's word on
what succeeded, when, and which accounts exist (with a second one, where the two agree), Solana's block times, and (as
no chain read of the past can show it) that the entries are all the holders of that slot. Hours, wallet, lock, watchers
and exclusions come from the terms that were announced on chain; without --lottery by the mint's authority of today.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NoReturn

import base58
import bls12381
import chain
import draw
import form
import ijson
import owners
import terms as announced
import witnesses
from bundle import Bundle, Malformed, empty_bundle, parse_bundle, parse_inclusion
from hour import Made, Terms, read_commitment, read_payment
from lottery import InForce, Lottery, Shown, TooEarly, ended_rounds, read_lottery, round_terms, shown_in, shown_text, terms_for
from servers import ROWS, Servers, read_page

SHORTEST_LEAD = 20  # of a lottery by quicknet, seconds
WALKED = 100  # of the pool wallet's transactions between snapshot and commitment, at most

UNKNOWN_TERMS = "the terms in force are not known"


class Mismatch(Exception):
    """A value is not what it must be."""


class NotYet(Exception):
    """A part is still null: nothing is wrong, nothing is proven."""


class Owed(NotYet):
    """Promised on chain, and not paid."""


class CalledOff(NotYet):
    """Nothing was promised on chain."""


def expect(what: str, expected: Any, got: Any) -> None:
    if expected != got:
        raise Mismatch(f"{what}: expected {expected} got {got}")


# How far a round is in each state; a round that is held or called off promises no part.
PROGRESS = {"locked": 1, "committed": 2, "drawn": 3, "paid": 4}
LIST_STEPS = ("pool wallet", "entries", "root", "rules", "memo")
STEPS = (
    "lottery", "marks", "proof", "terms", *LIST_STEPS, "commitment", "snapshot", "pool", "witnesses",
    "network", "drand", "beacon round", "beacon signature", "randomness", "seed", "winners", "prizes",
    "payout", "payout memo", "payout mark", "payout transfers", "payout balances",
)  # fmt: skip
EXIT_CODES = {"proven": 0, "failed": 1, "could-not-check": 2, "not-reached": 2, "owed": 3, "called-off": 4}


@dataclass(frozen=True)
class Network:
    """A drand network: its public key (96 bytes), the time of round 1 (Unix seconds), seconds per round."""

    public_key: bytes
    genesis: int
    period: int


# drand-client `lib/defaults.ts`
QUICKNET_CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
RELAYS = tuple(
    f"https://{host}/{QUICKNET_CHAIN}"
    for host in ("api.drand.sh", "api2.drand.sh", "api3.drand.sh", "drand.cloudflare.com")
)
QUICKNET = Network(
    bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec75"
        "8c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    1692803367,
    3,
)


@dataclass
class Verification:
    """One round's check. Every step recomputes what it needs, so that one failure does not hide another."""

    proof: Bundle
    servers: Servers
    mint: str
    round: int
    network: Network = QUICKNET
    pinned: str | None = None
    shown: list[Shown] = field(default_factory=list)
    # Why there is no proof: a sentence, or None for one that can be read. "" if nobody was asked for it.
    no_proof: str | None = None
    relays: tuple[str, ...] | None = None
    inclusion: Any = None
    ask_relay: Callable[[str, int], Any] = lambda relay, number: load_json(f"{relay}/public/{number}")
    lines: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    owed: list[str] = field(default_factory=list)
    called_off: str | None = None
    # What the two marks say of the hour, whatever the proof says.
    hour: str = "not known"

    def due(self, what: str, value: Any, since: str) -> Any:
        """A part that has to be there from a state on; before that it is not known yet."""
        if value is not None:
            return value
        if PROGRESS.get(self.proof.state, 0) < PROGRESS[since]:
            raise NotYet(f"{what} is not published yet")
        if self.proof.is_silent:
            raise chain.Unreadable("the site publishes nothing of this round")
        raise Mismatch(f"{what}: expected one in a {self.proof.state} round got null")

    # --- values that several steps share ---

    @cached_property
    def lottery_read(self) -> Lottery | chain.RpcError | chain.Unreadable:
        network = {"publicKey": self.network.public_key.hex(), "genesis": self.network.genesis, "period": self.network.period}
        shown = [*self.proof.terms, *self.shown]

        def read() -> Lottery:
            return read_lottery(self.servers, self.mint, self.pinned, network, shown)

        # Shared by rounds that are checked one after the other; read again if an announcement was withheld.
        return read_once(lambda: self.servers.once("lottery", self.mint, read, lambda one: one.withheld is None))

    @cached_property
    def lottery(self) -> Lottery:
        if isinstance(self.lottery_read, Lottery):
            return self.lottery_read
        raise self.lottery_read

    @cached_property
    def in_force(self) -> InForce | None:
        """None when it is not known which terms are in force."""
        try:
            return terms_for(self.lottery, self.round)
        except (chain.RpcError, chain.Unreadable, TooEarly):
            return None

    @cached_property
    def full_terms(self) -> dict[str, Any] | None:
        """The terms in force by the text that has the announced hash; None for a text that is missing or no use."""
        if self.in_force is None:
            return None
        text = shown_text([*self.proof.terms, *self.shown], self.in_force.said["hash"])
        lottery = self.lottery
        of = {"mint": lottery.mint, "authority": lottery.authority}
        of["network"] = {"publicKey": self.network.public_key.hex(), "genesis": self.network.genesis, "period": self.network.period}
        memo = announced.memo_said(self.in_force.said)
        return None if text is None else announced.read_terms(text, memo, self.in_force.previous, of)

    @cached_property
    def wallet(self) -> str:
        if self.in_force is None:
            raise NotYet(UNKNOWN_TERMS)
        return self.in_force.said["pool"]

    @cached_property
    def beacon(self) -> Any:
        return self.due("beacon", self.proof.beacon, "locked")

    @cached_property
    def signature(self) -> bytes:
        return self.due("beacon.signature", self.beacon.signature, "drawn")

    @cached_property
    def rules(self) -> dict[str, Any]:
        return self.due("rules", self.proof.rules, "locked")

    @cached_property
    def rules_hash(self) -> bytes:
        """The hash of the three known members alone: a further member fails the step `rules`, and no other step."""
        return draw.rules_hash({name: self.rules[name] for name in ("rules", "terms", "excluded")})

    @cached_property
    def entries(self) -> list[bytes]:
        snapshot = self.due("snapshot", self.proof.snapshot, "locked")
        return [base58.decode_address(owner) for owner in snapshot.entries]

    @cached_property
    def root(self) -> bytes:
        return draw.owners_root(self.entries)

    @cached_property
    def beacon_round(self) -> int:
        if self.ends < self.network.genesis:
            return 0
        return draw.beacon_round_at(self.ends, self.network.genesis, self.network.period)

    @cached_property
    def beacon_time(self) -> int:
        return draw.beacon_time(self.beacon_round, self.network.genesis, self.network.period)

    @cached_property
    def version(self) -> draw.Version:
        """The version of the proof's rules; the newest where the proof shows no version that is known here."""
        return draw.VERSIONS.get(self.proof.rules and self.proof.rules["rules"], draw.NEWEST)

    @cached_property
    def prizes(self) -> tuple[int, tuple[int, ...]]:
        return draw.split_prizes(self.due("prize", self.proof.prize, "locked").pool, self.version)

    @cached_property
    def winners(self) -> list[str]:
        """The addresses that had to win, first place first."""
        return [base58.encode(owner) for owner in draw.draw_winners(self.entries, self.seed, self.version)]

    @cached_property
    def seed(self) -> bytes:
        return draw.draw_seed(self.round, self.root, hashlib.sha256(self.signature).digest())

    @cached_property
    def ends(self) -> int:
        """T, by the terms in force; by the proof's word where they are not known. In Unix seconds."""
        return self.proof.ends if self.in_force is None else self.in_force.ends

    @cached_property
    def terms(self) -> Terms:
        if self.in_force is None:
            raise NotYet(UNKNOWN_TERMS)
        return round_terms(self.round, self.in_force, self.beacon_time)

    @cached_property
    def commitment_read(self) -> Made | chain.RpcError | chain.Unreadable:
        commitment, terms = self.proof.commitment, self.terms
        return read_once(lambda: read_commitment(self.servers, terms, commitment and commitment.signature))

    @cached_property
    def payment_read(self) -> Made | chain.RpcError | chain.Unreadable:
        payout, terms = self.proof.payout, self.terms
        return read_once(lambda: read_payment(self.servers, terms, payout and payout.signature, len(self.version.places)))

    def made(self, read: Made | chain.RpcError | chain.Unreadable) -> Made:
        if isinstance(read, Made):
            return read
        raise read

    def promise(self) -> Made:
        """What promised the hour; NotYet if nothing did."""
        made = self.made(self.commitment_read)
        if made.kind != "right":
            raise NotYet("there is no promise on chain to compare with")
        return made

    @cached_property
    def is_beacon_signed(self) -> bool:
        return self.beacon_round >= 1 and bls12381.verify_drand(
            self.network.public_key, self.beacon_round, self.signature
        )

    def why_no_payment(self, payment: Made) -> str:
        """How a transaction differs from the payment that the promise and the beacon force; "" if that is not known."""
        if payment.kind == "spent":
            return payment.why
        try:
            promise = draw.CommitMemo.parse(self.promise().marked.memo)
            key = draw.beacon_key_tag(self.network.public_key)
            if (promise.root, promise.drand_key) != (self.root.hex(), key) or not self.is_beacon_signed:
                return ""
            # The grammar has room for more than any balance: nobody can pay a share of that.
            if promise.pool >= 2**64:
                return f"pool: expected one that a balance holds got {promise.pool}"
            due = tuple(zip(self.winners, draw.split_prizes(promise.pool, self.version)[1]))
            memo = draw.PayoutMemo(
                self.round, self.ends, promise.root, self.beacon_round, len(self.winners)
            ).text()
        except (NotYet, Mismatch, chain.Unreadable):
            return ""
        if payment.marked.transfers != due:
            return f"transfers: expected {in_words(due)} got {in_words(payment.marked.transfers)}"
        return "" if payment.marked.memo == memo else f"memo: expected {memo} got {payment.marked.memo}"

    def payment(self) -> Made:
        """What made the mark of the hour's payment, as the proof names it."""
        payout = self.proof.payout
        claimed = None if payout is None else payout.signature
        committed = self.made(self.commitment_read)
        if committed.kind != "right":
            if claimed is None or committed.kind == "early":
                raise NotYet("nothing is due")
            raise Mismatch(f"payout.signature: expected none for an hour without a promise got {claimed}")
        made = self.made(self.payment_read)
        if made.kind == "none":
            raise Owed("promised, and not paid: the prizes are owed")
        if made.kind == "early":
            raise NotYet("promised, and not paid yet")
        if claimed is None:
            self.due("payout.signature", None, "paid")
        expect("payout.signature", made.signature, claimed)
        return made

    def payment_form(self) -> form.Marked:
        made = self.payment()
        if made.marked is None:
            raise Mismatch(made.why)
        return made.marked

    # --- steps ---

    def check_lottery(self) -> str:
        lottery = self.lottery
        try:
            ends = terms_for(lottery, self.round).ends
        except TooEarly as problem:
            raise NotYet(str(problem)) from None
        whose = "under the authority of today"
        if lottery.is_pinned:
            whose = "as pinned" + ("" if lottery.is_of_today else ", under another authority than that of today")
        since = f"since {time_text(lottery.since)}, {whose} ({lottery.authority})"
        return f"{lottery.hash} of {lottery.mint}, {since}; this round ends {time_text(ends)}"

    def check_terms(self) -> str:
        if self.in_force is None:
            raise NotYet(UNKNOWN_TERMS)
        said = self.in_force.said
        if self.full_terms is None:
            raise chain.Unreadable(f"terms: expected those of {said['hash']} got none that have it and keep every rule")
        if self.network.public_key == QUICKNET.public_key and said["lead"] < SHORTEST_LEAD:
            raise chain.Unreadable(f"a lead of {said['lead']} s: below {SHORTEST_LEAD} s, block times prove nothing")
        return f"terms {said['k']} from round {said['from']} on, lock {said['lock']} s, lead {said['lead']} s, {said['hash']}"

    def check_proof(self) -> str:
        if self.no_proof == "":
            raise NotYet("nobody was asked for it")
        if self.no_proof is not None:
            raise chain.Unreadable(f"no proof: {self.no_proof}")
        expect("roundNumber", self.round, self.proof.round)
        expect("endsAt", self.ends, self.proof.ends)
        return f"round {self.proof.round}, {self.proof.state}"

    def check_marks(self) -> str:
        """What the two marks of the hour say, whatever the proof says."""
        made = self.made(self.commitment_read)
        is_off = self.proof.state == "rolled-over"
        if made.kind == "early":
            raise NotYet(f"no promise up to {made.until}; one may come until {self.terms.latest}")
        if made.kind != "right":
            self.hour = "called off" if made.kind == "none" else "spent"
            if is_off and (self.proof.winners or (self.proof.payout and self.proof.payout.signature)):
                raise Mismatch("rolled-over: expected no winners and no payout got some")
            if made.kind == "none":
                raise CalledOff("no commitment made the mark of this hour")
            raise CalledOff(f"{made.signature} spent the mark of this hour without a promise ({made.why})")
        payment, promised = self.made(self.payment_read), f"promised by {made.signature}"
        if payment.kind == "none":
            self.hour = "promised and owed"
            raise Owed(f"{promised}, and not paid up to {payment.until}")
        if payment.kind == "early" and not is_off:
            raise NotYet(f"{promised}, and to be paid by {self.terms.owed_from}")
        if payment.kind != "early":
            why = self.why_no_payment(payment)
            self.hour = "promised and owed" if why else "promised and paid"
            if why:
                raise Owed(f"{promised}, and {payment.signature} spent the mark of its payment without payment ({why})")
            promised = f"{promised}, paid by {payment.signature}"
        if is_off:
            raise Mismatch(f"state: expected one of a promised round got rolled-over ({promised})")
        return promised

    def check_wallet(self) -> str:
        commitment = self.due("commitment", self.proof.commitment, "locked")
        expect("commitment.wallet", self.wallet, commitment.wallet)
        return self.wallet

    def check_entries(self) -> str:
        rules = self.rules
        excluded = {base58.decode_address(item[0]) for item in rules["excluded"]}
        full = self.full_terms
        kept_out = {}
        if full is not None:
            excluded |= {base58.decode_address(item[0]) for item in full["excluded"]}
            kept_out[base58.decode_address(full["mint"])] = "the mint"
        if self.in_force is not None:
            kept_out[base58.decode_address(self.wallet)] = "the pool wallet"
        if not self.entries:
            raise Mismatch("entries: expected at least one got none")
        for k, owner in enumerate(self.entries):
            name = f"entry {k} ({base58.encode(owner)})"
            if k > 0 and owner <= self.entries[k - 1]:
                raise Mismatch(f"{name}: expected an owner above the one before got one not above")
            if owner in excluded:
                raise Mismatch(f"{name}: expected no excluded owner got one that is excluded")
            if owner in kept_out:
                raise Mismatch(f"{name}: expected an owner that may win got {kept_out[owner]}")
            reason = owners.reason_in_bytes(owner)
            if reason is not None:
                raise Mismatch(f"{name}: expected an owner that can be paid got one that cannot: {reason}")
        if full is not None and 0 < full["top"] < len(self.entries):
            raise Mismatch(f"entries: expected at most the top {full['top']} got {len(self.entries)}")
        snapshot = self.due("snapshot", self.proof.snapshot, "locked")
        if snapshot.taken_at >= self.ends:
            raise Mismatch(f"snapshot.takenAt: expected before {self.ends} got {snapshot.taken_at}")
        return f"{len(self.entries)}, sorted, unique, none excluded"

    def check_root(self) -> str:
        expect("snapshot.root", self.root.hex(), self.due("snapshot", self.proof.snapshot, "locked").root.hex())
        return self.root.hex()

    def check_inclusion(self) -> str:
        """A wallet's inclusion proof leads to the root of the published list."""
        root = self.root
        try:
            given = parse_inclusion(self.inclusion)
        except Malformed as problem:
            raise Mismatch(f"inclusion {problem}") from None
        expect("inclusion.roundNumber", self.round, given.round)
        expect("inclusion.entries", len(self.entries), given.count)
        reached = draw.root_of_inclusion(base58.decode_address(given.owner), given.index, given.count, given.path)
        said = f"a path of {len(given.path)} for entry {given.index}" if reached is None else reached.hex()
        expect("inclusion.path", root.hex(), said)
        return f"{given.owner}, entry {given.index} of {given.count}"

    def check_rules(self) -> str:
        rules = self.rules
        expect("members", ["excluded", "rules", "terms"], sorted(rules))
        if rules["rules"] not in draw.VERSIONS:
            raise Mismatch(f"rules: expected {max(draw.VERSIONS)} got {rules['rules']}, which is not known here")
        if self.in_force is not None:
            expect("rules.terms", self.in_force.said["hash"], rules["terms"])
        if self.full_terms is not None:
            named = draw.Version(self.full_terms["share"], tuple(self.full_terms["places"]))
            expect("shares", named, self.version)
        excluded = [item[0] for item in rules["excluded"]]
        expect("order of excluded", sorted(set(excluded)), excluded)
        named = None if self.full_terms is None else {item[0] for item in self.full_terms["excluded"]}
        for wallet, reason in rules["excluded"]:
            if named is not None and (wallet in named) != (reason == "excluded"):
                due = "excluded" if wallet in named else "another reason (no terms exclude it)"
                raise Mismatch(f"reason against {wallet}: expected {due} got {reason}")
            if reason in ("reserved key", "off curve"):
                found = owners.reason_in_bytes(base58.decode_address(wallet))
                expect(f"reason against {wallet}", found or "none in its bytes", reason)
        computed = self.rules_hash
        expect("rulesHash", computed.hex(), self.due("rulesHash", self.proof.rules_hash, "locked").hex())
        return computed.hex()

    def check_memo(self) -> str:
        memo = self.due("commitment", self.proof.commitment, "locked").memo
        expected = draw.CommitMemo(
            round=self.round,
            ends=self.ends,
            slot=self.due("snapshot", self.proof.snapshot, "locked").slot,
            root=self.root.hex(),
            entries=len(self.entries),
            pool=self.due("prize", self.proof.prize, "locked").pool,
            prizes=self.prizes[0],
            drand_key=draw.beacon_key_tag(self.network.public_key),
            drand_round=self.beacon_round,
            rules=self.rules_hash.hex(),
        )
        try:
            got = draw.CommitMemo.parse(memo)
        except ValueError:
            raise Mismatch(f"commitment.memo: expected {expected.text()} got {memo}") from None
        for name, value in vars(expected).items():
            expect(f"commitment.memo {name}", value, getattr(got, name))
        return memo

    def check_commitment(self) -> str:
        commitment = self.due("commitment", self.proof.commitment, "locked")
        mark = form.mark_address(self.wallet, f"commit:{self.ends}")
        expect("commitment.mark", mark, commitment.mark)
        signature = self.due("commitment.signature", commitment.signature, "committed")
        made = self.made(self.commitment_read)
        if made.kind == "early":
            raise NotYet("the commitment is not final on chain yet")
        if made.kind == "none":
            raise Mismatch(f"commitment.signature: expected none, as there is no mark {mark}, got {signature}")
        if made.kind == "spent":
            raise Mismatch(made.why)
        expect("commitment.signature", made.signature, signature)
        expect(f"memo of {signature}", commitment.memo, made.marked.memo)
        expect("commitment.slot", made.transaction.slot, commitment.slot)
        expect("commitment.blockTime", made.time, self.due("commitment.blockTime", commitment.block_time, "committed"))
        return f"{signature} in slot {made.transaction.slot}, {self.ends - made.time} s before the end"

    def check_snapshot(self) -> str:
        """The list's slot is not after the commitment's, and within the lock. A local chain may have both in one slot."""
        slot = self.due("snapshot", self.proof.snapshot, "locked").slot
        promise, terms = self.promise(), self.terms
        if slot > promise.transaction.slot:
            raise Mismatch(f"snapshot.slot: expected {promise.transaction.slot} at most got {slot}")
        try:
            time = self.servers.block_time(slot)
        except (chain.RpcError, chain.Unreadable) as problem:
            # A slot without a block, which no honest lottery names, or one that is forgotten.
            latest = self.servers.latest_time(slot)
            if latest < terms.earliest:
                raise Mismatch(f"time of slot {slot}: expected {terms.earliest} at least got {latest} at most") from None
            raise chain.Unreadable(f"{problem}; the slot’s time is {latest} at most, perhaps not too early") from None
        if not terms.earliest <= time <= terms.latest:
            raise Mismatch(f"time of slot {slot}: expected within {terms.earliest} and {terms.latest} got {time}")
        return f"slot {slot} of {time}, {self.ends - time} s before the end"

    def check_pool(self) -> str:
        """The pool wallet held what the prizes are shares of: at the commitment, or at some time since the snapshot."""
        claim = self.due("prize", self.proof.prize, "locked").pool
        slot = self.due("snapshot", self.proof.snapshot, "locked").slot
        promise = self.promise()
        seen = [promise.transaction.held_before(self.wallet)]
        states = self.states_since(slot, promise.signature)
        while not is_share_of(claim, min(seen), max(seen)):
            state = next(states, None)
            if state is None:
                due = f"{min(seen)} to {max(seen)}, as held from slot {slot} to the commitment"
                raise Mismatch(f"prize.poolLamports: expected {due} got {claim}")
            seen.append(state)
        return f"{claim} lamports"

    def states_since(self, slot: int, commitment: str) -> Iterator[int]:
        """What each transaction of the pool wallet from a slot on found, up to the commitment; in lamports.

        It has to be what the one before it left: where it is not, servers leave out what lies between. Unreadable then.
        """
        rows, *others = self.servers.all(lambda rpc: self.rows_down_to(rpc, slot, commitment))
        if any(other != rows for other in others):
            raise chain.Unreadable(f"the two RPC servers disagree about the history of {self.wallet}")
        path = [*reversed(rows), commitment]
        for k, (one, following) in enumerate(itertools.pairwise(path)):
            if k == WALKED and len(path) - 2 > WALKED:
                raise chain.Unreadable(
                    f"{self.wallet} has {len(path) - 2} transactions between the snapshot and the commitment: {WALKED} at most are read"
                )
            left, found = self.known(one).held_after(self.wallet), self.known(following).held_before(self.wallet)
            if left != found:
                raise chain.Unreadable(f"something is missing in the history of {self.wallet} between {one} and {following}")
            yield left

    def known(self, signature: str) -> chain.Transaction:
        """A transaction that a history names; Unreadable if it is not shown."""
        shown = self.servers.transaction(signature)
        if shown is None:
            raise chain.Unreadable(f"{signature} is listed, and not known to this RPC server")
        return shown

    def rows_down_to(self, rpc: chain.Rpc, slot: int, before: str) -> list[str]:
        """The pool wallet's transactions below one, down to its last before a slot, newest first, by one server's history."""
        rows: list[str] = []
        while len(rows) < ROWS:
            page = read_page(rpc, self.wallet, rows[-1] if rows else before)
            if not page:
                raise chain.Unreadable(f"no transaction of the pool wallet before slot {slot} is known")
            for row in page:
                rows.append(row.signature)
                if row.slot < slot:
                    return rows
        raise chain.Unreadable(f"{self.wallet} has more than {ROWS - 1} transactions between the snapshot and the commitment")

    def check_witnesses(self) -> str:
        """What the marks of the terms' watchers say about the hour: whether enough of them saw this list."""
        if self.full_terms is None:
            raise NotYet(UNKNOWN_TERMS)
        self.promise()
        root = self.root.hex()
        of = witnesses.WitnessedHour(self.lottery.hash, self.round, self.ends, self.beacon_time)
        watched = []
        for watcher in self.full_terms["watchers"]:
            claim = next((one for one in self.proof.witnesses if one.address == watcher[0]), None)
            watched.append(witnesses.look_at(self.servers, tuple(watcher), claim, of))
        verdict = witnesses.judge(root, watched, self.full_terms["quorum"])
        if verdict.state == "failed":
            raise Mismatch(verdict.value)
        if verdict.state != "ok":
            raise chain.Unreadable(verdict.value)
        return verdict.value

    def check_network(self) -> str:
        """A bundle's own key proves nothing: it has to be that of the network which the user trusts."""
        expect("beacon.publicKey", self.network.public_key.hex(), self.beacon.public_key.hex())
        expect("beacon.genesisTime", self.network.genesis, self.beacon.genesis)
        expect("beacon.period", self.network.period, self.beacon.period)
        warning = "" if self.network == QUICKNET else " (WARNING: not drand's quicknet)"
        return f"{draw.beacon_key_tag(self.network.public_key)}{warning}"

    def check_drand(self) -> str:
        """The signature as drand itself publishes it. A relay that gives an invalid one is not believed."""
        claimed = self.signature.hex()
        if self.beacon_round < 1:
            raise NotYet("the network has no round for this end")
        doubts = []
        for relay in self.relays or ():
            try:
                answer = self.ask_relay(relay, self.beacon_round)
                said = str(answer["signature"]) if answer["round"] == self.beacon_round else None
            except OSError:
                doubts.append(f"{relay} did not answer")
                continue
            except (ValueError, LookupError, TypeError):
                said = None
            if said == claimed:
                return f"the same signature from {relay}"
            if said is not None and self.is_signed(said):
                raise Mismatch(f"beacon.signature: expected {said} from {relay} got {claimed}")
            gave = "no signature of this round" if said is None else "an invalid signature"
            doubts.append(f"{relay} gave {gave}")
        doubt = ", ".join(doubts) or "no relay was asked"
        raise chain.Unreadable(f"{doubt}: only the lottery vouches for the signature")

    def is_signed(self, signature: str) -> bool:
        try:
            return bls12381.verify_drand(self.network.public_key, self.beacon_round, bytes.fromhex(signature))
        except ValueError:
            return False

    def check_beacon_round(self) -> str:
        expect("beacon.round", self.beacon_round, self.beacon.round)
        expect("beacon.time", self.beacon_time, self.beacon.time)
        return f"{self.beacon_round}, due at {self.beacon_time}"

    def check_beacon_signature(self) -> str:
        signature = self.signature
        if not self.is_beacon_signed:
            raise Mismatch(f"beacon.signature: expected that of round {self.beacon_round} got {signature.hex()}")
        return signature.hex()

    def check_randomness(self) -> str:
        computed = hashlib.sha256(self.signature).hexdigest()
        expect("beacon.randomness", computed, self.due("beacon.randomness", self.beacon.randomness, "drawn").hex())
        return computed

    def check_seed(self) -> str:
        """A value on the way to the winners: nothing is published that it could be compared with."""
        return self.seed.hex()

    def check_winners(self) -> str:
        due = ", ".join(f"{place}. {winner}" for place, winner in enumerate(self.winners, 1))
        published = self.due("winners", self.proof.winners, "drawn")
        expect("winners", due, ", ".join(f"{winner.place}. {winner.address}" for winner in published))
        return due

    def check_prizes(self) -> str:
        prize = self.due("prize", self.proof.prize, "locked")
        total, lamports = self.prizes
        expect("prize.totalLamports", total, prize.total)
        expect("prize.lamports", lamports, prize.lamports)
        for k, winner in enumerate(self.proof.winners or []):
            amount = lamports[k] if k < len(lamports) else "no such place"
            expect(f"lamports of place {winner.place}", amount, winner.lamports)
        return f"{total} lamports of {prize.pool}: {lamports[0]}, {lamports[1]}, {lamports[2]}"

    def check_payout(self) -> str:
        made, payout = self.payment(), self.proof.payout
        # State and status change together: a proof in which only one has changed is no state of a round.
        if payout.status == "final":
            expect("state", "paid", self.proof.state)
        if self.proof.state == "paid":
            expect("payout.status", "final", payout.status)
        if payout.status != "final":
            raise NotYet(f"paid on chain, and the proof does not say so yet: state is {self.proof.state}")
        expect("payout.slot", made.transaction.slot, payout.slot)
        expect("reason", None, self.proof.reason)
        return f"{made.signature} in slot {made.transaction.slot}"

    def check_payout_memo(self) -> str:
        marked = self.payment_form()
        expected = draw.PayoutMemo(
            self.round, self.ends, self.root.hex(), self.beacon_round, len(self.winners)
        ).text()
        expect("memo on chain", expected, marked.memo)
        expect("payout.memo", expected, self.proof.payout.memo)
        return expected

    def check_payout_mark(self) -> str:
        self.payment_form()  # a payment that is not there says nothing of its mark
        mark = form.mark_address(self.wallet, f"payout:{self.ends}")
        expect("payout.mark", mark, self.proof.payout.mark)
        return mark

    def check_payout_transfers(self) -> str:
        """Exactly the prizes, in the order of their places."""
        marked = self.payment_form()
        expected = tuple(zip(self.winners, self.prizes[1]))
        expect("transfers", in_words(expected), in_words(marked.transfers))
        return in_words(expected)

    def check_payout_balances(self) -> str:
        made = self.payment()
        payment = made.transaction
        if payment.before is None or payment.after is None:
            raise chain.Unreadable(f"{payment.signature}: this RPC server does not tell the balances")
        due = tuple(zip(self.winners, self.prizes[1]))
        paid = [address for address, _ in due if address in payment.after]
        changes = {address: payment.held_after(address) - payment.held_before(address) for address in paid}
        # The form has the mark's rent as its third instruction. The mark may hold GOD, and so be a winner.
        rent = None if made.marked is None else chain.parse_transfer(payment.instructions[2])
        for address, lamports in due:
            more = rent[2] if rent is not None and rent[1] == address else 0
            expect(f"balance change of {address}", lamports + more, changes.get(address, "none"))
        return f"{len(self.winners)} winner(s) hold exactly their prize more"

    # --- running them ---

    def step(self, name: str, check: Callable[[], str]) -> None:
        try:
            self.lines.append(f"ok {name}: {check()}")
        except CalledOff as part:
            self.called_off = str(part)
            self.lines.append(f"called off {name}: {part}")
        except Owed as part:
            self.owed.append(name)
            self.lines.append(f"OWED {name}: {part}")
        except NotYet as part:
            self.pending.append(name)
            self.lines.append(f"pending {name}: {part}")
        except (chain.RpcError, chain.Unreadable) as problem:
            self.unchecked.append(name)
            self.lines.append(f"could not check {name}: {problem}")
        except (Mismatch, ValueError, RecursionError, LookupError, TypeError, AttributeError, OverflowError) as problem:
            self.failed.append(name)
            self.lines.append(f"FAIL {name}: {describe(problem)}")

    def steps(self) -> list[str]:
        """A round that was called off before its lock has no list; the drand step needs a relay."""
        asked = [] if self.inclusion is None else ["inclusion"]
        if self.no_proof == "":
            return ["lottery", "marks", "proof"]
        if self.no_proof is None and self.proof.state == "rolled-over":
            listed = LIST_STEPS if self.proof.snapshot is not None else ()
            return ["lottery", "marks", "proof", "terms", *listed, *asked]
        left_out = () if self.relays is not None else ("drand",)
        return [*(name for name in STEPS if name not in left_out), *asked]

    def on_chain(self, check: Callable[[], str]) -> Callable[[], str]:
        """Without terms there is no round to look for."""

        def checked() -> str:
            if self.in_force is None:
                raise NotYet(UNKNOWN_TERMS)
            return check()

        return checked

    def run(self) -> dict[str, Any]:
        """All steps in order; the summary of the last line."""
        checks = {
            "lottery": self.check_lottery,
            "marks": self.on_chain(self.check_marks),
            "proof": self.check_proof,
            "terms": self.check_terms,
            "pool wallet": self.check_wallet,
            "entries": self.check_entries,
            "root": self.check_root,
            "rules": self.check_rules,
            "inclusion": self.check_inclusion,
            "memo": self.check_memo,
            "commitment": self.on_chain(self.check_commitment),
            "snapshot": self.on_chain(self.check_snapshot),
            "pool": self.on_chain(self.check_pool),
            "witnesses": self.on_chain(self.check_witnesses),
            "network": self.check_network,
            "drand": self.check_drand,
            "beacon round": self.check_beacon_round,
            "beacon signature": self.check_beacon_signature,
            "randomness": self.check_randomness,
            "seed": self.check_seed,
            "winners": self.check_winners,
            "prizes": self.check_prizes,
            "payout": self.on_chain(self.check_payout),
            "payout memo": self.on_chain(self.check_payout_memo),
            "payout mark": self.on_chain(self.check_payout_mark),
            "payout transfers": self.on_chain(self.check_payout_transfers),
            "payout balances": self.on_chain(self.check_payout_balances),
        }
        for name in self.steps():
            is_readable = self.no_proof is None or name in ("lottery", "marks", "proof")
            self.step(name, checks[name] if is_readable else self.no_part)
        for name, value in self.proof.unconfirmed:
            self.lines.append(f"not checked {name}: {value}")
        if self.relays is None and self.proof.beacon is not None and self.proof.beacon.signature is not None:
            self.lines.append("not checked beacon.signature: its origin: no relay of the network was named")
        self.lines.append(self.closing_line())
        return {
            "verdict": self.verdict,
            "hour": self.hour,
            "verified": self.verdict == "proven",
            "round": self.round,
            "lottery": self.lottery_read.hash if isinstance(self.lottery_read, Lottery) else None,
            "failed": self.failed,
            "pending": self.pending,
            "unchecked": self.unchecked,
            "owed": self.owed,
            "state": None if self.no_proof is not None else self.proof.state,
        }

    def no_part(self) -> str:
        raise NotYet("the proof cannot be read")

    @property
    def verdict(self) -> str:
        """The worst first; what the marks say of a debt stands above all that a proof can say."""
        if self.owed:
            return "owed"
        if self.failed:
            return "failed"
        if self.unchecked:
            return "could-not-check"
        if self.called_off is not None:
            return "called-off"
        return "not-reached" if self.pending else "proven"

    def closing_line(self) -> str:
        of = f"round {self.round}"
        named = {
            "proven": f"proven: {of}, {len(self.steps())} steps",
            "called-off": f"called off: {of}: {self.called_off}",
            "failed": f"FAILED: {of}: {', '.join(self.failed)}",
            "owed": f"OWED: {of} was promised on chain and is not paid: {', '.join(self.owed)}",
            "could-not-check": f"could not check: {of}: {', '.join(self.in_order(self.unchecked, self.pending))}",
            "not-reached": f"not proven yet: {of}: {', '.join(self.pending)}",
        }[self.verdict]
        return f"{named}; {self.lottery_line()}"

    def lottery_line(self) -> str:
        """Which lottery it is, since when, and which hour of it."""
        lottery = self.lottery_read
        if not isinstance(lottery, Lottery):
            return "it is not known which lottery this is"
        hour = "" if self.in_force is None else f"; the round ends {time_text(self.ends)}"
        by = " (by the word of one server)" if len(self.servers.rpcs) == 1 else ""
        return f"lottery {lottery.hash} of mint {lottery.mint} since {time_text(lottery.since)}{by}{hour}"

    def in_order(self, *of: list[str]) -> list[str]:
        return [name for name in self.steps() if any(name in names for names in of)]


def read_once(read: Callable[[], Made]) -> Made | chain.RpcError | chain.Unreadable:
    """What was read, or why it was not. Kept, since several steps use it."""
    try:
        return read()
    except (chain.RpcError, chain.Unreadable) as problem:
        return problem


def in_words(transfers: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{lamports} lamports to {receiver}" for receiver, lamports in transfers) or "none"


def is_share_of(claim: int, lowest: int, highest: int) -> bool:
    """At most the highest of some balances, and at least 999 thousandths of the lowest one."""
    return 999 * lowest <= 1000 * claim and claim <= highest


def describe(problem: Exception) -> str:
    """Our own exceptions say what differs; Python's need their name to be understood."""
    if isinstance(problem, (Mismatch, Malformed, form.NotInForm, ijson.NotJson)):
        return str(problem)
    return f"malformed value ({type(problem).__name__}: {problem})"


def verify(
    proof: Any,
    rpcs: chain.Rpc | list[chain.Rpc] | Servers,
    mint: str,
    number: int,
    network: Network = QUICKNET,
    pinned: str | None = None,
    relays: tuple[str, ...] | None = None,
    inclusion: Any = None,
    shown: list[Shown] | None = None,
) -> tuple[list[str], dict[str, Any]]:
    """(lines, summary) for a round, by its proof as parsed JSON or as text; None when nobody was asked for it.

    A failure to get it is passed as the exception. Without relays the beacon's origin is not looked at.
    """
    no_proof: str | None = "" if proof is None else None
    parsed = empty_bundle(number)
    try:
        if isinstance(proof, Exception):
            raise ValueError(str(proof))
        if proof is not None:
            parsed = parse_bundle(ijson.read(proof) if isinstance(proof, (bytes, str)) else proof)
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        no_proof = describe(problem)
    servers = rpcs if isinstance(rpcs, Servers) else Servers(rpcs if isinstance(rpcs, list) else [rpcs])
    verification = Verification(
        parsed, servers, mint, number, network, pinned, shown or [], no_proof, relays, inclusion
    )  # fmt: skip
    summary = verification.run()
    return verification.lines, summary


def time_text(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return str(seconds)


def site_terms(site: str) -> list[Shown]:
    """What a site shows of its announcements; nothing if it does not answer. It spares a search."""
    try:
        said = ijson.read(load_text(f"{site}/api/lottery/terms"))
        return shown_in(said.get("announcements")) if isinstance(said, dict) else []
    except (OSError, ValueError):
        return []


def load_proof(site: str | None, file: str | None, number: int) -> Any:
    """The proof's text, why it did not arrive, or None when nobody was named for it."""
    try:
        if site is not None:
            return load_text(f"{site}/api/lottery/rounds/{number}/proof")
        return None if file is None else load_text(file)
    except OSError as problem:
        return problem


WORST = ("failed", "owed", "could-not-check", "not-reached", "called-off", "proven")
HOURS = ("promised and paid", "promised and owed", "spent", "called off", "not known")
SITE_PAGE = 100  # the most that a site gives at once


def read_site_list(rounds: list[int], load: Callable[[str], bytes | str]) -> dict[int, str] | str:
    """The states of the rounds that a site lists, by number, or why it cannot be read. `load` gives the text.

    It is no proof: prizes in it are fractions, and only numbers and states are read.
    """
    listed: dict[int, str] = {}
    cursor = rounds[-1]
    try:
        while True:
            page = json.loads(load(f"/api/lottery/rounds?limit={SITE_PAGE}&cursor={cursor}"))
            numbers = [(chain.whole(one["roundNumber"]), one["state"]) for one in page["rounds"]]
            if any(not isinstance(state, str) for _, state in numbers):
                raise TypeError("a state is no text")
            listed |= dict(numbers)
            lowest = min((number for number, _ in numbers), default=cursor + 1)
            # The end, or a site that repeats itself.
            if lowest <= rounds[0] or lowest > cursor:
                return listed
            cursor = lowest - 1
    except (OSError, ValueError, LookupError, TypeError, RecursionError, chain.RpcError) as problem:
        return str(problem)


def judge_site_list(found: dict[int, str], listed: dict[int, str] | str) -> tuple[bool, str]:
    """Whether a site's list fits what the marks say of the hours: this judges the site and not the chain."""
    if isinstance(listed, str):
        return False, f"could not check the site’s list of rounds: {listed}"
    promised = [number for number in sorted(found) if found[number] in ("promised and paid", "promised and owed")]
    missing = [number for number in promised if number not in listed]
    denied = [number for number in promised if listed.get(number) == "rolled-over"]
    hidden = [n for n in sorted(found) if found[n] == "not known" and listed.get(n, "rolled-over") == "rolled-over"]
    parts = [f"{what} {named_rounds(of)}" for what, of in (("leaves out", missing), ("calls off", denied)) if of]
    wrong = [f"the site {', and '.join(parts)}, which the chain shows as promised"] if parts else []
    if hidden:
        wrong.append(f"the site shows no draw of {named_rounds(hidden)}, and what the chain has of it is not known")
    return not wrong, "; ".join(wrong) or "the site lists every hour that was promised on chain"


def named_rounds(rounds: list[int]) -> str:
    return f"{'round' if len(rounds) == 1 else 'rounds'} {', '.join(map(str, rounds))}"


def audit(
    servers: Servers, mint: str, shown: list[Shown], load: Callable[[int], Any], load_list: Callable[[str], Any] | None = None, **options: Any
) -> tuple[list[str], int]:
    """Every round whose promise has to be paid by now: (lines, exit code).

    The first line says how many of each kind, and the second one whether the site lists them all; there is none without a site.
    """
    network = options.get("network", QUICKNET)
    of = {"publicKey": network.public_key.hex(), "genesis": network.genesis, "period": network.period}
    try:
        lottery = read_lottery(servers, mint, options.get("pinned"), of, shown)
        rounds = ended_rounds(lottery)
        marks = []
        for number in rounds:
            try:
                in_force = terms_for(lottery, number)
            except (chain.Unreadable, TooEarly):
                continue
            marks += [form.mark_address(in_force.said["pool"], f"{kind}:{in_force.ends}") for kind in ("commit", "payout")]
        servers.read_marks(marks)
    except (chain.RpcError, chain.Unreadable) as problem:
        return [f"could not check: {problem}"], EXIT_CODES["could-not-check"]
    lines, verdicts = [], []
    hours: dict[int, str] = {}
    for number in rounds:
        said, summary = verify(load(number), servers, mint, number, shown=shown, **options)
        verdicts.append(summary["verdict"])
        hours[number] = summary["hour"]
        marked = next(line for line in said if re.match("[a-zA-Z ]* marks: ", line))
        lines += [marked.replace(" marks: ", f" round {number}: "), said[-1]]
    counts = ", ".join(f"{verdicts.count(one)} {one}" for one in WORST if one in verdicts)
    kinds = list(hours.values())
    by_chain = ", ".join(f"{kinds.count(one)} {one}" for one in HOURS if one in kinds)
    span = f"rounds {rounds[0]} to {rounds[-1]}: {by_chain}; verdicts: {counts}" if rounds else "no round has ended yet"
    first = f"{span}; lottery {lottery.hash} of mint {mint} since {time_text(lottery.since)}"
    head = [first]
    if load_list is not None and rounds:
        is_whole, text = judge_site_list(hours, read_site_list(rounds, load_list))
        head.append(text)
        if not is_whole:
            verdicts.append("could-not-check")
    worst = next((one for one in WORST if one in verdicts), "could-not-check")
    if worst == "called-off":
        worst = "proven" if len(servers.rpcs) > 1 else "could-not-check"
    return [*head, *lines], EXIT_CODES[worst]


# A site limits each caller's calls per ten seconds. All pauses together are longer than that.
PAUSES = (1, 2, 4, 8)
NOT_NOW = (429, 503)


def load_text(source: str) -> bytes:
    """
    What stands at an http(s) address or in a file, and a byte more than any proof has at most. A site that refuses for
    now is asked again, up to four times.
    """
    if source.startswith(("http://", "https://")):
        for pause in PAUSES:
            try:
                return load_page(source)
            except urllib.error.HTTPError as problem:
                if problem.code not in NOT_NOW:
                    raise
            time.sleep(pause)
        return load_page(source)
    with open(source, "rb") as file:
        return file.read(ijson.MOST_BYTES + 1)


def load_page(address: str) -> bytes:
    request = urllib.request.Request(address, headers={"User-Agent": "game-of-draws-verifier"})
    with urllib.request.urlopen(request, timeout=20) as response:
        return response.read(ijson.MOST_BYTES + 1)


# Control characters, which a terminal obeys instead of showing, and those that reverse the direction of a line.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def printable(line: str) -> str:
    """The same line with its unprintable characters spelled out."""
    return UNPRINTABLE.sub(lambda found: f"\\u{ord(found.group()):04x}", line)


def load_json(source: str) -> Any:
    """JSON of a drand relay."""
    if source.startswith(("http://", "https://")):
        request = urllib.request.Request(source, headers={"User-Agent": "game-of-draws-verifier"})
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)
    raise ValueError(f"{source} is no address")


def read_inclusion(source: str) -> Any:
    """What is no JSON is an inclusion proof of a wrong form."""
    try:
        return ijson.read(load_text(source))
    except ijson.NotJson as problem:
        return str(problem)


class Arguments(argparse.ArgumentParser):
    """Ends with 64 (sysexits.h), as every command here: argparse's own 2 means that a round could not be checked."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def host_of(url: str) -> tuple[str | None, int]:
    """Host and port; ValueError for a port that is none."""
    parts = urllib.parse.urlsplit(url)
    return parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


def main() -> int:
    parser = Arguments(description="Verifies rounds of a lottery, by its mint and the chain.")
    parser.add_argument("mint", help="address of the token's mint")
    parser.add_argument("round", help="number of the round, or all")
    parser.add_argument("--rpc", required=True, action="append", help="URL of a Solana RPC with full history; two at most")
    parser.add_argument("--site", help="the lottery's site: proofs and terms are read from there")
    parser.add_argument("--proof", help="file or URL of the round's proof instead")
    parser.add_argument("--lottery", help="hash of the lottery's first terms, 64 hex digits")
    parser.add_argument("--drand-url", action="append", help="a relay of the network, with its chain's hash")
    parser.add_argument("--drand-key", type=bytes.fromhex, help="public key of another drand network, hex")
    parser.add_argument("--drand-genesis", type=int, help="its genesis time, Unix seconds")
    parser.add_argument("--drand-period", type=int, help="its period, seconds")
    parser.add_argument("--inclusion", help="file of a wallet's inclusion proof in that round's list")
    options = parser.parse_args()
    given = (options.drand_key, options.drand_genesis, options.drand_period)
    if any(value is not None for value in given) and None in given:
        parser.error("--drand-key, --drand-genesis and --drand-period go together")
    if re.fullmatch("all|[1-9][0-9]{0,11}", options.round) is None:
        parser.error("the round is a number from 1, or all")
    if len(options.rpc) > 2:
        parser.error("one or two RPC servers can be asked")
    try:
        if len({host_of(url) for url in options.rpc}) < len(options.rpc):
            parser.error("the two RPC servers must have different hosts")
    except ValueError:
        parser.error("that is no address of a server")
    if options.lottery is not None and re.fullmatch("[0-9a-f]{64}", options.lottery) is None:
        parser.error("--lottery is a hash of 64 lower-case hex digits")
    try:
        base58.decode_address(options.mint)
    except ValueError:
        parser.error("the mint is no address")
    network = QUICKNET if options.drand_key is None else Network(*given)
    named = tuple(options.drand_url) if options.drand_url else None
    relays = named or (RELAYS if network == QUICKNET else None)
    site = None if options.site is None else options.site.rstrip("/")
    servers = Servers([chain.HttpRpc(url) for url in options.rpc])
    shown = [] if site is None else site_terms(site)
    more = {"network": network, "pinned": options.lottery, "relays": relays}
    if options.round == "all":
        load_list = None if site is None else lambda path: load_text(f"{site}{path}")
        lines, code = audit(servers, options.mint, shown, lambda number: load_proof(site, None, number), load_list, **more)
        print("\n".join(map(printable, lines)))
        return code
    number = int(options.round)
    try:
        inclusion = read_inclusion(options.inclusion) if options.inclusion else None
    except OSError as problem:
        print(printable(f"could not check: {problem}"))
        return EXIT_CODES["could-not-check"]
    proof = load_proof(site, options.proof, number)
    lines, summary = verify(proof, servers, options.mint, number, inclusion=inclusion, shown=shown, **more)
    print("\n".join(map(printable, lines)))
    print(json.dumps(summary))
    return EXIT_CODES[summary["verdict"]]


if __name__ == "__main__":
    sys.exit(main())
