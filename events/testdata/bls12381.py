"""BLS12-381 as a drand beacon of the kind "quicknet" needs it: signatures on G1, keys on G2.

Slow and simple, with Python's own integers: RFC 9380 (suite BLS12381G1_XMD:SHA-256_SSWU_RO_) for hashing to the curve,
the ZCash encoding of points, the optimal ate pairing. Written from those papers; see package events/beacon for what is
signed. Nothing here is secret, so nothing here is constant in time.
"""

import hashlib

P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab
R = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001
X = 0xd201000000010000  # the curve's parameter is -X
H_EFF = X + 1           # cofactor clearing on G1, RFC 9380 section 8.8.1

# The curve isogenous to G1 and the map between them, RFC 9380 section 8.8.1 and appendix E.2.
ISO_A = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d
ISO_B = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0
ISO_Z = 11
X_NUM = [int(c, 16) for c in """
11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7
17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb
0d54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0
1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861
0e99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9
1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983
0d6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84
17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e
080d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317
169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e
10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b
06e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229
""".split()]
X_DEN = [int(c, 16) for c in """
08ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c
12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff
0b2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19
03425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8
13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e
0e7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5
0772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a
14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e
0a10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641
095fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a
""".split()]
X_DEN.append(1)  # the leading coefficient
Y_NUM = [int(c, 16) for c in """
090d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33
134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696
00cc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6
01f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb
08cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb
16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0
04ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2
0987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29
09fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587
0e1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30
19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132
18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e
0b182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8
0245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133
05c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b
15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604
""".split()]
Y_DEN = [int(c, 16) for c in """
16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1
1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d
058df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2
16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416
0be0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d
08d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac
166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c
16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9
1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a
167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55
04d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8
0accbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092
0ad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc
02660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7
0e0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f
""".split()]
Y_DEN.append(1)


# --- fields: Fp as int, Fp2 as (a, b) for a + b*i, Fp12 as 12 coefficients of w with w^12 = 2*w^6 - 2 --------------------

def repeat(op, unit, a, n):
    """a op a op ... op a, n times, by doubling; unit is what changes nothing."""
    r = unit
    while n:
        if n & 1:
            r = op(r, a)
        a = op(a, a)
        n >>= 1
    return r


def inv(a):
    return pow(a, P - 2, P)


def sqrt(a):
    """A square root in Fp, or None."""
    s = pow(a, (P + 1) // 4, P)
    return s if s * s % P == a % P else None


def f2_mul(a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P)


def f2_inv(a):
    n = inv((a[0] * a[0] + a[1] * a[1]) % P)
    return (a[0] * n % P, -a[1] * n % P)


def f2_pow(a, e):
    return repeat(f2_mul, (1, 0), a, e)


def f2_sqrt(a):
    """A square root in Fp2, or None: P = 3 mod 4."""
    c = f2_pow(a, (P - 3) // 4)
    alpha = f2_mul(f2_mul(c, c), a)
    x = f2_mul(c, a)
    if alpha == (P - 1, 0):
        x = f2_mul((0, 1), x)
    else:
        x = f2_mul(f2_pow(((alpha[0] + 1) % P, alpha[1]), (P - 1) // 2), x)
    return x if f2_mul(x, x) == (a[0] % P, a[1] % P) else None


ONE = (1,) + (0,) * 11


def f12_mul(a, b):
    t = [0] * 23
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                t[i + j] += x * y
    for k in range(22, 11, -1):  # w^12 = 2 w^6 - 2
        t[k - 6] += 2 * t[k]
        t[k - 12] -= 2 * t[k]
    return tuple(c % P for c in t[:12])


def f12_pow(a, e):
    return repeat(f12_mul, ONE, a, e)


# --- points: None is the point at infinity ------------------------------------------------------------------------------

def g1_add(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if (p[1] + q[1]) % P == 0:
            return None
        m = 3 * p[0] * p[0] * inv(2 * p[1]) % P
    else:
        m = (q[1] - p[1]) * inv(q[0] - p[0]) % P
    x = (m * m - p[0] - q[0]) % P
    return (x, (m * (p[0] - x) - p[1]) % P)


def g1_mul(p, n):
    return repeat(g1_add, None, p, n)


def g2_add(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if p[1] != q[1] or p[1] == (0, 0):
            return None
        xx = f2_mul(p[0], p[0])
        m = f2_mul((3 * xx[0], 3 * xx[1]), f2_inv((2 * p[1][0], 2 * p[1][1])))
    else:
        m = f2_mul((q[1][0] - p[1][0], q[1][1] - p[1][1]), f2_inv((q[0][0] - p[0][0], q[0][1] - p[0][1])))
    mm = f2_mul(m, m)
    x = ((mm[0] - p[0][0] - q[0][0]) % P, (mm[1] - p[0][1] - q[0][1]) % P)
    y = f2_mul(m, (p[0][0] - x[0], p[0][1] - x[1]))
    return (x, ((y[0] - p[1][0]) % P, (y[1] - p[1][1]) % P))


def g2_mul(p, n):
    return repeat(g2_add, None, p, n)


def g1_decode(b):
    """48 bytes: bit 7 compressed, bit 6 infinity, bit 5 the larger y. None unless it is a point of the subgroup."""
    if len(b) != 48 or not b[0] & 0x80 or b[0] & 0x40:
        return None
    x = int.from_bytes(bytes([b[0] & 0x1f]) + b[1:], "big")
    if x >= P:
        return None
    y = sqrt((x * x * x + 4) % P)
    if y is None:
        return None
    if bool(b[0] & 0x20) != (y > (P - 1) // 2):
        y = P - y
    return (x, y) if g1_mul((x, y), R) is None else None


def g2_decode(b):
    """96 bytes: the imaginary part first."""
    if len(b) != 96 or not b[0] & 0x80 or b[0] & 0x40:
        return None
    x1 = int.from_bytes(bytes([b[0] & 0x1f]) + b[1:48], "big")
    x0 = int.from_bytes(b[48:], "big")
    if x0 >= P or x1 >= P:
        return None
    x = (x0, x1)
    c = f2_mul(f2_mul(x, x), x)
    y = f2_sqrt(((c[0] + 4) % P, (c[1] + 4) % P))
    if y is None:
        return None
    larger = y[1] > (P - 1) // 2 if y[1] else y[0] > (P - 1) // 2
    if bool(b[0] & 0x20) != larger:
        y = (-y[0] % P, -y[1] % P)
    return (x, y) if g2_mul((x, y), R) is None else None


# --- hashing to G1, RFC 9380 --------------------------------------------------------------------------------------------

def expand(message, dst, n):
    size = (n + 31) // 32
    tail = dst + bytes([len(dst)])
    b0 = hashlib.sha256(bytes(64) + message + n.to_bytes(2, "big") + b"\0" + tail).digest()
    b = [hashlib.sha256(b0 + b"\1" + tail).digest()]
    for i in range(2, size + 1):
        b.append(hashlib.sha256(bytes(x ^ y for x, y in zip(b0, b[-1])) + bytes([i]) + tail).digest())
    return b"".join(b)[:n]


def map_to_curve(u):
    """Simplified SWU on the isogenous curve, then the isogeny."""
    t = ISO_Z * u * u % P
    d = (t * t + t) % P
    x = ISO_B * inv(ISO_Z * ISO_A % P) % P if d == 0 else -ISO_B * inv(ISO_A) * (1 + inv(d)) % P
    gx = (x * x * x + ISO_A * x + ISO_B) % P
    y = sqrt(gx)
    if y is None:
        x = t * x % P
        y = sqrt((x * x * x + ISO_A * x + ISO_B) % P)
    if y % 2 != u % 2:
        y = P - y

    def at(coefficients):
        r = 0
        for c in reversed(coefficients):
            r = (r * x + c) % P
        return r
    return (at(X_NUM) * inv(at(X_DEN)) % P, y * at(Y_NUM) * inv(at(Y_DEN)) % P)


def hash_to_g1(message, dst):
    b = expand(message, dst, 128)
    u = [int.from_bytes(b[i:i + 64], "big") % P for i in (0, 64)]
    return g1_mul(g1_add(map_to_curve(u[0]), map_to_curve(u[1])), H_EFF)


# --- pairing ------------------------------------------------------------------------------------------------------------

def twist(q):
    """A point of G2 as one over Fp12: i = w^6 - 1, x / w^2, y / w^3."""
    def up(a, shift):
        c = [0] * 12
        c[shift] += a[0] - a[1]
        c[shift + 6] += a[1]
        return tuple(v % P for v in c)
    # dividing by w^2 is multiplying by w^10 / w^12, and 1/w^12 = 1/(2 w^6 - 2); xi = 1 + i = w^6, so x/w^2 = x/xi * w^4
    xi = f2_inv((1, 1))
    return (up(f2_mul(q[0], xi), 4), up(f2_mul(q[1], xi), 3))


def line(t, m, p, slope):
    """The line through t with a slope in Fp2 (of the untwisted points), at p in G1, as an element of Fp12."""
    # y_p - y_t/w^3 - slope/w * (x_p - x_t/w^2)
    xi = f2_inv((1, 1))
    c = [0] * 12
    c[0] = p[1]

    def put(a, shift, sign):
        c[shift] += sign * (a[0] - a[1])
        c[shift + 6] += sign * a[1]
    s = f2_mul(slope, xi)                       # slope / w = slope/xi * w^5
    put((s[0] * p[0], s[1] * p[0]), 5, -1)
    both = f2_mul(f2_mul(slope, t[0]), xi)      # + slope*x_t / w^3 = .../xi * w^3
    put(both, 3, 1)
    put(f2_mul(t[1], xi), 3, -1)
    return tuple(v % P for v in c)


def miller(q, p):
    """The Miller loop of the optimal ate pairing for q in G2 and p in G1; the loop count is X, its sign is dealt with by
    comparing products only."""
    f, t = ONE, q
    for bit in bin(X)[3:]:
        xx = f2_mul(t[0], t[0])
        slope = f2_mul((3 * xx[0], 3 * xx[1]), f2_inv((2 * t[1][0], 2 * t[1][1])))
        f = f12_mul(f12_mul(f, f), line(t, slope, p, slope))
        t = g2_add(t, t)
        if bit == "1":
            slope = f2_mul((q[1][0] - t[1][0], q[1][1] - t[1][1]), f2_inv((q[0][0] - t[0][0], q[0][1] - t[0][1])))
            f = f12_mul(f, line(t, slope, p, slope))
            t = g2_add(t, q)
    return f


G2 = ((0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8,
       0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e),
      (0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801,
       0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be))


GAMMA = f2_pow((1, 1), (P * P - 1) // 6)[0]  # w^(p^2) = GAMMA * w, and GAMMA lies in Fp


def frobenius2(f, times):
    """f to the power p^(2*times)."""
    g = pow(GAMMA, times, P)
    out, c = [], 1
    for x in f:
        out.append(x * c % P)
        c = c * g % P
    return tuple(out)


def f12_inv(f):
    """The product of the five other conjugates over Fp2 leads into Fp2, where dividing is easy."""
    rest = ONE
    for k in range(1, 6):
        rest = f12_mul(rest, frobenius2(f, k))
    n = f12_mul(f, rest)                      # n[0] + n[6]*w^6, with w^6 = 1 + i
    a, b = f2_inv(((n[0] + n[6]) % P, n[6]))
    return f12_mul(rest, ((a - b) % P,) + (0,) * 5 + (b,) + (0,) * 5)


def final(f):
    """f to the power (p^12 - 1) / r: (p^6 - 1) (p^2 + 1) by conjugates, the rest by squaring."""
    f = f12_mul(frobenius2(f, 3), f12_inv(f))
    f = f12_mul(frobenius2(f, 1), f)
    return f12_pow(f, (P ** 4 - P ** 2 + 1) // R)


def verify(public, message, signature, dst):
    """Whether e(signature, G2) = e(H(message), public)."""
    s, k = g1_decode(signature), g2_decode(public)
    if s is None or k is None:
        return False
    h = hash_to_g1(message, dst)
    minus = (s[0], P - s[1])
    return final(f12_mul(miller(k, h), miller(G2, minus))) == ONE
