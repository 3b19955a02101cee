"""What watchers said, against the table that the lottery's own verifier judges as well."""

from __future__ import annotations

import json
import pathlib
import unittest
from typing import Any

import witnesses

TABLE = json.loads((pathlib.Path(__file__).parent / "witnesses.json").read_text(encoding="utf-8"))
NAMES = ("root", "entries", "unjudged", "signature", "slot", "blockTime")


def watched(of: dict[str, Any], case: dict[str, Any]) -> witnesses.Watched:
    """A watcher of the table as a case alters it."""
    own = of["said"]
    said = None if case.get("said", {}) is None else {**own, **case.get("said", {})}
    claim = {**own, **case.get("claim", {})}
    return witnesses.Watched(
        of["name"],
        case.get("operator", of["operator"]),
        witnesses.Claim(of["name"], of["address"], *(claim[name] for name in NAMES)),
        None if said is None else witnesses.Testimony(*(said[name] for name in NAMES)),
        "nobody shows it" if case.get("unknown") else "",
        case.get("unknown", False),
    )


class Witnesses(unittest.TestCase):
    def test_table(self) -> None:
        first, *others = TABLE["watchers"]
        for case in TABLE["cases"]:
            with self.subTest(case["name"]):
                all_of_them = [watched(first, case), *(watched(one, {}) for one in others)]
                judged = witnesses.judge(TABLE["root"], [] if case.get("watchers") == 0 else all_of_them, case.get("quorum", 1))
                self.assertEqual(judged.state.replace(" ", "-"), case["expect"], judged.value)

    def test_a_seed_has_32_bytes_at_most(self) -> None:
        hour = witnesses.WitnessedHour("7e" * 32, 1, 999_999_999_999_999, 0)
        self.assertEqual(len(witnesses.mark_seed(hour)), 32)


if __name__ == "__main__":
    unittest.main()
