"""An OAuth client of a TPP in Python, by the standard library alone: python3 oauth_client.py ISSUER CLIENT_ID SCOPE REDIRECT_URI CA CERTIFICATE KEY

Prints where the browser goes, reads where it came back to, and prints the token response and what the token opens, as JSON lines.
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

issuer, client_id, scope, redirect_uri, ca, certificate, key = sys.argv[1:]
tls = ssl.create_default_context(cafile=ca)
tls.load_cert_chain(certificate, key)


def ask(url, form=None, headers=None):
    data = None if form is None else urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(url, data=data, headers=headers or {})
    try:
        with urllib.request.urlopen(request, context=tls) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def say(**line):
    print(json.dumps(line), flush=True)


_, metadata = ask(f"{issuer}/.well-known/oauth-authorization-server")
assert metadata["issuer"] == issuer
verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
digest = hashlib.sha256(verifier.encode()).digest()
challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
_, pushed = ask(
    metadata["pushed_authorization_request_endpoint"],
    {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": scope,
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    },
)
query = urllib.parse.urlencode({"client_id": client_id, "request_uri": pushed["request_uri"]})
say(url=f"{metadata['authorization_endpoint']}?{query}")

back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(sys.stdin.readline().strip()).query))
assert back["state"] == state and back["iss"] == issuer
status, tokens = ask(
    metadata["token_endpoint"],
    {
        "grant_type": "authorization_code",
        "client_id": client_id,
        "code": back["code"],
        "redirect_uri": redirect_uri,
        "code_verifier": verifier,
    },
)
say(status=status, type=tokens.get("token_type"), scope=tokens.get("scope"))
status, accounts = ask(
    f"{issuer}/v1/accounts",
    headers={"Authorization": f"Bearer {tokens['access_token']}", "X-Request-ID": str(uuid.uuid4())},
)
say(status=status, accounts=len(accounts.get("accounts", [])))
