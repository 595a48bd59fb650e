package connector;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import connector.Contract.Refusal;
import connector.Core.Account;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;

/** Orders: accepted once, booked once, reported until acknowledged. Each step is one transaction, and may be the last. */
final class Orders {
    private final Database database;
    private final Core core;

    Orders(Store store, Core core) {
        database = store.database;
        this.core = core;
    }

    /** The same paymentId again changes nothing. It is accepted when it is on the disk, with its first report. */
    JsonObject submit(JsonObject request) {
        String paymentId = request.get("paymentId").getAsString();
        database.transaction(db -> {
            String insert = "INSERT OR IGNORE INTO orders (paymentId, request) VALUES (?, ?)";
            if (db.update(insert, paymentId, request.toString()) == 1) report(db, paymentId, "ACSP", null);
            return null;
        });
        var reply = new JsonObject();
        reply.addProperty("accepted", true);
        return reply;
    }

    JsonObject withdraw(JsonObject request) {
        String paymentId = request.get("paymentId").getAsString();
        boolean withdrawn = database.transaction(db -> {
            if (move(db, paymentId, "accepted", "withdrawn")) report(db, paymentId, "CANC", null);
            var order = db.row("SELECT status FROM orders WHERE paymentId = ?", paymentId);
            return order != null && order.get("status").equals("withdrawn");
        });
        var reply = new JsonObject();
        reply.addProperty("withdrawn", withdrawn);
        return reply;
    }

    JsonObject checkFunds(JsonObject request) {
        Account account = Core.find(request.getAsJsonObject("account"));
        JsonObject amount = request.getAsJsonObject("instructedAmount");
        String reason = account == null ? "AC01" : isEuro(amount) ? null : "AM03";
        var reply = new JsonObject();
        reply.addProperty("fundsAvailable", reason == null && core.balance(account) >= cents(amount));
        if (reason != null) reply.addProperty("reasonCode", reason);
        return reply;
    }

    List<String> open() {
        String query = "SELECT paymentId FROM orders WHERE status IN ('accepted', 'booking') ORDER BY rowid LIMIT 100";
        return database.transaction(db -> db.rows(query)).stream().map(row -> (String) row.get("paymentId")).toList();
    }

    /** A kill after the core system booked leaves the order in `booking`: the next process asks with the same key. */
    void execute(String paymentId) {
        var order = database.transaction(db -> {
            move(db, paymentId, "accepted", "booking");
            return db.row("SELECT request, status FROM orders WHERE paymentId = ?", paymentId);
        });
        if (!order.get("status").equals("booking")) return; // Withdrawn, or executed by another process.
        JsonObject request = JsonParser.parseString((String) order.get("request")).getAsJsonObject();
        String refused = refused(request);
        String reason = refused != null ? refused : core.book(paymentId, payment(request.getAsJsonObject("body")));
        database.transaction(db -> {
            if (move(db, paymentId, "booking", reason == null ? "executed" : "rejected")) {
                report(db, paymentId, reason == null ? "ACSC" : "RJCT", reason);
            }
            return null;
        });
    }

    /** The service is trusted as far as the TPP: whether this PSU may debit this account is decided here again. */
    private static String refused(JsonObject request) {
        JsonObject body = request.getAsJsonObject("body");
        Account debtor = Core.find(body.getAsJsonObject("debtorAccount"));
        if (debtor == null) return "AC01";
        boolean own = debtor.psus().contains(request.get("psuId").getAsString());
        if (!own || debtor.statementsOnly() || debtor.equals(Core.find(body.getAsJsonObject("creditorAccount")))) return "AG01";
        return isEuro(body.getAsJsonObject("instructedAmount")) ? null : "AM03";
    }

    private static Core.Payment payment(JsonObject body) {
        JsonObject creditor = body.getAsJsonObject("creditorAccount");
        String reference = body.has("endToEndIdentification") ? body.get("endToEndIdentification").getAsString() : "NOTPROVIDED";
        return new Core.Payment(
                Core.find(body.getAsJsonObject("debtorAccount")), Core.find(creditor), body.get("creditorName").getAsString(),
                creditor, cents(body.getAsJsonObject("instructedAmount")), reference);
    }

    private static boolean isEuro(JsonObject amount) {
        return amount.get("currency").getAsString().equals("EUR");
    }

    private static long cents(JsonObject amount) {
        try {
            return new BigDecimal(amount.get("amount").getAsString()).movePointRight(2).longValueExact();
        } catch (ArithmeticException | NumberFormatException fault) {
            throw new Refusal("fieldInvalid", "instructedAmount.amount");
        }
    }

    private static boolean move(Database db, String paymentId, String before, String after) throws SQLException {
        return db.update("UPDATE orders SET status = ? WHERE paymentId = ? AND status = ?", after, paymentId, before) == 1;
    }

    private static void report(Database db, String paymentId, String status, String reason) throws SQLException {
        var message = new JsonObject();
        message.addProperty("paymentId", paymentId);
        message.addProperty("transactionStatus", status);
        if (reason != null) message.addProperty("reasonCode", reason);
        Store.tell(db, paymentId, "payments.reportExecution", message);
    }
}
