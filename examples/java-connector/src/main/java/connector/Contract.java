package connector;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The form of requests and the refusals, from contract.json, which is generated from the contract of the service. */
final class Contract {
    private static final JsonObject CONTRACT = read();

    private Contract() {}

    /** Says no by a word of docs/errors.md, and names the field that caused it, never its value. */
    static final class Refusal extends RuntimeException {
        final String word;
        final String path;

        Refusal(String word, String path) {
            super(word, null, false, false);
            this.word = word;
            this.path = path;
        }

        int code() {
            return CONTRACT.getAsJsonObject("refusals").get(word).getAsInt();
        }
    }

    /** A request with everything that its operation must have. Fields that are not known are passed over. */
    static JsonObject parse(String subject, byte[] data) {
        JsonElement request;
        try {
            request = JsonParser.parseString(new String(data, StandardCharsets.UTF_8));
        } catch (JsonParseException fault) {
            throw new Refusal("bodyInvalid", null);
        }
        JsonObject forms = CONTRACT.getAsJsonObject("requests");
        check(request, forms.has(subject) ? forms.get(subject) : new JsonObject(), "");
        return request.getAsJsonObject();
    }

    private static void check(JsonElement value, JsonElement form, String path) {
        if (!form.isJsonObject()) {
            if (!isOf(form.getAsString(), value)) throw new Refusal("fieldInvalid", path);
            return;
        }
        if (value == null || !value.isJsonObject()) throw new Refusal("fieldInvalid", path);
        for (var field : form.getAsJsonObject().entrySet()) {
            String name = field.getKey();
            check(value.getAsJsonObject().get(name), field.getValue(), path.isEmpty() ? name : path + "." + name);
        }
    }

    private static boolean isOf(String type, JsonElement value) {
        if (value == null) return false;
        var primitive = value.isJsonPrimitive() ? value.getAsJsonPrimitive() : null;
        return switch (type) {
            case "object" -> value.isJsonObject();
            case "array" -> value.isJsonArray();
            case "string" -> primitive != null && primitive.isString();
            case "boolean" -> primitive != null && primitive.isBoolean();
            default -> primitive != null && primitive.isNumber();
        };
    }

    private static JsonObject read() {
        try (var stream = Contract.class.getResourceAsStream("/contract.json");
                var reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(reader).getAsJsonObject();
        } catch (IOException fault) {
            throw new IllegalStateException(fault);
        }
    }
}
