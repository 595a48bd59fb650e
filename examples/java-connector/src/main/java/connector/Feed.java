package connector;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import connector.Core.Account;
import connector.Core.Entry;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;

/** What TPPs may read, told ahead: accounts once, then what the core system booked since the last time. */
final class Feed {
    /** Entries in a message: far below 1 MiB. */
    private static final int PART = 500;

    private final Database database;
    private final Core core;

    Feed(Store store, Core core) {
        database = store.database;
        this.core = core;
    }

    void tellAccounts() {
        for (Account account : Core.ACCOUNTS) {
            database.transaction(db -> {
                if (Store.progress(db, "account " + account.id()) > 0) return null;
                Store.progress(db, "account " + account.id(), 1);
                Store.tell(db, account.id(), "accounts.putAccounts", accountMessage(account));
                return null;
            });
        }
    }

    /** Entries, their balances, and how far they were taken, in one transaction. */
    synchronized void takeDelta() {
        while (true) {
            long position = database.transaction(db -> Store.progress(db, "core"));
            List<Entry> entries = core.delta(position);
            if (entries.isEmpty()) return;
            database.transaction(db -> {
                for (Account account : Core.ACCOUNTS) {
                    List<Entry> own = entries.stream().filter(entry -> entry.account().equals(account.id())).toList();
                    if (!own.isEmpty()) tell(db, account, own);
                }
                Store.progress(db, "core", entries.get(entries.size() - 1).position());
                return null;
            });
        }
    }

    /** A camt.053: how many entries were new. The same again changes nothing, an older one does not replace balances. */
    int takeStatement(Camt.Statement statement) {
        Account account = Core.find(Psus.reference(statement.iban()));
        if (account == null || !account.statementsOnly()) {
            throw new IllegalArgumentException("no account of this bank is fed from statements under this IBAN");
        }
        return database.transaction(db -> {
            var transactions = new JsonArray();
            for (JsonObject entry : statement.entries()) {
                if (!isNew(db, account, entry)) continue;
                entry.addProperty("sequence", Store.next(db, "number " + account.id()));
                keep(db, account, entry);
                transactions.add(entry);
            }
            if (!transactions.isEmpty()) Store.tell(db, account.id(), "accounts.putTransactions", transactionsOf(account, transactions));
            var last = db.row("SELECT until FROM statements WHERE account = ?", account.id());
            if (last == null || ((String) last.get("until")).compareTo(statement.until()) < 0) {
                long version = Store.next(db, "number " + account.id());
                String insert = "INSERT OR REPLACE INTO statements VALUES (?, ?, ?, ?)";
                db.update(insert, account.id(), statement.until(), version, statement.balances().toString());
                tellBalances(db, account, version, statement.balances());
            }
            return transactions.size();
        });
    }

    /** New, or pending no more. Booked is final: it never gets another sequence. */
    private static boolean isNew(Database db, Account account, JsonObject entry) throws SQLException {
        String reference = entry.get("bankReference").getAsString();
        int booked = entry.get("bookingStatus").getAsString().equals("booked") ? 1 : 0;
        var known = db.row("SELECT booked FROM stated WHERE account = ? AND reference = ?", account.id(), reference);
        return known == null || Database.number(known, "booked") < booked;
    }

    private static void keep(Database db, Account account, JsonObject entry) throws SQLException {
        String reference = entry.get("bankReference").getAsString();
        int booked = entry.get("bookingStatus").getAsString().equals("booked") ? 1 : 0;
        db.update("INSERT OR REPLACE INTO stated VALUES (?, ?, ?, ?)", account.id(), reference, booked, entry.toString());
    }

    /** Everything that was ever told, for a service whose database was lost. No entry and no balance gets another number. */
    void tellAgain() {
        for (Account account : Core.ACCOUNTS) {
            database.transaction(db -> {
                Store.tell(db, account.id(), "accounts.putAccounts", accountMessage(account));
                if (account.statementsOnly()) tellStatedAgain(db, account);
                else tellBookedAgain(db, account);
                StandingOrders.tell(db, account.id());
                return null;
            });
        }
    }

    private void tellStatedAgain(Database db, Account account) throws SQLException {
        String query = "SELECT entry FROM stated WHERE account = ? ORDER BY entry ->> 'sequence'";
        var entries = new JsonArray();
        for (var row : db.rows(query, account.id())) entries.add(JsonParser.parseString((String) row.get("entry")));
        tellInParts(db, account, entries);
        var last = db.row("SELECT version, balances FROM statements WHERE account = ?", account.id());
        if (last == null) return;
        JsonArray balances = JsonParser.parseString((String) last.get("balances")).getAsJsonArray();
        tellBalances(db, account, Database.number(last, "version"), balances);
    }

    /** What the core system booked since stays for {@link #takeDelta}. */
    private void tellBookedAgain(Database db, Account account) throws SQLException {
        long taken = Store.progress(db, "core");
        var entries = new JsonArray();
        long position = 0;
        long last = 0;
        for (List<Entry> part = core.delta(0); !part.isEmpty() && position < taken; part = core.delta(position)) {
            for (Entry entry : part) {
                if (entry.position() > taken || !entry.account().equals(account.id())) continue;
                entries.add(entryMessage(entry));
                last = entry.position();
            }
            position = part.get(part.size() - 1).position();
        }
        tellInParts(db, account, entries);
        if (entries.isEmpty()) return;
        var balances = new JsonArray();
        balances.add(balance("closingBooked", amount(Store.progress(db, "balance " + account.id()))));
        tellBalances(db, account, last, balances);
    }

    private static void tellInParts(Database db, Account account, JsonArray entries) throws SQLException {
        for (int first = 0; first < entries.size(); first += PART) {
            var part = new JsonArray();
            for (int at = first; at < Math.min(first + PART, entries.size()); at++) part.add(entries.get(at));
            Store.tell(db, account.id(), "accounts.putTransactions", transactionsOf(account, part));
        }
    }

    /** The position of the core system grows with each entry: it serves as sequence and as version. */
    private void tell(Database db, Account account, List<Entry> entries) throws SQLException {
        var transactions = new JsonArray();
        for (Entry entry : entries) transactions.add(entryMessage(entry));
        Store.tell(db, account.id(), "accounts.putTransactions", transactionsOf(account, transactions));

        long sum = Store.progress(db, "balance " + account.id()) + entries.stream().mapToLong(Entry::cents).sum();
        Store.progress(db, "balance " + account.id(), sum);
        var balances = new JsonArray();
        balances.add(balance("closingBooked", amount(sum)));
        tellBalances(db, account, entries.get(entries.size() - 1).position(), balances);
    }

    private static void tellBalances(Database db, Account account, long version, JsonArray balances) throws SQLException {
        var message = new JsonObject();
        message.addProperty("bankAccountId", account.id());
        message.addProperty("version", version);
        message.add("balances", balances);
        Store.tell(db, account.id(), "accounts.putBalances", message);
    }

    private static JsonObject transactionsOf(Account account, JsonArray transactions) {
        var told = new JsonObject();
        told.addProperty("bankAccountId", account.id());
        told.add("transactions", transactions);
        return told;
    }

    static JsonObject balance(String type, JsonObject amount) {
        var balance = new JsonObject();
        balance.addProperty("balanceType", type);
        balance.add("balanceAmount", amount);
        return balance;
    }

    private static JsonObject entryMessage(Entry entry) {
        JsonObject message = JsonParser.parseString(entry.details()).getAsJsonObject();
        message.addProperty("bankReference", entry.reference());
        message.addProperty("bookingStatus", "booked");
        message.addProperty("sequence", entry.position());
        message.addProperty("bookingDate", entry.day());
        message.addProperty("valueDate", entry.day());
        message.add("transactionAmount", amount(entry.cents()));
        return message;
    }

    private static JsonObject accountMessage(Account account) {
        var owners = new JsonArray();
        account.psus().forEach(owners::add);
        var one = new JsonObject();
        one.addProperty("bankAccountId", account.id());
        one.add("owners", owners);
        one.add("reference", Psus.reference(account.iban()));
        one.addProperty("currency", "EUR");
        one.addProperty("name", account.name());
        one.addProperty("product", account.name());
        one.addProperty("bic", "DEMOHR2X");
        one.addProperty("ownerName", account.owner());
        one.addProperty("cashAccountType", account.type());
        if (account.company() == null) one.addProperty("usage", "PRIV");
        else one.addProperty("usage", "ORGA");
        var accounts = new JsonArray();
        accounts.add(one);
        var message = new JsonObject();
        message.add("accounts", accounts);
        return message;
    }

    private static JsonObject amount(long cents) {
        var amount = new JsonObject();
        amount.addProperty("currency", "EUR");
        amount.addProperty("amount", BigDecimal.valueOf(cents, 2).toPlainString());
        return amount;
    }
}
