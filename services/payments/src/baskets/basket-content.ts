import { contentHashOf } from '@xs2a/approvals';
import { type Amount, type ScaContentOf, toAmount, toMinorUnits } from '@xs2a/contracts';
import type { Basket, BasketMember } from '../model/basket.ts';

/** Content that PSUs approve: every member as if approved alone, and the totals (RTS 2018/389, Art. 5(3)(b)). */
export function basketContent({ members }: Pick<Basket, 'members'>): ScaContentOf<'basket'> {
  const contents = members.filter(({ left }) => !left).map(({ content }) => content);
  const sums = new Map<string, bigint>();
  for (const amount of contents.flatMap(amountsOf)) {
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + toMinorUnits(amount));
  }
  const totals = Array.from(sums, ([currency, minorUnits]) => toAmount(minorUnits, currency));
  return { kind: 'basket', members: contents, totals };
}

export function basketHash(basket: Pick<Basket, 'members'>): string {
  return contentHashOf(basketContent(basket));
}

function amountsOf(content: BasketMember['content']): readonly Amount[] {
  if (content.kind === 'consent') return [];
  return content.kind === 'bulkPayment' ? content.totals : [content.instructedAmount];
}
