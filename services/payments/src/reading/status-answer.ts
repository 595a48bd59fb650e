import { type AspspProfile, PAYMENT_PRODUCTS, type ReplyOf, type readPaymentStatus } from '@xs2a/contracts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { executionDayText, reasonText } from './status-texts.ts';

type Answer = ReplyOf<typeof readPaymentStatus>;

/** Fields of a payment that the status response needs. */
export const STATUS_FIELDS = [
  'transactionStatus',
  'fundsAvailable',
  'reasonCode',
  'executeOn',
  'submitted',
  'wishes',
  'order',
  'transliterated',
] as const satisfies readonly (keyof Payment)[];

/** Returns the status and, if the standard has fields for it, its reason (decision 15). */
export function statusAnswer(
  payment: Pick<Payment, (typeof STATUS_FIELDS)[number]>,
  { languages, fundsMessage, fieldAliases }: Pick<AspspProfile, 'languages' | 'fundsMessage' | 'fieldAliases'>,
): Answer {
  const { transactionStatus, fundsAvailable, reasonCode, wishes, order, transliterated } = payment;
  const language = wishes.language ?? languages[0] ?? 'hr';
  const hasFundsResult = isAwaitingExecution(transactionStatus) && fundsAvailable !== undefined;
  const isRejected = transactionStatus === 'RJCT' && reasonCode !== undefined;
  const psuMessage = isRejected ? reasonText(reasonCode, language) : changedDayText(payment, language);
  const lacksFunds = (hasFundsResult && !fundsAvailable) || (isRejected && reasonCode === 'AM04');
  const isMoved = transactionStatus === 'ACWC';
  const told = [
    ...(isRejected || (lacksFunds && fundsMessage)
      ? [
          {
            category: 'WARNING' as const,
            code: lacksFunds && fundsMessage ? ('FUNDS_NOT_AVAILABLE' as const) : ('WARNING' as const),
            text: isRejected ? `${reasonCode}: ${reasonText(reasonCode, 'en')}` : 'the payment waits for funds',
          },
        ]
      : []),
    // The standard has no field for it (decision 14).
    ...(isMoved && !fieldAliases
      ? [
          {
            category: 'WARNING' as const,
            code: 'WARNING' as const,
            text: `the payment is executed on ${payment.executeOn}`,
          },
        ]
      : []),
  ];
  return {
    transactionStatus,
    ...(hasFundsResult && { fundsAvailable }),
    ...(isMoved && { executionDate: payment.executeOn }),
    ...(psuMessage !== undefined && { psuMessage }),
    ...(told.length > 0 && { tppMessages: told }),
    ...(transliterated && PAYMENT_PRODUCTS[order.paymentProduct].format === 'xml' && { transliterated }),
  };
}

/** Returns a text with the execution day of a waiting payment, if the order had another day or none. */
function changedDayText(
  { transactionStatus, executeOn, submitted, fundsAvailable, order }: Pick<Payment, (typeof STATUS_FIELDS)[number]>,
  language: 'hr' | 'en',
): string | undefined {
  if (submitted || fundsAvailable !== undefined || !isAwaitingExecution(transactionStatus)) return undefined;
  const isUndated = order.paymentService === 'payments' && order.body.requestedExecutionDate === undefined;
  return transactionStatus === 'ACWC' || isUndated ? executionDayText(executeOn, language) : undefined;
}

/** Whether a payment waits for its execution: only then the standard has a field for the result of the funds check (decision 15). */
function isAwaitingExecution(transactionStatus: Payment['transactionStatus']): boolean {
  return AWAITING_EXECUTION.some((status) => status === transactionStatus);
}
