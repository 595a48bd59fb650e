import { PAYEE_VERIFICATION_MS } from '@xs2a/contracts';
import { isStopping, matchScope } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { beginCheck, resumeCheck } from './begin-check.ts';
import { verifyPayee, verifyPayeeInBackground } from './verify-payee.ts';

/** Number of checks that a run repeats. */
const AT_ONCE_MAX = 20;

/** Repeats checks without a result after their time: the process that ran them has died. That of a bulk goes on where it ended. */
export async function repeatChecks(context: PaymentsContext): Promise<void> {
  const before = new Date(context.now().getTime() - 2 * PAYEE_VERIFICATION_MS);
  const filter = { payeeAskedAt: { $lt: before }, ...matchScope() };
  const cutOff = await context.payments.find(filter, { limit: AT_ONCE_MAX }).toArray();
  await Promise.all(
    cutOff.map(async (payment) => {
      if (isStopping()) return;
      if (payment.paymentService === 'bulk-payments') {
        const resumed = await resumeCheck(context, payment);
        if (resumed !== null) verifyPayeeInBackground(context, resumed);
        return;
      }
      const begun = await beginCheck(context, payment);
      if (begun !== null) await verifyPayee(context, begun);
    }),
  );
}
