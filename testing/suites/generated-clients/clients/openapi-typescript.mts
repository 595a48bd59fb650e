import createClient from 'openapi-fetch';
import type { paths } from './client';

const given = JSON.parse(process.argv[2] ?? '');
const client = createClient<paths>({ baseUrl: given.url });
const header = given.headers;
const reads = { ...header, 'Consent-ID': given.consent };
const list = await client.GET('/v1/accounts', { params: { header: reads } });
const path = { accountId: list.data?.accounts[0]?.resourceId ?? '' };
const one = await client.GET('/v1/accounts/{accountId}', { params: { path, header: reads } });
const query = { bookingStatus: 'booked', dateFrom: given.dateFrom } as const;
const report = await client.GET('/v1/accounts/{accountId}/transactions', { params: { path, query, header: reads } });
const entries = typeof report.data === 'object' && 'transactions' in report.data ? report.data.transactions : undefined;
const to = { paymentProduct: 'sepa-credit-transfers' } as const;
const created = await client.POST('/v1/payments/{paymentProduct}', {
  params: { path: to, header },
  body: given.payment,
});
const payment = { ...to, paymentId: created.data?.paymentId ?? '' };
const status = await client.GET('/v1/payments/{paymentProduct}/{paymentId}/status', {
  params: { path: payment, header },
});
const { transactionStatus } = typeof status.data === 'object' ? status.data : { transactionStatus: undefined };
console.log(
  JSON.stringify({ iban: one.data?.account.iban, booked: entries?.booked?.length, status: transactionStatus }),
);
