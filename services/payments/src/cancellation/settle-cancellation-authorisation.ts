import { failOpenAuthorisations, settleApproval, type Tally } from '@xs2a/approvals';
import type { settleCancellationAuthorisation as operation, ReplyOf, Settlement } from '@xs2a/contracts';
import type { UpdateFilter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { PAYMENTS, type Payment } from '../model/payment.ts';
import { paymentParent } from '../model/sca-parent.ts';
import { isCancellable } from './cancellation-rules.ts';
import { stopPayment } from './stop-payment.ts';

/**
 * Records the end of a cancellation's authorisation that sca reports; idempotent by its id. The last approval needed cancels the
 * payment. If the bank can no longer stop it, it is executed and the approval is stored without effect. A refusal leaves the
 * payment unchanged and voids earlier approvals of the cancellation; the TPP may start another authorisation.
 */
export async function settleCancellationAuthorisation(
  context: PaymentsContext,
  settlement: Settlement,
): Promise<ReplyOf<typeof operation>> {
  const {
    document: payment,
    moved,
    reply,
  } = await settleApproval<Payment>(settlement, {
    collection: context.payments,
    within: 'cancellation',
    approvalsOf: ({ cancellation }) => cancellation,
    isOpen: () => true,
    counts: isCancellable,
    refuse: (found, tally) => voidApprovals(context, found, settlement, tally),
    approve: (found, event, tally) => approve(context, found, { event, settlement, tally }),
  });
  if (moved) void context.outbox.deliver(PAYMENTS, payment);
  return { transactionStatus: payment.transactionStatus, ...reply };
}

async function approve(
  context: PaymentsContext,
  payment: Payment,
  {
    event,
    settlement: { psu },
    tally: { where, set },
  }: { event: 'partlyAuthorised' | 'authorised'; settlement: Settlement; tally: Tally },
): Promise<Payment | 'notCounted' | null> {
  if (event === 'partlyAuthorised') return update(context, payment, where, { $set: set });
  const by = psu === undefined ? 'sca' : 'psu';
  const stopped = await stopPayment(context, payment, { by, psuId: psu?.psuId, where, set });
  return stopped === 'tooLate' ? 'notCounted' : stopped;
}

function voidApprovals(
  context: PaymentsContext,
  payment: Payment,
  { authorisationId }: Settlement,
  { where, set }: Tally,
): Promise<Payment | null> {
  const { cancellation } = payment;
  const parent = paymentParent(payment, 'cancellation');
  const outbox = cancellation
    ? failOpenAuthorisations(cancellation, parent, context.now(), authorisationId).outbox
    : [];
  return update(context, payment, where, {
    $set: { ...set, 'cancellation.signedBy': [] },
    $push: { outbox: { $each: outbox } },
  });
}

function update(
  { payments }: PaymentsContext,
  { _id }: Payment,
  where: Record<string, unknown>,
  change: UpdateFilter<Payment>,
): Promise<Payment | null> {
  return payments.findOneAndUpdate({ ...where, _id }, change, { returnDocument: 'after' });
}
