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
                CREATE TABLE IF NOT EXISTS challenges (
                  id TEXT PRIMARY KEY, psu TEXT NOT NULL, hash TEXT NOT NULL, code TEXT NOT NULL, text TEXT NOT NULL,
                  until INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0)""",
                """
                CREATE TABLE IF NOT EXISTS attempts (
                  challenge TEXT NOT NULL, attempt TEXT NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (challenge, attempt))""",
                "CREATE TABLE IF NOT EXISTS progress (name TEXT PRIMARY KEY, position INTEGER NOT NULL)",
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

    static long progress(Database db, String name) throws SQLException {
        var row = db.row("SELECT position FROM progress WHERE name = ?", name);
        return row == null ? 0 : Database.number(row, "position");
    }

    static void progress(Database db, String name, long position) throws SQLException {
        db.update("INSERT OR REPLACE INTO progress VALUES (?, ?)", name, position);
    }
}
