import { declineAuthorisation } from '@xs2a/contracts';
import { forAllTests, profileFile, type TppAnswer, TppClient } from '@xs2a/test-kit';
import { askForConsent } from '@xs2a/test-system/ask-as-gateway';
import { CARD, consentBody, fundsQuestion, IBAN, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { listed, refusalIn, startAccountServices } from '@xs2a/test-system/start/account-services';
import { startServicesOf } from '@xs2a/test-system/start/start-services';
import { beforeAll, describe, expect, it } from 'vitest';

const PSU = { 'PSU-IP-Address': '192.0.2.10' };
const UNKNOWN = crypto.randomUUID();

const services = forAllTests(() => startAccountServices());
/** Values for the placeholders below. */
const named: Record<string, string> = { unknown: UNKNOWN };

beforeAll(async () => {
  // One-off, so that none of the consents ends another.
  const oneOff = { recurringIndicator: false, frequencyPerDay: 1 };
  const body = (access: object) => ({ ...oneOff, access });
  named['consent'] = await services.consent({ access: { allPsd2: 'allAccounts' } });
  named['detailsOnly'] = await services.consent(body({ accounts: [{ iban: IBAN.private }] }));
  named['savingsOnly'] = await services.consent(body({ transactions: [{ iban: IBAN.savings }] }));
  named['listOnly'] = await services.consent(body({ availableAccounts: 'allAccounts' }));
  named['received'] = (await askForConsent(services.bus)).consentId;
  const declined = await askForConsent(services.bus);
  await services.bus.ask(declineAuthorisation, { redirectReference: declined.authorisation?.redirectReference ?? '' });
  named['rejected'] = declined.consentId;
  named['terminated'] = await services.consent(oneOff);
  await services.tpp.delete(`/v1/consents/${named['terminated']}`);
  const all = listed(await read('consent', '/v1/accounts'));
  named['account'] = all.find(({ iban }) => iban === IBAN.private)?.resourceId ?? '';
});

const filled = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? name);

/** Reads with the PSU present under one of the consents above. */
function read(consent: string, path: string): Promise<TppAnswer> {
  return services.tpp.get(filled(path), { headers: { 'Consent-ID': named[consent] ?? consent, ...PSU } });
}

const LIST = '/v1/accounts/{account}/transactions';

/** Refused reads (decision 11): consent, path, and the expected response. */
const READS: readonly (readonly [string, string, string, readonly [number, string?, string?]])[] = [
  ['no Consent-ID', '', '/v1/accounts', [400, 'FORMAT_ERROR', 'Consent-ID']],
  ['an unknown Consent-ID', UNKNOWN, '/v1/accounts', [400, 'CONSENT_UNKNOWN', 'Consent-ID']],
  ['a consent that waits for the PSU', 'received', '/v1/accounts', [401, 'CONSENT_INVALID']],
  ['a consent that the PSU declined', 'rejected', '/v1/accounts', [401, 'CONSENT_INVALID']],
  ['a consent that was deleted', 'terminated', '/v1/accounts', [401, 'CONSENT_INVALID']],
  ['a path with broken encoding', 'consent', '/v1/accounts/%E0%A4%A', [404, 'RESOURCE_UNKNOWN']],
  ['no bookingStatus', 'consent', `${LIST}?dateFrom=2026-01-01`, [400, 'FORMAT_ERROR', 'bookingStatus']],
  [
    'an unknown bookingStatus',
    'consent',
    `${LIST}?bookingStatus=all%20of&dateFrom=2026-01-01`,
    [400, 'FORMAT_ERROR', 'bookingStatus'],
  ],
  [
    'a day that is none',
    'consent',
    `${LIST}?bookingStatus=both&dateFrom=2026-02-30`,
    [400, 'FORMAT_ERROR', 'dateFrom'],
  ],
  ['withBalance that is no boolean', 'consent', '/v1/accounts?withBalance=yes', [400, 'FORMAT_ERROR', 'withBalance']],
  ['unknown query parameters', 'consent', '/v1/accounts?unknown=1&page=2', [200]],
  ['unknown query parameters of entries', 'consent', `${LIST}?bookingStatus=both&dateFrom=2026-01-01&x=y`, [200]],
];

describe('a read of account data with', () => {
  it.each(READS)('%s', async (_, consent, path, [status, code, at]) => {
    const answer = await (consent === '' ? services.tpp.get(path) : read(consent, path));
    expect(refusalIn(answer), answer.text).toEqual([status, code, at]);
  });
});

describe('a read with fewer rights', () => {
  it('withBalance without the right gets 200 without balances', async () => {
    const answer = await read('detailsOnly', '/v1/accounts/{account}?withBalance=true');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body['account']).not.toHaveProperty('balances');
    expect(answer.body['account']).not.toHaveProperty('_links');
  });

  it('for a list of available accounts gets every payment account, without links', async () => {
    const accounts = listed(await read('listOnly', '/v1/accounts'));
    expect(accounts.map(({ iban }) => iban).toSorted()).toEqual([IBAN.private, IBAN.savings].toSorted());
    for (const account of accounts) expect(account).not.toHaveProperty('_links');
  });

  it('gets an empty list if there is no account of that kind', async () => {
    const answer = await read('savingsOnly', '/v1/card-accounts');
    expect([answer.status, answer.body]).toEqual([200, { cardAccounts: [] }]);
  });
});

const ACCOUNT = { iban: IBAN.private };

/** Refused consent creations and funds confirmations (decision 11). */
const BODIES: readonly (readonly [string, string, object, readonly [number, string?, string?]])[] = [
  ['no combined session, said so', '/v1/consents', { combinedServiceIndicator: false }, [201]],
  [
    'restrictedTo with unnamed accounts',
    '/v1/consents',
    { access: { allPsd2: 'allAccounts', restrictedTo: ['CACC'] } },
    [201],
  ],
  ['no access a day', '/v1/consents', { frequencyPerDay: 0 }, [400, 'FORMAT_ERROR', 'frequencyPerDay']],
  [
    'an IBAN with wrong check digits',
    '/v1/consents',
    { access: { balances: [{ iban: 'HR2899900051100000019' }] } },
    [400, 'FORMAT_ERROR', 'access.balances[0].iban'],
  ],
  ['a field that is not known', '/v1/consents', { unknown: 1 }, [201, 'WARNING', 'unknown']],
  [
    'a funds question without a consent of its TPP',
    '/v1/funds-confirmations',
    {},
    [400, 'NO_PIIS_ACTIVATION', 'account'],
  ],
  [
    'a funds question that names a card unknown here',
    '/v1/funds-confirmations',
    { cardNumber: CARD.clear },
    [400, 'NO_PIIS_ACTIVATION', 'account'],
  ],
  [
    'a funds question with a malformed amount',
    '/v1/funds-confirmations',
    { instructedAmount: { currency: 'EUR', amount: '1,0' } },
    [400, 'FORMAT_ERROR', 'instructedAmount.amount'],
  ],
];

describe('a request with', () => {
  it.each(BODIES)('%s', async (_, path, body, [status, code, at]) => {
    const order = path === '/v1/consents' ? consentBody({ ...body }) : fundsQuestion('1.00', { ...body });
    const answer = await services.tpp.post(path, order, { headers: REDIRECT_HEADERS });
    expect(refusalIn(answer), answer.text).toEqual([status, code, at]);
  });
});

describe('a kind of consent that the bank does not offer', () => {
  it('is refused with 400 SERVICE_INVALID, and the other kinds are unaffected', async () => {
    const profile = profileFile('consentModels: [detailed]');
    await using detailedOnly = await startServicesOf(profile, 'sca', 'consent', 'gateway');
    const tpp = new TppClient(detailedOnly.running.gateway.httpUrl ?? '');
    const post = (access: object) => tpp.post('/v1/consents', consentBody({ access }), { headers: REDIRECT_HEADERS });
    for (const access of [{ allPsd2: 'allAccounts' }, { availableAccounts: 'allAccounts' }, { balances: [] }]) {
      expect(refusalIn(await post(access))).toEqual([400, 'SERVICE_INVALID', 'access']);
    }
    expect((await post({ balances: [ACCOUNT] })).status).toBe(201);
  });
});

/** Reads with the PSU present. */
function readUnder(consentId: string, path: string): Promise<TppAnswer> {
  return services.tpp.get(path, { headers: { 'Consent-ID': consentId, ...PSU } });
}

function consentTo(currency?: string): Promise<string> {
  const account = { iban: IBAN.multi, ...(currency && { currency }) };
  return services.consent({ access: { balances: [account], transactions: [account] } }, 'psu-multi');
}

/** Returns the account in a currency, found by the links of the list. */
async function accountIn(consentId: string, currency: string) {
  const account = listed(await readUnder(consentId, '/v1/accounts')).find((each) => each.currency === currency);
  return { resourceId: account?.resourceId ?? '', links: account?.['_links'] as Record<string, { href: string }> };
}

interface Listed {
  account: object;
  transactions: {
    booked: { transactionId: string; transactionAmount: { currency: string } }[];
    _links: Record<string, { href: string }>;
  };
}

/** Returns all entries of a list, page by page. */
async function entriesOf(consentId: string, href: string): Promise<Listed['transactions']['booked']> {
  const entries: Listed['transactions']['booked'] = [];
  for (let next: string | undefined = `${href}?bookingStatus=booked&dateFrom=2020-01-01`; next !== undefined; ) {
    const answer = await readUnder(consentId, next);
    expect(answer.status, answer.text).toBe(200);
    const { transactions } = answer.body as unknown as Listed;
    entries.push(...transactions.booked);
    next = transactions._links['next']?.href;
  }
  return entries;
}

describe('the multicurrency account of the sandbox', () => {
  it('shows the opening balances of all currencies in its aggregation', async () => {
    const consentId = await consentTo();
    const { links } = await accountIn(consentId, 'XXX');
    const answer = await readUnder(consentId, links['balances']?.href ?? '');
    expect(answer.body['account']).toEqual({ iban: IBAN.multi, currency: 'XXX' });
    const balances = answer.body['balances'] as { balanceType: string; balanceAmount: object }[];
    const booked = balances.filter(({ balanceType }) => balanceType === 'interimBooked');
    expect(booked.map(({ balanceAmount }) => balanceAmount)).toEqual(
      expect.arrayContaining([
        { currency: 'EUR', amount: '800.00' },
        { currency: 'USD', amount: '1200.00' },
        { currency: 'CHF', amount: '300.00' },
      ]),
    );
    expect(booked).toHaveLength(3);
  });

  it('shows the entries of all currencies in its aggregation, and in each sub-account those of its own currency', async () => {
    const consentId = await consentTo();
    const entriesIn = async (currency: string) =>
      entriesOf(consentId, (await accountIn(consentId, currency)).links['transactions']?.href ?? '');
    const own = await Promise.all(['EUR', 'USD', 'CHF'].map(entriesIn));
    const mixed = await entriesIn('XXX');
    const ids = (entries: typeof mixed) => entries.map(({ transactionId }) => transactionId).toSorted();
    expect(ids(mixed)).toEqual(ids(own.flat()));
    expect(mixed.length).toBeGreaterThan(100);
    expect(own.map((entries) => new Set(entries.map((each) => each.transactionAmount.currency)).size)).toEqual([
      1, 1, 1,
    ]);
  });
});
