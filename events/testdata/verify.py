#!/usr/bin/env python3
"""A second verifier of Fieldpost exports. Python 3, standard library only, no line of the first one.

Written from the package comments: events (canonical bytes, chain, tree, commitments), events/vocabulary*.go (fields),
projections/archive/export.go (the file), adjudicator/dice (VRF, input, mapping, codes), adjudicator/fairness.go (the
order in which events may come), events/beacon (rounds), events/checkpoint (the signature under an export).

    verify.py EXPORT                  verifies chain, tree, seals and dice; prints JSON; exit 0 sound; 2 damaged, or without
                                      the host's signature or the scenario, or closed with orders or rolls left out, or gone
                                      on with after its host had restored an older copy; 3 not sound, and signed so by the host (or a game in which nobody signs)
    verify.py --no-beacon EXPORT      the same, without the signatures of beacon rounds (they take seconds each)
    verify.py --each                  the same for each export named in a line of standard input; a line of JSON each
    verify.py --vectors VECTORS.JSON  checks the published vectors and the mapping for n = 2..256
    verify.py --equivocation FILE [EXPORT]
                                      checks a proof that a host has signed two histories; exit 3 if it holds; 2 if not, or
                                      if EXPORT declares that between the two an older copy was restored

It does not ask the rules: it shows that the dice are those that the keys allow, and that nothing was inserted, changed
or taken out.
"""

import base64
import functools
import hashlib
import hmac
import json
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


class Bad(Exception):
    """What is not as it must be."""


class Damaged(Bad):
    """What an accident on the way may have done to a file; nobody has signed it."""


class Unsigned(Bad):
    """What cannot be in an honest log, in a file that the host has not signed."""


def need(condition, why):
    if not condition:
        raise Bad(why)


def whole(condition, why):
    if not condition:
        raise Damaged(why)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def u(n, size):
    return n.to_bytes(size, "big")


# --- MessagePack, the canonical part of it ------------------------------------------------------------------------------

class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        need(n <= len(self.data) - self.at, "cut off")
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, n):
        return int.from_bytes(self.take(n), "big")

    def length(self, n, least):
        v = self.number(n)
        need(v >= least, "a length is not in its shortest form")
        return v

    def value(self, depth=16):
        c = self.number(1)
        if c <= 0x7f:
            return c
        if c >= 0xe0:
            return c - 256
        if 0x91 <= c <= 0x9f:
            return self.list(c & 15, depth)
        if 0xa0 <= c <= 0xbf:
            return self.text(c & 31)
        if c == 0xc0:
            return None
        if c in (0xc2, 0xc3):
            return c == 0xc3
        if 0xcc <= c <= 0xcf:
            n = 1 << (c - 0xcc)
            v = self.number(n)
            need(v >= (128 if n == 1 else 1 << (4 * n)) and v < 1 << 63, "an integer is not in its shortest form")
            return v
        if 0xd0 <= c <= 0xd3:
            n = 1 << (c - 0xd0)
            v = int.from_bytes(self.take(n), "big", signed=True)
            need(v < (-32 if n == 1 else -(1 << (4 * n - 1))), "an integer is not in its shortest form")
            return v
        if c in (0xc4, 0xc5, 0xc6):
            n = 1 << (c - 0xc4)
            return self.take(self.length(n, 1 if n == 1 else 1 << (4 * n)))
        if c in (0xd9, 0xda, 0xdb):
            n = 1 << (c - 0xd9)
            return self.text(self.length(n, 32 if n == 1 else 1 << (4 * n)))
        if c in (0xdc, 0xdd):
            n = 2 << (c - 0xdc)
            return self.list(self.length(n, 16 if n == 2 else 1 << 16), depth)
        raise Bad("byte %02x has no place in the format" % c)

    def text(self, n):
        try:
            return self.take(n).decode("utf-8")
        except UnicodeDecodeError:
            raise Bad("text is not UTF-8")

    def list(self, n, depth):
        need(depth > 0, "nested too deep")
        return [self.value(depth - 1) for _ in range(n)]


def decode(data):
    r = Reader(data)
    v = r.value()
    need(r.at == len(data), "something follows the value")
    return v


# Types: i integer, b bool, s text, x bytes, h hash (32 bytes), a anchor (16 bytes); [T] a list; a name stands for a
# struct. One line a struct: name, then fields in order.
SCHEMA = """
Option Name:s Value:s
DiceTerms Profile:s PublicKey:h
Schedule Period:i Weekdays:s Clock:s Zone:s CoolOff:i Remind:i
SeatSeal Seat:s Lines:[s] Answers:[s] Standing:[s] Silent:b
Roll Key:s Sides:i Values:[i] Draw:b Proof:x
SeatHash Seat:s Hash:h
Window Number:i Turn:i Step:s Asks:b Seats:[s]
Beacon Chain:h PublicKey:x Genesis:i Period:i
SeatCode Seat:s Status:i Value:a
PhaseClock Step:s Clock:s Weekdays:s Minimum:i Next:i Grace:i CoolOff:i Remind:i
GameAnnounced Rulebook:s Revision:i Layout:i Scenario:s Document:h Rhythm:s Options:[Option] Seats:[s] Dice:DiceTerms Schedule:Schedule Language:s
SeatTaken Seat:s Name:s Language:s Zone:s Anchor:a PlayerSealed:h Mail:h
GameOpened GameSalt:h
OrdersReceived Seat:s Number:i Mail:h Raw:h Window:i OrdersSealed:h
OrdersRefused Seat:s Mail:h Raw:h Code:s DetailSealed:h
OrdersWithdrawn Seat:s Mail:h Lines:[s]
Sealed Window:i Cause:s Seats:[SeatSeal]
DeadlineSet Window:i Due:i Zone:s Wall:s Cause:s
DeadlinePassed Window:i Due:i
Adjudicated Window:i Rolls:[Roll] Hidden:[SeatHash] Facts:h State:h Known:[SeatHash] Next:Window Ending:s Winner:s Layout:i
Rewound Window:i Epoch:i Reason:s
Amended SetSealed:h Reason:s
ReportIssued Seat:s Letter:s About:i Mail:h MessageID:s Digest:h AddressSealed:h
MailSent Issue:i
MailBounced Issue:i Permanent:b Code:s
PressSent From:s To:s Mail:h TextSealed:h
SeatReplaced Seat:s Name:s Language:s Zone:s PlayerSealed:h Reason:s
GameClosed Cause:s Ending:s Winner:s
TermsSet Origin:s LogKey:h Beacon:Beacon Margin:i CodeTime:i Fallback:s
CodesAnchored Seat:s Mail:h Anchor:a
CodesAsked Window:i Number:i Due:i
CodeRevealed Seat:s Mail:h Number:i Value:a
EntropyFixed Window:i Number:i Seats:[SeatCode] Root:h
RoundFixed Window:i Attempt:i From:i Round:i Seen:i SeenSignature:x
BeaconObserved Window:i Round:i Signature:x Mail:h
BeaconUnavailable Window:i Round:i Fallback:s
BeaconChanged Beacon:Beacon Reason:s
KeyRotated PublicKey:h Window:i Reason:s
CheckpointWitnessed Size:i Root:h Witness:s Key:h Time:i Signature:x Mail:h
OrdersVoided Seat:s Orders:i Reason:s
LateAccepted Seat:s Orders:i Reason:s
AmendmentProposed What:s Window:i Reason:s Beacon:Beacon
ConsentGiven Seat:s Proposal:i Mail:h
RulesChanged Revision:i Reason:s
Explained About:i Reason:s
OperatorSeated Seat:s
MachineSeated Seat:s Bot:s Reason:s
AdviceAllowed Asks:i
AdviceAsked Seat:s Mail:h Window:i
ObserversAllowed Turns:i
Resealed Window:i Seal:i Reason:s
Restored Signed:i Root:h Seen:i Reason:s
LogKeyRotated LogKey:h Signature:x Reason:s
HostMoved Address:s Reason:s
MailKeyRotated Print:h Until:i Reason:s
PostTermsSet Proof:s Press:s Phases:[PhaseClock] Bank:i Missed:i Absences:i Mending:i
SenderProven Seat:s Mail:h Sent:i Dated:b Token:s Domain:s Path:s Signature:s Records:h
MailHeld Seat:s Mail:h Raw:h Cause:s Missing:s
AbsenceSet Seat:s Slot:i From:i Until:i Mail:h
SeatVacated Seat:s Cause:s Mail:h Reason:s
PressHidden To:s Mail:h AuthorSealed:h TextSealed:h
KeyFiled Seat:s Fingerprint:s Key:h Mail:h
LettersChosen Seat:s Mail:h Off:[s] On:[s]
"""
STRUCTS = {l.split()[0]: [f.split(":") for f in l.split()[1:]] for l in SCHEMA.strip().splitlines()}
PARTS = {"Option", "DiceTerms", "Schedule", "SeatSeal", "Roll", "SeatHash", "Window", "Beacon", "SeatCode", "PhaseClock"}
ROLLS = 3  # number of the part that holds hidden rolls


def shaped(v, t):
    """Gives a decoded value its type: structs become dicts."""
    if t[0] == "[":
        need(v is None or isinstance(v, list), "not a list")
        return [shaped(e, t[1:-1]) for e in v or []]
    if t in STRUCTS:
        fields = STRUCTS[t]
        need(isinstance(v, list) and len(v) == len(fields), "not a %s" % t)
        return {name: shaped(e, kind) for (name, kind), e in zip(fields, v)}
    if t == "i":
        need(type(v) is int, "not an integer")
    elif t == "b":
        need(type(v) is bool, "not true or false")
    elif t == "s":
        need(type(v) is str, "not text")
    elif t == "x":
        need(v is None or type(v) is bytes, "not bytes")
        return v or b""
    else:
        need(type(v) is bytes and len(v) == (32 if t == "h" else 16), "not a hash")
    return v


def event(data):
    """version, game, seq, prev, time, actor, kind, body"""
    v = decode(data)
    need(isinstance(v, list) and len(v) == 8, "an event is a list of eight")
    version, game, seq, prev, time, actor, kind, body = v
    need(version == 1, "version")
    need(type(game) is str and 1 <= len(game) <= 40 and all(c in "abcdefghijklmnopqrstuvwxyz0123456789-" for c in game), "game")
    need(type(seq) is int and seq >= 1 and type(prev) is bytes and len(prev) == 32 and type(time) is int, "envelope")
    need(type(actor) is str and 1 <= len(actor.encode()) <= 64, "actor")
    need((seq == 1) == (prev == bytes(32)), "the first event, and no other, follows nothing")
    need(kind in STRUCTS and kind not in PARTS, "unknown kind %r" % kind)
    return {"game": game, "seq": seq, "prev": prev, "time": time, "actor": actor, "kind": kind, "body": shaped(body, kind)}


# --- tree (RFC 6962) and commitments ------------------------------------------------------------------------------------

def leaf(data):
    return sha256(b"\0", data)


def root(leaves):
    stack = []  # (size, hash), sizes fall
    for h in leaves:
        n = 1
        while stack and stack[-1][0] == n:
            h, n = sha256(b"\1", stack.pop()[1], h), 2 * n
        stack.append((n, h))
    if not stack:
        return sha256()
    h = stack.pop()[1]
    while stack:
        h = sha256(b"\1", stack.pop()[1], h)
    return h


def commit(salt, plain):
    return sha256(b"fieldpost-commit-v1", salt, u(len(plain), 8), plain)


def commitments(e):
    b, k = e["body"], e["kind"]
    found = []
    if k == "PressHidden":
        found = [b["AuthorSealed"], b["TextSealed"]]
    elif k == "Adjudicated":
        found = [h["Hash"] for h in b["Hidden"]] + [b["Facts"], b["State"]] + [h["Hash"] for h in b["Known"]]
    else:
        found = [b[name] for name, kind in STRUCTS[k] if name.endswith("Sealed")]
    return [h for h in found if h != bytes(32)]


def audience(e, h, label):
    """For whose eyes a commitment was made; the label itself where the event does not say."""
    b, k = e["body"], e["kind"]
    if k in ("SeatTaken", "SeatReplaced", "OrdersReceived", "ReportIssued"):
        return b["Seat"]
    if k == "Amended":
        return ""
    if k == "Adjudicated":
        return next((x["Seat"] for x in b["Hidden"] + b["Known"] if x["Hash"] == h), "")
    return label


# --- Ed25519, ECVRF-EDWARDS25519-SHA512-TAI (RFC 9381) ------------------------------------------------------------------

Q = 2 ** 255 - 19
L = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, Q - 2, Q) % Q
I = pow(2, (Q - 1) // 4, Q)


def xrecover(y, odd):
    n, d = (y * y - 1) % Q, (D * y * y + 1) % Q  # x*x = n/d; RFC 8032, 5.1.3
    x = n * pow(d, 3, Q) * pow(n * pow(d, 7, Q), (Q - 5) // 8, Q) % Q
    if (d * x * x - n) % Q:
        x = x * I % Q
    if (d * x * x - n) % Q or x == 0 and odd:
        return None
    return Q - x if x % 2 != odd else x


def point(b):
    """A canonical encoding, or None. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z."""
    if len(b) != 32:
        return None
    n = int.from_bytes(b, "little")
    y, odd = n & (2 ** 255 - 1), n >> 255
    if y >= Q:
        return None
    x = xrecover(y, odd)
    return None if x is None else (x, y, 1, x * y % Q)


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % Q
    b = (p[1] + p[0]) * (q[1] + q[0]) % Q
    c = 2 * p[3] * q[3] * D % Q
    d = 2 * p[2] * q[2] % Q
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % Q, g * h % Q, f * g % Q, e * h % Q)


def double(p):
    a, b, e = p[0] * p[0], p[1] * p[1], p[0] + p[1]
    e, g, h = e * e - a - b, b - a, -a - b
    f = g - 2 * p[2] * p[2]
    return (e * f % Q, g * h % Q, f * g % Q, e * h % Q)


ZERO = (0, 1, 1, 0)


def multiples(p):
    """0p to 15p."""
    out = [ZERO]
    for _ in range(15):
        out.append(add(out[-1], p))
    return out


@functools.lru_cache(maxsize=8)
def rows(p):
    """The multiples of p, of 16p, of 256p and so on, for a point that is multiplied often."""
    out = []
    for _ in range(64):
        out.append(multiples(p))
        p = double(out[-1][8])
    return out


def often(n, p):
    """n times p, where p is the base or a key."""
    r = ZERO
    for row in rows(p):
        if n & 15:
            r = add(r, row[n & 15])
        n >>= 4
    return r


def mul(n, p, m=0, q=ZERO):
    """n times p and m times q, added."""
    ps, qs = multiples(p), multiples(q) if m else [ZERO] * 16
    r = ZERO
    for shift in range((max(n, m).bit_length() + 3) // 4 * 4 - 4, -4, -4):
        r = double(double(double(double(r))))
        if n >> shift & 15:
            r = add(r, ps[n >> shift & 15])
        if m >> shift & 15:
            r = add(r, qs[m >> shift & 15])
    return r


def eightfold(p):
    return double(double(double(p)))


def encodings(*points):
    """Each point's 32 bytes; one inversion serves them all."""
    before, product = [], 1
    for p in points:
        before.append(product)
        product = product * p[2] % Q
    inverse, out = pow(product, Q - 2, Q), []
    for p, others in zip(reversed(points), reversed(before)):
        z, inverse = inverse * others % Q, inverse * p[2] % Q
        x, y = p[0] * z % Q, p[1] * z % Q
        out.insert(0, (y | (x & 1) << 255).to_bytes(32, "little"))
    return out


def identity(p):
    return p[0] % Q == 0 and (p[1] - p[2]) % Q == 0


def negative(p):
    return (-p[0] % Q, p[1], p[2], -p[3] % Q)


B = point((4 * pow(5, Q - 2, Q) % Q).to_bytes(32, "little"))


def to_curve(public, alpha):
    for ctr in range(256):
        p = point(hashlib.sha512(b"\3\1" + public + alpha + bytes([ctr, 0])).digest()[:32])
        if p is not None:
            p = eightfold(p)
            if not identity(p):
                return p
    raise Bad("no point for this input")


@functools.lru_cache(maxsize=64)
def valid_key(public):
    """The point of a key, or None if it is no valid key."""
    p = point(public)
    return None if p is None or identity(eightfold(p)) else p


def vrf_output(public, alpha, proof):
    """Verifies a proof and gives beta; raises Bad if it is not good."""
    y = valid_key(public)
    need(y is not None, "the public key is no valid key")
    need(len(proof) == 80, "a proof has 80 bytes")
    gamma = point(proof[:32])
    s = int.from_bytes(proof[48:], "little")
    need(gamma is not None and s < L, "the proof is not canonical")
    c = int.from_bytes(proof[32:48], "little")
    h = to_curve(public, alpha)
    a = add(often(s, B), negative(often(c, y)))
    b = mul(s, h, c, negative(gamma))
    h, a, b, output = encodings(h, a, b, eightfold(gamma))
    points = b"".join((public, h, proof[:32], a, b))
    need(hashlib.sha512(b"\3\2" + points + b"\0").digest()[:16] == proof[32:48], "the proof does not fit key and input")
    return hashlib.sha512(b"\3\3" + output + b"\0").digest()


def ed25519(public, message, signature):
    a, r = point(public), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    return identity(add(add(r, mul(k, a)), negative(often(s, B))))


# --- from beta to dice --------------------------------------------------------------------------------------------------

def blocks(beta):
    k = 0
    while True:
        yield from hmac.new(beta, b"pbem-expand-v1" + u(k, 4), hashlib.sha256).digest()
        k += 1


def uniform(stream, n):
    width = 1 if n <= 256 else 2 if n <= 65536 else 4
    span = 256 ** width
    limit = span - span % n
    while True:
        v = 0
        for _ in range(width):
            v = v << 8 | next(stream)
        if v < limit:
            return v % n


def alpha(game, salt, epoch, turn, phase, ent, round_, rand, stream, draw=0):
    s = stream.encode() if isinstance(stream, str) else stream
    need(1 <= len(s) <= 64, "a stream has 1 to 64 bytes")
    return b"".join((b"pbem-dice-v1", game, salt, u(epoch, 2), u(turn, 4), u(phase, 2), ent, u(round_, 8), rand, u(len(s), 1), s, u(draw, 4)))


def code_after(c):
    return sha256(b"pbem-chain-v1", c)[:16]


def code_root(seats):
    b = b"pbem-ent-v1" + u(len(seats), 1)
    for s in seats:
        b += u(len(s["Seat"].encode()), 1) + s["Seat"].encode() + u(s["Status"], 1) + s["Value"]
    return sha256(b)


def round_at(seconds, genesis, period):
    return 1 if seconds <= genesis else (seconds - genesis + period - 1) // period + 1


WEEK = 7 * 24 * 3600 * 1000
DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


# --- the order in which events may come: adjudicator/fairness.go ---------------------------------------------------------

class Seat:
    def __init__(self, name):
        self.name, self.taken, self.anchor = name, False, bytes(16)
        self.anchored, self.last, self.number = False, bytes(16), 0
        self.machine = False


class Waiting:
    def __init__(self, window=0, seq=0, time=0, cause="opened"):
        self.window, self.seq, self.time, self.cause, self.late, self.again = window, seq, time, cause, False, False
        self.asked = self.entropy = self.round = self.beacon = None
        self.attempts, self.round_time, self.without = 0, 0, False

    def randomness(self):
        if self.beacon is None:
            return 0, bytes(32)
        return self.beacon["Round"], sha256(self.beacon["Signature"])


class Fairness:
    def __init__(self, game, with_beacon):
        self.game, self.id = game, sha256(game.encode())[:16]
        self.with_beacon = with_beacon
        self.announced = self.terms = self.wait = None
        self.salt, self.opened, self.epoch, self.window, self.codes = bytes(32), False, 0, 0, 0
        self.seats, self.sealed, self.keys, self.proposals = [], [], [], []
        self.start, self.seated, self.due, self.beacon = Waiting(), 0, None, None
        self.operator, self.others, self.restored = None, 0, []
        self.advice, self.advised = 0, []
        self.observers = 0
        self.deeds, self.leaves, self.rolls, self.dice, self.hidden, self.checked = 0, [], 0, 0, False, {}

    def profile(self):
        return (self.announced["Dice"]["Profile"] or "D1") if self.announced else "D1"

    def beaconed(self):
        return self.profile() in ("D3", "D4")

    def coded(self, window):
        return self.profile() == "D2" or self.profile() == "D4" and window > 0

    def seat(self, name):
        for s in self.seats:
            if s.name == name:
                return s
        raise Bad("there is no seat %r" % name)

    def full(self):
        return all(s.taken for s in self.seats)

    def asks(self, w):
        return self.profile() == "D2" or self.profile() == "D4" and w.without and self.terms["Fallback"] == "codes" and w.window > 0

    def needs(self):
        w = self.wait
        if not self.opened:
            if self.beaconed() and not self.start.without:
                return "start" if self.start.beacon is None else None
            return None
        if w is None:
            return None
        if w.late:
            return "seal"
        if self.asks(w) and w.asked is None:
            return "question"
        if self.coded(w.window) and w.entropy is None:
            return "codes"
        if self.beaconed() and w.window > 0 and not w.without and w.beacon is None:
            return "beacon"
        return None

    def apply(self, e, secrets):
        getattr(self, "on_" + e["kind"], lambda e, b, s: None)(e, e["body"], secrets)

    def on_GameAnnounced(self, e, b, _):
        need(e["seq"] == 1, "a second announcement")
        self.announced = b
        need(self.profile() in ("D0", "D1", "D2", "D3", "D4"), "profile")
        self.seats = [Seat(s) for s in b["Seats"]]

    def on_TermsSet(self, e, b, _):
        need(e["seq"] == 2 and self.announced, "the terms come second")
        need(not self.beaconed() or len(b["Beacon"]["PublicKey"]) == 96 and b["Beacon"]["Period"] >= 1 and b["Margin"] >= 1, "beacon")
        need(b["Fallback"] in ("", "wait", "codes", "consent") and (b["Fallback"] != "codes" or self.profile() == "D4"), "fallback")
        need(b["LogKey"] != self.announced["Dice"]["PublicKey"], "one key for two things")
        self.terms, self.beacon, self.log_keys = b, b["Beacon"], [(0, b["LogKey"])]

    def on_SeatTaken(self, e, b, _):
        s = self.seat(b["Seat"])
        need(not self.opened and self.start.round is None and (self.terms or self.profile() in ("D0", "D1")), "a seat is taken too late, or too early")
        s.taken, s.machine, s.anchor = True, False, b["Anchor"]
        if self.profile() in ("D2", "D4"):
            s.anchored, s.last, s.number = b["Anchor"] != bytes(16), b["Anchor"], 0
        if self.full():
            self.seated = e["time"]

    def on_SeatReplaced(self, e, b, _):
        s = self.seat(b["Seat"])
        s.anchored, s.machine = False, False
        self.deeds += 1

    def on_MachineSeated(self, e, b, _):
        s = self.seat(b["Seat"])
        need(b["Bot"] != "", "a machine without a name")
        if self.opened:
            self.consent("machine " + s.name, 0)
            self.deeds += 1
        else:
            need(not s.taken and self.start.round is None and (self.terms or self.profile() in ("D0", "D1")), "a machine sits down too late, or too early")
        s.taken, s.machine, s.anchored = True, True, False
        if not self.opened and self.full():
            self.seated = e["time"]

    def on_AdviceAllowed(self, e, b, _):
        need(not self.opened and self.advice == 0 and b["Asks"] > 0 and e["actor"] == "master", "advice is allowed out of its time")
        self.advice = b["Asks"]

    def on_ObserversAllowed(self, e, b, _):
        need(not self.opened and self.observers == 0 and b["Turns"] > 0 and e["actor"] == "master", "observers are allowed out of their time")
        self.observers = b["Turns"]

    def on_AdviceAsked(self, e, b, _):
        s = self.seat(b["Seat"])
        asked = (self.epoch, b["Window"], s.name)
        need(not s.machine and self.opened and self.wait is None and b["Window"] == self.window, "advice is asked for out of its time")
        need(self.advised.count(asked) < self.advice, "more advice than the game allows")
        self.advised.append(asked)

    def on_GameOpened(self, e, b, _):
        need(self.announced and not self.opened and self.full() and self.needs() is None, "the game opens too early, or twice")
        round_, rand = self.start.randomness()
        salt = b"pbem-salt-v1" + self.id + self.announced["Dice"]["PublicKey"] + u(len(self.seats), 1)
        for s in self.seats:
            salt += u(len(s.name.encode()), 1) + s.name.encode() + s.anchor
        need(b["GameSalt"] == sha256(salt, u(round_, 8), rand), "the salt")
        self.opened, self.salt = True, b["GameSalt"]
        self.wait = Waiting(0, e["seq"], e["time"])
        self.wait.round, self.wait.beacon, self.wait.without = self.start.round, self.start.beacon, self.start.without

    def on_DeadlineSet(self, e, b, _):
        self.due = b
        if e["actor"] == "master":
            self.deeds += 1

    def on_Sealed(self, e, b, _):
        w = self.wait
        again = w is not None and w.late and w.window == b["Window"]
        need(self.opened and b["Window"] == self.window and b["Window"] >= 1 and (w is None or again), "a seal of a window that is not open")
        if again:
            w.seq, w.time, w.cause, w.late, w.again, w.round = e["seq"], e["time"], b["Cause"], False, False, None
            return
        self.wait = Waiting(b["Window"], e["seq"], e["time"], b["Cause"])
        self.sealed.append(b["Window"])

    def on_Adjudicated(self, e, b, secrets):
        w = self.wait
        need(w is not None and b["Window"] == w.window and self.needs() is None, "a pass that no seal waits for")
        rolls, keys = list(b["Rolls"]), set()
        for h in b["Hidden"]:
            plain = [p for salt, p in secrets if commit(salt, p) == h["Hash"]]
            if not plain:
                self.hidden = True
                continue
            part = decode(plain[0])
            need(isinstance(part, list) and len(part) == 2 and part[0] == ROLLS, "a hidden part that is none of rolls")
            for r in shaped(part[1], "[[Roll]]")[0] if part[1] else []:
                if all(r["Key"] != x["Key"] for x in rolls):
                    rolls.append(r)
        round_, rand = w.randomness()
        ent = w.entropy["Root"] if w.entropy else bytes(32)
        for r in rolls:
            need(r["Key"] not in keys, "two rolls are called %r" % r["Key"])
            keys.add(r["Key"])
            need(not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in r["Key"]), "a roll's key")
            a = alpha(self.id, self.salt, self.epoch, w.window, 0, ent, round_, rand, r["Key"])
            if self.profile() == "D0":
                need(r["Proof"] == b"", "a practice roll has no proof")
                beta = hmac.new(self.announced["Dice"]["PublicKey"], a, hashlib.sha512).digest()
            else:
                beta = vrf_output(self.key(w.window), a, r["Proof"])
            stream = blocks(beta)
            need(1 <= r["Sides"] < 1 << 31 and 1 <= len(r["Values"]) <= 10000 and (not r["Draw"] or len(r["Values"]) == 1), "no such dice")
            want = [uniform(stream, r["Sides"]) + (0 if r["Draw"] else 1) for _ in r["Values"]]
            need(want == r["Values"], "roll %r told %s, the proof gives %s" % (r["Key"], r["Values"], want))
            self.rolls += 1
            self.dice += len(want)
        self.wait, self.window = None, b["Next"]["Number"]

    def key(self, window):
        key = self.announced["Dice"]["PublicKey"]
        for first, k in self.keys:
            if window >= first:
                key = k
        return key

    # codes

    def on_CodesAnchored(self, e, b, _):
        s = self.seat(b["Seat"])
        need(self.profile() in ("D2", "D4") and not s.anchored, "a second chain of codes")
        s.anchored, s.last, s.number = True, b["Anchor"], self.codes

    def on_CodesAsked(self, e, b, _):
        w = self.wait
        need(w is not None and self.asks(w) and w.asked is None and b["Window"] == w.window and b["Number"] == self.codes + 1, "codes are asked for out of their time")
        w.asked, w.entropy = b, None

    def on_CodeRevealed(self, e, b, _):
        need(self.profile() in ("D2", "D4"), "this profile has no codes")
        s = self.seat(b["Seat"])
        need(s.anchored and s.number < b["Number"] <= min(1024, self.codes + 1), "a code out of its time")
        v = b["Value"]
        for _ in range(b["Number"] - s.number):
            v = code_after(v)
        need(v == s.last, "a code that does not lead back")
        s.last, s.number = b["Value"], b["Number"]

    def on_EntropyFixed(self, e, b, _):
        w = self.wait
        need(w is not None and self.coded(w.window) and w.entropy is None and (not self.asks(w) or w.asked), "codes are closed out of their time")
        number = self.codes + 1
        want = [{"Seat": s.name, "Status": 1 if s.anchored and s.number == number else 2, "Value": s.last}
                for s in sorted(self.seats, key=lambda s: s.name.encode())]
        need(b["Window"] == w.window and b["Number"] == number and b["Seats"] == want and b["Root"] == code_root(want), "codes are not those that came in")
        missing = any(s.anchored and s.number < number for s in self.seats)
        need(not (self.asks(w) and missing) or w.asked["Due"] and e["time"] >= w.asked["Due"], "codes are closed too early")
        w.entropy, self.codes = b, number

    # rounds

    def awaited(self):
        return self.wait if self.opened else self.start

    def signature(self, round_, signature):
        if not self.with_beacon:
            return
        key = (self.beacon["PublicKey"], round_, signature)
        if key not in self.checked:
            import bls12381
            self.checked[key] = bls12381.verify(self.beacon["PublicKey"], sha256(u(round_, 8)), signature, DST)
        need(self.checked[key], "the signature is not of round %d" % round_)

    def on_RoundFixed(self, e, b, _):
        w = self.awaited()
        need(w is not None and self.beaconed() and w.beacon is None and not (self.opened and w.window == 0) and (self.opened or self.full()), "a round is fixed out of its time")
        need(not (self.opened and self.coded(w.window)) or w.entropy, "a round is fixed before the codes are closed")
        attempt, since, margin = 1, w.time, self.terms["Margin"]
        if w.attempts:
            attempt, since = w.attempts + 1, e["time"]
        elif not self.opened:
            since = self.seated
        elif w.cause == "deadline" and self.due and self.due["Window"] == w.window and w.time <= self.due["Due"] + margin * 500:
            since = self.due["Due"]
        m = margin
        for _ in range(1, attempt):
            if m < 86400:
                m *= 2
        m = max(margin, min(m, 86400))
        want = round_at((since + 999) // 1000 + m, self.beacon["Genesis"], self.beacon["Period"])
        need((b["Window"], b["Attempt"], b["From"], b["Round"]) == (w.window, attempt, since, want), "another round must be fixed")
        need(0 <= b["Seen"] < b["Round"], "the round was known")
        if b["Seen"]:
            self.signature(b["Seen"], b["SeenSignature"])
        w.attempts, w.round = attempt, b
        w.round_time = 1000 * (self.beacon["Genesis"] + (b["Round"] - 1) * self.beacon["Period"])
        if attempt > 1:
            self.deeds += 1

    def on_BeaconObserved(self, e, b, _):
        w = self.awaited()
        need(w is not None and w.round and w.beacon is None and not w.late and b["Window"] == w.window and b["Round"] == w.round["Round"], "no seal waits for this round")
        need(len(b["Signature"]) == 48 and e["time"] >= w.round_time, "the round comes before it exists")
        self.signature(b["Round"], b["Signature"])
        w.beacon = b

    # deeds of the game master

    def consent(self, what, window, beacon=None):
        for p in self.proposals:
            if p["what"] == what and p["window"] == window and (beacon is None or p["beacon"] == beacon) and not p["used"] and p["yes"] >= {s.name for s in self.seats if not s.machine and what != "machine " + s.name}:
                p["used"] = True
                return
        raise Bad("%s of window %d without the consent of every seat" % (what, window))

    def on_OperatorSeated(self, e, b, _):
        self.seat(b["Seat"])
        need(not self.opened and self.operator is None and e["actor"] == "master", "the operator sits down out of his time")
        self.operator = b["Seat"]

    def on_OrdersReceived(self, e, b, secrets):
        if all(commit(salt, plain) != b["OrdersSealed"] for salt, plain in secrets):
            self.hidden = True
        if self.operator is None:
            return
        if b["Seat"] != self.operator and not self.seat(b["Seat"]).machine:
            self.others = b["Window"]
        need(b["Seat"] != self.operator or b["Window"] != self.others, "the operator ordered after another player")

    def on_OrdersWithdrawn(self, e, b, _):
        need(self.operator is None or b["Seat"] != self.operator or self.others < self.window or self.others == 0, "the operator took orders back after another player ordered")

    def on_Amended(self, e, b, secrets):
        if all(commit(salt, plain) != b["SetSealed"] for salt, plain in secrets):
            self.hidden = True
        self.deeds += 1

    def on_Rewound(self, e, b, _):
        need(b["Window"] in self.sealed and b["Epoch"] == self.epoch + 1 and b["Epoch"] < 1 << 16, "a rewind to nowhere")
        if self.terms:
            self.consent("rewind", b["Window"])
        self.epoch, self.window, self.wait, self.others = b["Epoch"], b["Window"], None, 0
        self.sealed = self.sealed[:self.sealed.index(b["Window"])]
        self.deeds += 1

    def on_SeatVacated(self, e, b, _):
        self.deeds += b["Cause"] == "master"

    def on_PostTermsSet(self, e, b, _):
        self.deeds += self.opened

    def on_AbsenceSet(self, e, b, _):
        self.deeds += e["actor"] == "master"

    def on_OrdersVoided(self, e, b, _):
        self.seat(b["Seat"])
        need(self.wait is None and b["Orders"] < e["seq"], "orders are made void after the seal")
        self.deeds += 1

    def on_LateAccepted(self, e, b, _):
        w = self.wait
        need(w is not None and w.window > 0 and not w.late and w.seq < b["Orders"] < e["seq"], "orders that are not late")
        need(b["Seat"] != self.operator, "the operator's own orders are let in late")
        self.seat(b["Seat"])
        if self.profile() == "D2":
            open_ = w.entropy is None and all(s.number <= self.codes for s in self.seats)
        else:
            open_ = self.beaconed() and w.beacon is None and (w.round is None or e["time"] < w.round_time)
        need(open_, "late orders when the dice can be known")
        w.late = True
        self.deeds += 1

    def on_Resealed(self, e, b, _):
        w = self.wait
        need(w is not None and w.window == b["Window"] and w.seq == b["Seal"] and not w.again, "a seal is made again that does not wait")
        w.again = True
        self.deeds += 1

    def on_Restored(self, e, b, _):
        need(self.terms and e["actor"] == "master" and b["Seen"] >= e["seq"] and b["Seen"] >= b["Signed"] and (b["Signed"] == 0 or b["Signed"] >= e["seq"]), "a restore that lost nothing")
        self.restored.append(e["seq"])
        self.deeds += 1

    def on_LogKeyRotated(self, e, b, _):
        need(self.terms and e["actor"] == "master" and b["LogKey"] != self.announced["Dice"]["PublicKey"], "a log key is changed out of its time")
        need(endorsed(self.terms["Origin"], self.log_keys[-1][1], b), "the former log key does not vouch for the next")
        self.log_keys.append((e["seq"], b["LogKey"]))
        self.deeds += 1

    def on_HostMoved(self, e, b, _):
        need(self.announced and e["actor"] == "master" and b["Address"], "a game is handed over out of its time")
        self.deeds += 1

    def on_RulesChanged(self, e, b, _):
        need(self.wait is None and b["Revision"] >= 1, "the rules are changed out of their time")
        self.deeds += 1

    def on_AmendmentProposed(self, e, b, _):
        machines = ["machine " + s.name for s in self.seats]
        need(self.terms and b["What"] in ["rewind", "fallback", "key", "beacon"] + machines, "a proposal of nothing")
        self.proposals.append({"seq": e["seq"], "what": b["What"], "window": b["Window"], "beacon": b["Beacon"], "yes": set(), "used": False})

    def on_ConsentGiven(self, e, b, _):
        self.seat(b["Seat"])
        p = [p for p in self.proposals if p["seq"] == b["Proposal"] and not p["used"]]
        need(p and b["Seat"] not in p[0]["yes"] and e["actor"] == "seat:" + b["Seat"], "consent to nothing")
        p[0]["yes"].add(b["Seat"])

    def on_KeyRotated(self, e, b, _):
        p = valid_key(b["PublicKey"])
        need(self.terms and self.wait is None and b["Window"] > self.window and self.profile() != "D0" and p, "a key is changed out of its time")
        if not self.beaconed():
            self.consent("key", b["Window"])
        self.keys.append((b["Window"], b["PublicKey"]))
        self.deeds += 1

    def on_BeaconChanged(self, e, b, _):
        w = self.awaited()
        need(self.beaconed() and len(b["Beacon"]["PublicKey"]) == 96 and b["Beacon"]["Period"] >= 1 and (w is None or w.beacon is None), "the beacon is changed out of its time")
        self.consent("beacon", self.window, b["Beacon"])
        self.beacon = b["Beacon"]
        if w is not None:
            w.round = None
        self.deeds += 1

    def on_BeaconUnavailable(self, e, b, _):
        w = self.awaited()
        need(w is not None and w.round and w.beacon is None and not w.without and b["Round"] == w.round["Round"] and b["Window"] == w.window, "no round is missing")
        need(e["time"] >= w.round_time + WEEK and b["Fallback"] == self.terms["Fallback"] and b["Fallback"] in ("codes", "consent"), "play cannot go on without the round")
        if b["Fallback"] == "consent":
            self.consent("fallback", b["Window"])
        w.without = True
        self.deeds += 1

    def on_CheckpointWitnessed(self, e, b, _):
        need(1 <= b["Size"] <= len(self.leaves) and root(self.leaves[:b["Size"]]) == b["Root"], "a witness of another tree")
        key = sha256(b["Witness"].encode(), b"\n\4", b["Key"])[:4]
        text = "cosignature/v1\ntime %d\n%s" % (b["Time"], checkpoint_text(self.terms["Origin"], b["Size"], b["Root"]))
        need(len(key) == 4 and ed25519(b["Key"], text.encode(), b["Signature"]), "the witness' signature")


# --- checkpoint ---------------------------------------------------------------------------------------------------------

def checkpoint_text(origin, size, tree):
    return "%s\n%d\n%s\n" % (origin, size, base64.b64encode(tree).decode())


def verifier_key(origin, key):
    return "%s+%s+%s" % (origin, sha256(origin.encode(), b"\n\1", key)[:4].hex(), base64.b64encode(b"\1" + key).decode())


def endorsed(origin, former, b):
    """Whether a log key vouches for the one that follows it."""
    text = "fieldpost log key v1\n%s\n%s\n" % (origin, verifier_key(origin, b["LogKey"]))
    return b["LogKey"] != former and len(b["Signature"]) == 64 and ed25519(former, text.encode(), b["Signature"])


def signed_shown(origin, log_key, leaves, signature):
    """Whether a log key signed what an export for one seat shows."""
    text = "fieldpost shown v1\n%s\n%d\n%s\n" % (origin, len(leaves), base64.b64encode(root(leaves)).decode())
    return len(signature) == 64 and ed25519(log_key, text.encode(), signature)


def log_keys(records, terms):
    """The log keys of a game with the events from which on they sign, each endorsed by the one before."""
    keys = [(0, terms["LogKey"])]
    for e, _, _ in records:
        if e["kind"] == "LogKeyRotated" and endorsed(terms["Origin"], keys[-1][1], e["body"]):
            keys.append((e["seq"], e["body"]["LogKey"]))
    return keys


def key_of(keys, size):
    """The log key that signs trees of a size."""
    return [key for seq, key in keys if size >= seq][-1]


def check_note(note, origin, log_key, size, tree):
    text = checkpoint_text(origin, size, tree)
    key = sha256(origin.encode(), b"\n\1", log_key)[:4]
    need(note.startswith(text + "\n"), "the checkpoint is of another tree")
    for line in note[len(text) + 1:].splitlines():
        name, _, data = line.removeprefix("\u2014 ").partition(" ")
        raw = base64.b64decode(data)
        if name == origin and raw[:4] == key and ed25519(log_key, text.encode(), raw[4:]):
            return
    raise Bad("the checkpoint is not signed by the log key")


# --- export -------------------------------------------------------------------------------------------------------------

CRC = []
for _i in range(256):
    _c = _i
    for _ in range(8):
        _c = _c >> 1 ^ (0x82f63b78 if _c & 1 else 0)
    CRC.append(_c)


def crc32c(data):
    c = 0xffffffff
    for b in data:
        c = CRC[(c ^ b) & 255] ^ c >> 8
    return c ^ 0xffffffff


SEAT = b"fieldpost export 2\n"  # how an export for one seat begins


def frames(data):
    magic = b"fieldpost export 1\n"
    whole(data.startswith(magic) or data.startswith(SEAT), "not an export of version 1 or 2")
    at = len(magic)
    while at < len(data):
        whole(len(data) - at >= 9, "cut off")
        kind, length = data[at:at + 1], struct.unpack(">I", data[at + 1:at + 5])[0]
        whole(at + 9 + length <= len(data), "cut off")
        content = data[at + 5:at + 5 + length]
        whole(crc32c(data[at:at + 5 + length]) == struct.unpack(">I", data[at + 5 + length:at + 9 + length])[0], "the sum of a part is wrong")
        at += 9 + length
        yield kind, content, at == len(data)


def record(content):
    v = decode(content)
    need(isinstance(v, list) and len(v) == 3 and v[0] == 1 and type(v[1]) is bytes, "a record")
    secrets = []
    for s in v[2] or []:
        need(isinstance(s, list) and len(s) == 3 and type(s[0]) is str and type(s[1]) is bytes and len(s[1]) == 32, "a secret")
        secrets.append((s[0], s[1], s[2] or b""))
    return v[1], secrets


def veiled(content):
    """The bytes shown of an event of another seat's numbers, and the leaf hash of the whole of it."""
    v = decode(content)
    need(isinstance(v, list) and len(v) == 3 and v[0] == 1 and type(v[1]) is bytes and len(v[1]) == 32 and v[1] != bytes(32) and type(v[2]) is bytes, "a veiled record")
    need(event(v[2])["kind"] in ("Sealed", "OrdersWithdrawn"), "an event that is never shown in part")
    return v[2], v[1]


class Opened:
    """What an export holds, each part being whole: events with their leaf hashes and secrets, the checkpoint, whether the scenario is there,
    whether events are veiled, the leaf hashes of what is shown, and the signature over that."""

    def __init__(self):
        self.records, self.note, self.document, self.veiled, self.shown, self.signature = [], None, False, False, [], b""


def opened(data):
    """The parts of an export."""
    x = Opened()
    records, prev, done, document = x.records, bytes(32), False, None
    for kind, content, last in frames(data):
        whole(not done, "something follows the end")
        if kind == b"R" or kind == b"V" and data.startswith(SEAT):
            try:
                raw, secrets = record(content) if kind == b"R" else (veiled(content)[0], [])
                e, hashed = event(raw), leaf(raw) if kind == b"R" else veiled(content)[1]
            except (Bad, ValueError, IndexError, KeyError, TypeError, OverflowError) as why:
                raise Damaged("event %d: %s" % (len(records) + 1, why))
            whole(e["game"] == (records[0][0]["game"] if records else e["game"]) and e["seq"] == len(records) + 1 and e["prev"] == prev, "event %d does not follow" % e["seq"])
            left = commitments(e)
            for _, salt, plain in secrets:
                h = commit(salt, plain)
                whole(h in left, "event %d: a secret opens nothing" % e["seq"])
                left.remove(h)
            if e["kind"] == "GameAnnounced":
                document = e["body"]["Document"]
            prev, x.veiled = hashed, x.veiled or kind == b"V"
            records.append((e, prev, secrets))
            x.shown.append(leaf(raw))
        elif kind == b"C":
            whole(x.note is None, "two checkpoints")
            try:
                x.note = content.decode("utf-8")
            except UnicodeDecodeError:
                raise Damaged("the checkpoint is not text")
        elif kind == b"S" and data.startswith(SEAT):
            whole(not x.signature, "what it shows is signed twice")
            x.signature = content
        elif kind == b"E":
            whole(records and last and content == u(len(records), 8) + prev + root([r[1] for r in records]), "the end does not fit")
            done = True
        else:
            whole(kind == b"B", "a part of unknown kind")
            whole(sha256(content) == document and not x.document, "a text that no event refers to")
            x.document = True
    whole(done, "cut off")
    return x


def verify(data, with_beacon=True):
    x = opened(data)
    records, note, held = x.records, x.note, x.document
    terms = next((e["body"] for e, _, _ in records if e["kind"] == "TermsSet"), None)
    tree, signed = root([r[1] for r in records]), terms is None
    if note is not None and terms is not None:
        try:
            key = key_of(log_keys(records, terms), len(records))
            check_note(note, terms["Origin"], key, len(records), tree)
            signed = not x.veiled or signed_shown(terms["Origin"], key, x.shown, x.signature)
        except (Bad, ValueError):
            pass  # another key signed, or another tree was signed
    f, closed = Fairness(records[0][0]["game"], with_beacon), False
    for e, h, secrets in records:
        try:
            for label, salt, plain in secrets:
                need(label == audience(e, commit(salt, plain), label), "a secret is labelled for another seat")
            f.apply(e, [(salt, plain) for _, salt, plain in secrets])
        except (Bad, ValueError, IndexError, KeyError, TypeError, OverflowError) as why:
            raise (Bad if signed else Unsigned)("event %d: %s" % (e["seq"], why))
        f.leaves.append(h)
        f.hidden = f.hidden or x.veiled
        closed = closed or e["kind"] == "GameClosed"
    proven = signed and held and not (closed and f.hidden) and not f.restored
    return {"sound": True, "exit": 0 if proven else 2, "signed": signed, "document": held, "game": f.game, "profile": f.profile(), "events": len(records), "root": tree.hex(), "rolls": f.rolls,
            "dice": f.dice, "hidden": f.hidden, "closed": closed, "deeds": f.deeds, "restored": f.restored}


# --- vectors ------------------------------------------------------------------------------------------------------------

def vectors(path):
    v = json.load(open(path))
    for x in v["rfc9381"]:
        beta = vrf_output(bytes.fromhex(x["public"]), bytes.fromhex(x["alpha"]), bytes.fromhex(x["pi"]))
        need(beta.hex() == x["beta"], x["name"])
    d = v["dice"]
    a = alpha(d["game"].encode(), sha256(b"salt"), 0, d["turn"], d["phase"], bytes(32), d["round"], bytes.fromhex(d["rand"]), d["stream"])
    beta = vrf_output(bytes.fromhex(d["public"]), a, bytes.fromhex(d["pi"]))
    need(len(a) == 161 and beta.hex() == d["beta"], "the dice vector")
    for r in d["rolls"]:
        s = blocks(beta)
        need([uniform(s, r["sides"]) + 1 for _ in r["values"]] == r["values"], "d%d" % r["sides"])
    if "quicknet" in v:
        q = v["quicknet"]
        sig = bytes.fromhex(q["signature"])
        need(sha256(sig).hex() == q["randomness"], "quicknet randomness")
        import bls12381
        for round_, want in ((q["round"], True), (q["round"] + 1, False)):
            need(bls12381.verify(bytes.fromhex(q["public"]), sha256(u(round_, 8)), sig, DST) is want, "quicknet round %d" % round_)
    for n in range(2, 257):  # every byte: each result equally often, and only what is too much is thrown away
        counts = [0] * n
        for b in range(256):
            got = uniform(iter([b, 0]), n)
            if b < 256 - 256 % n:
                counts[got] += 1
        need(len(set(counts)) == 1 and sum(counts) == 256 - 256 % n, "uniform(%d)" % n)
    return {"sound": True, "vectors": len(v["rfc9381"]) + 1 + len(d["rolls"]) + ("quicknet" in v), "mapped": 255}


def note(text):
    """A checkpoint with its signatures: (text that is signed, origin, size, root, [(name, bytes)])."""
    body, signatures = text.split("\n\n", 1)
    origin, size, tree = body.split("\n")[:3]
    need(size == str(int(size)) and int(size) >= 0, "a size")
    lines = [l.split(" ") for l in signatures.strip("\n").split("\n")]
    return body + "\n", origin, int(size), base64.b64decode(tree, validate=True), [(l[1], base64.b64decode(l[2], validate=True)) for l in lines if l[0] == "\u2014"]


def excused(notes, export, name, key):
    """Whether a signed export of the key's log declares a restore, has one of two notes, and does not have the other, of which part was lost; or
    whether the key was given up before one of them."""
    records = opened(export).records
    found = verify(export, False)
    terms = next((e["body"] for e, _, _ in records if e["kind"] == "TermsSet"), None)
    if not found["signed"] or terms is None or terms["Origin"] != name:
        return False
    keys = log_keys(records, terms)
    if key not in [k for _, k in keys]:
        return False
    if any(key_of(keys, size) != key for size, _ in notes):
        return True
    if not found["restored"]:
        return False
    leaves = [r[1] for r in records]
    here = [size <= len(leaves) and root(leaves[:size]) == tree for size, tree in notes]
    lost = [not h and size >= found["restored"][0] for h, (size, _) in zip(here, notes)]
    return here[0] and lost[1] or here[1] and lost[0]


def equivocation(data, export=None):
    """Whether the two notes of a proof are signed by its key and cannot both be true, and nothing explains it."""
    head, rest = data.decode("utf-8").split("\n\n", 1)
    lines = head.split("\n")
    need(lines[0] == "fieldpost equivocation proof v1" and lines[2] == "leaves %d" % (len(lines) - 3), "it does not begin as a proof")
    name, ident, key = lines[1].split("+", 2)
    key = base64.b64decode(key, validate=True)
    need(len(key) == 33 and key[0] == 1 and sha256(name.encode(), b"\n", key)[:4].hex() == ident, "the verifier key")
    leaves = [base64.b64decode(l, validate=True) for l in lines[3:]]
    parts = rest.split("\n\n", 2)
    need(len(parts) == 3, "it does not hold two notes")
    notes = sorted([note(parts[0] + "\n\n" + parts[1] + "\n"), note(parts[2])], key=lambda n: n[2])
    for text, origin, _, _, signatures in notes:
        signed = any(n == name and raw[:4].hex() == ident and ed25519(key[1:], text.encode(), raw[4:]) for n, raw in signatures)
        if origin != name or not signed:
            return {"proven": False, "exit": 2}
    (_, _, size, tree, _), (_, _, larger, other, _) = notes
    if size == larger:
        proven = tree != other
    else:
        proven = len(leaves) == larger and root(leaves) == other and root(leaves[:size]) != tree
    declared = False
    if proven and export is not None:
        declared = excused([(size, tree), (larger, other)], export, name, key[1:])
    return {"proven": proven, "restored": declared, "origin": name, "sizes": [size, larger], "exit": 3 if proven and not declared else 2}


def main(args):
    try:
        if args[:1] == ["--vectors"]:
            out = vectors(args[1])
        elif args[:1] == ["--equivocation"]:
            export = None
            if len(args) > 2:
                with open(args[2], "rb") as f:
                    export = f.read()
            with open(args[1], "rb") as f:
                out = equivocation(f.read(), export)
        else:
            paths = [a for a in args if a != "--no-beacon"]
            need(len(paths) == 1, "usage: verify.py [--no-beacon] EXPORT | --each | --vectors FILE | --equivocation FILE [EXPORT]")
            with open(paths[0], "rb") as f:
                out = verify(f.read(), "--no-beacon" not in args)
    except (Damaged, Unsigned) as why:
        print(json.dumps({"sound": False, "fault": "%s: %s" % (type(why).__name__, why), "exit": 2}))
        return 2
    except (Bad, ValueError, IndexError, KeyError, TypeError, OverflowError) as why:
        print(json.dumps({"sound": False, "fault": "%s: %s" % (type(why).__name__, why), "exit": 3}))
        return 3
    print(json.dumps(out))
    return out.get("exit", 0)


if __name__ == "__main__":
    if sys.argv[1:] == ["--each"]:
        for line in sys.stdin:
            main([line.rstrip("\n")])
            sys.stdout.flush()
        sys.exit(0)
    sys.exit(main(sys.argv[1:]))
