"""A bank in memory: two PSUs, an account each. Knows nothing of the bus. A real bank asks its core system instead."""
import asyncio, hashlib, hmac, secrets, time
from datetime import date, datetime, timezone
from decimal import Decimal

METHOD = {
    "authenticationMethodId": "sms", "authenticationType": "SMS_OTP", "name": "SMS", "authenticationVersion": "1.0",
    "explanation": "The code comes by SMS.",
}
BIC = "DEMOHR2X"


class Refusal(Exception):
    """Says no by a word of docs/errors.md, and names the field that caused it."""

    def __init__(self, word, path=None):
        self.word, self.path = word, path


def hashed(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


def cents(amount):
    return int(Decimal(amount["amount"]) * 100)


def euros(units):
    return {"currency": "EUR", "amount": f"{Decimal(units) / 100:.2f}"}


class Psu:
    def __init__(self, psu_id, name):
        self.id, self.name, self.salt = psu_id, name, secrets.token_bytes(16)
        self.password, self.inbox = hashed(f"{psu_id}-pass", self.salt), []


class Account:
    def __init__(self, account_id, iban, owner, opening):
        self.id, self.iban, self.owner = account_id, iban, owner
        self.balance, self.entries, self.version = 0, [], 0
        self.changed = asyncio.Event()
        self.book(opening, f"{account_id}-opening", {"remittanceInformationUnstructured": "Opening balance"})

    def book(self, units, reference, details):
        """Moves the balance and adds the entry together. A version is never used twice, not even after a restart."""
        self.balance += units
        self.version = max(self.version + 1, int(time.time() * 1000))
        today = date.today().isoformat()
        self.entries.append({
            "bankReference": reference, "bookingStatus": "booked", "sequence": self.version, "bookingDate": today,
            "valueDate": today, "transactionAmount": euros(units), **details,
        })
        self.changed.set()

    def fed(self):
        return {
            "bankAccountId": self.id, "owners": [self.owner.id], "reference": {"iban": self.iban, "currency": "EUR"},
            "currency": "EUR", "name": "Current account", "displayName": "Everyday", "product": "Current account",
            "bic": BIC, "ownerName": self.owner.name, "details": "No monthly fee.", "cashAccountType": "CACC",
            "trustedBeneficiaries": [{
                "trustedBeneficiaryId": f"{self.id}-T1", "creditorAccount": {"iban": "HR1210010051863000160"}, "creditorName": "Ana Anić",
            }],
        }

    def balances(self):
        kinds = ("closingBooked", "interimAvailable")
        return [{"balanceType": kind, "balanceAmount": euros(self.balance)} for kind in kinds]


class Bank:
    def __init__(self):
        ana, ivo = Psu("psu-ana", "Ana Kovač"), Psu("psu-ivo", "Ivo Marić")
        self.psus = {psu.id: psu for psu in (ana, ivo)}
        self.accounts = [
            Account("B-1", "HR7099900131100000017", ana, 100_000),
            Account("B-2", "HR4899900131100000025", ivo, 2_500),
        ]
        self.challenges, self.orders, self.accepted = {}, {}, []

    def find(self, reference):
        return next((account for account in self.accounts if account.iban == reference.get("iban")), None)

    def identifyPsu(self, request):
        if "corporateId" in request:
            return {"known": False, "corporateIdUnknown": True}  # This bank has no companies.
        psu = self.psus.get(request["psuId"])
        if psu is None:
            return {"known": False}
        own = [
            {"reference": {"iban": account.iban}, "currency": "EUR", "name": "Current account", "signaturesNeeded": 1}
            for account in self.accounts if account.owner is psu
        ]
        return {"known": True, "name": psu.name, "scaMethods": [METHOD], "accounts": own}

    def readSigningRules(self, request):
        return {"signaturesNeeded": 1, **({"companyKnown": False} if "corporateId" in request else {})}

    def verifyPassword(self, request):
        """An unknown PSU costs the same time as a wrong password."""
        psu = self.psus.get(request["psuId"])
        salt, expected = (psu.salt, psu.password) if psu else (b"nobody", b"")
        return {"verified": hmac.compare_digest(hashed(request["password"], salt), expected)}

    def sendChallenge(self, request):
        psu = self.psus.get(request["psuId"])
        if psu is None:
            raise Refusal("psuCredentialsInvalid")
        if request["authenticationMethodId"] != METHOD["authenticationMethodId"]:
            raise Refusal("scaMethodUnknown", "authenticationMethodId")
        if request["challengeId"] not in self.challenges:  # The same one again sends nothing more.
            code = f"{secrets.randbelow(1_000_000):06}"
            until = time.time() + request["lifetimeSeconds"]
            self.challenges[request["challengeId"]] = {
                "code": code, "contentHash": request["contentHash"], "until": until, "used": False, "verdicts": {},
            }
            at = datetime.now(timezone.utc).isoformat()
            psu.inbox.insert(0, {"at": at, "channel": "sms", "text": request["text"], "code": code})
        return {"otpMaxLength": 6, "otpFormat": "integer", "additionalInformation": "The code is in your messages."}

    def verifyChallenge(self, request):
        """A code counts once, in its lifetime, for its content alone. The same attempt gets the same verdict."""
        challenge = self.challenges.get(request["challengeId"])
        if challenge is None:
            return {"verdict": "wrong"}
        verdicts, attempt = challenge["verdicts"], request["attemptId"]
        if attempt not in verdicts:
            right = hmac.compare_digest(challenge["code"].encode(), request["code"].encode())
            fits = right and challenge["contentHash"] == request["contentHash"] and not challenge["used"]
            late = time.time() >= challenge["until"]
            verdicts[attempt] = "expired" if late else "accepted" if fits else "wrong"
            challenge["used"] = challenge["used"] or verdicts[attempt] == "accepted"
        return {"verdict": verdicts[attempt]}

    def checkFunds(self, request):
        account = self.find(request["account"])
        if account is None:
            return {"fundsAvailable": False, "reasonCode": "AC01"}
        if request["instructedAmount"]["currency"] != "EUR":
            return {"fundsAvailable": False, "reasonCode": "AM03"}
        return {"fundsAvailable": account.balance >= cents(request["instructedAmount"])}

    def submitPayment(self, request):
        """The same paymentId again changes nothing. A real bank stores the order before it answers."""
        if request["paymentId"] not in self.orders:
            self.orders[request["paymentId"]] = {**request, "status": "accepted"}
            self.accepted.append(request["paymentId"])
        return {"accepted": True}

    def withdrawPayment(self, request):
        order = self.orders.get(request["paymentId"], {"status": "unknown"})
        if order["status"] == "accepted":
            order["status"] = "withdrawn"
        return {"withdrawn": order["status"] == "withdrawn"}

    def readInbox(self, request):
        psu = self.psus.get(request["psuId"])
        return {"messages": psu.inbox if psu else []}

    def execute(self, payment_id):
        """Books an order once, or says why not: the status to report, and the ISO 20022 reason."""
        order = self.orders[payment_id]
        if order["status"] == "withdrawn":
            return "CANC", None
        body = order["body"]
        debtor, creditor = self.find(body["debtorAccount"]), self.find(body["creditorAccount"])
        reason = (
            "AC01" if debtor is None
            else "AG01" if debtor.owner.id != order["psuId"] or debtor is creditor
            else "AM03" if body["instructedAmount"]["currency"] != "EUR"
            else "AM04" if debtor.balance < cents(body["instructedAmount"])
            else None
        )
        order["status"] = "rejected" if reason else "executed"
        if reason:
            return "RJCT", reason
        units = cents(body["instructedAmount"])
        details = {
            "endToEndId": body.get("endToEndIdentification", "NOTPROVIDED"), "proprietaryBankTransactionCode": "TRANSFER",
            **{name: body[name] for name in ("ultimateDebtor", "ultimateCreditor", "purposeCode") if name in body},
        }
        payee = {"creditorName": body["creditorName"], "creditorAccount": body["creditorAccount"]}
        debtor.book(-units, f"{payment_id}-D", {**details, **payee})
        if creditor is not None:
            payer = {"debtorName": debtor.owner.name, "debtorAccount": {"iban": debtor.iban}, "debtorAgent": BIC}
            creditor.book(units, f"{payment_id}-C", {**details, **payer})
        return "ACSC", None
