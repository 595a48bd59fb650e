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
import { HAS_OPEN_SUBMISSION, type Payment } from '../model/payment.ts';
import { standingOrderView } from './standing-order-view.ts';

/** Fields that the PSU's search covers, besides the names of its accounts. */
const SEARCHED = {
  texts: ['tppName', 'tppId', 'order.body.creditorName', 'order.body.creditorAccount.iban'],
  accounts: ['order.body.debtorAccount.iban'],
};

/** Returns a page of the standing orders that a PSU authorised, alone or with others, newest first. */
export async function findPsuStandingOrders(
  context: PaymentsContext,
  { ended, search, page, size, ...owner }: RequestOf<typeof findOperation>,
): Promise<ReplyOf<typeof findOperation>> {
  const found = {
    $and: [
      ownOrders(owner),
      ended ? { $nor: [HAS_OPEN_SUBMISSION] } : HAS_OPEN_SUBMISSION,
      searchFilter<Payment>(search, SEARCHED),
    ],
  } as Filter<Payment>;
  const begun = await context.payments.find<StandingOrderStart>(found, { projection: { 'history.at': 1 } }).toArray();
  const newest = begun.toSorted((one, other) => startOf(other) - startOf(one) || (one._id < other._id ? -1 : 1));
  const ids = newest.slice((page - 1) * size, page * size).map(({ _id }) => _id);
  const payments = new Map(
    (await context.payments.find({ _id: { $in: ids } }).toArray()).map((payment) => [payment._id, payment]),
  );
  const shown = ids.map((id) => payments.get(id)).filter((payment) => payment !== undefined);
  return { count: begun.length, standingOrders: shown.map((payment) => standingOrderView(context, payment)) };
}

/** Creation of an order, by which orders are sorted. */
type StandingOrderStart = Pick<Payment, '_id'> & {
  readonly history: readonly Pick<Payment['history'][number], 'at'>[];
};
const startOf = ({ history }: StandingOrderStart): number => history[0]?.at.getTime() ?? 0;

/** A standing order of another PSU is treated as unknown. */
export async function readPsuStandingOrder(
  context: PaymentsContext,
  request: RequestOf<typeof readOperation>,
): Promise<PsuStandingOrder> {
  return standingOrderView(context, await findStandingOrder(context, request));
}

/** Finds a standing order that this PSU authorised. */
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
