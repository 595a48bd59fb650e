import { type readStatusReport as operation, type ReplyOf, type RequestOf, Xs2aError } from '@xs2a/contracts';
import { type ReportedBlock, writeStatusReport } from '@xs2a/iso20022';
import type { BulkMessage } from './bulk-message.ts';
import { findAddressed } from './read-payment.ts';
import type { PaymentsRoom } from './room.ts';

/** The status of a bulk payment as a pain.002: of the whole, of its blocks, and of every transfer (field guide 8.5). */
export async function readStatusReport(
  room: PaymentsRoom,
  addressed: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  const fields = ['transactionStatus', 'reasonCode', 'refusedTransfers'] as const;
  const { _id, transactionStatus, reasonCode, refusedTransfers = [] } = await findAddressed(room, addressed, fields);
  const message = await room.bulkMessages.findOne({ _id }, { projection: { original: 1 } });
  if (message === null) throw new Xs2aError('acceptNotServableOfPayments');
  const reasons = new Map(
    refusedTransfers.map((refused) => [`${refused.block}.${refused.transfer}`, refused.reasonCode]),
  );
  const xml = writeStatusReport({
    // A reference of ISO 20022 has at most 35 characters, a UUID with its hyphens 36.
    id: crypto.randomUUID().replaceAll('-', ''),
    createdAt: room.now(),
    original: message.original,
    transactionStatus,
    reasonCode,
    blocks: await blocksOf(room, message, reasons),
  });
  return { xml };
}

async function blocksOf(
  room: PaymentsRoom,
  { _id, original }: Pick<BulkMessage, '_id' | 'original'>,
  reasons: ReadonlyMap<string, string>,
): Promise<ReportedBlock[]> {
  const blocks = original.blocks.map((block) => ({ ...block, transfers: [] as ReportedBlock['transfers'][number][] }));
  const pieces = room.bulkTransfers.find({ paymentId: _id }).sort({ block: 1, first: 1 });
  for await (const { block, first, transfers } of pieces) {
    for (const [offset, { instructionId, endToEndId }] of transfers.entries()) {
      const reasonCode = reasons.get(`${block}.${first + offset}`);
      blocks[block - 1]?.transfers.push({ instructionId, endToEndId, reasonCode });
    }
  }
  return blocks;
}
