import { newTraceparent, runInContext } from '@xs2a/service-kit';
import { forAllTests, pain001 } from '@xs2a/test-kit';
import { describe, expect, it } from 'vitest';
import { payment, startBank } from '../test/test-context.ts';
import { acceptBulkOrder } from './connector/submit-bulk-payment.ts';
import { acceptOrder } from './connector/submit-payment.ts';
import { feedAccounts, findAccountsBehind } from './feed/feed-account.ts';
import { bookPendingEntries } from './ledger/book-pending-entries.ts';
import { resumeBulks } from './orders/resume-bulks.ts';
import { resumeOrders } from './orders/resume-orders.ts';

const at = forAllTests(() => startBank({ clock: () => new Date('2027-02-01T10:00:00Z') }));

/** Runs a job of a process that is shutting down. */
const stopping = (work: () => Promise<unknown>) =>
  runInContext({ requestId: crypto.randomUUID(), traceparent: newTraceparent(), stopping: AbortSignal.abort() }, work);

describe('a job of a process that is shutting down leaves to the next run', () => {
  it('orders', async () => {
    const order = payment();
    await acceptOrder(at.context, order);
    await stopping(() => resumeOrders(at.context, 0));
    expect(await at.context.orders.findOne({ _id: order.paymentId })).toMatchObject({ status: 'accepted' });
  });

  it('bulk orders', async () => {
    const xml = pain001({ blocks: [{ transfers: [{ amount: '1.00' }] }] });
    const paymentId = crypto.randomUUID();
    const paymentProduct = 'pain.001-credit-transfers';
    await acceptBulkOrder(at.context, { paymentId, paymentProduct, psuId: 'psu-private', xml });
    await stopping(() => resumeBulks(at.context, 0));
    expect(await at.context.bulkOrders.findOne({ _id: paymentId })).toMatchObject({ status: 'accepted' });
  });

  it('pending entries', async () => {
    const pending = () => at.context.entries.countDocuments({ bookingStatus: 'pending' });
    const before = await pending();
    const later = { ...at.context, now: () => new Date('2027-03-01T10:00:00Z') };
    await stopping(() => bookPendingEntries(later));
    expect(await pending()).toBe(before);
  });

  it('accounts with unacknowledged changes', async () => {
    let asked = 0;
    const ask = async () => {
      asked++;
      throw new Error('away');
    };
    expect((await findAccountsBehind(at.context)).length).toBeGreaterThan(0);
    await stopping(() => feedAccounts({ ...at.context, bus: { ask } as never }));
    expect(asked).toBe(0);
  });
});
