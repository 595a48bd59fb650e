import { failOpenAuthorisations, settleApproval, type Tally } from '@xs2a/approvals';
import {
  type settlePaymentAuthorisation as operation,
  type PayeeCounts,
  type ReplyOf,
  type Settlement,
  step,
  TRANSACTION_STATUS_MACHINE,
} from '@xs2a/contracts';
import { advance, type Move } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import { endAndLeaveBasket } from '../baskets/leave-basket.ts';
import { rejectOverdue } from '../baskets/reject-overdue.ts';
import type { PaymentsContext } from '../context.ts';
import { authorisationEffects } from '../execution/authorisation-effects.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { isApprovedForAccount, withChosenAccount } from './chosen-account.ts';

/**
 * Records the end of an authorisation that sca reports; idempotent by its id. Each PSU counts once. The last approval needed
 * authorises the payment and, if it is due, submits it to the bank: the submission is stored in the same write as the status and
 * sent afterwards. The first refusal rejects the payment; authorisations that are still open then fail (decision 6). An approval
 * after the payment's time limit finds it rejected, whether or not the job has run.
 */
export async function settleAuthorisation(
  context: PaymentsContext,
  settlement: Settlement,
): Promise<ReplyOf<typeof operation>> {
  const {
    document: payment,
    moved,
    reply,
  } = await settleApproval<Payment>(settlement, {
    collection: context.payments,
    approvalsOf: (found) => found,
    isOpen: ({ transactionStatus }) => step(TRANSACTION_STATUS_MACHINE, transactionStatus, 'refused') !== undefined,
    // A member of a basket is not authorised alone, even if its authorisation started before the basket was created.
    // Two PSUs who were asked at the same time may have chosen different accounts; the second approval then does not count.
    counts: (found) => found.basketId === undefined && isApprovedForAccount(found, settlement),
    refuse: (found, tally) => reject(context, found, settlement, tally),
    approve: (found, event, tally) => approve(context, found, { event, settlement, tally }),
  });
  // The caller does not wait for the bank: the stored outcome counts.
  if (moved) void context.outbox.deliver(PAYMENTS, payment);
  return { transactionStatus: payment.transactionStatus, ...reply };
}

function reject(
  context: PaymentsContext,
  payment: Payment,
  settlement: Settlement,
  { where, set }: Tally,
): Promise<Payment | null> {
  const by = moveBy(context, settlement);
  const abandoned = failOpenAuthorisations(payment, paymentParent(payment), by.at, settlement.authorisationId);
  const refusal = {
    ...by,
    set: { ...set, ...abandoned.set },
    outbox: abandoned.outbox,
  };
  return endAndLeaveBasket(context, payment, (inBasket, session) =>
    advance(PAYMENTS, context.payments, payment, 'refused', {
      ...refusal,
      where: { ...where, ...abandoned.where, ...inBasket },
      ...(session && { session }),
    }),
  );
}

async function approve(
  context: PaymentsContext,
  payment: Payment,
  {
    event,
    settlement,
    tally: { where: counted, set },
  }: { event: 'partlyAuthorised' | 'authorised'; settlement: Settlement; tally: Tally },
): Promise<Payment | null> {
  const { payments } = context;
  if (payment.authoriseUntil <= context.now()) {
    await rejectOverdue(context, payment);
    return null;
  }
  const by = moveBy(context, settlement);
  const where = { ...counted, basketId: { $exists: false } } as Filter<Payment>;
  const named = withChosenAccount(payment, settlement);
  const chosen = named === payment ? {} : { order: named.order, accountChosenByPsu: true as const };
  if (event === 'partlyAuthorised')
    return advance(PAYMENTS, payments, payment, event, { ...by, where, set: { ...set, ...chosen } });
  const effects = await authorisationEffects(context, named, settlement, by.at);
  const abandoned = failOpenAuthorisations(payment, paymentParent(payment), by.at, settlement.authorisationId);
  return advance(PAYMENTS, payments, payment, effects.events, {
    ...by,
    where: { ...where, ...abandoned.where },
    set: { ...set, ...chosen, ...abandoned.set, ...effects.set },
    outbox: [...abandoned.outbox, ...effects.outbox],
  });
}

function moveBy(
  { now }: PaymentsContext,
  { psu, payeeVerification: shown, payeeCounts }: Settlement,
): Pick<Move<Payment>, 'at' | 'by' | 'psuId' | 'reason'> {
  return {
    at: now(),
    by: psu === undefined ? 'sca' : 'psu',
    psuId: psu?.psuId,
    ...(shown && { reason: `verification of payee: ${shown.partyNameMatch}` }),
    ...(payeeCounts && { reason: `verification of payees: ${listed(payeeCounts)}` }),
  };
}

function listed(counts: PayeeCounts): string {
  return Object.entries(counts)
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');
}
