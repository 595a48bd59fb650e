import { revokeConsent } from '@xs2a/contracts';
import { addDays, bankDay, secondsToNextDay } from '@xs2a/service-kit';
import type { TppAnswer } from '@xs2a/test-kit';
import { executedCommands, forAllTests } from '@xs2a/test-kit';
import { consentBody, IBAN, REDIRECT_HEADERS } from '@xs2a/test-system/data/fixtures';
import { listed, refusalIn, startAccountServices } from '@xs2a/test-system/start/account-services';
import { describe, expect, it } from 'vitest';

const ZAGREB = { timeZone: 'Europe/Zagreb' };
const PSU = { 'PSU-IP-Address': '192.0.2.10' };

const services = forAllTests(() => startAccountServices());

function get(consentId: string, path: string, headers: Record<string, string> = {}): Promise<TppAnswer> {
  return services.tpp.get(path, { headers: { 'Consent-ID': consentId, ...headers } });
}

/** Returns `[limit, remaining]`, or undefined if the response has neither. */
function quotaIn({ headers }: TppAnswer): number[] | undefined {
  const values = ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`));
  return values.includes(null) ? undefined : values.map(Number);
}
const resetIn = ({ headers }: TppAnswer): number => Number(headers.get('x-ratelimit-reset'));
const today = () => bankDay(services.clock.now(), ZAGREB);

/** Creates a consent for all data of `psu-private`, and performs one read of each kind. */
async function everything() {
  const consentId = await services.consent({ access: { allPsd2: 'allAccounts' } });
  const list = await get(consentId, '/v1/accounts', PSU);
  const { resourceId } = listed(list).find(({ iban }) => iban === IBAN.private) ?? { resourceId: '' };
  const cards = await get(consentId, '/v1/card-accounts', PSU);
  const [card] = cards.body['cardAccounts'] as { resourceId: string }[];
  const query = `bookingStatus=booked&dateFrom=${today().slice(0, 8)}01`;
  const entries = await get(
    consentId,
    `/v1/accounts/${resourceId}/transactions?bookingStatus=booked&dateFrom=2020-01-01`,
    PSU,
  );
  const { booked, _links } = entries.body['transactions'] as {
    booked: { transactionId: string }[];
    _links: Record<string, { href: string }>;
  };
  const account = `/v1/accounts/${resourceId}`;
  const cardAccount = `/v1/card-accounts/${card?.resourceId}`;
  const paths = {
    list: '/v1/accounts',
    details: account,
    balances: `${account}/balances`,
    transactions: `${account}/transactions?${query}`,
    transactionDetails: `${account}/transactions/${booked[0]?.transactionId}`,
    cardList: '/v1/card-accounts',
    cardDetails: cardAccount,
    cardBalances: `${cardAccount}/balances`,
    cardTransactions: `${cardAccount}/transactions?${query}`,
  };
  return { consentId, paths, nextPage: _links['next']?.href ?? '' };
}

describe("a creation that exceeds the bank's limits", () => {
  const warningsIn = ({ body }: TppAnswer) =>
    ((body['tppMessages'] ?? []) as { category: string; code: string; path: string; text: string }[]).map(
      ({ category, code, path, text }) => [category, code, path, /\d+(-\d+-\d+)?/.exec(text)?.[0]],
    );
  const create = (path: string, body: object, requestId?: string): Promise<TppAnswer> =>
    services.tpp.post(path, body, { headers: REDIRECT_HEADERS, ...(requestId !== undefined && { requestId }) });

  it('has a warning for each reduced value, also when it is repeated, and the content shows the reduced values', async () => {
    const validUntil = addDays(today(), 181);
    const order = consentBody({ frequencyPerDay: 24, validUntil });
    const requestId = crypto.randomUUID();
    const created = await create('/v1/consents', order, requestId);
    const held = addDays(today(), 180);
    const warnings = [
      ['WARNING', 'WARNING', 'validUntil', held],
      ['WARNING', 'WARNING', 'frequencyPerDay', '4'],
    ];
    expect([created.status, warningsIn(created)], created.text).toEqual([201, warnings]);
    const content = await services.tpp.get(`/v1/consents/${String(created.body['consentId'])}`);
    expect(content.body).toMatchObject({ validUntil: held, frequencyPerDay: 4 });
    services.clock.forward({ hours: 48 });
    expect(warningsIn(await create('/v1/consents', order, requestId))).toEqual(warnings);
  });

  it('has none if it asks for the maximum, or for less', async () => {
    for (const validUntil of ['9999-12-31', addDays(today(), 180)]) {
      const created = await create('/v1/consents', consentBody({ validUntil }));
      expect([created.status, warningsIn(created)], created.text).toEqual([201, []]);
    }
  });

  it('has one if a consent for funds ends with its card', async () => {
    const address = '/v2/consents/confirmation-of-funds';
    const [earlier, later] = [addDays(today(), 30), addDays(today(), 60)];
    const account = { iban: IBAN.private };
    const cut = await create(address, { account, cardExpiryDate: earlier, validUntil: later });
    expect([cut.status, warningsIn(cut)], cut.text).toEqual([201, [['WARNING', 'WARNING', 'validUntil', earlier]]]);
    const whole = await create(address, { account, cardExpiryDate: later, validUntil: earlier });
    expect([whole.status, warningsIn(whole)]).toEqual([201, []]);
  });
});

describe('a read without the PSU', () => {
  it('shows the remaining accesses of its kind and account today; the fifth is 429 with Retry-After, and no other kind is affected', async () => {
    const { consentId, paths } = await everything();
    for (const [kind, path] of Object.entries(paths)) {
      for (const remaining of [3, 2, 1, 0]) {
        const answer = await get(consentId, path);
        expect([answer.status, quotaIn(answer)], `${kind}: ${answer.text}`).toEqual([200, [4, remaining]]);
        const seconds = secondsToNextDay(services.clock.now(), ZAGREB);
        expect(resetIn(answer)).toBeGreaterThanOrEqual(seconds);
        expect(resetIn(answer)).toBeLessThan(seconds + 10);
        expect(answer.body).not.toHaveProperty('accessQuota');
      }
      const exceeded = await get(consentId, path);
      expect([...refusalIn(exceeded), quotaIn(exceeded)], kind).toEqual([429, 'ACCESS_EXCEEDED', undefined, [4, 0]]);
      expect(Number(exceeded.headers.get('retry-after'))).toBe(resetIn(exceeded));
    }
  });

  it("shows the limit of the consent if it is lower than the bank's", async () => {
    const consentId = await services.consent({ frequencyPerDay: 2 });
    expect(quotaIn(await get(consentId, '/v1/accounts'))).toEqual([2, 1]);
  });

  it('for a further page shows the remaining accesses, and costs none', async () => {
    const { consentId, paths, nextPage } = await everything();
    expect(quotaIn(await get(consentId, paths.transactions))).toEqual([4, 3]);
    for (let page = 0; page < 6; page++) {
      const answer = await get(consentId, nextPage);
      expect([answer.status, quotaIn(answer)], answer.text).toEqual([200, [4, 3]]);
    }
  });

  it('that is refused shows no accesses, and costs none', async () => {
    const { consentId, paths } = await everything();
    const old = `${paths.transactions.split('?')[0]}?bookingStatus=booked&dateFrom=2020-01-01`;
    services.clock.forward({ minutes: 61 });
    for (let times = 0; times < 6; times++) {
      const answer = await get(consentId, old);
      expect([...refusalIn(answer), quotaIn(answer)]).toEqual([400, 'PERIOD_INVALID', 'dateFrom', undefined]);
    }
    expect(quotaIn(await get(consentId, paths.transactions))).toEqual([4, 3]);
  });

  it("has all accesses again at midnight in the bank's time zone", async () => {
    const consentId = await services.consent();
    expect(quotaIn(await get(consentId, '/v1/accounts'))).toEqual([4, 3]);
    const midnight = services.clock.now().getTime() + secondsToNextDay(services.clock.now(), ZAGREB) * 1_000;
    services.clock.moveTo(new Date(midnight).toISOString());
    const answer = await get(consentId, '/v1/accounts');
    expect(quotaIn(answer)).toEqual([4, 3]);
    expect(resetIn(answer)).toBeGreaterThan(22 * 3_600);
  });
});

describe('a read with the PSU present', () => {
  it('is not limited, and has no such headers; it is served when the other accesses are used up', async () => {
    const consentId = await services.consent({ frequencyPerDay: 1 });
    await get(consentId, '/v1/accounts');
    expect((await get(consentId, '/v1/accounts')).status).toBe(429);
    const answer = await get(consentId, '/v1/accounts', PSU);
    expect([answer.status, quotaIn(answer), answer.headers.get('x-ratelimit-reset')]).toEqual([200, undefined, null]);
  });
});

describe('a one-off consent', () => {
  it('has one access to each kind, with the PSU or without, and never more on later days', async () => {
    const consentId = await services.consent({ recurringIndicator: false, frequencyPerDay: 1 });
    const first = await get(consentId, '/v1/accounts', PSU);
    expect([first.status, quotaIn(first), first.headers.get('x-ratelimit-reset')]).toEqual([200, [1, 0], null]);
    const second = await get(consentId, '/v1/accounts');
    expect([second.status, quotaIn(second), second.headers.get('retry-after')]).toEqual([429, [1, 0], null]);
    expect(second.text).toContain('once');
  });
});

/** Kinds of endings of a consent, and the refusal of the very next read. */
const ENDINGS = {
  'the PSU withdraws it': {
    end: (consentId: string) => services.bus.ask(revokeConsent, { psuId: 'psu-private', consentId }),
    refusal: 'CONSENT_INVALID',
  },
  'the TPP deletes it': {
    end: (consentId: string) => services.tpp.delete(`/v1/consents/${consentId}`),
    refusal: 'CONSENT_INVALID',
  },
  'a later recurring consent is authorised': {
    end: () => services.consent(),
    refusal: 'CONSENT_EXPIRED',
  },
  'midnight ends its last day': {
    async end() {
      const midnight = services.clock.now().getTime() + secondsToNextDay(services.clock.now(), ZAGREB) * 1_000;
      services.clock.moveTo(new Date(midnight).toISOString());
    },
    refusal: 'CONSENT_EXPIRED',
  },
} as const;
type Ending = keyof typeof ENDINGS;
const NAMES = Object.keys(ENDINGS) as Ending[];

/** With the PSU present, so that only the end of the consent can refuse it. */
function readList(consentId: string) {
  return get(consentId, '/v1/accounts', PSU);
}

async function readable(): Promise<string> {
  const consentId = await services.consent({ validUntil: today() });
  const answer = await readList(consentId);
  expect(answer.status, answer.text).toBe(200);
  return consentId;
}

describe('the very next read is refused when', () => {
  it.each(NAMES)('%s', async (name) => {
    const consentId = await readable();
    await ENDINGS[name].end(consentId);
    expect(refusalIn(await readList(consentId))).toEqual([401, ENDINGS[name].refusal, undefined]);
  });

  it.each(NAMES)('%s while accounts restarts', async (name) => {
    const consentId = await readable();
    await services.running.accounts.stop();
    await ENDINGS[name].end(consentId);
    expect((await readList(consentId)).status).toBe(503);
    await services.restart('accounts');
    expect(refusalIn(await readList(consentId))).toEqual([401, ENDINGS[name].refusal, undefined]);
  });

  it.each(NAMES)('%s and the consent service restarts at once', async (name) => {
    const consentId = await readable();
    await ENDINGS[name].end(consentId);
    await services.running.consent.stop();
    expect((await readList(consentId)).status).toBe(503);
    await services.restart('consent');
    expect(refusalIn(await readList(consentId))).toEqual([401, ENDINGS[name].refusal, undefined]);
  });

  it('a hundred reads are under way as it ends: those that begin after the response are all refused', async () => {
    const consentId = await readable();
    const underway = Array.from({ length: 100 }, () => readList(consentId));
    await ENDINGS['the TPP deletes it'].end(consentId);
    const afterwards = await Promise.all(Array.from({ length: 20 }, () => readList(consentId)));
    expect(new Set(afterwards.map(({ status }) => status))).toEqual(new Set([401]));
    for (const { status } of await Promise.all(underway)) expect([200, 401]).toContain(status);
  });
});

const CONSENTS = ['consents'] as const;

/** Counts the requests between services for one request of a TPP, and the commands on these collections, as `collection op`. */
async function costOf(
  consentId: string,
  path: string,
  collections: Partial<Record<'consent' | 'accounts', readonly string[]>>,
): Promise<{ asks: string[]; commands: string[] }> {
  const requestId = crypto.randomUUID();
  const asks: string[] = [];
  const watched = services.bus.connection.subscribe('>', {
    callback: (_, { headers, subject }) => {
      if (headers?.get('X-Request-ID') === requestId) asks.push(subject.split('.').slice(0, 2).join('.'));
    },
  });
  await services.bus.connection.flush();
  const commands: string[] = [];
  let work = async () => {
    expect((await get(consentId, path, { ...PSU, 'X-Request-ID': requestId })).status).toBe(200);
  };
  for (const [name, of] of Object.entries(collections)) {
    const inner = work;
    work = async () => {
      const reads = { op: { $in: ['query', 'getmore', 'command'] } };
      // Excludes background jobs, which search for due documents and never for an id.
      const matching = of === CONSENTS ? { ...reads, 'command.filter._id': { $exists: true } } : reads;
      const database = services.database(name as keyof typeof collections);
      const done = await executedCommands(database, of, inner, matching);
      commands.push(...done.map(({ ns, op }) => `${String(ns).split('.').at(-1)} ${String(op)}`));
    };
  }
  await work();
  watched.unsubscribe();
  return { asks, commands };
}

describe('the cost of a read, without other requests', () => {
  it('of the status of a consent is one request and one find', async () => {
    const consentId = await services.consent({ access: { allPsd2: 'allAccounts' } });
    expect(await costOf(consentId, `/v1/consents/${consentId}/status`, { consent: CONSENTS })).toEqual({
      asks: ['consent.readConsentStatus'],
      commands: ['consents query'],
    });
  });

  it('of a page of entries is two requests, and one find each for account, consent and entries', async () => {
    const { consentId, paths } = await everything();
    const page = `${paths.transactions}&dateTo=${today()}`;
    // The first use of a day is recorded in the consent.
    await get(consentId, page, PSU);
    const cost = await costOf(
      consentId,
      paths.transactions.replace(/dateFrom=.*/, 'dateFrom=2020-01-01&dateTo=2020-01-02'),
      {
        consent: CONSENTS,
        accounts: ['accounts', 'transactions', 'deltaCursors'],
      },
    );
    expect(cost).toEqual({
      asks: ['accounts.listTransactions', 'consent.useConsent'],
      commands: ['consents query', 'accounts query', 'transactions query'],
    });
  });
});
