package connector;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Statements (camt.053, of any version) of accounts that the core system tells nothing else of. The command writes what is new
 * to the outbox; the connector that runs on the same DATA sends it.
 */
final class Camt {
    record Statement(String iban, String until, List<JsonObject> entries, JsonArray balances) {}

    private static final Map<String, String> BALANCES =
            Map.of("OPBD", "openingBooked", "CLBD", "closingBooked", "ITBD", "interimBooked", "ITAV", "interimAvailable");
    private static final Map<String, String> STATUS = Map.of("BOOK", "booked", "PDNG", "pending");

    private Camt() {}

    public static void main(String... files) {
        Path folder = Path.of(System.getenv().getOrDefault("DATA", "data"));
        var feed = new Feed(new Store(folder), new Core(folder));
        feed.tellAccounts();
        boolean refused = false;
        for (String file : files) {
            try {
                for (Statement one : read(Path.of(file))) System.out.println(file + ": " + feed.takeStatement(one) + " new entries");
            } catch (Exception fault) {
                refused = true;
                System.err.println(file + ": refused, nothing of this statement was taken: " + fault.getMessage());
            }
        }
        if (refused) System.exit(1);
    }

    static List<Statement> read(Path file) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true); // No entities of any kind.
        Element document = factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
        var statements = new ArrayList<Statement>();
        for (Element stmt : all(document, "BkToCstmrStmt/Stmt")) statements.add(statement(stmt));
        return statements;
    }

    private static Statement statement(Element stmt) {
        String iban = word(stmt, "Acct/Id/IBAN");
        String until = firstOf(word(stmt, "FrToDt/ToDtTm"), word(stmt, "CreDtTm"));
        if (iban.isEmpty() || until.isEmpty()) throw new IllegalArgumentException("a statement without IBAN or without its time");
        var entries = new ArrayList<JsonObject>();
        for (Element ntry : all(stmt, "Ntry")) {
            String status = STATUS.get(firstOf(word(ntry, "Sts/Cd"), word(ntry, "Sts")));
            if (status != null) entries.add(entry(ntry, status)); // INFO and others are not booked and will not be.
        }
        var balances = new JsonArray();
        for (Element bal : all(stmt, "Bal")) {
            String type = BALANCES.get(word(bal, "Tp/CdOrPrtry/Cd"));
            if (type != null) balances.add(Feed.balance(type, amount(bal)));
        }
        return new Statement(iban, until, entries, balances);
    }

    private static JsonObject entry(Element ntry, String status) {
        String reference = word(ntry, "AcctSvcrRef");
        if (reference.isEmpty()) throw new IllegalArgumentException("an entry without AcctSvcrRef: nothing tells it from the next one");
        List<Element> details = all(ntry, "NtryDtls/TxDtls");
        JsonObject entry = details.size() == 1 ? parties(details.get(0)) : new JsonObject();
        if (details.size() != 1) say(entry, "additionalInformation", word(ntry, "AddtlNtryInf"));
        entry.addProperty("bankReference", reference);
        entry.addProperty("bookingStatus", status);
        entry.add("transactionAmount", amount(ntry));
        say(entry, "bookingDate", day(ntry, "BookgDt"));
        say(entry, "valueDate", day(ntry, "ValDt"));
        return entry;
    }

    /** Both sides are passed on as they stand; the account holder's own is of no interest and does no harm. */
    private static JsonObject parties(Element details) {
        var said = new JsonObject();
        say(said, "endToEndId", word(details, "Refs/EndToEndId"));
        say(said, "mandateId", word(details, "Refs/MndtId"));
        say(said, "creditorName", firstOf(word(details, "RltdPties/Cdtr/Nm"), word(details, "RltdPties/Cdtr/Pty/Nm")));
        say(said, "debtorName", firstOf(word(details, "RltdPties/Dbtr/Nm"), word(details, "RltdPties/Dbtr/Pty/Nm")));
        String creditor = word(details, "RltdPties/CdtrAcct/Id/IBAN");
        if (!creditor.isEmpty()) said.add("creditorAccount", Psus.reference(creditor));
        String debtor = word(details, "RltdPties/DbtrAcct/Id/IBAN");
        if (!debtor.isEmpty()) said.add("debtorAccount", Psus.reference(debtor));
        var texts = all(details, "RmtInf/Ustrd").stream().map(Element::getTextContent).toList();
        String text = String.join(" ", texts);
        say(said, "remittanceInformationUnstructured", text.substring(0, Math.min(140, text.length())));
        say(said, "purposeCode", word(details, "Purp/Cd"));
        return said;
    }

    private static void say(JsonObject object, String field, String value) {
        if (!value.isEmpty()) object.addProperty(field, value);
    }

    private static String day(Element ntry, String date) {
        String found = firstOf(word(ntry, date + "/Dt"), word(ntry, date + "/DtTm"));
        return found.length() > 10 ? found.substring(0, 10) : found;
    }

    private static JsonObject amount(Element element) {
        Element amt = all(element, "Amt").get(0);
        String sign = word(element, "CdtDbtInd").equals("DBIT") ? "-" : "";
        var amount = new JsonObject();
        amount.addProperty("currency", amt.getAttribute("Ccy"));
        amount.addProperty("amount", sign + amt.getTextContent().strip());
        return amount;
    }

    private static String firstOf(String one, String other) {
        return one.isEmpty() ? other : one;
    }

    private static String word(Element element, String path) {
        List<Element> found = all(element, path);
        return found.isEmpty() ? "" : found.get(0).getTextContent().strip();
    }

    /** The elements at the end of a path of local names. */
    private static List<Element> all(Element element, String path) {
        List<Element> found = List.of(element);
        for (String name : path.split("/")) {
            var inner = new ArrayList<Element>();
            for (Element outer : found) {
                for (var child = outer.getFirstChild(); child != null; child = child.getNextSibling()) {
                    if (child instanceof Element one && name.equals(one.getLocalName())) inner.add(one);
                }
            }
            found = inner;
        }
        return found;
    }
}
