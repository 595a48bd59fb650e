"""
The ledger of Tryton as core system of ../durable-connector: the same methods as its core.py, and nothing else of the
connector changes. A customer's account is an account of the chart (a liability of the bank, its code is the IBAN), a booking
is a posted move, and its description is the key of the booking.
"""
import json, os, threading
from datetime import date
from decimal import Decimal

from core import CoreAway, sample_accounts
from sample_bank import ACCOUNTS, BIC
from trytond.config import config

DATABASE, CLEARING, ADMIN = "bank", "CLEARING", 1


def cents(amount):
    return int(amount * 100)


class Core:
    def __init__(self, folder):
        os.makedirs(folder / "tryton", exist_ok=True)
        config.set("database", "uri", "sqlite://")
        config.set("database", "path", str(folder / "tryton"))
        from trytond.pool import Pool  # Reads the configuration when it is imported.
        from trytond.transaction import Transaction
        self.known, self.turn, self.transactions = sample_accounts(), threading.Lock(), Transaction
        self.pool = Pool(DATABASE)
        if not (folder / "tryton" / f"{DATABASE}.sqlite").exists():
            from set_up import open_accounts, set_up
            customers = [(row["iban"], row["owner_name"], row["opening"]) for row in ACCOUNTS]
            set_up(DATABASE, customers)
            self.work(lambda: open_accounts(self.pool, customers))
        self.pool.init()

    def work(self, run, readonly=False):
        """One transaction of Tryton. Their modules are not made for threads of one process: each waits for its turn."""
        from trytond.backend import DatabaseOperationalError
        from trytond.transaction import TransactionError
        more = {"readonly": readonly, "context": {"company": 1}}
        with self.turn:
            while True:
                try:
                    with self.transactions().start(DATABASE, ADMIN, **more):
                        return run()
                except TransactionError as fault:
                    fault.fix(more)  # It wants a lock that it did not have from the beginning.
                except DatabaseOperationalError as fault:
                    raise CoreAway() from fault

    def accounts(self):
        return self.known

    def available(self, account):
        return self.work(lambda: self.balance(account), readonly=True)

    def ledger(self, code):
        found, = self.pool.get("account.account").search([("code", "=", code)])
        return found

    def balance(self, account):
        query = [("account.code", "=", account.iban), ("move.state", "=", "posted")]
        lines = self.pool.get("account.move.line").search(query)
        return sum(cents(line.credit - line.debit) for line in lines)

    def book(self, key, payment):
        """Looking for the key and posting are one transaction; on SQLite writers take turns, elsewhere lock the table."""
        return self.work(lambda: self.post(key, payment))

    def post(self, key, payment):
        Move, Line = self.pool.get("account.move"), self.pool.get("account.move.line")
        if Move.search([("description", "=", key)]):
            return None
        if self.balance(payment.debtor) < payment.amount:
            return "AM04"  # Needs no key: an order that was not booked may be asked for again.
        payee = {"creditorName": payment.creditor_name, "creditorAccount": payment.creditor_account}
        payer = {
            "debtorName": payment.debtor.owner_name, "debtorAccount": {"iban": payment.debtor.iban}, "debtorAgent": BIC,
        }
        amount = Decimal(payment.amount) / 100
        journal, = self.pool.get("account.journal").search([("code", "=", "BANK")])
        other = payment.creditor.iban if payment.creditor else CLEARING
        move = Move(company=1, journal=journal, date=date.today(), description=key)
        move.period = self.pool.get("account.period").find(1, date=date.today())
        move.lines = [
            Line(account=self.ledger(payment.debtor.iban), debit=amount, credit=Decimal(0),
                 description=json.dumps({**payment.details, **payee})),
            Line(account=self.ledger(other), debit=Decimal(0), credit=amount,
                 description=json.dumps({**payment.details, **payer})),
        ]
        move.save()
        Move.post([move])
        return None

    def delta(self, position, most=500):
        return self.work(lambda: self.entries_after(position, most), readonly=True)

    def entries_after(self, position, most):
        Line, ids = self.pool.get("account.move.line"), {account.iban: account.id for account in self.known}
        query = [("id", ">", position), ("move.state", "=", "posted")]
        entries = []
        for line in Line.search(query, order=[("id", "ASC")], limit=most):
            amount = cents(line.credit - line.debit)
            entries.append({
                "position": line.id, "reference": f"T-{line.id}", "account": ids.get(line.account.code), "amount": amount,
                "booked_on": line.move.post_date.isoformat(), "details": line.description or "{}",
            })
        balances = {account.id: self.balance(account) for account in self.known if not account.statements_only}
        return entries, balances
