package connector;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;

/** What the connector itself must not lose. */
final class Store {
    final Database database;

    Store(Path folder) {
        database = new Database(
                folder.resolve("connector.db"),
                // accepted -> booking -> executed | rejected, or accepted -> withdrawn. Each move is one guarded write.
                """
                CREATE TABLE IF NOT EXISTS orders (
                  paymentId TEXT PRIMARY KEY, request TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'accepted')""",
                """
                CREATE TABLE IF NOT EXISTS standing_orders (
                  paymentId TEXT PRIMARY KEY, account TEXT, active INTEGER NOT NULL, body TEXT NOT NULL)""",
                // A code is sent (sms) or a question waits on a device (push) until it is used, answered, withdrawn or too old.
                """
                CREATE TABLE IF NOT EXISTS challenges (
                  id TEXT PRIMARY KEY, authorisation TEXT, psu TEXT NOT NULL, method TEXT NOT NULL, hash TEXT NOT NULL,
                  code TEXT NOT NULL, text TEXT NOT NULL, until INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'waiting')""",
                """
                CREATE TABLE IF NOT EXISTS attempts (
                  challenge TEXT NOT NULL, attempt TEXT NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (challenge, attempt))""",
                "CREATE TABLE IF NOT EXISTS progress (name TEXT PRIMARY KEY, position INTEGER NOT NULL)",
                // Entries of statements: each is told when it is new, or pending no more.
                """
                CREATE TABLE IF NOT EXISTS stated (
                  account TEXT NOT NULL, reference TEXT NOT NULL, booked INTEGER NOT NULL, entry TEXT NOT NULL,
                  PRIMARY KEY (account, reference))""",
                """
                CREATE TABLE IF NOT EXISTS statements (
                  account TEXT PRIMARY KEY, until TEXT NOT NULL, version INTEGER NOT NULL, balances TEXT NOT NULL)""",
                // Messages of one lane are told one after the other.
                """
                CREATE TABLE IF NOT EXISTS outbox (
                  id INTEGER PRIMARY KEY AUTOINCREMENT, lane TEXT NOT NULL, subject TEXT NOT NULL, message TEXT NOT NULL,
                  requestId TEXT NOT NULL, due INTEGER NOT NULL, pause INTEGER NOT NULL DEFAULT 500)""",
                "CREATE TABLE IF NOT EXISTS set_aside (subject TEXT NOT NULL, message TEXT NOT NULL, refusal TEXT NOT NULL)");
    }

    /** Call it in the transaction of what happened, so that neither is without the other. */
    static void tell(Database db, String lane, String subject, JsonObject message) throws SQLException {
        String insert = "INSERT INTO outbox (lane, subject, message, requestId, due) VALUES (?, ?, ?, ?, ?)";
        db.update(insert, lane, subject, message.toString(), UUID.randomUUID().toString(), System.currentTimeMillis());
    }

    /** Grows with each use, even if the store was restored from an older backup: it is at least the time. */
    static long next(Database db, String name) throws SQLException {
        long number = Math.max(progress(db, name) + 1, System.currentTimeMillis());
        progress(db, name, number);
        return number;
    }

    static long progress(Database db, String name) throws SQLException {
        var row = db.row("SELECT position FROM progress WHERE name = ?", name);
        return row == null ? 0 : Database.number(row, "position");
    }

    static void progress(Database db, String name, long position) throws SQLException {
        db.update("INSERT OR REPLACE INTO progress VALUES (?, ?)", name, position);
    }
}
