import { startApproval } from '@xs2a/approvals';
import {
  type AuthorisationState,
  type startCancellationAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import type { Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { findPayment } from '../reading/find-payment.ts';
import { cancellationContent } from './cancellation-content.ts';
import { isCancellable } from './cancellation-rules.ts';

/** Starts an authorisation of a cancellation that the TPP has requested by DELETE (decision 16). */
export function startCancellationAuthorisation(
  context: PaymentsContext,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  return startApproval<Payment>(context, request, {
    collection: context.payments,
    statusField: 'transactionStatus',
    within: 'cancellation',
    async find() {
      const payment = await findPayment(context, request);
      const { wishes, cancellation } = payment;
      return { ...payment, wishes: { ...wishes, ...cancellation?.wishes, notification: wishes.notification } };
    },
    parentOf: (payment) => paymentParent(payment, 'cancellation'),
    approvalsOf: ({ cancellation }) => cancellation ?? { authorisations: [], signedBy: [] },
    refuseStart(payment) {
      if (payment.cancellation === undefined) throw new Xs2aError('cancellationNotRequested');
      if (!isCancellable(payment)) throw new Xs2aError('statusInvalid');
    },
    contentOf: cancellationContent,
  });
}
