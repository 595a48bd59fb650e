import { listTransactions, type ReplyOf, type RequestInputOf } from '@xs2a/contracts';
import { newTraceparent, runInContext } from '@xs2a/service-kit';
import { describe, expect, it } from 'vitest';
import { contextOfFile, fedAccount, fedEntry, fedPending, feed, READING } from '../../test/test-context.ts';

const context = contextOfFile();

const entries = (...sequences: number[]) =>
  sequences.map((sequence) => fedEntry({ bankReference: `entry-${sequence}`, sequence, endToEndId: `${sequence}` }));

/** Reads a delta list under an X-Request-ID. */
async function delta(
  accountId: string,
  requestId: string,
  asked: Partial<RequestInputOf<typeof listTransactions>> = {},
): Promise<(string | undefined)[]> {
  const query = { bookingStatus: 'both' as const, withBalance: false, deltaList: true, ...asked };
  const { booked = [], pending = [] } = await runInContext(
    { requestId, traceparent: newTraceparent() },
    (): Promise<ReplyOf<typeof listTransactions>> => context.ask(listTransactions, { ...READING, accountId, ...query }),
  );
  return [...pending, ...booked].map(({ endToEndId }) => endToEndId);
}

describe('a delta list whose response was lost', () => {
  it('is the same for a repeated request, even the first one, and includes later entries', async () => {
    const accountId = await feed(context, fedAccount(), entries(1));
    for (const _ of [1, 2, 3]) expect(await delta(accountId, 'first')).toEqual(['1']);
    await feed(context, fedAccount(), entries(2));
    expect(await delta(accountId, 'second')).toEqual(['2']);
    await feed(context, fedAccount(), entries(3));
    for (const _ of [1, 2]) expect(await delta(accountId, 'second')).toEqual(['3', '2']);
    expect(await delta(accountId, 'third')).toEqual([]);
  });

  it('starts at the same entry for two minutes after its first request', async () => {
    const accountId = await feed(context, fedAccount(), entries(1));
    expect(await delta(accountId, 'first')).toEqual(['1']);
    context.moment = '2026-06-15T10:01:00Z';
    await feed(context, fedAccount(), entries(2));
    expect(await delta(accountId, 'first')).toEqual(['2', '1']);
    context.moment = '2026-06-15T10:02:00Z';
    expect(await delta(accountId, 'first')).toEqual([]);
  });

  it('is the same even if another list was read meanwhile', async () => {
    const pending = fedPending({ bankReference: 'reserved', sequence: 2, endToEndId: 'reserved' });
    const accountId = await feed(context, fedAccount(), [...entries(1), pending]);
    const booked = () => delta(accountId, 'booked', { bookingStatus: 'booked' });
    expect(await booked()).toEqual(['1']);
    expect(await delta(accountId, 'pending', { bookingStatus: 'pending' })).toEqual(['reserved']);
    expect(await booked()).toEqual(['1']);
  });

  it('is the same for simultaneous requests, to one replica and another', async () => {
    const accountId = await feed(context, fedAccount(), entries(1));
    const read = () => delta(accountId, 'first');
    expect(await Promise.all([read(), read(), read(), read()])).toEqual([['1'], ['1'], ['1'], ['1']]);
    await context.replace({});
    expect(await read()).toEqual(['1']);
    expect(await delta(accountId, 'second')).toEqual([]);
  });

  it('starts at a cursor of an earlier version, which has no requests', async () => {
    const accountId = await feed(context, fedAccount(), entries(1, 2));
    await delta(accountId, 'first');
    await context.db.collection('marks').updateOne({}, { $set: { booked: 1 }, $unset: { before: '' } });
    for (const _ of [1, 2]) expect(await delta(accountId, 'second')).toEqual(['2']);
  });
});
