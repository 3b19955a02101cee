"""A wallet's inclusion proof: what the verifier takes for one, and what it does not."""

from __future__ import annotations

import unittest
from typing import Any

import base58
import draw
import verify as verifier
from synthetic import MINT, SyntheticRound

SIZES = range(1, 34)


def path_of(leaves: list[bytes], index: int) -> list[bytes]:
    """The audit path of RFC 6962, section 2.1.1, by its definition."""
    if len(leaves) == 1:
        return []
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    left, right = leaves[:split], leaves[split:]
    if index < split:
        return [*path_of(left, index), draw.merkle_root(right)]
    return [*path_of(right, index - split), draw.merkle_root(left)]


class Paths(unittest.TestCase):
    def test_every_place_of_every_list(self) -> None:
        for size in SIZES:
            leaves = [bytes([k]) * 40 for k in range(size)]
            root = draw.merkle_root(leaves)
            for index, leaf in enumerate(leaves):
                with self.subTest(size=size, index=index):
                    path = path_of(leaves, index)
                    self.assertEqual(draw.root_of_inclusion(leaf, index, size, path), root)
                    self.assertIsNone(draw.root_of_inclusion(leaf, index, size, [*path, root]))
                    self.assertIsNone(draw.root_of_inclusion(leaf, size, size, path))
                    if size > 1:
                        self.assertNotEqual(draw.root_of_inclusion(leaf, (index + 1) % size, size, path), root)


class InARound(unittest.TestCase):
    def setUp(self) -> None:
        self.round = SyntheticRound()
        entries = self.round.proof["snapshot"]["entries"]
        leaves = [base58.decode_address(owner) for owner in entries]
        self.given: dict[str, Any] = {
            "roundNumber": 3, "address": entries[3], "index": 3, "entries": len(entries),
            "path": [part.hex() for part in path_of(leaves, 3)],
        }  # fmt: skip

    def verify(self) -> dict[str, Any]:
        return verifier.verify(self.round.proof, self.round.node(), MINT, 3, inclusion=self.given)[1]

    def test_the_honest_one(self) -> None:
        self.assertTrue(self.verify()["verified"])

    def test_every_lie(self) -> None:
        honest = dict(self.given)
        lies = {"roundNumber": 4, "index": 4, "entries": 8, "path": honest["path"][1:], "address": None}
        for name, lie in lies.items():
            with self.subTest(name=name):
                self.given = honest | {name: lie}
                self.assertEqual(self.verify()["failed"], ["inclusion"])


if __name__ == "__main__":
    unittest.main()
