import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.JSON;

/** Reads answers by the models of a generated client. Each line of the input has the name of a schema, and an answer. */
public final class ReadAnswers {
  public static void main(String[] arguments) throws Exception {
    // Its static part registers the models.
    new JSON();
    int read = 0;
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      JsonObject answer = JsonParser.parseString(line).getAsJsonObject();
      JsonObject wrapped = new JsonObject();
      wrapped.add("body", answer.get("body"));
      JsonObject said = new JsonObject();
      try {
        Class<?> model = Class.forName("org.openapitools.client.model." + answer.get("schema").getAsString());
        Method fromJson = model.getMethod("fromJson", String.class);
        fromJson.invoke(null, wrapped.toString());
        read++;
      } catch (InvocationTargetException failure) {
        String fault = String.valueOf(failure.getCause());
        said.add("where", answer.get("where"));
        said.addProperty("fault", fault.substring(0, Math.min(600, fault.length())));
        System.out.println(said);
      }
    }
    said(read);
  }

  private static void said(int read) {
    JsonObject end = new JsonObject();
    end.addProperty("read", read);
    System.out.println(end);
  }
}
