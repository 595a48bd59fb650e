import { type AspspProfile, ScaWishes, type TransactionStatus } from '@xs2a/contracts';
import { Approvals } from '@xs2a/service-kit';
import { z } from 'zod';

/** A cancellation that PSUs must approve. The payment goes on until all of them have (field guide 8.3). */
export const Cancellation = Approvals.extend({ requestedAt: z.date(), wishes: ScaWishes });
export type Cancellation = z.infer<typeof Cancellation>;

/** What cancelling means in a status: nobody is bound yet; somebody approved the payment; it is too late. */
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

/** How a payment is cancelled now; of which products the PSU has to approve that is the bank's choice. */
export function wayToCancel(
  { cancellationNeedsSca }: AspspProfile,
  { transactionStatus, paymentProduct }: { transactionStatus: TransactionStatus; paymentProduct: string },
): 'atOnce' | 'afterApproval' | 'cancelled' | 'tooLate' {
  const stage = CANCELLING[transactionStatus];
  if (stage === 'unauthorised') return 'atOnce';
  if (stage !== 'authorised') return stage;
  return cancellationNeedsSca.some((product) => product === paymentProduct) ? 'afterApproval' : 'atOnce';
}

/** Whether an approved cancellation can still have an effect. */
export function isCancellable({ transactionStatus }: { transactionStatus: TransactionStatus }): boolean {
  return CANCELLING[transactionStatus] === 'authorised';
}
