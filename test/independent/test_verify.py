"""The verifier against a synthetic round: it accepts the honest one and names what is wrong with every other."""

from __future__ import annotations

import contextlib
import copy
import email.message
import io
import json
import unittest
import urllib.error
from collections.abc import Iterator
from typing import Any
from unittest import mock

import base58
import bls12381
import chain
import verify as verifier
import servers
import terms as announced
from synthetic import BEACON_ROUND, BEACON_SIGNATURE, ENDS, MINT, ROUND, STRANGER, TERMS, SyntheticRound, address, iso

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
        self.proof, self.rpc = self.round.proof, self.round.node()

    def beacon(self, **more: Any) -> dict[str, Any]:
        """What a relay answers."""
        return {"round": BEACON_ROUND, "signature": BEACON_SIGNATURE, **more}

    def run_verifier(self, **options: Any) -> tuple[list[str], dict[str, Any]]:
        return verifier.verify(self.proof, self.rpc, MINT, options.pop("number", ROUND), **options)

    def assert_verified(self, **options: Any) -> None:
        lines, summary = self.run_verifier(**options)
        self.assertTrue(summary["verified"], "\n".join(lines))

    def assert_fails(self, *steps: str, **options: Any) -> None:
        lines, summary = self.run_verifier(**options)
        self.assertFalse(summary["verified"])
        self.assertEqual(summary["failed"], list(steps), "\n".join(lines))


class Honest(Case):
    def test_a_paid_round_verifies(self) -> None:
        lines, summary = self.run_verifier()
        self.assertEqual(
            summary,
            {
                "verdict": "proven", "hour": "promised and paid", "verified": True, "round": ROUND, "lottery": announced.terms_hash(TERMS), "failed": [], "pending": [], "unchecked": [],
                "owed": [], "state": "paid",
            },  # fmt: skip
            "\n".join(lines),
        )
        unconfirmed = [line.split(":")[0] for line in lines if not line.startswith("ok ")]
        self.assertEqual(
            unconfirmed,
            [
                "not checked snapshot.takenAt",
                "not checked snapshot.amounts",
                "not checked beacon.network",
                "not checked witnesses.0.name",
                "not checked beacon.signature",
                "proven",
            ],
        )

    def run_program(self, *words: str) -> tuple[int, list[str]]:
        """The exit code and the lines of the program, whose site has this proof."""

        def load(source: str) -> Any:
            self.assertIn("/public/", source)
            return self.beacon()

        def load_text(source: str) -> bytes:
            if source == "https://site/api/lottery/rounds/3/proof" or source == "proof.json":
                return json.dumps(self.proof).encode()
            raise OSError(f"{source}: HTTP Error 404")

        output = io.StringIO()
        with (
            mock.patch("sys.argv", ["verify.py", *words]),
            mock.patch.object(chain, "HttpRpc", lambda url: self.rpc),
            mock.patch.object(verifier, "load_json", load),
            mock.patch.object(verifier, "load_text", load_text),
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            code = verifier.main()
        return code, output.getvalue().splitlines()

    def test_wrong_arguments_end_with_64(self) -> None:
        twice = [MINT, "3", "--rpc", "https://a.test/one", "--rpc", "https://A.test:443/two"]
        for words in (twice, [MINT, "3", "--rpc", "http://a.test:port"], [], ["no mint", "3", "--rpc", "x"], [MINT, "0", "--rpc", "x"], [MINT, "3", *["--rpc", "x"] * 3]):
            with self.assertRaises(SystemExit) as ended:
                self.run_program(*words)
            self.assertEqual(ended.exception.code, 64)

    def test_the_program(self) -> None:
        rpc = ("--rpc", "http://unused")
        for source in (("--site", "https://site/"), ("--proof", "proof.json")):
            code, lines = self.run_program(MINT, "3", *rpc, *source)
            self.assertEqual(code, 0, "\n".join(lines))
            self.assertRegex(lines[-2], "^proven: round 3, 26 steps; lottery [0-9a-f]{64} of mint .* since 2023-.*Z")
            self.assertTrue(json.loads(lines[-1])["verified"])
        code, lines = self.run_program(MINT, "3", *rpc)
        words = [line.split(":")[0] for line in lines[:-1]]
        self.assertEqual((code, words), (2, ["ok lottery", "ok marks", "pending proof", "not proven yet"]))
        code, lines = self.run_program(MINT, "3", *rpc, "--site", "https://site", "--lottery", "7e" * 32)
        self.assertEqual(code, 2, "\n".join(lines))

    def test_the_program_over_all_rounds(self) -> None:
        rpc = ("--rpc", "http://unused")
        code, lines = self.run_program(MINT, "all", *rpc, "--site", "https://site")
        self.assertEqual(code, 2, "\n".join(lines))
        self.assertRegex(lines[0], "^rounds 1 to 3: 1 promised and paid, 2 called off; verdicts: 2 could-not-check, 1 proven; lottery ")
        self.assertRegex(lines[1], "^could not check the site’s list of rounds: .*404")
        self.assertRegex(lines[6], "^ok round 3: promised by .*, paid by ")
        code, lines = self.run_program(MINT, "all", *rpc)
        self.assertEqual(code, 2, "\n".join(lines))
        self.assertRegex(lines[0], "^rounds 1 to 3: 1 promised and paid, 2 called off; verdicts: 1 not-reached, 2 called-off; lottery ")
        self.assertRegex(lines[1], "^called off round 1: ")

    def test_a_proof_of_another_round_than_the_one_that_was_asked_for(self) -> None:
        self.assert_verified()
        self.assertIn("proof", self.run_verifier(number=2)[1]["failed"])


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
            # The table of tampered proofs has those of the terms.
            checked = ((path, value) for path, value in leaves(original) if path[0] not in ("terms", "witnesses"))
            for path, value in checked:
                for lie in (plausible_lie(value), None, [], "", -1, 1.5):
                    if lie == value:
                        continue
                    with self.subTest(path=path, lie=lie):
                        self.proof = copy.deepcopy(original)
                        put(self.proof, path, lie)
                        lines, summary = self.run_verifier()
                        # Nothing can confirm the network's name, or what somebody held: printed and not checked.
                        is_name = path == ("beacon", "network") and isinstance(lie, str)
                        is_amount = path[:2] == ("snapshot", "amounts") and isinstance(lie, str) and lie != ""
                        self.assertEqual(summary["verified"], is_name or is_amount)
                        if is_name:
                            self.assertIn(f"not checked beacon.network: {lie}", lines)

    def test_every_missing_part(self) -> None:
        original = copy.deepcopy(self.proof)
        for name in original.keys() - {"witnesses"}:
            with self.subTest(name=name):
                self.proof = {key: value for key, value in original.items() if key != name}
                self.assertEqual(self.run_verifier()[1]["unchecked"], ["proof"])

    def test_entries(self) -> None:
        entries = self.proof["snapshot"]["entries"]
        entries[0], entries[1] = entries[1], entries[0]
        _, summary = self.run_verifier()
        self.assertIn("entries", summary["failed"])
        self.assertIn("root", summary["failed"])

    def test_an_entry_excluded_doubled_or_that_cannot_be_paid(self) -> None:
        original = copy.deepcopy(self.proof)
        changes = {
            "off curve": lambda p: p["snapshot"]["entries"].__setitem__(3, base58.encode(bytes([2]) * 32)),
            "reserved": lambda p: p["snapshot"]["entries"].__setitem__(3, chain.MEMO_PROGRAM),
            "excluded": lambda p: p["rules"]["excluded"].append([p["snapshot"]["entries"][3], "excluded"]),
            "doubled": lambda p: p["snapshot"]["entries"].__setitem__(4, p["snapshot"]["entries"][3]),
        }
        for name, change in changes.items():
            with self.subTest(name=name):
                self.proof = copy.deepcopy(original)
                change(self.proof)
                self.assertIn("entries", self.run_verifier()[1]["failed"])

    def test_a_reason_that_does_not_stand_in_the_bytes(self) -> None:
        for reason in ("reserved key", "off curve"):
            with self.subTest(reason=reason):
                wallet = self.proof["winners"][0]["address"]
                self.proof["rules"]["excluded"] = [[wallet, reason]]
                lines, _ = self.run_verifier()
                self.assertIn(f"FAIL rules: reason against {wallet}: expected none in its bytes got {reason}", lines)

    def test_amounts_are_shown_and_prove_nothing(self) -> None:
        self.proof["snapshot"]["amounts"][3] = "1"
        lines, summary = self.run_verifier()
        self.assertTrue(summary["verified"])
        self.assertIn("not checked snapshot.amounts: of 9 wallets", lines)

    def test_a_rule_more(self) -> None:
        self.proof["rules"]["favourite"] = "me"
        self.assertIn("rules", self.run_verifier()[1]["failed"])

    def test_another_pool_wallet_than_that_of_the_terms(self) -> None:
        self.proof["commitment"]["wallet"] = STRANGER
        self.assertIn("pool wallet", self.run_verifier()[1]["failed"])


class Servers(Case):
    def test_one_that_fails(self) -> None:
        class Broken:
            def call(self, method: str, params: list[Any]) -> Any:
                raise chain.RpcError(f"{method}: down")

        self.rpc = Broken()  # type: ignore[assignment]
        lines, summary = self.run_verifier()
        self.assertEqual((summary["verdict"], summary["failed"]), ("could-not-check", []), "\n".join(lines))
        payout = ["payout", "payout memo", "payout mark", "payout transfers", "payout balances"]
        self.assertEqual(summary["unchecked"], ["lottery"])
        unknown = ["marks", "terms", "pool wallet", "commitment", "snapshot", "pool", "witnesses", *payout]
        self.assertEqual(summary["pending"], unknown)
        self.assertIn("could not check lottery: getAccountInfo: down", lines)

    def test_nothing_is_asked_twice(self) -> None:
        asked, call = [], self.rpc.call

        def counted(method: str, params: list[Any]) -> Any:
            asked.append(f"{method} {params}")
            return call(method, params)

        with mock.patch.object(self.rpc, "call", counted):
            self.assert_verified()
        self.assertEqual(sorted(set(asked)), sorted(asked))

    def test_the_first_block_after_a_time_is_found(self) -> None:
        self.assertEqual(servers.signature_after(self.rpc, ENDS), "block.1200")
        self.assertEqual(servers.signature_after(self.rpc, ENDS + 2), "block.1300")


class Unfinished(Case):
    def test_rounds_that_go_on_are_not_that_far(self) -> None:
        steps_paid = ["payout", "payout memo", "payout mark", "payout transfers", "payout balances"]
        steps_drawn = ["beacon signature", "randomness", "seed", "winners"]
        self.proof |= {"state": "committed", "payout": None, "winners": None}
        self.proof["beacon"]["signature"] = self.proof["beacon"]["randomness"] = None
        gone = {"remove": [self.round.paid["signature"]]}
        self.rpc = self.round.node(gone, newest={"slot": 1100, "time": ENDS - 5})
        lines, summary = self.run_verifier()
        self.assertEqual(summary["verdict"], "not-reached", "\n".join(lines))
        self.assertEqual(summary["pending"], ["marks", *steps_drawn, *steps_paid])

        self.proof["state"] = "locked"
        for name in ("signature", "slot", "blockTime"):
            self.proof["commitment"][name] = None
        self.rpc = self.round.node(gone, newest={"slot": 995, "time": ENDS - 55})
        lines, summary = self.run_verifier()
        self.assertEqual(summary["verdict"], "not-reached", "\n".join(lines))
        waiting = ["marks", "commitment", "snapshot", "pool", "witnesses"]
        self.assertEqual(summary["pending"], [*waiting, *steps_drawn, *steps_paid])


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
        self.assertTrue(any("only the lottery vouches for the signature" in line for line in lines))

    def test_each_relay_is_told_with_what_it_did(self) -> None:
        lie = self.beacon(signature=QUICKNET_BEACONS[2][2])
        for answer, did in (
            (OSError("down"), "did not answer"),
            (ValueError("no JSON"), "gave no signature of this round"),
            ([], "gave no signature of this round"),
            ({"round": 1}, "gave no signature of this round"),
            (lie | {"round": 1}, "gave no signature of this round"),
            (lie, "gave an invalid signature"),
        ):
            lines, _ = self.ask(answer, answer)
            self.assertTrue(any(f"https://one {did}," in line for line in lines), "\n".join(lines))

    def test_a_relay_that_lies_is_not_believed(self) -> None:
        lie = self.beacon(signature=QUICKNET_BEACONS[2][2])
        self.assertEqual(self.ask(lie, lie)[1]["unchecked"], ["drand"])

    def test_another_signature_than_drands(self) -> None:
        self.proof["beacon"]["signature"] = QUICKNET_BEACONS[2][2]
        self.assertIn("drand", self.ask(self.beacon())[1]["failed"])


class OtherNetwork(Case):
    """Quicknet's key with another genesis is another network: it passes only when the user names that network."""

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
    """The answer of a server that speaks no JSON-RPC cannot be used, and accuses nobody."""

    def ask(self, body: str) -> Any:
        with mock.patch.object(chain.urllib.request, "urlopen", lambda *_, **__: io.BytesIO(body.encode())):
            return chain.HttpRpc("http://127.0.0.1:1").call("getSlot", [])

    def test_an_answer_that_is_no_object_is_refused(self) -> None:
        for body in ("null", "[]", '"hello"', "7"):
            with self.subTest(body), self.assertRaises(chain.RpcError):
                self.ask(body)

    def test_a_server_that_is_behind_is_asked_again_and_then_counts_as_silent(self) -> None:
        behind = '{"jsonrpc": "2.0", "id": 1, "error": {"code": -32005, "message": "Node is behind"}}'
        late = '{"jsonrpc": "2.0", "id": 1, "result": 5}'
        for answers, result in (([behind, late], 5), ([behind] * 5 + [late], None)):
            open_url = mock.Mock(side_effect=[io.BytesIO(body.encode()) for body in answers])
            with (
                self.subTest(result=result),
                mock.patch.object(chain.urllib.request, "urlopen", open_url),
                mock.patch.object(chain.time, "sleep"),
            ):
                rpc = chain.HttpRpc("http://127.0.0.1:1")
                if result is not None:
                    self.assertEqual(rpc.call("getSlot", []), result)
                    continue
                for _ in range(2):
                    with self.assertRaises(chain.RpcError) as raised:
                        rpc.call("getSlot", [])
                    self.assertIsNone(raised.exception.code)
                self.assertEqual(open_url.call_count, rpc.ATTEMPTS)

    def test_an_error_of_null_beside_a_result_is_none(self) -> None:
        self.assertEqual(self.ask('{"jsonrpc": "2.0", "id": 1, "error": null, "result": 5}'), 5)


class AnswersOfTheSite(unittest.TestCase):
    """An audit of all rounds asks for more proofs than the site's limit."""

    def load(self, statuses: list[int]) -> tuple[bytes, int]:
        def refused(status: int) -> urllib.error.HTTPError:
            return urllib.error.HTTPError("http://127.0.0.1:1", status, "", email.message.Message(), None)

        answers = [io.BytesIO(b"a proof") if status == 200 else refused(status) for status in statuses]
        open_url = mock.Mock(side_effect=answers)
        with (
            mock.patch.object(verifier.urllib.request, "urlopen", open_url),
            mock.patch.object(verifier.time, "sleep") as sleep,
        ):
            return verifier.load_text("http://127.0.0.1:1"), sleep.call_count

    def test_a_site_that_refuses_for_now_is_asked_again(self) -> None:
        self.assertEqual(self.load([429, 503, 429, 200]), (b"a proof", 3))

    def test_four_times_at_most_and_not_when_it_has_no_such_page(self) -> None:
        for statuses in ([429] * 5 + [200], [404, 200]):
            with self.subTest(statuses), self.assertRaises(urllib.error.HTTPError):
                self.load(statuses)


if __name__ == "__main__":
    unittest.main()
