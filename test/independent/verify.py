"""Verifies one round of the lottery from its published proof and a Solana RPC; shares no code with the lottery.

    python3 verify.py --proof <url or file of GET /api/lottery/rounds/:n/proof> --rpc <solana rpc url>
        [--pool-wallet ADDRESS] [--round-seconds N] [--drand-url URL]…
        [--drand-key HEX --drand-genesis N --drand-period N]

Each step prints one line: `ok <step>: <value>`, `FAIL <step>: <what differs>`, `pending <step>: <what is not
known yet>`, `OWED <step>: <what was promised and is not paid>` or `open <step>: <why it could not be checked>`.
`unconfirmed <field>: <value>` is a value that nothing can confirm; it is no step. The last line is JSON, `{"verified":
…, "round": n, "failed": [steps], "pending": [steps], "unchecked": [steps], "state": …}`; what is owed is pending.
Verified is a round of which nothing failed, is pending or is unchecked, and that was not called off. Exit code 0 if
nothing failed, is pending or is unchecked, 1 if a step failed, 2 otherwise.

What it takes from the proof is only what the chain or the beacon then confirms. What it has to trust: the RPC,
Solana's block times, and (as no chain read of the past can show it) that the entries are all the holders of that
slot. Without --pool-wallet it also takes the proof's word for which wallet is the pool's.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import base58
import bls12381
import chain
import draw
import witnesses
from bundle import Bundle, Malformed, parse_bundle, parse_inclusion
from commits import CommitFound, CommitSearch, Wanted, find_commits
from history import read_history

COMMIT_MARGIN_SECONDS = 5
HISTORY_SLACK_SECONDS = 600  # the history has to be known from this long before the round's start
ROUND_SECONDS = 3600
LONGEST_LEAD_SECONDS = 86400 + HISTORY_SLACK_SECONDS  # entries are locked for a day at most


class Mismatch(Exception):
    """A value is not what it must be."""


class NotYet(Exception):
    """A part is still null: nothing is wrong, nothing is proven."""


class Owed(NotYet):
    """Promised on chain, and not paid."""


def expect(what: str, expected: Any, got: Any) -> None:
    if expected != got:
        raise Mismatch(f"{what}: expected {expected} got {got}")


# How far a round is in each state; a round that is held or called off promises no part.
PROGRESS = {"locked": 1, "committed": 2, "drawn": 3, "paid": 4}
STEPS = (
    "pool wallet", "entries", "root", "rules", "memo", "commitment", "only text", "witnesses",
    "network", "drand", "beacon round", "beacon signature", "randomness", "seed", "winners", "prizes",
    "payout", "payout memo", "payout guard", "payout transfers", "payout balances",
)  # fmt: skip
CALLED_OFF_STEPS = ("rolled-over", "pool wallet", "entries", "root", "rules", "memo")


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
    rpc: chain.Rpc
    network: Network = QUICKNET
    pinned_wallet: str | None = None
    round_seconds: int = ROUND_SECONDS
    relays: tuple[str, ...] | None = None
    inclusion: Any = None
    asked_round: int | None = None
    ask_relay: Callable[[str, int], Any] = lambda relay, number: load_json(f"{relay}/public/{number}")
    lines: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

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
    def wallet(self) -> str:
        if self.pinned_wallet is not None:
            return self.pinned_wallet
        return self.due("commitment", self.proof.commitment, "locked").wallet

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
    def entries(self) -> list[draw.Entry]:
        snapshot = self.due("snapshot", self.proof.snapshot, "locked")
        return [(base58.decode_address(owner), amount) for owner, amount in snapshot.entries]

    @cached_property
    def root(self) -> bytes:
        return draw.entries_root(self.entries)

    @cached_property
    def beacon_round(self) -> int:
        if self.proof.ends < self.network.genesis:
            return 0
        return draw.beacon_round_at(self.proof.ends, self.network.genesis, self.network.period)

    @cached_property
    def beacon_time(self) -> int:
        return draw.beacon_time(self.beacon_round, self.network.genesis, self.network.period)

    @cached_property
    def prizes(self) -> tuple[int, tuple[int, int, int]]:
        return draw.split_prizes(self.due("prize", self.proof.prize, "locked").pool)

    @cached_property
    def winners(self) -> list[str]:
        """The addresses that had to win, first place first."""
        return [base58.encode(owner) for owner, _ in draw.draw_winners(self.entries, self.seed)]

    @cached_property
    def seed(self) -> bytes:
        return draw.draw_seed(self.proof.round, self.root, hashlib.sha256(self.signature).digest())

    @cached_property
    def since(self) -> int:
        """The time from which on the wallet's history has to be known, in Unix seconds; more is read if there is more."""
        return self.proof.ends - self.round_seconds - HISTORY_SLACK_SECONDS

    @cached_property
    def commits(self) -> CommitSearch:
        """Every commitment text for this round that the pool wallet signed, newest first."""
        wanted = Wanted(self.wallet, self.proof.round, self.proof.ends, self.since)
        return find_commits(self.rpc, read_history(self.rpc, self.wallet), wanted)

    def transaction(self, signature: str, slot: int | None) -> chain.Transaction:
        """A transaction that the proof names. "Not found" counts only from a ledger that holds its slot."""
        transaction = chain.get_transaction(self.rpc, signature)
        if transaction is not None:
            return transaction
        if slot is None or not chain.first_slot(self.rpc) <= slot <= chain.newest_slot(self.rpc):
            raise chain.Unreadable(f"{signature}: not known to this RPC as final")
        # The slot may have become final after the first look and before the server named its newest one.
        transaction = chain.get_transaction(self.rpc, signature)
        if transaction is not None:
            return transaction
        raise Mismatch(f"transaction: expected {signature} got none of that signature")

    @cached_property
    def payout_transaction(self) -> chain.Transaction:
        payout, commitment = self.proof.payout, self.proof.commitment
        if payout is None or payout.signature is None:
            if self.proof.state == "paid":
                self.due("payout.signature", None, "paid")
            if commitment is not None and commitment.signature is not None:
                raise Owed("committed, and not paid: the prizes are owed")
            raise NotYet("nothing is due yet")
        # By the proof's own word it is neither final nor seen on chain.
        only_signed = self.proof.state != "paid" and payout.status != "final" and payout.slot is None
        if only_signed and chain.get_transaction(self.rpc, payout.signature) is None:
            raise Owed(f"{payout.signature} is signed, and not on chain: the prizes are owed")
        return self.transaction(payout.signature, payout.slot)

    # --- steps ---

    def check_proof(self) -> str:
        if self.asked_round is not None:
            expect("roundNumber", self.asked_round, self.proof.round)
        return f"round {self.proof.round}, {self.proof.state}"

    def check_wallet(self) -> str:
        commitment = self.due("commitment", self.proof.commitment, "locked")
        expect("commitment.wallet", self.wallet, commitment.wallet)
        return self.wallet if self.pinned_wallet else f"{self.wallet} (as the proof says, not pinned)"

    def check_entries(self) -> str:
        rules = self.rules
        excluded = {base58.decode_address(item[0]) for item in rules["excluded"]}
        if not self.entries:
            raise Mismatch("entries: expected at least one got none")
        for k, (owner, amount) in enumerate(self.entries):
            name = f"entry {k} ({base58.encode(owner)})"
            if k > 0 and owner <= self.entries[k - 1][0]:
                raise Mismatch(f"{name}: expected an owner above the one before got one not above")
            if amount < draw.THRESHOLD:
                raise Mismatch(f"{name}: expected at least {draw.THRESHOLD} got {amount}")
            if owner in excluded:
                raise Mismatch(f"{name}: expected no excluded owner got one that the rules exclude")
        if rules["top"] and len(self.entries) > rules["top"]:
            raise Mismatch(f"entries: expected at most the top {rules['top']} got {len(self.entries)}")
        snapshot = self.due("snapshot", self.proof.snapshot, "locked")
        if snapshot.taken_at >= self.proof.ends:
            raise Mismatch(f"snapshot.takenAt: expected before {self.proof.ends} got {snapshot.taken_at}")
        return f"{len(self.entries)}, sorted, unique, none below the threshold or excluded"

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
        expect("inclusion.roundNumber", self.proof.round, given.round)
        expect("inclusion.entries", len(self.entries), given.count)
        leaf = draw.entry_leaf(base58.decode_address(given.owner), given.amount)
        reached = draw.root_of_inclusion(leaf, given.index, given.count, given.path)
        said = f"a path of {len(given.path)} for entry {given.index}" if reached is None else reached.hex()
        expect("inclusion.path", root.hex(), said)
        return f"{given.owner} with {given.amount} base units, entry {given.index} of {given.count}"

    def check_rules(self) -> str:
        rules = self.rules
        expect("members", ["excluded", "mint", "rules", "threshold", "top"], sorted(rules))
        expect("rules", 1, rules["rules"])
        expect("threshold", str(draw.THRESHOLD), rules["threshold"])
        excluded = [item[0] for item in rules["excluded"]]
        expect("order of excluded", sorted(set(excluded)), excluded)
        computed = draw.rules_hash(rules)
        expect("rulesHash", computed.hex(), self.due("rulesHash", self.proof.rules_hash, "locked").hex())
        return computed.hex()

    def check_memo(self) -> str:
        memo = self.due("commitment", self.proof.commitment, "locked").memo
        expected = draw.CommitMemo(
            round=self.proof.round,
            ends=self.proof.ends,
            slot=self.due("snapshot", self.proof.snapshot, "locked").slot,
            root=self.root.hex(),
            entries=len(self.entries),
            pool=self.due("prize", self.proof.prize, "locked").pool,
            prizes=self.prizes[0],
            drand_key=draw.beacon_key_tag(self.network.public_key),
            drand_round=self.beacon_round,
            rules=draw.rules_hash(self.rules).hex(),
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
        signature = self.due("commitment.signature", commitment.signature, "committed")
        transaction = self.transaction(signature, commitment.slot)
        if transaction.failed or self.wallet not in transaction.signers:
            raise Mismatch(f"transaction: expected {signature} by {self.wallet} got one that failed or is not signed by it")
        if commitment.memo not in transaction.memos(chain.LISTED_MEMO_PROGRAMS):
            raise Mismatch(f"memo of {signature}: expected {commitment.memo} got {transaction.memos()}")
        expect("commitment.slot", transaction.slot, commitment.slot)
        time = self.time_on_chain(transaction)
        named = CommitFound(signature, transaction.slot, time, commitment.memo, True)
        # Any transaction with the text will do, so one that the proof does not name may be the timely one.
        for found in (named, *(() if self.is_timely(named) else reversed(self.commits.found))):
            if self.is_timely(found) and found.text == commitment.memo and found.is_listed:
                if chain.is_finalized(self.rpc, found.signature):
                    return self.describe_commitment(found)
        if not self.is_timely(named):
            self.commits.must_be_whole()
        elif self.proof.state in ("locked", "committed"):
            # Nothing is drawn before it is final: until then the round is only not that far.
            raise NotYet("the commitment is on chain, and not final yet")
        latest = min(self.proof.ends - COMMIT_MARGIN_SECONDS, self.beacon_time - 1)
        raise Mismatch(f"block time: expected a finalized one at most {latest} got {time}")

    def time_on_chain(self, transaction: chain.Transaction) -> int:
        """The commitment's time, as the proof has it too: of the wallet's history, or else of the block.

        On mainnet the two are the same; local runtimes that skip slots may show the block a second later.
        """
        claimed = self.due("commitment.blockTime", self.proof.commitment.block_time, "committed")
        listed = [found.block_time for found in self.commits.found if found.signature == transaction.signature]
        time = listed[0] if listed else None
        if time is None or time != claimed:
            block_time = chain.block_time(self.rpc, transaction.slot)
            if block_time is None:
                raise chain.Unreadable(f"{transaction.signature}: its block time is not known")
            if time is None or block_time != claimed:
                expect("commitment.blockTime", block_time, claimed)
        return block_time if time is None else time

    def describe_commitment(self, found: CommitFound) -> str:
        """An older one than is read back to could be chosen among texts that nobody sees."""
        time = found.block_time
        if time < self.proof.ends - LONGEST_LEAD_SECONDS:
            earliest = self.proof.ends - LONGEST_LEAD_SECONDS
            raise Mismatch(f"block time: expected one of at least {earliest} got {time}")
        if time < self.since:
            raise chain.Unreadable(f"{found.signature}: of {time}, before the {self.since} that is read back to")
        return f"{found.signature} in slot {found.slot}, {self.proof.ends - time} s before the end"

    def is_timely(self, found: CommitFound) -> bool:
        time = found.block_time
        return time is not None and time <= self.proof.ends - COMMIT_MARGIN_SECONDS and time < self.beacon_time

    def check_only_text(self) -> str:
        commitment = self.due("commitment", self.proof.commitment, "locked")
        signature = self.due("commitment.signature", commitment.signature, "committed")
        # What was found counts, whatever else could not be looked at.
        for found in self.commits.found:
            expect(f"text of {found.signature}", commitment.memo, found.text)
        self.commits.must_be_whole()
        if signature not in [found.signature for found in self.commits.found]:
            raise chain.Unreadable(f"{signature}: not listed in the wallet's history")
        return f"{len(self.commits.found)} text(s) of this wallet for this round, all the same"

    def check_witnesses(self) -> str:
        """What the watchers wrote themselves, from their own wallets: whether one of them saw another list."""
        of = witnesses.WitnessedRound(self.proof.round, self.proof.ends, self.beacon_time, self.root.hex())
        self.wallet  # as for every step on chain, the pool's has to be known
        searches = [
            (claim, witnesses.find_testimonies(
                self.rpc, read_history(self.rpc, claim.address), claim.address, of, self.since
            ))
            for claim in self.proof.witnesses
        ]  # fmt: skip
        verdict = witnesses.judge(of, searches) or witnesses.Verdict("ok", "no watcher was known")
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
            said = self.signature_from(relay)
            if said == claimed:
                return f"the same signature from {relay}"
            if said is not None and self.is_signed(said):
                raise Mismatch(f"beacon.signature: expected {said} from {relay} got {claimed}")
            doubts.append(f"{relay} {'did not answer' if said is None else 'gave an invalid signature'}")
        doubt = ", ".join(doubts) or "no relay was asked"
        raise chain.Unreadable(f"{doubt}: the signature is the one that the lottery published")

    def signature_from(self, relay: str) -> str | None:
        try:
            answer = self.ask_relay(relay, self.beacon_round)
            return str(answer["signature"]) if answer["round"] == self.beacon_round else None
        except (OSError, ValueError, LookupError, TypeError):
            return None

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
        if self.beacon_round < 1 or not bls12381.verify_drand(self.network.public_key, self.beacon_round, signature):
            raise Mismatch(f"beacon.signature: expected one over round {self.beacon_round} got {signature.hex()}")
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
        transaction = self.payout_transaction
        payout = self.proof.payout
        if transaction.failed:
            raise Mismatch("transaction: expected success got an error")
        if transaction.fee_payer != self.wallet:
            raise Mismatch(f"signer: expected {self.wallet} got {transaction.fee_payer}")
        # Both change in one moment: one without the other is no state of a round.
        if payout.status == "final":
            expect("state", "paid", self.proof.state)
        if self.proof.state == "paid":
            expect("payout.status", "final", payout.status)
        if payout.status != "final":
            raise Owed(f"state is {self.proof.state}, payout is {payout.status}")
        expect("payout.slot", transaction.slot, payout.slot)
        expect("reason", None, self.proof.reason)
        if not chain.is_finalized(self.rpc, payout.signature):
            raise Owed("the payment is not final")
        return f"{payout.signature} in slot {transaction.slot}"

    def check_payout_memo(self) -> str:
        transaction = self.payout_transaction
        expected = draw.PayoutMemo(
            self.proof.round, self.proof.ends, self.root.hex(), self.beacon_round, len(self.winners)
        ).text()
        expect("memo on chain", [expected], transaction.memos())
        expect("payout.memo", expected, self.proof.payout.memo)
        return expected

    def check_payout_guard(self) -> str:
        transaction = self.payout_transaction
        seed = f"payout:{self.proof.ends}"
        guard = chain.address_with_seed(self.wallet, seed, chain.SYSTEM_PROGRAM)
        expect("payout.guard", guard, self.proof.payout.guard)
        allocation = chain.Instruction(
            chain.SYSTEM_PROGRAM,
            (guard, self.wallet),
            chain.allocate_with_seed_data(self.wallet, seed, 1, chain.SYSTEM_PROGRAM),
        )
        expect("allocations of the guard", 1, transaction.instructions.count(allocation))
        return guard

    def check_payout_transfers(self) -> str:
        """Nothing but the compute budget, the memo, the guard's rent and allocation, and the prizes."""
        transaction, expected = self.payout_transaction, list(zip(self.winners, self.prizes[1]))
        guard = chain.address_with_seed(self.wallet, f"payout:{self.proof.ends}", chain.SYSTEM_PROGRAM)
        rents: list[int] = []
        paid: list[tuple[str, int]] = []
        for instruction in transaction.instructions:
            transfer = chain.parse_transfer(instruction)
            if transfer is not None:
                sender, receiver, lamports = transfer
                expect("sender of a transfer", self.wallet, sender)
                if receiver == guard:
                    rents.append(lamports)
                else:
                    paid.append((receiver, lamports))
            elif instruction.program == chain.SYSTEM_PROGRAM:
                index = int.from_bytes(instruction.data[:4], "little")
                expect("system instruction", chain.ALLOCATE_WITH_SEED, index)
                expect("allocated address", guard, instruction.accounts[0])
            elif instruction.program not in (chain.COMPUTE_BUDGET_PROGRAM, *chain.MEMO_PROGRAMS):
                raise Mismatch(f"program: expected none but budget, system and memo got {instruction.program}")
        expect("rent transfers to the guard", 1, len(rents))
        expect("transfers", sorted(expected), sorted(paid))
        return ", ".join(f"{lamports} to {receiver}" for receiver, lamports in expected)

    def check_payout_balances(self) -> str:
        transaction, paid = self.payout_transaction, list(zip(self.winners, self.prizes[1]))
        changes = transaction.balance_changes
        for address, lamports in paid:
            expect(f"balance change of {address}", lamports, changes.get(address))
        return f"{len(self.winners)} winner(s) hold exactly their prize more"

    def check_rolled_over(self) -> str:
        """A round may only be called off if it was never committed in time: otherwise it is owed."""
        if self.proof.winners or (self.proof.payout and self.proof.payout.signature):
            raise Mismatch("rolled-over: expected no winners and no payout got some")
        for found in self.commits.found:
            if self.is_timely(found):
                raise Mismatch(f"commitment: expected none in time got {found.signature}: the round is OWED")
        self.commits.must_be_whole()
        return f"{self.proof.reason}; no commitment in time on chain, nothing to pay"

    # --- running them ---

    def step(self, name: str, check: Callable[[], str]) -> None:
        try:
            self.lines.append(f"ok {name}: {check()}")
        except NotYet as part:
            self.pending.append(name)
            self.lines.append(f"{'OWED' if isinstance(part, Owed) else 'pending'} {name}: {part}")
        except (chain.RpcError, chain.Unreadable) as problem:
            self.unchecked.append(name)
            self.lines.append(f"open {name}: {problem}")
        except (Mismatch, ValueError, LookupError, TypeError, AttributeError, OverflowError) as problem:
            self.failed.append(name)
            self.lines.append(f"FAIL {name}: {describe(problem)}")

    def steps(self) -> list[str]:
        """A round that was called off before its lock has no list; the drand step needs a relay."""
        asked = [] if self.inclusion is None else ["inclusion"]
        if self.proof.state == "rolled-over":
            return [*(CALLED_OFF_STEPS if self.proof.snapshot is not None else CALLED_OFF_STEPS[:1]), *asked]
        left_out = {*(() if self.proof.witnesses else ("witnesses",)), *(() if self.relays is not None else ("drand",))}
        return [*(name for name in STEPS if name not in left_out), *asked]

    def run(self) -> dict[str, Any]:
        """All steps in order; the summary of the last line."""
        rolled_over = self.proof.state == "rolled-over"
        checks = {
            "rolled-over": self.check_rolled_over,
            "pool wallet": self.check_wallet,
            "entries": self.check_entries,
            "root": self.check_root,
            "rules": self.check_rules,
            "inclusion": self.check_inclusion,
            "memo": self.check_memo,
            "commitment": self.check_commitment,
            "only text": self.check_only_text,
            "witnesses": self.check_witnesses,
            "network": self.check_network,
            "drand": self.check_drand,
            "beacon round": self.check_beacon_round,
            "beacon signature": self.check_beacon_signature,
            "randomness": self.check_randomness,
            "seed": self.check_seed,
            "winners": self.check_winners,
            "prizes": self.check_prizes,
            "payout": self.check_payout,
            "payout memo": self.check_payout_memo,
            "payout guard": self.check_payout_guard,
            "payout transfers": self.check_payout_transfers,
            "payout balances": self.check_payout_balances,
        }
        self.step("proof", self.check_proof)
        for name in self.steps():
            self.step(name, checks[name])
        for name, value in self.proof.unconfirmed:
            self.lines.append(f"unconfirmed {name}: {value}")
        if self.relays is None and self.proof.beacon is not None and self.proof.beacon.signature is not None:
            self.lines.append("unconfirmed beacon.signature: its origin: no relay of the network was named")
        return {
            "verified": not (self.failed or self.pending or self.unchecked or rolled_over),
            "round": self.proof.round,
            "failed": self.failed,
            "pending": self.pending,
            "unchecked": self.unchecked,
            "state": self.proof.state,
        }


def describe(problem: Exception) -> str:
    """Our own exceptions say what differs; Python's need their name to be understood."""
    if isinstance(problem, (Mismatch, Malformed)):
        return str(problem)
    return f"malformed value ({type(problem).__name__}: {problem})"


def verify(
    proof: Any,
    rpc: chain.Rpc,
    network: Network = QUICKNET,
    pool_wallet: str | None = None,
    round_seconds: int = ROUND_SECONDS,
    relays: tuple[str, ...] | None = None,
    inclusion: Any = None,
    asked_round: int | None = None,
) -> tuple[list[str], dict[str, Any]]:
    """(lines, summary) for a proof as parsed JSON. Without relays the beacon's origin is not looked at."""
    try:
        parsed = parse_bundle(proof)
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        summary = {"verified": False, "round": None, "failed": ["proof"]}
        left_out = {"witnesses", *(() if relays is not None else ("drand",))}
        summary |= {"pending": [name for name in STEPS if name not in left_out]}
        summary |= {"unchecked": [], "state": None}
        return [f"FAIL proof: {describe(problem)}"], summary
    verification = Verification(parsed, rpc, network, pool_wallet, round_seconds, relays, inclusion, asked_round)
    summary = verification.run()
    return verification.lines, summary


def load_json(source: str) -> Any:
    """JSON from an http(s) address or a file."""
    if source.startswith(("http://", "https://")):
        request = urllib.request.Request(source, headers={"User-Agent": "game-of-draws-verifier"})
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)
    with open(source, encoding="utf-8") as file:
        return json.load(file)


def round_in(source: str) -> int | None:
    """The round that the address of a proof names; None for any other source."""
    found = re.search(r"^https?://.*/rounds/([1-9][0-9]{0,11})(?:/proof)?/?(?:[?#]|$)", source)
    return None if found is None else int(found.group(1))


def main() -> int:
    parser = argparse.ArgumentParser(description="Verifies one round of the lottery.")
    parser.add_argument("--proof", required=True, help="URL or file of GET /api/lottery/rounds/:n/proof")
    parser.add_argument("--rpc", required=True, help="URL of a Solana RPC with full history")
    parser.add_argument("--pool-wallet", help="the pool's address, from a source other than the proof")
    parser.add_argument("--round-seconds", type=int, default=ROUND_SECONDS, help="how long a round lasts")
    parser.add_argument("--drand-url", action="append", help="a relay of the network, with its chain's hash")
    parser.add_argument("--drand-key", type=bytes.fromhex, help="public key of another drand network, hex")
    parser.add_argument("--drand-genesis", type=int, help="its genesis time, Unix seconds")
    parser.add_argument("--drand-period", type=int, help="its period, seconds")
    parser.add_argument("--inclusion", help="file of a wallet's inclusion proof in that round's list")
    options = parser.parse_args()
    given = (options.drand_key, options.drand_genesis, options.drand_period)
    if any(value is not None for value in given) and None in given:
        parser.error("--drand-key, --drand-genesis and --drand-period go together")
    network = QUICKNET if options.drand_key is None else Network(*given)
    named = tuple(options.drand_url) if options.drand_url else None
    relays = named or (RELAYS if network == QUICKNET else None)
    proof, rpc = load_json(options.proof), chain.HttpRpc(options.rpc)
    inclusion = load_json(options.inclusion) if options.inclusion else None
    lines, summary = verify(
        proof, rpc, network, options.pool_wallet, options.round_seconds, relays, inclusion, round_in(options.proof)
    )
    print("\n".join(lines))
    print(json.dumps(summary))
    if summary["failed"]:
        return 1
    return 2 if summary["pending"] or summary["unchecked"] else 0


if __name__ == "__main__":
    sys.exit(main())
