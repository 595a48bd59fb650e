import { AccountReference, Amount, Bic, BulkPayment } from '@xs2a/contracts';
import { storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

/** Parts of the message and of each PmtInf block that a status report repeats. */
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

/**
 * A pain.001 message, with transliterated texts if letters were not permitted. `_id` is the id of its payment. At most 6 MB, so
 * it fits into one document.
 */
export const BulkMessage = z.object({
  _id: z.string(),
  xml: z.string(),
  original: Original,
  /** Original body of a bulk payment in JSON. */
  body: BulkPayment.optional(),
});
export type BulkMessage = z.infer<typeof BulkMessage>;

export const BULK_MESSAGES = storedCollection('bulkMessages', BulkMessage);

const BulkTransfer = z.object({
  instructionId: z.string().optional(),
  endToEndId: z.string(),
  instructedAmount: Amount,
  /** The payee, for its verification; absent from bulks of earlier versions. */
  creditorName: z.string().optional(),
  creditorAccount: AccountReference.optional(),
  creditorAgent: Bic.optional(),
});
export type BulkTransfer = z.infer<typeof BulkTransfer>;

/** Consecutive transfers of one PmtInf block. */
export const BulkTransfers = z.object({
  _id: z.string(),
  paymentId: z.string(),
  /** Number of the block, and of its first transfer in this document; both count from 1. */
  block: z.int().min(1),
  first: z.int().min(1),
  transfers: z.array(BulkTransfer),
});
export type BulkTransfers = z.infer<typeof BulkTransfers>;

export const BULK_TRANSFERS = storedCollection('bulkTransfers', BulkTransfers, {
  indexes: [{ key: { paymentId: 1, block: 1, first: 1 }, unique: true }],
});
