import { handOver, handOverAll, handOverToNewerSca } from '@xs2a/approvals';
import type { handOverPaymentAuthorisation as operation, ReplyOf, RequestOf } from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_AUTHORISATION, type Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { requestedContent } from '../orders/rules-by-service.ts';

/** Gives sca an authorisation that was held with its payment (decision 64). */
export async function handOverAuthorisation(
  { payments, heldLinks }: PaymentsContext,
  request: RequestOf<typeof operation>,
): Promise<ReplyOf<typeof operation>> {
  if (request.parent.kind !== 'payment') return {};
  return handOver<Payment>(heldLinks, request, {
    collection: payments,
    statusField: 'transactionStatus',
    openStatuses: AWAITING_AUTHORISATION,
    parentOf: (payment) => paymentParent(payment),
    contentOf: requestedContent,
  });
}

/** When an older version of sca starts, the newer one takes over all authorisations held with payments. */
export function handOverBeforeOlderSca(context: PaymentsContext): void {
  handOverToNewerSca(context.heldLinks, () =>
    handOverAll(context, {
      kind: 'payment',
      collection: context.payments,
      statusField: 'transactionStatus',
      openStatuses: AWAITING_AUTHORISATION,
    }),
  );
}
