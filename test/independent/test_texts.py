"""Which texts are a proof, against the table that the lottery's own verifiers judge as well."""

from __future__ import annotations

import json
import pathlib
import unittest

import ijson
import make_texts as maker
import verify as verifier
from bundle import parse_bundle

TABLE = json.loads((pathlib.Path(__file__).parent / "texts.json").read_text(encoding="utf-8"))


class Texts(unittest.TestCase):
    def test_the_table_is_what_its_maker_makes(self) -> None:
        self.assertEqual(TABLE, json.loads(json.dumps(maker.table())), "run make_texts.py again")

    def test_every_case(self) -> None:
        for case in TABLE["cases"]:
            with self.subTest(case["name"]):
                try:
                    parse_bundle(ijson.read(maker.text_of(case).encode()))
                    found = "proof"
                except ValueError:
                    found = "no proof"
                self.assertEqual(found, case["is"])

    def test_bytes_that_are_no_text_and_lists_that_are_too_long(self) -> None:
        with self.assertRaises(ijson.NotJson):
            ijson.read(b'"\xff"')
        proof = json.loads(TABLE["proof"])
        for most, path in ((100_000, "entries"), (16, "witnesses")):
            with self.subTest(path):
                claim = {"name": "a", "address": proof["commitment"]["wallet"]}
                claim |= dict.fromkeys(("root", "entries", "unjudged", "signature", "slot", "blockTime"))
                changed = json.loads(TABLE["proof"]) | {"witnesses": [claim] * most} if path == "witnesses" else proof
                if path == "entries":
                    changed["snapshot"]["entries"] = [proof["commitment"]["wallet"]] * most
                    changed["snapshot"]["amounts"] = ["1"] * most
                parse_bundle(changed)
                for part in ([changed["witnesses"]] if path == "witnesses" else changed["snapshot"].values()):
                    if isinstance(part, list):
                        part.append(part[0])
                with self.assertRaisesRegex(ValueError, f"a list of {most} at most"):
                    parse_bundle(changed)

    def test_no_line_obeys_a_terminal(self) -> None:
        said = verifier.printable("\x1b[2Jproven\r\n\x9b1m\u202eround\u2028")
        self.assertEqual(said, "\\u001b[2Jproven\\u000d\\u000a\\u009b1m\\u202eround\\u2028")


if __name__ == "__main__":
    unittest.main()
