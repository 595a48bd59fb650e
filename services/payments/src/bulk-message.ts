import { Amount } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** What a status report repeats of the message and of each of its blocks. */
const Original = z.object({
  message: z.string(),
  messageId: z.string(),
  createdAt: z.string(),
  numberOfTransactions: z.string(),
  controlSum: z.string().optional(),
  blocks: z.array(
    z.object({
      paymentInformationId: z.string(),
      numberOfTransactions: z.string().optional(),
      controlSum: z.string().optional(),
    }),
  ),
});

/** A message as it was posted, stored once; `_id` is that of its payment. At most 6 MB: one document holds it. */
export const BulkMessage = z.object({ _id: z.string(), xml: z.string(), original: Original });
export type BulkMessage = z.infer<typeof BulkMessage>;

export const BULK_MESSAGES = storedCollection('bulkMessages', BulkMessage);

const BulkTransfer = z.object({
  instructionId: z.string().optional(),
  endToEndId: z.string(),
  instructedAmount: Amount,
});

/** Some transfers of one block, one after the other. */
export const BulkTransfers = z.object({
  _id: z.string(),
  paymentId: z.string(),
  /** Which block, and which of its transfers is the first here; from 1 on. */
  block: z.int().min(1),
  first: z.int().min(1),
  transfers: z.array(BulkTransfer),
});
export type BulkTransfers = z.infer<typeof BulkTransfers>;

export const BULK_TRANSFERS = storedCollection('bulkTransfers', BulkTransfers, {
  indexes: [{ key: { paymentId: 1, block: 1, first: 1 }, unique: true }],
});
