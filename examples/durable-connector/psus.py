"""Who a PSU is, what it may use, and how many must sign."""
from orders import find_account


class Psus:
    def __init__(self, customers, core):
        self.customers, self.core = customers, core

    def identify(self, request):
        psu, company = self.customers.find(request["psuId"]), request.get("corporateId")
        if company is not None and company not in self.customers.companies:
            return {"known": False, "corporateIdUnknown": True}  # Whoever the PSU is.
        if psu is None or (company is not None and company != psu.get("company")):
            return {"known": False}
        accounts = [
            {
                "reference": {"iban": account.iban}, "currency": account.currency, "name": account.name,
                "cashAccountType": "SVGS" if account.statements_only else "CACC", "signaturesNeeded": account.signatures,
            }
            for account in self.core.accounts() if psu["id"] in account.psus
        ]
        acts_for = {"corporateId": psu["company"]} if "company" in psu else {}
        return {"known": True, "name": psu["name"], **acts_for, "scaMethods": psu["methods"], "accounts": accounts}

    def signing_rules(self, request):
        """The strictest of the accounts named; without accounts, of all of the company."""
        company = request.get("corporateId")
        if request["accounts"]:
            concerned = [find_account(self.core, reference) for reference in request["accounts"]]
        else:
            concerned = [account for account in self.core.accounts() if company and account.company == company]
        needed = max([1, *(account.signatures for account in concerned if account is not None)])
        told = {} if company is None else {"companyKnown": company in self.customers.companies}
        return {"signaturesNeeded": needed, **told}

    def exemption(self, request):
        """RTS 2018/389, Art. 15: a transfer between accounts of the same person at this bank. Nothing else."""
        content = request["content"]
        if content["kind"] != "payment":
            return {"exempted": False}
        both = [find_account(self.core, content.get(side) or {}) for side in ("debtorAccount", "creditorAccount")]
        return {"exempted": all(account is not None and account.psus == (request["psuId"],) for account in both)}
