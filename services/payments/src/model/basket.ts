import { APPROVABLE_FIELDS } from '@xs2a/approvals';
import { BASKET_STATUS_MACHINE, BasketStatus, ConsentContent, finalStatuses, PaymentContent } from '@xs2a/contracts';
import { CREATED_ONCE, History, Notices, Outbox, storedCollection } from '@xs2a/service-kit';
import { z } from 'zod';
import { neededBaskets } from './needed-baskets.ts';

/** A payment or consent in a basket, with the content that is approved. */
const BasketMember = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'consent']),
  content: z.union([PaymentContent, ConsentContent]),
  /** The member ended on its own; the basket no longer authorises it (decision 16). */
  left: z.boolean(),
});
export type BasketMember = z.infer<typeof BasketMember>;

/** A signing basket: payments and consents that are authorised together. Members are never added later. */
export const Basket = z.object({
  _id: z.string(),
  ...APPROVABLE_FIELDS,
  transactionStatus: BasketStatus,
  /** As they were posted. */
  paymentIds: z.array(z.string()),
  consentIds: z.array(z.string()),
  members: z.array(BasketMember),
  /** All members are known and blocked. Until then the basket cannot be addressed. */
  assembled: z.boolean(),
  /** Time of completion, if it was after the creation. Earlier versions stored none. */
  assembledAt: z.date().optional(),
  /** Time limit after which it is rejected unless authorised. */
  authoriseUntil: z.date(),
  history: History,
  outbox: Outbox,
  notices: Notices,
});
export type Basket = z.infer<typeof Basket>;

/** Statuses in which a basket waits for its authorisations and blocks its members. */
export const ACTIVE_BASKET = ['RCVD', 'PATC'] as const satisfies readonly BasketStatus[];

export const BASKETS = storedCollection('baskets', Basket, {
  indexes: [
    CREATED_ONCE,
    {
      key: { authoriseUntil: 1 },
      name: 'window_open',
      partialFilterExpression: { transactionStatus: { $in: [...ACTIVE_BASKET] } },
    },
    // Baskets whose creation was interrupted: a handful at any time.
    { key: { 'history.0.at': 1 }, name: 'unassembled', partialFilterExpression: { assembled: false } },
  ],
  status: { field: 'transactionStatus', machine: BASKET_STATUS_MACHINE },
  notificationTarget({ _id, tppId, wishes: { notification: wish } }) {
    return wish && { tppId, wish, parent: { kind: 'basket', id: _id } };
  },
  hasCheckpoints: true,
  // A basket whose consents are refused is deleted again.
  checkpointsWhere: { assembled: true },
  checkpointsSince: 'assembledAt',
  retained: {
    setting: 'paymentDays',
    ended: { transactionStatus: { $in: finalStatuses(BASKET_STATUS_MACHINE) } },
    stillNeeded: neededBaskets,
  },
});
