package connector;

import com.google.gson.JsonObject;
import connector.Contract.Refusal;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A bank connector (docs/bank-connector.md): the bus, and the work that goes on without being asked. */
public final class Connector {
    private static final String QUEUE_GROUP = "bank";
    private static final long LOOK_MS = 20;

    private final Map<String, Function<JsonObject, JsonObject>> operations = new LinkedHashMap<>();
    private final ExecutorService workers = Executors.newFixedThreadPool(32);
    private final Connection bus;
    private final Orders orders;
    private final Feed feed;
    private final Outbox outbox;

    private Connector(Connection bus, Path folder) {
        this.bus = bus;
        var store = new Store(folder);
        var core = new Core(folder);
        var psus = new Psus();
        var factors = new Factors(store);
        var standingOrders = new StandingOrders(store);
        orders = new Orders(store, core);
        feed = new Feed(store, core);
        outbox = new Outbox(store, bus, workers);
        operations.put("bank.identifyPsu", psus::identify);
        operations.put("bank.readSigningRules", psus::signingRules);
        operations.put("bank.checkExemption", psus::exemption);
        operations.put("bank.verifyPassword", psus::verifyPassword);
        operations.put("bank.sendChallenge", factors::send);
        operations.put("bank.verifyChallenge", factors::verify);
        operations.put("bank.withdrawChallenge", factors::withdraw);
        operations.put("bank.checkFunds", orders::checkFunds);
        operations.put("bank.submitPayment", orders::submit);
        operations.put("bank.putStandingOrder", standingOrders::put);
        operations.put("bank.withdrawPayment", orders::withdraw);
        if ("true".equals(System.getenv("SANDBOX"))) { // For tests: what the telephone shows, and the device of the PSU.
            operations.put("bank.readInbox", factors::inbox);
            operations.put("bank.answerDevice", factors::answerDevice);
        }
    }

    public static void main(String... arguments) throws Exception {
        var environment = System.getenv();
        Path folder = Files.createDirectories(Path.of(environment.getOrDefault("DATA", "data")));
        var options = new Options.Builder()
                .server(environment.getOrDefault("NATS_URL", "nats://127.0.0.1:4222"))
                .connectionName("java-connector")
                .inboxPrefix("_INBOX_bank") // Its own, so that its user hears nobody else's answers.
                .maxReconnects(-1)
                .reconnectWait(Duration.ofMillis(250))
                .build();
        var connector = new Connector(Nats.connect(options), folder);
        connector.feed.tellAccounts();
        if (List.of(arguments).contains("--tell-again")) connector.feed.tellAgain();
        connector.run();
    }

    private void run() throws Exception {
        var dispatcher = bus.createDispatcher(message -> workers.execute(() -> answer(message)));
        for (String subject : operations.keySet()) dispatcher.subscribe(subject, QUEUE_GROUP);
        bus.flush(Duration.ofSeconds(5)); // The server knows what is served.
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
        System.out.println("connector ready");
        while (bus.getStatus() != Connection.Status.CLOSED) {
            try {
                orders.open().forEach(orders::execute); // Those of a killed process first.
                feed.takeDelta();
                outbox.tellDue();
            } catch (RuntimeException fault) {
                System.out.println("tried again in a moment: " + fault);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    /** Takes nothing more, and answers what it took. */
    private void stop() {
        try {
            bus.drain(Duration.ofSeconds(10)).get();
        } catch (Exception fault) {
            System.out.println("not drained: " + fault);
        }
    }

    private void answer(Message message) {
        long deadline = deadline(message);
        if (deadline <= System.currentTimeMillis()) return; // Nobody waits any more.
        var headers = new Headers();
        JsonObject reply;
        try {
            reply = operations.get(message.getSubject()).apply(Contract.parse(message.getSubject(), message.getData()));
        } catch (Refusal refusal) {
            reply = refused(refusal, headers);
        } catch (RuntimeException fault) {
            System.out.println("internal error " + message.getSubject() + " " + fault); // No detail of it leaves the bank.
            reply = refused(new Refusal("internalError", null), headers);
        }
        bus.publish(NatsMessage.builder()
                .subject(message.getReplyTo())
                .headers(headers)
                .data(reply.toString().getBytes(StandardCharsets.UTF_8))
                .build());
    }

    private static long deadline(Message message) {
        String told = message.hasHeaders() ? message.getHeaders().getFirst("Xs2a-Deadline") : null;
        return told == null ? Long.MAX_VALUE : Long.parseLong(told);
    }

    private static JsonObject refused(Refusal refusal, Headers headers) {
        headers.add("Nats-Service-Error", refusal.word);
        headers.add("Nats-Service-Error-Code", Integer.toString(refusal.code()));
        var body = new JsonObject();
        body.addProperty("refusal", refusal.word);
        if (refusal.path != null) body.addProperty("path", refusal.path);
        return body;
    }
}
