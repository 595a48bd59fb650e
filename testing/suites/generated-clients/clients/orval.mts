import * as client from './client';

const given = JSON.parse(process.argv[2] ?? '');
// Its addresses have no host, and where a body has several media types it names none.
const send = globalThis.fetch;
globalThis.fetch = (path, init) => send(new URL(path as string, given.url), init);
const own = { headers: { ...given.headers, 'Content-Type': 'application/json' } };
const reads = { headers: { ...given.headers, 'Consent-ID': given.consent } };
const is = <Wanted extends number, Answer extends { status: number }>(status: Wanted, answer: Answer) => {
  if (answer.status !== status) throw new Error(JSON.stringify(answer));
  return answer as Extract<Answer, { status: Wanted }>;
};
const list = is(200, await client.getAccountList({}, reads));
const id = list.data.accounts[0]?.resourceId ?? '';
const { account } = is(200, await client.readAccountDetails(id, {}, reads)).data;
const days = { bookingStatus: 'booked', dateFrom: given.dateFrom } as const;
const report = is(200, await client.getTransactionList(id, days, reads)).data;
const booked = typeof report === 'object' && 'transactions' in report ? report.transactions?.booked : undefined;
const product = 'sepa-credit-transfers';
const { paymentId } = is(201, await client.initiatePayment(product, given.payment, own)).data;
const status = is(200, await client.getPaymentInitiationStatus(product, paymentId, own)).data;
const { transactionStatus } = typeof status === 'object' ? status : { transactionStatus: undefined };
console.log(JSON.stringify({ iban: account.iban, booked: booked?.length, status: transactionStatus }));
