import { settleApproval } from '@xs2a/approvals';
import type { settleBasketAuthorisation as operation, ReplyOf, Settlement } from '@xs2a/contracts';
import { advance } from '@xs2a/service-kit';
import type { PaymentsContext } from '../context.ts';
import { ACTIVE_BASKET, BASKETS, type Basket } from '../model/basket.ts';
import { authoriseBasket } from './authorise-basket.ts';
import { endBasket } from './end-basket.ts';
import { endIfOverdue } from './end-overdue-baskets.ts';
import { rejectOverdueMembers } from './reject-overdue.ts';

/**
 * Records the end of a basket's authorisation that sca reports; idempotent by its id. The approval of the last PSU that any
 * member needs authorises all of them (decision 23). An approval of content other than the basket's present one does not count. A
 * refusal rejects the basket and leaves its members unchanged.
 */
export async function settleBasketAuthorisation(
  context: PaymentsContext,
  settlement: Settlement,
): Promise<ReplyOf<typeof operation>> {
  const psuId = settlement.psu?.psuId;
  const by = psuId === undefined ? 'sca' : 'psu';
  const {
    document: basket,
    moved,
    reply,
  } = await settleApproval<Basket>(settlement, {
    collection: context.baskets,
    approvalsOf: (found) => found,
    isOpen: ({ transactionStatus }) => ACTIVE_BASKET.some((status) => status === transactionStatus),
    counts: ({ contentHash }) => contentHash === settlement.contentHash,
    guardOf: ({ contentHash }) => ({ contentHash }),
    refuse: (found, { where, set }) => endBasket(context, found, 'refused', { by, psuId, where, set }),
    // An approval counts only while the basket has the content that was approved.
    async approve(found, event, tally) {
      if (await isOverdue(context, found)) return null;
      const where = { ...tally.where, contentHash: found.contentHash };
      if (event === 'authorised') return authoriseBasket(context, found, settlement, { where, set: tally.set });
      const move = { at: context.now(), by, psuId, where, set: tally.set };
      return advance(BASKETS, context.baskets, found, event, move);
    },
  });
  if (moved) void context.outbox.deliver(BASKETS, basket);
  return { transactionStatus: basket.transactionStatus, ...reply };
}

/** Ends a basket past its time limit, or removes overdue members, which changes the content to approve. */
async function isOverdue(context: PaymentsContext, basket: Basket): Promise<boolean> {
  if (await endIfOverdue(context, basket)) return true;
  return (await rejectOverdueMembers(context, basket)) > 0;
}
