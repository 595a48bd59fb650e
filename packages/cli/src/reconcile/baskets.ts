import { settleBasketConsents } from '@xs2a/contracts';
import { type OutboxEntry, outboxEntry } from '@xs2a/service-kit';
import { byIds, type Checked, type Difference, inBatches, type Repairing } from './difference.ts';

interface Held {
  _id: string;
  basketId: string;
}
interface Basket {
  _id: string;
  transactionStatus: string;
  outbox: { subject: string }[];
}

const ACTIVE = ['RCVD', 'PATC'];
const RELEASING = ['RJCT', 'CANC'];

/** Compares consents and payments that wait for a basket with the baskets. */
export async function checkBaskets({
  databases: { consent, payments },
  settledBefore,
}: Checked): Promise<Difference[]> {
  const differences: Difference[] = [];
  const waitingConsents = consent.collection<Held>('consents').find({
    basketId: { $exists: true },
    consentStatus: { $in: ['received', 'partiallyAuthorised'] },
    'history.0.at': { $lt: settledBefore },
  } as never);
  for await (const batch of inBatches(waitingConsents)) {
    for (const { _id, basketId, status } of await withoutBasket(batch)) {
      const release = async ({ now }: Repairing): Promise<void> => {
        const entry = outboxEntry(settleBasketConsents, { basketId, outcome: 'released' }, now);
        const due: OutboxEntry = { ...entry, nextAt: now };
        await payments.collection<Basket>('baskets').updateOne({ _id: basketId }, { $push: { outbox: due } });
      };
      // Only payments may release it. Whether it was authorised with a basket is decided by a person.
      const repair = RELEASING.includes(status) ? { repair: release } : {};
      const what = `basket ${basketId}, ${status}`;
      differences.push({ kind: 'consentHeldByNoBasket', where: `consent/consents/${_id}`, what, ...repair });
    }
  }
  const waitingPayments = payments.collection<Held>('payments').find({
    basketId: { $exists: true },
    transactionStatus: { $in: ACTIVE },
  } as never);
  for await (const batch of inBatches(waitingPayments)) {
    for (const { _id, basketId, status } of await withoutBasket(batch)) {
      const what = `basket ${basketId}, ${status}`;
      differences.push({ kind: 'paymentHeldByNoBasket', where: `payments/payments/${_id}`, what });
    }
  }
  return differences;

  async function withoutBasket(held: readonly Held[]): Promise<(Held & { status: string })[]> {
    const baskets = await byIds<Basket>(
      payments,
      'baskets',
      held.map(({ basketId }) => basketId),
    );
    return held.flatMap((one) => {
      const basket = baskets.get(one.basketId);
      const holds = basket !== undefined && (ACTIVE.includes(basket.transactionStatus) || basket.outbox.length > 0);
      return holds ? [] : [{ ...one, status: basket?.transactionStatus ?? 'unknown' }];
    });
  }
}
