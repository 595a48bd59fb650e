"""The bank's own factors: a code by SMS, and a question on the device of the PSU. Both are bound to what was shown."""
import hashlib, hmac, secrets, time

from store import tell
from wire import Refusal


def code_hash(code, salt):
    return hashlib.sha256(salt + code.encode()).digest()


class Factors:
    def __init__(self, store, customers):
        self.store, self.customers = store, customers

    def send(self, request):
        """The same challenge again sends nothing more. The code is on the disk before it is on its way."""
        psu = self.customers.find(request["psuId"])
        if psu is None:
            raise Refusal("psuCredentialsInvalid")
        method = request["authenticationMethodId"]
        if method not in [one["authenticationMethodId"] for one in psu["methods"]]:
            raise Refusal("scaMethodUnknown", "authenticationMethodId")
        code, salt = f"{secrets.randbelow(1_000_000):06}", secrets.token_bytes(16)
        row = (
            request["challengeId"], request.get("authorisationId"), psu["id"], method, request["contentHash"],
            salt, code_hash(code, salt), time.time() + request["lifetimeSeconds"],
        )
        columns = "id, authorisation, psu, method, content_hash, salt, code_hash, until"
        with self.store.transaction() as db:
            new = db.execute(f"INSERT OR IGNORE INTO challenges ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row).rowcount
            if new and method == "sms":
                sending = (request["challengeId"], psu["id"], request["text"], code)
                db.execute("INSERT INTO sendings VALUES (?, ?, ?, ?)", sending)
        self.deliver()
        if method == "push":
            return {"additionalInformation": "Approve in the app of the bank."}
        return {"otpMaxLength": 6, "otpFormat": "integer", "additionalInformation": "The code is in your messages."}

    def deliver(self):
        """Also called at the start: what was stored and not delivered when the process was killed."""
        for row in self.store.all("SELECT * FROM sendings"):
            self.customers.deliver(row["challenge"], row["psu"], row["text"], row["code"])
            with self.store.transaction() as db:
                db.execute("DELETE FROM sendings WHERE challenge = ?", (row["challenge"],))

    def verify(self, request):
        """A code counts once, in its lifetime, for its content. The same attempt gets the same verdict."""
        with self.store.transaction() as db:
            key = (request["challengeId"], request["attemptId"])
            known = db.execute("SELECT verdict FROM attempts WHERE challenge = ? AND attempt = ?", key).fetchone()
            if known is not None:
                return {"verdict": known["verdict"]}
            challenge = db.execute("SELECT * FROM challenges WHERE id = ?", (request["challengeId"],)).fetchone()
            if challenge is None or challenge["method"] == "push":
                return {"verdict": "wrong"}
            given = code_hash(request["code"], challenge["salt"])
            right = hmac.compare_digest(given, challenge["code_hash"]) and challenge["status"] == "waiting"
            fits = right and challenge["content_hash"] == request["contentHash"]
            verdict = "expired" if time.time() >= challenge["until"] else "accepted" if fits else "wrong"
            if verdict == "accepted":
                db.execute("UPDATE challenges SET status = 'used' WHERE id = ?", (challenge["id"],))
            db.execute("INSERT INTO attempts VALUES (?, ?, ?)", (*key, verdict))
            return {"verdict": verdict}

    def withdraw(self, request):
        update = "UPDATE challenges SET status = 'withdrawn' WHERE id = ? AND method = 'push' AND status = 'waiting'"
        with self.store.transaction() as db:
            return {"withdrawn": db.execute(update, (request["challengeId"],)).rowcount == 1}

    def answer_device(self, request):
        """What the app of the bank calls, after it authenticated its user: the newest question of an authorisation."""
        verdict = "approved" if request["approve"] else "declined"
        with self.store.transaction() as db:
            query = """SELECT id, content_hash FROM challenges WHERE psu = ? AND authorisation = ? AND method = 'push'
                AND status = 'waiting' AND until > ? ORDER BY rowid DESC LIMIT 1"""
            waiting = db.execute(query, (request["psuId"], request["authorisationId"], time.time())).fetchone()
            if waiting is None:
                return {"answered": False}
            db.execute("UPDATE challenges SET status = ? WHERE id = ?", (verdict, waiting["id"]))
            message = {"challengeId": waiting["id"], "contentHash": waiting["content_hash"], "verdict": verdict}
            tell(db, waiting["id"], "sca.reportChallenge", message)
            return {"answered": True}

    def forget(self, older_than=86_400):
        """A challenge is asked about for minutes: a day later nobody needs it."""
        with self.store.transaction() as db:
            old = "SELECT id FROM challenges WHERE until < ?"
            db.execute(f"DELETE FROM attempts WHERE challenge IN ({old})", (time.time() - older_than,))
            db.execute("DELETE FROM challenges WHERE until < ?", (time.time() - older_than,))
