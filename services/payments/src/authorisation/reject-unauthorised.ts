import { isStopping, matchScope } from '@xs2a/service-kit';
import { rejectOverdue } from '../baskets/reject-overdue.ts';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_AUTHORISATION } from '../model/payment.ts';

const BATCH = 500;

/** Rejects payments that not all required PSUs authorised in time (decision 15). Returns the number overdue. */
export async function rejectUnauthorised(context: PaymentsContext): Promise<number> {
  const { payments, now } = context;
  const overdue = await payments
    .find({
      transactionStatus: { $in: [...AWAITING_AUTHORISATION] },
      authoriseUntil: { $lte: now() },
      ...matchScope(),
    })
    .limit(BATCH)
    .toArray();
  for (const payment of overdue) {
    if (isStopping()) break;
    await rejectOverdue(context, payment);
  }
  return overdue.length;
}
