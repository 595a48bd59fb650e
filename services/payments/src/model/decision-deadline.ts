import { PAYMENT_PRODUCTS, type PaymentProduct, TransactionStatus } from '@xs2a/contracts';
import { z } from 'zod';

/** Milliseconds from the approval of an instant payment to its final status (Regulation (EU) No 260/2012, Art. 5a(4)). */
const DECIDED_WITHIN_MS = 10_000;
/** Milliseconds that remain when the time of the bank is over: to ask for its decision, and to store it. */
const CONCLUSION_MARGIN_MS = 3_000;

/** Statuses of an approved payment that the bank has neither executed nor rejected. */
export const UNDECIDED = [
  'ACTC',
  'PDNG',
  'ACWC',
  'ACCP',
  'ACFC',
  'ACSP',
] as const satisfies readonly TransactionStatus[];

/** Fields of an instant payment, or of an instant execution of a standing order (decision 15). */
export const DecisionDeadline = {
  /** Written with the order to the bank: it has a final status before. In real time, whatever clock a developer has. */
  decideBy: z.date().optional(),
  /** The bank reported an execution after the payment had been rejected, and must return it. */
  lateReport: z.object({ transactionStatus: TransactionStatus, at: z.date() }).optional(),
};
interface Decided {
  readonly decideBy?: Date | undefined;
  readonly transactionStatus: TransactionStatus;
}

/** Returns the deadline of a payment whose ten seconds begin now; none if its product is not instant. */
export function decisionDeadline(product: PaymentProduct, from: Date): { decideBy?: Date } {
  if (PAYMENT_PRODUCTS[product].instant !== true) return {};
  return { decideBy: new Date(from.getTime() + DECIDED_WITHIN_MS) };
}

/** Returns the time by which the bank executes an instant payment, or rejects it. */
export function executeBy(decideBy: Date): Date {
  return new Date(decideBy.getTime() - CONCLUSION_MARGIN_MS);
}

/** Returns the latest deadline of the payments whose bank is asked for its decision now. */
export function conclusionDeadline(at: Date): Date {
  return new Date(at.getTime() + CONCLUSION_MARGIN_MS);
}

export function isUndecided({ transactionStatus }: Pick<Decided, 'transactionStatus'>): boolean {
  return UNDECIDED.some((status) => status === transactionStatus);
}

/** Whether an instant payment has no final status although its time is over. */
export function isOverdue(payment: Decided, at: Date): boolean {
  return payment.decideBy !== undefined && payment.decideBy <= at && isUndecided(payment);
}
