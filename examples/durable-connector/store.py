"""What the connector itself must not lose: orders, challenges, the feed, and the outbox of what is still to be told."""
import json, time, uuid

from database import Database

SCHEMA = """
-- accepted -> booking -> executed | rejected, or accepted -> withdrawn. Each move is one guarded write.
CREATE TABLE IF NOT EXISTS orders (
  payment_id TEXT PRIMARY KEY, request TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'accepted', reason TEXT
);
CREATE INDEX IF NOT EXISTS open_orders ON orders (status) WHERE status IN ('accepted', 'booking');
CREATE TABLE IF NOT EXISTS standing_orders (
  payment_id TEXT PRIMARY KEY, psu TEXT NOT NULL, account TEXT, active INTEGER NOT NULL, body TEXT NOT NULL
);

-- A code is sent (SMS) or a question waits on a device (push) until it is used, answered, withdrawn or too old.
CREATE TABLE IF NOT EXISTS challenges (
  id TEXT PRIMARY KEY, authorisation TEXT, psu TEXT NOT NULL, method TEXT NOT NULL, content_hash TEXT NOT NULL,
  salt BLOB NOT NULL, code_hash BLOB NOT NULL, until REAL NOT NULL, status TEXT NOT NULL DEFAULT 'waiting'
);
CREATE TABLE IF NOT EXISTS attempts (
  challenge TEXT NOT NULL, attempt TEXT NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (challenge, attempt)
);
-- Codes on their way to a telephone. In clear, so for a moment only: the row goes when the gateway has the message.
CREATE TABLE IF NOT EXISTS sendings (
  challenge TEXT PRIMARY KEY, psu TEXT NOT NULL, text TEXT NOT NULL, code TEXT NOT NULL
);

-- The feed as it was told. `number` is the last sequence or version given to the account: it never falls.
CREATE TABLE IF NOT EXISTS fed_accounts (
  account TEXT PRIMARY KEY, message TEXT NOT NULL, number INTEGER NOT NULL DEFAULT 0, balances TEXT, statement TEXT
);
CREATE TABLE IF NOT EXISTS fed_entries (
  account TEXT NOT NULL, reference TEXT NOT NULL, sequence INTEGER NOT NULL, booked INTEGER NOT NULL, entry TEXT NOT NULL,
  PRIMARY KEY (account, reference)
);
CREATE TABLE IF NOT EXISTS progress (name TEXT PRIMARY KEY, position INTEGER NOT NULL);
INSERT OR IGNORE INTO progress VALUES ('core', 0);

-- Messages of one lane are told one after the other. `newest` drops an older message that nobody needs any more.
CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, lane TEXT NOT NULL, newest TEXT UNIQUE, subject TEXT NOT NULL,
  message TEXT NOT NULL, request_id TEXT NOT NULL, due REAL NOT NULL, pause REAL NOT NULL DEFAULT 0.5
);
CREATE TABLE IF NOT EXISTS set_aside (
  id INTEGER PRIMARY KEY, subject TEXT NOT NULL, message TEXT NOT NULL, refusal TEXT NOT NULL, at REAL NOT NULL
);
"""


class Store:
    def __init__(self, folder):
        self.database = Database(folder / "connector.db", SCHEMA)
        self.transaction, self.one, self.all = self.database.transaction, self.database.one, self.database.all


def tell(db, lane, subject, message, newest=None):
    """Puts a message in the outbox: call it in the transaction of what happened, so that neither is without the other."""
    row = (lane, newest, subject, json.dumps(message), str(uuid.uuid4()), time.time())
    columns = "lane, newest, subject, message, request_id, due"
    db.execute(f"INSERT OR REPLACE INTO outbox ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row)


def next_number(db, account):
    """Grows with each use, even if the store was restored from an older backup: it is at least the time."""
    now = int(time.time() * 1000)
    db.execute("UPDATE fed_accounts SET number = max(number + 1, ?) WHERE account = ?", (now, account))
    return db.execute("SELECT number FROM fed_accounts WHERE account = ?", (account,)).fetchone()["number"]
