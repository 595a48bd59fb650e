import type { AspspProfile, TransactionStatus } from '@xs2a/contracts';
import type { Payment } from '../model/payment.ts';

/** Stage of a payment: not authorised by all PSUs yet; authorised; cancelled; too late to cancel. */
type Stage = 'unauthorised' | 'authorised' | 'cancelled' | 'tooLate';

/** Effect of each status on a cancellation. */
const CANCELLING: Record<TransactionStatus, Stage> = {
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

/** Determines how a payment is cancelled now. The profile lists the products whose cancellation needs the PSU's approval. */
export function cancellationOf(
  { cancellationNeedsSca }: Pick<AspspProfile, 'cancellationNeedsSca'>,
  payment: Pick<Payment, 'transactionStatus' | 'paymentProduct' | 'lastSubmitted'>,
): 'atOnce' | 'afterApproval' | 'cancelled' | 'tooLate' {
  const stage = stageOf(payment);
  if (stage === 'unauthorised') return 'atOnce';
  if (stage !== 'authorised') return stage;
  return cancellationNeedsSca.includes(payment.paymentProduct) ? 'afterApproval' : 'atOnce';
}

/** Whether an approved cancellation still has an effect. */
export function isCancellable(payment: Pick<Payment, 'transactionStatus' | 'lastSubmitted'>): boolean {
  return stageOf(payment) === 'authorised';
}

/** A standing order keeps its status while its last execution is at the bank. */
function stageOf({ transactionStatus, lastSubmitted }: Pick<Payment, 'transactionStatus' | 'lastSubmitted'>): Stage {
  const stage = CANCELLING[transactionStatus];
  return stage === 'authorised' && lastSubmitted ? 'tooLate' : stage;
}
