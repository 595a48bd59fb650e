package connector;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import connector.Contract.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/** A code by SMS, and a question on the device of the PSU. Both are bound to what the PSU was shown. */
final class Factors {
    private final Database database;
    private final SecureRandom random = new SecureRandom();

    Factors(Store store) {
        database = store.database;
    }

    /** The same challenge again sends nothing more. The inbox of the test bank is this table; a real one has a gateway. */
    JsonObject send(JsonObject request) {
        Psus.Psu psu = Psus.find(request.get("psuId").getAsString());
        if (psu == null) throw new Refusal("psuCredentialsInvalid", null);
        String method = request.get("authenticationMethodId").getAsString();
        if (!psu.methods().contains(method)) throw new Refusal("scaMethodUnknown", "authenticationMethodId");
        String authorisation = request.has("authorisationId") ? request.get("authorisationId").getAsString() : null;
        long until = System.currentTimeMillis() + request.get("lifetimeSeconds").getAsLong() * 1000;
        String code = method.equals("push") ? "" : "%06d".formatted(random.nextInt(1_000_000));
        database.transaction(db -> db.update(
                "INSERT OR IGNORE INTO challenges (id, authorisation, psu, method, hash, code, text, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                request.get("challengeId").getAsString(), authorisation, psu.id(), method,
                request.get("contentHash").getAsString(), code, request.get("text").getAsString(), until));
        var reply = new JsonObject();
        if (method.equals("push")) {
            reply.addProperty("additionalInformation", "Approve in the app of the bank.");
            return reply;
        }
        reply.addProperty("otpMaxLength", 6);
        reply.addProperty("otpFormat", "integer");
        return reply;
    }

    /** A code counts once, in its lifetime, for its content. The same attempt gets the same verdict. */
    JsonObject verify(JsonObject request) {
        String id = request.get("challengeId").getAsString();
        String attempt = request.get("attemptId").getAsString();
        String verdict = database.transaction(db -> {
            var known = db.row("SELECT verdict FROM attempts WHERE challenge = ? AND attempt = ?", id, attempt);
            if (known != null) return (String) known.get("verdict");
            var challenge = db.row("SELECT * FROM challenges WHERE id = ?", id);
            if (challenge == null || challenge.get("method").equals("push")) return "wrong";
            boolean right = same(challenge.get("code"), request.get("code").getAsString())
                    && challenge.get("hash").equals(request.get("contentHash").getAsString())
                    && challenge.get("status").equals("waiting");
            boolean late = System.currentTimeMillis() >= Database.number(challenge, "until");
            String said = late ? "expired" : right ? "accepted" : "wrong";
            if (said.equals("accepted")) db.update("UPDATE challenges SET status = 'used' WHERE id = ?", id);
            db.update("INSERT INTO attempts VALUES (?, ?, ?)", id, attempt, said);
            return said;
        });
        var reply = new JsonObject();
        reply.addProperty("verdict", verdict);
        return reply;
    }

    /** What waits on the device is taken from it. What was answered stays. */
    JsonObject withdraw(JsonObject request) {
        String update = "UPDATE challenges SET status = 'withdrawn' WHERE id = ? AND method = 'push' AND status = 'waiting'";
        String id = request.get("challengeId").getAsString();
        var reply = new JsonObject();
        reply.addProperty("withdrawn", database.transaction(db -> db.update(update, id)) == 1);
        return reply;
    }

    /** What the app of the bank calls, after it authenticated its user: the newest question of an authorisation. */
    JsonObject answerDevice(JsonObject request) {
        String verdict = request.get("approve").getAsBoolean() ? "approved" : "declined";
        String query = """
                SELECT id, hash FROM challenges WHERE psu = ? AND authorisation = ? AND method = 'push'
                AND status = 'waiting' AND until > ? ORDER BY rowid DESC LIMIT 1""";
        boolean answered = database.transaction(db -> {
            var waiting = db.row(
                    query, request.get("psuId").getAsString(), request.get("authorisationId").getAsString(),
                    System.currentTimeMillis());
            if (waiting == null) return false;
            String id = (String) waiting.get("id");
            db.update("UPDATE challenges SET status = ? WHERE id = ?", verdict, id);
            var message = new JsonObject();
            message.addProperty("challengeId", id);
            message.addProperty("contentHash", (String) waiting.get("hash"));
            message.addProperty("verdict", verdict);
            Store.tell(db, id, "sca.reportChallenge", message);
            return true;
        });
        var reply = new JsonObject();
        reply.addProperty("answered", answered);
        return reply;
    }

    /** For tests alone. */
    JsonObject inbox(JsonObject request) {
        String query = "SELECT text, code FROM challenges WHERE psu = ? AND method = 'sms' ORDER BY rowid DESC LIMIT 20";
        var messages = new JsonArray();
        for (var row : database.transaction(db -> db.rows(query, request.get("psuId").getAsString()))) {
            var message = new JsonObject();
            row.forEach((name, value) -> message.addProperty(name, (String) value));
            messages.add(message);
        }
        var reply = new JsonObject();
        reply.add("messages", messages);
        return reply;
    }

    private static boolean same(Object expected, String given) {
        return MessageDigest.isEqual(expected.toString().getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
