"""The verifier against a synthetic round: it accepts the honest one and names what is wrong with every other."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import tempfile
import unittest
from collections.abc import Iterator
from typing import Any
from unittest import mock

import bls12381
import chain
import verify as verifier
from synthetic import (
    BEACON_ROUND,
    BEACON_SIGNATURE,
    COMMIT_SIGNATURE,
    ENDS,
    PAYOUT_SIGNATURE,
    STRANGER,
    WALLET,
    SyntheticRound,
    address,
    allocate_guard,
    iso,
    memo,
    signature,
    transfer,
)

from test_bls12381 import QUICKNET_BEACONS

Path = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every (path, value) of a JSON document that is no object and no array."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        yield path, value
        return
    for key, item in items:
        yield from leaves(item, (*path, key))


def put(document: Any, path: Path, value: Any) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


def plausible_lie(value: Any) -> Any:
    """Another value of the same form, so that it is the check and not the parser that has to notice."""
    if value is None:
        return "a reason"
    if isinstance(value, int):
        return value + 1
    if value.isdecimal():
        return str(int(value) + 1)
    if value.endswith("Z"):
        return iso(ENDS + 3600)
    if len(value) in (64, 96, 192) and set(value) <= set("0123456789abcdef"):
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    if 32 <= len(value) <= 44:
        return address("somebody else")
    return value + "x"


class Case(unittest.TestCase):
    def setUp(self) -> None:
        self.round = SyntheticRound()
        self.proof, self.rpc = self.round.proof, self.round.rpc

    def beacon(self, **more: Any) -> dict[str, Any]:
        """What a relay answers."""
        return {"round": BEACON_ROUND, "signature": BEACON_SIGNATURE, **more}

    def run_verifier(self, **options: Any) -> tuple[list[str], dict[str, Any]]:
        return verifier.verify(self.proof, self.rpc, **options)

    def assert_verified(self, **options: Any) -> None:
        lines, summary = self.run_verifier(**options)
        self.assertTrue(summary["verified"], "\n".join(lines))

    def assert_fails(self, *steps: str, **options: Any) -> None:
        lines, summary = self.run_verifier(**options)
        self.assertFalse(summary["verified"])
        self.assertEqual(summary["failed"], list(steps), "\n".join(lines))


class Honest(Case):
    def test_a_paid_round_verifies(self) -> None:
        lines, summary = self.run_verifier(pool_wallet=WALLET)
        self.assertEqual(
            summary,
            {"verified": True, "round": 123, "failed": [], "pending": [], "unchecked": [], "state": "paid"},
            "\n".join(lines),
        )
        unconfirmed = [line.split(":")[0] for line in lines if not line.startswith("ok ")]
        self.assertEqual(
            unconfirmed,
            [
                "unconfirmed snapshot.slot",
                "unconfirmed snapshot.takenAt",
                "unconfirmed prize.poolLamports",
                "unconfirmed beacon.network",
                "unconfirmed beacon.signature",
            ],
        )

    def test_the_program(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(self.proof, file)
            file.flush()
            real = verifier.load_json

            def load(source: str) -> Any:
                return self.beacon() if "/public/" in source else real(source)

            for wallet, code in ((WALLET, 0), (STRANGER, 1)):
                arguments = ["verify.py", "--proof", file.name, "--rpc", "http://unused", "--pool-wallet", wallet]
                output = io.StringIO()
                with (
                    mock.patch("sys.argv", arguments),
                    mock.patch.object(chain, "HttpRpc", lambda url: self.rpc),
                    mock.patch.object(verifier, "load_json", load),
                    contextlib.redirect_stdout(output),
                ):
                    self.assertEqual(verifier.main(), code)
                last = json.loads(output.getvalue().splitlines()[-1])
                self.assertEqual(last["verified"], code == 0)

    def test_a_proof_of_another_round_than_its_address_names(self) -> None:
        site = "https://lottery.example"
        for source, named in (
            (f"{site}/api/lottery/rounds/123/proof", 123),
            (f"{site}/api/lottery/rounds/124/proof?x=1", 124),
            (f"{site}/proof.json", None),
            ("rounds/124/proof", None),
        ):
            self.assertEqual(verifier.round_in(source), named)
        self.assert_verified(asked_round=123)
        self.assert_fails("proof", asked_round=124)

    def test_a_block_time_missing_in_the_history_is_asked_for(self) -> None:
        for line in self.rpc.history:
            line["blockTime"] = None
        self.proof["commitment"]["blockTime"] = iso(ENDS - 60)
        self.assert_verified()


class TamperedProof(Case):
    def test_every_single_field(self) -> None:
        # The pairing is the same for every lie that leaves the beacon alone: remember its answers.
        real, known = bls12381.verify_drand, {}

        def remembered(*arguments: Any) -> bool:
            if arguments not in known:
                known[arguments] = real(*arguments)
            return known[arguments]

        original = copy.deepcopy(self.proof)
        with mock.patch.object(bls12381, "verify_drand", remembered):
            for path, value in leaves(original):
                for lie in (plausible_lie(value), None, [], "", -1, 1.5):
                    if lie == value:
                        continue
                    with self.subTest(path=path, lie=lie):
                        self.proof = copy.deepcopy(original)
                        put(self.proof, path, lie)
                        lines, summary = self.run_verifier()
                        # Nothing can confirm the network's name: it is printed and not checked.
                        is_free = path == ("beacon", "network") and isinstance(lie, str)
                        self.assertEqual(summary["verified"], is_free)
                        if is_free:
                            self.assertIn(f"unconfirmed beacon.network: {lie}", lines)

    def test_every_missing_part(self) -> None:
        original = copy.deepcopy(self.proof)
        for name in original:
            with self.subTest(name=name):
                self.proof = {key: value for key, value in original.items() if key != name}
                self.assert_fails("proof")

    def test_entries(self) -> None:
        entries = self.proof["snapshot"]["entries"]
        entries[0], entries[1] = entries[1], entries[0]
        _, summary = self.run_verifier()
        self.assertIn("entries", summary["failed"])
        self.assertIn("root", summary["failed"])

    def test_an_entry_below_the_threshold_excluded_or_doubled(self) -> None:
        original = copy.deepcopy(self.proof)
        changes = {
            "threshold": lambda p: p["snapshot"]["entries"][3].__setitem__(1, "99999999999"),
            "excluded": lambda p: p["rules"]["excluded"].append([p["snapshot"]["entries"][3][0], "1", "late"]),
            "doubled": lambda p: p["snapshot"]["entries"].insert(3, p["snapshot"]["entries"][3]),
            "top": lambda p: p["rules"].__setitem__("top", 8),
        }
        for name, change in changes.items():
            with self.subTest(name=name):
                self.proof = copy.deepcopy(original)
                change(self.proof)
                self.assertIn("entries", self.run_verifier()[1]["failed"])

    def test_a_rule_more(self) -> None:
        self.proof["rules"]["favourite"] = "me"
        self.assertIn("rules", self.run_verifier()[1]["failed"])

    def test_another_pool_wallet_than_the_pinned_one(self) -> None:
        self.assertIn("pool wallet", self.run_verifier(pool_wallet=STRANGER)[1]["failed"])


class TamperedChain(Case):
    def recommit(self, block_time: int, **more: Any) -> None:
        self.rpc.replace(COMMIT_SIGNATURE, 1000, block_time, [memo(self.round.commit_memo)], **more)
        self.proof["commitment"]["blockTime"] = iso(block_time)

    def repay(self, instructions: list[chain.Instruction], **more: Any) -> None:
        self.rpc.replace(PAYOUT_SIGNATURE, 1200, ENDS + 2, instructions, **more)

    def test_commitment_just_in_time_and_late(self) -> None:
        self.recommit(ENDS - 5)
        self.assert_verified()
        self.recommit(ENDS - 4)
        self.assert_fails("commitment")

    def test_a_timely_twin_of_a_late_commitment_counts(self) -> None:
        self.recommit(ENDS + 1)
        self.rpc.add(signature("twin"), 999, ENDS - 40, [memo(self.round.commit_memo)])
        self.assert_verified()

    def test_a_failed_commitment(self) -> None:
        self.recommit(ENDS - 50, error={"InstructionError": [0, "Custom"]})
        self.assert_fails("commitment")

    def test_a_commitment_that_is_not_finalized(self) -> None:
        self.recommit(ENDS - 50, status="confirmed")
        self.assert_fails("commitment")

    def test_a_commitment_by_a_stranger(self) -> None:
        self.recommit(ENDS - 50, payer=STRANGER)
        self.assert_fails("commitment")

    def test_a_commitment_counts_by_its_signature_whoever_paid_its_fee(self) -> None:
        self.recommit(ENDS - 50, payer=STRANGER, signers=(WALLET,))
        self.assert_verified()

    def test_a_strangers_lookalike_is_ignored(self) -> None:
        text = self.round.commit_memo.replace("entries=9", "entries=8")
        self.rpc.add(signature("lookalike"), 1001, ENDS - 45, [memo(text)], payer=STRANGER)
        self.assert_verified()

    def test_a_second_text_voids_the_round(self) -> None:
        text = self.round.commit_memo.replace("entries=9", "entries=8")
        for name, time in (("long before", ENDS - 86400), ("after", ENDS + 86400)):
            with self.subTest(name=name):
                self.setUp()
                self.rpc.add(signature("second"), 1001, time, [memo(text)])
                self.assert_fails("only text")

    def test_a_second_text_in_the_same_transaction(self) -> None:
        texts = [memo(self.round.commit_memo), memo(self.round.commit_memo + " ")]
        self.rpc.replace(COMMIT_SIGNATURE, 1000, ENDS - 50, texts)
        self.assert_fails("only text")

    def test_the_same_text_twice_is_fine(self) -> None:
        self.rpc.add(signature("again"), 1001, ENDS - 45, [memo(self.round.commit_memo)])
        self.assert_verified()

    def test_a_failed_second_text_is_ignored(self) -> None:
        text = self.round.commit_memo.replace("entries=9", "entries=8")
        self.rpc.add(signature("second"), 1001, ENDS - 45, [memo(text)], error="AlreadyProcessed")
        self.assert_verified()

    def test_no_payout_on_chain(self) -> None:
        del self.rpc.transactions[PAYOUT_SIGNATURE]
        self.assert_fails("payout", "payout memo", "payout guard", "payout transfers", "payout balances")

    def test_a_failed_payout(self) -> None:
        self.repay(self.round.payout, error="InsufficientFunds")
        self.assert_fails("payout")

    def test_a_payout_that_a_stranger_signed(self) -> None:
        self.repay(self.round.payout, payer=STRANGER, signers=(WALLET,))
        self.assert_fails("payout")

    def test_a_payout_that_is_not_finalized_is_pending(self) -> None:
        self.repay(self.round.payout, status="confirmed")
        _, summary = self.run_verifier()
        self.assertEqual((summary["verified"], summary["pending"]), (False, ["payout"]))

    def test_payout_instructions(self) -> None:
        budget, rent, guard, first, second, third, text = self.round.payout
        winners, lamports = self.round.winners, self.round.lamports
        wrong: dict[str, tuple[list[chain.Instruction], list[str]]] = {
            "no memo": ([budget, rent, guard, first, second, third], ["payout memo"]),
            "two memos": ([budget, rent, guard, first, second, third, text, memo("hello")], ["payout memo"]),
            "no guard": ([budget, rent, first, second, third, text], ["payout guard"]),
            "no rent": ([budget, guard, first, second, third, text], ["payout transfers"]),
            "rent twice": ([budget, rent, rent, guard, first, second, third, text], ["payout transfers"]),
            "a stranger's base": (
                [budget, rent, allocate_guard(STRANGER), first, second, third, text], ["payout guard"],
            ),
            "one winner less": (
                [budget, rent, guard, first, second, text], ["payout transfers", "payout balances"],
            ),
            "one twice": (
                [budget, rent, guard, first, first, second, third, text], ["payout transfers", "payout balances"],
            ),
            "a lamport less": (
                [budget, rent, guard, transfer(winners[0], lamports[0] - 1), second, third, text],
                ["payout transfers", "payout balances"],
            ),
            "prizes swapped": (
                [budget, rent, guard, transfer(winners[1], lamports[0]), transfer(winners[0], lamports[1]), third, text],
                ["payout transfers", "payout balances"],
            ),
            "somebody more": (
                [budget, rent, guard, first, second, third, transfer(STRANGER, 1), text], ["payout transfers"],
            ),
            "taken back": (
                [budget, rent, guard, first, second, third, transfer(WALLET, 1, winners[2]), text],
                ["payout transfers", "payout balances"],
            ),
            "another system instruction": (
                [budget, rent, guard, first, second, third, text,
                 chain.Instruction(chain.SYSTEM_PROGRAM, (WALLET,), bytes([1, 0, 0, 0]) + bytes(32))],
                ["payout transfers"],
            ),
            "another program": (
                [budget, rent, guard, first, second, third, text, chain.Instruction(address("p"), (winners[0],), b"")],
                ["payout transfers"],
            ),
        }  # fmt: skip
        for name, (instructions, steps) in wrong.items():
            with self.subTest(name=name):
                self.repay(instructions)
                self.assert_fails(*steps)

    def test_balances_that_disagree_with_the_transfers(self) -> None:
        transaction = self.rpc.transactions[PAYOUT_SIGNATURE]
        keys = transaction["transaction"]["message"]["accountKeys"]
        transaction["meta"]["postBalances"][keys.index(self.round.winners[0])] -= 1
        self.assert_fails("payout balances")

    def test_an_rpc_that_fails(self) -> None:
        class Broken:
            def call(self, method: str, params: list[Any]) -> Any:
                raise chain.RpcError(f"{method}: down")

        self.rpc = Broken()  # type: ignore[assignment]
        lines, summary = self.run_verifier()
        self.assertEqual((summary["verified"], summary["failed"]), (False, []), "\n".join(lines))
        payout = ["payout", "payout memo", "payout guard", "payout transfers", "payout balances"]
        self.assertEqual(summary["unchecked"], ["commitment", "only text", *payout])
        self.assertTrue(any(line.startswith("open commitment: getTransaction: down") for line in lines))


class Unfinished(Case):
    def test_locked_committed_and_drawn_rounds_are_pending(self) -> None:
        steps_paid = ["payout", "payout memo", "payout guard", "payout transfers", "payout balances"]
        self.payout = self.proof["payout"]
        self.proof["state"] = "drawn"
        self.proof["payout"] = None
        lines, summary = self.run_verifier()
        self.assertEqual(summary["pending"], steps_paid)
        self.assertEqual([line.split(":")[0] for line in lines if line.startswith("OWED ")], [f"OWED {s}" for s in steps_paid])

        # Signed is not paid: what no node knows is owed, and with no answer nobody can tell.
        self.proof["payout"] = {**self.payout, "signature": "1" * 64, "slot": None, "status": "sent"}
        self.assertEqual(self.run_verifier()[1]["pending"], steps_paid)
        self.proof["payout"]["slot"] = 1_000_000_000
        self.assertEqual(self.run_verifier()[1]["unchecked"], steps_paid)

        self.proof["payout"] = None
        self.proof["state"] = "committed"
        self.proof["winners"] = None
        self.proof["beacon"]["signature"] = self.proof["beacon"]["randomness"] = None
        steps_drawn = ["beacon signature", "randomness", "seed", "winners"]
        self.assertEqual(self.run_verifier()[1]["pending"], steps_drawn + steps_paid)

        # Before it is final a commitment says nothing, and nothing against the round.
        self.rpc.statuses[COMMIT_SIGNATURE] = "confirmed"
        summary = self.run_verifier()[1]
        self.assertEqual((summary["failed"], summary["pending"]), ([], ["commitment", *steps_drawn, *steps_paid]))

        self.proof["state"] = "locked"
        for name in ("signature", "slot", "blockTime"):
            self.proof["commitment"][name] = None
        lines, summary = self.run_verifier()
        self.assertEqual(summary["pending"], ["commitment", "only text", *steps_drawn, *steps_paid])
        self.assertEqual((summary["verified"], summary["failed"]), (False, []), "\n".join(lines))

    def roll_over(self) -> None:
        self.proof |= {"state": "rolled-over", "reason": "commitment-late", "winners": None, "payout": None}

    def test_a_round_rolled_over(self) -> None:
        self.roll_over()
        self.rpc.replace(COMMIT_SIGNATURE, 1000, ENDS - 4, [memo(self.round.commit_memo)])
        lines, summary = self.run_verifier()
        self.assertEqual(summary["state"], "rolled-over")
        self.assertEqual((summary["verified"], summary["failed"]), (False, []))
        self.assertIn("commitment-late", lines[1])

    def test_a_committed_round_cannot_be_called_off(self) -> None:
        self.roll_over()
        self.assert_fails("rolled-over")


class Drand(Case):
    """The beacon as drand itself publishes it."""

    RELAYS = ("https://one", "https://two")

    def ask(self, *answers: Any) -> tuple[list[str], dict[str, Any]]:
        said = iter(answers)

        def load(source: str) -> Any:
            self.assertTrue(source.endswith(f"/public/{BEACON_ROUND}"))
            answer = next(said)
            if isinstance(answer, Exception):
                raise answer
            return answer

        with mock.patch.object(verifier, "load_json", load):
            return self.run_verifier(relays=self.RELAYS)

    def test_the_same_signature(self) -> None:
        lines, summary = self.ask(self.beacon())
        self.assertTrue(summary["verified"], "\n".join(lines))
        self.assertIn("ok drand: the same signature from https://one", lines)

    def test_a_relay_that_is_down_is_followed_by_the_next(self) -> None:
        self.assertTrue(self.ask(OSError("down"), self.beacon())[1]["verified"])

    def test_all_down_is_unchecked_and_says_whose_word_is_left(self) -> None:
        lines, summary = self.ask(OSError("down"), {"round": 1})
        self.assertEqual((summary["failed"], summary["unchecked"]), ([], ["drand"]), "\n".join(lines))
        self.assertTrue(any("the one that the lottery published" in line for line in lines))

    def test_a_relay_that_lies_is_not_believed(self) -> None:
        lie = self.beacon(signature=QUICKNET_BEACONS[2][2])
        self.assertEqual(self.ask(lie, lie)[1]["unchecked"], ["drand"])

    def test_another_signature_than_drands(self) -> None:
        self.proof["beacon"]["signature"] = QUICKNET_BEACONS[2][2]
        self.assertIn("drand", self.ask(self.beacon())[1]["failed"])


class Watched(Case):
    """What a watcher wrote itself."""

    ADA = address("ada")

    def saying(self, seen: str, **claim: Any) -> tuple[list[str], dict[str, Any]]:
        text = f"GOD1 witness round=123 ends={ENDS} root={seen} entries=9"
        self.rpc.add(signature("ada"), 1010, ENDS - 40, [memo(text)], payer=self.ADA)
        nothing = dict.fromkeys(("root", "entries", "signature", "slot", "blockTime"))
        self.proof["witnesses"] = [{"name": "Ada", "address": self.ADA, **nothing, **claim}]
        return self.run_verifier()

    def test_the_same_list(self) -> None:
        lines, summary = self.saying(self.proof["snapshot"]["root"])
        self.assertTrue(summary["verified"], "\n".join(lines))
        self.assertIn("ok witnesses: 1 of 1 watchers saw this list", lines)
        self.assertIn("unconfirmed witnesses.0.name: Ada", lines)

    def test_another_list(self) -> None:
        self.assertEqual(self.saying("cd" * 32)[1]["failed"], ["witnesses"])

    def test_a_claim_that_is_not_on_chain(self) -> None:
        root = self.proof["snapshot"]["root"]
        claim = {"root": root, "entries": 8, "signature": signature("ada"), "slot": 1010, "blockTime": iso(ENDS - 40)}
        self.assertEqual(self.saying(root, **claim)[1]["failed"], ["witnesses"])


class OtherNetwork(Case):
    """Quicknet's key under another genesis stands for another network: only naming it makes it pass."""

    NETWORK = verifier.Network(verifier.QUICKNET.public_key, verifier.QUICKNET.genesis + 1, 3)

    def test_needs_to_be_named(self) -> None:
        self.proof["beacon"] |= {"network": "local", "genesisTime": self.NETWORK.genesis, "time": iso(ENDS + 1)}
        self.assertIn("beacon round", self.run_verifier()[1]["failed"])

    def test_named(self) -> None:
        self.proof["beacon"] |= {"network": "local", "genesisTime": self.NETWORK.genesis, "time": iso(ENDS - 2)}
        self.proof["beacon"]["round"] = BEACON_ROUND - 1
        lines, summary = self.run_verifier(network=self.NETWORK)
        self.assertNotIn("beacon round", summary["failed"])
        self.assertTrue(any("not drand's quicknet" in line for line in lines))


class Addresses(unittest.TestCase):
    def test_address_with_seed(self) -> None:
        """The vector of web3.js's own tests for `PublicKey.createWithSeed`."""
        self.assertEqual(
            chain.address_with_seed(chain.SYSTEM_PROGRAM, "limber chicken: 4/45", chain.SYSTEM_PROGRAM),
            "9h1HyLCW5dZnBVap8C5egQ9Z6pHyjsh5MNy83iPqqRuq",
        )



class AnswersOfAServer(unittest.TestCase):
    """What a server says that speaks no JSON-RPC is an answer that cannot be used, and accuses nobody."""

    def ask(self, body: str) -> Any:
        with mock.patch.object(chain.urllib.request, "urlopen", lambda *_, **__: io.BytesIO(body.encode())):
            return chain.HttpRpc("http://127.0.0.1:1").call("getSlot", [])

    def test_an_answer_that_is_no_object_is_refused(self) -> None:
        for body in ("null", "[]", '"hello"', "7"):
            with self.subTest(body), self.assertRaises(chain.RpcError):
                self.ask(body)

    def test_an_error_of_null_beside_a_result_is_none(self) -> None:
        self.assertEqual(self.ask('{"jsonrpc": "2.0", "id": 1, "error": null, "result": 5}'), 5)


if __name__ == "__main__":
    unittest.main()
