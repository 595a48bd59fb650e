"""The customers of online banking, their passwords, telephones and devices. **Replace this file** by the bank's own."""
import hashlib, hmac, secrets
from datetime import datetime, timezone

from database import Database
from sample_bank import PSUS

SCHEMA = """
CREATE TABLE IF NOT EXISTS passwords (psu TEXT PRIMARY KEY, salt BLOB NOT NULL, hash BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS messages (
  key TEXT PRIMARY KEY, psu TEXT NOT NULL, at TEXT NOT NULL, text TEXT NOT NULL, code TEXT NOT NULL
);
"""


def hashed(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)


class Customers:
    def __init__(self, folder):
        self.database, self.psus = Database(folder / "customers.db", SCHEMA), {psu["id"]: psu for psu in PSUS}
        self.companies = {psu["company"] for psu in PSUS if "company" in psu}
        for psu in self.psus:
            if self.database.one("SELECT 1 FROM passwords WHERE psu = ?", psu) is None:
                salt = secrets.token_bytes(16)
                with self.database.transaction() as db:
                    row = (psu, salt, hashed(f"{psu}-pass", salt))
                    db.execute("INSERT OR IGNORE INTO passwords VALUES (?, ?, ?)", row)

    def find(self, psu_id):
        """A PSU that may sign in; one that is blocked is as one that does not exist."""
        psu = self.psus.get(psu_id)
        return None if psu is None or psu.get("blocked") else psu

    def verify_password(self, psu_id, password):
        """An unknown PSU costs the same time as a wrong password, and gets the same answer."""
        row = self.database.one("SELECT salt, hash FROM passwords WHERE psu = ?", psu_id)
        salt, expected = (row["salt"], row["hash"]) if row else (b"nobody", b"")
        if not hmac.compare_digest(hashed(password, salt), expected):
            return {"verified": False}
        return {"verified": True} if self.find(psu_id) else {"verified": False, "blocked": True}

    def deliver(self, key, psu_id, text, code):
        """
        The gateway to telephones: here a table that tests read. The same key is delivered once; where a gateway has no
        such key, a message that was delivered while the connector was killed comes twice, with the same code.
        """
        with self.database.transaction() as db:
            row = (key, psu_id, datetime.now(timezone.utc).isoformat(), text, code)
            db.execute("INSERT OR IGNORE INTO messages VALUES (?, ?, ?, ?, ?)", row)

    def inbox(self, psu_id):
        query = "SELECT at, text, code FROM messages WHERE psu = ? ORDER BY rowid DESC LIMIT 20"
        return [dict(row) for row in self.database.all(query, psu_id)]
