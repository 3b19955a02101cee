"""Terms against the table that every implementation shares."""

from __future__ import annotations

import json
import pathlib
import unittest
from typing import Any

import make_terms
import terms

TABLE = json.loads((pathlib.Path(__file__).parent / "terms.json").read_text(encoding="utf-8"))


class Terms(unittest.TestCase):
    def test_the_table_is_what_its_maker_makes(self) -> None:
        self.assertEqual(TABLE, json.loads(json.dumps(make_terms.table())), "run make_terms.py again")

    def test_which_announcements_count(self) -> None:
        for case in TABLE["cases"]:
            with self.subTest(case["name"]):
                self.assertEqual(terms.count_terms(case["made"], TABLE["lottery"]), case["counted"])

    def test_which_texts_can_be_used(self) -> None:
        for shown in TABLE["texts"]:
            with self.subTest(shown["name"]):
                read = terms.read_terms(shown["text"], shown["memo"], shown["previous"], TABLE["lottery"])
                self.assertEqual(read is not None, shown["usable"])

    def test_a_text_that_is_too_long_or_too_deep_cannot_be_used(self) -> None:
        def judge(one: dict[str, Any]) -> dict[str, Any] | None:
            text = terms.canonical_json(one).decode()
            return terms.read_terms(text, terms.memo_of(one), None, TABLE["lottery"])

        for count, reason, is_usable in ((1_000, "x", True), (1_001, "x", False), (1_000, "\0" * 200, False)):
            with self.subTest(count=count):
                listed = [[row[0], reason] for row in make_terms.excluded(count)]
                self.assertEqual(judge(make_terms.terms(1, 1, excluded=listed)) is not None, is_usable)
        self.assertIsNone(terms.read_terms("[" * 100_000, TABLE["first"]["memo"], None, TABLE["lottery"]))

    def test_what_a_memo_says_is_read_back_and_nothing_else(self) -> None:
        text = TABLE["first"]["memo"]
        self.assertEqual(terms.read_memo(text)["hash"], TABLE["first"]["hash"])
        for other in (text + " ", text.replace("k=1", "k=01"), text.replace("k=1", "k=0"), text.replace("GOD1", "god1")):
            self.assertIsNone(terms.read_memo(other))

    def test_which_are_in_force(self) -> None:
        counted = [{"from": 3}, {"from": 10}]
        found = [terms.in_force(counted, number) for number in (2, 3, 9, 10, 99)]
        self.assertEqual(found, [None, counted[0], counted[0], counted[1], counted[1]])


if __name__ == "__main__":
    unittest.main()
