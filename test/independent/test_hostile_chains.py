"""The verifier against the table of tampered and hostile chains that it shares with the lottery's own verifier."""

from __future__ import annotations

import json
import pathlib
import unittest

import make_hostile_chains as maker

TABLE = json.loads((pathlib.Path(__file__).parent / "hostileChains.json").read_text(encoding="utf-8"))


class HostileChains(unittest.TestCase):
    def test_the_table_is_what_its_maker_makes(self) -> None:
        made = json.loads(json.dumps(maker.table()))
        self.assertEqual(TABLE, made, "run make_hostile_chains.py again")

    def test_every_case(self) -> None:
        for case in TABLE["cases"]:
            with self.subTest(case["name"]):
                lines, summary = maker.judge(case)
                self.assertEqual(summary["verdict"], case["verdict"], "\n".join(lines))


if __name__ == "__main__":
    unittest.main()
