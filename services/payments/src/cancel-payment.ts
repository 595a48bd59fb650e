import {
  accountsConcerned,
  type cancelPayment as operation,
  type ReplyOf,
  type RequestOf,
  type ScaContent,
  Xs2aError,
} from '@xs2a/contracts';
import { beforeAttempt, scaApproachFor, wishesOfStart } from '@xs2a/service-kit';
import { wayToCancel } from './cancellation.ts';
import { contentOf } from './order-kinds.ts';
import { PAYMENTS, type Payment } from './payment.ts';
import { findAddressed } from './read-payment.ts';
import type { PaymentsRoom } from './room.ts';
import { stopPayment } from './stop-payment.ts';

const ATTEMPTS_MAX = 5;

type Request = RequestOf<typeof operation>;
type Reply = ReplyOf<typeof operation>;

/**
 * The TPP cancels a payment (interface 4.6 rule 3, field guide 8.3): at once while not all have authorised it, or where the
 * bank needs no approval; otherwise nothing changes but that a cancellation may be authorised from now on. Asked again, it
 * answers the same; one that is cancelled already stays so.
 */
export async function cancelPayment(room: PaymentsRoom, request: Request): Promise<Reply> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    await beforeAttempt(attempt);
    const payment = await findAddressed(room, request);
    const way = wayToCancel(room.profile, payment);
    if (way === 'tooLate') throw new Xs2aError('cancellationImpossible');
    if (way === 'cancelled') return cancelled(payment);
    if (way === 'afterApproval') {
      if (await isRequested(room, payment, request)) return toBeApproved(room, payment, request);
      continue;
    }
    const stopped = await stopPayment(room, payment, { by: request.tpp });
    if (stopped === 'tooLate') throw new Xs2aError('cancellationImpossible');
    if (stopped === null) continue;
    await room.outbox.deliver(PAYMENTS, stopped);
    return cancelled(stopped);
  }
  throw new Xs2aError('statusConflict');
}

function cancelled({ transactionStatus, namedPsu }: Payment): Reply {
  return { transactionStatus, authorisationNeeded: false, psuKnown: namedPsu !== undefined };
}

/** What PSUs approve of a cancellation. */
export function cancellationContentOf(payment: Payment): ScaContent {
  return { kind: 'cancellation', payment: contentOf(payment.order) };
}

/** False when the payment moved at the same moment. */
async function isRequested(room: PaymentsRoom, payment: Payment, { wishes: wished }: Request): Promise<boolean> {
  const { _id, transactionStatus, cancellation, namedPsu } = payment;
  // Also refuses another TPP-Redirect-URI than that of the payment.
  const wishes = wishesOfStart(payment.wishes, wished);
  if (cancellation !== undefined) return true;
  const accounts = accountsConcerned(contentOf(payment.order));
  const told = await room.signingRules.signaturesNeeded(accounts, namedPsu?.corporateId);
  const signaturesNeeded = told ?? payment.signaturesNeeded;
  const requested = {
    requestedAt: room.now(),
    wishes,
    authorisations: [],
    signedBy: [],
    ...(signaturesNeeded !== undefined && { signaturesNeeded }),
  };
  const { matchedCount } = await room.payments.updateOne(
    { _id, transactionStatus, cancellation: { $exists: false } },
    { $set: { cancellation: requested } },
  );
  return matchedCount === 1;
}

function toBeApproved({ profile }: PaymentsRoom, payment: Payment, { wishes: wished }: Request): Reply {
  const { transactionStatus, namedPsu, cancellation } = payment;
  const wishes = cancellation?.wishes ?? wishesOfStart(payment.wishes, wished);
  const scaApproach = scaApproachFor(profile, wishes, cancellationContentOf(payment));
  return { transactionStatus, authorisationNeeded: true, scaApproach, psuKnown: namedPsu !== undefined };
}
