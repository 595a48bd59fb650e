"""Orders: accepted once, booked once, reported until acknowledged. Each step is one transaction, and may be the last."""
import json
from dataclasses import dataclass

from feed import tell_standing_orders
from store import tell
from wire import cents

OPTIONAL = ("ultimateDebtor", "ultimateCreditor", "purposeCode", "remittanceInformationUnstructured")


@dataclass(frozen=True)
class Payment:
    debtor: object
    creditor: object  # An account of this bank, or None.
    creditor_name: str
    creditor_account: dict
    amount: int
    details: dict


def find_account(core, reference):
    return next((account for account in core.accounts() if account.iban == reference.get("iban")), None)


class Orders:
    def __init__(self, store, core):
        self.store, self.core = store, core

    def submit(self, request):
        """The same paymentId again changes nothing. It is accepted when it is on the disk, with its first report."""
        with self.store.transaction() as db:
            row = (request["paymentId"], json.dumps(request))
            if db.execute("INSERT OR IGNORE INTO orders (payment_id, request) VALUES (?, ?)", row).rowcount:
                self.report(db, request["paymentId"], "ACSP")
        return {"accepted": True}

    def withdraw(self, request):
        with self.store.transaction() as db:
            moved = self.move(db, request["paymentId"], "accepted", "withdrawn")
            if moved:
                self.report(db, request["paymentId"], "CANC")
            row = db.execute("SELECT status FROM orders WHERE payment_id = ?", (request["paymentId"],)).fetchone()
            return {"withdrawn": row is not None and row["status"] == "withdrawn"}

    def open(self):
        query = "SELECT payment_id FROM orders WHERE status IN ('accepted', 'booking') ORDER BY rowid LIMIT 100"
        return [row["payment_id"] for row in self.store.all(query)]

    def execute(self, payment_id):
        """
        From here on it cannot be withdrawn. The core system books in a database of its own, so a kill after it booked
        leaves the order in `booking`: the next process asks the core system again, with the same key.
        """
        with self.store.transaction() as db:
            self.move(db, payment_id, "accepted", "booking")
        order = self.store.one("SELECT status, request FROM orders WHERE payment_id = ?", payment_id)
        if order["status"] != "booking":
            return  # Withdrawn, or executed by another replica.
        request = json.loads(order["request"])
        payment, reason = self.checked(request)
        reason = reason or self.core.book(payment_id, payment)
        with self.store.transaction() as db:
            if self.move(db, payment_id, "booking", "rejected" if reason else "executed", reason):
                self.report(db, payment_id, "RJCT" if reason else "ACSC", reason)

    def checked(self, request):
        """The service is trusted as far as the TPP: whether this PSU may debit this account is decided here again."""
        body = request["body"]
        debtor, creditor = self.find(body["debtorAccount"]), self.find(body["creditorAccount"])
        reason = (
            "AC01" if debtor is None
            else "AG01" if request["psuId"] not in debtor.psus or debtor.statements_only or debtor == creditor
            else "AM03" if body["instructedAmount"]["currency"] != debtor.currency
            else "AM09" if (amount := cents(body["instructedAmount"])) is None
            else None
        )
        if reason:
            return None, reason
        details = {
            "endToEndId": body.get("endToEndIdentification", "NOTPROVIDED"), "proprietaryBankTransactionCode": "TRANSFER",
            **{name: body[name] for name in OPTIONAL if name in body},
        }
        return Payment(debtor, creditor, body["creditorName"], body["creditorAccount"], amount, details), None

    def find(self, reference):
        return find_account(self.core, reference)

    def check_funds(self, request):
        account = self.find(request["account"])
        if account is None:
            return {"fundsAvailable": False, "reasonCode": "AC01"}
        if request["instructedAmount"]["currency"] != account.currency:
            return {"fundsAvailable": False, "reasonCode": "AM03"}
        amount = cents(request["instructedAmount"])
        if amount is None:
            return {"fundsAvailable": False, "reasonCode": "AM09"}
        return {"fundsAvailable": self.core.available(account) >= amount}

    def put_standing_order(self, request):
        """One that ended stays ended, in whatever order messages come. The service executes it; this is for display."""
        debtor, ended = self.find(request["body"]["debtorAccount"]), not request["active"]
        account = debtor.id if debtor is not None and request["psuId"] in debtor.psus else None
        row = (request["paymentId"], request["psuId"], account, request["active"], json.dumps(request["body"]))
        with self.store.transaction() as db:
            new = db.execute("INSERT OR IGNORE INTO standing_orders VALUES (?, ?, ?, ?, ?)", row).rowcount
            closing = "UPDATE standing_orders SET active = 0 WHERE payment_id = ? AND active = 1"
            changed = new or (ended and db.execute(closing, (request["paymentId"],)).rowcount)
            if changed and account is not None:
                tell_standing_orders(db, account)
        return {"stored": True}

    def move(self, db, payment_id, before, after, reason=None):
        update = "UPDATE orders SET status = ?, reason = ? WHERE payment_id = ? AND status = ?"
        return db.execute(update, (after, reason, payment_id, before)).rowcount == 1

    def report(self, db, payment_id, status, reason=None):
        message = {"paymentId": payment_id, "transactionStatus": status, **({"reasonCode": reason} if reason else {})}
        tell(db, payment_id, "payments.reportExecution", message)
