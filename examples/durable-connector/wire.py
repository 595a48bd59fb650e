"""The form of requests, refusals and amounts (docs/bank-connector.md)."""
import json, re
from decimal import Decimal

# What must be in a request. A dict stands for an object with at least these fields; others are passed over.
AMOUNT = {"currency": str, "amount": str}
PAYMENT = {"debtorAccount": dict, "instructedAmount": AMOUNT, "creditorAccount": dict, "creditorName": str}
REQUESTS = {
    "bank.identifyPsu": {"psuId": str},
    "bank.readSigningRules": {"accounts": list},
    "bank.checkExemption": {"psuId": str, "content": {"kind": str}},
    "bank.verifyPassword": {"psuId": str, "password": str},
    "bank.sendChallenge": {
        "challengeId": str, "psuId": str, "authenticationMethodId": str,
        "contentHash": str, "text": str, "lifetimeSeconds": int,
    },
    "bank.verifyChallenge": {"challengeId": str, "attemptId": str, "contentHash": str, "code": str},
    "bank.withdrawChallenge": {"challengeId": str},
    "bank.checkFunds": {"account": dict, "instructedAmount": AMOUNT},
    "bank.submitPayment": {"paymentId": str, "psuId": str, "body": PAYMENT},
    "bank.putStandingOrder": {
        "paymentId": str, "psuId": str, "active": bool, "body": {**PAYMENT, "startDate": str, "frequency": str},
    },
    "bank.withdrawPayment": {"paymentId": str},
}
# The refusals of this bank, and their code (docs/errors.md).
CODES = {
    "bodyInvalid": "400", "fieldInvalid": "400", "scaMethodUnknown": "400", "psuCredentialsInvalid": "401",
    "serviceUnavailable": "503", "overloaded": "503", "internalError": "500",
}


class Refusal(Exception):
    """Says no by a word of docs/errors.md, and names the field that caused it, never its value."""

    def __init__(self, word, path=None):
        self.word, self.path = word, path


def parse(data, form):
    try:
        request = json.loads(data)
    except ValueError:
        raise Refusal("bodyInvalid") from None
    check(request, form)
    return request


def check(value, form, path=""):
    if isinstance(form, dict):
        if not isinstance(value, dict):
            raise Refusal("fieldInvalid", path)
        for name, inner in form.items():
            check(value.get(name), inner, f"{path}.{name}" if path else name)
        if form is AMOUNT and not re.fullmatch(r"\d{1,14}(\.\d{1,3})?", value["amount"]):
            raise Refusal("fieldInvalid", f"{path}.amount")
    elif not isinstance(value, form) or (isinstance(value, bool) and form is not bool):
        raise Refusal("fieldInvalid", path)


def cents(amount):
    """None where it has a part of a cent."""
    units = Decimal(amount["amount"]) * 100
    return int(units) if units == int(units) else None


def amount_of(units, currency="EUR"):
    return {"currency": currency, "amount": f"{Decimal(units) / 100:.2f}"}
