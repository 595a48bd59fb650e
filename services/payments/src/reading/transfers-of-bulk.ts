import type { PaymentsContext } from '../context.ts';

/** A transfer with its position in the message, counted from 1, and the ids that the TPP gave it. */
interface PlacedTransfer {
  readonly block: number;
  readonly transfer: number;
  readonly instructionId?: string | undefined;
  readonly endToEndId: string;
}

/** Reads the transfers of a bulk payment, in the order of the message. */
export async function* transfersOfBulk(
  { bulkTransfers }: Pick<PaymentsContext, 'bulkTransfers'>,
  paymentId: string,
): AsyncGenerator<PlacedTransfer> {
  const batches = bulkTransfers.find({ paymentId }).sort({ block: 1, first: 1 });
  for await (const { block, first, transfers } of batches) {
    for (const [offset, { instructionId, endToEndId }] of transfers.entries()) {
      yield { block, transfer: first + offset, instructionId, endToEndId };
    }
  }
}
