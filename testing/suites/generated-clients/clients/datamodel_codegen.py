"""Calls a sandbox by the models that datamodel-codegen makes, and writes what it has read."""
import json
import sys
from urllib.request import Request, urlopen

import generated_models as models

given = json.loads(sys.argv[1])


def call(path, model, body=None):
    headers = {**given["headers"], "Consent-ID": given["consent"], "Content-Type": "application/json"}
    data = body and body.model_dump_json(by_alias=True, exclude_none=True).encode()
    return model.model_validate_json(urlopen(Request(given["url"] + path, data, headers)).read())


account = call("/v1/accounts", models.AccountList).accounts[0].resourceId
iban = call(f"/v1/accounts/{account}", models.AccountDetails).account.iban
query = f"bookingStatus=booked&dateFrom={given['dateFrom']}"
report = call(f"/v1/accounts/{account}/transactions?{query}", models.TransactionReport).root
order = models.SinglePayment.model_validate(given["payment"])
created = call(f"/v1/payments/{given['product']}", models.CreatedPayment, order)
status = call(f"/v1/payments/{given['product']}/{created.paymentId}/status", models.PaymentStatus)
print(json.dumps({"iban": iban, "booked": len(report.transactions.booked), "status": status.transactionStatus.value}))
