import { findStoredConsents } from '@xs2a/contracts';
import type { ReferenceCheckContext } from '@xs2a/service-kit';

interface Basket {
  readonly _id: string;
  readonly paymentIds: readonly string[];
  readonly consentIds: readonly string[];
}

/** Returns ids of baskets with a member that is still stored. The basket is evidence of who approved the member. */
export async function neededBaskets(ids: readonly string[], { db, bus }: ReferenceCheckContext): Promise<string[]> {
  const baskets = await db
    .collection<Basket>('baskets')
    .find({ _id: { $in: [...ids] } }, { projection: { paymentIds: 1, consentIds: 1 } })
    .toArray();
  const needed: string[] = [];
  for (const { _id, paymentIds, consentIds } of baskets) {
    const payment = await db.collection<Basket>('payments').findOne({ _id: { $in: [...paymentIds] } });
    const isNeeded =
      payment !== null ||
      (consentIds.length > 0 && (await bus.ask(findStoredConsents, { ids: [...consentIds] })).ids.length > 0);
    if (isNeeded) needed.push(_id);
  }
  return needed;
}
