"""The verifier against the table of tampered proofs that it shares with the lottery's own verifiers."""

from __future__ import annotations

import functools
import json
import pathlib
import unittest
from unittest import mock

import bls12381
import make_tampered_proofs as maker

TABLE = json.loads((pathlib.Path(__file__).parent / "tamperedProofs.json").read_text(encoding="utf-8"))


class TamperedProofs(unittest.TestCase):
    def test_the_table_is_what_its_maker_makes(self) -> None:
        made = json.loads(json.dumps(maker.table()))
        self.assertEqual(TABLE, made, "run make_tampered_proofs.py again")

    def test_the_right_step_fails_and_names_the_two_values(self) -> None:
        with mock.patch.object(bls12381, "verify_drand", functools.cache(bls12381.verify_drand)):
            for case in TABLE["cases"]:
                with self.subTest(path=case["path"], how=case["how"]):
                    lines, summary = maker.judge(maker.tampered(case))
                    if case["right"] is None:
                        self.assertTrue(summary["verified"], "\n".join(lines))
                        continue
                    # A text that is no proof fails no step: nobody can say what it should have been.
                    word = "could not check" if case["right"] in ("proof", "terms") and not summary["failed"] else "FAIL"
                    failure = [line for line in lines if line.startswith(f"{word} {case['right']}: ")]
                    self.assertEqual(len(failure), 1, "\n".join(lines))
                    self.assertRegex(failure[0], "expected .+ got .+")

    def test_every_field_is_in_it(self) -> None:
        fields = {case["path"].split(".")[0] for case in TABLE["cases"]}
        self.assertEqual(fields, set(TABLE["proof"]))


if __name__ == "__main__":
    unittest.main()
