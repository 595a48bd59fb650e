import { forAllTests, hrefOf, TppClient } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import { runCompact } from '@xs2a/test-system/start/run-compact';
import { describe, expect, it } from 'vitest';
import { pythonConnector } from './python-connector.ts';

const PSU = { psuId: 'psu-ana' };
const ACCOUNT = { iban: 'HR7099900131100000017' };
const FOREIGN = { iban: 'HR4899900131100000025' };

const system = forAllTests(() => runCompact({}, { connector: pythonConnector }));
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));

async function pay(order: Record<string, unknown>): Promise<unknown> {
  const created = await tpp.post('/v1/payments/sepa-credit-transfers', order, { headers: REDIRECT_HEADERS });
  expect(created.status, created.text).toBe(201);
  const result = await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), PSU);
  expect(result.url).toBe(RETURN.ok);
  const ended = await eventually(
    () => tpp.follow(created, 'status'),
    ({ body }) => ['ACSC', 'RJCT'].includes(String(body['transactionStatus'])),
  );
  return ended.body['transactionStatus'];
}

describe('a bank whose connector is in Python', () => {
  it('executes a payment that its PSU approved, and shows it in the account', async () => {
    const access = { balances: [ACCOUNT], transactions: [ACCOUNT] };
    const consent = await tpp.post('/v1/consents', consentBody({ access }), { headers: REDIRECT_HEADERS });
    await approve(system.portalUrl, hrefOf(consent, 'scaRedirect'), PSU);
    const headers = { 'Consent-ID': String(consent.body['consentId']), 'PSU-IP-Address': '192.0.2.10' };
    // The connector sends its accounts again until the service is up.
    const list = await eventually(
      () => tpp.get('/v1/accounts', { headers }),
      ({ text }) => text.includes(ACCOUNT.iban),
    );
    expect(list.body['accounts']).toMatchObject([{ ...ACCOUNT, currency: 'EUR' }]);
    const [account] = list.body['accounts'] as { _links: Record<string, { href: string }> }[];
    const balances = account?._links['balances']?.href ?? '';
    await eventually(
      () => tpp.get(balances, { headers }),
      ({ text }) => text.includes('1000.00'),
    );

    const status = await pay(paymentOrder({ debtorAccount: ACCOUNT, endToEndIdentification: 'PYTHON-1' }));
    expect(status).toBe('ACSC');
    await eventually(
      () => tpp.get(balances, { headers }),
      ({ text }) => text.includes('987.50'),
    );
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const entries = `${account?._links['transactions']?.href}?bookingStatus=booked&dateFrom=${yesterday}`;
    const { body } = await tpp.get(entries, { headers });
    const debit = { endToEndId: 'PYTHON-1', transactionAmount: { currency: 'EUR', amount: '-12.50' } };
    expect(body['transactions']).toMatchObject({ booked: expect.arrayContaining([expect.objectContaining(debit)]) });
  });

  it('reports missing funds: the TPP reads that the payment was rejected', async () => {
    const instructedAmount = { currency: 'EUR', amount: '5000.00' };
    const headers = { ...REDIRECT_HEADERS, 'TPP-Rejection-NoFunds-Preferred': 'true' };
    const order = paymentOrder({ debtorAccount: ACCOUNT, instructedAmount });
    const created = await tpp.post('/v1/payments/sepa-credit-transfers', order, { headers });
    await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), PSU);
    await eventually(
      () => tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'RJCT',
    );
  });

  it("lets nobody approve for another's account", async () => {
    const order = paymentOrder({ debtorAccount: FOREIGN });
    const created = await tpp.post('/v1/payments/sepa-credit-transfers', order, { headers: REDIRECT_HEADERS });
    await expect(approve(system.portalUrl, hrefOf(created, 'scaRedirect'), PSU)).rejects.toThrow('no form');
    expect((await tpp.follow(created, 'status')).body).toEqual({ transactionStatus: 'RCVD' });
  });
});
