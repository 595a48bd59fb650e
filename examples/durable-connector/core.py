"""
The core system: accounts, who may use them, and the ledger. Here it is a SQLite file of its own, in place of the core
system of a bank. **Replace this file.** The connector uses these methods of `Core` and nothing else:

    accounts()           all accounts that TPPs may reach, as `Account`
    available(account)   the cents that a payment may use now
    book(key, payment)   books once for each key, however often it is asked to: None, or the ISO 20022 reason why not
    delta(position)      the entries after this position (account None: of the bank itself), and the balances then

Each may raise `CoreAway`. `book` is what makes orders safe: a connector that was killed after the core system booked, and
before it knew, asks again with the same key and must get the same answer. Where a core system has no such key, add a table
of keys that is written in the transaction of the booking, as `bookings` here.
"""
import json
from dataclasses import dataclass
from datetime import date

from database import Database
from sample_bank import ACCOUNTS, BIC

SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, balance INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS bookings (key TEXT PRIMARY KEY, reason TEXT);
CREATE TABLE IF NOT EXISTS entries (
  position INTEGER PRIMARY KEY AUTOINCREMENT, reference TEXT NOT NULL UNIQUE, account TEXT NOT NULL REFERENCES accounts,
  amount INTEGER NOT NULL, booked_on TEXT NOT NULL, details TEXT NOT NULL
);
"""


class CoreAway(Exception):
    """The core system cannot be asked now: a question is refused as serviceUnavailable, an order waits."""


@dataclass(frozen=True)
class Account:
    id: str
    iban: str
    name: str
    owner_name: str
    psus: tuple  # PSU-IDs that may see and debit it.
    signatures: int = 1  # How many of them must approve.
    company: str = None
    statements_only: bool = False  # Known from camt.053 alone: delta() has nothing of it, and it cannot be debited.
    currency: str = "EUR"


def sample_accounts():
    return [Account(**{name: row[name] for name in row if name != "opening"}) for row in ACCOUNTS]


class Core:
    def __init__(self, folder):
        self.database, self.known = Database(folder / "core.db", SCHEMA), sample_accounts()
        for row in ACCOUNTS:
            with self.database.transaction() as db:
                if db.execute("INSERT OR IGNORE INTO accounts VALUES (?, 0)", (row["id"],)).rowcount and row["opening"]:
                    details = {"remittanceInformationUnstructured": "Opening balance"}
                    self.enter(db, row["id"], f"{row['id']}-opening", row["opening"], details)

    def accounts(self):
        return self.known

    def available(self, account):
        return self.database.one("SELECT balance FROM accounts WHERE id = ?", account.id)["balance"]

    def book(self, key, payment):
        with self.database.transaction() as db:
            booked = db.execute("SELECT reason FROM bookings WHERE key = ?", (key,)).fetchone()
            if booked is not None:
                return booked["reason"]
            reason = self.post(db, key, payment)
            db.execute("INSERT INTO bookings VALUES (?, ?)", (key, reason))
            return reason

    def post(self, db, key, payment):
        debtor, creditor, amount = payment.debtor, payment.creditor, payment.amount
        if db.execute("SELECT balance FROM accounts WHERE id = ?", (debtor.id,)).fetchone()["balance"] < amount:
            return "AM04"
        payee = {"creditorName": payment.creditor_name, "creditorAccount": payment.creditor_account}
        self.enter(db, debtor.id, f"{key}-D", -amount, {**payment.details, **payee})
        if creditor is not None:
            payer = {"debtorName": debtor.owner_name, "debtorAccount": {"iban": debtor.iban}, "debtorAgent": BIC}
            self.enter(db, creditor.id, f"{key}-C", amount, {**payment.details, **payer})
        return None

    def enter(self, db, account, reference, amount, details):
        db.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", (amount, account))
        entry = (reference, account, amount, date.today().isoformat(), json.dumps(details))
        db.execute("INSERT INTO entries (reference, account, amount, booked_on, details) VALUES (?, ?, ?, ?, ?)", entry)

    def delta(self, position, most=500):
        """
        Entries and balances of one moment. Positions must become visible in their order: with a sequence of PostgreSQL a
        later one may be committed first, so there let the position be given in the transaction that holds the account.
        """
        with self.database.transaction("DEFERRED") as db:
            query = "SELECT * FROM entries WHERE position > ? ORDER BY position LIMIT ?"
            entries = [dict(row) for row in db.execute(query, (position, most))]
            balances = dict(db.execute("SELECT id, balance FROM accounts").fetchall())
        return entries, {account.id: balances[account.id] for account in self.known if not account.statements_only}
