import type { AspspProfile, TransactionStatus } from '@xs2a/contracts';
import type { Payment } from '../model/payment.ts';

/** What a status means for a cancellation: no PSU is bound yet; the payment is authorised; it is too late. */
const CANCELLING: Record<TransactionStatus, 'unauthorised' | 'authorised' | 'cancelled' | 'tooLate'> = {
  RCVD: 'unauthorised',
  PATC: 'unauthorised',
  ACTC: 'authorised',
  PDNG: 'authorised',
  ACWC: 'authorised',
  ACCP: 'authorised',
  ACFC: 'authorised',
  ACSP: 'tooLate',
  ACWP: 'tooLate',
  ACSC: 'tooLate',
  ACCC: 'tooLate',
  PART: 'tooLate',
  RJCT: 'tooLate',
  CANC: 'cancelled',
};

/** How a payment is cancelled now. The profile names the products whose cancellation the PSU has to approve. */
export function wayToCancel(
  { cancellationNeedsSca }: Pick<AspspProfile, 'cancellationNeedsSca'>,
  { transactionStatus, paymentProduct }: Pick<Payment, 'transactionStatus' | 'paymentProduct'>,
): 'atOnce' | 'afterApproval' | 'cancelled' | 'tooLate' {
  const stage = CANCELLING[transactionStatus];
  if (stage === 'unauthorised') return 'atOnce';
  if (stage !== 'authorised') return stage;
  return cancellationNeedsSca.includes(paymentProduct) ? 'afterApproval' : 'atOnce';
}

/** Whether an approved cancellation still has an effect. */
export function isCancellable({ transactionStatus }: Pick<Payment, 'transactionStatus'>): boolean {
  return CANCELLING[transactionStatus] === 'authorised';
}
