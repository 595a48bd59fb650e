"""An OAuth client of a TPP in Python, by the standard library alone: python3 oauth_client.py ISSUER CLIENT_ID SCOPE REDIRECT_URI CA CERTIFICATE KEY

With the scope of a consent (AIS:<id>) it reads accounts, refreshes and revokes. With that of a service (PIS) it learns who the PSU is, initiates a payment
without PSU-ID, and has it approved by OAuth too. Prints where the browser goes, reads where it came back to, and prints what it got, as JSON lines.
"""

import base64
import hashlib
import json
import secrets
import ssl
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

issuer, client_id, wanted, redirect_uri, ca, certificate, key = sys.argv[1:]
tls = ssl.create_default_context(cafile=ca)
tls.load_cert_chain(certificate, key)


def ask(url, form=None, body=None, headers=None):
    data = None
    headers = dict(headers or {})
    if form is not None:
        data = urllib.parse.urlencode(form).encode()
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(url, data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, context=tls) as response:
            return response.status, json.loads(response.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def say(**line):
    print(json.dumps(line), flush=True)


def xs2a(path, token, body=None):
    headers = {
        "Authorization": f"Bearer {token}",
        "X-Request-ID": str(uuid.uuid4()),
        "PSU-IP-Address": "192.0.2.10",
        "TPP-Redirect-URI": redirect_uri,
    }
    return ask(f"{issuer}{path}", body=body, headers=headers)


def walk(metadata, scope):
    """From the authorisation request, which is pushed, to the tokens."""
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    digest = hashlib.sha256(verifier.encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    request = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": scope,
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    _, pushed = ask(metadata["pushed_authorization_request_endpoint"], form=request)
    query = urllib.parse.urlencode({"client_id": client_id, "request_uri": pushed["request_uri"]})
    say(url=f"{metadata['authorization_endpoint']}?{query}", scope=scope)

    back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(sys.stdin.readline().strip()).query))
    assert back["state"] == state and back["iss"] == issuer
    exchange = {
        "grant_type": "authorization_code",
        "client_id": client_id,
        "code": back["code"],
        "redirect_uri": redirect_uri,
        "code_verifier": verifier,
    }
    status, tokens = ask(metadata["token_endpoint"], form=exchange)
    say(status=status, type=tokens.get("token_type"), scope=tokens.get("scope"), refreshes="refresh_token" in tokens)
    return tokens


def use_consent(metadata, tokens):
    status, accounts = xs2a("/v1/accounts", tokens["access_token"])
    say(status=status, accounts=len(accounts.get("accounts", [])))
    refresh = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": tokens["refresh_token"]}
    status, renewed = ask(metadata["token_endpoint"], form=refresh)
    say(refreshed=status, read=xs2a("/v1/accounts", renewed["access_token"])[0])
    revoke = {"client_id": client_id, "token": tokens["refresh_token"]}
    status, _ = ask(metadata["revocation_endpoint"], form=revoke)
    say(revoked=status, refreshed=ask(metadata["token_endpoint"], form=refresh)[0])


def use_pre_step(tokens):
    payment = {
        "instructedAmount": {"currency": "EUR", "amount": "12.50"},
        "debtorAccount": {"iban": "HR2799900051100000019"},
        "creditorName": "Ana Anić",
        "creditorAccount": {"iban": "HR1210010051863000160"},
        "remittanceInformationUnstructured": "By OAuth",
    }
    status, created = xs2a("/v1/payments/sepa-credit-transfers", tokens["access_token"], payment)
    say(status=status, transactionStatus=created.get("transactionStatus"))
    # The link says which server approves it.
    _, metadata = ask(created["_links"]["scaOAuth"]["href"])
    approved = walk(metadata, f"PIS:{created['paymentId']}")
    status, answer = xs2a(created["_links"]["status"]["href"], approved["access_token"])
    say(status=status, transactionStatus=answer.get("transactionStatus"))


_, found = ask(f"{issuer}/.well-known/oauth-authorization-server")
assert found["issuer"] == issuer
got = walk(found, wanted)
if ":" in wanted:
    use_consent(found, got)
else:
    use_pre_step(got)
