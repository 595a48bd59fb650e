package connector;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * The core system: accounts and ledger, in a database of its own. <b>Replace this class.</b> {@link #book} books once for
 * each key, however often it is asked to: a connector that was killed after the booking asks again.
 */
final class Core {
    /**
     * {@code psus} may see and debit it, {@code signatures} of them must approve. One of {@code statementsOnly} is known from
     * camt.053 alone: {@link #delta} has nothing of it, and it cannot be debited.
     */
    record Account(
            String id, String iban, String name, String owner, List<String> psus, int signatures, String company,
            boolean statementsOnly, long opening) {
        String type() {
            return statementsOnly ? "SVGS" : "CACC";
        }
    }

    record Payment(Account debtor, Account creditor, String creditorName, JsonObject creditorAccount, long cents, String endToEndId) {}

    record Entry(long position, String reference, String account, long cents, String day, String details) {}

    static final List<Account> ACCOUNTS = List.of(
            new Account(
                    "J-1", "HR1699900131100000019", "Current account", "Ana Kovač", List.of("psu-ana"), 1, null, false, 100_000),
            new Account(
                    "J-2", "HR9199900131100000027", "Current account", "Ivo Marić", List.of("psu-ivo"), 1, null, false, 2_500),
            new Account(
                    "J-3", "HR1899900131300000015", "Business account", "Adria d.o.o.", List.of("psu-eva", "psu-jan"), 2,
                    "adria-doo", false, 5_000_000),
            new Account("J-4", "HR4699900131400000012", "Savings", "Ana Kovač", List.of("psu-ana"), 1, null, true, 0));

    private final Database database;

    Core(Path folder) {
        database = new Database(
                folder.resolve("core.db"),
                "CREATE TABLE IF NOT EXISTS bookings (key TEXT PRIMARY KEY, reason TEXT)",
                """
                CREATE TABLE IF NOT EXISTS entries (
                  position INTEGER PRIMARY KEY AUTOINCREMENT, reference TEXT NOT NULL UNIQUE, account TEXT NOT NULL,
                  cents INTEGER NOT NULL, day TEXT NOT NULL, details TEXT NOT NULL)""");
        for (Account account : ACCOUNTS) {
            if (account.statementsOnly) continue;
            database.transaction(db -> enter(db, account.id + "-opening", account.id, account.opening, new JsonObject()));
        }
    }

    static Account find(JsonObject reference) {
        String iban = reference.has("iban") ? reference.get("iban").getAsString() : "";
        return ACCOUNTS.stream().filter(account -> account.iban.equals(iban)).findFirst().orElse(null);
    }

    long balance(Account account) {
        return database.transaction(db -> balance(db, account));
    }

    static List<Account> of(String psuId) {
        return ACCOUNTS.stream().filter(account -> account.psus.contains(psuId)).toList();
    }

    /** Null if it is booked, or the ISO 20022 reason why not. The same key gets the same answer for ever. */
    String book(String key, Payment payment) {
        return database.transaction(db -> {
            Map<String, Object> booked = db.row("SELECT reason FROM bookings WHERE key = ?", key);
            if (booked != null) return (String) booked.get("reason");
            String reason = balance(db, payment.debtor) < payment.cents ? "AM04" : null;
            if (reason == null) post(db, key, payment);
            db.update("INSERT INTO bookings VALUES (?, ?)", key, reason);
            return reason;
        });
    }

    /** What was booked after this position. */
    List<Entry> delta(long position) {
        return database.transaction(db -> db.rows("SELECT * FROM entries WHERE position > ? ORDER BY position LIMIT 500", position)
                .stream()
                .map(row -> new Entry(
                        Database.number(row, "position"), (String) row.get("reference"), (String) row.get("account"),
                        Database.number(row, "cents"), (String) row.get("day"), (String) row.get("details")))
                .toList());
    }

    private static void post(Database db, String key, Payment payment) throws SQLException {
        var debit = new JsonObject();
        debit.addProperty("endToEndId", payment.endToEndId);
        var credit = debit.deepCopy();
        debit.addProperty("creditorName", payment.creditorName);
        debit.add("creditorAccount", payment.creditorAccount);
        enter(db, key + "-D", payment.debtor.id, -payment.cents, debit);
        if (payment.creditor == null) return;
        credit.addProperty("debtorName", payment.debtor.owner);
        enter(db, key + "-C", payment.creditor.id, payment.cents, credit);
    }

    private static int enter(Database db, String reference, String account, long cents, JsonObject details) throws SQLException {
        String insert = "INSERT OR IGNORE INTO entries (reference, account, cents, day, details) VALUES (?, ?, ?, ?, ?)";
        return db.update(insert, reference, account, cents, LocalDate.now().toString(), details.toString());
    }

    private static long balance(Database db, Account account) throws SQLException {
        return Database.number(db.row("SELECT coalesce(sum(cents), 0) AS sum FROM entries WHERE account = ?", account.id), "sum");
    }
}
