import { forAllTests, hrefOf, TppClient } from '@xs2a/test-kit';
import { consentBody, IBAN, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';

const system = forAllTests(() => sharedSystem());
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));

async function validConsent(order = consentBody()): Promise<string> {
  const created = await tpp.post('/v1/consents', order, { headers: REDIRECT_HEADERS });
  expect(created.status, created.text).toBe(201);
  await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
  return String(created.body['consentId']);
}

describe('account information over the redirect approach', () => {
  it('a received consent becomes valid when the PSU approves it, and ends when the TPP deletes it', async () => {
    const created = await tpp.post('/v1/consents', consentBody(), { headers: REDIRECT_HEADERS });
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({ consentStatus: 'received' });
    expect(created.headers.get('aspsp-sca-approach')).toBe('REDIRECT');
    expect(created.headers.get('location')).toBe(hrefOf(created, 'self'));
    expect((await tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'received' });

    const result = await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
    expect(result.url).toBe(RETURN.ok);
    expect((await tpp.follow(created, 'status')).body).toEqual({ consentStatus: 'valid' });
    expect((await tpp.follow(created, 'scaStatus')).body).toMatchObject({ scaStatus: 'finalised' });

    const deleted = await tpp.delete(hrefOf(created, 'self'));
    expect(deleted.status).toBe(204);
    expect((await tpp.follow(created, 'status')).body).toEqual({ consentStatus: 'terminatedByTpp' });
  });

  it('accounts, balances and transactions are exactly those granted', async () => {
    const consentId = await validConsent();
    const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.10' };
    const list = await tpp.get('/v1/accounts', { headers });
    expect(list.status, list.text).toBe(200);
    const accounts = list.body['accounts'] as {
      resourceId: string;
      iban: string;
      _links: Record<string, { href: string }>;
    }[];
    expect(accounts.map(({ iban }) => iban)).toEqual([IBAN.private]);
    const [account] = accounts;
    expect(account?.resourceId).not.toBe(IBAN.private);

    const balances = await tpp.get(account?._links['balances']?.href ?? '', { headers });
    expect(balances.status, balances.text).toBe(200);
    const booked = (balances.body['balances'] as { balanceType: string; balanceAmount: { amount: string } }[]).find(
      ({ balanceType }) => balanceType === 'closingBooked' || balanceType === 'interimBooked',
    );
    expect(booked?.balanceAmount).toEqual({ currency: 'EUR', amount: expect.stringMatching(/^\d+\.\d\d$/) });

    const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    const href = `${account?._links['transactions']?.href}?bookingStatus=booked&dateFrom=${from}`;
    const transactions = await tpp.get(href, { headers });
    expect(transactions.status, transactions.text).toBe(200);
    const { booked: entries } = transactions.body['transactions'] as { booked: { bookingDate: string }[] };
    expect(entries.length).toBeGreaterThan(20);
    expect(entries.every(({ bookingDate }) => bookingDate >= from)).toBe(true);
  });
});
