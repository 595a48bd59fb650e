import { type readStatusReport as operation, PAYMENT_PRODUCTS, type ReplyOf } from '@xs2a/contracts';
import { type ReportedBlock, writeStatusReport } from '@xs2a/iso20022';
import type { PaymentsContext } from '../context.ts';
import type { BulkMessage } from '../model/bulk-message.ts';
import { findPayment, type PaymentAddress } from './find-payment.ts';
import { transfersOfBulk } from './transfers-of-bulk.ts';

/** Returns the status of a bulk payment as a pain.002: of the message, its blocks and every transfer (decision 24). */
export async function readStatusReport(
  context: PaymentsContext,
  address: PaymentAddress,
): Promise<ReplyOf<typeof operation>> {
  const fields = ['transactionStatus', 'reasonCode', 'refusedTransfers'] as const;
  const { _id, transactionStatus, reasonCode, refusedTransfers = [] } = await findPayment(context, address, fields);
  const message = await context.bulkMessages.findOne({ _id }, { projection: { original: 1 } });
  if (message === null || PAYMENT_PRODUCTS[address.paymentProduct].format === 'json')
    throw new Error('only a payment in XML has a status report');
  const reasons = new Map(
    refusedTransfers.map((refused) => [`${refused.block}.${refused.transfer}`, refused.reasonCode]),
  );
  const xml = writeStatusReport({
    // MsgId has at most 35 characters, a UUID with its hyphens has 36.
    id: crypto.randomUUID().replaceAll('-', ''),
    createdAt: context.now(),
    original: message.original,
    transactionStatus,
    reasonCode,
    blocks: await blocksOf(context, message, reasons),
  });
  return { xml };
}

async function blocksOf(
  context: PaymentsContext,
  { _id, original }: Pick<BulkMessage, '_id' | 'original'>,
  reasons: ReadonlyMap<string, string>,
): Promise<ReportedBlock[]> {
  const blocks = original.blocks.map((block) => ({ ...block, transfers: [] as ReportedBlock['transfers'][number][] }));
  for await (const { block, transfer, instructionId, endToEndId } of transfersOfBulk(context, _id)) {
    const reasonCode = reasons.get(`${block}.${transfer}`);
    blocks[block - 1]?.transfers.push({ instructionId, endToEndId, reasonCode });
  }
  return blocks;
}
