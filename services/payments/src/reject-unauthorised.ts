import { abandonAuthorisations } from '@xs2a/contracts';
import { advance, hasOpen, outboxEntry } from '@xs2a/service-kit';
import { parentOf } from './initiate-payment.ts';
import { endAlone } from './leave-basket.ts';
import { PAYMENTS, WAITING } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const BATCH = 500;

/** Payments that were not authorised in time, by all who must, become `RJCT` (field guide 1.2). Returns how many. */
export async function rejectUnauthorised(room: PaymentsRoom): Promise<number> {
  const at = room.now();
  const overdue = await room.payments
    .find({ transactionStatus: { $in: [...WAITING] }, authoriseUntil: { $lte: at } })
    .limit(BATCH)
    .toArray();
  for (const payment of overdue) {
    const outbox = hasOpen(payment) ? [outboxEntry(abandonAuthorisations, { parent: parentOf(payment) }, at)] : [];
    const rejected = await endAlone(room, payment, (session) =>
      advance(PAYMENTS, room.payments, payment, 'refused', { at, by: 'payments', outbox, ...(session && { session }) }),
    );
    // A PSU who is at a page now is stopped before it approves what is over.
    if (rejected !== null) await room.outbox.deliver(PAYMENTS, rejected);
  }
  return overdue.length;
}
