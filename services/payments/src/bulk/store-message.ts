import type { BulkPayment } from '@xs2a/contracts';
import type { ClientSession } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import type { ParsedMessage } from './summarise-message.ts';

/** Stores a message as it is executed, the equivalent JSON, and its transfers for the status report. */
export async function storeMessage(
  { bulkMessages, bulkTransfers }: Pick<PaymentsContext, 'bulkMessages' | 'bulkTransfers'>,
  { paymentId, xml, body, parsed }: { paymentId: string; xml: string; body?: BulkPayment; parsed: ParsedMessage },
  session: ClientSession,
): Promise<void> {
  await bulkMessages.insertOne({ _id: paymentId, xml, ...(body && { body }), original: parsed.original }, { session });
  // One by one: inserting several at once serialises each document twice, first for its size.
  for (const batch of parsed.batches) {
    const _id = `${paymentId}-${batch.block}.${batch.first}`;
    await bulkTransfers.insertOne({ ...batch, _id, paymentId }, { session });
  }
}
