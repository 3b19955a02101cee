"""What stands in an owner's bytes, against keys whose place on the curve is known from elsewhere."""

from __future__ import annotations

import unittest

import base58
import owners

P = 2**255 - 19


def little(number: int, sign: int = 0) -> bytes:
    return (number | sign << 255).to_bytes(32, "little")


class OnTheCurve(unittest.TestCase):
    def test_the_base_point_and_every_public_key_of_rfc_8032(self) -> None:
        base = little(4 * pow(5, -1, P) % P)
        keys = (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e",
        )
        for key in (base, *map(bytes.fromhex, keys)):
            self.assertIsNone(owners.reason_in_bytes(key))

    def test_numbers_that_are_no_point(self) -> None:
        for key in (bytes([2]) * 32, bytes([8]) * 32):
            self.assertEqual(owners.reason_in_bytes(key), "off curve")

    def test_nothing_is_reduced_or_repaired(self) -> None:
        """y = 1 is the neutral point: not with the sign of an x that is 0, and not as y + p."""
        self.assertIsNone(owners.reason_in_bytes(little(1)))
        for key in (little(1, 1), little(1 + P), little(P), little(2**255 - 1)):
            self.assertEqual(owners.reason_in_bytes(key), "off curve")


class Reserved(unittest.TestCase):
    def test_before_the_curve(self) -> None:
        memo = base58.decode_address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
        for key in (memo, bytes(32)):
            self.assertEqual(owners.reason_in_bytes(key), "reserved key")

    def test_how_many(self) -> None:
        self.assertEqual(len(owners.RESERVED_KEYS), 33)


if __name__ == "__main__":
    unittest.main()
