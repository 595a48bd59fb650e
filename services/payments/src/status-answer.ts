import type { AspspProfile, ReplyOf, readPaymentStatus } from '@xs2a/contracts';
import type { Payment } from './payment.ts';
import { reasonText, waitingText } from './status-texts.ts';

type Answer = ReplyOf<typeof readPaymentStatus>;

/** What an answer about the status is made of. */
export const STATUS_FIELDS = [
  'transactionStatus',
  'fundsAvailable',
  'reasonCode',
  'executeOn',
  'submitted',
  'wishes',
  'order',
] as const satisfies readonly (keyof Payment)[];

/** A payment waits in these, and the standard lets the outcome of a funds check be told (field guide 1.2). */
const WAITING = new Set<Payment['transactionStatus']>(['ACTC', 'ACWC', 'ACCP']);

/** The status, and where the standard has a place for it what stands behind it (field guide 3.4). */
export function statusAnswer(
  payment: Pick<Payment, (typeof STATUS_FIELDS)[number]>,
  { languages }: Pick<AspspProfile, 'languages'>,
): Answer {
  const { transactionStatus, fundsAvailable, reasonCode, wishes } = payment;
  const language = wishes.language ?? languages[0] ?? 'hr';
  const tellsFunds = WAITING.has(transactionStatus) && fundsAvailable !== undefined;
  const isRejected = transactionStatus === 'RJCT' && reasonCode !== undefined;
  const psuMessage = isRejected ? reasonText(reasonCode, language) : whenChanged(payment, language);
  const lacksFunds = (tellsFunds && !fundsAvailable) || (isRejected && reasonCode === 'AM04');
  const code = lacksFunds ? 'FUNDS_NOT_AVAILABLE' : 'WARNING';
  const text = isRejected ? `${reasonCode}: ${reasonText(reasonCode, 'en')}` : 'the payment waits for funds';
  return {
    transactionStatus,
    ...(tellsFunds && { fundsAvailable }),
    ...(psuMessage !== undefined && { psuMessage }),
    ...((isRejected || lacksFunds) && { tppMessages: [{ category: 'WARNING' as const, code, text }] }),
  };
}

/** The day of a payment that waits for another one than was asked for, or was asked for without one. */
function whenChanged(
  { transactionStatus, executeOn, submitted, fundsAvailable, order }: Pick<Payment, (typeof STATUS_FIELDS)[number]>,
  language: 'hr' | 'en',
): string | undefined {
  if (submitted || fundsAvailable !== undefined || !WAITING.has(transactionStatus)) return undefined;
  const isUndated = order.paymentService === 'payments' && order.body.requestedExecutionDate === undefined;
  return transactionStatus === 'ACWC' || isUndated ? waitingText(executeOn, language) : undefined;
}
