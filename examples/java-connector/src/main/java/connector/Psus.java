package connector;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import connector.Core.Account;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The customers of online banking, and how many of them must sign. <b>Replace the customers</b> by the directory of the bank. */
final class Psus {
    /** {@code company}: that it acts for, or null. */
    record Psu(String id, String name, List<String> methods, String company, boolean blocked) {}

    private static final List<Psu> CUSTOMERS = List.of(
            new Psu("psu-ana", "Ana Kovač", List.of("sms", "push"), null, false),
            new Psu("psu-ivo", "Ivo Marić", List.of("sms"), null, false),
            new Psu("psu-eva", "Eva Babić", List.of("sms", "push"), "adria-doo", false),
            new Psu("psu-jan", "Jan Novak", List.of("sms"), "adria-doo", false),
            new Psu("psu-locked", "Lea Horvat", List.of("sms"), null, true));
    private static final byte[] SALT = "of the test bank alone".getBytes();

    /** A PSU that may sign in, or null; one that is blocked is as one that does not exist. */
    static Psu find(String psuId) {
        return CUSTOMERS.stream().filter(psu -> psu.id.equals(psuId) && !psu.blocked).findFirst().orElse(null);
    }

    private static boolean isCompany(String corporateId) {
        return CUSTOMERS.stream().anyMatch(psu -> corporateId.equals(psu.company));
    }

    JsonObject identify(JsonObject request) {
        Psu psu = find(request.get("psuId").getAsString());
        String company = request.has("corporateId") ? request.get("corporateId").getAsString() : null;
        boolean companyUnknown = company != null && !isCompany(company);
        boolean known = psu != null && (company == null || company.equals(psu.company));
        var reply = new JsonObject();
        reply.addProperty("known", known);
        if (companyUnknown) reply.addProperty("corporateIdUnknown", true); // Whoever the PSU is.
        if (!known) return reply;
        var methods = new JsonArray();
        psu.methods.forEach(id -> methods.add(method(id)));
        var accounts = new JsonArray();
        Core.of(psu.id).forEach(account -> accounts.add(offered(account)));
        reply.addProperty("name", psu.name);
        if (psu.company != null) reply.addProperty("corporateId", psu.company);
        reply.add("scaMethods", methods);
        reply.add("accounts", accounts);
        return reply;
    }

    private static JsonObject method(String id) {
        var method = new JsonObject();
        method.addProperty("authenticationMethodId", id);
        if (id.equals("push")) method.addProperty("authenticationType", "PUSH_OTP");
        else method.addProperty("authenticationType", "SMS_OTP");
        method.addProperty("name", id.equals("push") ? "Bank app" : "SMS");
        return method;
    }

    private static JsonObject offered(Account account) {
        var one = new JsonObject();
        one.add("reference", reference(account.iban()));
        one.addProperty("currency", "EUR");
        one.addProperty("name", account.name());
        one.addProperty("cashAccountType", account.type());
        one.addProperty("signaturesNeeded", account.signatures());
        return one;
    }

    /** The strictest of the accounts named; without accounts, of all of the company. */
    JsonObject signingRules(JsonObject request) {
        String company = request.has("corporateId") ? request.get("corporateId").getAsString() : null;
        List<Account> concerned = new ArrayList<>();
        for (JsonElement account : request.get("accounts").getAsJsonArray()) concerned.add(Core.find(account.getAsJsonObject()));
        if (concerned.isEmpty() && company != null) {
            Core.ACCOUNTS.stream().filter(account -> company.equals(account.company())).forEach(concerned::add);
        }
        var reply = new JsonObject();
        reply.addProperty(
                "signaturesNeeded",
                concerned.stream().filter(Objects::nonNull).mapToInt(Account::signatures).max().orElse(1));
        if (company != null) reply.addProperty("companyKnown", isCompany(company));
        return reply;
    }

    /** RTS 2018/389, Art. 15: a transfer between accounts of the same person at this bank. Nothing else. */
    JsonObject exemption(JsonObject request) {
        JsonObject content = request.getAsJsonObject("content");
        List<String> same = List.of(request.get("psuId").getAsString());
        boolean exempted = new JsonPrimitive("payment").equals(content.get("kind"))
                && same.equals(holders(content.get("debtorAccount")))
                && same.equals(holders(content.get("creditorAccount")));
        var reply = new JsonObject();
        reply.addProperty("exempted", exempted);
        return reply;
    }

    private static List<String> holders(JsonElement reference) {
        Account account = reference == null ? null : Core.find(reference.getAsJsonObject());
        return account == null ? List.of() : account.psus();
    }

    /** An unknown PSU costs the same time as a wrong password. `blocked` is said with the right password alone. */
    JsonObject verifyPassword(JsonObject request) {
        String psuId = request.get("psuId").getAsString();
        byte[] given = hashed(request.get("password").getAsString());
        byte[] expected = hashed(psuId + "-pass"); // Of a real bank: stored. Unknown PSUs have a hash that nothing gives.
        boolean right = MessageDigest.isEqual(given, expected) && CUSTOMERS.stream().anyMatch(psu -> psu.id.equals(psuId));
        var reply = new JsonObject();
        reply.addProperty("verified", right && find(psuId) != null);
        if (right && find(psuId) == null) reply.addProperty("blocked", true);
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
