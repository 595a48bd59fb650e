import { createHash } from 'node:crypto';
import {
  type AspspProfile,
  type BulkVerification,
  mayVerifyPayee,
  type PayeeCounts,
  type PayeeInDoubt,
  type PaymentProduct,
  type VerifiedTransaction,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { BulkTransfer, BulkTransfers } from '../model/bulk-message.ts';
import type { PayeeCheck, PayeeResults } from '../model/payee-check.ts';
import type { Payment } from '../model/payment.ts';

/** Payees of a bulk of which the bank is asked at once. Their results are stored together, within the time of one check. */
const AT_ONCE = 100;
/** Payees shown to a PSU whose name is no match. */
const SHOWN_MAX = 100;

/** The result that needs most care first. */
const BY_CARE = ['NMTC', 'CMTC', 'NOAP', 'MTCH'] as const satisfies readonly (keyof PayeeCounts)[];

type ResultsContext = Pick<PaymentsContext, 'bulkTransfers' | 'payeeResults' | 'profile'>;
type Checked = Pick<Payment, '_id' | 'order'>;

/** Transfers whose results are stored in one document. */
type Part = Pick<PayeeResults, '_id'> & Pick<BulkTransfers, 'transfers'>;

/** The transfers of a bulk in the order of the message. */
export async function* partsOf(
  { bulkTransfers }: Pick<ResultsContext, 'bulkTransfers'>,
  paymentId: string,
  { requestId }: PayeeCheck,
): AsyncGenerator<Part> {
  for await (const { block, first, transfers } of bulkTransfers.find({ paymentId }).sort({ block: 1, first: 1 })) {
    for (let start = 0; start < transfers.length; start += AT_ONCE) {
      yield { _id: `${requestId}-${block}.${first + start}`, transfers: transfers.slice(start, start + AT_ONCE) };
    }
  }
}

/** Results of a check by the id of their part. */
export async function storedResults(
  { payeeResults }: Pick<ResultsContext, 'payeeResults'>,
  paymentId: string,
  { requestId }: PayeeCheck,
): Promise<Map<string, PayeeResults['results']>> {
  const found = await payeeResults.find({ paymentId, requestId }).toArray();
  return new Map(found.map(({ _id, results }) => [_id, results]));
}

export function isInScope(profile: AspspProfile, paymentProduct: PaymentProduct, transfer: BulkTransfer): boolean {
  const { instructedAmount, creditorAccount } = transfer;
  if (creditorAccount === undefined) return false;
  return mayVerifyPayee(profile, { paymentProduct, instructedAmount, creditorAccount });
}

type Result = Pick<NonNullable<PayeeResults['results'][number]>, 'partyNameMatch' | 'matchedName'>;

/** The transfers whose payee is verified, with the results so far: of the others the check was not possible. */
async function* verifiedTransfers(
  context: ResultsContext,
  { _id, order: { paymentProduct } }: Checked,
  check: PayeeCheck,
): AsyncGenerator<{ transfer: BulkTransfer; result: Result }> {
  const stored = await storedResults(context, _id, check);
  for await (const part of partsOf(context, _id, check)) {
    const results = stored.get(part._id);
    for (const [index, transfer] of part.transfers.entries()) {
      const isOpen = results === undefined && isInScope(context.profile, paymentProduct, transfer);
      const result = isOpen ? ({ partyNameMatch: 'NOAP' } as const) : results?.[index];
      if (result) yield { transfer, result };
    }
  }
}

/** Returns the results of a bulk as the PSU sees them; null if no payee is verified. */
export async function bulkVerification(
  context: ResultsContext,
  payment: Checked,
  check: PayeeCheck,
): Promise<BulkVerification | null> {
  const counts = { MTCH: 0, CMTC: 0, NMTC: 0, NOAP: 0 };
  const inDoubt: PayeeInDoubt[] = [];
  const hash = createHash('sha256');
  for await (const { transfer, result } of verifiedTransfers(context, payment, check)) {
    const { partyNameMatch, matchedName } = result;
    counts[partyNameMatch] += 1;
    hash.update(`${JSON.stringify([partyNameMatch, matchedName ?? null])}\n`);
    if (partyNameMatch !== 'MTCH') inDoubt.push({ ...payeeOf(transfer), partyNameMatch, ...nameAtBank(matchedName) });
  }
  if (BY_CARE.every((code) => counts[code] === 0)) return null;
  const shown = inDoubt.toSorted((one, other) => careOf(one) - careOf(other)).slice(0, SHOWN_MAX);
  return { counts, inDoubt: shown, resultsHash: hash.digest('base64url') };
}

/** The code of a bulk is that of the payee that needs most care. */
export function codeOfBulk(counts: PayeeCounts): keyof PayeeCounts {
  return BY_CARE.find((code) => counts[code] > 0) ?? 'MTCH';
}

/** Returns the transfers of a bulk whose payees the PSU must confirm. */
export async function bulkToConfirm(
  context: ResultsContext,
  payment: Checked,
  check: PayeeCheck,
): Promise<VerifiedTransaction[]> {
  const toConfirm: VerifiedTransaction[] = [];
  for await (const { transfer, result } of verifiedTransfers(context, payment, check)) {
    const { partyNameMatch, matchedName } = result;
    if (partyNameMatch === 'MTCH') continue;
    const { instructionId, endToEndId } = transfer;
    const { creditorName, creditorAccount, instructedAmount } = payeeOf(transfer);
    toConfirm.push({
      transactionStatus: 'RVCM',
      ...(instructionId !== undefined && { originalInstructionId: instructionId }),
      originalEndToEndId: endToEndId,
      originalTransactionReference: { instructedAmount, creditor: { name: creditorName }, creditorAccount },
      creditorNameMatch: partyNameMatch,
      ...(matchedName !== undefined && { matchedCreditorName: matchedName }),
    });
  }
  return toConfirm;
}

function careOf({ partyNameMatch }: PayeeInDoubt): number {
  return BY_CARE.indexOf(partyNameMatch);
}

function nameAtBank(matchedName: string | undefined): Pick<PayeeInDoubt, 'matchedName'> {
  return matchedName === undefined ? {} : { matchedName };
}

function payeeOf({ creditorName = '', creditorAccount = {}, instructedAmount }: BulkTransfer) {
  return { creditorName, creditorAccount, instructedAmount };
}
