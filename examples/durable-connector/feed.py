"""
What TPPs may read, told ahead: accounts, entries, balances, standing orders. Two sources: what the core system booked
since the last time (deltas), and statements of accounts that the core system tells nothing else of (camt.py).
"""
import json

from sample_bank import BIC
from store import next_number, tell
from wire import amount_of

PART = 500  # Entries in a message: far below 1 MiB.


class Feed:
    def __init__(self, store, core):
        self.store, self.core = store, core

    def tell_accounts(self):
        """What is new or changed. A closed account is told once more, with the status `deleted`."""
        for account in self.core.accounts():
            message = json.dumps(account_message(account))
            with self.store.transaction() as db:
                old = db.execute("SELECT message FROM fed_accounts WHERE account = ?", (account.id,)).fetchone()
                if old is None or old["message"] != message:
                    db.execute("INSERT OR IGNORE INTO fed_accounts (account, message) VALUES (?, '')", (account.id,))
                    db.execute("UPDATE fed_accounts SET message = ? WHERE account = ?", (message, account.id))
                    tell(db, account.id, "accounts.putAccounts", {"accounts": [json.loads(message)]})

    def take_delta(self):
        """Entries, and how far they were taken, in one transaction. Balances follow their entries, never the reverse."""
        while True:
            position = self.store.one("SELECT position FROM progress WHERE name = 'core'")["position"]
            entries, balances = self.core.delta(position, PART)
            with self.store.transaction() as db:
                if db.execute("SELECT position FROM progress WHERE name = 'core'").fetchone()["position"] != position:
                    continue  # Somebody else took more: these balances are not the newest.
                if entries:
                    db.execute("UPDATE progress SET position = ? WHERE name = 'core'", (entries[-1]["position"],))
                by_account = {}
                for entry in entries:
                    if entry["account"] is None:
                        continue  # Of the bank itself.
                    by_account.setdefault(entry["account"], []).append(feed_entry(entry))
                for account, new in by_account.items():
                    put_entries(db, account, new)
                if len(entries) < PART:
                    for account, balance in balances.items():
                        kinds = ("closingBooked", "interimAvailable")
                        put_balances(db, account, [balance_of(kind, amount_of(balance)) for kind in kinds])
                    return

    def take_statement(self, statement):
        """A camt.053. The same again changes nothing, an older one does not replace balances."""
        account = next((one for one in self.core.accounts() if one.iban == statement.iban), None)
        if account is None or not account.statements_only:
            raise ValueError("no account of this bank is fed from statements under this IBAN")
        with self.store.transaction() as db:
            new = put_entries(db, account.id, statement.entries)
            last = db.execute("SELECT statement FROM fed_accounts WHERE account = ?", (account.id,)).fetchone()
            if (last["statement"] or "") < statement.until:
                db.execute("UPDATE fed_accounts SET statement = ? WHERE account = ?", (statement.until, account.id))
                put_balances(db, account.id, statement.balances)
            return new

    def tell_again(self):
        """Everything that was ever told, for a service whose database was lost. Nothing gets another number."""
        with self.store.transaction() as db:
            for row in db.execute("SELECT * FROM fed_accounts").fetchall():
                account = row["account"]
                tell(db, account, "accounts.putAccounts", {"accounts": [json.loads(row["message"])]})
                query = "SELECT entry FROM fed_entries WHERE account = ? ORDER BY sequence"
                tell_entries(db, account, [json.loads(one["entry"]) for one in db.execute(query, (account,))])
                if row["balances"] is not None:
                    balances = {"bankAccountId": account, "version": row["number"], "balances": json.loads(row["balances"])}
                    tell(db, account, "accounts.putBalances", balances, f"balances {account}")
                tell_standing_orders(db, account)


def account_message(account):
    return {
        "bankAccountId": account.id, "owners": list(account.psus), "currency": account.currency, "name": account.name,
        "reference": {"iban": account.iban, "currency": account.currency}, "bic": BIC, "product": account.name,
        "ownerName": account.owner_name, "cashAccountType": "SVGS" if account.statements_only else "CACC",
        "usage": "ORGA" if account.company else "PRIV",
    }


def feed_entry(entry):
    return {
        "bankReference": entry["reference"], "bookingStatus": "booked", "bookingDate": entry["booked_on"],
        "valueDate": entry["booked_on"], "transactionAmount": amount_of(entry["amount"]), **json.loads(entry["details"]),
    }


def balance_of(kind, amount):
    return {"balanceType": kind, "balanceAmount": amount}


def put_entries(db, account, entries):
    """Those that are new, or pending no more. Booked is final: its bankReference never gets another sequence."""
    changed = []
    for entry in entries:
        booked, reference = entry["bookingStatus"] == "booked", entry["bankReference"]
        query = "SELECT booked, entry FROM fed_entries WHERE account = ? AND reference = ?"
        known = db.execute(query, (account, reference)).fetchone()
        if known is not None and (known["booked"] or not booked):
            continue
        numbered = {**entry, "sequence": next_number(db, account)}
        row = (account, reference, numbered["sequence"], booked, json.dumps(numbered))
        db.execute("INSERT OR REPLACE INTO fed_entries VALUES (?, ?, ?, ?, ?)", row)
        changed.append(numbered)
    tell_entries(db, account, changed)
    return len(changed)


def tell_entries(db, account, entries):
    for first in range(0, len(entries), PART):
        message = {"bankAccountId": account, "transactions": entries[first : first + PART]}
        tell(db, account, "accounts.putTransactions", message)


def put_balances(db, account, balances):
    """The newest are enough: what waits in the outbox of older ones is replaced."""
    known = db.execute("SELECT balances FROM fed_accounts WHERE account = ?", (account,)).fetchone()
    if known["balances"] == json.dumps(balances):
        return
    version = next_number(db, account)
    db.execute("UPDATE fed_accounts SET balances = ? WHERE account = ?", (json.dumps(balances), account))
    message = {"bankAccountId": account, "version": version, "balances": balances}
    tell(db, account, "accounts.putBalances", message, f"balances {account}")


def tell_standing_orders(db, account):
    """All active ones of the account, those that were agreed at the bank too; here there are none of these."""
    query = "SELECT body FROM standing_orders WHERE account = ? AND active = 1 ORDER BY rowid"
    orders = [standing_order(json.loads(row["body"])) for row in db.execute(query, (account,))]
    message = {"bankAccountId": account, "version": next_number(db, account), "standingOrders": orders[:1000]}
    tell(db, account, "accounts.putStandingOrders", message, f"standing orders {account}")


def standing_order(body):
    timing = ("startDate", "endDate", "frequency", "executionRule", "dayOfExecution", "monthsOfExecution")
    amount = {**body["instructedAmount"], "amount": f"-{body['instructedAmount']['amount']}"}
    texts = ("remittanceInformationUnstructured", "purposeCode")
    return {
        "transactionAmount": amount, "creditorName": body["creditorName"], "creditorAccount": body["creditorAccount"],
        **{name: body[name] for name in texts if name in body},
        "additionalInformationStructured": {"standingOrderDetails": {name: body[name] for name in timing if name in body}},
    }
