import { forAllTests, hrefOf, TppClient } from '@xs2a/test-kit';
import { consentOrder, IBAN, REDIRECT_HEADERS, RETURN } from '@xs2a/test-system/data/fixtures';
import { approve } from '@xs2a/test-system/psu/approve';
import { sharedSystem } from '@xs2a/test-system/start/shared-system';
import { describe, expect, it } from 'vitest';

const system = forAllTests(() => sharedSystem());
const tpp = forAllTests(() => new TppClient(system.gatewayUrl));

async function validConsent(order = consentOrder()): Promise<string> {
  const created = await tpp.post('/v1/consents', order, { headers: REDIRECT_HEADERS });
  expect(created.status, created.text).toBe(201);
  await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
  return String(created.body['consentId']);
}

describe('account information over the redirect approach', () => {
  it('a consent is received, becomes valid when the PSU approves it, and ends when the TPP deletes it', async () => {
    const created = await tpp.post('/v1/consents', consentOrder(), { headers: REDIRECT_HEADERS });
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

  it('accounts, balances and transactions are exactly those that were granted', async () => {
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

  it('a right that was not granted is refused, and so is an account that was not', async () => {
    const consentId = await validConsent(consentOrder({ access: { accounts: [{ iban: IBAN.savings }] } }));
    const headers = { 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.10' };
    const list = await tpp.get('/v1/accounts', { headers });
    const accounts = list.body['accounts'] as { resourceId: string; iban: string; _links?: object }[];
    expect(accounts.map(({ iban }) => iban)).toEqual([IBAN.savings]);
    expect(Object.keys(accounts[0]?._links ?? {})).toEqual([]);
    const balances = await tpp.get(`/v1/accounts/${accounts[0]?.resourceId}/balances`, { headers });
    expect([balances.status, codeOf(balances.body)]).toEqual([401, 'CONSENT_INVALID']);
    const other = await tpp.get(`/v1/accounts/${crypto.randomUUID()}/balances`, { headers });
    expect([other.status, codeOf(other.body)]).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('a consent that was not authorised, was deleted, or is of another TPP opens nothing', async () => {
    const created = await tpp.post('/v1/consents', consentOrder(), { headers: REDIRECT_HEADERS });
    const consentId = String(created.body['consentId']);
    const read = (client: TppClient) => client.get('/v1/accounts', { headers: { 'Consent-ID': consentId } });
    const notYet = await read(tpp);
    expect([notYet.status, codeOf(notYet.body)]).toEqual([401, 'CONSENT_INVALID']);
    await approve(system.portalUrl, hrefOf(created, 'scaRedirect'), { psuId: 'psu-private' });
    expect((await read(tpp)).status).toBe(200);
    const foreign = await read(new TppClient(system.gatewayUrl, 'PSDHR-HNB-OTHER'));
    expect([foreign.status, codeOf(foreign.body)]).toEqual([400, 'CONSENT_UNKNOWN']);
    await tpp.delete(hrefOf(created, 'self'));
    const afterwards = await read(tpp);
    expect([afterwards.status, codeOf(afterwards.body)]).toEqual([401, 'CONSENT_INVALID']);
  });

  it('the fifth access without the PSU on one day is refused, one with the PSU is served', async () => {
    const consentId = await validConsent();
    const read = (headers: Record<string, string>) =>
      tpp.get('/v1/accounts', { headers: { 'Consent-ID': consentId, ...headers } });
    const statuses: number[] = [];
    for (let access = 1; access <= 5; access++) statuses.push((await read({})).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await read({ 'PSU-IP-Address': '192.0.2.10' })).status).toBe(200);
  });

  it('a global consent lists all payment accounts, a list consent with balances shows them in the list alone', async () => {
    const headers = (consentId: string) => ({ 'Consent-ID': consentId, 'PSU-IP-Address': '192.0.2.10' });
    const global = await validConsent(consentOrder({ access: { allPsd2: 'allAccounts' } }));
    const all = await tpp.get('/v1/accounts', { headers: headers(global) });
    const accounts = all.body['accounts'] as { iban: string; balances?: unknown; _links?: object }[];
    expect(accounts.map(({ iban }) => iban).toSorted()).toEqual([IBAN.savings, IBAN.private].toSorted());
    expect(Object.keys(accounts[0]?._links ?? {})).toEqual(['balances', 'transactions']);

    const listed = await validConsent(consentOrder({ access: { availableAccountsWithBalance: 'allAccounts' } }));
    const list = await tpp.get('/v1/accounts', { headers: headers(listed) });
    const withBalances = list.body['accounts'] as { resourceId: string; balances?: unknown[]; _links?: object }[];
    expect(withBalances.every(({ balances }) => (balances?.length ?? 0) > 0)).toBe(true);
    expect(withBalances.flatMap(({ _links }) => Object.keys(_links ?? {}))).toEqual([]);
    const balances = await tpp.get(`/v1/accounts/${withBalances[0]?.resourceId}/balances`, {
      headers: headers(listed),
    });
    expect([balances.status, codeOf(balances.body)]).toEqual([401, 'CONSENT_INVALID']);
  });

  it('an earlier recurring consent of the same PSU expires when the new one is authorised', async () => {
    const earlier = await validConsent();
    const later = await validConsent();
    expect((await tpp.get(`/v1/consents/${earlier}/status`)).body).toEqual({ consentStatus: 'expired' });
    expect((await tpp.get(`/v1/consents/${later}/status`)).body).toEqual({ consentStatus: 'valid' });
  });
});

function codeOf(body: Record<string, unknown>): unknown {
  return (body['tppMessages'] as { code: string }[] | undefined)?.[0]?.code;
}
