import { advance } from '@xs2a/service-kit';
import { PAYMENTS } from './payment.ts';
import type { PaymentsRoom } from './room.ts';

const BATCH = 500;

/** Payments that nobody authorised in time become `RJCT` (field guide 1.2). Returns how many. */
export async function rejectUnauthorised(room: PaymentsRoom): Promise<number> {
  const at = room.now();
  const overdue = await room.payments
    .find({ transactionStatus: 'RCVD', authoriseUntil: { $lte: at } })
    .limit(BATCH)
    .toArray();
  for (const payment of overdue) await advance(PAYMENTS, room.payments, payment, 'refused', { at, by: 'payments' });
  return overdue.length;
}
