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

    /** The position of the core system grows with each entry: it serves as sequence and as version. */
    private void tell(Database db, Account account, List<Entry> entries) throws SQLException {
        var transactions = new JsonArray();
        for (Entry entry : entries) transactions.add(entryMessage(entry));
        var told = new JsonObject();
        told.addProperty("bankAccountId", account.id());
        told.add("transactions", transactions);
        Store.tell(db, account.id(), "accounts.putTransactions", told);

        long sum = Store.progress(db, "balance " + account.id()) + entries.stream().mapToLong(Entry::cents).sum();
        Store.progress(db, "balance " + account.id(), sum);
        var balance = new JsonObject();
        balance.addProperty("balanceType", "closingBooked");
        balance.add("balanceAmount", amount(sum));
        var balances = new JsonArray();
        balances.add(balance);
        var message = new JsonObject();
        message.addProperty("bankAccountId", account.id());
        message.addProperty("version", entries.get(entries.size() - 1).position());
        message.add("balances", balances);
        Store.tell(db, account.id(), "accounts.putBalances", message);
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
        owners.add(account.psu());
        var one = new JsonObject();
        one.addProperty("bankAccountId", account.id());
        one.add("owners", owners);
        one.add("reference", Psus.reference(account.iban()));
        one.addProperty("currency", "EUR");
        one.addProperty("name", "Current account");
        one.addProperty("product", "Current account");
        one.addProperty("bic", "DEMOHR2X");
        one.addProperty("ownerName", account.owner());
        one.addProperty("cashAccountType", "CACC");
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
