// Calls a sandbox by the client that oapi-codegen makes, and writes what it has read.
package main

import (
	"client-check/client"
	"context"
	"encoding/json"
	"net/http"
	"os"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	var given struct {
		URL, Consent, Product, DateFrom string
		Headers                         map[string]string
		Payment                         client.InitiatePaymentJSONRequestBody
	}
	must(0, json.Unmarshal([]byte(os.Args[1]), &given))
	given.Headers["Consent-ID"] = given.Consent
	send := func(_ context.Context, request *http.Request) error {
		for name, value := range given.Headers {
			request.Header.Set(name, value)
		}
		query := request.URL.Query()
		if query.Has("bookingStatus") {
			query.Set("dateFrom", given.DateFrom)
			request.URL.RawQuery = query.Encode()
		}
		return nil
	}
	ctx := context.Background()
	api := must(client.NewClientWithResponses(given.URL, client.WithRequestEditorFn(send)))
	list := must(api.GetAccountListWithResponse(ctx, &client.GetAccountListParams{}))
	id := list.JSON200.Accounts[0].ResourceId
	one := must(api.ReadAccountDetailsWithResponse(ctx, id, &client.ReadAccountDetailsParams{}))
	booked := &client.GetTransactionListParams{BookingStatus: "booked"}
	report := must(must(api.GetTransactionListWithResponse(ctx, id, booked)).JSON200.AsTransactionReport0())
	product := client.InitiatePaymentParamsPaymentProduct(given.Product)
	created := must(api.InitiatePaymentWithResponse(ctx, product, &client.InitiatePaymentParams{}, given.Payment))
	again := client.GetPaymentInitiationStatusParamsPaymentProduct(given.Product)
	status := must(api.GetPaymentInitiationStatusWithResponse(ctx, again, created.JSON201.PaymentId, &client.GetPaymentInitiationStatusParams{}))
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"iban": one.JSON200.Account.Iban, "booked": len(*report.Transactions.Booked), "status": status.JSON200.TransactionStatus,
	})
}
