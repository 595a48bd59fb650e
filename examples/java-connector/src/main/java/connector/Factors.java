package connector;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import connector.Contract.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/** Codes by SMS, bound to what the PSU was shown. */
final class Factors {
    private final Database database;
    private final SecureRandom random = new SecureRandom();

    Factors(Store store) {
        database = store.database;
    }

    /** The same challenge again sends nothing more. The inbox of the test bank is this table; a real one has a gateway. */
    JsonObject send(JsonObject request) {
        String psu = request.get("psuId").getAsString();
        if (!Psus.known(psu)) throw new Refusal("psuCredentialsInvalid", null);
        String method = request.get("authenticationMethodId").getAsString();
        if (!method.equals("sms")) throw new Refusal("scaMethodUnknown", "authenticationMethodId");
        long until = System.currentTimeMillis() + request.get("lifetimeSeconds").getAsLong() * 1000;
        String code = "%06d".formatted(random.nextInt(1_000_000));
        database.transaction(db -> db.update(
                "INSERT OR IGNORE INTO challenges (id, psu, hash, code, text, until) VALUES (?, ?, ?, ?, ?, ?)",
                request.get("challengeId").getAsString(), psu, request.get("contentHash").getAsString(), code,
                request.get("text").getAsString(), until));
        var reply = new JsonObject();
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
            if (challenge == null) return "wrong";
            boolean right = same(challenge.get("code"), request.get("code").getAsString())
                    && challenge.get("hash").equals(request.get("contentHash").getAsString())
                    && Database.number(challenge, "used") == 0;
            boolean late = System.currentTimeMillis() >= Database.number(challenge, "until");
            String said = late ? "expired" : right ? "accepted" : "wrong";
            if (said.equals("accepted")) db.update("UPDATE challenges SET used = 1 WHERE id = ?", id);
            db.update("INSERT INTO attempts VALUES (?, ?, ?)", id, attempt, said);
            return said;
        });
        var reply = new JsonObject();
        reply.addProperty("verdict", verdict);
        return reply;
    }

    /** For tests alone. */
    JsonObject inbox(JsonObject request) {
        String query = "SELECT text, code FROM challenges WHERE psu = ? ORDER BY rowid DESC LIMIT 20";
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
