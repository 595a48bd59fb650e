import {
  CANCELLED_REASON,
  GROUP_STATUSES,
  type readExtendedStatus as operation,
  type ReplyOf,
  type RequestOf,
  StatusReason,
} from '@xs2a/contracts';
import { NOT_PROVIDED } from '@xs2a/iso20022';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { findPayment } from './find-payment.ts';
import { STATUS_FIELDS, statusAnswer } from './status-answer.ts';
import { reasonText } from './status-texts.ts';
import { transfersOfBulk } from './transfers-of-bulk.ts';

type Answer = ReplyOf<typeof operation>;
type RefusedOriginal = NonNullable<Answer['originalTransactionInformationAndStatus']>[number];

/** Returns the status of a bulk payment, and each transfer that the bank did not execute. */
export async function readExtendedStatus(
  context: PaymentsContext,
  address: RequestOf<typeof operation>,
): Promise<Answer> {
  const payment = await findPayment(context, address, [...STATUS_FIELDS, 'refusedTransfers']);
  const { transactionStatus, refusedTransfers = [] } = payment;
  const { fundsAvailable, psuMessage } = statusAnswer(payment, context.profile);
  const reason = transactionStatus === 'CANC' ? CANCELLED_REASON : payment.reasonCode;
  const listed = StatusReason.safeParse(reason).data;
  const refused = refusedTransfers.length === 0 ? [] : await refusedOriginals(context, payment, refusedTransfers);
  return {
    groupStatus: GROUP_STATUSES[transactionStatus],
    ...(listed ? { reasonCode: listed } : reason !== undefined && { reasonPropietary: reason }),
    ...(fundsAvailable !== undefined && { fundsAvailable }),
    ...(refused.length > 0 && { originalTransactionInformationAndStatus: refused }),
    ...(psuMessage !== undefined && { psuMessage }),
  };
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
