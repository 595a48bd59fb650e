package connector;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;

/** A file of SQLite: what was committed is on the disk. One connection, and one transaction after the other. */
final class Database {
    private final Connection connection;

    interface Work<T> {
        T run(Database database) throws SQLException;
    }

    Database(Path file, String... schema) {
        var config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(5_000);
        try {
            connection = config.createConnection("jdbc:sqlite:" + file);
            for (String statement : schema) update(statement);
        } catch (SQLException fault) {
            throw new IllegalStateException(fault);
        }
    }

    /** All or nothing. */
    synchronized <T> T transaction(Work<T> work) {
        try {
            // By hand: with the driver's own transactions the file stays locked between two of them, for the command of Camt too.
            update("BEGIN IMMEDIATE");
        } catch (SQLException fault) {
            throw new IllegalStateException(fault);
        }
        try {
            T result = work.run(this);
            update("COMMIT");
            return result;
        } catch (SQLException | RuntimeException fault) {
            try {
                update("ROLLBACK");
            } catch (SQLException second) {
                fault.addSuppressed(second);
            }
            throw fault instanceof RuntimeException known ? known : new IllegalStateException(fault);
        }
    }

    int update(String statement, Object... values) throws SQLException {
        try (PreparedStatement prepared = prepared(statement, values)) {
            return prepared.executeUpdate();
        }
    }

    List<Map<String, Object>> rows(String query, Object... values) throws SQLException {
        try (PreparedStatement prepared = prepared(query, values); ResultSet found = prepared.executeQuery()) {
            var rows = new ArrayList<Map<String, Object>>();
            while (found.next()) {
                var row = new LinkedHashMap<String, Object>();
                for (int at = 1; at <= found.getMetaData().getColumnCount(); at++) {
                    row.put(found.getMetaData().getColumnLabel(at), found.getObject(at));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    Map<String, Object> row(String query, Object... values) throws SQLException {
        var rows = rows(query, values);
        return rows.isEmpty() ? null : rows.get(0);
    }

    private PreparedStatement prepared(String statement, Object... values) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(statement);
        for (int at = 0; at < values.length; at++) prepared.setObject(at + 1, values[at]);
        return prepared;
    }

    static long number(Map<String, Object> row, String name) {
        return ((Number) row.get(name)).longValue();
    }
}
