import {
  type AuthorisationState,
  type startPaymentAuthorisation as operation,
  type RequestOf,
  Xs2aError,
} from '@xs2a/contracts';
import { startAuthorisationOf } from '@xs2a/service-kit';
import { parentOf } from './initiate-payment.ts';
import { contentOf } from './order-kinds.ts';
import { type Payment, WAITING } from './payment.ts';
import { findAddressed } from './read-payment.ts';
import type { PaymentsRoom } from './room.ts';

/** The TPP starts an authorisation of a payment: explicit start, or one of several signers (interface 4.2 rules 4 and 5). */
export function startAuthorisation(
  room: PaymentsRoom,
  request: RequestOf<typeof operation>,
): Promise<AuthorisationState> {
  return startAuthorisationOf<Payment>(room, request, {
    collection: room.payments,
    statusField: 'transactionStatus',
    find: () => findAddressed(room, request),
    parentOf: (payment) => parentOf(payment),
    approvalsOf: (payment) => payment,
    refuseStart({ transactionStatus, basketId }) {
      if (!WAITING.some((status) => status === transactionStatus)) throw new Xs2aError('statusInvalid');
      if (basketId !== undefined) throw new Xs2aError('resourceBlocked');
    },
    contentOf: ({ order }) => contentOf(order),
    guardOf: () => ({ basketId: { $exists: false } }),
  });
}
