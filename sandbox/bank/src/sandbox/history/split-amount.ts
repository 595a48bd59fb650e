import type { Merchant } from '../data/payees.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The smallest purchase in minor units. */
export const PURCHASE_LEAST = 60;

/** Picks a shop for each visit, by weight. */
export function pickShops(shops: readonly Merchant[], visits: number, chance: SeededRandom): Merchant[] {
  const total = shops.reduce((sum, { weight }) => sum + weight, 0);
  return Array.from({ length: visits }, () => {
    let rest = chance.next() * total;
    const picked = shops.find(({ weight }) => {
      rest -= weight;
      return rest < 0;
    });
    return picked ?? chance.pick(shops);
  });
}

/** Splits an amount over visits in proportion to each shop's usual price, to the last minor unit. */
export function splitOver(
  shops: readonly Merchant[],
  amount: number,
  chance: SeededRandom,
): { shop: Merchant; amount: number }[] {
  const weights = shops.map(({ usual }) => usual * (0.4 + chance.next() * 1.2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spread = amount - shops.length * PURCHASE_LEAST;
  let carried = 0;
  let given = 0;
  return shops.map((shop, index) => {
    carried += weights[index] ?? 0;
    // Cumulative rounding: the last share is exactly the remainder.
    const upTo = index === shops.length - 1 ? spread : Math.floor((spread * carried) / total);
    const share = upTo - given;
    given = upTo;
    return { shop, amount: PURCHASE_LEAST + share };
  });
}
