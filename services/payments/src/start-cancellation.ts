import {
  type AuthorisationState,
  type startCancellationAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { startAuthorisationOf } from '@xs2a/service-kit';
import { cancellationContentOf } from './cancel-payment.ts';
import { isCancellable } from './cancellation.ts';
import { parentOf } from './initiate-payment.ts';
import type { Payment } from './payment.ts';
import { findAddressed } from './read-payment.ts';
import type { PaymentsRoom } from './room.ts';

/** The TPP starts an authorisation of a cancellation that an accepted DELETE requested before (field guide 2.4). */
export function startCancellation(
  room: PaymentsRoom,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  return startAuthorisationOf<Payment>(room, request, {
    collection: room.payments,
    statusField: 'transactionStatus',
    within: 'cancellation',
    async find() {
      const payment = await findAddressed(room, request);
      const { wishes, cancellation } = payment;
      return { ...payment, wishes: { ...wishes, ...cancellation?.wishes, notification: wishes.notification } };
    },
    parentOf: (payment) => parentOf(payment, 'cancellation'),
    approvalsOf: ({ cancellation }) => cancellation ?? { authorisations: [], signedBy: [] },
    refuseStart(payment) {
      if (payment.cancellation === undefined) throw new Xs2aError('cancellationNotRequested');
      if (!isCancellable(payment)) throw new Xs2aError('statusInvalid');
    },
    contentOf: cancellationContentOf,
  });
}
