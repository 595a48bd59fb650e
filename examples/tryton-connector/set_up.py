"""A new database of Tryton with a company, a year, a journal, and an account of the chart for each customer."""
import json
from datetime import date
from decimal import Decimal

MODULES = ["account"]


def create(name):
    """As `trytond-admin --all` does it, without questions."""
    from sql import Table
    from trytond import backend
    from trytond.pool import Pool
    from trytond.transaction import Transaction
    database = backend.Database()
    database.connect()
    connection = database.get_connection(autocommit=True)
    database.create(connection, name)
    database.put_connection(connection)
    database = backend.Database(name)
    connection = database.get_connection()
    with connection.cursor() as cursor:
        database.init()
        configuration = Table("ir_configuration")
        cursor.execute(*configuration.insert([configuration.language], [["en"]]))
    connection.commit()
    database.put_connection(connection)
    Pool(name).init(update=["res", "ir"], lang=["en"])
    with Transaction().start(name, 0):
        pool = Pool(name)
        pool.get("res.user").create([{"login": "admin", "name": "Administrator", "administrator": True}])
        pool.get("ir.module").update_list()
    with Transaction().start(name, 0):
        Module = Pool(name).get("ir.module")
        Module.activate(Module.search([("name", "in", MODULES)]))
    Pool(name).init(update=MODULES, lang=["en"])


def set_up(name, customers):
    from trytond.pool import Pool
    from trytond.transaction import Transaction
    create(name)
    pool = Pool(name)
    with Transaction().start(name, 1):
        Currency, Party, Company = (pool.get(model) for model in ("currency.currency", "party.party", "company.company"))
        euro = Currency(name="Euro", code="EUR", numeric_code="978", symbol="€", rounding=Decimal("0.01"), digits=2)
        euro.save()
        bank = Party(name="Demo Bank")
        bank.save()
        Company(party=bank, currency=euro).save()
    with Transaction().start(name, 1, context={"company": 1}):
        Type, Account, Year = (pool.get(model) for model in ("account.account.type", "account.account", "account.fiscalyear"))
        deposits = Type(name="Deposits", company=1, statement="balance")
        deposits.save()
        for code, title in [("CLEARING", "Clearing"), *((iban, owner) for iban, owner, _ in customers)]:
            Account(name=title, code=code, company=1, type=deposits).save()
        kind, = pool.get("ir.sequence.type").search([("name", "=", "Account Move")], limit=1)
        for year in range(date.today().year, date.today().year + 3):
            numbers = pool.get("ir.sequence.strict")(name=str(year), sequence_type=kind, company=1)
            numbers.save()
            books = Year(name=str(year), company=1, start_date=date(year, 1, 1), end_date=date(year, 12, 31))
            books.move_sequence = numbers
            books.save()
            Year.create_period([books])
        pool.get("account.journal")(name="Bank", code="BANK", type="general").save()


def open_accounts(pool, customers):
    Move, Line, Account = (pool.get(model) for model in ("account.move", "account.move.line", "account.account"))
    journal, = pool.get("account.journal").search([("code", "=", "BANK")])
    clearing, = Account.search([("code", "=", "CLEARING")])
    for iban, _, opening in customers:
        if not opening:
            continue
        account, = Account.search([("code", "=", iban)])
        amount, text = Decimal(opening) / 100, json.dumps({"remittanceInformationUnstructured": "Opening balance"})
        move = Move(company=1, journal=journal, date=date.today(), description=f"opening {iban}")
        move.period = pool.get("account.period").find(1, date=date.today())
        move.lines = [
            Line(account=clearing, debit=amount, credit=Decimal(0)),
            Line(account=account, debit=Decimal(0), credit=amount, description=text),
        ]
        move.save()
        Move.post([move])

