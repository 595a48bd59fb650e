import { type RefusedTransfer, reportExecution } from '@xs2a/contracts';
import { type Initiation, readInitiationInThread, type TransferBlock, XML_LIMITS, XmlRefusal } from '@xs2a/iso20022';
import { advance, outboxEntry } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import { feedAccount } from '../feed/feed-account.ts';
import { bankDayOf, ZAGREB } from '../model/bank-day.ts';
import { BULK_ORDERS, type BulkOrder } from '../model/bulk-order.ts';
import type { Entry } from '../model/entry.ts';
import { bookBulkPiece, type Piece } from './book-bulk-piece.ts';

/** Transfers booked in one transaction, except in batch bookings. */
const TRANSFERS_PER_PIECE = 500;
const TRANSFERS_MAX = 10_000;
const READING = { bytesMax: XML_LIMITS.bytesMax, transactionsMax: TRANSFERS_MAX, blocksMax: TRANSFERS_MAX, ...ZAGREB };
/** ISO 20022 external status reasons: the file cannot be read; several reasons at once. */
const UNREADABLE = 'FF01';
const SEVERAL_REASONS = 'NARR';

/**
 * Executes the due parts of an accepted bulk order, piece by piece. However often this is called, each piece is booked once.
 * Transfers are checked one by one, in the order of the message: one without funds is refused, and later ones may still be
 * booked.
 */
export async function executeBulk(context: BankContext, paymentId: string): Promise<void> {
  await context.background.inSequence(`bulk ${paymentId}`, async () => {
    const order = await context.bulkOrders.findOne({ _id: paymentId, status: 'accepted', held: { $ne: true } });
    if (order === null) return;
    const initiation = await read(order);
    if (initiation === undefined) return conclude(context, order, { refused: [], count: 0 });
    const booked = new Map<string, Entry[]>();
    // One day for both: a block that becomes due meanwhile is executed by the next call.
    const today = bankDayOf(context.now());
    try {
      await bookDuePieces(context, order, { initiation, today, booked });
    } finally {
      const feeds = Array.from(booked, ([accountId, entries]) => feedAccount(context, accountId, entries));
      await Promise.allSettled(feeds);
    }
    await completeOrWait(context, order, { initiation, today });
  });
}

async function read({ xml }: BulkOrder): Promise<Initiation | undefined> {
  try {
    return await readInitiationInThread(Buffer.from(xml), READING);
  } catch (error) {
    if (error instanceof XmlRefusal) return undefined;
    throw error;
  }
}

async function bookDuePieces(
  context: BankContext,
  order: BulkOrder,
  { initiation: { blocks }, today, booked }: { initiation: Initiation; today: string; booked: Map<string, Entry[]> },
): Promise<void> {
  const before = new Set(
    (await context.bulkPieces.find({ paymentId: order._id }, { projection: { _id: 1 } }).toArray()).map(
      ({ _id }) => _id,
    ),
  );
  const due = blocks.flatMap((block, index) => (block.requestedExecutionDate <= today ? piecesOf(block, index) : []));
  for (const piece of due) {
    if (before.has(pieceId(order, piece))) continue;
    // Single payments use the same sequence. They wait for one piece, not for the whole order.
    const changed = await context.background.inSequence('ledger', () => {
      return bookBulkPiece(context, order, { ...piece, id: pieceId(order, piece) });
    });
    for (const [account, entries] of changed) booked.set(account, [...(booked.get(account) ?? []), ...entries]);
  }
}

function pieceId({ _id }: BulkOrder, { block, first }: Piece): string {
  return `${_id}-${block}.${first}`;
}

/** A batch booking is one piece, because it is one statement entry. */
function piecesOf(content: TransferBlock, index: number): Piece[] {
  const size = content.batchBooking ? TRANSFERS_MAX : TRANSFERS_PER_PIECE;
  const pieces: Piece[] = [];
  for (let start = 0; start < content.transfers.length; start += size) {
    const transfers = content.transfers.slice(start, start + size);
    pieces.push({ block: index + 1, first: start + 1, content, transfers });
  }
  return pieces;
}

/** Completes the order, or waits for the day of its next block. */
async function completeOrWait(
  context: BankContext,
  order: BulkOrder,
  { initiation: { blocks }, today }: { initiation: Initiation; today: string },
): Promise<void> {
  const pieces = await context.bulkPieces.find({ paymentId: order._id }).toArray();
  const processed = pieces.reduce((sum, { transfers }) => sum + transfers, 0);
  const count = blocks.reduce((sum, { transfers }) => sum + transfers.length, 0);
  if (processed === count) {
    const refused = pieces
      .flatMap((piece) => piece.refused)
      .toSorted((a, b) => a.block - b.block || a.transfer - b.transfer);
    return conclude(context, order, { refused, count });
  }
  const later = blocks.map(({ requestedExecutionDate }) => requestedExecutionDate).filter((day) => day > today);
  const dueOn = later.toSorted()[0];
  if (dueOn !== undefined)
    await context.bulkOrders.updateOne({ _id: order._id, status: 'accepted' }, { $set: { dueOn } });
}

/** Reports the status of the whole order, with the reason of each refused transfer (decision 24). */
async function conclude(
  context: BankContext,
  order: BulkOrder,
  { refused, count }: { refused: RefusedTransfer[]; count: number },
): Promise<void> {
  const at = context.now();
  const [event, transactionStatus] =
    refused.length === count
      ? (['rejected', 'RJCT'] as const)
      : refused.length > 0
        ? (['partlyExecuted', 'PART'] as const)
        : (['executed', 'ACSC'] as const);
  const reasonCode = event === 'rejected' ? commonReason(refused) : undefined;
  const report = {
    paymentId: order._id,
    transactionStatus,
    ...(reasonCode !== undefined && { reasonCode }),
    ...(refused.length > 0 && { refusedTransfers: refused }),
  };
  const done = await advance(BULK_ORDERS, context.bulkOrders, order, event, {
    at,
    by: 'bank',
    set: reasonCode === undefined ? {} : { reasonCode },
    outbox: [outboxEntry(reportExecution, report, at)],
  });
  if (refused.length > 0) {
    context.log.info({ event, paymentId: order._id, count: refused.length }, 'transfers of a bulk order were refused');
  }
  if (done !== null) await context.outbox.deliver(BULK_ORDERS, done);
}

function commonReason(refused: readonly RefusedTransfer[]): string {
  const [first] = refused;
  if (first === undefined) return UNREADABLE;
  return refused.every(({ reasonCode }) => reasonCode === first.reasonCode) ? first.reasonCode : SEVERAL_REASONS;
}
