"""What watchers wrote, against the table that the lottery's own verifier judges as well."""

from __future__ import annotations

import json
import pathlib
import unittest
from typing import Any
from unittest import mock

import chain
import witnesses
from history import History, SignatureRecord

TABLE = json.loads((pathlib.Path(__file__).parent / "witnesses.json").read_text(encoding="utf-8"))
ROUND = witnesses.WitnessedRound(
    TABLE["round"]["round"], TABLE["round"]["endsAt"], TABLE["round"]["beaconAt"], TABLE["round"]["root"]
)


NOBODY = chain.HttpRpc("http://127.0.0.1:1")


class Node:
    """Knows each memo as a transaction that one wallet signed."""

    def __init__(self, signer: str, memos: list[dict[str, Any]]) -> None:
        self.signer = signer
        self.memos = {memo["signature"]: memo for memo in memos}

    def look(self, _rpc: chain.Rpc, signature: str) -> chain.Transaction:
        memo = self.memos[signature]
        said = chain.Instruction(chain.MEMO_PROGRAM, (self.signer,), memo["text"].encode())
        return chain.Transaction(
            signature, memo["slot"], False, "legacy", b"", (self.signer,), (said,), (), None, None
        )


def search(address: str, texts: dict[str, Any], signer: str | None = None) -> witnesses.WitnessSearch:
    records = [
        SignatureRecord(m["signature"], m["slot"], False, f"[1] {m['text']}", m["blockTime"]) for m in texts["memos"]
    ]
    history = History(records, float("-inf"), float("inf"), "")
    node = Node(signer or address, texts["memos"])
    with mock.patch.object(chain, "get_transaction", node.look):
        found = witnesses.find_testimonies(NOBODY, history, address, ROUND, ROUND.ends - 4200)
    found.doubts.extend(texts["doubts"])
    return found


def claim_of(claim: dict[str, Any]) -> witnesses.Claim:
    return witnesses.Claim(
        "", claim["address"], claim["root"], claim["entries"],
        claim["signature"], claim["slot"], claim["blockTime"],
    )  # fmt: skip


class Witnesses(unittest.TestCase):
    def test_table(self) -> None:
        for case in TABLE["cases"]:
            with self.subTest(case["name"]):
                first, *others = TABLE["watchers"]
                texts = {"memos": case.get("memos", first["texts"]["memos"]), "doubts": case.get("doubts", [])}
                operator = case.get("operator", first["operator"])
                claim = {**first["claim"], **case.get("claim", {})}
                watchers = [{**first, "operator": operator, "claim": claim, "texts": texts}, *others]
                if case.get("watchers") == 0:
                    watchers = []
                watched = [
                    witnesses.Watched(
                        w["name"], w["operator"], claim_of(w["claim"]), search(w["claim"]["address"], w["texts"])
                    )
                    for w in watchers
                ]
                judged = witnesses.judge(ROUND, watched, case.get("quorum", 1))
                self.assertEqual(judged.state.replace(" ", "-"), case["expect"], judged.value)

    def test_a_stranger_says_nothing(self) -> None:
        ada = TABLE["watchers"][0]
        found = search(ada["claim"]["address"], ada["texts"], signer=TABLE["watchers"][1]["claim"]["address"])
        self.assertEqual((found.found, found.doubts), ([], []))

    def test_a_history_that_ends_too_early_is_a_doubt(self) -> None:
        ada = TABLE["watchers"][0]["claim"]["address"]
        history = History([], float("inf"), float("inf"), "the ledger begins later")
        found = witnesses.find_testimonies(NOBODY, history, ada, ROUND, ROUND.ends - 4200)
        self.assertEqual(found.doubts, ["the ledger begins later"])


if __name__ == "__main__":
    unittest.main()
