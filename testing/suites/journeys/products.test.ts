import { forAllTests, hrefOf, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { approveOnBus } from '@xs2a/test-system/ask-as-gateway';
import { consentBody, IBAN, paymentOrder, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { startServices } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const services = forAllTests(() => startServices('gateway', 'bank', 'sca', 'consent', 'payments', 'accounts'));
let tpp: TppClient;
beforeAll(async () => {
  // A Monday and a banking day, eleven o'clock in Zagreb.
  services.clock.moveTo('2027-02-01T10:00:00Z');
  tpp = new TppClient(services.running.gateway.httpUrl ?? '');
});

const SINGLE = '/v1/payments';
const PERIODIC = '/v1/periodic-payments';
const MONTHLY = { startDate: '2027-02-10', frequency: 'Monthly', dayOfExecution: '10', executionRule: 'following' };

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<TppAnswer> {
  return tpp.post(path, body, { headers: { ...REDIRECT_HEADERS, ...headers } });
}

/** Approves as the PSU; the pages have their own tests. */
async function approve(created: TppAnswer, psuId = 'psu-private'): Promise<void> {
  const redirectReference = hrefOf(created, 'scaRedirect').split('/').at(-1) ?? '';
  await approveOnBus(services.bus, { authorisation: { redirectReference } }, psuId);
}

const order = (change: object = {}) =>
  paymentOrder({ creditorName: 'Ana Anic', remittanceInformationUnstructured: 'Racun 17', ...change });

const ABROAD = {
  instructedAmount: { currency: 'USD', amount: '10.00' },
  debtorAccount: { iban: IBAN.multi, currency: 'USD' },
  creditorAccount: { bban: '021000021123456789' },
  creditorAgent: 'CITIUS33',
  creditorAddress: { streetName: 'Main Street', townName: 'Springfield', country: 'US' },
  chargeBearer: 'SHAR',
};

describe('every product of a single payment, from POST to the end', () => {
  it.each([
    ['sepa-credit-transfers', order({ remittanceInformationStructured: 'RF18539007547034' }), 'psu-private', 'ACSC'],
    ['cross-border-credit-transfers', order(ABROAD), 'psu-multi', 'ACSC'],
    [
      'domestic-credit-transfers-hr',
      order({ endToEndIdentification: 'HR99', remittanceInformationStructured: { reference: 'HR01123-455' } }),
      'psu-private',
      'ACSC',
    ],
    ['target-2-payments', order({ creditorAccount: { iban: 'DE89370400440532013000' } }), 'psu-private', 'ACSC'],
    ['instant-domestic-credit-transfers-hr', order({ purposeCode: 'SALA' }), 'psu-private', 'ACCC'],
    ['hr-rtgs-payments', order(), 'psu-private', 'ACSC'],
  ])('%s', async (product, body, psuId, end) => {
    const created = await post(`${SINGLE}/${product}`, body);
    expect(created.status, created.text).toBe(201);
    expect(created.headers.get('location')).toBe(hrefOf(created, 'self'));
    expect((await tpp.follow(created, 'self')).body).toEqual({ ...body, transactionStatus: 'RCVD' });
    await approve(created, psuId);
    await eventually(
      () => tpp.follow(created, 'status'),
      (answer) => answer.body['transactionStatus'] === end,
    );
    const debtorName = psuId === 'psu-multi' ? 'Marko Kovačević' : 'Ana Horvat';
    expect((await tpp.follow(created, 'self')).body).toEqual({ ...body, transactionStatus: end, debtorName });
  });
});

describe('a standing order', () => {
  it('is read as posted, shown in the account information, and executed on its day', async () => {
    const body = order({ ...MONTHLY, endDate: '2027-02-28' });
    const created = await post(`${PERIODIC}/domestic-credit-transfers-hr`, body);
    expect(created.status, created.text).toBe(201);
    await approve(created);
    const read = await tpp.follow(created, 'self');
    expect(read.body).toEqual({ ...body, transactionStatus: 'ACCP', debtorName: 'Ana Horvat' });
    expect((await tpp.follow(created, 'status')).body).toEqual({ transactionStatus: 'ACCP' });

    const consent = await post('/v1/consents', consentBody());
    await approve(consent);
    const headers = { 'Consent-ID': String(consent.body['consentId']), 'PSU-IP-Address': '192.0.2.10' };
    const list = await tpp.get('/v1/accounts', { headers });
    const [account] = list.body['accounts'] as { _links: Record<string, { href: string }> }[];
    const href = `${account?._links['transactions']?.href}?bookingStatus=information`;
    const isShown = ({ text }: TppAnswer) => text.includes('"startDate":"2027-02-10"');
    await eventually(() => tpp.get(href, { headers }), isShown);

    services.clock.moveTo('2027-02-10T08:00:00Z');
    await services.running.payments.kit.jobs.runNow('executeDuePayments');
    await eventually(
      () => tpp.follow(created, 'status'),
      (answer) => answer.body['transactionStatus'] === 'ACSC',
    );
    await eventually(
      () => tpp.get(href, { headers }),
      (answer) => !isShown(answer),
    );
  });
});
