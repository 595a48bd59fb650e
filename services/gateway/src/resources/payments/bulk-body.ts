import { BULK_TRANSFERS_MAX, BulkPayment, BulkTransfer, FAULTS_MAX, toXs2aError } from '@xs2a/contracts';
import { z } from 'zod';
import type { Call } from '../../request/call.ts';
import { bodyOf } from '../../request/parse-input.ts';

/** Number of transfers parsed in one step. */
const PIECE = 100;

const Transfers = z.array(BulkTransfer);

/**
 * Returns the order in the body of a bulk payment. Its transfers are parsed in pieces, until the answer can name no more faults
 * (decision 11): a megabyte of invalid transfers has tens of thousands, which take longer to find than parsing a valid body.
 */
export function bulkBody(call: Pick<Call, 'body'>): BulkPayment {
  const body = call.body as BulkPayment | undefined;
  const sent: unknown = body?.payments;
  const isLong = Array.isArray(sent) && sent.length > PIECE;
  // A list that is too long is refused before its members are parsed.
  if (!isLong || sent.length > BULK_TRANSFERS_MAX) return bodyOf(call, BulkPayment);
  const first = BulkPayment.safeParse({ ...body, payments: sent.slice(0, PIECE) });
  const payments = [...(first.data?.payments ?? [])];
  let faults = first.error?.issues.length ?? 0;
  let parsed = PIECE;
  for (; parsed < sent.length && faults < FAULTS_MAX; parsed += PIECE) {
    const { data, error } = Transfers.safeParse(sent.slice(parsed, parsed + PIECE));
    faults += error?.issues.length ?? 0;
    if (data !== undefined) payments.push(...data);
  }
  if (first.data === undefined || faults > 0) {
    throw toXs2aError(BulkPayment, { ...body, payments: sent.slice(0, parsed) });
  }
  return { ...first.data, payments };
}
