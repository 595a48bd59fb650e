package connector;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The customers of online banking. <b>Replace this class</b> by the directory of the bank. */
final class Psus {
    private static final Map<String, String> NAMES = Map.of("psu-ana", "Ana Kovač", "psu-ivo", "Ivo Marić", "psu-locked", "Lea Horvat");
    private static final String LOCKED = "psu-locked";
    private static final byte[] SALT = "of the test bank alone".getBytes();

    static boolean known(String psuId) {
        return NAMES.containsKey(psuId) && !psuId.equals(LOCKED);
    }

    JsonObject identify(JsonObject request) {
        String psuId = request.get("psuId").getAsString();
        var reply = new JsonObject();
        boolean known = known(psuId) && !request.has("corporateId");
        reply.addProperty("known", known);
        if (request.has("corporateId")) reply.addProperty("corporateIdUnknown", true); // This bank has no companies.
        if (!known) return reply;
        var method = new JsonObject();
        method.addProperty("authenticationMethodId", "sms");
        method.addProperty("authenticationType", "SMS_OTP");
        method.addProperty("name", "SMS");
        var methods = new JsonArray();
        methods.add(method);
        var accounts = new JsonArray();
        for (Core.Account account : Core.ACCOUNTS) {
            if (!account.psu().equals(psuId)) continue;
            var one = new JsonObject();
            one.add("reference", reference(account.iban()));
            one.addProperty("currency", "EUR");
            one.addProperty("name", "Current account");
            one.addProperty("signaturesNeeded", 1);
            accounts.add(one);
        }
        reply.addProperty("name", NAMES.get(psuId));
        reply.add("scaMethods", methods);
        reply.add("accounts", accounts);
        return reply;
    }

    JsonObject signingRules(JsonObject request) {
        var reply = new JsonObject();
        reply.addProperty("signaturesNeeded", 1);
        if (request.has("corporateId")) reply.addProperty("companyKnown", false);
        return reply;
    }

    /** An unknown PSU costs the same time as a wrong password. `blocked` is said with the right password alone. */
    JsonObject verifyPassword(JsonObject request) {
        String psuId = request.get("psuId").getAsString();
        byte[] given = hashed(request.get("password").getAsString());
        byte[] expected = hashed(psuId + "-pass"); // Of a real bank: stored. Unknown PSUs have a hash that nothing gives.
        boolean right = MessageDigest.isEqual(given, expected) && NAMES.containsKey(psuId);
        var reply = new JsonObject();
        reply.addProperty("verified", right && !psuId.equals(LOCKED));
        if (right && psuId.equals(LOCKED)) reply.addProperty("blocked", true);
        return reply;
    }

    static JsonObject reference(String iban) {
        var reference = new JsonObject();
        reference.addProperty("iban", iban);
        return reference;
    }

    private static byte[] hashed(String password) {
        try {
            var spec = new PBEKeySpec(password.toCharArray(), SALT, 60_000, 256);
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException fault) {
            throw new IllegalStateException(fault);
        }
    }
}
