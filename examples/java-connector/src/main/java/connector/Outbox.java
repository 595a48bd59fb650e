package connector;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

/** Tells what is in the outbox until it is acknowledged: lanes at the same time, the messages of a lane in their order. */
final class Outbox {
    private static final long WAIT_MS = 8_000;
    private static final long PAUSE_MAX_MS = 60_000;
    /** Refusals that say nothing about the message: a moment later the same one is taken. */
    private static final Set<String> PASSING = Set.of("statusConflict", "requestInFlight");

    private final Database database;
    private final Connection bus;
    private final ExecutorService workers;
    private final Set<String> lanes = ConcurrentHashMap.newKeySet();

    Outbox(Store store, Connection bus, ExecutorService workers) {
        database = store.database;
        this.bus = bus;
        this.workers = workers;
    }

    void tellDue() {
        List<Map<String, Object>> first = database.transaction(db -> db.rows("SELECT *, min(id) FROM outbox GROUP BY lane"));
        for (var row : first) {
            String lane = (String) row.get("lane");
            if (Database.number(row, "due") > System.currentTimeMillis() || !lanes.add(lane)) continue;
            workers.execute(() -> {
                try {
                    tell(row);
                } finally {
                    lanes.remove(lane);
                }
            });
        }
    }

    private void tell(Map<String, Object> row) {
        String subject = (String) row.get("subject");
        long id = Database.number(row, "id");
        Message answer = ask(subject, row);
        String refusal = answer == null || !answer.hasHeaders() ? null : answer.getHeaders().getFirst("Nats-Service-Error");
        boolean passing = answer == null || answer.isStatusMessage()
                || refusal != null && (PASSING.contains(refusal) || code(answer) >= 500);
        database.transaction(db -> {
            if (passing) {
                long pause = Database.number(row, "pause");
                long due = System.currentTimeMillis() + pause / 2 + (long) (Math.random() * pause / 2);
                return db.update("UPDATE outbox SET due = ?, pause = ? WHERE id = ?", due, Math.min(pause * 2, PAUSE_MAX_MS), id);
            }
            // Repeating would not help: for a person.
            if (refusal != null) db.update("INSERT INTO set_aside VALUES (?, ?, ?)", subject, row.get("message"), refusal);
            return db.update("DELETE FROM outbox WHERE id = ?", id);
        });
    }

    private Message ask(String subject, Map<String, Object> row) {
        var headers = new Headers();
        headers.add("X-Request-ID", (String) row.get("requestId"));
        headers.add("Xs2a-Deadline", Long.toString(System.currentTimeMillis() + WAIT_MS));
        byte[] data = ((String) row.get("message")).getBytes(StandardCharsets.UTF_8);
        try {
            return bus.request(subject, headers, data, Duration.ofMillis(WAIT_MS));
        } catch (InterruptedException fault) {
            Thread.currentThread().interrupt();
            return null;
        } catch (RuntimeException fault) {
            return null; // The bus is away.
        }
    }

    private static int code(Message answer) {
        return Integer.parseInt(answer.getHeaders().getFirst("Nats-Service-Error-Code"));
    }
}
