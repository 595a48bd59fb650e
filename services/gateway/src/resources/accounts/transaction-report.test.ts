import { downloadTransactions, listTransactions, reportTransactions, Xs2aError } from '@xs2a/contracts';
import { forAllTests } from '@xs2a/test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTo } from '../../../test/answer-to.ts';
import { startGateway } from '../../../test/start-gateway.ts';

const ACCOUNT = { iban: 'HR1210010051863000160' };
const VND_053 = 'application/vnd.BerlinGroup.camt.053+xml';
const VND_052 = 'application/vnd.BerlinGroup.camt.052+xml';
const LIST = '/v1/accounts/a1/transactions';

const gateway = forAllTests(() => startGateway());

const read = (path: string, accept: string) =>
  gateway.ask('GET', path, { headers: { 'Consent-ID': 'c1', Accept: accept } });
const listAs = (accept: string, bookingStatus = 'booked') =>
  read(`${LIST}?bookingStatus=${bookingStatus}&dateFrom=2026-01-01`, accept);

/** Accept, bookingStatus, media type of the answer, requested message (undefined for JSON). */
const SERVED: readonly (readonly [string, string, string, 'camt.053' | 'camt.052' | undefined])[] = [
  ['application/json', 'booked', 'application/json; charset=utf-8', undefined],
  ['*/*', 'booked', 'application/json; charset=utf-8', undefined],
  ['application/*', 'both', 'application/json; charset=utf-8', undefined],
  ['application/xml', 'booked', 'application/xml; charset=utf-8', 'camt.053'],
  ['application/xml', 'pending', 'application/xml; charset=utf-8', 'camt.052'],
  ['application/xml', 'both', 'application/xml; charset=utf-8', 'camt.052'],
  [VND_053, 'booked', `${VND_053}; charset=utf-8`, 'camt.053'],
  [VND_052, 'booked', `${VND_052}; charset=utf-8`, 'camt.052'],
  [VND_053.toLowerCase(), 'booked', `${VND_053}; charset=utf-8`, 'camt.053'],
  ['application/json;q=0.5, application/xml', 'booked', 'application/xml; charset=utf-8', 'camt.053'],
  ['application/json;q=0.5, application/xml;q=0.4', 'booked', 'application/json; charset=utf-8', undefined],
  ['application/xml, application/json', 'booked', 'application/xml; charset=utf-8', 'camt.053'],
  ['application/json, application/xml', 'booked', 'application/json; charset=utf-8', undefined],
  ['text/plain, application/xml;q=0.1', 'booked', 'application/xml; charset=utf-8', 'camt.053'],
  ['*/*;q=0.1, application/xml', 'booked', 'application/xml; charset=utf-8', 'camt.053'],
  [`${VND_053}, ${VND_052};q=0.5`, 'both', `${VND_052}; charset=utf-8`, 'camt.052'],
  [`${VND_053}, application/json;q=0.2`, 'both', 'application/json; charset=utf-8', undefined],
  ['application/xml, */*;q=0.1', 'all', 'application/json; charset=utf-8', undefined],
];

describe('the format of a transaction list', () => {
  beforeEach(async () => {
    lists = await answerTo(gateway.natsUrl, listTransactions, () => ({ account: ACCOUNT, booked: [] }));
    reports = await answerTo(gateway.natsUrl, reportTransactions, () => ({ account: ACCOUNT, xml: '<Document/>' }));
  });
  afterEach(async () => {
    await lists[Symbol.asyncDispose]();
    await reports[Symbol.asyncDispose]();
  });
  let lists: Awaited<ReturnType<typeof answerTo<typeof listTransactions>>>;
  let reports: Awaited<ReturnType<typeof answerTo<typeof reportTransactions>>>;

  it.each(SERVED)('for %s with bookingStatus %s is %s', async (accept, bookingStatus, type, message) => {
    const answer = await listAs(accept, bookingStatus);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(reports.asked.map((request) => request.message)).toEqual(message === undefined ? [] : [message]);
    expect(lists.asked).toHaveLength(message === undefined ? 1 : 0);
    if (message !== undefined) expect(answer.text).toBe('<Document/>');
  });

  it.each([
    ['text/plain', 'booked'],
    ['application/vnd.BerlinGroup.camt.054+xml', 'booked'],
    [VND_053, 'both'],
    ['application/xml', 'information'],
    ['application/xml', 'all'],
    ['application/xml;q=0', 'booked'],
    ['application/xml', 'constructor'],
  ])('is refused with 406 if none is available: %s of %s', async (accept, bookingStatus) => {
    const { status, message } = await listAs(accept, bookingStatus);
    expect([status, message.code, message.path]).toEqual([406, 'REQUESTED_FORMATS_INVALID', 'Accept']);
    expect([...lists.asked, ...reports.asked]).toEqual([]);
  });

  it('may be XML, unlike that of other answers', async () => {
    for (const path of ['/v1/accounts', '/v1/accounts/a1/balances', '/v1/card-accounts/a1/transactions']) {
      expect((await read(path, 'application/xml')).status, path).toBe(406);
    }
  });

  it('has pages in JSON only', async () => {
    const { status, message } = await read(
      `${LIST}?bookingStatus=booked&dateFrom=2026-01-01&page=p`,
      'application/xml',
    );
    expect([status, message.code, message.path]).toEqual([400, 'FORMAT_ERROR', 'page']);
  });
});

describe('a list that is too long for one XML answer', () => {
  it('is answered in JSON without transactions and with a download link', async () => {
    const balances = [{ balanceType: 'closingBooked' as const, balanceAmount: { currency: 'EUR', amount: '1.00' } }];
    await using _ = await answerTo(gateway.natsUrl, reportTransactions, () => ({
      account: ACCOUNT,
      downloadId: 'd/1',
      balances,
    }));
    const answer = await listAs('application/xml');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const links = { account: { href: '/v1/accounts/a1' }, download: { href: `${LIST}/download/d%2F1` } };
    expect(JSON.parse(answer.text)).toEqual({ account: ACCOUNT, _links: links });
    const asked = await read(`${LIST}?bookingStatus=booked&dateFrom=2026-01-01&withBalance=true`, 'application/xml');
    expect(JSON.parse(asked.text)).toMatchObject({ balances });
  });
});

describe('the remaining reads (decision 18)', () => {
  const accessQuota = { limit: 4, remaining: 3, resetSeconds: 3_600 };
  const quotaOf = ({ headers }: Awaited<ReturnType<typeof read>>) =>
    ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`));

  it('are sent with a report, a download link, and a download', async () => {
    await using reports = await answerTo(gateway.natsUrl, reportTransactions, ({ bookingStatus }) => ({
      accessQuota,
      account: ACCOUNT,
      ...(bookingStatus === 'booked' ? { downloadId: 'd1' } : { xml: '<Document/>' }),
    }));
    await using _ = await answerTo(gateway.natsUrl, downloadTransactions, () => ({
      accessQuota,
      message: 'camt.053' as const,
      xml: '<Document/>',
    }));
    const answers = [await listAs('application/xml', 'both'), await listAs('application/xml')];
    answers.push(await read(`${LIST}/download/d1`, 'application/xml'));
    expect(reports.asked).toHaveLength(2);
    for (const answer of answers) expect(quotaOf(answer)).toEqual(['4', '3', '3600']);
    const refused = await read(`${LIST}/download/d1`, 'application/json');
    expect([refused.status, ...quotaOf(refused)]).toEqual([406, null, null, null]);
  });
});

describe('a download', () => {
  const PIECES = 40;
  const PIECE = '<Ntry/>'.repeat(20_000);

  it('is streamed in pieces, under the same consent, as a file', async () => {
    await using accounts = await answerTo(gateway.natsUrl, downloadTransactions, ({ downloadId }) => {
      const message = 'camt.052' as const;
      const piece = Number(downloadId);
      return { message, xml: PIECE, ...(piece < PIECES && { next: String(piece + 1) }) };
    });
    const before = process.memoryUsage().rss;
    const answer = await read(`${LIST}/download/1`, 'application/xml');
    expect(answer.text.length).toBe(PIECE.length * PIECES);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576);
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="camt.052.xml"');
    expect(new Set(accounts.asked.map(({ consentId, accountId }) => `${consentId} ${accountId}`))).toEqual(
      new Set(['c1 a1']),
    );
    for (const accept of ['*/*', VND_052]) {
      const { headers } = await read(`${LIST}/download/${PIECES}`, accept);
      expect(headers.get('content-type')).toBe(`${accept === VND_052 ? VND_052 : 'application/xml'}; charset=utf-8`);
    }
  });

  it('is refused if its message is not acceptable, if it is unknown, and without a consent', async () => {
    await using _ = await answerTo(gateway.natsUrl, downloadTransactions, ({ downloadId }) => {
      if (downloadId === 'unknown') throw new Xs2aError('resourceUnknown');
      return { message: 'camt.052' as const, xml: '<a/>' };
    });
    for (const accept of [VND_053, 'application/json', 'text/plain']) {
      const { status, message } = await read(`${LIST}/download/1`, accept);
      expect([status, message.code], accept).toEqual([406, 'REQUESTED_FORMATS_INVALID']);
    }
    const unknown = await read(`${LIST}/download/unknown`, 'application/xml');
    expect([unknown.status, unknown.message.code]).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect((await gateway.ask('GET', `${LIST}/download/1`)).status).toBe(400);
  });

  it('that fails midway is incomplete: the connection is closed', async () => {
    await using _ = await answerTo(gateway.natsUrl, downloadTransactions, ({ downloadId }) => {
      if (downloadId === '2') throw new Xs2aError('consentExpired');
      return { message: 'camt.053' as const, xml: PIECE, next: '2' };
    });
    await expect(read(`${LIST}/download/1`, 'application/xml')).rejects.toThrow(/terminated|fetch failed/);
  });
});
