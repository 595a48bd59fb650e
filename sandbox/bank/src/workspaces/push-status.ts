import { reportExecution, type WorkspaceSimulation, Xs2aError } from '@xs2a/contracts';
import { advance, outboxEntry } from '@xs2a/service-kit';
import type { BankContext } from '../context.ts';
import { BULK_ORDERS, type BulkOrder } from '../model/bulk-order.ts';
import { ORDERS, type Order } from '../model/order.ts';
import type { StoredWorkspace } from '../model/workspace.ts';
import { executeBulk } from '../orders/execute-bulk.ts';
import { executeOrder } from '../orders/execute-order.ts';

type Push = WorkspaceSimulation & { what: 'paymentStatus' };

/** Maximum number of held payments in the answer. */
const HELD_MAX = 20;
/** ISO 20022 external status reason: see the narrative. */
const NO_REASON = 'NARR';

const ofPsus = ({ psus }: Pick<StoredWorkspace, 'psus'>) => ({ psuId: { $in: psus.map(({ psuId }) => psuId) } });

/** Returns the held payments of a workspace, oldest first. */
export async function heldPayments(
  { orders, bulkOrders }: Pick<BankContext, 'orders' | 'bulkOrders'>,
  workspace: Pick<StoredWorkspace, 'psus'>,
): Promise<string[]> {
  const held = { ...ofPsus(workspace), held: true as const, status: 'accepted' as const };
  const shape = { projection: { receivedAt: 1 }, sort: { receivedAt: 1, _id: 1 }, limit: HELD_MAX } as const;
  const [single, bulk] = await Promise.all([
    orders.find(held, shape).toArray(),
    bulkOrders.find(held, shape).toArray(),
  ]);
  const byAge = [...single, ...bulk].toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  return byAge.slice(0, HELD_MAX).map(({ _id }) => _id);
}

/** Releases held payments, which the next run of the jobs executes. */
export async function releasePayments(
  { orders, bulkOrders }: Pick<BankContext, 'orders' | 'bulkOrders'>,
  workspace: Pick<StoredWorkspace, 'psus'>,
): Promise<void> {
  const held = { ...ofPsus(workspace), held: true as const };
  await orders.updateMany(held, { $unset: { held: true } });
  await bulkOrders.updateMany(held, { $unset: { held: true } });
}

/** Has the bank report the next status of a payment of this workspace. Returns false if there is no transition to it. */
export async function pushStatus(context: BankContext, workspace: StoredWorkspace, push: Push): Promise<boolean> {
  const paymentId = push.paymentId ?? (await heldPayments(context, workspace))[0];
  if (paymentId === undefined) return false;
  const own = { _id: paymentId, ...ofPsus(workspace) };
  const order = await context.orders.findOne(own);
  if (order !== null) return pushOrder(context, order, push);
  const bulk = await context.bulkOrders.findOne(own);
  if (bulk !== null) return pushBulk(context, bulk, push);
  throw new Xs2aError('fieldInvalid', { path: 'paymentId', text: 'no payment that the bank has of this sandbox' });
}

async function pushOrder(context: BankContext, order: Order, push: Push): Promise<boolean> {
  const { _id, status } = order;
  const { transactionStatus, reasonCode = NO_REASON } = push;
  if (transactionStatus === 'ACCC') return status === 'executed' && reportCredit(context, _id);
  if (status !== 'accepted' || order.held !== true) return false;
  if (transactionStatus === 'ACSC') {
    const { modifiedCount } = await context.orders.updateOne({ _id, held: true }, { $unset: { held: true } });
    if (modifiedCount > 0) await executeOrder(context, order);
    return modifiedCount > 0;
  }
  const at = context.now();
  const isRejected = transactionStatus === 'RJCT';
  const report = { paymentId: _id, transactionStatus, ...(isRejected && { reasonCode }) };
  const done = await advance(ORDERS, context.orders, order, isRejected ? 'rejected' : 'withdrawn', {
    at,
    by: 'bank',
    where: { held: true },
    set: isRejected ? { reasonCode } : {},
    outbox: [outboxEntry(reportExecution, report, at)],
  });
  if (done === null) return false;
  await context.orders.updateOne({ _id }, { $unset: { held: true } });
  await context.outbox.deliver(ORDERS, done);
  return true;
}

async function pushBulk(context: BankContext, order: BulkOrder, push: Push): Promise<boolean> {
  const { _id, status } = order;
  const { transactionStatus, reasonCode = NO_REASON } = push;
  if (transactionStatus === 'ACCC') return status === 'executed' && reportCredit(context, _id);
  if (status !== 'accepted' || order.held !== true || transactionStatus === 'CANC') return false;
  if (transactionStatus === 'ACSC') {
    const { modifiedCount } = await context.bulkOrders.updateOne({ _id, held: true }, { $unset: { held: true } });
    if (modifiedCount > 0) await executeBulk(context, _id);
    return modifiedCount > 0;
  }
  const at = context.now();
  const done = await advance(BULK_ORDERS, context.bulkOrders, order, 'rejected', {
    at,
    by: 'bank',
    where: { held: true },
    set: { reasonCode },
    outbox: [outboxEntry(reportExecution, { paymentId: _id, transactionStatus, reasonCode }, at)],
  });
  if (done === null) return false;
  await context.bulkOrders.updateOne({ _id }, { $unset: { held: true } });
  await context.outbox.deliver(BULK_ORDERS, done);
  return true;
}

/** Reports that the creditor's bank has credited a booked payment. The sandbox bank stores nothing about it. */
async function reportCredit({ bus }: BankContext, paymentId: string): Promise<boolean> {
  await bus.ask(reportExecution, { paymentId, transactionStatus: 'ACCC' });
  return true;
}
