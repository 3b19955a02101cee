"""BLS signature check for drand's scheme `bls-unchained-g1-rfc9380` on the curve BLS12-381.

Signatures are points of G1 (48 bytes compressed), public keys points of G2 (96 bytes compressed),
the message of a round is SHA-256(round as u64 big-endian), and the check is

    e(signature, g2) == e(hash_to_curve(message), public_key)

Sources: RFC 9380 (hashing to curves; suite BLS12381G1_XMD:SHA-256_SSWU_RO_, section 8.8.1),
draft-irtf-cfrg-pairing-friendly-curves section 4.2.1 and appendix C (curve constants, point encoding),
draft-irtf-cfrg-bls-signature (CoreVerify), drand's documentation (message, scheme, DST).

Shapes: a field element of Fp is an `int` in [0, P). An element a + b*i of Fp2 = Fp[i]/(i^2 + 1) is a
tuple `(a, b)`. An element of Fp12 = Fp2[w]/(w^6 - (1 + i)) is a list of six Fp2 elements, the
coefficients of w^0 … w^5. A point is `(x, y)` in affine coordinates over Fp2, or None for the point at
infinity; points of G1 have zero imaginary parts, so one set of formulas serves both groups.

Nothing here runs in constant time: it only ever handles public data.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache

Fp2 = tuple[int, int]
Fp12 = list[Fp2]
Point = tuple[Fp2, Fp2] | None

# The curve family's parameter is -X_ABS; everything else follows from it (draft, section 4.2.1).
X_ABS = 0xD201000000010000
R = X_ABS**4 - X_ABS**2 + 1
P = (X_ABS + 1) ** 2 * R // 3 - X_ABS
COFACTOR_G1 = (X_ABS + 1) ** 2 // 3

ZERO: Fp2 = (0, 0)
ONE: Fp2 = (1, 0)
XI: Fp2 = (1, 1)  # w^6, the non-residue of the tower
B_G1: Fp2 = (4, 0)  # E:  y^2 = x^3 + 4
B_G2: Fp2 = (4, 4)  # E2: y^2 = x^3 + 4(1 + i), the sextic twist of E

G2_GENERATOR: Point = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)

# E': y^2 = x^3 + A_ISO x + B_ISO, the curve that the SSWU map lands on (RFC 9380, section 8.8.1).
A_ISO = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
B_ISO = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
Z_SSWU = 11
H_EFF_G1 = X_ABS + 1

DRAND_DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


class InvalidPoint(ValueError):
    """The bytes are not the canonical encoding of a point of the prime-order group."""


# --- Fp and Fp2 ---------------------------------------------------------------------------------


def fp_sqrt(a: int) -> int | None:
    """A square root of `a` in Fp, or None. P is 3 mod 4, so a^((P+1)/4) is the only candidate."""
    root = pow(a, (P + 1) // 4, P)
    return root if root * root % P == a % P else None


def f2_add(a: Fp2, b: Fp2) -> Fp2:
    return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)


def f2_sub(a: Fp2, b: Fp2) -> Fp2:
    return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)


def f2_mul(a: Fp2, b: Fp2) -> Fp2:
    return ((a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P)


def f2_scale(a: Fp2, k: int) -> Fp2:
    """`a` times the integer or Fp element `k`."""
    return (a[0] * k % P, a[1] * k % P)


def f2_inv(a: Fp2) -> Fp2:
    """1/a = conjugate(a) / norm(a); raises ValueError for zero."""
    norm_inv = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return (a[0] * norm_inv % P, -a[1] * norm_inv % P)


def f2_sqrt(a: Fp2) -> Fp2 | None:
    """A square root of `a` in Fp2, or None.

    With a = (x + y i)^2: norm(a) = (x^2 + y^2)^2 and x^2 = (a0 ± sqrt(norm)) / 2, y = a1 / 2x.
    """
    if a[1] == 0:
        root = fp_sqrt(a[0])
        # -1 is no square in Fp: exactly one of a0 and -a0 is one (or both are zero).
        return (root, 0) if root is not None else (0, fp_sqrt(-a[0] % P) or 0)
    norm_root = fp_sqrt((a[0] * a[0] + a[1] * a[1]) % P)
    if norm_root is None:
        return None
    half = (P + 1) // 2
    for sign in (1, -1):
        x = fp_sqrt((a[0] + sign * norm_root) * half % P)
        if x:
            return (x, a[1] * half * pow(x, -1, P) % P)
    return None


# --- Points -------------------------------------------------------------------------------------


def slope(p: Point, q: Point, a: int = 0) -> Fp2 | None:
    """Slope of the line through `p` and `q` (the tangent if they are equal), None if it is vertical.

    `a` is the coefficient of x in the curve's equation; zero for E and its twist.
    """
    assert p is not None and q is not None
    if p[0] != q[0]:
        return f2_mul(f2_sub(q[1], p[1]), f2_inv(f2_sub(q[0], p[0])))
    if p[1] != q[1] or p[1] == ZERO:
        return None
    numerator = f2_add(f2_scale(f2_mul(p[0], p[0]), 3), (a, 0))
    return f2_mul(numerator, f2_inv(f2_scale(p[1], 2)))


def third_point(p: Point, q: Point, line: Fp2) -> Point:
    """p + q, given the slope of the line through them."""
    assert p is not None and q is not None
    x = f2_sub(f2_sub(f2_mul(line, line), p[0]), q[0])
    return (x, f2_sub(f2_mul(line, f2_sub(p[0], x)), p[1]))


def add(p: Point, q: Point, a: int = 0) -> Point:
    """p + q on a curve y^2 = x^3 + a x + b."""
    if p is None:
        return q
    if q is None:
        return p
    line = slope(p, q, a)
    return None if line is None else third_point(p, q, line)


def negate(p: Point) -> Point:
    return None if p is None else (p[0], f2_sub(ZERO, p[1]))


def multiply(p: Point, k: int, a: int = 0) -> Point:
    """k * p for k >= 0, on a curve y^2 = x^3 + a x + b."""
    result: Point = None
    for bit in bin(k)[2:]:
        result = add(result, result, a)
        if bit == "1":
            result = add(result, p, a)
    return result


# --- Point encoding (draft-irtf-cfrg-pairing-friendly-curves, appendix C) -------------------------


def decompress(data: bytes, degree: int) -> Point:
    """The point of G1 (`degree` 1, 48 bytes) or G2 (`degree` 2, 96 bytes) encoded by `data`.

    The top three bits are flags: compressed, infinity, and the sign of y. For G2 the imaginary part
    of x comes first. Refuses uncompressed points, infinity (no valid key or signature), coordinates
    not below P, points off the curve, and points outside the subgroup of order R.
    """
    if len(data) != 48 * degree:
        raise InvalidPoint(f"expected {48 * degree} bytes, got {len(data)}")
    flags = data[0] >> 5
    if flags & 0b110 != 0b100:
        raise InvalidPoint("not a compressed finite point")
    body = bytes([data[0] & 0x1F]) + data[1:]
    limbs = [int.from_bytes(body[i : i + 48], "big") for i in range(0, len(body), 48)]
    if any(limb >= P for limb in limbs):
        raise InvalidPoint("coordinate not below the field's modulus")
    x: Fp2 = (limbs[0], 0) if degree == 1 else (limbs[1], limbs[0])
    b = B_G1 if degree == 1 else B_G2
    y = f2_sqrt(f2_add(f2_mul(f2_mul(x, x), x), b))
    # A real x on E may have an imaginary y: a point over Fp2, not one of G1.
    if y is None or (degree == 1 and y[1] != 0):
        raise InvalidPoint("not on the curve")
    # The flag says whether y is the lexicographically larger root, the imaginary part deciding first.
    is_larger = (y[1] or y[0]) > (P - 1) // 2
    if is_larger != bool(flags & 1):
        y = f2_sub(ZERO, y)
    point: Point = (x, y)
    if multiply(point, R) is not None:
        raise InvalidPoint("not in the subgroup of prime order")
    return point


# --- hash_to_curve for G1 (RFC 9380) --------------------------------------------------------------


def expand_message_xmd(message: bytes, dst: bytes, length: int) -> bytes:
    """RFC 9380, section 5.3.1, with SHA-256 (32-byte digest, 64-byte block); `length` in bytes."""
    count = -(-length // 32)
    if count > 255 or len(dst) > 255:
        raise ValueError("length or DST too long")
    dst_prime = dst + bytes([len(dst)])
    b0 = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + dst_prime).digest()
    block = hashlib.sha256(b0 + b"\1" + dst_prime).digest()
    output = block
    for i in range(2, count + 1):
        mixed = bytes(x ^ y for x, y in zip(b0, block))
        block = hashlib.sha256(mixed + bytes([i]) + dst_prime).digest()
        output += block
    return output[:length]


def map_to_curve_sswu(u: int) -> tuple[int, int]:
    """The simplified SWU map of RFC 9380, section 6.6.2: an element of Fp to a point (x, y) of E'."""
    zu2 = Z_SSWU * u * u % P
    tv = (zu2 * zu2 + zu2) % P
    if tv == 0:
        x = B_ISO * pow(Z_SSWU * A_ISO, -1, P) % P
    else:
        x = -B_ISO * pow(A_ISO, -1, P) * (1 + pow(tv, -1, P)) % P
    y = fp_sqrt((x**3 + A_ISO * x + B_ISO) % P)
    if y is None:
        x = zu2 * x % P
        y = fp_sqrt((x**3 + A_ISO * x + B_ISO) % P)
        assert y is not None, "SSWU: one of the two candidates is always on the curve"
    # sgn0, the parity of the canonical integer, must agree (section 4.1).
    return (x, y if y % 2 == u % 2 else P - y)


@cache
def isogeny_kernel() -> tuple[tuple[int, int, int], ...]:
    """Half of the kernel of the 11-isogeny E' -> E, as (x, v, u) of Vélu's formulas for ±Q, five in all.

    RFC 9380 prints this isogeny as 53 coefficients (appendix E.2). They need no copying: E' has exactly
    one subgroup of rational points of order 11 (its 11-part is cyclic of order 121), and that is the
    kernel. So it suffices to find any point of order 11 and apply Vélu's formulas (L. Washington,
    "Elliptic Curves", theorem 12.16): v = 2(3x^2 + A), u = 4 y^2.
    """
    generator: Point = None
    x = 0
    while generator is None:
        x += 1
        y = fp_sqrt((x**3 + A_ISO * x + B_ISO) % P)
        if y is None:
            continue
        # E and E' are isogenous and so have the same number of points, COFACTOR_G1 * R.
        candidate = multiply(((x, 0), (y, 0)), COFACTOR_G1 * R // 121, A_ISO)
        multiple = multiply(candidate, 11, A_ISO)
        generator = candidate if multiple is None else multiple
    kernel = []
    point = generator
    for _ in range(5):
        assert point is not None
        qx, qy = point[0][0], point[1][0]
        kernel.append((qx, 2 * (3 * qx * qx + A_ISO) % P, 4 * qy * qy % P))
        point = add(point, generator, A_ISO)
    return tuple(kernel)


def isogeny_map(x: int, y: int) -> Point:
    """The 11-isogeny of RFC 9380, appendix E.2: a point (x, y) of E' to E.

    Vélu gives X = x + Σ v/(x − xQ) + u/(x − xQ)² and Y = y·dX/dx on a curve y² = x³ + 4·11⁶. Scaling by
    (1/11², 1/11³) goes on to E; of E's six automorphisms this choice is the RFC's (its leading
    coefficients k_(1,11) and k_(3,15) are these two numbers), and published vectors pin it down.
    """
    total, derivative = x, 1
    for qx, v, u in isogeny_kernel():
        if x == qx:
            return None  # the kernel maps to the point at infinity
        inverse = pow(x - qx, -1, P)
        total += inverse * (v + u * inverse)
        derivative -= inverse * inverse * (v + 2 * u * inverse)
    scale = pow(11, -1, P)
    return ((total * scale**2 % P, 0), (y * derivative * scale**3 % P, 0))


def hash_to_curve_g1(message: bytes, dst: bytes) -> Point:
    """RFC 9380, section 3, suite BLS12381G1_XMD:SHA-256_SSWU_RO_ with the given DST: a point of G1."""
    uniform = expand_message_xmd(message, dst, 128)
    u0, u1 = (int.from_bytes(uniform[i : i + 64], "big") % P for i in (0, 64))
    total = add(isogeny_map(*map_to_curve_sswu(u0)), isogeny_map(*map_to_curve_sswu(u1)))
    return multiply(total, H_EFF_G1)


# --- Pairing --------------------------------------------------------------------------------------


def f12_mul(a: Fp12, b: Fp12) -> Fp12:
    """a * b in Fp2[w]/(w^6 - XI). Sums of products are reduced mod P only once, at the end."""
    real, imag = [0] * 11, [0] * 11
    for i, (a0, a1) in enumerate(a):
        if a0 == 0 and a1 == 0:
            continue  # a line has only three coefficients
        for j, (b0, b1) in enumerate(b):
            real[i + j] += a0 * b0 - a1 * b1
            imag[i + j] += a0 * b1 + a1 * b0
    for k in range(5):  # w^(6+k) = XI * w^k = (1 + i) w^k
        real[k] += real[k + 6] - imag[k + 6]
        imag[k] += real[k + 6] + imag[k + 6]
    return [(real[k] % P, imag[k] % P) for k in range(6)]


F12_ONE: Fp12 = [ONE, ZERO, ZERO, ZERO, ZERO, ZERO]


def f12_pow(a: Fp12, exponent: int) -> Fp12:
    result = F12_ONE
    for bit in bin(exponent)[2:]:
        result = f12_mul(result, result)
        if bit == "1":
            result = f12_mul(result, a)
    return result


def f12_frobenius2(a: Fp12) -> Fp12:
    """a^(P^2): fixes Fp2 and sends w to w * XI^((P^2 - 1)/6), a sixth root of unity that lies in Fp.

    XI^((P^2-1)/6) = norm(XI)^((P-1)/6), and norm(1 + i) = 2.
    """
    root = pow(2, (P - 1) // 6, P)
    return [f2_scale(c, pow(root, k, P)) for k, c in enumerate(a)]


def f12_conjugate(a: Fp12) -> Fp12:
    """a^(P^6): sends w to -w."""
    return [c if k % 2 == 0 else f2_sub(ZERO, c) for k, c in enumerate(a)]


def line_at(p: Point, t: Point, gradient: Fp2) -> Fp12:
    """The line through the twist's point `t` with slope `gradient`, untwisted and evaluated at `p` of G1.

    The untwist sends (x, y) to (x/w^2, y/w^3). The value is multiplied by w^3, which is harmless: w^3
    lies in a proper subfield (w^6 is in Fp2), and the final exponentiation sends those to one.
    """
    assert p is not None and t is not None
    constant = f2_sub(f2_mul(gradient, t[0]), t[1])
    return [constant, ZERO, f2_scale(gradient, -p[0][0]), p[1], ZERO, ZERO]


def miller_loop(pairs: list[tuple[Point, Point]]) -> Fp12:
    """The product of the ate Miller functions f_{|x|,Q}(P) over all (P in G1, Q in G2), none infinite.

    The curve's parameter is negative, which would ask for a final conjugation. It is left out: after the
    final exponentiation a conjugate is the inverse, and the caller only asks whether the result is one.
    """
    result = F12_ONE
    running = [q for _, q in pairs]
    for bit in bin(X_ABS)[3:]:
        result = f12_mul(result, result)
        for step in ("double", "add") if bit == "1" else ("double",):
            for k, (p, q) in enumerate(pairs):
                t = running[k]
                other = t if step == "double" else q
                gradient = slope(t, other)
                # A vertical line needs t = -other, impossible for points of prime order R > |x|.
                assert gradient is not None
                result = f12_mul(line_at(p, t, gradient), result)
                running[k] = third_point(t, other, gradient)
    return result


def final_exponentiation_is_one(f: Fp12) -> bool:
    """Whether f^((P^12 - 1)/R) == 1, split as (P^6 - 1)(P^2 + 1) * (P^4 - P^2 + 1)/R.

    f^(P^6 - 1) = conjugate(f)/f. To spare the division, numerator and denominator go separately through
    the remaining exponents and are compared at the end: the quotient is one iff they are equal.
    """
    hard = (P**4 - P**2 + 1) // R
    sides = []
    for side in (f12_conjugate(f), f):
        sides.append(f12_pow(f12_mul(f12_frobenius2(side), side), hard))
    return sides[0] == sides[1]


def pairing_product_is_one(pairs: list[tuple[Point, Point]]) -> bool:
    """Whether the product of e(P, Q) over all pairs (P in G1, Q in G2) is one."""
    finite = [(p, q) for p, q in pairs if p is not None and q is not None]
    return final_exponentiation_is_one(miller_loop(finite))


# --- drand ------------------------------------------------------------------------------------------


def drand_message(round_number: int) -> bytes:
    """What the network signs for a round: SHA-256 of the number as 8 bytes, big-endian."""
    return hashlib.sha256(round_number.to_bytes(8, "big")).digest()


@lru_cache(maxsize=1024)
def verify_drand(public_key: bytes, round_number: int, signature: bytes) -> bool:
    """Whether `signature` (48 bytes) is the beacon of `round_number` under `public_key` (96 bytes).

    Malformed keys and signatures are answered with False, not with an exception.
    """
    try:
        key = decompress(public_key, 2)
        point = decompress(signature, 1)
    except InvalidPoint:
        return False
    hashed = hash_to_curve_g1(drand_message(round_number), DRAND_DST)
    return pairing_product_is_one([(negate(point), G2_GENERATOR), (hashed, key)])
