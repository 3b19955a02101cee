"""The values of the protocol's arithmetic, which the lottery's own code has to compute as well."""

from __future__ import annotations

import json
import pathlib
import unittest

import make_values as maker

TABLE = json.loads((pathlib.Path(__file__).parent / "values.json").read_text(encoding="utf-8"))


class Values(unittest.TestCase):
    def test_the_table_is_what_its_maker_makes(self) -> None:
        self.assertEqual(TABLE, json.loads(json.dumps(maker.table())), "run make_values.py again")

    def test_every_text_has_values_on_both_sides_of_its_grammar(self) -> None:
        for kind in ("commit", "payout", "witness", "terms", "tax"):
            self.assertEqual({one["is"] for one in TABLE["memos"] if one["kind"] == kind}, {True, False})


if __name__ == "__main__":
    unittest.main()
