import { mergeWishes, startApproval } from '@xs2a/approvals';
import {
  type AuthorisationState,
  type startPaymentAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_AUTHORISATION, type Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { paymentContent, requestedContent } from '../orders/rules-by-service.ts';
import { refuseUnconfirmedPayee } from '../payee-verification/payee-confirmation.ts';
import { findPayment } from '../reading/find-payment.ts';

/** Starts an authorisation of a payment for the TPP: an explicit start, or one for each of several signers (decision 20). */
export function startAuthorisation(
  context: PaymentsContext,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  return startApproval<Payment>(context, request, {
    collection: context.payments,
    statusField: 'transactionStatus',
    find: () => findPayment(context, request),
    parentOf: (payment) => paymentParent(payment),
    approvalsOf: (payment) => payment,
    refuseStart(payment) {
      const { transactionStatus, basketId, authoriseUntil, wishes } = payment;
      if (!AWAITING_AUTHORISATION.some((status) => status === transactionStatus)) {
        throw new Xs2aError('statusInvalid', {
          text: `the payment awaits no authorisation: its transactionStatus is ${transactionStatus}`,
        });
      }
      if (authoriseUntil <= context.now()) {
        throw new Xs2aError('statusInvalid', { text: 'the payment awaits no authorisation: its time is over' });
      }
      if (basketId !== undefined) throw new Xs2aError('resourceBlocked');
      refuseUnconfirmedPayee(context.profile, payment, mergeWishes(wishes, request.wishes));
    },
    // An authorisation from before the choice of an account keeps the content that its PSU was asked for.
    contentOf(payment, started) {
      const isRequested = started !== undefined && (started.contentHash ?? payment.contentHash) === payment.contentHash;
      return isRequested ? requestedContent(payment) : paymentContent(payment.order);
    },
    combinedOf: ({ combined }) => combined,
    guardOf: () => ({ basketId: { $exists: false } }),
  });
}
