import { AccountsApi, Configuration, PaymentsApi, SinglePaymentFromJSON } from './client/index';

const given = JSON.parse(process.argv[2] ?? '');
const configuration = new Configuration({ basePath: given.url, headers: given.headers });
const own = { xRequestID: given.headers['X-Request-ID'], pSUIPAddress: given.headers['PSU-IP-Address'] };
const reads = { ...own, consentID: given.consent };
const accounts = new AccountsApi(configuration);
const accountId = (await accounts.getAccountList(reads)).accounts[0]?.resourceId ?? '';
const { account } = await accounts.readAccountDetails({ ...reads, accountId });
const span = { bookingStatus: 'booked', dateFrom: new Date(given.dateFrom) } as const;
const { transactions } = await accounts.getTransactionList({ ...reads, accountId, ...span });
const payments = new PaymentsApi(configuration);
const to = { ...own, paymentProduct: given.product };
const singlePayment = SinglePaymentFromJSON(given.payment);
const { paymentId } = await payments.initiatePayment({ ...to, singlePayment });
const { transactionStatus } = await payments.getPaymentInitiationStatus({ ...to, paymentId });
console.log(JSON.stringify({ iban: account.iban, booked: transactions.booked?.length, status: transactionStatus }));
