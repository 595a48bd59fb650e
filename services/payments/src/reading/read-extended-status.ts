import {
  GroupStatus,
  type readExtendedStatus as operation,
  type ReplyOf,
  type RequestOf,
  StatusReason,
  type TransactionStatus,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { findPayment } from './find-payment.ts';
import { STATUS_FIELDS, statusAnswer } from './status-answer.ts';
import { reasonText } from './status-texts.ts';
import { transfersOfBulk } from './transfers-of-bulk.ts';

type Answer = ReplyOf<typeof operation>;
type RefusedOriginal = NonNullable<Answer['originalTransactionInformationAndStatus']>[number];

/** End-to-end id of a transfer to which the TPP gave none (pain.001). */
const NOT_PROVIDED = 'NOTPROVIDED';
/** ISO 20022 external status reason: an authorised user has cancelled the order. */
const CANCELLED = 'DS02';

/** Statuses that replace those that a group does not have, as in a pain.002. */
const GROUP_STATUSES: Readonly<Record<Exclude<TransactionStatus, GroupStatus>, GroupStatus>> = {
  PATC: 'PDNG',
  ACFC: 'ACCP',
  ACWP: 'ACSP',
  CANC: 'RJCT',
};

/** Returns the status of a bulk payment, and each transfer that the bank did not execute. */
export async function readExtendedStatus(
  context: PaymentsContext,
  address: RequestOf<typeof operation>,
): Promise<Answer> {
  const payment = await findPayment(context, address, [...STATUS_FIELDS, 'refusedTransfers']);
  const { transactionStatus, refusedTransfers = [] } = payment;
  const { fundsAvailable, psuMessage } = statusAnswer(payment, context.profile);
  const reason = transactionStatus === 'CANC' ? CANCELLED : payment.reasonCode;
  const listed = StatusReason.safeParse(reason).data;
  const refused = refusedTransfers.length === 0 ? [] : await refusedOriginals(context, payment, refusedTransfers);
  return {
    groupStatus: groupStatusOf(transactionStatus),
    ...(listed ? { reasonCode: listed } : reason !== undefined && { reasonPropietary: reason }),
    ...(fundsAvailable !== undefined && { fundsAvailable }),
    ...(refused.length > 0 && { originalTransactionInformationAndStatus: refused }),
    ...(psuMessage !== undefined && { psuMessage }),
  };
}

function groupStatusOf(status: TransactionStatus): GroupStatus {
  const { success, data } = GroupStatus.safeParse(status);
  return success ? data : GROUP_STATUSES[status as keyof typeof GROUP_STATUSES];
}

async function refusedOriginals(
  context: PaymentsContext,
  { _id }: Pick<Payment, '_id'>,
  refusedTransfers: NonNullable<Payment['refusedTransfers']>,
): Promise<RefusedOriginal[]> {
  const reasons = new Map(refusedTransfers.map((one) => [`${one.block}.${one.transfer}`, one.reasonCode]));
  const refused: RefusedOriginal[] = [];
  for await (const { block, transfer, instructionId, endToEndId } of transfersOfBulk(context, _id)) {
    const reason = reasons.get(`${block}.${transfer}`);
    if (reason === undefined) continue;
    const listed = StatusReason.safeParse(reason).data;
    refused.push({
      ...(instructionId !== undefined && { originalInstructionId: instructionId }),
      ...(endToEndId !== NOT_PROVIDED && { originalEndToEndId: endToEndId }),
      transactionStatus: 'RJCT',
      ...(listed ? { statusReasonInformationCode: listed } : { statusReasonInformationProprietary: reason }),
      statusReasonAdditionalInformation: reasonText(reason, 'en'),
    });
  }
  return refused;
}
