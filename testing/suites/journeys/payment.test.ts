import { forAllTests, hrefOf, PsuClient, TppClient } from '@xs2a/test-kit';
import { consentBody, paymentOrder, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { eventually } from '@xs2a/test-system/eventually';
import { approve } from '@xs2a/test-system/psu/approve';
import { runSystem } from '@xs2a/test-system/start/run-system';
import { describe, expect, it } from 'vitest';

const PAYMENTS = '/v1/payments/sepa-credit-transfers';

const system = forAllTests(() => runSystem());

const tpp = forAllTests(() => new TppClient(system.gatewayUrl));

describe('payment initiation over the redirect approach', () => {
  it('an approved payment is executed, and the debit appears in transactions and balances', async () => {
    const order = paymentOrder();
    const created = await tpp.post(PAYMENTS, order, { headers: REDIRECT_HEADERS });
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({ transactionStatus: 'RCVD' });
    const result = await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
    expect(result.url).toBe(RETURN.ok);
    expect((await tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'finalised' });
    await eventually(
      () => tpp.follow(created, 'status'),
      ({ body }) => body['transactionStatus'] === 'ACSC',
    );
    expect((await tpp.follow(created, 'self')).body).toMatchObject({ ...order, transactionStatus: 'ACSC' });

    const consent = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    await approve(system.portalUrl, hrefOf(consent, 'scaRedirect'), { psuId: 'psu-private' });
    const headers = { 'Consent-ID': String(consent.body['consentId']), 'PSU-IP-Address': '192.0.2.10' };
    const list = await tpp.get('/v1/accounts', { headers });
    const [account] = list.body['accounts'] as { _links: Record<string, { href: string }> }[];
    const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const href = `${account?._links['transactions']?.href}?bookingStatus=booked&dateFrom=${today}`;
    const debit = { transactionAmount: { currency: 'EUR', amount: '-12.50' }, creditorName: 'Ana Anić' };
    await eventually(
      () => tpp.get(href, { headers }),
      ({ body }) => {
        const { booked } = body['transactions'] as { booked: { creditorName?: string; transactionAmount: object }[] };
        return booked.some(
          ({ creditorName, transactionAmount }) =>
            creditorName === debit.creditorName &&
            JSON.stringify(transactionAmount) === JSON.stringify(debit.transactionAmount),
        );
      },
    );
    await eventually(
      () => tpp.get(account?._links['balances']?.href ?? '', { headers }),
      ({ text }) => text.includes('5419.60'),
    );
  });

  it('a payment that the PSU declines is rejected, and the browser goes to TPP-Nok-Redirect-URI', async () => {
    const created = await tpp.post(PAYMENTS, paymentOrder(), { headers: REDIRECT_HEADERS });
    const psu = new PsuClient(system.portalUrl);
    const signIn = await psu.open(hrefOf(created, 'scaRedirect'));
    const review = await psu.submit(signIn, { psuId: 'psu-private', password: 'psu-private-pass' });
    const result = await psu.submit(review, {}, '/decline');
    expect(result.url).toBe(RETURN.nok);
    expect((await tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'failed' });
    expect((await tpp.follow(created, 'status')).body).toEqual({ transactionStatus: 'RJCT' });
  });
});
