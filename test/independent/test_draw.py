"""The draw against reference vectors and values computed by hand (sha256sum and bc, no Python)."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

import base58
import draw

# Leaves and roots of the certificate-transparency reference tests (merkletree, kSHA256Roots).
CT_LEAVES = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
]  # fmt: skip
CT_ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

OWNERS = [bytes([byte]) * 32 for byte in (1, 2, 3, 4, 255)]
RANDOMNESS = bytes.fromhex("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd")
ROOT = "1040e45a16806873f858cd4abdd8a57f066e9ddd6f798930a7beca143cfa2726"
SEED = "3ea9a93952e0004a039d703d2db14280528df952286618d7ca218b123777a6ff"


class MerkleRoot(unittest.TestCase):
    def test_reference_roots(self) -> None:
        for size, root in enumerate(CT_ROOTS):
            with self.subTest(size=size):
                leaves = [bytes.fromhex(leaf) for leaf in CT_LEAVES[:size]]
                self.assertEqual(draw.merkle_root(leaves).hex(), root)


class HandComputedDraw(unittest.TestCase):
    def test_root_and_seed(self) -> None:
        self.assertEqual(draw.owners_root(OWNERS).hex(), ROOT)
        self.assertEqual(draw.draw_seed(123, bytes.fromhex(ROOT), RANDOMNESS).hex(), SEED)

    def test_winners(self) -> None:
        """Candidates mod m are 2 of 5, 0 of 4, 1 of 3; the last of the list moves into each gap."""
        winners = draw.draw_winners(OWNERS, bytes.fromhex(SEED))
        self.assertEqual([owner[0] for owner in winners], [3, 1, 2])

    def test_fewer_entries_than_places(self) -> None:
        self.assertEqual(draw.draw_winners([], bytes(32)), [])
        self.assertEqual(draw.draw_winners(OWNERS[:1], bytes(32)), OWNERS[:1])
        self.assertEqual(sorted(draw.draw_winners(OWNERS[:2], bytes(32))), OWNERS[:2])

    def test_biased_candidates_are_skipped_and_counted(self) -> None:
        """For m = 3 only 2^64 - 1 is biased; it uses up a counter and no place."""
        digests = {0: b"\xff" * 32, 1: bytes(7) + b"\2" + bytes(24), 2: bytes(32), 3: bytes(32)}
        with mock.patch.object(draw, "sha256", lambda data: digests[int.from_bytes(data[32:], "big")]):
            winners = draw.draw_winners(OWNERS[:3], bytes(32))
        self.assertEqual([owner[0] for owner in winners], [3, 1, 2])

    def test_program(self) -> None:
        request = {
            "round": 123,
            "owners": [owner.hex() for owner in reversed(OWNERS)],
            "randomness": RANDOMNESS.hex(),
            "pool": "1234567890123",
        }
        program = Path(__file__).with_name("draw.py")
        output = subprocess.run(
            [sys.executable, program], input=json.dumps(request) + "\n", capture_output=True, text=True, check=True
        ).stdout
        self.assertEqual(
            json.loads(output),
            {
                "root": ROOT,
                "seed": SEED,
                "winners": ["03" * 32, "01" * 32, "02" * 32],
                "total": "246913578024",
                "lamports": ["172839504618", "49382715604", "24691357802"],
            },
        )


class Prizes(unittest.TestCase):
    def test_rounding_goes_to_the_first(self) -> None:
        self.assertEqual(draw.split_prizes(100), (20, (14, 4, 2)))
        self.assertEqual(draw.split_prizes(99), (19, (15, 3, 1)))
        self.assertEqual(draw.split_prizes(4), (0, (0, 0, 0)))


class Rules(unittest.TestCase):
    def test_canonical_json(self) -> None:
        wrapped_sol = "So11111111111111111111111111111111111111112"
        rules = {
            "rules": 1,
            "terms": "7e" * 32,
            "excluded": [["1" * 32, "7", "reserved"], [wrapped_sol, "0", 'é "q"\n']],
        }
        self.assertEqual(
            draw.rules_hash(rules).hex(), "fb7c32f8f78e2aff0ea23aa487119100a39204fe9fa105d0b3b03a4debb7f3c8"
        )

    def test_refuses_what_the_rules_cannot_hold(self) -> None:
        for value in (1.0, True, 2**53, {"a": [0.5]}):
            with self.subTest(value=value), self.assertRaises(ValueError):
                draw.canonical_json(value)


class Beacon(unittest.TestCase):
    def test_round_of_a_time(self) -> None:
        genesis = 1692803367
        self.assertEqual(draw.beacon_round_at(1795161600, genesis, 3), 34119412)  # 2026-11-20T08:00Z
        self.assertEqual(draw.beacon_time(34119412, genesis, 3), 1795161600)
        self.assertEqual(draw.beacon_round_at(1795161602, genesis, 3), 34119412)
        self.assertEqual(draw.beacon_round_at(1795161603, genesis, 3), 34119413)


class Memos(unittest.TestCase):
    COMMIT = (
        "GOD1 commit round=7 ends=1795161600 slot=9 root=" + "ab" * 32 + " entries=5 pool=100 prizes=20"
        " drand=0123456789abcdef:34119412 rules=" + "cd" * 32
    )
    PAYOUT = "GOD1 payout round=7 ends=1795161600 root=" + "ab" * 32 + " drand=34119412 winners=3"

    def test_parse_and_text_are_inverse(self) -> None:
        commit = draw.CommitMemo.parse(self.COMMIT)
        self.assertEqual((commit.round, commit.prizes, commit.drand_round), (7, 20, 34119412))
        self.assertEqual(commit.text(), self.COMMIT)
        self.assertEqual(draw.PayoutMemo.parse(self.PAYOUT).text(), self.PAYOUT)

    def test_anything_else_is_refused(self) -> None:
        for parse, good in ((draw.CommitMemo.parse, self.COMMIT), (draw.PayoutMemo.parse, self.PAYOUT)):
            bad = [
                "", good + "\n", good + " ", " " + good, good.replace(" ", "  ", 1), good.replace("round=7", "round=07"),
                good.replace("round=7", "round=+7"), good.replace("round=7", "round=٧"), good.replace("ab", "AB", 1),
                good.replace("ab", "", 1), good.replace("GOD1", "GOD2"), good.replace("round=7 ", ""), good + " x=1",
                good.replace("round=7", "round=-7"), good.replace("round=7", "round=7.0"),
            ]  # fmt: skip
            for text in bad:
                with self.subTest(text=text), self.assertRaises(ValueError):
                    parse(text)


class Base58(unittest.TestCase):
    def test_known_addresses(self) -> None:
        self.assertEqual(base58.decode_address("1" * 32), bytes(32))
        self.assertEqual(
            base58.decode_address("So11111111111111111111111111111111111111112").hex(),
            "069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001",
        )

    def test_round_trip(self) -> None:
        for data in (b"", b"\0", b"\0\0\1", bytes(range(32)), b"\xff" * 64):
            self.assertEqual(base58.decode(base58.encode(data)), data)

    def test_refuses(self) -> None:
        for text in ("0" * 32, "1" * 31, "1" * 33, "So1111111111111111111111111111111111111111l"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                base58.decode_address(text)


if __name__ == "__main__":
    unittest.main()
