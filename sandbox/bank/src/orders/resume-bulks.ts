import { isStopping } from '@xs2a/service-kit';
import { matchPsusOfClock } from '../access/match-clock.ts';
import type { BankContext } from '../context.ts';
import { bankDayOf } from '../model/bank-day.ts';
import { executeBulk } from './execute-bulk.ts';

const BULKS_MAX = 20;

/** Executes bulk orders that were accepted before a crash, or that have become due. See `resumeOrders`. */
export async function resumeBulks(context: BankContext, olderThanMs: number): Promise<number> {
  const now = context.now();
  const left = await context.bulkOrders
    .find(
      {
        status: 'accepted',
        held: { $ne: true },
        dueOn: { $lte: bankDayOf(now) },
        receivedAt: { $lte: new Date(now.getTime() - olderThanMs) },
        ...matchPsusOfClock(),
      },
      { projection: { _id: 1 } },
    )
    .sort({ dueOn: 1 })
    .limit(BULKS_MAX)
    .toArray();
  for (const { _id } of left) {
    if (isStopping()) break;
    try {
      await executeBulk(context, _id);
    } catch (error) {
      context.log.warn({ err: error, paymentId: _id }, 'a bulk order could not be executed, the next run tries again');
    }
  }
  return left.length;
}
