import {
  BASKET_STATUS_MACHINE,
  BasketStatus,
  ConsentContent,
  PaymentContent,
  type ScaContentOf,
  settleBasketConsents,
  toAmount,
  toMinorUnits,
} from '@xs2a/contracts';
import {
  CREATED_ONCE,
  contentHashOf,
  History,
  Notices,
  Outbox,
  type OutboxEntry,
  outboxEntry,
  SIGNED,
  storedCollection,
} from '@xs2a/service-kit';
import { z } from 'zod';

/** A payment or consent in a basket, with what is approved of it. */
const Member = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'consent']),
  content: z.union([PaymentContent, ConsentContent]),
  /** Ended alone since: what is authorised does not cover it any more (field guide 8.3). */
  left: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** A signing basket: several payments and consents that are authorised together. Its members never grow more. */
export const Basket = z.object({
  _id: z.string(),
  ...SIGNED,
  transactionStatus: BasketStatus,
  /** As they were posted. */
  paymentIds: z.array(z.string()),
  consentIds: z.array(z.string()),
  members: z.array(Member),
  /** Whether all members are known and blocked; until then nobody can address it. */
  assembled: z.boolean(),
  /** Until then it must be authorised. */
  authoriseUntil: z.date(),
  history: History,
  outbox: Outbox,
  notices: Notices,
});
export type Basket = z.infer<typeof Basket>;

/** Statuses in which a basket waits to be authorised, and blocks its members. */
export const ACTIVE = ['RCVD', 'PATC'] as const satisfies readonly BasketStatus[];

export const BASKETS = storedCollection('baskets', Basket, {
  indexes: [
    CREATED_ONCE,
    {
      key: { authoriseUntil: 1 },
      name: 'window_open',
      partialFilterExpression: { transactionStatus: { $in: [...ACTIVE] } },
    },
  ],
  status: { field: 'transactionStatus', machine: BASKET_STATUS_MACHINE },
  toldOf({ _id, tppId, wishes: { notification: wish } }) {
    return wish && { tppId, wish, parent: { kind: 'basket', id: _id } };
  },
  isSealed: true,
  // One whose consents are refused is taken back.
  sealedWhere: { assembled: true },
});

/** What PSUs approve: each member as it would be approved alone, and what it comes to (RTS 2018/389 Art. 5.3 b). */
export function contentOfBasket({ members }: Pick<Basket, 'members'>): ScaContentOf<'basket'> {
  const contents = members.filter(({ left }) => !left).map(({ content }) => content);
  const totals = new Map<string, bigint>();
  for (const amount of contents.flatMap(amountsOf)) {
    totals.set(amount.currency, (totals.get(amount.currency) ?? 0n) + toMinorUnits(amount));
  }
  const summed = [...totals].map(([currency, minorUnits]) => toAmount(minorUnits, currency));
  return { kind: 'basket', members: contents, totals: summed };
}

export function basketHash(basket: Pick<Basket, 'members'>): string {
  return contentHashOf(contentOfBasket(basket));
}

function amountsOf(content: Member['content']) {
  if (content.kind === 'consent') return [];
  return content.kind === 'bulkPayment' ? content.totals : [content.instructedAmount];
}

/** The message that sets a basket's consents free, where it has some. */
export function releaseOf({ _id, consentIds }: Basket, at: Date): OutboxEntry[] {
  return consentIds.length === 0 ? [] : [outboxEntry(settleBasketConsents, { basketId: _id, outcome: 'released' }, at)];
}
