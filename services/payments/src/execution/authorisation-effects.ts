import type { Settlement } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import type { AuthorisationEffects } from './executor.ts';
import { executorOf } from './executors.ts';

/** Returns the effects on a payment of the last approval needed, given for it alone or in a signing basket. */
export async function authorisationEffects(
  context: PaymentsContext,
  payment: Payment,
  { psu, approvedAt }: Pick<Settlement, 'psu' | 'approvedAt'>,
  at: Date,
): Promise<AuthorisationEffects> {
  const approved = psu && {
    psuId: psu.psuId,
    ...(psu.corporateId !== undefined && { corporateId: psu.corporateId }),
    debtorName: psu.name,
  };
  const { order } = payment;
  const executor = executorOf(order.paymentService);
  const effects = await executor.authorise(context, { ...payment, ...approved }, order, {
    at,
    ...(approvedAt !== undefined && { approvedAt: new Date(approvedAt) }),
  });
  return { ...effects, set: { ...approved, ...effects.set } };
}
