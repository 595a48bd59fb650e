"""
Statements (camt.053, of any version) of accounts that the core system tells nothing else of:

    python3 camt.py statement.xml …

It writes what is new to the outbox; the connector that runs on the same DATA sends it. `npm run xs2a -- camt import` of the
service does the same without a connector, checks files by the schema, and reads large ones in parts.
"""
import os, sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

BALANCES = {"OPBD": "openingBooked", "CLBD": "closingBooked", "ITBD": "interimBooked", "ITAV": "interimAvailable"}
STATUS = {"BOOK": "booked", "PDNG": "pending"}


@dataclass(frozen=True)
class Statement:
    iban: str
    until: str
    entries: list
    balances: list


def statements(data):
    text = data.decode("utf-8")
    if "<!DOCTYPE" in text:  # No entities: neither files that they name nor their explosion.
        raise ValueError("a document type is not accepted")
    document = ElementTree.fromstring(text.encode())
    return [statement(one) for one in document.iterfind("{*}BkToCstmrStmt/{*}Stmt")]


def statement(stmt):
    iban = word(stmt, "Acct/Id/IBAN")
    until = word(stmt, "FrToDt/ToDtTm") or word(stmt, "CreDtTm")
    if not iban or not until:
        raise ValueError("a statement without IBAN or without its time")
    entries = [entry(one) for one in stmt.iterfind("{*}Ntry")]
    balances = [
        {"balanceType": BALANCES[kind], "balanceAmount": amount(one)}
        for one in stmt.iterfind("{*}Bal") if (kind := word(one, "Tp/CdOrPrtry/Cd")) in BALANCES
    ]
    return Statement(iban, until, [one for one in entries if one], balances)


def entry(ntry):
    status = STATUS.get(word(ntry, "Sts/Cd") or word(ntry, "Sts"))
    reference = word(ntry, "AcctSvcrRef")
    if status is None:
        return None  # INFO and others are not booked and will not be.
    if not reference:
        raise ValueError("an entry without AcctSvcrRef: nothing tells it from the next one")
    details = ntry.findall("{*}NtryDtls/{*}TxDtls")
    texts = {
        "bookingDate": word(ntry, "BookgDt/Dt") or word(ntry, "BookgDt/DtTm")[:10] or None,
        "valueDate": word(ntry, "ValDt/Dt") or word(ntry, "ValDt/DtTm")[:10] or None,
        **(parties(details[0]) if len(details) == 1 else {"additionalInformation": word(ntry, "AddtlNtryInf")}),
    }
    known = {name: value for name, value in texts.items() if value}
    return {"bankReference": reference, "bookingStatus": status, "transactionAmount": amount(ntry), **known}


def parties(details):
    """Of both sides, the one that is not the account holder is of interest; both are passed on as they stand."""
    account = {"creditorAccount": "CdtrAcct", "debtorAccount": "DbtrAcct"}
    return {
        "endToEndId": word(details, "Refs/EndToEndId"),
        "mandateId": word(details, "Refs/MndtId"),
        "creditorName": word(details, "RltdPties/Cdtr/Nm") or word(details, "RltdPties/Cdtr/Pty/Nm"),
        "debtorName": word(details, "RltdPties/Dbtr/Nm") or word(details, "RltdPties/Dbtr/Pty/Nm"),
        **{
            name: {"iban": iban}
            for name, tag in account.items() if (iban := word(details, f"RltdPties/{tag}/Id/IBAN"))
        },
        "remittanceInformationUnstructured": " ".join(one.text or "" for one in details.iterfind("{*}RmtInf/{*}Ustrd"))[:140],
        "purposeCode": word(details, "Purp/Cd"),
    }


def amount(element):
    sign = "-" if word(element, "CdtDbtInd") == "DBIT" else ""
    amt = element.find("{*}Amt")
    return {"currency": amt.get("Ccy"), "amount": sign + amt.text.strip()}


def word(element, path):
    return (element.findtext("/".join(f"{{*}}{tag}" for tag in path.split("/"))) or "").strip()


def main(files):
    from core import Core
    from feed import Feed
    from store import Store

    folder, failed = Path(os.environ.get("DATA", "data")), 0
    feed = Feed(Store(folder), Core(folder))
    feed.tell_accounts()
    for file in files:
        try:
            for one in statements(Path(file).read_bytes()):
                print(f"{file}: {feed.take_statement(one)} new entries")
        except (ValueError, AttributeError, ElementTree.ParseError, OSError) as fault:
            failed = 1
            print(f"{file}: refused, nothing of this statement was taken: {fault}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
