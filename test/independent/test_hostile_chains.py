"""The verifier against the table of tampered and hostile chains that it shares with the lottery's own verifier."""

from __future__ import annotations

import copy
import functools
import json
import pathlib
import unittest
from typing import Any
from unittest import mock

import bls12381
import make_hostile_chains
import verify as verifier
from hostile_node import HostileNode

TABLE = json.loads((pathlib.Path(__file__).parent / "hostileChains.json").read_text(encoding="utf-8"))
QUESTIONS = {
    "commitment": ["commitment"],
    "only text": ["only text"],
    "payment": ["payout", "payout memo", "payout guard", "payout transfers", "payout balances"],
    "called off": ["rolled-over"],
}


def node_of(case: dict[str, Any]) -> HostileNode:
    return HostileNode(case, TABLE["ledger"], TABLE["newest"], TABLE["wallet"])


def proof_of(case: dict[str, Any]) -> dict[str, Any]:
    proof = copy.deepcopy(TABLE["proof"])
    for path, value in case.get("proof", {}).items():
        *parents, last = path.split(".")
        functools.reduce(lambda part, name: part[name], parents, proof)[last] = value
    return proof


class HostileChains(unittest.TestCase):
    def test_the_table_is_what_its_maker_makes(self) -> None:
        made = json.loads(json.dumps(make_hostile_chains.table()))
        self.assertEqual(TABLE, made, "run make_hostile_chains.py again")

    def test_every_case(self) -> None:
        # The beacon is the same in all of them.
        with mock.patch.object(bls12381, "verify_drand", lambda *_: True):
            for case in TABLE["cases"]:
                with self.subTest(case["name"]):
                    lines, summary = verifier.verify(proof_of(case), node_of(case), pool_wallet=TABLE["wallet"])
                    verdicts = {name: self.verdict(summary, QUESTIONS[name]) for name in case["expect"]}
                    self.assertEqual(verdicts, case["expect"], "\n".join(lines))
                    others = {step for steps in QUESTIONS.values() for step in steps}
                    self.assertEqual(set(summary["failed"]) - others, set(), "\n".join(lines))
                    is_whole = "called off" not in verdicts and set(verdicts.values()) == {"ok"}
                    self.assertEqual(summary["verified"], is_whole, "\n".join(lines))

    def test_a_payment_that_becomes_final_between_two_answers_is_looked_up_once_more(self) -> None:
        node = node_of({})
        answer, payout, final = node.call, TABLE["proof"]["payout"]["signature"], []

        def call(method: str, params: list[Any]) -> Any:
            if method == "getSlot":
                final.append(True)
            return None if method == "getTransaction" and params[0] == payout and not final else answer(method, params)

        with mock.patch.object(bls12381, "verify_drand", lambda *_: True), mock.patch.object(node, "call", call):
            lines, summary = verifier.verify(proof_of({}), node, pool_wallet=TABLE["wallet"])
        self.assertTrue(final)
        self.assertTrue(summary["verified"], "\n".join(lines))

    @staticmethod
    def verdict(summary: dict[str, Any], steps: list[str]) -> str:
        if set(steps) & set(summary["failed"]):
            return "failed"
        return "open" if set(steps) & {*summary["pending"], *summary["unchecked"]} else "ok"


if __name__ == "__main__":
    unittest.main()
