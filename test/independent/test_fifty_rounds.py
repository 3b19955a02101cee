"""The audit of a lottery of 50 rounds: from the mint alone, and with a site that leaves one round out."""

from __future__ import annotations

import json
import pathlib
import unittest
from typing import Any
from unittest import mock

import bls12381
import make_fifty_rounds as maker
import verify as verifier
from hostile_node import HostileNode
from lottery import shown_in
from servers import Servers

TABLE = json.loads((pathlib.Path(__file__).parent / "fiftyRounds.json").read_text(encoding="utf-8"))
NETWORK = verifier.Network(bytes.fromhex(TABLE["network"]["publicKey"]), TABLE["network"]["genesis"], TABLE["network"]["period"])


def servers(count: int) -> Servers:
    return Servers([HostileNode({}, TABLE, {}) for _ in range(count)])


def proof_of(number: int) -> dict[str, Any]:
    return TABLE["proofs"][number - 1] | {"terms": TABLE["terms"]}


def site_list(path: str) -> str:
    """The site's rounds, newest first, 20 a page whatever it is asked for; one of them is left out."""
    cursor = int(path.split("cursor=")[1])
    winner = {"prize": 13.999965, "prizeLamports": "13999965000"}
    rows = [{"roundNumber": one["roundNumber"], "state": one["state"], "winners": [winner]} for one in reversed(TABLE["proofs"])]
    kept = [row for row in rows if row["roundNumber"] <= cursor and row["roundNumber"] != TABLE["left out"]]
    return json.dumps({"rounds": kept[:20]})


class FiftyRounds(unittest.TestCase):
    def test_the_table_is_what_its_maker_makes(self) -> None:
        self.assertEqual(TABLE, json.loads(json.dumps(maker.table())), "run make_fifty_rounds.py again")

    def test_from_the_mint_alone(self) -> None:
        """No site answers. The announcements and the makers of all marks are found on chain."""
        lines, code = verifier.audit(servers(2), TABLE["mint"], [], lambda _: None, network=NETWORK)
        said = f"rounds 1 to 50: {TABLE['expect']['hours']}; verdicts: {TABLE['expect']['alone']}; lottery {TABLE['lottery']} of"
        self.assertEqual((lines[0][: len(said)], code), (said, 3))
        self.assertTrue(lines[1 + 2 * 11].startswith("called off round 12: no commitment made the mark of this hour"))
        self.assertIn("spent the mark of this hour without a promise (block time", lines[1 + 2 * 22])
        self.assertTrue(lines[1 + 2 * 40].startswith("OWED round 41: promised by"))

    def test_with_a_site_that_leaves_a_round_out(self) -> None:
        genuine = {signature: number for number in range(1, 51) if (signature := proof_of(number)["beacon"]) is not None
                   and (signature := signature["signature"]) is not None}  # fmt: skip
        with mock.patch.object(bls12381, "verify_drand", lambda key, _, one: key == NETWORK.public_key and one.hex() in genuine):
            lines, code = verifier.audit(
                servers(2), TABLE["mint"], shown_in(TABLE["terms"]), proof_of, site_list, network=NETWORK
            )
        said = f"rounds 1 to 50: {TABLE['expect']['hours']}; verdicts: {TABLE['expect']['site']}; lottery"
        self.assertEqual((lines[0][: len(said)], code), (said, 3), "\n".join(lines))
        self.assertEqual(lines[1], "the site leaves out round 31, which the chain shows as promised")

    def test_a_site_without_an_hour_of_which_the_chain_tells_nothing(self) -> None:
        found = {4: "promised and owed", 5: "not known"}
        text = "the site shows no draw of round 5, and what the chain has of it is not known"
        self.assertTrue(verifier.judge_site_list(found, {4: "held", 5: "paid"})[0])
        self.assertEqual(verifier.judge_site_list(found, {4: "held"}), (False, text))
        self.assertEqual(verifier.judge_site_list(found, {4: "held", 5: "rolled-over"}), (False, text))
        both = f"the site calls off round 4, which the chain shows as promised; {text}"
        self.assertEqual(verifier.judge_site_list(found, {4: "rolled-over"}), (False, both))

    def test_a_beacon_of_the_table_is_signed_by_its_network(self) -> None:
        beacon = proof_of(50)["beacon"]
        self.assertTrue(bls12381.verify_drand(NETWORK.public_key, beacon["round"], bytes.fromhex(beacon["signature"])))


if __name__ == "__main__":
    unittest.main()
