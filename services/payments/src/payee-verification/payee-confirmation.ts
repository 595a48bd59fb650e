import {
  type AspspProfile,
  chooseScaApproach,
  methodsToChoose,
  type ScaWishes,
  type ToldTransactionStatus,
  type VerifiedTransaction,
  Xs2aError,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { bulkToConfirm } from './bulk-results.ts';

type Told = Pick<
  Payment,
  'transactionStatus' | 'payeeToldToTpp' | 'payeeChecks' | 'payeeConfirmed' | 'wishes' | 'order'
>;
/** Fields that the status needs. */
export const TOLD_FIELDS = ['payeeToldToTpp', 'payeeChecks', 'payeeConfirmed', 'wishes', 'order'] as const;

/**
 * Returns the status as its TPP sees it. Only a TPP that asked for the verification learns of it, until an authorisation counts.
 * On the bank's page the PSU sees the result itself, so there is nothing to confirm through the TPP.
 */
export function statusForTpp(profile: AspspProfile, payment: Told): ToldTransactionStatus {
  const { transactionStatus, payeeToldToTpp, wishes } = payment;
  if (payeeToldToTpp === undefined || transactionStatus !== 'RCVD') return transactionStatus;
  if (payment.payeeChecks?.at(-1)?.result === undefined) return 'RVNC';
  return isPayeeConfirmed(payment) || isShownOnPage(profile, wishes) ? 'RCVC' : 'RVCM';
}

/** Whether the PSU has confirmed the payee, or needs not. */
export function isPayeeConfirmed({
  payeeToldToTpp,
  payeeChecks,
  payeeConfirmed,
}: Pick<Payment, 'payeeToldToTpp' | 'payeeChecks' | 'payeeConfirmed'>): boolean {
  const latest = payeeChecks?.at(-1);
  if (payeeToldToTpp === undefined || latest === undefined) return true;
  return latest.result?.partyNameMatch === 'MTCH' || latest.requestId === payeeConfirmed?.requestId;
}

/** Whether an authorisation with these wishes leads to the bank's page, which shows the result before the code. */
export function isShownOnPage(profile: AspspProfile, wishes: ScaWishes): boolean {
  const content = { kind: 'payment' } as const;
  const isOpen = methodsToChoose(profile, wishes, content).length > 0;
  return !isOpen && chooseScaApproach(profile, wishes, content) === 'REDIRECT';
}

/** Refuses an authorisation through the TPP or on a device while the payee is not confirmed. */
export function refuseUnconfirmedPayee(profile: AspspProfile, payment: Told, wishes: ScaWishes): void {
  if (isPayeeConfirmed(payment) || isShownOnPage(profile, wishes)) return;
  const isRunning = payment.payeeChecks?.at(-1)?.result === undefined;
  throw new Xs2aError('statusInvalid', {
    text: isRunning
      ? 'the payee is being verified: its transactionStatus is RVNC'
      : 'the PSU must confirm the payee first, by a PUT to creditorNameConfirmation: its transactionStatus is RVCM',
  });
}

/** Returns what the PSU must confirm; undefined if nothing. */
export async function payeesToConfirm(
  context: PaymentsContext,
  payment: Told & Pick<Payment, '_id'>,
): Promise<VerifiedTransaction[] | undefined> {
  const { order, payeeChecks } = payment;
  const check = payeeChecks?.at(-1);
  if (statusForTpp(context.profile, payment) !== 'RVCM' || check?.result === undefined) return undefined;
  if (order.paymentService === 'bulk-payments') return bulkToConfirm(context, payment, check);
  const { result } = check;
  if (result.partyNameMatch === 'MTCH') return undefined;
  const { endToEndIdentification, instructedAmount, creditorName, creditorAccount } = order.body;
  return [
    {
      transactionStatus: 'RVCM',
      ...(endToEndIdentification !== undefined && { originalEndToEndId: endToEndIdentification }),
      originalTransactionReference: { instructedAmount, creditor: { name: creditorName }, creditorAccount },
      creditorNameMatch: result.partyNameMatch,
      ...(result.matchedName !== undefined && { matchedCreditorName: result.matchedName }),
    },
  ];
}
