"""Calls a sandbox by the client that OpenAPI Generator makes for Python, and writes what it has read."""
import json
import sys

import generated_client as client

given = json.loads(sys.argv[1])
api = client.ApiClient(client.Configuration(host=given["url"]))
headers = {"x_request_id": given["headers"]["X-Request-ID"], "psu_ip_address": given["headers"]["PSU-IP-Address"]}
reads = {**headers, "consent_id": given["consent"]}
accounts = client.AccountsApi(api)
account = accounts.get_account_list(**reads).accounts[0].resource_id
iban = accounts.read_account_details(account, **reads).account.iban
days = {"booking_status": "booked", "date_from": given["dateFrom"]}
report = accounts.get_transaction_list(account_id=account, **days, **reads).actual_instance
payments = client.PaymentsApi(api)
order = client.SinglePayment.from_dict(given["payment"])
created = payments.initiate_payment(given["product"], single_payment=order, **headers, tpp_redirect_uri=given["headers"]["TPP-Redirect-URI"])
status = payments.get_payment_initiation_status(given["product"], created.payment_id, **headers)
print(json.dumps({"iban": iban, "booked": len(report.transactions.booked), "status": status.transaction_status}))
