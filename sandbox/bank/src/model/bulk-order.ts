import { type Machine, PaymentProduct, RefusedTransfer } from '@xs2a/contracts';
import { History, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';

const BulkOrderStatus = z.enum(['accepted', 'executed', 'partlyExecuted', 'rejected']);
type BulkOrderStatus = z.infer<typeof BulkOrderStatus>;

const BULK_ORDER_STATUS_MACHINE = {
  accepted: { executed: 'executed', partlyExecuted: 'partlyExecuted', rejected: 'rejected' },
  executed: {},
  partlyExecuted: {},
  rejected: {},
} as const satisfies Machine<BulkOrderStatus>;

/** A pain.001 message that was submitted to the bank. `_id` is the paymentId of the submitter. */
export const BulkOrder = z.object({
  _id: z.string(),
  paymentProduct: PaymentProduct,
  psuId: z.string(),
  xml: z.string(),
  status: BulkOrderStatus,
  receivedAt: z.date(),
  /** The next day on which a part of the order is due. */
  dueOn: z.string(),
  reasonCode: z.string().optional(),
  /** Held until a developer pushes its status (docs/own-sandbox.md). */
  held: z.literal(true).optional(),
  outbox: Outbox,
  history: History,
});
export type BulkOrder = z.infer<typeof BulkOrder>;

export const BULK_ORDERS = storedCollection('bulkOrders', BulkOrder, {
  indexes: [
    { key: { dueOn: 1 }, name: 'to_execute', partialFilterExpression: { status: 'accepted' } },
    { key: { psuId: 1, receivedAt: 1 }, name: 'held', partialFilterExpression: { held: true } },
  ],
  status: { field: 'status', machine: BULK_ORDER_STATUS_MACHINE },
});

/** Transfers of one block that were processed in one transaction. The id identifies them, so that none is booked twice. */
export const BulkPiece = z.object({
  _id: z.string(),
  paymentId: z.string(),
  transfers: z.int().min(1),
  refused: z.array(RefusedTransfer),
});
export type BulkPiece = z.infer<typeof BulkPiece>;

export const BULK_PIECES = storedCollection('bulkPieces', BulkPiece, { indexes: [{ key: { paymentId: 1 } }] });
