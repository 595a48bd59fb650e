import {
  type findPsuStandingOrders as findOperation,
  type PsuStandingOrder,
  type ReplyOf,
  type RequestOf,
  type readPsuStandingOrder as readOperation,
  Xs2aError,
} from '@xs2a/contracts';
import { searchFilter } from '@xs2a/service-kit';
import type { Filter } from 'mongodb';
import type { PaymentsContext } from '../context.ts';
import { AWAITING_EXECUTION, type Payment } from '../model/payment.ts';
import { standingOrderView } from './standing-order-view.ts';

const ACTIVE: Filter<Payment> = { submitted: false, transactionStatus: { $in: [...AWAITING_EXECUTION] } };

/** What the search of the PSU looks at, besides the names of its accounts. */
const SEARCHED = {
  texts: ['tppName', 'tppId', 'order.body.creditorName', 'order.body.creditorAccount.iban'],
  accounts: ['order.body.debtorAccount.iban'],
};

/** The standing orders that a PSU authorised, alone or with others: a page of them, the newest first. */
export async function findPsuStandingOrders(
  context: PaymentsContext,
  { ended, search, page, size, ...owner }: RequestOf<typeof findOperation>,
): Promise<ReplyOf<typeof findOperation>> {
  const found = {
    $and: [ownOrders(owner), ended ? { $nor: [ACTIVE] } : ACTIVE, searchFilter<Payment>(search, SEARCHED)],
  } as Filter<Payment>;
  const [count, payments] = await Promise.all([
    context.payments.countDocuments(found),
    context.payments
      .find(found)
      .sort({ 'history.0.at': -1, _id: 1 })
      .skip((page - 1) * size)
      .limit(size)
      .toArray(),
  ]);
  return { count, standingOrders: payments.map((payment) => standingOrderView(context, payment)) };
}

/** That of another PSU is answered like an unknown one. */
export async function readPsuStandingOrder(
  context: PaymentsContext,
  request: RequestOf<typeof readOperation>,
): Promise<PsuStandingOrder> {
  return standingOrderView(context, await findStandingOrder(context, request));
}

/** A standing order that this PSU authorised. */
export async function findStandingOrder(
  { payments }: PaymentsContext,
  { paymentId, ...owner }: RequestOf<typeof readOperation>,
): Promise<Payment> {
  const payment = await payments.findOne({ $and: [{ _id: paymentId }, ownOrders(owner)] });
  if (payment === null) throw new Xs2aError('resourceUnknown');
  return payment;
}

function ownOrders({ psuId, corporateId }: { psuId: string; corporateId?: string | undefined }): Filter<Payment> {
  return {
    paymentService: 'periodic-payments',
    signedBy: psuId,
    psuId: { $exists: true },
    ...(corporateId !== undefined && { corporateId }),
  };
}
