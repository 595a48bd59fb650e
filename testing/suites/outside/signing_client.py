"""A TPP that shares no line with the service: the standard library speaks TLS, pyhttpsig and cryptography sign.

Usage: signing_client.py ORDER.json, where ORDER names the address and the PEM files. Writes a JSON list of
{name, expected, answered}, each "status code path" as far as there are some.
"""

import base64
import datetime
import hashlib
import http.client
import json
import ssl
import sys
import uuid
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding
from httpsig import HeaderSigner

ORDER = json.load(open(sys.argv[1], encoding="utf-8"))
PATH = "/v1/consents"
BODY = json.dumps(
    {
        "access": {"balances": [{"iban": "HR2799900051100000019"}]},
        "recurringIndicator": False,
        "validUntil": "9999-12-31",
        "frequencyPerDay": 1,
    }
).encode()
INVALID = "401 SIGNATURE_INVALID Signature"
COVERED = ["digest", "x-request-id", "psu-id", "tpp-redirect-uri"]


class Seal:
    """A seal as its owner has it: certificate, key, and how a signature names it."""

    def __init__(self, name):
        self.pem = open(ORDER["seals"][name]["certificate"], encoding="ascii").read()
        self.key_pem = open(ORDER["seals"][name]["key"], encoding="ascii").read()
        self.certificate = x509.load_pem_x509_certificate(self.pem.encode())
        self.key = serialization.load_pem_private_key(self.key_pem.encode(), None)
        self.der = base64.b64encode(self.certificate.public_bytes(serialization.Encoding.DER)).decode()
        self.serial = format(self.certificate.serial_number, "X")
        self.issuer = self.certificate.issuer.rfc4514_string()
        self.key_id = f"SN={self.serial},CA={self.issuer}"


SEALS = {name: Seal(name) for name in ORDER["seals"]}
OWN, EC, OTHER = SEALS["own"], SEALS["ec"], SEALS["other"]


def digest_of(body, name="SHA-256"):
    return f"{name}={base64.b64encode(hashlib.new(name.replace('-', '').lower(), body).digest()).decode()}"


def headers_of(seal=OWN, body=BODY, digest="SHA-256"):
    return {
        "X-Request-ID": str(uuid.uuid4()),
        "Content-Type": "application/json",
        "Digest": digest_of(body, digest),
        "TPP-Signature-Certificate": seal.der,
        "PSU-ID": "psu-empty",
        "TPP-Redirect-URI": "https://tpp.example/ok",
    }


def by_library(headers, seal=OWN, algorithm="rsa-sha256", covered=COVERED, method="POST", path=PATH):
    """Signed by the public library alone."""
    signer = HeaderSigner(seal.key_id, seal.key_pem, algorithm=algorithm, headers=covered, sign_header="signature")
    signed = signer.sign(headers, method=method, path=path)
    return {**headers, "Signature": signed["signature"]}


def by_hand(headers, seal=OWN, algorithm="rsa-sha256", covered=COVERED, key_id=None, way=None, extra=""):
    """Signed as the draft says, for what the library cannot or would not do."""
    known = {name.lower(): value for name, value in headers.items()}
    text = "\n".join(f"{name}: {known.get(name, '')}" for name in covered).encode()
    if way is not None:
        raw = way(seal.key, text)
    elif isinstance(seal.key, ec.EllipticCurvePrivateKey):
        raw = seal.key.sign(text, ec.ECDSA(hashes.SHA256()))
    else:
        raw = seal.key.sign(text, padding.PKCS1v15(), hashes.SHA256())
    value = (
        f'keyId="{seal.key_id if key_id is None else key_id}",algorithm="{algorithm}",'
        f'headers="{" ".join(covered)}",signature="{base64.b64encode(raw).decode()}"{extra}'
    )
    return {**headers, "Signature": value}


CONTEXT = ssl.create_default_context(cafile=ORDER["authority"])
CONTEXT.load_cert_chain(ORDER["client"]["certificate"], ORDER["client"]["key"])
ADDRESS = urlsplit(ORDER["url"])
CONNECTION = http.client.HTTPSConnection(ADDRESS.hostname, ADDRESS.port, context=CONTEXT, timeout=10)


def send(headers, body=BODY, method="POST", path=PATH):
    """Sends headers as they are, also twice: a dictionary, or a list of pairs."""
    CONNECTION.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items() if isinstance(headers, dict) else headers:
        CONNECTION.putheader(name, value)
    if method == "POST":
        CONNECTION.putheader("Content-Length", str(len(body)))
    CONNECTION.endheaders(body if method == "POST" else None)
    answer = CONNECTION.getresponse()
    text = answer.read().decode()
    message = (json.loads(text).get("tppMessages") or [{}])[0] if text else {}
    parts = [str(answer.status)]
    if answer.status >= 400:
        parts += [message[name] for name in ("code", "path") if name in message]
    return " ".join(parts)


RESULTS = []


def case(name, expected, headers, **sending):
    RESULTS.append({"name": name, "expected": expected, "answered": send(headers, **sending)})


def changed(headers, name, value):
    return {**headers, name: value}


def without(headers, name):
    return {key: value for key, value in headers.items() if key != name}


def now(seconds=0):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.strftime("%a, %d %b %Y %H:%M:%S GMT")


def pss(key, text):
    return key.sign(text, padding.PSS(padding.MGF1(hashes.SHA512()), padding.PSS.DIGEST_LENGTH), hashes.SHA512())


def sha1(key, text):
    return key.sign(text, padding.PKCS1v15(), hashes.SHA1())


def accepted():
    case("rsa-sha256 by the library", "201", by_library(headers_of()))
    case("rsa-sha512 by the library, digest SHA-512", "201", by_library(headers_of(digest="SHA-512"), algorithm="rsa-sha512"))
    every = ["(request-target)", "date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri", "content-type"]
    case("the request target, the date and more covered, by the library", "201", by_library({**headers_of(), "Date": now()}, covered=every))
    case("another order of the covered headers", "201", by_library(headers_of(), covered=COVERED[::-1]))
    case("ecdsa-sha256", "201", by_hand(headers_of(EC), EC, "ecdsa-sha256"))
    case("hs2019 with a P-256 key", "201", by_hand(headers_of(EC), EC, "hs2019"))
    case("hs2019 with RSASSA-PSS", "201", by_hand(headers_of(), algorithm="hs2019", way=pss))
    case("hs2019 with RSASSA-PKCS1-v1_5", "201", by_hand(headers_of(), algorithm="hs2019"))
    pem = OWN.pem.strip().replace("\n", " ")
    case("the certificate as PEM", "201", by_library(changed(headers_of(), "TPP-Signature-Certificate", pem)))
    case("the serial number in small letters", "201", by_hand(headers_of(), key_id=f"SN={OWN.serial.lower()},CA={OWN.issuer}"))
    reading = without(without(headers_of(body=b""), "PSU-ID"), "TPP-Redirect-URI")
    target = f"{PATH}/{uuid.uuid4()}"
    signed = by_library(reading, covered=["(request-target)", "digest", "x-request-id"], method="GET", path=target)
    case("a read without a body goes on to the question", "403 CONSENT_UNKNOWN", signed, method="GET", path=target, body=b"")


def corrupted():
    good = by_library(headers_of())
    for name, value, path in [
        ("X-Request-ID", str(uuid.uuid4()), "Signature"),
        ("PSU-ID", "psu-multi", "Signature"),
        ("TPP-Redirect-URI", "https://canary.example/", "Signature"),
        ("Digest", digest_of(b"{}"), "Signature"),
    ]:
        case(f"{name} changed", f"401 SIGNATURE_INVALID {path}", changed(good, name, value))
    case("one byte of the body changed", "401 SIGNATURE_INVALID Digest", good, body=BODY.replace(b"999", b"899"))
    case("a space behind the body", "401 SIGNATURE_INVALID Digest", good, body=BODY + b" ")
    case("no body", "401 SIGNATURE_INVALID Digest", good, body=b"")
    case("PSU-ID added", INVALID, {**by_library(without(headers_of(), "PSU-ID"), covered=["digest", "x-request-id", "tpp-redirect-uri"]), "PSU-ID": "psu-empty"})
    case("PSU-Corporate-ID added", INVALID, {**good, "PSU-Corporate-ID": "corp-1"})
    case("PSU-ID taken away", INVALID, without(good, "PSU-ID"))
    case("TPP-Redirect-URI taken away", INVALID, without(good, "TPP-Redirect-URI"))
    for name in COVERED:
        rest = [one for one in COVERED if one != name]
        case(f"{name} not covered", INVALID, by_library(headers_of(), covered=rest))
    wrong_order = good["Signature"].replace('digest x-request-id', 'x-request-id digest')
    case("covered headers in another order than signed", INVALID, changed(good, "Signature", wrong_order))
    case("a covered header named twice", INVALID, by_hand(headers_of(), covered=COVERED + ["digest"]))
    case("a covered header that is not sent", INVALID, by_hand(headers_of(), covered=COVERED + ["date"]))
    for name in ["Digest", "Signature", "TPP-Signature-Certificate", "X-Request-ID", "PSU-ID"]:
        expected = INVALID if name in ("X-Request-ID", "PSU-ID") else f"400 FORMAT_ERROR {name}"
        case(f"{name} sent twice", expected, [*good.items(), (name, good[name])])
    for name, expected in [
        ("Digest", "401 SIGNATURE_MISSING Digest"),
        ("TPP-Signature-Certificate", "401 CERTIFICATE_MISSING TPP-Signature-Certificate"),
        ("Signature", "401 SIGNATURE_MISSING Signature"),
    ]:
        case(f"{name} left out", expected, without(good, name))
    for name in ["MD5", "SHA-1", "SHA-512"]:
        value = digest_of(BODY, name)
        path = "Digest"
        if name == "SHA-512":
            value = value.replace("SHA-512", "SHA-256")
        case(f"digest of {name}", f"401 SIGNATURE_INVALID {path}", by_library(changed(headers_of(), "Digest", value)))
    case("SHA-1 under its name", INVALID, by_library(headers_of(), algorithm="rsa-sha1"))
    case("SHA-1 under another name", INVALID, by_hand(headers_of(), way=sha1))
    case("a shared secret: the certificate as the key", INVALID, changed(good, "Signature", good["Signature"].replace("rsa-sha256", "hmac-sha256")))
    case("rsa-sha512 said, rsa-sha256 done", INVALID, by_hand(headers_of(), algorithm="rsa-sha512"))
    case("ecdsa-sha256 said, RSA done", INVALID, by_hand(headers_of(), algorithm="ecdsa-sha256"))
    case("another serial number", INVALID, by_hand(headers_of(), key_id=f"SN={OTHER.serial},CA={OWN.issuer}"))
    case("another issuer", INVALID, by_hand(headers_of(), key_id=f"SN={OWN.serial},CA=CN=Canary CA"))
    case("a keyId that is an address", INVALID, by_hand(headers_of(), key_id="https://canary.example/key"))
    case("signed by the key of another TPP", INVALID, changed(by_hand(headers_of(), seal=OTHER, key_id=OWN.key_id), "TPP-Signature-Certificate", OWN.der))
    flipped = good["Signature"].split('signature="')
    letter = "A" if flipped[1][9] != "A" else "B"
    case("one letter of the signature changed", INVALID, changed(good, "Signature", f'{flipped[0]}signature="{flipped[1][:9]}{letter}{flipped[1][10:]}'))
    case("half of the signature", INVALID, changed(good, "Signature", f'{flipped[0]}signature="{flipped[1][:100]}",headers="{" ".join(COVERED)}"'))
    for seconds in (-600, 600):
        dated = {**headers_of(), "Date": now(seconds)}
        case(f"a covered Date {seconds} s from now", "401 SIGNATURE_INVALID Date", by_library(dated, covered=["date", *COVERED]))
    for seconds in (0, -4_500):
        case(f"a Date {seconds} s from now that is not covered", "401 SIGNATURE_INVALID Date", by_library({**headers_of(), "Date": now(seconds)}))
    target = ["(request-target)", *COVERED]
    case("signed for another address", INVALID, by_library(headers_of(), covered=target, path="/v1/signing-baskets"))
    case("signed for another method", INVALID, by_library(headers_of(), covered=target, method="PUT"))
    created = by_hand(headers_of(), algorithm="hs2019", covered=["(created)", *COVERED], extra=f",created={int(datetime.datetime.now().timestamp()) - 9_000}")
    case("a (created) of hours ago, which is no header of this draft", INVALID, created)
    for name, code in [
        ("other", "CERTIFICATE_INVALID"),
        ("expired", "CERTIFICATE_EXPIRED"),
        ("revoked", "CERTIFICATE_REVOKED"),
        ("stranger", "CERTIFICATE_INVALID"),
        ("web", "CERTIFICATE_INVALID"),
        ("roleless", "ROLE_INVALID"),
    ]:
        seal = SEALS[name]
        case(f"the seal {name}", f"401 {code} TPP-Signature-Certificate", by_library(headers_of(seal), seal))


def replayed():
    headers = by_library(headers_of())
    case("sent once", "201", headers)
    case("sent again, to the letter", "201", headers)
    other = BODY.replace(b'"recurringIndicator": false', b'"recurringIndicator":  false')
    again = {**headers_of(body=other), "X-Request-ID": headers["X-Request-ID"]}
    case("its request id for another body", "400 FORMAT_ERROR X-Request-ID", by_library(again), body=other)
    reading = {**without(without(headers_of(body=b""), "PSU-ID"), "TPP-Redirect-URI")}
    target = f"{PATH}/{uuid.uuid4()}"
    signed = by_library(reading, covered=["digest", "x-request-id"])
    case("a read whose signature covers neither method nor address", "403 CONSENT_UNKNOWN", signed, method="GET", path=target, body=b"")
    for method, path in [("DELETE", target), ("GET", f"{target}/status"), ("POST", f"{target}/authorisations")]:
        case(f"its signature for {method} {path}", "401 SIGNATURE_INVALID X-Request-ID", signed, method=method, path=path, body=b"")
    case("the same read again", "403 CONSENT_UNKNOWN", signed, method="GET", path=target, body=b"")


for part in (accepted, corrupted, replayed):
    part()
print(json.dumps(RESULTS))
