package connector;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import connector.Core.Account;
import java.sql.SQLException;
import java.util.List;

/** Standing orders that PSUs gave through TPPs, for display: the service executes them, each time as a payment. */
final class StandingOrders {
    private static final List<String> COPIED =
            List.of("creditorName", "creditorAccount", "remittanceInformationUnstructured", "purposeCode");
    private static final List<String> COPIED_TIMING =
            List.of("startDate", "endDate", "frequency", "executionRule", "dayOfExecution", "monthsOfExecution");

    private final Database database;

    StandingOrders(Store store) {
        database = store.database;
    }

    /** One that ended stays ended, in whatever order messages come. */
    JsonObject put(JsonObject request) {
        String paymentId = request.get("paymentId").getAsString();
        JsonObject body = request.getAsJsonObject("body");
        Account debtor = Core.find(body.getAsJsonObject("debtorAccount"));
        boolean own = debtor != null && debtor.psus().contains(request.get("psuId").getAsString());
        int active = request.get("active").getAsBoolean() ? 1 : 0;
        database.transaction(db -> {
            String insert = "INSERT OR IGNORE INTO standing_orders VALUES (?, ?, ?, ?)";
            String close = "UPDATE standing_orders SET active = 0 WHERE paymentId = ? AND active = 1";
            boolean changed = db.update(insert, paymentId, own ? debtor.id() : null, active, body.toString()) == 1
                    || active == 0 && db.update(close, paymentId) == 1;
            if (changed && own) tell(db, debtor.id());
            return null;
        });
        var reply = new JsonObject();
        reply.addProperty("stored", true);
        return reply;
    }

    /** All active ones of the account, those that were agreed at the bank too; here there are none of these. */
    static void tell(Database db, String account) throws SQLException {
        String query = "SELECT body FROM standing_orders WHERE account = ? AND active = 1 ORDER BY rowid LIMIT 1000";
        var orders = new JsonArray();
        for (var row : db.rows(query, account)) orders.add(order(JsonParser.parseString((String) row.get("body")).getAsJsonObject()));
        var message = new JsonObject();
        message.addProperty("bankAccountId", account);
        message.addProperty("version", Store.next(db, "standing orders " + account));
        message.add("standingOrders", orders);
        Store.tell(db, account, "accounts.putStandingOrders", message);
    }

    private static JsonObject order(JsonObject body) {
        JsonObject amount = body.getAsJsonObject("instructedAmount").deepCopy();
        amount.addProperty("amount", "-" + amount.get("amount").getAsString());
        var details = new JsonObject();
        details.add("standingOrderDetails", copied(body, COPIED_TIMING));
        JsonObject order = copied(body, COPIED);
        order.add("transactionAmount", amount);
        order.add("additionalInformationStructured", details);
        return order;
    }

    private static JsonObject copied(JsonObject body, List<String> fields) {
        var some = new JsonObject();
        for (String field : fields) if (body.has(field)) some.add(field, body.get(field));
        return some;
    }
}
