"""Published vectors for the BLS check, and near misses that must fail."""

from __future__ import annotations

import hashlib
import unittest

import bls12381 as bls
from verify import QUICKNET

# (round, randomness, signature) as published by drand quicknet.
QUICKNET_BEACONS = [
    (
        42,
        "8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3",
        "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
    ),
    (
        1000,
        "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    ),
    (
        1001,
        "b0a591ad1b9002cfc372ac6e30abd3da8d3088d4caae026961743474fb94235f",
        "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
    ),
    (
        1002,
        "339d3f0e702ed27d36966c6ee85a2bc762a24e178e7e5c835d9b5a7509cb920c",
        "ab066f9c12dd6de1336fca0f925192fb0c72a771c3e4c82ede1fd362c1a770f9eb05843c6308ce2530b53a99c0281a6e",
    ),
    (
        657413,
        "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587",
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
    ),
]


class Beacons(unittest.TestCase):
    def test_published_beacons_verify(self) -> None:
        for number, randomness, signature in QUICKNET_BEACONS:
            with self.subTest(round=number):
                data = bytes.fromhex(signature)
                self.assertTrue(bls.verify_drand(QUICKNET.public_key, number, data))
                self.assertEqual(hashlib.sha256(data).hexdigest(), randomness)

    def test_the_next_round_fails(self) -> None:
        for number, _, signature in QUICKNET_BEACONS:
            with self.subTest(round=number):
                self.assertFalse(bls.verify_drand(QUICKNET.public_key, number + 1, bytes.fromhex(signature)))

    def test_any_one_flipped_bit_fails(self) -> None:
        for number, _, signature in QUICKNET_BEACONS:
            for bit in (0, 1, 2, 3, 200, 383):
                with self.subTest(round=number, bit=bit):
                    data = bytearray.fromhex(signature)
                    data[bit // 8] ^= 0x80 >> bit % 8
                    self.assertFalse(bls.verify_drand(QUICKNET.public_key, number, bytes(data)))

    def test_another_key_fails(self) -> None:
        number, _, signature = QUICKNET_BEACONS[0]
        key = bytearray(QUICKNET.public_key)
        key[0] ^= 0x20  # the same x with the other y: a valid key, not quicknet's
        self.assertIsNotNone(bls.decompress(bytes(key), 2))
        self.assertFalse(bls.verify_drand(bytes(key), number, bytes.fromhex(signature)))


class HashToCurve(unittest.TestCase):
    def test_expand_message(self) -> None:
        """RFC 9380, appendix K.1."""
        dst = b"QUUX-V01-CS02-with-expander-SHA256-128"
        self.assertEqual(
            bls.expand_message_xmd(b"", dst, 32).hex(),
            "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235",
        )

    def test_points(self) -> None:
        """RFC 9380, appendix J.9.1: these pin down the isogeny, its sign and the cofactor."""
        dst = b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_"
        vectors = {
            b"": (
                0x052926ADD2207B76CA4FA57A8734416C8DC95E24501772C814278700EED6D1E4E8CF62D9C09DB0FAC349612B759E79A1,
                0x08BA738453BFED09CB546DBB0783DBB3A5F1F566ED67BB6BE0E8C67E2E81A4CC68EE29813BB7994998F3EAE0C9C6A265,
            ),
            b"abc": (
                0x03567BC5EF9C690C2AB2ECDF6A96EF1C139CC0B2F284DCA0A9A7943388A49A3AEE664BA5379A7655D3C68900BE2F6903,
                0x0B9C15F3FE6E5CF4211F346271D7B01C8F3B28BE689C8429C85B67AF215533311F0B8DFAAA154FA6B88176C229F2885D,
            ),
        }
        for message, (x, y) in vectors.items():
            with self.subTest(message=message):
                self.assertEqual(bls.hash_to_curve_g1(message, dst), ((x, 0), (y, 0)))


class Decompression(unittest.TestCase):
    def assert_refused(self, data: bytes, degree: int, reason: str) -> None:
        with self.assertRaisesRegex(bls.InvalidPoint, reason):
            bls.decompress(data, degree)

    def test_refuses_what_is_no_canonical_group_element(self) -> None:
        self.assert_refused(bytes(47), 1, "48 bytes")
        self.assert_refused(bytes([0xC0]) + bytes(47), 1, "finite")
        self.assert_refused(bytes(48), 1, "compressed")
        too_large = bytearray(bls.P.to_bytes(48, "big"))
        too_large[0] |= 0x80
        self.assert_refused(bytes(too_large), 1, "modulus")
        self.assert_refused(bytes([0x80]) + bytes(46) + b"\1", 1, "curve")

    def test_refuses_points_outside_the_subgroup(self) -> None:
        # (0, 2) is on E, and of order 3.
        self.assert_refused(bytes([0x80]) + bytes(47), 1, "subgroup")
        # x = 2 happens to be on the twist; nearly all of its points lie outside the subgroup.
        self.assert_refused(bytes([0x80]) + bytes(94) + b"\2", 2, "subgroup")


class Pairing(unittest.TestCase):
    def test_bilinear_and_not_degenerate(self) -> None:
        g1 = bls.hash_to_curve_g1(b"any point", b"test")
        g2 = bls.G2_GENERATOR
        left = (bls.multiply(g1, 6), bls.multiply(g2, 35))
        right = (bls.negate(bls.multiply(g1, 14)), bls.multiply(g2, 15))
        self.assertTrue(bls.pairing_product_is_one([left, right]))
        self.assertFalse(bls.pairing_product_is_one([left, (g1, g2)]))
        self.assertFalse(bls.pairing_product_is_one([(g1, g2)]))


if __name__ == "__main__":
    unittest.main()
